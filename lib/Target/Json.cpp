//===- Json.cpp - The file that describes a scan to any host --------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "scanc/Target/Json.h"

#include "Recipe.h"

#include "scanc/Runtime/Version.h"
#include "scanc/Target/Launcher.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace scanc::target {

/// Counts changes after which a reader of older files would be wrong.
static constexpr int formatVersion = 2;

namespace {

/// Prints one description; each method a part of the file.
class Printer {
public:
  Printer(raw_ostream &os, const ScanDescription &scan,
          const scanc_scan &runtime)
      : json(os, /*IndentSize=*/2), scan(scan), runtime(runtime),
        recipe(makeRecipe(runtime)) {}

  void print(StringRef arch, StringRef baseName) {
    json.object([&] {
      json.attribute("format", formatVersion);
      json.attribute("scanc", SCANC_VERSION);
      json.attribute("name", scan.name);
      json.attribute("ptx", (baseName + ".ptx").str());
      json.attribute("arch", arch);
      printScan();
      printArrays("element", scan.elementStruct, scan.element, scan.elementSize,
                  scan.elementAlign);
      printLayout("state", "", scan.state, scan.stateSize, scan.stateAlign);
      printArrays("output", scan.outputStruct, scan.output, scan.outputSize,
                  scan.outputAlign);
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
    json.attribute("soa", scan.soa);
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

  void printLayout(StringRef key, StringRef structName,
                   ArrayRef<ScanField> fields, uint32_t size, uint32_t align) {
    json.attributeObject(key, [&] {
      printStructName(structName);
      json.attribute("size", size);
      json.attribute("align", align);
      printFields(fields, /*areOfStruct=*/true);
    });
  }

  /// An element of several arrays has no layout of its own.
  void printArrays(StringRef key, StringRef structName,
                   ArrayRef<ScanField> fields, uint32_t size, uint32_t align) {
    if (!scan.soa)
      return printLayout(key, structName, fields, size, align);
    json.attributeObject(key, [&] {
      printStructName(structName);
      printFields(fields, /*areOfStruct=*/false);
    });
  }

  void printStructName(StringRef name) {
    if (!name.empty())
      json.attribute("struct", name);
  }

  void printFields(ArrayRef<ScanField> fields, bool areOfStruct) {
    json.attributeArray("fields", [&] {
      for (auto [index, field] : enumerate(fields)) {
        json.object([&, &field = field, index = index] {
          json.attribute("name", nameField(index, field));
          json.attribute("type", field.type);
          if (areOfStruct)
            json.attribute("offset", field.offset);
          json.attribute("size", field.size);
        });
      }
    });
  }

  void printPlan() {
    json.attribute("strategy", scan.strategy);
    json.attribute("deterministic", scan.deterministic);
    json.attribute("plan", scan.plan);
    json.attribute("tile", scan.tile);
    json.attribute("short_tile", scan.shortTile);
    json.attribute("single_block_up_to", scan.singleBlockUpTo);
    json.attribute("blocks_per_sm", scan.blocksPerSM);
    json.attribute("max_blocks", scan.maxBlocks);
    json.attribute("lists", scan.lists);
    json.attribute("max_n", static_cast<uint64_t>(SCANC_MAX_ELEMENTS));
  }

  std::string getKernelName(int index) {
    return scan.name + "_" + scan.kernels[index].suffix;
  }

  void printKernels() {
    json.attributeArray("kernels", [&] {
      for (auto [index, kernel] : enumerate(scan.kernels))
        json.object([&, index = index, &kernel = kernel] {
          json.attribute("name", getKernelName(index));
          json.attribute("grid", recipe.grids[index]);
          json.attribute("block", kernel.threads);
          json.attribute("tile", kernel.tile);
          json.attribute("shared_memory",
                         kernel.sharedBytes ? "dynamic" : "static");
          json.attribute("dynamic_shared_bytes", kernel.sharedBytes);
          json.attribute("blocks_per_sm", kernel.blocksPerSM);
          json.attribute("dependent", (runtime.kernels[index].flags &
                                       SCANC_KERNEL_DEPENDENT) != 0);
        });
    });
  }

  void printParameters() {
    auto print = [&](const Twine &name, const Twine &type, int size) {
      json.object([&] {
        json.attribute("name", name.str());
        json.attribute("type", type.str());
        json.attribute("size", size);
      });
    };
    json.attributeArray("parameters", [&] {
      if (scan.soa) {
        for (auto [index, field] : enumerate(scan.element))
          print(nameArray("in", index, field), "const " + field.type + " *", 8);
        for (auto [index, field] : enumerate(scan.output))
          print(nameArray("out", index, field), field.type + " *", 8);
      } else {
        print("in", "const element *", 8);
        print("out", "output *", 8);
      }
      print("workspace", "state *", 8);
      print("n", "uint64_t", 8);
      print("blocks", "uint32_t", 4);
    });
  }

  void printWorkspace() {
    json.attributeObject("workspace", [&] {
      json.attribute("formula", recipe.workspace);
      json.attribute("bytes", static_cast<uint64_t>(scanc_workspace_bytes(
                                  &runtime, SCANC_MAX_ELEMENTS)));
      json.attribute("align", SCANC_WORKSPACE_ALIGN);
      json.attribute("zeroed", scan.workspaceZeroed);
    });
  }

  void printStep(const RecipeStep &step) {
    json.object([&] {
      json.attribute("kernel", getKernelName(step.kernel));
      json.attribute("n", step.n);
      json.attribute("grid", step.grid);
      json.attribute("block", scan.kernels[step.kernel].threads);
      json.attribute("in", step.in);
      json.attribute("in_offset", step.inOffset);
      json.attribute("out", step.out);
      json.attribute("out_offset", step.outOffset);
      json.attribute("workspace_offset", step.workspaceOffset);
      json.attribute("blocks_argument", step.blocks);
    });
  }

  void printLaunch() {
    json.attributeObject("launch", [&] {
      json.attributeArray("values", [&] {
        for (const auto &[name, value] : recipe.values)
          json.object([&, &name = name, &value = value] {
            json.attribute("name", name);
            json.attribute("value", value);
          });
      });
      json.attributeArray("cases", [&] {
        for (const RecipeCase &launched : recipe.cases)
          json.object([&] {
            json.attribute("if", launched.condition);
            json.attributeArray("steps", [&] {
              for (const RecipeStep &step : launched.steps)
                printStep(step);
            });
          });
      });
    });
  }

  json::OStream json;
  const ScanDescription &scan;
  const scanc_scan &runtime;
  Recipe recipe;
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
