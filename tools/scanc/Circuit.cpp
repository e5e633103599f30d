//===- Circuit.cpp - scanc circuit: check, cost and draw a circuit --------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Command.h"
#include "Compilation.h"
#include "Names.h"
#include "Output.h"
#include "ProgressLine.h"
#include "Values.h"

#include "scanc/Circuits/Families.h"
#include "scanc/Circuits/Render.h"
#include "scanc/Dialect/Prefix/Analysis/CircuitGraph.h"
#include "scanc/Dialect/Prefix/Analysis/NetworkTable.h"
#include "scanc/Dialect/Prefix/IR/Prefix.h"

#include "mlir/IR/Builders.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

using namespace scanc;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;
using llvm::Twine;

namespace {
enum class CircuitForm { Text, Json, Mlir, Svg, Dot };
} // namespace

static llvm::cl::opt<std::string>
    subject(llvm::cl::Positional, llvm::cl::desc("FAMILY<params> or FILE.mlir"),
            llvm::cl::cat(commandCategory()),
            llvm::cl::sub(circuitSubCommand()));
static NumberFlag
    widthFlag("width",
              llvm::cl::desc("inputs of a family's circuit, 1 to 2^20"),
              llvm::cl::value_desc("N"), llvm::cl::cat(commandCategory()),
              llvm::cl::sub(circuitSubCommand()));
static llvm::cl::opt<std::string> circuitFlag(
    "circuit",
    llvm::cl::desc("the circuit, family, search or composition of the file "
                   "(default: the only one)"),
    llvm::cl::value_desc("NAME"), llvm::cl::cat(commandCategory()),
    llvm::cl::sub(circuitSubCommand()));
static ChoiceFlag<CircuitForm> formFlag(
    "emit", llvm::cl::desc("what to print (default: text)"),
    llvm::cl::values(
        clEnumValN(CircuitForm::Text, "text", "the cost, and a small drawing"),
        clEnumValN(CircuitForm::Json, "json", "the cost, for programs"),
        clEnumValN(CircuitForm::Mlir, "mlir", "a verified prefix.circuit"),
        clEnumValN(CircuitForm::Svg, "svg", "a drawing"),
        clEnumValN(CircuitForm::Dot, "dot", "a graph for Graphviz")),
    llvm::cl::init(CircuitForm::Text), llvm::cl::cat(commandCategory()),
    llvm::cl::sub(circuitSubCommand()));

namespace {

/// A circuit and what to call it.
struct NamedNetwork {
  circuits::Network network;
  std::string family; ///< As the user wrote it, or the circuit's symbol.
  std::string symbol; ///< For the mlir form.
  std::optional<circuits::SearchResult> search = std::nullopt;
};

} // namespace

//===----------------------------------------------------------------------===//
// From a family
//===----------------------------------------------------------------------===//

/// A symbol for 'harris<l=1,f=2>' at width 64: harris_64_l_1_f_2.
static std::string symbolFor(const circuits::FamilySpec &spec, int64_t width) {
  std::string symbol = spec.name + "_" + std::to_string(width);
  for (const auto &[name, values] : spec.params) {
    symbol += name.empty() ? "" : "_" + name;
    for (int64_t value : values)
      symbol += "_" + std::to_string(value);
  }
  return symbol;
}

/// "kogge_stone" of 'kogge_stone' and of 'harris<l=1,f=2>'.
static StringRef familyOf(StringRef text) {
  return text.take_until([](char c) { return c == '<'; }).trim();
}

static llvm::SmallVector<StringRef> familyNames() {
  llvm::SmallVector<StringRef> names;
  for (const circuits::FamilyInfo &family : circuits::families())
    names.push_back(family.name);
  return names;
}

static Expected<NamedNetwork> networkOfFamily(StringRef text, int64_t width) {
  llvm::SmallVector<StringRef> known = familyNames();
  if (StringRef family = familyOf(text); !llvm::is_contained(known, family))
    return badInput("unknown circuit family '" + family +
                    "', and no file of that name; the families are " +
                    listNames(known) + suggest(family, known));
  Expected<circuits::FamilySpec> spec = circuits::parseFamilySpec(text);
  if (!spec)
    return spec.takeError();
  Expected<circuits::Network> network = circuits::buildFamily(*spec, width);
  if (!network)
    return network.takeError();
  return NamedNetwork{std::move(*network), circuits::toString(*spec),
                      symbolFor(*spec, width)};
}

//===----------------------------------------------------------------------===//
// From a file
//===----------------------------------------------------------------------===//

static Expected<NamedNetwork> networkOfFile(StringRef fileName) {
  Compilation compilation;
  if (Error error = compilation.parse(fileName))
    return error;
  llvm::SmallVector<StringRef> known;
  mlir::Operation *chosen = nullptr;
  for (mlir::Operation &op : *compilation.module().getBody()) {
    if (!prefix::standsForCircuit(&op))
      continue;
    StringRef name = mlir::SymbolTable::getSymbolName(&op).getValue();
    known.push_back(name);
    if (name == circuitFlag || circuitFlag.empty())
      chosen = &op;
  }
  if (known.empty())
    return compilation.inputError(
        "expected a prefix.circuit, prefix.family, prefix.search or "
        "prefix.compose, got none");
  if (!chosen)
    return badInput("no circuit is named '" + circuitFlag + "'; the file has " +
                    listNames(known) + suggest(circuitFlag, known));
  if (known.size() > 1 && circuitFlag.empty())
    return badUsage("the file has several circuits; choose one with "
                    "--circuit=, of " +
                    listNames(known));

  std::string symbol = mlir::SymbolTable::getSymbolName(chosen).str();
  prefix::NetworkTable networks;
  const circuits::Network *network = networks.get(chosen);
  if (!network)
    return alreadyReported();
  NamedNetwork named{*network, symbol, symbol};
  if (auto family = mlir::dyn_cast<prefix::FamilyOp>(chosen))
    named.family = circuits::toString(family.getFamily().getSpec());
  if (auto search = mlir::dyn_cast<prefix::SearchOp>(chosen))
    named.search = *networks.getSearch(search);
  return named;
}

//===----------------------------------------------------------------------===//
// Printing
//===----------------------------------------------------------------------===//

/// The circuit as an op; building it checks every span once more.
static Expected<std::string> renderMlir(const NamedNetwork &circuit) {
  Compilation compilation;
  mlir::MLIRContext &context = compilation.context();
  context.getOrLoadDialect<prefix::PrefixDialect>();
  mlir::OpBuilder builder(&context);
  mlir::Location loc = builder.getUnknownLoc();
  mlir::OwningOpRef<mlir::ModuleOp> module =
      mlir::ModuleOp::create(builder, loc);
  builder.setInsertionPointToEnd(module->getBody());
  prefix::CircuitOp op =
      prefix::buildCircuit(builder, loc, circuit.symbol, circuit.network);
  if (Error error = compilation.adopt(std::move(module)))
    return error;
  std::string text;
  llvm::raw_string_ostream os(text);
  op.print(os, mlir::OpPrintingFlags().assumeVerified());
  os << '\n';
  return text;
}

static Expected<std::string> render(const NamedNetwork &circuit) {
  const circuits::Network &network = circuit.network;
  switch (formFlag) {
  case CircuitForm::Text:
    return circuit.search
               ? circuits::renderText(*circuit.search, circuit.family)
               : circuits::renderText(network, circuit.family);
  case CircuitForm::Json:
    return circuit.search
               ? circuits::renderJson(*circuit.search, circuit.family)
               : circuits::renderJson(network, circuit.family);
  case CircuitForm::Mlir:
    return renderMlir(circuit);
  case CircuitForm::Svg:
    if (Error error = circuits::checkDrawable(network))
      return error;
    return circuits::renderSvg(network, circuit.family);
  case CircuitForm::Dot:
    if (Error error = circuits::checkDrawable(network))
      return error;
    return circuits::renderDot(network, circuit.family);
  }
  llvm_unreachable("unknown form");
}

/// A family, even where a file is called like it, or else what looks like a
/// path, or exists.
static bool isFile(StringRef text) {
  if (llvm::is_contained(familyNames(), familyOf(text)))
    return false;
  return text == "-" || text.ends_with(".mlir") ||
         llvm::sys::fs::exists(text) ||
         (!text.contains('<') && (text.contains('.') || text.contains('/')));
}

/// From here on a circuit takes a time that is noticed.
static constexpr uint64_t longWidth = 1 << 16;

Error scanc::runCircuit() {
  if (subject.empty())
    return badUsage("expected 'FAMILY<params>' or FILE.mlir; see 'scanc "
                    "circuit --help' and 'scanc list families'");
  const bool file = isFile(subject);
  if (file && widthFlag.getNumOccurrences())
    return badUsage("--width goes with a family: a file's circuits have "
                    "theirs");
  if (!file && !widthFlag.getNumOccurrences())
    return badUsage("a family needs --width=N: scanc circuit '" + subject +
                    "' --width=N");
  if (!file && !circuitFlag.empty())
    return badUsage("--circuit goes with a file");
  if (Error error = checkOutput(requestedOutput()))
    return error;
  ProgressLine progress;
  const bool takesLong = widthFlag >= longWidth;
  if (takesLong)
    progress.show("building " + subject, 0);
  Expected<NamedNetwork> circuit =
      file ? networkOfFile(subject) : networkOfFamily(subject, widthFlag);
  if (!circuit)
    return circuit.takeError();
  if (takesLong)
    progress.show("measuring " + subject, 0.5);
  Expected<std::string> text = render(*circuit);
  if (!text)
    return text.takeError();
  return writeOutput(std::move(*text));
}
