//===- Json.cpp - The file that describes a scan to any host --------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "scanc/Target/Json.h"

#include "scanc/Runtime/Version.h"
#include "scanc/Target/Launcher.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace scanc::target {

/// Counts changes after which a reader of older files would be wrong.
static constexpr int formatVersion = 3;

namespace {

/// Prints one file; each method a part of it.
class Printer {
public:
  Printer(raw_ostream &os, ArrayRef<Variant> variants,
          ArrayRef<scanc_scan> runtimes)
      : json(os, /*IndentSize=*/2), variants(variants), runtimes(runtimes),
        scan(variants.front().scan) {}

  void print() {
    json.object([&] {
      json.attribute("format", formatVersion);
      json.attribute("scanc", SCANC_VERSION);
      json.attribute("name", scan.name);
      printScan();
      printArrays("element", scan.elementStruct, scan.element, scan.elementSize,
                  scan.elementAlign, scan.inputArrays(), !scan.loaded.empty());
      printLayout("state", "", scan.state, scan.stateSize, scan.stateAlign);
      printArrays("output", scan.outputStruct, scan.output, scan.outputSize,
                  scan.outputAlign, scan.outputArrays(), !scan.stored.empty());
      json.attribute("max_n", static_cast<uint64_t>(SCANC_MAX_ELEMENTS));
      printParameters();
      json.attributeObject("workspace", [&] {
        json.attribute("bytes", mostWorkspace(runtimes));
        json.attribute("align", SCANC_WORKSPACE_ALIGN);
      });
      json.attributeArray("variants", [&] {
        for (auto [variant, runtime] : zip_equal(variants, runtimes))
          json.object([&, &variant = variant, &runtime = runtime] {
            printVariant(variant, runtime);
          });
      });
    });
  }

private:
  static uint64_t mostWorkspace(ArrayRef<scanc_scan> scans) {
    return scanc_workspace_bytes(scans.data(), scans.size(),
                                 SCANC_MAX_ELEMENTS);
  }

  void printScan() {
    json.attribute("kind", scan.inclusive ? "inclusive" : "exclusive");
    json.attribute("reverse", scan.reverse);
    json.attribute("soa", scan.soa);
    if (!scan.loaded.empty())
      json.attribute("load", true);
    if (!scan.stored.empty())
      json.attribute("store", true);
    json.attribute("domain", scan.domain.empty() ? "line" : scan.domain);
    if (scan.columns > 1)
      json.attribute("columns", scan.columns);
    json.attributeArray("init", [&] {
      for (const std::string &value : scan.init)
        json.value(value);
    });
    if (scan.takesInitial)
      json.attribute("initial", true);
    if (scan.leavesFinal)
      json.attribute("final", true);
    if (scan.hasTotal)
      json.attribute("total", true);
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

  /// An element of several arrays has no layout of its own. Where a map reads
  /// or writes it, the arrays are listed.
  void printArrays(StringRef key, StringRef structName,
                   ArrayRef<ScanField> fields, uint32_t size, uint32_t align,
                   ArrayRef<ScanArray> arrays, bool isMapped) {
    if (isMapped)
      return json.attributeObject(key, [&] {
        json.attributeArray("arrays", [&] {
          for (const ScanArray &array : arrays)
            json.object([&] { printArray(array, fields); });
        });
      });
    if (!scan.soa)
      return printLayout(key, structName, fields, size, align);
    json.attributeObject(key, [&] {
      printStructName(structName);
      printFields(fields, /*areOfStruct=*/false);
    });
  }

  void printArray(const ScanArray &array, ArrayRef<ScanField> fields) {
    json.attribute("name", array.name);
    printStructName(array.structName);
    json.attribute("size", array.size);
    json.attribute("align", array.alignment);
    std::vector<ScanField> own =
        fields.slice(array.firstField, array.fieldCount).vec();
    for (ScanField &field : own)
      field.offset -= array.offset;
    printFields(own, /*areOfStruct=*/true);
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

  void printVariant(const Variant &variant, const scanc_scan &runtime) {
    json.attribute("arch", variant.arch);
    json.attribute("ptx", variant.ptxFile);
    if (!variant.cubinFile.empty())
      json.attribute("cubin", variant.cubinFile);
    json.attribute("strategy", variant.scan.strategy);
    json.attribute("deterministic", variant.scan.deterministic);
    json.attribute("plan", variant.scan.plan);
    printKernels(variant.scan, runtime);
    json.attributeObject("workspace", [&] {
      json.attribute("formula",
                     launch::printPython(variant.scan.rule.workspaceBytes));
      json.attribute("bytes", mostWorkspace(runtime));
      json.attribute("zeroed", variant.scan.rule.workspaceZeroed);
    });
    printLaunch(variant.scan);
  }

  static std::string getKernelName(const ScanDescription &scan, size_t index) {
    return scan.name + "_" + scan.kernels[index].suffix;
  }

  void printKernels(const ScanDescription &scan, const scanc_scan &runtime) {
    json.attributeArray("kernels", [&] {
      for (auto [index, kernel] : enumerate(scan.kernels))
        json.object([&, index = index, &kernel = kernel] {
          json.attribute("name", getKernelName(scan, index));
          json.attribute("grid", launch::printPython(scan.rule.grids[index]));
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
      for (const ScanArray &array : scan.inputArrays())
        print(array.name,
              "const " + pointeeOf(array, scan.element, "element") + " *", 8);
      for (const ScanArray &array : scan.outputArrays())
        print(array.name, pointeeOf(array, scan.output, "output") + " *", 8);
      print("workspace", "state *", 8);
      print("n", "uint64_t", 8);
      print("blocks", "uint32_t", 4);
      for (StringRef size : scan.moreSizes)
        print(size,
              ScanDescription::isStride(size.str()) ? "int64_t" : "uint64_t",
              8);
      if (scan.takesInitial)
        print("initial", "const state *", 8);
      if (scan.leavesFinal)
        print("final", "state *", 8);
    });
  }

  /// What an array is of: `whole`, if that is all of an element.
  std::string pointeeOf(const ScanArray &array, ArrayRef<ScanField> fields,
                        StringRef whole) {
    if (scan.areWhole() && scan.loaded.empty() && scan.stored.empty())
      return whole.str();
    if (array.fieldCount == 1)
      return fields[array.firstField].type;
    return array.structName.empty() ? whole.str() : array.structName;
  }

  static StringRef nameOf(launch::Buffer buffer) {
    return buffer == launch::Buffer::In    ? "in"
           : buffer == launch::Buffer::Out ? "out"
                                           : "workspace";
  }

  void printStep(const ScanDescription &scan, const launch::Step &step) {
    auto formula = [&](StringRef key, const launch::Expr &expr) {
      json.attribute(key, launch::printPython(expr));
    };
    json.object([&] {
      json.attribute("kernel", getKernelName(scan, step.kernel));
      formula("n", step.elements);
      formula("grid", step.grid);
      json.attribute("block", scan.kernels[step.kernel].threads);
      json.attribute("in", nameOf(step.in.buffer));
      formula("in_offset", step.in.offset);
      json.attribute("out", nameOf(step.out.buffer));
      formula("out_offset", step.out.offset);
      formula("workspace_offset", step.workspaceOffset);
      formula("blocks_argument", step.blocks);
    });
  }

  /// What is launched for chains without elements: n is how many there are.
  void printEmpty(const ScanDescription &scan) {
    json.attribute("kernel", getKernelName(scan, scan.emptyKernel));
    json.attribute("n", "n");
    json.attribute("grid",
                   launch::printPython(scan.rule.grids[scan.emptyKernel]));
    json.attribute("block", scan.kernels[scan.emptyKernel].threads);
  }

  void printLaunch(const ScanDescription &scan) {
    json.attributeObject("launch", [&] {
      if (scan.emptyKernel)
        json.attributeObject("empty", [&] { printEmpty(scan); });
      json.attributeObject("parameters", [&] {
        for (const auto &[name, value] : scan.rule.parameters)
          json.attribute(name, value);
      });
      json.attributeArray("values", [&] {
        for (const auto &[name, value] : scan.rule.values)
          json.object([&, &name = name, &value = value] {
            json.attribute("name", name);
            json.attribute("value", launch::printPython(value));
          });
      });
      json.attributeArray("cases", [&] {
        json.object([&] {
          json.attribute("if", "n == 0");
          json.attributeArray("steps", [] {});
        });
        for (const launch::Case &each : scan.rule.cases)
          json.object([&] {
            json.attribute("if", launch::printPython(each.when));
            json.attributeArray("steps", [&] {
              for (const launch::Step &step : each.steps)
                printStep(scan, step);
            });
          });
      });
    });
  }

  json::OStream json;
  ArrayRef<Variant> variants;
  ArrayRef<scanc_scan> runtimes;
  const ScanDescription &scan;
};

} // namespace

Expected<std::string> emitJson(ArrayRef<Variant> variants) {
  std::vector<scanc_scan> runtimes;
  for (const Variant &variant : variants) {
    Expected<scanc_scan> runtime =
        makeRuntimeScan(variant.scan, variant.arch, nullptr);
    if (!runtime)
      return runtime.takeError();
    runtimes.push_back(*runtime);
  }
  std::string result;
  raw_string_ostream os(result);
  Printer(os, variants, runtimes).print();
  os << "\n";
  return result;
}

} // namespace scanc::target
