//===- RenderJson.cpp - A report for programs -----------------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "scanc/Report/Report.h"

#include "scanc/Circuits/Cost.h"

#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

namespace scanc::reports {

namespace {

class JsonReport {
public:
  explicit JsonReport(llvm::raw_ostream &os) : json(os, /*IndentSize=*/2) {}

  void write(const Report &report) {
    json.object([&] {
      const target::ScanDescription &scan = report.scan;
      json.attribute("scan", scan.name);
      json.attribute("monoid", scan.monoid);
      json.attribute("inclusive", scan.inclusive);
      json.attribute("reverse", scan.reverse);
      json.attribute("soa", scan.soa);
      json.attribute("strategy", scan.strategy);
      json.attribute("deterministic", scan.deterministic);
      json.attribute("plan", scan.plan);
      json.attribute("n", report.n());
      if (report.scan.isOfRows())
        json.attribute("row", report.runs.front().row);
      json.attribute("multiprocessors", report.multiprocessors);
      json.attribute("element_bytes", scan.inputBytes());
      json.attribute("output_bytes", scan.outputBytes());
      json.attribute("workspace_bytes", report.workspaceBytes);
      json.attributeArray("runs", [&] {
        for (const Run &run : report.runs)
          writeRun(run);
      });
      json.attributeArray("circuits", [&] {
        for (const Circuit &circuit : report.circuits)
          writeCircuit(circuit);
      });
      json.attributeArray("kernels", [&] {
        for (const Kernel &kernel : report.kernels)
          writeKernel(kernel);
      });
      json.attributeObject("total", [&] { writeCounts(report.total); });
    });
  }

private:
  void writeRun(const Run &run) {
    json.object([&] {
      json.attribute("n", run.n);
      if (run.row)
        json.attribute("row", run.row);
      if (!run.tensor)
        return;
      json.attributeArray("shape", [&] {
        for (uint64_t extent : run.tensor->extents)
          json.value(extent);
      });
      json.attribute("axis", run.tensor->axis);
    });
  }

  void writeCircuit(const Circuit &circuit) {
    const circuits::Cost cost = circuits::computeCost(circuit.network);
    json.object([&] {
      json.attribute("name", circuit.name);
      json.attribute("width", cost.width);
      json.attribute("size", cost.size);
      json.attribute("depth", cost.depth);
      json.attribute("stages", cost.stages);
    });
  }

  void writeKernel(const Kernel &kernel) {
    json.object([&] {
      json.attribute("name", kernel.name);
      json.attribute("run", kernel.run);
      json.attribute("blocks", kernel.blocks);
      json.attribute("threads", kernel.threads);
      json.attribute("shared_bytes", kernel.sharedBytes);
      json.attributeArray("steps", [&] {
        for (const Step &step : kernel.steps)
          writeStep(step);
      });
      json.attributeObject("total", [&] { writeCounts(kernel.total); });
      json.attributeArray("block_circuits", [&] {
        for (const BlockCircuit &block : kernel.blockCircuits)
          writeBlock(block);
      });
    });
  }

  void writeBlock(const BlockCircuit &block) {
    json.object([&] {
      json.attribute("circuit", block.circuit);
      json.attribute("mapping", block.mapping);
      json.attribute("combines", block.combines);
      json.attribute("barriers", block.barriers);
      json.attribute("warp_syncs", block.warpSyncs);
      json.attribute("bytes", block.bytes);
      json.attributeArray("layouts", [&] {
        for (const prefix::LayoutCandidate &candidate : block.layouts)
          json.object([&] {
            json.attributeArray("divisors", [&] {
              for (int64_t divisor : candidate.layout.divisors)
                json.value(divisor);
            });
            json.attribute("wavefronts", candidate.wavefronts);
            json.attribute("address_instructions", candidate.operations);
            json.attribute("bytes", candidate.bytes);
            json.attribute("taken", candidate.layout == block.layout);
          });
      });
    });
  }

  void writeStep(const Step &step) {
    json.object([&] {
      json.attribute("step", step.name);
      json.attributeArray("circuits", [&] {
        for (const LevelCircuit &circuit : step.circuits)
          json.object([&] {
            json.attribute("name", circuit.name);
            json.attribute("width", circuit.width);
            json.attribute("size", circuit.size);
            json.attribute("depth", circuit.depth);
            json.attribute("reduction", circuit.reduction);
          });
      });
      writeCounts(step);
      if (!step.predicted)
        return;
      json.attributeObject("predicted", [&] {
        json.attribute("requests", step.predicted->requests);
        writeBanks("banks32", step.predicted->banks32);
        writeBanks("banks16", step.predicted->banks16);
        json.attribute("agrees", step.agrees());
      });
    });
  }

  void writeCounts(const Step &step) {
    json.attribute("combines", step.combines);
    json.attribute("combines_kept", step.keptCombines);
    json.attribute("shuffles", step.shuffles);
    json.attribute("votes", step.votes);
    json.attribute("other_collectives", step.otherCollectives);
    json.attribute("warp_syncs", step.warpSyncs);
    json.attribute("barriers", step.barriers);
    json.attributeObject("shared", [&] {
      json.attribute("requests", step.shared.requests);
      json.attribute("divergent", step.shared.divergent);
      writeBanks("banks32", step.shared.banks32);
      writeBanks("banks16", step.shared.banks16);
    });
    json.attributeObject("global", [&] {
      json.attribute("requests", step.global.requests);
      json.attribute("divergent", step.global.divergent);
      json.attribute("sectors", step.global.sectors);
      json.attribute("least_sectors", step.global.leastSectors);
      json.attribute("bytes_read", step.global.bytesRead);
      json.attribute("bytes_written", step.global.bytesWritten);
    });
  }

  void writeBanks(llvm::StringRef key, const circuits::BankCost &cost) {
    json.attributeObject(key, [&] {
      json.attribute("wavefronts", cost.wavefronts);
      json.attribute("least", cost.least);
      json.attribute("degree", cost.degree);
    });
  }

  llvm::json::OStream json;
};

} // namespace

std::string renderJson(const Report &report) {
  std::string text;
  llvm::raw_string_ostream os(text);
  JsonReport(os).write(report);
  os << '\n';
  return text;
}

} // namespace scanc::reports
