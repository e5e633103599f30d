//===- ApiNameTest.cpp - Which names a scan's functions can have ----------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Descriptions.h"
#include "scanc/Target/Launcher.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

#include <cstdlib>
#include <set>

using namespace llvm;
using namespace scanc;
using namespace scanc::target;

namespace {

TEST(ApiNameTest, TakesIdentifiers) {
  for (StringRef name : {"sum", "Sum2", "a", "cumulative_sum", "scan", "ks4",
                         "INTENSITY_MAX", "UNIT_C", "leaf", "cumsum", "CUMSUM",
                         "cudasum", "max", "std_sum", "pthread_sum"})
    EXPECT_EQ(toString(checkApiName(name)), "");
  EXPECT_EQ(toString(checkApiName(std::string(200, 'a'))), "");
}

TEST(ApiNameTest, RefusesTheRest) {
  auto reasonOf = [](StringRef name) {
    std::string message = toString(checkApiName(name));
    return message.substr(message.find(": ") + 2);
  };
  for (StringRef name : {"", "1st", "a-b", "a b", "a.b", "\xc3\xa9", "a\n"})
    EXPECT_EQ(reasonOf(name), "it is no identifier of C");
  for (StringRef name : {"SIZE_MAX", "INT32_MAX", "UINT_LEAST8_MAX", "INTMAX_C",
                         "WCHAR_MIN", "UINT64_C", "offsetof", "NAN", "fabsf",
                         "_a", "a__b", "size_t", "exp", "main", "select"})
    EXPECT_EQ(reasonOf(name), "C, C++ or their libraries reserve it")
        << name.str();
  for (StringRef name :
       {"int", "class", "restrict", "xor", "co_await", "typeof_unqual"})
    EXPECT_EQ(reasonOf(name), "it is a keyword of C or C++");
  for (StringRef name : {"scanc_run", "SCANC_OK"})
    EXPECT_EQ(reasonOf(name), "names with 'scanc_' are the launcher's own");
  for (StringRef name : {"cuda", "cudaMalloc", "cuInit", "CUstream_st",
                         "CUDA_SUCCESS", "CU_STREAM_LEGACY"})
    EXPECT_EQ(reasonOf(name), "CUDA's headers have such names");
  EXPECT_EQ(reasonOf("atomic"),
            "its launcher would define 'atomic_load', which C, C++ or their "
            "libraries reserve");
  EXPECT_EQ(reasonOf(std::string(201, 'a')),
            "it has 201 characters, more than 200");
}

TEST(ApiNameTest, TellsLaunchersApart) {
  EXPECT_EQ(toString(checkApiNames({"sum", "sum_2", "sum_module"})), "");
  EXPECT_EQ(toString(checkApiNames({"sum_load", "sum"})),
            "'sum_load' cannot name C functions: the launcher of 'sum' has a "
            "function or a type of that name");
  EXPECT_EQ(toString(checkApiNames({"sum", "while"})),
            "'while' cannot name C functions: it is a keyword of C or C++");
}

TEST(ApiNameTest, KnowsWhatStructsMayBeCalled) {
  EXPECT_EQ(toString(checkStructNames(
                "Best", {"index", "exp", "select", "value_t", "N", "f0", ""},
                {"best", "sum"})),
            "");
  EXPECT_EQ(toString(checkStructNames("", {"score"}, {"best"})), "");
  auto fieldReason = [](const std::string &field) {
    return toString(checkStructNames("Best", {"score", field}, {"best"}));
  };
  EXPECT_EQ(fieldReason("double"), "'double' cannot name a field of a C "
                                   "struct: it is a keyword of C or C++");
  for (const std::string field : {"_a", "a__b"})
    EXPECT_EQ(fieldReason(field),
              "'" + field +
                  "' cannot name a field of a C struct: C, C++ or "
                  "their libraries reserve it");
  for (const std::string field : {"NULL", "INT32_MAX", "EOF", "errno", "linux"})
    EXPECT_EQ(fieldReason(field), "'" + field +
                                      "' cannot name a field of a C struct: it "
                                      "is a macro of the C library");
  auto structReason = [](StringRef name) {
    std::string message = toString(checkStructNames(name, {"a"}, {"best"}));
    EXPECT_TRUE(StringRef(message).starts_with(
        ("'" + name + "' cannot name a C struct: ").str()));
    return message.substr(message.find(": ") + 2);
  };
  EXPECT_EQ(structReason("class"), "it is a keyword of C or C++");
  EXPECT_EQ(structReason("size_t"), "C, C++ or their libraries reserve it");
  EXPECT_EQ(structReason("CUevent"), "CUDA's headers have such names");
  EXPECT_EQ(structReason("scanc_scan"),
            "names with 'scanc_' are the launcher's own");
  EXPECT_EQ(structReason("best"), "the scan's function has that name");
  for (StringRef name : {"best_element", "best_module", "best_load"})
    EXPECT_EQ(structReason(name), "the launcher of 'best' has a function or a "
                                  "type of that name");
}

//===----------------------------------------------------------------------===//
// What compilers and the C library say
//===----------------------------------------------------------------------===//

/// A directory that goes away, and commands in it.
class Folder {
public:
  Folder() {
    EXPECT_FALSE(sys::fs::createUniqueDirectory("scanc-names", path));
  }
  ~Folder() { sys::fs::remove_directories(path); }

  void write(StringRef name, StringRef text) {
    std::error_code error;
    raw_fd_ostream os((path + "/" + name).str(), error);
    os << text;
  }
  /// What the command prints, its errors too; its status does not count.
  std::string outputOf(StringRef command) {
    const std::string line =
        ("cd '" + path + "' && (" + command + ") > output 2>&1").str();
    (void)!std::system(line.c_str());
    auto text = MemoryBuffer::getFile(path + "/output");
    return text ? (*text)->getBuffer().str() : "";
  }

private:
  SmallString<128> path;
};

/// The identifiers in a text of C, but those that no check of headers is needed
/// to refuse, and those of the launcher itself.
std::set<std::string> identifiersOf(StringRef text) {
  std::set<std::string> names;
  while (!text.empty()) {
    StringRef name =
        text.take_while([](char c) { return isAlnum(c) || c == '_'; });
    text = text.drop_front(std::max<size_t>(name.size(), 1));
    if (!name.empty() && !isDigit(name.front()) && name.front() != '_' &&
        !name.contains("__") && !name.starts_with_insensitive("scanc_") &&
        !name.starts_with("zz_sum"))
      names.insert(name.str());
  }
  return names;
}

/// The names that checkApiName takes, though no compiler takes a function of
/// that name after the text of a launcher. A declaration for each name, on a
/// line of its own, and the compiler says which of them are wrong.
std::set<std::string> findOverlooked(StringRef compiler, StringRef launcher) {
  Folder folder;
  folder.write("zz_sum.h",
               cantFail(emitLauncher(test::makeSum("zz_sum"), ".version 8.0\n",
                                     "sm_90", "zz_sum"))
                   .header);
  folder.write("launcher.c", launcher);
  const std::set<std::string> seen = identifiersOf(folder.outputOf(
      (compiler + " -E -P launcher.c; " + compiler + " -E -dM launcher.c")
          .str()));
  EXPECT_GT(seen.size(), 500u);

  std::string text = ("#line 100000\n" + launcher +
                      "\n#ifdef __cplusplus\nextern \"C\" {\n#endif\n#line 1\n")
                         .str();
  std::vector<std::string> lines;
  for (const std::string &name : seen) {
    if (Error error = checkApiName(name)) {
      consumeError(std::move(error));
      continue;
    }
    lines.push_back(name);
    text += "scanc_status " + name +
            "(struct CUstream_st *, const int32_t *, int32_t *, uint64_t, "
            "void *);\n";
  }
  text += "#line 200000\n#ifdef __cplusplus\n}\n#endif\n";
  folder.write("names.c", text);
  const StringRef all =
      compiler.contains("clang") ? " -ferror-limit=0" : " -fmax-errors=0";
  const std::string said = folder.outputOf(
      (compiler + all + " -Werror -fsyntax-only names.c").str());
  std::set<std::string> overlooked;
  for (StringRef line : split(said, '\n')) {
    unsigned number = 0;
    if (line.consume_front("names.c:") && !line.consumeInteger(10, number) &&
        number >= 1 && number <= lines.size() && line.contains(": error:"))
      overlooked.insert(lines[number - 1]);
  }
  return overlooked;
}

TEST(ApiNameTest, KnowsWhatLaunchersInclude) {
  const std::string launcher =
      cantFail(emitLauncher(test::makeSum("zz_sum"), ".version 8.0\n", "sm_90",
                            "zz_sum"))
          .source;
  unsigned compiled = 0;
  for (StringRef compiler :
       {"gcc -std=c99 -x c", "gcc -std=gnu17 -x c", "gcc -std=gnu2x -x c",
        "g++ -std=gnu++98 -x c++", "g++ -std=c++11 -x c++",
        "g++ -std=gnu++20 -x c++", "clang-22 -std=gnu99 -x c",
        "clang-22 -std=gnu2x -x c", "clang++-22 -std=gnu++23 -x c++"}) {
    if (!sys::findProgramByName(compiler.split(' ').first))
      continue;
    ++compiled;
    EXPECT_EQ(join(findOverlooked(compiler, launcher), " "), "")
        << compiler.str();
  }
  EXPECT_GT(compiled, 0u) << "no C compiler";
}

TEST(ApiNameTest, KnowsWhatTheCLibraryExports) {
  // A launcher's function would be called in the place of the library's.
  Folder folder;
  std::string overlooked;
  size_t exported = 0;
  for (StringRef library : {"libc.so.6", "libm.so.6"}) {
    const std::string symbols = folder.outputOf(
        ("nm -D --defined-only $(cc -print-file-name=" + library + ")").str());
    for (StringRef line : split(symbols, '\n')) {
      // Others are there for old programs alone.
      auto [name, version] = line.rsplit(' ').second.split("@@");
      if (version.empty())
        continue;
      ++exported;
      if (Error error = checkApiName(name))
        consumeError(std::move(error));
      else
        overlooked += " " + name.str();
    }
  }
  EXPECT_EQ(overlooked, "");
  EXPECT_GT(exported, 1000u) << "the C library's symbols were not found";
}

} // namespace
