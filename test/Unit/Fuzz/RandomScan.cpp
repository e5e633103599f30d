//===- RandomScan.cpp - A random scan, its input, and its output ----------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RandomScan.h"
#include "RandomNetwork.h"
#include "RandomPlan.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <algorithm>
#include <cstring>

using namespace scanc::test;

//===----------------------------------------------------------------------===//
// Layout
//===----------------------------------------------------------------------===//

Layout::Layout(const std::vector<Scalar> &fields) : fields(fields) {
  for (Scalar field : fields) {
    const size_t bytes = field.bytes();
    size = (size + bytes - 1) / bytes * bytes;
    offsets.push_back(size);
    size += bytes;
    alignment = std::max(alignment, bytes);
  }
  size = (size + alignment - 1) / alignment * alignment;
}

uint64_t Layout::load(const uint8_t *element, size_t field) const {
  uint64_t bits = 0;
  std::memcpy(&bits, element + offsets[field], fields[field].bytes());
  return bits;
}

void Layout::store(uint8_t *element, size_t field, uint64_t bits) const {
  std::memcpy(element + offsets[field], &bits, fields[field].bytes());
}

//===----------------------------------------------------------------------===//
// Choices
//===----------------------------------------------------------------------===//

static constexpr size_t maxFields = 8;
static constexpr size_t maxBytes = 64;

void RandomScan::makeMonoid(Random &random) {
  const size_t wanted = random.between(1, random.oneIn(3) ? maxFields : 3);
  do {
    pieces.clear();
    state.clear();
    while (state.size() < wanted) {
      pieces.push_back(randomPiece(random, maxFields - state.size(), maxBytes));
      llvm::append_range(state, pieces.back()->types);
    }
  } while (Layout(state).size > maxBytes);
  for (const auto &piece : pieces) {
    commutative &= piece->commutative;
    idempotent &= piece->idempotent;
  }
}

void RandomScan::chooseTypes(Random &random) {
  const std::vector<Scalar> floats = {{Scalar::Kind::Float, 16},
                                      {Scalar::Kind::BFloat, 16},
                                      {Scalar::Kind::Float, 32},
                                      {Scalar::Kind::Float, 64}};
  auto integer = [&](unsigned bits) {
    const char sign = random.pick<char>({0, 0, 's', 'u'});
    return Scalar{Scalar::Kind::Integer, bits, bits == 1 ? '\0' : sign};
  };
  auto anyInteger = [&] {
    return integer(random.pick<unsigned>({1, 8, 16, 32, 64}));
  };
  const bool convert = random.oneIn(3);
  do {
    std::vector<Scalar> in, out;
    for (Scalar value : state) {
      const bool same = !convert || random.oneIn(3);
      if (!value.isFloat()) {
        in.push_back(same ? integer(value.bits) : anyInteger());
        out.push_back(same              ? integer(value.bits)
                      : random.oneIn(4) ? random.pick(floats)
                                        : anyInteger());
      } else {
        in.push_back(same              ? value
                     : random.oneIn(3) ? anyInteger()
                                       : random.pick(floats));
        out.push_back(same ? value : random.pick(floats));
      }
    }
    element = Layout(in);
    output = Layout(out);
  } while (std::max(element.size, output.size) > maxBytes);
}

//===----------------------------------------------------------------------===//
// Faults
//===----------------------------------------------------------------------===//

namespace {
struct PlanFault {
  const char *what, *definitions, *plan;
};
} // namespace

static const char three[] =
    "prefix.circuit @three(%a, %b, %c) {\n"
    "  %d = prefix.combine %a, %b : !prefix.span<0, 0>, !prefix.span<1, 1>\n"
    "  %e = prefix.combine %d, %c : !prefix.span<0, 1>, !prefix.span<2, 2>\n"
    "  prefix.yield %a, %d, %e : !prefix.span<0, 0>, !prefix.span<0, 1>, "
    "!prefix.span<0, 2>\n}\n";

static const std::vector<PlanFault> planFaults = {
    {"too many warps", "", "<scan = <warps = 33>>"},
    {"no item", "", "<scan = <items = 0>>"},
    {"a negative number", "", "<tail = <rows = -1>>"},
    {"too many stages", "", "<scan = <stages = 3>>"},
    {"two stages in 'top'", "", "<top = <stages = 2>>"},
    {"too many registers", "", "<scan = <rows = 64, items = 64>>"},
    {"no block", "", "<max_blocks = 0>"},
    {"too many threads", "", "<blocks_per_sm = 32, scan = <warps = 32>>"},
    {"a family of the wrong width", "", "<warp = sklansky<31>>"},
    {"a circuit of the wrong width", three,
     "<scan = <items = 2, thread = @three>>"},
    {"a warp circuit of the wrong width", three, "<top = <warp = @three>>"},
    {"a default that fits no kernel", three, "<warp = @three>"},
    {"an unknown circuit", "", "<scan = <warp = @nothing>>"},
    {"a monoid as a circuit", "", "<scan = <block = @op>>"},
    {"a nested symbol as a circuit", "", "<warp = @op::@op>"},
    {"a nested symbol in a skeleton", "", "<scan = <warp = @op::@op>>"},
    {"an unknown family", "", "<row = ladder<4>>"},
    {"a family without a width", "", "<row = serial<>>"},
    {"tiles that are no parts", "",
     "<reduce = <warps = 3, rows = 1, items = 1>, "
     "scan = <warps = 2, rows = 1, items = 2>>"},
    {"warps that disagree", "", "<top = <warps = 4>, tail = <warps = 8>>"},
    {"an unknown key", "", "<lanes = 32>"},
    {"a key given twice", "", "<max_blocks = 1, max_blocks = 1>"},
};

/// Swaps the operands of the first combine, and their types.
static std::string spoilCircuit(llvm::StringRef circuit) {
  auto [before, rest] = circuit.split("prefix.combine ");
  auto [line, after] = rest.split('\n');
  auto [operands, types] = line.split(" : ");
  auto [low, high] = operands.split(", ");
  auto [lowType, highType] = types.split(", !");
  return (before + "prefix.combine " + high + ", " + low + " : !" + highType +
          ", " + lowType + "\n" + after)
      .str();
}

RandomScan::RandomScan(Random &random) {
  makeMonoid(random);
  chooseTypes(random);
  inclusive = random.oneIn(2);
  reverse = random.oneIn(4);
  soa = random.oneIn(3);
  if (random.oneIn(3))
    for (const auto &piece : pieces)
      llvm::append_range(init, piece->draw(random, piece->types));

  unsigned registers = 0;
  for (Scalar value : state)
    registers += value.bits > 32 ? 2 : 1;
  RandomPlan plan(random, registers);
  if (random.oneIn(10)) {
    switch (random.between(0, 9)) {
    case 0:
      spoiled = "a combine of spans that are not adjacent";
      plan.definitions += spoilCircuit(
          printCircuit(randomNetwork(random, random.between(2, 9)), "bad"));
      break;
    case 1:
      spoiled = "a field too many";
      element.fields.push_back({});
      break;
    case 2:
      spoiled = "an initial value too many";
      init = identity();
      init.push_back(0);
      state.push_back({});
      break;
    default:
      const PlanFault &fault = random.pick(planFaults);
      spoiled = fault.what;
      plan.definitions += fault.definitions;
      plan.text = fault.plan;
    }
  }
  text = plan.definitions + printScan(plan.text);
  if (spoiled == "an initial value too many")
    state.pop_back();
  text = printMonoid() + text;
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

static std::string typeList(const std::vector<Scalar> &types) {
  return llvm::join(
      llvm::map_range(types, [](Scalar type) { return type.str(); }), ", ");
}

std::string RandomScan::printMonoid() const {
  auto yield = [&](const Names &values) {
    return "  prefix.yield " + llvm::join(values, ", ") + " : " +
           typeList(state) + "\n}";
  };
  auto arguments = [&](const std::string &prefix) {
    std::string text;
    for (auto [i, type] : llvm::enumerate(state))
      text += (i ? ", " : "") + prefix + std::to_string(i) + ": " + type.str();
    return "(" + text + ")";
  };

  BodyWriter identityBody;
  Names values;
  for (auto [bits, type] : llvm::zip_equal(identity(), state))
    values.push_back(identityBody.constant(bits, type));
  std::string text = std::string("prefix.monoid @op") +
                     (commutative ? " commutative" : "") +
                     (idempotent ? " idempotent" : "") + " identity {\n" +
                     identityBody.str() + yield(values);

  BodyWriter body;
  Names results;
  for (const auto &piece : pieces) {
    Names low, high;
    for (size_t i = 0; i < piece->types.size(); ++i) {
      low.push_back("%l" + std::to_string(results.size() + i));
      high.push_back("%h" + std::to_string(results.size() + i));
    }
    llvm::append_range(results, piece->emit(body, low, high));
  }
  return text + " combine " + arguments("%l") + ", " + arguments("%h") +
         " {\n" + body.str() + yield(results) + "\n";
}

std::string RandomScan::printScan(const std::string &plan) const {
  std::string values;
  if (!init.empty())
    for (auto [bits, type] : llvm::zip_equal(init, state))
      values +=
          (values.empty() ? " init (" : ", ") + printAttribute(bits, type);
  return std::string("prefix.scan @fuzzed ") +
         (inclusive ? "inclusive" : "exclusive") + (reverse ? " reverse" : "") +
         " @op" + (values.empty() ? "" : values + ")") + " : (" +
         typeList(element.fields) + ") -> (" + typeList(output.fields) + ")" +
         (soa ? " soa" : "") + (plan.empty() ? "" : "\n    plan " + plan) +
         "\n";
}

bool RandomScan::fitsInPlace() const {
  if (!soa)
    return element.size == output.size;
  return llvm::equal(element.fields, output.fields, [](Scalar in, Scalar out) {
    return in.bytes() == out.bytes();
  });
}

//===----------------------------------------------------------------------===//
// Meaning
//===----------------------------------------------------------------------===//

Bits RandomScan::identity() const {
  Bits result;
  for (const auto &piece : pieces)
    llvm::append_range(result, piece->identity());
  return result;
}

Bits RandomScan::combine(const Bits &low, const Bits &high) const {
  Bits result;
  llvm::ArrayRef<uint64_t> restLow = low, restHigh = high;
  for (const auto &piece : pieces) {
    const size_t fields = piece->types.size();
    llvm::append_range(result, piece->combine(restLow.take_front(fields),
                                              restHigh.take_front(fields)));
    restLow = restLow.drop_front(fields);
    restHigh = restHigh.drop_front(fields);
  }
  return result;
}

std::vector<uint8_t> RandomScan::makeInput(Random &random, uint64_t n) const {
  std::vector<uint8_t> bytes(n * element.size);
  for (uint8_t &byte : bytes)
    byte = random.bits();
  for (uint64_t i = 0; i < n; ++i) {
    size_t field = 0;
    for (const auto &piece : pieces) {
      llvm::ArrayRef<Scalar> types(element.fields.data() + field,
                                   piece->types.size());
      for (uint64_t bits : piece->draw(random, types))
        element.store(bytes.data() + i * element.size, field++, bits);
    }
  }
  return bytes;
}

std::vector<uint8_t>
RandomScan::evaluate(const std::vector<uint8_t> &input) const {
  const uint64_t n = input.size() / element.size;
  std::vector<uint8_t> result(n * output.size);
  // An integer state has the sign of its element.
  std::vector<Scalar> stored = state;
  for (auto [value, type] : llvm::zip_equal(stored, element.fields))
    if (!value.isFloat())
      value.sign = type.sign == 'u' ? 'u' : '\0';

  // Before the first element nothing is combined with the identity.
  Bits sum = init;
  for (uint64_t k = 0; k < n; ++k) {
    const uint64_t i = reverse ? n - 1 - k : k;
    Bits own;
    for (size_t field = 0; field < state.size(); ++field)
      own.push_back(
          convert(element.load(input.data() + i * element.size, field),
                  element.fields[field], state[field]));
    Bits next = sum.empty() ? own : combine(sum, own);
    const Bits out = inclusive ? next : sum.empty() ? identity() : sum;
    for (size_t field = 0; field < state.size(); ++field)
      output.store(result.data() + i * output.size, field,
                   convert(out[field], stored[field], output.fields[field]));
    sum = std::move(next);
  }
  return result;
}

std::string RandomScan::compare(const std::vector<uint8_t> &expected,
                                const std::vector<uint8_t> &got) const {
  if (expected.size() != got.size())
    return "expected " + std::to_string(expected.size()) + " bytes, got " +
           std::to_string(got.size());
  for (uint64_t i = 0; i * output.size < expected.size(); ++i)
    for (size_t field = 0; field < output.fields.size(); ++field) {
      const uint64_t right =
          output.load(expected.data() + i * output.size, field);
      const uint64_t wrong = output.load(got.data() + i * output.size, field);
      if (right != wrong)
        return "output " + std::to_string(i) + ", field " +
               std::to_string(field) + ": expected 0x" +
               llvm::utohexstr(right) + ", got 0x" + llvm::utohexstr(wrong) +
               " : " + output.fields[field].str();
    }
  return "";
}
