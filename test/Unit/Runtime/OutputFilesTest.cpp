//===- OutputFilesTest.cpp - All outputs or none --------------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "scanc/Target/OutputFiles.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "gtest/gtest.h"

#include <unistd.h>

using namespace llvm;
using namespace scanc::target;
namespace fs = llvm::sys::fs;

namespace {

class OutputFilesTest : public testing::Test {
protected:
  void SetUp() override {
    ASSERT_FALSE(fs::createUniqueDirectory("scanc-output", directory));
  }
  void TearDown() override { fs::remove_directories(directory); }

  std::string pathOf(const Twine &name) {
    return (directory + "/" + name).str();
  }

  static std::string read(const std::string &path) {
    auto buffer = MemoryBuffer::getFile(path);
    return buffer ? (*buffer)->getBuffer().str() : "(no file)";
  }

  static std::string write(ArrayRef<std::pair<std::string, std::string>> set) {
    OutputFiles files;
    for (auto &[path, contents] : set)
      files.add(path, contents);
    return toString(files.commit());
  }

  unsigned countEntries() {
    unsigned count = 0;
    std::error_code error;
    for (fs::directory_iterator it(directory, error), end; it != end && !error;
         it.increment(error))
      ++count;
    return count;
  }

  SmallString<128> directory;
};

TEST_F(OutputFilesTest, WritesAll) {
  std::string big(1 << 20, 'x');
  EXPECT_EQ(write({{pathOf("a"), "first"}, {pathOf("b"), big}}), "");
  EXPECT_EQ(read(pathOf("a")), "first");
  EXPECT_EQ(read(pathOf("b")), big);
  EXPECT_EQ(countEntries(), 2u);
}

TEST_F(OutputFilesTest, Replaces) {
  EXPECT_EQ(write({{pathOf("a"), "a longer text"}}), "");
  EXPECT_EQ(write({{pathOf("a"), "new"}}), "");
  EXPECT_EQ(read(pathOf("a")), "new");
  EXPECT_EQ(countEntries(), 1u);
}

TEST_F(OutputFilesTest, AMissingDirectoryLeavesNothing) {
  EXPECT_EQ(write({{pathOf("a"), "a"}, {pathOf("no/b"), "b"}}),
            "cannot write '" + pathOf("no/b") + "': No such file or directory");
  EXPECT_EQ(countEntries(), 0u);
}

TEST_F(OutputFilesTest, ADirectoryInTheWayLeavesWhatWasThere) {
  EXPECT_EQ(write({{pathOf("a"), "old"}}), "");
  ASSERT_FALSE(fs::create_directory(pathOf("b")));
  EXPECT_EQ(write({{pathOf("a"), "new"}, {pathOf("b"), "b"}}),
            "cannot write '" + pathOf("b") + "': Is a directory");
  EXPECT_EQ(read(pathOf("a")), "old");
  EXPECT_EQ(countEntries(), 2u);
}

TEST_F(OutputFilesTest, AReadOnlyFileStays) {
  EXPECT_EQ(write({{pathOf("a"), "old"}}), "");
  ASSERT_FALSE(fs::setPermissions(pathOf("a"), fs::all_read));
  if (geteuid() == 0)
    GTEST_SKIP() << "root may write it";
  EXPECT_EQ(write({{pathOf("a"), "new"}}),
            "cannot write '" + pathOf("a") + "': Permission denied");
  EXPECT_EQ(read(pathOf("a")), "old");
}

TEST_F(OutputFilesTest, AFullDiskLeavesNothing) {
  if (!fs::exists("/dev/full"))
    GTEST_SKIP() << "no /dev/full";
  EXPECT_EQ(write({{pathOf("a"), "a"}, {"/dev/full", "b"}}),
            "cannot write '/dev/full': No space left on device");
  EXPECT_EQ(countEntries(), 0u);
}

TEST_F(OutputFilesTest, WritesDevicesInPlace) {
  EXPECT_EQ(write({{"/dev/null", "gone"}}), "");
  fs::file_status status;
  ASSERT_FALSE(fs::status("/dev/null", status));
  EXPECT_EQ(status.type(), fs::file_type::character_file);
}

TEST_F(OutputFilesTest, FollowsLinks) {
  EXPECT_EQ(write({{pathOf("real"), "old"}}), "");
  ASSERT_FALSE(fs::create_link(pathOf("real"), pathOf("link")));
  EXPECT_EQ(write({{pathOf("link"), "new"}}), "");
  EXPECT_EQ(read(pathOf("real")), "new");
  EXPECT_TRUE(fs::is_symlink_file(pathOf("link")));
}

TEST_F(OutputFilesTest, RefusesOneNameTwice) {
  EXPECT_EQ(write({{pathOf("a"), "1"}, {pathOf("a"), "2"}}),
            "cannot write '" + pathOf("a") + "': two outputs have that name");
  EXPECT_EQ(countEntries(), 0u);
}

TEST_F(OutputFilesTest, WritesStandardOutput) {
  testing::internal::CaptureStdout();
  EXPECT_EQ(write({{"-", "to the "}, {"-", "screen"}}), "");
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "to the screen");
}

TEST_F(OutputFilesTest, NothingIsAlsoASet) { EXPECT_EQ(write({}), ""); }

} // namespace
