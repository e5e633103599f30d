//===- Graphs.cpp - Captured into a graph and replayed --------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cuda.h"
#include "Reference.h"
#include "Suites.h"

#include <algorithm>
#include <stdexcept>

using namespace scanc::gputest;

namespace {

constexpr unsigned replays = 10;

/// Buffers and a graph of one scan of them.
class GraphTest {
public:
  GraphTest(const Launcher &launcher, uint64_t n)
      : launcher(launcher), reference(makeReference(launcher.scan)), n(n) {
    if (!reference)
      throw std::runtime_error("no reference");
    input.reserve(std::max<size_t>(1, n * launcher.scan.elem.size));
    output.reserve(std::max<size_t>(1, outBytes()));
    workspace.reserve(std::max<size_t>(1, launcher.workspaceBytes(n)));
    verdict.reserve(sizeof(Verdict));
  }

  /// Returns what went wrong.
  std::string run(cudaStreamCaptureMode mode) {
    launcher.initWorkspace(workspace.data(), stream);
    cudaGraph_t graph = nullptr;
    SCANC_CUDA(cudaStreamBeginCapture(stream, mode));
    scanc_status status = launcher.launch(stream, input.data(), output.data(),
                                          n, workspace.data());
    SCANC_CUDA(cudaStreamEndCapture(stream, &graph));
    if (status != SCANC_OK)
      return scanc_status_string(status);
    cudaGraphExec_t executable;
    SCANC_CUDA(cudaGraphInstantiate(&executable, graph, 0));
    std::string message;
    for (unsigned replay = 0; replay < replays && message.empty(); ++replay)
      message = replayOnce(executable, replay);
    SCANC_CUDA(cudaGraphExecDestroy(executable));
    SCANC_CUDA(cudaGraphDestroy(graph));
    return message;
  }

private:
  const Launcher &launcher;
  std::unique_ptr<Reference> reference;
  uint64_t n;
  Stream stream;
  DeviceMemory input, output, workspace, verdict;

  size_t outBytes() const { return n * launcher.scan.out.size; }

  /// New data in the same memory each time.
  std::string replayOnce(cudaGraphExec_t executable, unsigned replay) {
    Verdict result{Verdict::none, 0, 0, 0, 0};
    auto *found = static_cast<Verdict *>(verdict.data());
    reference->generate(input.data(), n, Pattern::Normal, 1000 + replay,
                        stream);
    SCANC_CUDA(cudaMemsetAsync(output.data(), 0xA5, outBytes(), stream));
    SCANC_CUDA(cudaMemcpyAsync(found, &result, sizeof result,
                               cudaMemcpyHostToDevice, stream));
    SCANC_CUDA(cudaGraphLaunch(executable, stream));
    reference->check(input.data(), output.data(), n, found, stream);
    SCANC_CUDA(cudaMemcpyAsync(&result, found, sizeof result,
                               cudaMemcpyDeviceToHost, stream));
    SCANC_CUDA(cudaStreamSynchronize(stream));
    if (!result.wrong)
      return "";
    return "replay " + std::to_string(replay) + ": out[" +
           std::to_string(result.firstWrong) + "]: " +
           reference->explain(input.data(), output.data(), n, result.firstWrong,
                              stream);
  }
};

} // namespace

void scanc::gputest::runGraphs(const Scans &scans, const Options &options,
                               Results &results) {
  static const struct {
    const char *name;
    cudaStreamCaptureMode mode;
  } modes[] = {{"global", cudaStreamCaptureModeGlobal},
               {"thread-local", cudaStreamCaptureModeThreadLocal},
               {"relaxed", cudaStreamCaptureModeRelaxed}};
  for (const ScanCase &scan : scans) {
    results.begin(scan.name);
    Launcher launcher(options.folder, scan);
    for (const auto &[mode, value] : modes)
      for (bool first : {true, false})
        for (uint64_t n : {uint64_t(1), scan.tile + 1,
                           scan.singleUpTo + 20 * scan.tile + 3}) {
          if (first) // the launch under capture has to load the PTX
            launcher.unload();
          results.report(scan.name,
                         std::string(mode) + " capture" +
                             (first ? " of the first launch" : "") +
                             ", 10 replays, n=" + std::to_string(n),
                         GraphTest(launcher, n).run(value));
        }
  }
}
