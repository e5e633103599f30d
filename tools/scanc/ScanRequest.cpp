//===- ScanRequest.cpp - A scan asked for by flags, without a file --------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScanRequest.h"

#include "Command.h"
#include "Flags.h"
#include "Names.h"
#include "Values.h"

#include "scanc/Dialect/Prefix/IR/Prefix.h"
#include "scanc/Dialect/Prefix/IR/ScalarTypes.h"
#include "scanc/Dialect/Prefix/Prelude/Prelude.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

#include <functional>

using namespace scanc;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;
using llvm::Twine;
using machine::ScalarType, machine::scalarTypes;

//===----------------------------------------------------------------------===//
// Flags
//===----------------------------------------------------------------------===//

static llvm::cl::SubCommand &topLevel() {
  return llvm::cl::SubCommand::getTopLevel();
}

#define SCANC_REQUEST_FLAG                                                     \
  llvm::cl::cat(commandCategory()), llvm::cl::sub(topLevel()),                 \
      llvm::cl::sub(runSubCommand()), llvm::cl::sub(verifySubCommand()),       \
      llvm::cl::sub(reportSubCommand())

static llvm::cl::opt<std::string>
    opFlag("op",
           llvm::cl::desc("scan with a built-in operator instead of a file; "
                          "see 'scanc list operators'"),
           llvm::cl::value_desc("OP"), SCANC_REQUEST_FLAG);
static llvm::cl::opt<std::string>
    typeFlag("type",
             llvm::cl::desc("type of an input element, with --op; see 'scanc "
                            "list types'"),
             llvm::cl::value_desc("T"), SCANC_REQUEST_FLAG);
static llvm::cl::opt<std::string> stateTypeFlag(
    "state-type",
    llvm::cl::desc("type that is combined, with --op (default: that of the "
                   "input; f32 for floats of 16 bits)"),
    llvm::cl::value_desc("S"), SCANC_REQUEST_FLAG);
static llvm::cl::opt<std::string>
    outTypeFlag("out-type",
                llvm::cl::desc("type of an output element, with --op "
                               "(default: that of the input)"),
                llvm::cl::value_desc("U"), SCANC_REQUEST_FLAG);
static SwitchFlag
    inclusiveFlag("inclusive",
                  llvm::cl::desc("output k takes in input k, with --op"),
                  SCANC_REQUEST_FLAG);
static SwitchFlag exclusiveFlag(
    "exclusive",
    llvm::cl::desc("output k ends before input k, with --op (the default)"),
    SCANC_REQUEST_FLAG);
static llvm::cl::opt<std::string> initFlag(
    "init",
    llvm::cl::desc("value joined before the first input, with --op (default: "
                   "the operator's identity)"),
    llvm::cl::value_desc("V"), SCANC_REQUEST_FLAG);
static SwitchFlag
    reverseFlag("reverse",
                llvm::cl::desc("scan from the last element to the first, with "
                               "--op"),
                SCANC_REQUEST_FLAG);
static llvm::cl::opt<std::string>
    planFlag("plan",
             llvm::cl::desc("how it runs, with --op: parts of a plan, as they "
                            "stand in a source (default: all is chosen)"),
             llvm::cl::value_desc("PLAN"), SCANC_REQUEST_FLAG);

static llvm::cl::list<std::string> statesFlag(
    "states",
    llvm::cl::desc("states of chains that lie in memory, with --op: initial, "
                   "those that they start from; final, those after their last "
                   "elements (default: none)"),
    llvm::cl::value_desc("STATE[,STATE...]"), llvm::cl::CommaSeparated,
    SCANC_REQUEST_FLAG);
static SwitchFlag totalFlag(
    "total",
    llvm::cl::desc("one output more than inputs, with --op, exclusive: "
                   "the last one takes in all, or the first one of a "
                   "reverse scan"),
    SCANC_REQUEST_FLAG);
static llvm::cl::list<std::string> domainFlag(
    "domain",
    llvm::cl::desc("what is scanned, in place of what the scan says: see "
                   "'scanc list domains' (default: line)"),
    llvm::cl::value_desc("DOMAIN[,DOMAIN...]"), llvm::cl::CommaSeparated,
    SCANC_REQUEST_FLAG);

#undef SCANC_REQUEST_FLAG

bool scanc::namesDomain() { return domainFlag.getNumOccurrences() != 0; }

/// The domains that --domain names.
static Expected<llvm::SmallVector<prefix::DomainAttrInterface>>
findDomains(const prefix::PrefixDialect &dialect) {
  llvm::SmallVector<prefix::DomainAttrInterface> domains;
  for (StringRef name : domainFlag) {
    prefix::DomainAttrInterface domain = dialect.findDomain(name);
    if (!domain) {
      llvm::SmallVector<StringRef> known;
      for (prefix::DomainAttrInterface each : dialect.getDomains())
        known.push_back(each.getName());
      return badUsage("unknown domain '" + name + "'; the domains are " +
                      listNames(known) + suggest(name, known));
    }
    if (llvm::is_contained(domains, domain))
      return badUsage("--domain names '" + name + "' twice");
    domains.push_back(domain);
  }
  return domains;
}

Error scanc::chooseDomains(mlir::ModuleOp module, bool isAlongAxis) {
  if (!namesDomain() && !isAlongAxis)
    return Error::success();
  mlir::FailureOr<Phase> phase = getPhase(module);
  if (mlir::failed(phase))
    return alreadyReported();
  if (*phase > Phase::Source && !namesDomain())
    return Error::success();
  if (*phase > Phase::Source)
    return badUsage("--domain decides nothing after the 'source' phase, and "
                    "the input is in '" +
                    phases()[static_cast<size_t>(*phase)].name + "'");
  mlir::MLIRContext *context = module.getContext();
  const auto &dialect = *context->getOrLoadDialect<prefix::PrefixDialect>();
  auto domains = findDomains(dialect);
  if (!domains)
    return domains.takeError();
  const prefix::DomainAttrInterface axis = dialect.findDomain("axis");
  if (isAlongAxis && namesDomain() && !llvm::is_contained(*domains, axis))
    return badUsage("--axis goes with the domain 'axis', not with --domain=" +
                    llvm::join(domainFlag, ","));
  for (auto scan : module.getOps<prefix::ScanOp>()) {
    if (!namesDomain() && llvm::is_contained(scan.getAllDomains(), axis))
      continue;
    llvm::SmallVector<mlir::Attribute> own(domains->begin(), domains->end());
    if (!namesDomain())
      own.push_back(axis);
    scan.setDomainsAttr(mlir::ArrayAttr::get(context, own));
  }
  return Error::success();
}

Expected<std::string> scanc::requestedDomain() {
  if (domainFlag.size() > 1)
    return badUsage("--domain names " + Twine(domainFlag.size()) +
                    " domains, expected one");
  return domainFlag.empty() ? "" : domainFlag.front();
}

/// What --states names.
static Expected<MemoryStates> requestedStates() {
  MemoryStates states;
  for (StringRef name : statesFlag) {
    bool *state = llvm::StringSwitch<bool *>(name)
                      .Case("initial", &states.initial)
                      .Case("final", &states.final)
                      .Default(nullptr);
    if (!state)
      return badUsage("--states: expected initial or final, got '" + name +
                      "'");
    if (*state)
      return badUsage("--states names '" + name + "' twice");
    *state = true;
  }
  return states;
}

Expected<std::optional<ScanRequest>>
scanc::parseScanRequest(StringRef inputFile, MemoryStates needs) {
  if (opFlag.getNumOccurrences() == 0) {
    const std::reference_wrapper<const llvm::cl::Option> others[] = {
        typeFlag, stateTypeFlag, outTypeFlag, inclusiveFlag, exclusiveFlag,
        initFlag, reverseFlag,   planFlag,    statesFlag,    totalFlag};
    for (const llvm::cl::Option &other : others)
      if (other.getNumOccurrences())
        return badUsage("--" + other.ArgStr + " goes with --op" +
                        (inputFile.empty() ? "" : ", not with a file"));
    return std::nullopt;
  }
  if (!inputFile.empty())
    return badUsage("expected a file or --op, got both '" + inputFile +
                    "' and --op=" + opFlag);
  if (!requestedScan().empty())
    return badUsage("--scan goes with a file, not with --op");
  if (typeFlag.empty())
    return badUsage("--op needs --type=T, one of " +
                    machine::scalarTypeNames());
  if (inclusiveFlag && exclusiveFlag)
    return badUsage("--inclusive and --exclusive contradict each other");
  if (inclusiveFlag && totalFlag)
    return badUsage("--total goes with an exclusive scan, not with "
                    "--inclusive");
  ScanRequest request;
  request.op = opFlag;
  request.type = typeFlag;
  request.stateType = stateTypeFlag;
  request.outType = outTypeFlag;
  request.inclusive = inclusiveFlag;
  request.reverse = reverseFlag;
  request.total = totalFlag;
  if (initFlag.getNumOccurrences())
    request.init = initFlag;
  request.plan = planFlag;
  if (Error error = requestedStates().moveInto(request.states))
    return error;
  request.states.initial |= needs.initial;
  request.states.final |= needs.final;
  return request;
}

//===----------------------------------------------------------------------===//
// Operators
//===----------------------------------------------------------------------===//

std::vector<BuiltinOperator> scanc::builtinOperators() {
  std::vector<BuiltinOperator> operators;
  for (const std::string &monoid : prefix::preludeMonoids()) {
    auto [op, type] = StringRef(monoid).rsplit('_');
    auto it = llvm::find_if(operators, [op = op](const BuiltinOperator &known) {
      return known.name == op;
    });
    if (it == operators.end())
      it = operators.insert(it, {op.str(), {}});
    it->types.push_back(type.str());
  }
  return operators;
}

/// The name of the monoid in the prelude. Integers are signless in the state:
/// `add` has only an i form, `max` also a u form, which serves unsigned types.
static Expected<std::string> findMonoid(StringRef op, const ScalarType &state) {
  std::vector<BuiltinOperator> operators = builtinOperators();
  auto it = llvm::find_if(operators, [&](const BuiltinOperator &known) {
    return known.name == op;
  });
  if (it == operators.end()) {
    llvm::SmallVector<StringRef> known;
    for (const BuiltinOperator &each : operators)
      known.push_back(each.name);
    return badInput("unknown operator '" + op + "'; the operators are " +
                    listNames(known) + suggest(op, known));
  }
  std::string name = state.name.str();
  if (!llvm::is_contained(it->types, name) && state.isUnsigned())
    name.front() = 'i';
  if (!llvm::is_contained(it->types, name))
    return badInput("operator '" + op + "' has no " + state.name +
                    " form; its state types are " + llvm::join(it->types, " "));
  return (op + "_" + name).str();
}

//===----------------------------------------------------------------------===//
// The module
//===----------------------------------------------------------------------===//

static Expected<const ScalarType *> findType(StringRef flag, StringRef name) {
  const ScalarType *type = machine::findScalarType(name);
  if (type && type->nameable)
    return type;
  llvm::SmallVector<StringRef> known;
  for (const ScalarType &each : scalarTypes())
    if (each.nameable)
      known.push_back(each.name);
  return badInput("unknown type '" + name + "' for --" + flag +
                  "; the types are " + listNames(known) + suggest(name, known));
}

/// Takes digits off the front; whether there were any.
static bool consumeDigits(StringRef &text, bool (*isDigit)(char)) {
  const size_t size = text.size();
  text = text.drop_while(isDigit);
  return text.size() < size;
}

/// A number with or without a fraction and an exponent, in decimal or, as in C,
/// in hexadecimal with a binary exponent; inf or nan. APFloat takes more: 1e.
static bool isFloatLiteral(StringRef text) {
  if (!text.consume_front("-"))
    text.consume_front("+");
  if (text == "inf" || text == "nan")
    return true;
  const bool hex = text.consume_front_insensitive("0x");
  bool (*isDigit)(char) = hex ? llvm::isHexDigit : llvm::isDigit;
  bool digits = consumeDigits(text, isDigit);
  if (text.consume_front("."))
    digits |= consumeDigits(text, isDigit);
  if (!digits)
    return false;
  if (!text.consume_front_insensitive(hex ? "p" : "e"))
    return text.empty() && !hex;
  if (!text.consume_front("-"))
    text.consume_front("+");
  return consumeDigits(text, llvm::isDigit) && text.empty();
}

/// Whether the number of a float literal is not 0, however small.
static bool hasNonzeroDigit(StringRef literal) {
  literal = literal.ltrim("+-");
  const bool hex = literal.consume_front_insensitive("0x");
  literal = literal.take_until(
      [&](char c) { return llvm::toLower(c) == (hex ? 'p' : 'e'); });
  return literal.find_first_not_of("0.") != StringRef::npos;
}

/// The value of --init as an attribute of the state type. `isUnsigned` says how
/// the state's integers are to be read: -1 is no value of an unsigned type.
static Expected<mlir::TypedAttr> parseInit(StringRef text, mlir::Type type,
                                           StringRef typeName,
                                           bool isUnsigned) {
  auto refuse = [&](const Twine &why) {
    return badInput("--init=" + text + " " + why + " " + typeName);
  };
  if (auto floatType = mlir::dyn_cast<mlir::FloatType>(type)) {
    llvm::APFloat value(floatType.getFloatSemantics());
    if (!isFloatLiteral(text))
      return refuse("is not a value of type");
    auto status =
        value.convertFromString(text, llvm::APFloat::rmNearestTiesToEven);
    if (!status) {
      llvm::consumeError(status.takeError());
      return refuse("is not a value of type");
    }
    if (*status & llvm::APFloat::opOverflow)
      return refuse("does not fit the state type");
    if (value.isZero() && hasNonzeroDigit(text))
      return refuse("is too near to 0 for the state type");
    return mlir::FloatAttr::get(floatType, value);
  }

  StringRef digits = text;
  bool negative = digits.consume_front("-");
  if (!negative)
    digits.consume_front("+");
  llvm::APInt magnitude;
  // No octal: 010 is ten.
  unsigned radix = digits.starts_with_insensitive("0x") ? 0 : 10;
  if (digits.empty() || digits.starts_with("-") || digits.starts_with("+") ||
      digits.getAsInteger(radix, magnitude))
    return refuse("is not a value of type");
  unsigned bits = type.getIntOrFloatBitWidth();
  // One bit more than either needs, so that the sign is never lost.
  llvm::APInt value =
      magnitude.zext(std::max(magnitude.getBitWidth(), bits) + 1);
  if (negative)
    value.negate();
  if (isUnsigned ? value.isNegative() || !value.isIntN(bits)
                 : !value.isSignedIntN(bits))
    return refuse("does not fit the state type");
  return mlir::IntegerAttr::get(type, value.trunc(bits));
}

/// The plan that the parts in `text` are. The parser's own words say what is
/// wrong; its place is in a text that nobody wrote.
static Expected<prefix::PlanAttr> parsePlan(StringRef text,
                                            mlir::MLIRContext &context) {
  std::string complaint;
  mlir::ScopedDiagnosticHandler handler(&context,
                                        [&](mlir::Diagnostic &diagnostic) {
                                          if (complaint.empty())
                                            complaint = diagnostic.str();
                                        });
  auto plan = mlir::dyn_cast_or_null<prefix::PlanAttr>(
      mlir::parseAttribute(("#prefix.plan<" + text + ">").str(), &context));
  if (!plan)
    return badInput("--plan=\"" + text + "\": " + complaint);
  return plan;
}

std::string ScanRequest::defaultName() const {
  return (inclusive ? "inclusive_" : "exclusive_") + op + "_" + type;
}

/// A scan has types without signs for its states, which are numbers as its
/// elements are wherever they become numbers of another width, or lie in files.
/// So a state of another sign must not.
static Error checkSigns(const ScanRequest &request, const ScalarType &element,
                        const ScalarType &state, const ScalarType &output) {
  const bool isUnsigned = !element.isFloat() && element.isUnsigned();
  if (state.isFloat() || state.isUnsigned() == isUnsigned)
    return Error::success();
  auto refuse = [&](const Twine &where) {
    return badUsage(
        "states of --state-type=" + Twine(state.name) + " would be taken for " +
        (isUnsigned ? "unsigned" : "signed") + " numbers " + where +
        ", because elements are " + element.name +
        "; choose a --state-type with the sign of the elements, or write a "
        "source whose scan has a 'load' and a 'store'");
  };
  if (output.isFloat() || output.bits > state.bits)
    return refuse("where they become outputs of " + Twine(output.name));
  if (request.states.initial || request.states.final)
    return refuse("in memory and in files");
  return Error::success();
}

Expected<mlir::OwningOpRef<mlir::ModuleOp>>
scanc::buildModule(const ScanRequest &request, StringRef name,
                   mlir::MLIRContext &context) {
  Expected<const ScalarType *> element = findType("type", request.type);
  if (!element)
    return element.takeError();
  StringRef stateName = request.stateType;
  if (stateName.empty())
    stateName =
        (*element)->isUnsigned() ? (*element)->name : (*element)->stateName;
  Expected<const ScalarType *> state = findType("state-type", stateName);
  if (!state)
    return state.takeError();
  Expected<const ScalarType *> output = findType(
      "out-type", request.outType.empty() ? request.type : request.outType);
  if (!output)
    return output.takeError();
  if (Error error = checkSigns(request, **element, **state, **output))
    return error;
  Expected<std::string> monoid = findMonoid(request.op, **state);
  if (!monoid)
    return monoid.takeError();

  context.getOrLoadDialect<prefix::PrefixDialect>();
  mlir::Location loc = mlir::UnknownLoc::get(&context);
  mlir::OpBuilder builder(&context);
  mlir::OwningOpRef<mlir::ModuleOp> module =
      mlir::ModuleOp::create(builder, loc);
  builder.setInsertionPointToEnd(module->getBody());

  mlir::ArrayAttr init;
  if (request.init) {
    Expected<mlir::TypedAttr> value =
        parseInit(*request.init, prefix::stateTypeOf(**state, &context),
                  (*state)->name, (*state)->isUnsigned());
    if (!value)
      return value.takeError();
    init = builder.getArrayAttr({*value});
  }
  prefix::PlanAttr plan;
  if (!request.plan.empty()) {
    Expected<prefix::PlanAttr> parsed = parsePlan(request.plan, context);
    if (!parsed)
      return parsed.takeError();
    plan = *parsed;
  }
  auto type =
      builder.getFunctionType({prefix::elementTypeOf(**element, &context)},
                              {prefix::elementTypeOf(**output, &context)});
  auto scan =
      prefix::ScanOp::create(builder, loc, name,
                             request.inclusive ? prefix::ScanKind::Inclusive
                                               : prefix::ScanKind::Exclusive,
                             request.reverse, *monoid, init, type, plan);
  scan.setInitial(request.states.initial);
  scan.setFinal(request.states.final);
  scan.setTotal(request.total);
  return module;
}
