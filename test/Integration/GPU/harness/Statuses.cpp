//===- Statuses.cpp - Each status a launcher can return -------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two launchers serve: one in the group `statuses` of two-level streaming with
// elements and outputs of the same size, and one in `too_new`, whose PTX is
// for a GPU that does not exist yet. Every refusal must leave the output as it
// was, and a good launch must succeed behind it.
//
//===----------------------------------------------------------------------===//

#include "Cuda.h"
#include "Suites.h"

#include <set>
#include <thread>

using namespace scanc::gputest;

namespace {

/// Device memory with the input, the output and the workspace of one scan.
class StatusTest {
public:
  StatusTest(const Launcher &launcher, Results &results)
      : launcher(launcher), results(results),
        n(launcher.scan.singleUpTo + 3 * launcher.scan.tile + 1),
        needed(launcher.workspaceBytes(n)) {
    buffer.reserve(3 * bytes());
    SCANC_CUDA(cudaMemset(buffer.data(), 1, 3 * bytes()));
    workspace.reserve(needed);
  }

  void run() {
    char *in = at(0), *out = at(bytes()), *work = space();
    expect("input is null", SCANC_ERROR_NULL_POINTER, nullptr, out, n, work);
    expect("output is null", SCANC_ERROR_NULL_POINTER, in, nullptr, n, work);
    expect("both are null", SCANC_ERROR_NULL_POINTER, nullptr, nullptr, 1,
           work);
    expect("all is null and n is 0", SCANC_OK, nullptr, nullptr, 0, nullptr);
    expect("n is 0", SCANC_OK, in, out, 0, work);
    expect("n is above 2^40", SCANC_ERROR_TOO_MANY_ELEMENTS, in, out,
           (uint64_t(1) << 40) + 1, work);
    expect("n is 2^64 - 1", SCANC_ERROR_TOO_MANY_ELEMENTS, in, out, ~0ull,
           work);
    if (launcher.scan.elem.alignment > 1) {
      expect("input is misaligned", SCANC_ERROR_MISALIGNED_POINTER, in + 1, out,
             n, work);
      expect("output is misaligned", SCANC_ERROR_MISALIGNED_POINTER, in,
             out + 1, n, work);
    }
    size_t element = launcher.scan.elem.size;
    expect("output one element above the input", SCANC_ERROR_OVERLAP, out,
           out + element, n, work);
    expect("output one element below the input", SCANC_ERROR_OVERLAP, out,
           out - element, n, work);
    expect("output begins at the input's last element", SCANC_ERROR_OVERLAP, in,
           in + (n - 1) * element, n, work);
    expect("output touches the input's end", SCANC_OK, in, in + n * element, n,
           work);
    expect("in place", SCANC_OK, in, in, n, work);
    expect("workspace is null", SCANC_ERROR_NO_WORKSPACE, in, out, n, nullptr);
    expect("workspace is misaligned", SCANC_ERROR_MISALIGNED_WORKSPACE, in, out,
           n, work + 8);
    expect("workspace is the input", SCANC_ERROR_OVERLAP, in, out, n, in);
    expect("workspace is the output", SCANC_ERROR_OVERLAP, in, out, n, out);
    expect("workspace's allocation is too short",
           SCANC_ERROR_WORKSPACE_TOO_SMALL, in, out, n, work + needed / 2);
    results.report(name(), "init of a misaligned workspace",
                   compare(launcher.initWorkspace(work + 8, nullptr),
                           SCANC_ERROR_MISALIGNED_WORKSPACE));
    if (launcher.scan.singleUpTo)
      expect("no workspace where none is needed",
             launcher.workspaceBytes(1) ? SCANC_ERROR_NO_WORKSPACE : SCANC_OK,
             in, out, 1, nullptr);
    withoutContext(in, out, work);
    expect("good arguments", SCANC_OK, in, out, n, work);
  }

  static std::string compare(scanc_status got, scanc_status wanted) {
    if (got == wanted)
      return "";
    return "got status " + std::to_string(got) + " (" +
           scanc_status_string(got) + "), expected " + std::to_string(wanted);
  }

private:
  const Launcher &launcher;
  Results &results;
  uint64_t n;
  size_t needed;
  DeviceMemory buffer, workspace;

  const std::string &name() const { return launcher.scan.name; }
  size_t bytes() const {
    return (n * launcher.scan.elem.size + 255) / 256 * 256;
  }
  char *at(size_t offset) const {
    return static_cast<char *>(buffer.data()) + offset;
  }
  char *space() const { return static_cast<char *>(workspace.data()); }

  /// A refused launch leaves all of the buffer as it is.
  void expect(const char *what, scanc_status wanted, const void *in, void *out,
              uint64_t count, void *work) {
    SCANC_CUDA(cudaMemset(buffer.data(), 1, 3 * bytes()));
    SCANC_CUDA(cudaDeviceSynchronize());
    std::string message =
        compare(launcher.launch(nullptr, in, out, count, work), wanted);
    SCANC_CUDA(cudaDeviceSynchronize());
    if (message.empty() && (wanted != SCANC_OK || count == 0)) {
      std::string host(3 * bytes(), 0);
      SCANC_CUDA(cudaMemcpy(&host[0], buffer.data(), host.size(),
                            cudaMemcpyDeviceToHost));
      if (host != std::string(host.size(), 1))
        message = "something was written all the same";
    }
    results.report(name(), what, message);
  }

  /// A thread that has never called CUDA has no current context.
  void withoutContext(void *in, void *out, void *work) {
    scanc_status launched = SCANC_OK, loaded = SCANC_OK;
    std::thread([&] {
      launched = launcher.launch(nullptr, in, out, n, work);
      loaded = launcher.load();
    }).join();
    results.report(name(), "launch without a context",
                   compare(launched, SCANC_ERROR_NO_CONTEXT));
    results.report(name(), "load without a context",
                   compare(loaded, SCANC_ERROR_NO_CONTEXT));
  }
};

/// Every status has a text of its own.
void checkTexts(Results &results) {
  std::set<std::string> texts;
  for (int s = SCANC_OK; s <= SCANC_ERROR_OUT_OF_HOST_MEMORY; ++s)
    texts.insert(scanc_status_string(static_cast<scanc_status>(s)));
  bool distinct = texts.size() == SCANC_ERROR_OUT_OF_HOST_MEMORY + 1u;
  results.report("scanc_status_string", "texts",
                 distinct ? "" : "two statuses have the same text");
}

} // namespace

void scanc::gputest::runStatuses(const Scans &scans, const Options &options,
                                 Results &results) {
  checkTexts(results);
  for (const ScanCase &scan : scans) {
    if (!scan.in("statuses") && !scan.in("too_new"))
      continue;
    results.begin(scan.name);
    Launcher launcher(options.folder, scan);
    if (scan.in("statuses")) {
      StatusTest(launcher, results).run();
      continue;
    }
    DeviceMemory memory;
    memory.reserve(2048 + launcher.workspaceBytes(1));
    char *data = static_cast<char *>(memory.data());
    results.report(
        scan.name, "launch on an older GPU",
        StatusTest::compare(
            launcher.launch(nullptr, data, data + 1024, 1, data + 2048),
            SCANC_ERROR_GPU_TOO_OLD));
    results.report(
        scan.name, "load on an older GPU",
        StatusTest::compare(launcher.load(), SCANC_ERROR_GPU_TOO_OLD));
  }
}

void scanc::gputest::runNoDevice(const Scans &scans, const Options &options,
                                 Results &results) {
  for (const ScanCase &scan : scans) {
    if (!scan.in("statuses"))
      continue;
    Launcher launcher(options.folder, scan);
    alignas(64) static char memory[4096];
    results.report(
        scan.name, "launch without a device",
        StatusTest::compare(
            launcher.launch(nullptr, memory, memory + 1024, 1, memory + 2048),
            SCANC_ERROR_NO_DEVICE));
  }
}
