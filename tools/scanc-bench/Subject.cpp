//===- Subject.cpp - A scan that is measured ------------------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Subject.h"
#include "ToolError.h"

#include "scanc/Dialect/Prefix/IR/Prefix.h"
#include "scanc/Dialect/Prefix/Prelude/Prelude.h"
#include "scanc/Machine/ScalarTypes.h"
#include "scanc/Target/Launcher.h"
#include "scanc/Target/PTX.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

extern "C" const char scanc_bench_linear_recurrence[];
extern "C" const char scanc_bench_argmax[];
extern "C" const char scanc_bench_matrix2x2_mod[];

using namespace scanc;
using namespace scanc::bench;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;
using machine::ScalarType;

//===----------------------------------------------------------------------===//
// Built-in subjects
//===----------------------------------------------------------------------===//

namespace {
/// An operator on several state values: its file holds an inclusive scan. There
/// is one of a structure of arrays, too, called NAME_soa.
struct OwnOperator {
  StringRef name;
  const char *source;
};
} // namespace

static const OwnOperator ownOperators[] = {
    {"linear_recurrence", scanc_bench_linear_recurrence},
    {"argmax", scanc_bench_argmax},
    {"matrix2x2_mod", scanc_bench_matrix2x2_mod},
};

static Expected<const ScalarType *> findType(StringRef name) {
  const ScalarType *type = machine::findScalarType(name);
  if (!type || !type->nameable)
    return badInput("unknown type '" + name + "'; see 'scanc list types'");
  return type;
}

/// How MLIR writes an element of the type, and the states to look for in the
/// prelude.
static std::string elementOf(const ScalarType &type) {
  return type.isUnsigned() ? "ui" + std::to_string(type.bits) : type.name.str();
}
static StringRef stateOf(const ScalarType &type) {
  return type.isFloat() ? type.stateName : type.name;
}

/// The operator without what says how its elements lie in memory.
static StringRef withoutLayout(StringRef op) {
  op.consume_back("_soa");
  return op;
}

bool bench::hasOwnTypes(StringRef op) {
  return llvm::any_of(ownOperators, [&](const OwnOperator &own) {
    return own.name == withoutLayout(op);
  });
}

Expected<std::optional<Subject>>
bench::makeSubject(StringRef op, StringRef type, bool inclusive) {
  const StringRef kind = inclusive ? "inclusive" : "exclusive";
  for (const OwnOperator &own : ownOperators) {
    if (own.name != withoutLayout(op))
      continue;
    Subject subject;
    subject.name = subject.base = subject.symbol = (kind + "_" + op).str();
    // The file's scan is inclusive, called after the operator, and ends it.
    subject.source = StringRef(own.source).rtrim().str();
    if (own.name != op)
      subject.source += " soa";
    const std::string before =
        ("prefix.scan @" + own.name + " inclusive ").str();
    const size_t at = subject.source.find(before);
    subject.source.replace(
        at, before.size(),
        ("prefix.scan @" + subject.name + " " + kind + " ").str());
    return subject;
  }

  std::vector<std::string> monoids = prefix::preludeMonoids();
  if (llvm::none_of(monoids, [&](StringRef monoid) {
        return monoid.rsplit('_').first == op;
      }))
    return badInput("unknown operator '" + op +
                    "'; see 'scanc list operators', and linear_recurrence, "
                    "argmax, matrix2x2_mod, each also with _soa");
  auto [elementName, outputName] = type.split(':');
  Expected<const ScalarType *> element = findType(elementName);
  if (!element)
    return element.takeError();
  Expected<const ScalarType *> output =
      type.contains(':') ? findType(outputName) : *element;
  if (!output)
    return output.takeError();
  const StringRef state = stateOf(**output);
  std::string monoid = (op + "_" + state).str();
  // Signless, where the operator does not ask for the sign.
  if (!llvm::is_contained(monoids, monoid) && state.starts_with("u"))
    monoid = (op + "_i" + state.drop_front()).str();
  if (!llvm::is_contained(monoids, monoid) ||
      ((*element)->isFloat() && !(*output)->isFloat()))
    return std::nullopt;
  Subject subject;
  subject.name = subject.base = subject.symbol =
      (kind + "_" + op + "_" + llvm::join(llvm::split(type, ':'), "_")).str();
  subject.source = llvm::formatv("prefix.scan @{0} {1} @{2} : ({3}) -> ({4})\n",
                                 subject.name, kind, monoid,
                                 elementOf(**element), elementOf(**output))
                       .str();
  return subject;
}

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

/// A scan of a file must be one that can be measured as it is asked for. The
/// error is printed at the scan.
static Error checkMeasurable(prefix::ScanOp scan, target::Shape asked) {
  auto refuse = [&](const llvm::Twine &why) {
    scan.emitError("'@" + scan.getSymName() + "' " + why);
    return alreadyReported();
  };
  if (scan.getTotal())
    return refuse("has a 'total': scans of n elements are timed with n "
                  "outputs");
  if (asked != target::Shape::Line || !scan.getDomains())
    return Error::success();
  auto has = [&](StringRef name) {
    return llvm::any_of(scan.getAllDomains(),
                        [&](prefix::DomainAttrInterface domain) {
                          return domain.getName() == name;
                        });
  };
  if (has("line"))
    return Error::success();
  if (has("axis"))
    return refuse("scans along an axis: say of which tensors, such as "
                  "--shape=8x4096x1024 --axis=1");
  if (has("rows"))
    return refuse("scans rows: say how long they are, such as --row=4096");
  return refuse("names no domain that can be measured: 'line', 'rows' or "
                "'axis'");
}

Expected<std::vector<Subject>> bench::readSubjects(StringRef path,
                                                   target::Shape asked) {
  Compilation compilation;
  if (Error error = compilation.parse(path))
    return error;
  auto text = llvm::MemoryBuffer::getFile(path);
  if (!text)
    return badInput("cannot read '" + path + "': " + text.getError().message());
  std::vector<Subject> subjects;
  for (auto scan : compilation.module().getOps<prefix::ScanOp>()) {
    if (Error error = checkMeasurable(scan, asked))
      return error;
    Subject subject;
    subject.symbol = scan.getSymName().str();
    subject.name = subject.base =
        (llvm::sys::path::stem(path) + "." + subject.symbol).str();
    subject.source = (*text)->getBuffer().str();
    subject.file = path.str();
    subjects.push_back(std::move(subject));
  }
  if (subjects.empty())
    return compilation.inputError("expected a prefix.scan, got none");
  return subjects;
}

Subject Subject::inRows(uint64_t length) const {
  Subject subject = *this;
  subject.row = length;
  subject.name += ".row" + std::to_string(length);
  return subject;
}

Subject Subject::along(Extents extents) const {
  Subject subject = *this;
  subject.name += ".";
  for (size_t k = 0; k < extents.shape.size(); ++k)
    subject.name += (k ? "x" : "") + std::to_string(extents.shape[k]);
  subject.name += ".axis" + std::to_string(extents.axis);
  subject.tensor = std::move(extents);
  return subject;
}

Extents Subject::extentsOf(uint64_t n) const {
  if (tensor)
    return *tensor;
  if (row)
    return {target::Shape::Rows, {n / row, row}, 1};
  return {target::Shape::Line, {n}, 0};
}

/// The domain that a subject asks for; empty for a line.
static StringRef domainOf(const Subject &subject) {
  switch (subject.kind()) {
  case target::Shape::Line:
    return "";
  case target::Shape::Rows:
    return "rows";
  case target::Shape::Axis:
    return "axis";
  }
  llvm_unreachable("unknown shape");
}

Error bench::load(const Subject &subject, Compilation &compilation) {
  mlir::ParserConfig config(&compilation.context());
  auto module = mlir::parseSourceString<mlir::ModuleOp>(
      subject.source, config,
      subject.file.empty() ? subject.name : subject.file);
  if (!module)
    return alreadyReported();
  const StringRef domain = domainOf(subject);
  for (auto scan : llvm::make_early_inc_range(module->getOps<prefix::ScanOp>()))
    if (scan.getSymName() != subject.symbol) {
      scan.erase();
    } else if (domain.empty()) {
      scan.removeDomainsAttr();
    } else {
      auto *dialect =
          compilation.context().getOrLoadDialect<prefix::PrefixDialect>();
      scan.setDomainsAttr(mlir::ArrayAttr::get(&compilation.context(),
                                               {dialect->findDomain(domain)}));
    }
  return compilation.adopt(std::move(module));
}

//===----------------------------------------------------------------------===//
// Compiling
//===----------------------------------------------------------------------===//

static Error setPlan(Compilation &compilation, const Variant &variant) {
  StringRef text = StringRef(variant.plan).trim();
  std::string spelled =
      (text.starts_with("<") ? "#prefix.plan" + text : llvm::Twine(text)).str();
  auto plan = mlir::dyn_cast_or_null<prefix::PlanAttr>(
      mlir::parseAttribute(spelled, &compilation.context()));
  if (!plan)
    return badInput("the plan '" + variant.label + "' is no #prefix.plan<...>");
  for (auto scan : compilation.module().getOps<prefix::ScanOp>())
    scan.setPlanAttr(plan);
  return Error::success();
}

Expected<std::unique_ptr<Compiled>> bench::compile(const Subject &subject,
                                                   const Variant &variant,
                                                   StringRef arch,
                                                   StringRef libdevice) {
  Compilation compilation;
  if (Error error = load(subject, compilation))
    return error;
  if (!variant.plan.empty())
    if (Error error = setPlan(compilation, variant))
      return error;
  CompileOptions options;
  options.arch = arch.str();
  options.strategy = variant.strategy;
  options.libdevice = libdevice.str();
  if (Error error = compilation.lower(Phase::Llvm, options))
    return error;
  std::vector<mlir::gpu::GPUModuleOp> kernels(
      compilation.module().getOps<mlir::gpu::GPUModuleOp>().begin(),
      compilation.module().getOps<mlir::gpu::GPUModuleOp>().end());
  // Rows that are measured have no gaps: the form for others has no part.
  if (subject.row)
    kernels.resize(1);
  mlir::FailureOr<std::vector<std::string>> ptx =
      target::emitPtx(kernels, {options.arch, options.libdevice});
  if (mlir::failed(ptx))
    return alreadyReported();
  auto compiled = std::make_unique<Compiled>();
  compiled->label = variant.label;
  // What points to one of these stays right: there will be no more.
  compiled->forms.resize(kernels.size());
  llvm::SmallVector<scanc_scan *> scans;
  for (auto [form, module, text] :
       llvm::zip_equal(compiled->forms, kernels, *ptx)) {
    form.description = target::describe(module);
    form.ptx = std::move(text);
    form.pieces[0] = form.ptx.c_str();
    if (Error error =
            target::makeRuntimeScan(form.description, options.arch, form.pieces)
                .moveInto(form.scan))
      return error;
    scans.push_back(&form.scan);
    compiled->launched.push_back({&form.scan, 1, &form.module});
  }
  target::shareWorkspace(scans);
  return compiled;
}

uint64_t Compiled::workspaceBytes(uint64_t n) const {
  uint64_t most = 0;
  for (const CompiledForm &form : forms)
    most = std::max<uint64_t>(most, scanc_workspace_bytes(&form.scan, 1, n));
  return most;
}
