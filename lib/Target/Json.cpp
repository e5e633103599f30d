//===- Json.cpp - The file that describes a scan to any host --------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "scanc/Target/Json.h"
#include "scanc/Target/Launcher.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace scanc::target {

/// Counts changes after which a reader of older files would be wrong.
static constexpr int formatVersion = 1;

namespace {

/// A kernel, and its grid in the launch recipe.
struct KernelInfo {
  StringRef suffix, grid, blocksArgument;
  uint32_t threads;
};

/// Prints one description; each method a part of the file.
class Printer {
public:
  Printer(raw_ostream &os, const ScanDescription &scan,
          const scanc_scan &runtime)
      : json(os, /*IndentSize=*/2), scan(scan), runtime(runtime) {
    bool alone = runtime.strategy == SCANC_SINGLE_BLOCK;
    if (alone || runtime.single_up_to != 0)
      single.push_back({"single", "1", "1", scan.threadsSingle});
    if (alone)
      return;
    top.push_back({"top", "1", "blocks", scan.threadsTop});
    streaming = {{"reduce", "blocks", "blocks", scan.threadsReduce},
                 top.front(),
                 {"scan", "blocks", "blocks", scan.threadsScan}};
  }

  void print(StringRef arch, StringRef baseName) {
    json.object([&] {
      json.attribute("format", formatVersion);
      json.attribute("name", scan.name);
      json.attribute("ptx", (baseName + ".ptx").str());
      json.attribute("arch", arch);
      printScan();
      printLayout("element", scan.element, scan.elementSize, scan.elementAlign);
      printLayout("state", scan.state, scan.stateSize, scan.stateAlign);
      printLayout("output", scan.output, scan.outputSize, scan.outputAlign);
      printPlan();
      printKernels();
      printParameters();
      printWorkspace();
      printLaunch();
    });
  }

private:
  void printScan() {
    json.attribute("kind", scan.inclusive ? "inclusive" : "exclusive");
    json.attribute("reverse", scan.reverse);
    json.attributeArray("init", [&] {
      for (const std::string &value : scan.init)
        json.value(value);
    });
    json.attributeObject("monoid", [&] {
      json.attribute("name", scan.monoid);
      json.attribute("commutative", scan.commutative);
      json.attribute("idempotent", scan.idempotent);
    });
  }

  void printLayout(StringRef key, ArrayRef<ScanField> fields, uint32_t size,
                   uint32_t align) {
    json.attributeObject(key, [&] {
      json.attribute("size", size);
      json.attribute("align", align);
      json.attributeArray("fields", [&] {
        for (auto [index, field] : enumerate(fields)) {
          json.object([&, &field = field, index = index] {
            json.attribute("name", formatv("f{0}", index).str());
            json.attribute("type", field.name);
            json.attribute("offset", field.offset);
            json.attribute("size", field.size);
          });
        }
      });
    });
  }

  void printPlan() {
    json.attribute("strategy", scan.strategy);
    json.attribute("plan", scan.plan);
    json.attribute("tile", scan.tile);
    json.attribute("single_block_up_to", scan.singleBlockUpTo);
    json.attribute("blocks_per_sm", scan.blocksPerSM);
    json.attribute("max_blocks", scan.maxBlocks);
    json.attribute("lists", scan.lists);
    json.attribute("max_n", static_cast<uint64_t>(SCANC_MAX_ELEMENTS));
  }

  std::string getKernelName(const KernelInfo &kernel) {
    return scan.name + "_" + kernel.suffix.str();
  }

  void printKernels() {
    json.attributeArray("kernels", [&] {
      for (const auto &kernel : concat<const KernelInfo>(single, streaming))
        json.object([&] {
          json.attribute("name", getKernelName(kernel));
          json.attribute("grid", kernel.grid);
          json.attribute("block", kernel.threads);
          json.attribute("shared_memory", "static");
          json.attribute("dynamic_shared_bytes", 0);
        });
    });
  }

  void printParameters() {
    auto print = [&](StringRef name, StringRef type, int size) {
      json.object([&] {
        json.attribute("name", name);
        json.attribute("type", type);
        json.attribute("size", size);
      });
    };
    json.attributeArray("parameters", [&] {
      print("in", "const element *", 8);
      print("out", "output *", 8);
      print("workspace", "state *", 8);
      print("n", "uint64_t", 8);
      print("blocks", "uint32_t", 4);
    });
  }

  void printWorkspace() {
    uint64_t bytes = scanc_workspace_bytes(&runtime, SCANC_MAX_ELEMENTS);
    json.attributeObject("workspace", [&] {
      json.attribute("formula",
                     bytes == 0 ? std::string("0")
                                : formatv("0 if n <= single_block_up_to else "
                                          "{0}",
                                          bytes)
                                      .str());
      json.attribute("bytes", bytes);
      json.attribute("align", SCANC_WORKSPACE_ALIGN);
    });
  }

  void printCase(StringRef condition, ArrayRef<KernelInfo> steps) {
    json.object([&] {
      json.attribute("if", condition);
      json.attributeArray("steps", [&] {
        for (const KernelInfo &kernel : steps)
          json.object([&] {
            json.attribute("kernel", getKernelName(kernel));
            json.attribute("grid", kernel.grid);
            json.attribute("block", kernel.threads);
            json.attribute("blocks_argument", kernel.blocksArgument);
          });
      });
    });
  }

  void printLaunch() {
    bool alone = streaming.empty();
    json.attributeObject("launch", [&] {
      json.attribute("blocks",
                     alone ? "1"
                           : "min(n // tile, max(sm_count * blocks_per_sm, 1), "
                             "max_blocks)");
      json.attributeArray("cases", [&] {
        printCase("n == 0", {});
        if (!single.empty())
          printCase(alone ? "n > 0" : "n <= single_block_up_to", single);
        if (alone)
          return;
        printCase("blocks == 0", top);
        printCase("blocks > 0", streaming);
      });
    });
  }

  json::OStream json;
  const ScanDescription &scan;
  const scanc_scan &runtime;
  // The kernels of each case of the launch recipe.
  SmallVector<KernelInfo> single, top, streaming;
};

} // namespace

Expected<std::string> emitJson(const ScanDescription &scan, StringRef arch,
                               StringRef baseName) {
  Expected<scanc_scan> runtime = makeRuntimeScan(scan, arch, nullptr);
  if (!runtime)
    return runtime.takeError();
  std::string result;
  raw_string_ostream os(result);
  Printer(os, scan, *runtime).print(arch, baseName);
  os << "\n";
  return result;
}

} // namespace scanc::target
