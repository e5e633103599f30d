//===- CircuitOps.cpp - Circuits spelled out combine by combine -----------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AttrSyntax.h"
#include "OpSyntax.h"
#include "SpanScope.h"

#include "scanc/Circuits/Schedule.h"
#include "scanc/Dialect/Prefix/IR/Expect.h"

using namespace mlir;
using namespace scanc;
using namespace scanc::prefix;

//===----------------------------------------------------------------------===//
// Circuit
//===----------------------------------------------------------------------===//

void CircuitOp::getAsmBlockArgumentNames(Region &region,
                                         OpAsmSetValueNameFn setName) {
  for (BlockArgument input : region.getArguments())
    setName(input, "x" + std::to_string(input.getArgNumber()));
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

/// `stages [1, 1, 2]`
static ParseResult parseStages(OpAsmParser &parser, OperationState &result) {
  if (failed(parser.parseOptionalKeyword("stages")))
    return success();
  SmallVector<int32_t> stages;
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, [&] {
        return parseNumber(parser, stages.emplace_back(), "a stage");
      }))
    return failure();
  result.addAttribute("stages",
                      parser.getBuilder().getDenseI32ArrayAttr(stages));
  return success();
}

/// Warns of combines whose values reach no output: the author has paid for them
/// in vain, or has forgotten a wire.
static void warnOfUnused(Region &body) {
  if (!body.hasOneBlock())
    return;
  DenseSet<Operation *> used;
  for (Operation &op : llvm::reverse(body.front())) {
    if (isa<CombineOp>(op) && !used.contains(&op)) {
      mlir::emitWarning(op.getLoc(), "this combine reaches no output");
      continue;
    }
    for (Value operand : op.getOperands())
      used.insert(operand.getDefiningOp());
  }
}

ParseResult CircuitOp::parse(OpAsmParser &parser, OperationState &result) {
  StringAttr name;
  SmallVector<OpAsmParser::Argument> inputs;
  if (parser.parseSymbolName(name, SymbolTable::getSymbolAttrName(),
                             result.attributes) ||
      parser.parseArgumentList(inputs, AsmParser::Delimiter::Paren))
    return failure();
  if (succeeded(parser.parseOptionalKeyword("idempotent")))
    result.addAttribute("idempotent", parser.getBuilder().getUnitAttr());
  if (parseStages(parser, result) ||
      parser.parseOptionalAttrDictWithKeyword(result.attributes))
    return failure();

  SpanScope scope;
  for (auto [column, input] : llvm::enumerate(inputs)) {
    auto span = SpanType::get(parser.getContext(), column, column);
    input.type = span;
    scope.define(input.ssaName.name.drop_front(), input.ssaName.number, span);
  }
  Region &body = *result.addRegion();
  if (parseYieldingRegion(parser, body, inputs, "the circuit", "its outputs"))
    return failure();
  warnOfUnused(body);
  return parseOptionalExpect(parser, result);
}

void CircuitOp::print(OpAsmPrinter &printer) {
  printer << " ";
  printer.printSymbolName(getSymName());
  printer << "(";
  llvm::interleaveComma(
      getBody().getArguments(), printer, [&](BlockArgument input) {
        printer.printRegionArgument(input, {}, /*omitType=*/true);
      });
  printer << ")";
  if (getIdempotent())
    printer << " idempotent";
  if (std::optional<ArrayRef<int32_t>> stages = getStages()) {
    printer << " stages [";
    llvm::interleaveComma(*stages, printer);
    printer << "]";
  }
  printer.printOptionalAttrDictWithKeyword(
      (*this)->getAttrs(), {"sym_name", "idempotent", "stages", "expect"});
  printer << " ";
  printer.printRegion(getBody(), /*printEntryBlockArgs=*/false);
  printOptionalExpect(printer, getExpectAttr());
}

/// `: [0:1]`, the span of the result, which follows from the operands.
static ParseResult parseAssertedSpan(OpAsmParser &parser, SpanType result) {
  SMLoc loc = parser.getCurrentLocation();
  int64_t lo, hi;
  if (parser.parseLSquare() || parseNumber(parser, lo, "the first input") ||
      parser.parseColon() || parseNumber(parser, hi, "the last input") ||
      parser.parseRSquare())
    return failure();
  if (lo == result.getLo() && hi == result.getHi())
    return success();
  return mlir::emitError(parser.getEncodedSourceLoc(loc))
         << "this combine covers [" << result.getLo() << ":" << result.getHi()
         << "], but [" << lo << ":" << hi << "] is written here";
}

ParseResult CombineOp::parse(OpAsmParser &parser, OperationState &result) {
  SmallVector<OpAsmParser::UnresolvedOperand, 2> wires(2);
  if (parser.parseOperand(wires[0]) || parser.parseComma() ||
      parser.parseOperand(wires[1]) ||
      parser.parseOptionalAttrDict(result.attributes))
    return failure();

  SpanScope *scope = SpanScope::current();
  SMLoc typesLoc;
  SpanType low, high;
  const bool hasColon = succeeded(parser.parseOptionalColon());
  OptionalParseResult typed = std::nullopt;
  if (hasColon && parser.getCurrentLocation(&typesLoc).succeeded()) {
    Type first;
    typed = parser.parseOptionalType(first);
    if (typed.has_value()) {
      Type second;
      if (failed(*typed) || parser.parseComma() || parser.parseType(second))
        return failure();
      low = dyn_cast<SpanType>(first);
      high = dyn_cast<SpanType>(second);
      if (!low || !high)
        return parser.emitError(typesLoc)
               << "'prefix.combine' joins spans, got " << first << " and "
               << second;
      if (parser.resolveOperand(wires[0], low, result.operands) ||
          parser.resolveOperand(wires[1], high, result.operands))
        return failure();
    }
  }
  if (!typed.has_value()) {
    if (!scope)
      return parser.emitError(parser.getNameLoc())
             << "the types of the operands must be given outside of a circuit "
                "in its own form";
    if (scope->resolve(parser, wires, result.operands))
      return failure();
  }

  if (failed(inferReturnTypes(parser.getContext(), result.location,
                              result.operands, DictionaryAttr(),
                              OpaqueProperties(nullptr), {}, result.types)))
    return failure();
  auto span = cast<SpanType>(result.types.front());
  if (scope && parser.getNumResults() == 1) {
    auto [name, number] = parser.getResultName(0);
    scope->define(name, number, span);
  }
  if (hasColon && !typed.has_value())
    return parseAssertedSpan(parser, span);
  return success();
}

void CombineOp::print(OpAsmPrinter &printer) {
  printer << " " << getLow() << ", " << getHigh();
  printer.printOptionalAttrDict((*this)->getAttrs());
  SpanType span = getResult().getType();
  printer << " : [" << span.getLo() << ":" << span.getHi() << "]";
}

//===----------------------------------------------------------------------===//
// Graph
//===----------------------------------------------------------------------===//

circuits::Network CircuitOp::getNetwork() {
  using circuits::NodeId;
  circuits::Network network;
  network.width = getWidth();
  DenseMap<Value, NodeId> nodes;
  for (BlockArgument input : getBody().getArguments())
    nodes[input] = input.getArgNumber();
  for (auto combine : getBody().getOps<CombineOp>()) {
    nodes[combine] = network.nodeOf(network.combines.size());
    network.combines.push_back(
        {nodes.at(combine.getLow()), nodes.at(combine.getHigh())});
  }
  for (Value output : getBody().front().getTerminator()->getOperands())
    network.outputs.push_back(nodes.at(output));
  if (std::optional<ArrayRef<int32_t>> stages = getStages())
    network.stages = *stages;
  return network;
}

CombineOp CircuitOp::findOverlap() {
  for (auto combine : getBody().getOps<CombineOp>())
    if (combine.overlaps())
      return combine;
  return {};
}

//===----------------------------------------------------------------------===//
// Verification
//===----------------------------------------------------------------------===//

/// Whether values are defined before they are used; if they are not, MLIR says
/// so after this verifier.
static bool isInOrder(CircuitOp circuit) {
  for (Operation &op : circuit.getBody().front())
    for (Value operand : op.getOperands())
      if (Operation *definition = operand.getDefiningOp();
          definition && !definition->isBeforeInBlock(&op))
        return false;
  return true;
}

static LogicalResult verifyStages(CircuitOp circuit,
                                  const circuits::Network &network) {
  // No stages at all would mean: as soon as possible.
  if (circuit.getStages() && network.stages.empty() &&
      !network.combines.empty())
    return circuit.emitOpError("expected ")
           << network.combines.size() << " stages, one for each combine, got 0";
  if (llvm::Error error = circuits::checkStages(network))
    return circuit.emitOpError() << llvm::toString(std::move(error));
  return success();
}

LogicalResult CircuitOp::verifyRegions() {
  auto spanIs = [](Type type, int64_t lo, int64_t hi) {
    auto span = dyn_cast<SpanType>(type);
    return span && span.getLo() == lo && span.getHi() == hi;
  };
  if (getWidth() == 0) // circuit_c1
    return emitOpError("must have at least one input");
  for (BlockArgument input : getBody().getArguments())
    if (!spanIs(input.getType(), input.getArgNumber(), input.getArgNumber()))
      return emitOpError("input #")
             << input.getArgNumber() << " must have type !prefix.span<"
             << input.getArgNumber() << ", " << input.getArgNumber()
             << ">, got " << input.getType();
  for (Operation &op : getBody().front().without_terminator())
    if (!isa<CombineOp>(op)) // circuit_c2
      return (emitOpError("must hold only 'prefix.combine'"))
                 .attachNote(op.getLoc())
             << "got '" << op.getName() << "'";
  Operation *yield = getBody().front().getTerminator();
  if (static_cast<int64_t>(yield->getNumOperands()) != getWidth()) // circuit_c3
    return yield->emitOpError("must yield one output per input: ")
           << getWidth() << " expected, got " << yield->getNumOperands();
  for (auto [k, output] : llvm::enumerate(yield->getOperands()))
    if (!spanIs(output.getType(), 0, k)) { // circuit_c4
      InFlightDiagnostic diag = yield->emitError()
                                << "output #" << k << " must cover inputs 0.."
                                << k;
      auto span = dyn_cast<SpanType>(output.getType());
      if (span)
        diag.attachNote(output.getLoc())
            << "this value covers " << span.getLo() << ".." << span.getHi();
      return diag;
    }
  if (failed(verifyExpect(*this, getExpectAttr()))) // circuit_c6
    return failure();
  if ((!getStages() && !getExpect()) || !isInOrder(*this))
    return success();
  circuits::Network network = getNetwork();
  if (failed(verifyStages(*this, network))) // circuit_c5
    return failure();
  return checkExpect(*this, getExpectAttr(), network);
}

/// Whether `high` begins right after `low` ends, or within it, and does not end
/// before it. Spans end at 2^63 - 1 at the latest, and begin at 0.
static bool meet(SpanType low, SpanType high) {
  return high.getLo() - 1 <= low.getHi() && low.getLo() <= high.getLo() &&
         low.getHi() <= high.getHi();
}

/// Says at both operands what they cover.
static void noteOperands(InFlightDiagnostic &diag, Value low, Value high) {
  for (auto [name, value] :
       {std::pair<StringRef, Value>{"low", low}, {"high", high}}) {
    auto span = cast<SpanType>(value.getType());
    diag.attachNote(value.getLoc())
        << name << " covers " << span.getLo() << ".." << span.getHi();
  }
}

LogicalResult CombineOp::inferReturnTypes(MLIRContext *context,
                                          std::optional<Location> location,
                                          ValueRange operands, DictionaryAttr,
                                          OpaqueProperties, RegionRange,
                                          SmallVectorImpl<Type> &results) {
  auto low = dyn_cast<SpanType>(operands[0].getType());
  auto high = dyn_cast<SpanType>(operands[1].getType());
  if (!low || !high)
    return emitOptionalError(location, "'prefix.combine' joins spans");
  if (!meet(low, high)) { // combine_c1
    if (!location)
      return failure();
    InFlightDiagnostic diag = mlir::emitError(*location)
                              << "the high span must begin at "
                              << static_cast<uint64_t>(low.getHi()) + 1
                              << ", right after the low one ends; got "
                              << high.getLo();
    noteOperands(diag, operands[0], operands[1]);
    return diag;
  }
  results.push_back(SpanType::get(context, low.getLo(), high.getHi()));
  return success();
}

LogicalResult CombineOp::verify() {
  auto circuit = cast<CircuitOp>((*this)->getParentOp());
  if (!overlaps() || circuit.getIdempotent()) // combine_c2
    return success();
  SpanType low = getLow().getType(), high = getHigh().getType();
  InFlightDiagnostic diag = emitError()
                            << "operands " << low.getLo() << ".." << low.getHi()
                            << " and " << high.getLo() << ".." << high.getHi()
                            << " overlap, which needs an 'idempotent' circuit";
  noteOperands(diag, getLow(), getHigh());
  return diag;
}
