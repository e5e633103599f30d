//===- main.cpp - Runs one suite over some launchers ----------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// harness SUITE --manifest=FILE --folder=DIR --results=FILE
//         [--names=A,B,...] [--max-n=N] [--n=N] [--exact] [--brief]
//
// Exit status: 0 all passed, 1 some failed, 2 wrong usage, 3 CUDA failed and
// the launcher that the results name last was not finished.
//
//===----------------------------------------------------------------------===//

#include "Cuda.h"
#include "Suites.h"

#include <algorithm>
#include <cstdio>
#include <sstream>
#include <stdexcept>

using namespace scanc::gputest;

namespace {

using Suite = void (*)(const Scans &, const Options &, Results &);

const struct {
  const char *name;
  Suite run;
  bool device; ///< needs a device
} suites[] = {
    {"scans", runScans, true},       {"huge", runHuge, true},
    {"statuses", runStatuses, true}, {"no-device", runNoDevice, false},
    {"loading", runLoading, true},   {"graphs", runGraphs, true},
    {"bench", runBench, true},       {"once", runOnce, true},
};

/// The value of --key=value, or null.
const char *valueOf(const std::string &argument, const std::string &key) {
  std::string prefix = "--" + key + "=";
  return argument.rfind(prefix, 0) == 0 ? argument.c_str() + prefix.size()
                                        : nullptr;
}

/// The scans called `names`, in the manifest's order; all if it is empty.
Scans select(Scans scans, const std::string &names) {
  if (names.empty())
    return scans;
  Scans chosen;
  for (ScanCase &scan : scans)
    if (("," + names + ",").find("," + scan.name + ",") != std::string::npos)
      chosen.push_back(std::move(scan));
  return chosen;
}

int usage(const std::string &complaint) {
  std::fprintf(stderr, "harness: %s\nsuites:", complaint.c_str());
  for (const auto &suite : suites)
    std::fprintf(stderr, " %s", suite.name);
  std::fprintf(stderr, "\n");
  return 2;
}

int run(int argc, char **argv) {
  if (argc < 2)
    return usage("which suite?");
  const auto *suite =
      std::find_if(std::begin(suites), std::end(suites), [&](const auto &s) {
        return s.name == std::string(argv[1]);
      });
  if (suite == std::end(suites))
    return usage(std::string("no suite '") + argv[1] + "'");

  Options options;
  std::string manifest, results, names;
  for (int i = 2; i < argc; ++i) {
    std::string argument = argv[i];
    if (const char *value = valueOf(argument, "manifest"))
      manifest = value;
    else if (const char *value = valueOf(argument, "folder"))
      options.folder = value;
    else if (const char *value = valueOf(argument, "results"))
      results = value;
    else if (const char *value = valueOf(argument, "names"))
      names = value;
    else if (const char *value = valueOf(argument, "max-n"))
      options.maxElements = std::stoull(value);
    else if (const char *value = valueOf(argument, "n"))
      options.n = std::stoull(value);
    else if (argument == "--exact")
      options.exact = true;
    else if (argument == "--brief")
      options.brief = true;
    else
      return usage("no option '" + argument + "'");
  }

  Results sink(results, suite->name);
  Scans scans = select(readManifest(manifest), names);
  if (suite->device) {
    SCANC_CUDA(cudaSetDevice(0));
    SCANC_CUDA(cudaFree(nullptr)); // makes the context current
  }
  suite->run(scans, options, sink);
  return sink.failures() ? 1 : 0;
}

} // namespace

int main(int argc, char **argv) {
  try {
    return run(argc, argv);
  } catch (const std::exception &error) {
    std::fprintf(stderr, "harness: %s\n", error.what());
    return 3;
  }
}
