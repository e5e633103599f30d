//===- Output.cpp - The -o of commands with one output --------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Output.h"

#include "Command.h"

#include "scanc/Target/OutputFiles.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace scanc;
using llvm::Error;
using llvm::StringRef;
namespace fs = llvm::sys::fs;

static llvm::cl::opt<std::string> outputFlag(
    "o",
    llvm::cl::desc("where to write; '-' is standard output (default: -, with "
                   "'run' nowhere)"),
    llvm::cl::value_desc("FILE"), llvm::cl::cat(commandCategory()),
    llvm::cl::sub(circuitSubCommand()), llvm::cl::sub(listSubCommand()),
    llvm::cl::sub(reportSubCommand()), llvm::cl::sub(runSubCommand()),
    llvm::cl::sub(tuneSubCommand()), llvm::cl::sub(verifySubCommand()));

StringRef scanc::requestedOutput() { return outputFlag; }

Error scanc::checkOutput(StringRef path) {
  if (path.empty() || path == "-")
    return Error::success();
  StringRef folder = llvm::sys::path::parent_path(path);
  std::error_code reason;
  if (fs::is_directory(path))
    reason = std::make_error_code(std::errc::is_a_directory);
  else if (!folder.empty() && !fs::is_directory(folder))
    reason = std::make_error_code(fs::exists(folder)
                                      ? std::errc::not_a_directory
                                      : std::errc::no_such_file_or_directory);
  if (!reason)
    return Error::success();
  return badInput("cannot write '" + path + "': " + reason.message());
}

/// Where a path leads, through links. A file that is not there yet is in a
/// folder that is.
static std::string resolve(StringRef path) {
  llvm::SmallString<128> place;
  if (path == "-")
    return path.str();
  if (!fs::real_path(path, place))
    return place.str().str();
  StringRef folder = llvm::sys::path::parent_path(path);
  if (fs::real_path(folder.empty() ? "." : folder, place))
    place = folder;
  llvm::sys::path::append(place, llvm::sys::path::filename(path));
  return place.str().str();
}

Error scanc::checkOutputs(llvm::ArrayRef<std::string> paths) {
  llvm::StringMap<StringRef> places;
  for (StringRef path : paths) {
    if (Error error = checkOutput(path))
      return error;
    auto [known, isNew] = places.try_emplace(resolve(path), path);
    if (!isNew)
      return badInput("cannot write both '" + known->second + "' and '" + path +
                      "': they are one file");
  }
  return Error::success();
}

Error scanc::writeOutput(std::string contents) {
  target::OutputFiles files;
  files.add(outputFlag.empty() ? StringRef("-") : StringRef(outputFlag),
            std::move(contents));
  return files.commit();
}
