//===- Peers.cpp - The same scans by CUB ----------------------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Peers.h"
#include "Shell.h"
#include "ToolError.h"

#include "scanc/Machine/ScalarTypes.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <dlfcn.h>
#include <optional>
#include <thread>

extern "C" const char scanc_bench_cub_peers[]; // cub_peers.cu

using namespace scanc;
using namespace scanc::bench;
using llvm::Error;
using llvm::StringRef;

static constexpr StringRef namePrefix = "scanc_cub_";

std::string bench::peerName(StringRef subject) {
  return (namePrefix + subject).str();
}

//===----------------------------------------------------------------------===//
// Instances
//===----------------------------------------------------------------------===//

namespace {
/// What cub_peers.cu calls the parts of a name.
struct Instance {
  bool inclusive = false, soa = false;
  std::string op, type, output;
};

/// A template of cub_peers.cu, by our name of the operator.
struct PeerOperator {
  StringRef op, templateName;
  StringRef type; ///< Of its own; empty: any of `scalars`.
  bool integersOnly = false;
};
} // namespace

static const PeerOperator operators[] = {
    {"add", "Add", ""},
    {"mul", "Mul", ""},
    {"max", "Max", ""},
    {"min", "Min", ""},
    {"xor", "Xor", "", true},
    {"or", "Or", "", true},
    {"and", "And", "", true},
    {"linear_recurrence", "LinearRecurrence", "affine"},
    {"affine_f32_f32_f32", "LinearRecurrence", "affine"},
    {"argmax", "ArgMax", "indexed"},
    {"matrix2x2_mod", "MatrixProduct", "matrix"},
    {"matrix2x2_mod_46337_i32_i32_i32_i32", "MatrixProduct", "matrix"},
};
static std::optional<Instance> parseInstance(StringRef name) {
  Instance instance;
  if (!name.consume_front(namePrefix))
    return std::nullopt;
  instance.inclusive = name.consume_front("inclusive_");
  if (!instance.inclusive && !name.consume_front("exclusive_"))
    return std::nullopt;
  instance.soa = name.consume_back("_soa");
  for (const PeerOperator &known : operators) {
    instance.op = known.templateName.str();
    if (!known.type.empty() && name == known.op) {
      instance.type = instance.output = known.type.str();
      return instance;
    }
    // OP_TYPE, or OP_TYPE_OUTPUT.
    auto isType = [&](StringRef type) {
      const machine::ScalarType *scalar = machine::findScalarType(type);
      return scalar && scalar->nameable &&
             !(known.integersOnly && scalar->isFloat());
    };
    StringRef types = name;
    if (!known.type.empty() || !types.consume_front(known.op) ||
        !types.consume_front("_"))
      continue;
    auto [type, output] = types.split('_');
    if (!types.contains('_'))
      output = type;
    if (isType(type) && isType(output)) {
      instance.type = type.str();
      instance.output = output.str();
      return instance;
    }
  }
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// nvcc
//===----------------------------------------------------------------------===//

namespace {
/// One shared object to be made.
struct Compile {
  std::string name, path;
  Instance instance;
  std::string failure;
};
} // namespace

static void compileOne(Compile &job, StringRef nvcc, StringRef source,
                       StringRef arch) {
  // Another process may want the same one: it appears whole.
  const std::string partial =
      job.path + ".part" + std::to_string(llvm::sys::Process::getProcessId());
  const ShellResult done = runProgram(
      {nvcc.str(), "-O3", "-std=c++17", ("-arch=" + arch).str(), "-Xcompiler",
       "-fPIC", "-shared", "-DSCANC_PEER=" + job.name,
       "-DSCANC_OP=" + job.instance.op, "-DSCANC_TYPE=" + job.instance.type,
       "-DSCANC_OUTPUT=" + job.instance.output,
       std::string("-DSCANC_INCLUSIVE=") + (job.instance.inclusive ? "1" : "0"),
       std::string("-DSCANC_SOA=") + (job.instance.soa ? "1" : "0"),
       source.str(), "-o", partial},
      partial + ".log");
  if (done.status == 0 && !llvm::sys::fs::rename(partial, job.path))
    return;
  llvm::sys::fs::remove(partial);
  job.failure = job.name + ": nvcc ended with status " +
                std::to_string(done.status) + "\n" +
                done.output.substr(0, 2000);
}

static Error writeSource(StringRef path) {
  std::error_code failure;
  llvm::raw_fd_ostream os(path, failure);
  if (!failure) {
    os << scanc_bench_cub_peers;
    os.close();
    failure = os.error();
    os.clear_error();
  }
  return failure ? toolFailed("cannot write " + path + ": " + failure.message())
                 : Error::success();
}

Error Peers::prepare(const std::vector<std::string> &names) {
  if (options.off)
    return Error::success();
  if (!options.library.empty())
    return open(options.library, names, /*mustHave=*/false);

  // A new source or another architecture makes other files.
  const std::string tag =
      options.arch + "-" +
      llvm::utohexstr(llvm::xxh3_64bits(StringRef(scanc_bench_cub_peers)));
  if (std::error_code failure =
          llvm::sys::fs::create_directories(options.cache))
    return toolFailed("cannot make the folder '" + options.cache +
                      "': " + failure.message());
  std::vector<Compile> known, missing;
  for (const std::string &name : names) {
    std::optional<Instance> instance = parseInstance(name);
    if (!instance)
      continue;
    llvm::SmallString<256> path(options.cache);
    llvm::sys::path::append(path, name + "-" + tag + ".so");
    known.push_back({name, path.str().str(), *instance, ""});
    if (!llvm::sys::fs::exists(path))
      missing.push_back(known.back());
  }
  if (!missing.empty()) {
    std::optional<std::string> nvcc = findCudaTool("nvcc");
    if (!nvcc)
      return toolFailed("no nvcc on the PATH, in CUDA_HOME or in "
                        "/usr/local/cuda, so no CUB to compare with; "
                        "--cub=off goes without");
    llvm::SmallString<256> source(options.cache);
    llvm::sys::path::append(source, "cub_peers-" + tag + ".cu");
    if (Error error = writeSource(source))
      return error;
    llvm::errs() << "compiling " << missing.size() << " scans of CUB with "
                 << *nvcc << '\n';
    std::atomic<size_t> next = 0;
    std::vector<std::thread> workers;
    for (size_t w = 0; w < std::min<size_t>(options.threads, missing.size());
         ++w)
      workers.emplace_back([&] {
        for (size_t i; (i = next++) < missing.size();)
          compileOne(missing[i], *nvcc, source, options.arch);
      });
    for (std::thread &worker : workers)
      worker.join();
  }
  for (const Compile &job : missing)
    if (!job.failure.empty())
      return toolFailed("CUB does not compile: " + job.failure);
  for (const Compile &job : known)
    if (Error error = open(job.path, {job.name}, /*mustHave=*/true))
      return error;
  return Error::success();
}

Error Peers::open(const std::string &path,
                  const std::vector<std::string> &names, bool mustHave) {
  void *library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!library)
    return toolFailed("cannot open '" + path + "': " + dlerror());
  for (const std::string &name : names) {
    void *address = dlsym(library, name.c_str());
    if (!address && mustHave)
      return toolFailed("'" + path + "' has no " + name);
    if (!address)
      continue;
    PeerFunction function;
    std::memcpy(&function, &address, sizeof(function));
    functions[name] = function;
  }
  if (void *address = dlsym(library, "scanc_cub_version")) {
    int (*versionOf)();
    std::memcpy(&versionOf, &address, sizeof(versionOf));
    version = versionOf();
  }
  return Error::success();
}

PeerFunction Peers::find(StringRef name) const {
  return functions.lookup(name);
}

std::string Peers::whyAbsent(StringRef name) const {
  if (options.off)
    return "--cub=off";
  if (name.empty())
    return "CUB is not compared for rows and axes";
  if (!options.library.empty())
    return ("the library has no " + name).str();
  return "CUB has no such operator";
}
