//===- OutputFiles.cpp - Files that appear whole or not at all ------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "scanc/Target/OutputFiles.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

#include <optional>

using namespace llvm;
namespace fs = llvm::sys::fs;

namespace scanc::target {

static Error cannotWrite(StringRef path, const Twine &reason) {
  return createStringError(
      "cannot write " +
      (path == "-" ? "to standard output" : "'" + path.str() + "'") + ": " +
      reason);
}

static Error cannotWrite(StringRef path, std::error_code reason) {
  return cannotWrite(path, reason.message());
}

namespace {

/// One output on its way: written under a temporary name, then in its place.
class PendingFile {
public:
  PendingFile(StringRef path, StringRef contents)
      : path(path), contents(contents) {}
  PendingFile(PendingFile &&) = default;

  ~PendingFile() {
    if (temporary)
      consumeError(temporary->discard());
    if (!backup.empty())
      fs::remove(backup);
  }

  /// Writes the temporary file, or, where there can be none, finds that out.
  Error prepare();

  /// Writes what cannot be renamed onto.
  Error writeInPlace();

  /// Puts the temporary file in its place; undo takes it away again.
  Error rename();
  void undo();

private:
  Error writeTo(raw_fd_ostream &os);

  StringRef path, contents;
  /// What is renamed onto: the file itself if the path is a link.
  SmallString<128> target;
  /// A second name of the file that was there; empty if there was none.
  SmallString<128> backup;
  std::optional<fs::TempFile> temporary;
  bool direct = false, renamed = false;
};

} // namespace

Error PendingFile::writeTo(raw_fd_ostream &os) {
  os << contents;
  os.flush();
  if (!os.has_error())
    return Error::success();
  std::error_code reason = os.error();
  os.clear_error();
  return cannotWrite(path, reason);
}

Error PendingFile::prepare() {
  fs::file_status status;
  if (path == "-") {
    direct = true;
    return Error::success();
  }
  target = path;
  if (!fs::status(path, status)) {
    if (status.type() == fs::file_type::directory_file)
      return cannotWrite(path, std::make_error_code(std::errc::is_a_directory));
    if (std::error_code reason = fs::access(path, fs::AccessMode::Write))
      return cannotWrite(path, reason);
    direct = status.type() != fs::file_type::regular_file;
    if (direct)
      return Error::success();
    if (std::error_code reason = fs::real_path(path, target))
      return cannotWrite(path, reason);
  }

  Expected<fs::TempFile> file = fs::TempFile::create(target + ".%%%%%%%%.tmp");
  if (!file)
    return cannotWrite(path, errorToErrorCode(file.takeError()));
  temporary = std::move(*file);
  raw_fd_ostream os(temporary->FD, /*shouldClose=*/false);
  return writeTo(os);
}

Error PendingFile::writeInPlace() {
  if (!direct)
    return Error::success();
  if (path == "-")
    return writeTo(outs());
  std::error_code reason;
  raw_fd_ostream os(path, reason, fs::CD_OpenExisting);
  if (reason)
    return cannotWrite(path, reason);
  return writeTo(os);
}

Error PendingFile::rename() {
  if (direct)
    return Error::success();
  if (fs::exists(target)) {
    // A file system without links gets no backup.
    SmallString<128> name;
    fs::createUniquePath(target + ".%%%%%%%%.bak", name,
                         /*MakeAbsolute=*/false);
    if (!fs::create_hard_link(target, name))
      backup = name;
  }
  Error error = temporary->keep(target);
  temporary.reset();
  if (error)
    return cannotWrite(path, errorToErrorCode(std::move(error)));
  renamed = true;
  return Error::success();
}

void PendingFile::undo() {
  if (!renamed)
    return;
  if (backup.empty()) {
    fs::remove(target);
  } else {
    fs::rename(backup, target);
    backup.clear();
  }
}

void OutputFiles::add(StringRef path, std::string contents) {
  outputs.push_back({path.str(), std::move(contents)});
}

Error OutputFiles::commit() {
  StringSet<> paths;
  for (const Output &output : outputs)
    if (output.path != "-" && !paths.insert(output.path).second)
      return cannotWrite(output.path, "two outputs have that name");

  std::vector<PendingFile> files;
  for (const Output &output : outputs) {
    files.emplace_back(output.path, output.contents);
    if (Error error = files.back().prepare())
      return error;
  }
  for (PendingFile &file : files)
    if (Error error = file.writeInPlace())
      return error;
  for (PendingFile &file : files) {
    if (Error error = file.rename()) {
      for (PendingFile &other : files)
        other.undo();
      return error;
    }
  }
  outputs.clear();
  return Error::success();
}

} // namespace scanc::target
