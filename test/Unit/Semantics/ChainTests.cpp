//===- ChainTests.cpp - Runs of narrow elements with chains in them -------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each thread of a kernel has a run of its own, and reduces or scans it with
// `cuts`, bits that say at which items chains begin. Over all threads, runs of
// eight items see every pattern of cuts; runs of forty, whose bits are two
// words, see random ones. The reference takes one element after another.
//
// Kernels are written in the ops of the kernel phase, and lowered from there as
// those of a scan are. Packed arithmetic has to take every run of theirs. One
// test leaves runs to the lowering that takes one element after another: the
// reference is what the ops mean.
//
//===----------------------------------------------------------------------===//

#include "Context.h"
#include "Numbers.h"

#include "scanc/Conversion/Passes.h"
#include "scanc/Dialect/Prefix/Prelude/Prelude.h"
#include "scanc/Pipelines/Pipelines.h"
#include "scanc/Simt/Executor.h"
#include "scanc/Target/PTX.h"

#include "mlir/IR/OwningOpRef.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "gtest/gtest.h"

using namespace scanc;
using namespace scanc::test;

namespace {

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

/// What a kernel does with each run.
struct Kernel {
  enum class Output { Total, Inclusive, Exclusive };
  /// What joins the items that chains begin with, in front: nothing, the
  /// monoid's identity, or a value of the thread's own.
  enum class Start { None, Identity, Value };

  Operator op;
  Output output;
  Start start = Start::None;

  bool scans() const { return output != Output::Total; }

  std::string name() const {
    static const char *const outputs[] = {"total", "inclusive", "exclusive"};
    static const char *const starts[] = {"", "_from_identity", "_from_value"};
    return operatorName(op) + "_" + outputs[static_cast<int>(output)] +
           starts[static_cast<int>(start)];
  }
};

/// Every kernel that packed arithmetic is for.
template <class Element, class State> std::vector<Kernel> packedKernels() {
  std::vector<Kernel> kernels;
  for (Operator op :
       {Operator::Add, Operator::Mul, Operator::Min, Operator::Max,
        Operator::And, Operator::Or, Operator::Xor}) {
    using enum Kernel::Output;
    using enum Kernel::Start;
    const bool isExtreme = op == Operator::Min || op == Operator::Max;
    const bool isWidened = sizeof(State) > sizeof(Element);
    if (isFloat<Element> ? !isExtreme : op == Operator::Mul && isWidened)
      continue;
    kernels.push_back({op, Total});
    kernels.push_back({op, Total, Value});
    if (sizeof(Element) != 1 || op == Operator::Mul || (isExtreme && isWidened))
      continue;
    kernels.push_back({op, Inclusive});
    kernels.push_back({op, Inclusive, Value});
    kernels.push_back({op, Exclusive, Identity});
    kernels.push_back({op, Exclusive, Value});
  }
  return kernels;
}

/// How long the runs are, and where they are read from.
struct Shape {
  int64_t items;
  bool isReversed = false;

  int64_t words() const { return llvm::divideCeil(items, 32); }
};

/// A circuit in which each input joins what all before it make.
std::string serialCircuit(int64_t width) {
  std::string inputs, combines, outputs, spans;
  for (int64_t i = 0; i < width; ++i) {
    const char *comma = i ? ", " : "";
    inputs += llvm::formatv("{0}%x{1}", comma, i);
    if (i)
      combines +=
          llvm::formatv("%y{0} = prefix.combine %{1}{2}, %x{0} : "
                        "!prefix.span<0, {2}>, !prefix.span<{0}, {0}>\n",
                        i, i == 1 ? "x" : "y", i - 1);
    outputs += llvm::formatv("{0}%{1}{2}", comma, i ? "y" : "x", i);
    spans += llvm::formatv("{0}!prefix.span<0, {1}>", comma, i);
  }
  return llvm::formatv(
      "prefix.circuit @serial({0}) {{\n{1}prefix.yield {2} : {3}\n}\n", inputs,
      combines, outputs, spans);
}

/// A load of value `index` from those of type `type` at `base`.
std::string loadText(const std::string &name, const std::string &base,
                     const std::string &index, const std::string &type) {
  return llvm::formatv(
      "%{0}_at = llvm.getelementptr %{1}[%{2}] : (!llvm.ptr<1>, i64) -> "
      "!llvm.ptr<1>, {3}\n%{0} = llvm.load %{0}_at : !llvm.ptr<1> -> {3}\n",
      name, base, index, type);
}

/// Thread `t` has run `t` of `in`, words of `cuts`, a seed and a start.
template <class Element, class State>
std::string kernelText(const Kernel &kernel, const Shape &shape) {
  const std::string monoid = monoidName<State>(kernel.op),
                    state = stateName<State>(),
                    run = llvm::formatv("vector<{0}x{1}>", shape.items, state);
  std::string text = llvm::formatv(R"mlir(
gpu.func @{0}(%in: !llvm.ptr<1>, %cuts: !llvm.ptr<1>, %seeds: !llvm.ptr<1>, %starts: !llvm.ptr<1>, %out: !llvm.ptr<1>, %n: i64) kernel {{
%lane_index = gpu.thread_id x
%block_index = gpu.block_id x
%lane = arith.index_cast %lane_index : index to i64
%block = arith.index_cast %block_index : index to i64
%lanes = arith.constant 32 : i64
%lanes_before = arith.muli %block, %lanes : i64
%thread = arith.addi %lanes_before, %lane : i64
%items = arith.constant {1} : i64
%first = arith.muli %lanes_before, %items : i64
%words = arith.constant {2} : i64
%first_word = arith.muli %thread, %words : i64
)mlir",
                                   kernel.name(), shape.items, shape.words());

  std::string cuts;
  for (int64_t word = 0; word < shape.words(); ++word) {
    text +=
        llvm::formatv("%place{0} = arith.constant {0} : i64\n"
                      "%word{0} = arith.addi %first_word, %place{0} : i64\n",
                      word);
    const std::string name = "cut" + std::to_string(word);
    text += loadText(name, "cuts", "word" + std::to_string(word), "i32");
    cuts += (word ? ", %" : "%") + name;
  }
  std::string start;
  if (kernel.start != Kernel::Start::None)
    start = " start(%start : " + state + ")";
  if (kernel.start == Kernel::Start::Identity)
    text += "%start = prefix.identity @" + monoid + " : " + state + "\n";
  if (kernel.start == Kernel::Start::Value)
    text += loadText("start", "starts", "thread", state);

  std::string along;
  if (shape.isReversed) {
    text += "%walk = prefix.walk line reverse(%n)\n";
    along = " along %walk";
  }
  text +=
      llvm::formatv("%x = prefix.load_tile @{0} %in[%first]{1} aligned rows "
                    "1 items {2} element [{3}] : !llvm.ptr<1> -> {4}\n",
                    monoid, along, shape.items, typeName<Element>(), run);
  if (kernel.scans()) {
    text += loadText("seed", "seeds", "thread", state);
    text += llvm::formatv(
        "%y = prefix.thread_scan @{0} by @serial{1} (%seed, %x) cuts({2}){3} : "
        "({4}, {5}) -> {5}\n"
        "prefix.store_tile %y to %out[%first]{6} aligned rows 1 items {7} "
        "state "
        "[{8}] output [{9}] : {5} to !llvm.ptr<1>\n",
        monoid, kernel.output == Kernel::Output::Exclusive ? " exclusive" : "",
        cuts, start, state, run, along, shape.items, typeName<State>(),
        typeName<Element>());
  } else {
    text += llvm::formatv(
        "%total = prefix.thread_reduce @{0} by @serial(%x) cuts({1}){2} : "
        "({3}) -> {4}\n"
        "%to = llvm.getelementptr %out[%thread] : (!llvm.ptr<1>, i64) -> "
        "!llvm.ptr<1>, {4}\n"
        "llvm.store %total, %to : {4}, !llvm.ptr<1>\n",
        monoid, cuts, start, run, state);
  }
  return text + "gpu.return\n}\n";
}

//===----------------------------------------------------------------------===//
// Lowering
//===----------------------------------------------------------------------===//

mlir::gpu::GPUModuleOp kernelsOf(mlir::ModuleOp module) {
  return *module.getOps<mlir::gpu::GPUModuleOp>().begin();
}

/// What a host would know of the kernels; past the kernel phase they have to
/// say something.
mlir::Attribute someLaunch() {
  auto module = mlir::parseSourceString<mlir::ModuleOp>(
      "prefix.scan @any inclusive @add_i32 : (i32) -> (i32) "
      "plan <strategy = single_block>",
      &context());
  if (!module || mlir::failed(lowerTo(*module, Phase::Kernel, {})))
    return {};
  return kernelsOf(*module)->getAttr(prefix::PrefixDialect::launchAttrName);
}

enum class Lowering { Packed, ByElement };

/// Runs one of the passes on the kernels, before its time.
mlir::LogicalResult runEarly(mlir::ModuleOp module, Lowering lowering) {
  mlir::PassManager passes(&context());
  passes.nest<mlir::gpu::GPUModuleOp>().addPass(
      lowering == Lowering::Packed ? prefix::createPrefixPackNarrowPass()
                                   : prefix::createPrefixLowerThreadPass());
  return passes.run(module);
}

/// The kernels in which packed arithmetic left ops that it replaces.
std::vector<std::string> findUnpacked(mlir::ModuleOp module) {
  std::vector<std::string> names;
  module.walk([&](mlir::gpu::GPUFuncOp kernel) {
    const mlir::WalkResult result = kernel.walk([](mlir::Operation *op) {
      return mlir::isa<prefix::LoadTileOp, prefix::ThreadReduceOp,
                       prefix::ThreadScanOp, prefix::StoreTileOp>(op)
                 ? mlir::WalkResult::interrupt()
                 : mlir::WalkResult::advance();
    });
    if (result.wasInterrupted())
      names.push_back(kernel.getName().str());
  });
  return names;
}

std::unique_ptr<simt::Executor> compile(const std::string &kernels,
                                        Lowering lowering) {
  auto module = mlir::parseSourceString<mlir::ModuleOp>(
      "module attributes {prefix.phase = \"kernel\"} {\ngpu.module @kernels {" +
          prefix::preludeSource().str() + kernels + "}\n}",
      &context());
  static const mlir::Attribute launch = someLaunch();
  if (!module || !launch || mlir::failed(runEarly(*module, lowering))) {
    ADD_FAILURE() << kernels;
    return nullptr;
  }
  const std::vector<std::string> unpacked = findUnpacked(*module);
  if (lowering == Lowering::Packed && !unpacked.empty()) {
    ADD_FAILURE() << "not packed: " << llvm::join(unpacked, ", ");
    return nullptr;
  }
  kernelsOf(*module)->setAttr(prefix::PrefixDialect::launchAttrName, launch);
  auto llvmContext = std::make_unique<llvm::LLVMContext>();
  std::unique_ptr<llvm::Module> llvmModule;
  if (mlir::succeeded(lowerTo(*module, Phase::Llvm, {})))
    llvmModule = target::translateToLlvmIR(kernelsOf(*module), *llvmContext);
  if (!llvmModule) {
    ADD_FAILURE() << kernels;
    return nullptr;
  }
  auto executor =
      simt::Executor::create(std::move(llvmModule), std::move(llvmContext));
  if (executor)
    return std::move(*executor);
  ADD_FAILURE() << llvm::toString(executor.takeError());
  return nullptr;
}

//===----------------------------------------------------------------------===//
// Runs
//===----------------------------------------------------------------------===//

/// A value on which `op` keeps something to say: bits that end all are rare, as
/// are even factors and NaN; zeros of both signs, and limits, are not.
template <class T> T draw(Operator op, std::mt19937_64 &random) {
  auto any = [&] {
    T value;
    const uint64_t bits = random();
    std::memcpy(&value, &bits, sizeof(T));
    return value;
  };
  const uint64_t dice = random() % 16;
  const T value = any();
  if constexpr (isFloat<T>) {
    const bool isSigned = std::signbit(static_cast<float>(value));
    return dice < 2 || (dice < 12 && std::isnan(static_cast<float>(value)))
               ? T(isSigned ? -0.0f : 0.0f)
               : value;
  } else {
    using Limits = std::numeric_limits<T>;
    switch (op) {
    case Operator::And:
      return static_cast<T>(value | any());
    case Operator::Or:
      return static_cast<T>(value & any());
    case Operator::Mul:
      return static_cast<T>(value | (dice != 0));
    default:
      return dice == 0 ? Limits::lowest() : dice == 1 ? Limits::max() : value;
    }
  }
}

/// Where chains begin in run `run`: by its number where there are few items;
/// otherwise nowhere, everywhere, with one item, or at random.
std::vector<uint32_t> drawCuts(size_t run, const Shape &shape,
                               std::mt19937_64 &random) {
  std::vector<uint32_t> words(shape.words());
  for (int64_t i = 0; i < shape.items; ++i) {
    const int64_t variant = static_cast<int64_t>(run % 8);
    const bool begins = shape.items <= 8 ? run >> i & 1
                        : variant == 0   ? false
                        : variant == 1   ? true
                        : variant == 2   ? int64_t(run / 8) % shape.items == i
                                         : random() % (1 << (variant - 2)) == 0;
    words[i / 32] |= uint32_t(begins) << i % 32;
  }
  return words;
}

/// The inputs of all threads.
template <class Element, class State> struct Runs {
  static constexpr size_t count = 1024;

  Runs(Operator op, const Shape &shape) : shape(shape) {
    std::mt19937_64 random(1);
    for (size_t i = 0; i < count * shape.items; ++i)
      elements.push_back(draw<Element>(op, random));
    for (size_t run = 0; run < count; ++run) {
      llvm::append_range(cuts, drawCuts(run, shape, random));
      seeds.push_back(draw<State>(op, random));
      starts.push_back(draw<State>(op, random));
    }
  }

  /// Where item `item` of run `run` is in memory.
  size_t placeOf(size_t run, size_t item) const {
    const size_t place = run * shape.items + item;
    return shape.isReversed ? elements.size() - 1 - place : place;
  }

  bool begins(size_t run, size_t item) const {
    return cuts[run * shape.words() + item / 32] >> item % 32 & 1;
  }

  /// For the message of a test that failed: a bar before each chain.
  std::string str(size_t run) const {
    std::ostringstream text;
    for (int64_t item = 0; item < shape.items; ++item) {
      text << (begins(run, item) ? " | " : " ");
      show(text, elements[placeOf(run, item)]);
    }
    text << ", seed ";
    show(text, seeds[run]);
    text << ", start ";
    show(text, starts[run]);
    return text.str();
  }

  Shape shape;
  std::vector<Element> elements;
  std::vector<uint32_t> cuts;
  std::vector<State> seeds, starts;
};

//===----------------------------------------------------------------------===//
// The reference
//===----------------------------------------------------------------------===//

/// What `kernel` makes of a run, one element after another: its outputs in scan
/// order, and the total of its last chain, without the seed.
template <class Element, class State> struct Result {
  Result(const Kernel &kernel, const Runs<Element, State> &runs, size_t run) {
    const bool hasStart = kernel.start != Kernel::Start::None;
    const State start = kernel.start == Kernel::Start::Value
                            ? runs.starts[run]
                            : identityOf<State>(kernel.op);
    State prefix = runs.seeds[run];
    for (int64_t i = 0; i < runs.shape.items; ++i) {
      auto item = convert<State>(runs.elements[runs.placeOf(run, i)]);
      const bool begins = runs.begins(run, i);
      if (kernel.output == Kernel::Output::Exclusive)
        outputs.push_back(convert<Element>(begins ? start : prefix));
      if (begins && hasStart)
        item = apply<State>(kernel.op, start, item);
      prefix = begins ? item : apply<State>(kernel.op, prefix, item);
      total = begins || !i ? item : apply<State>(kernel.op, total, item);
      if (kernel.output == Kernel::Output::Inclusive)
        outputs.push_back(convert<Element>(prefix));
    }
  }

  std::vector<Element> outputs;
  State total = State();
};

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

template <class T>
testing::AssertionResult compare(const T &expected, const T &got) {
  if (same(expected, got))
    return testing::AssertionSuccess();
  testing::AssertionResult failure = testing::AssertionFailure();
  std::ostringstream text;
  text << "expected ";
  show(text, expected);
  text << ", got ";
  show(text, got);
  return failure << text.str();
}

template <class Element, class State>
void check(simt::Executor &executor, const Kernel &kernel, const Shape &shape) {
  using simt::KernelArg;
  const Runs<Element, State> runs(kernel.op, shape);
  // Vectors, so that the first element is aligned for 16 bytes.
  std::vector<Element> outputs(runs.elements.size());
  std::vector<State> totals(runs.count);
  void *out = kernel.scans() ? static_cast<void *>(outputs.data())
                             : static_cast<void *>(totals.data());
  llvm::Error error = executor.launch(kernel.name(), {runs.count / 32}, {32},
                                      {KernelArg::pointer(runs.elements.data()),
                                       KernelArg::pointer(runs.cuts.data()),
                                       KernelArg::pointer(runs.seeds.data()),
                                       KernelArg::pointer(runs.starts.data()),
                                       KernelArg::pointer(out),
                                       KernelArg::u64(runs.elements.size())});
  ASSERT_EQ(llvm::toString(std::move(error)), "") << kernel.name();
  for (size_t run = 0; run < runs.count; ++run) {
    const Result<Element, State> expected(kernel, runs, run);
    if (!kernel.scans())
      ASSERT_TRUE(compare(expected.total, totals[run]))
          << kernel.name() << " of" << runs.str(run);
    for (auto [item, output] : llvm::enumerate(expected.outputs))
      ASSERT_TRUE(compare(output, outputs[runs.placeOf(run, item)]))
          << kernel.name() << ", item " << item << " of" << runs.str(run);
  }
}

template <class Element, class State>
void check(const std::vector<Kernel> &kernels, const Shape &shape,
           Lowering lowering = Lowering::Packed) {
  std::string text = serialCircuit(shape.items);
  for (const Kernel &kernel : kernels)
    text += kernelText<Element, State>(kernel, shape);
  std::unique_ptr<simt::Executor> executor = compile(text, lowering);
  ASSERT_TRUE(executor);
  for (const Kernel &kernel : kernels)
    check<Element, State>(*executor, kernel, shape);
}

//===----------------------------------------------------------------------===//
// Tests
//===----------------------------------------------------------------------===//

template <class E, class S> struct Numbers {
  using Element = E;
  using State = S;
};

struct Names {
  // NOLINTNEXTLINE(readability-identifier-naming): GoogleTest calls it so.
  template <class T> static std::string GetName(int) {
    return typeName<typename T::Element>() + "_in_" +
           typeName<typename T::State>();
  }
};

template <class T> class PackedChains : public testing::Test {
protected:
  static void check(const Shape &shape, Lowering lowering = Lowering::Packed) {
    using Element = typename T::Element;
    using State = typename T::State;
    ::check<Element, State>(packedKernels<Element, State>(), shape, lowering);
  }
};

using Types =
    testing::Types<Numbers<int8_t, int8_t>, Numbers<uint8_t, uint8_t>,
                   Numbers<int8_t, int16_t>, Numbers<uint8_t, int32_t>,
                   Numbers<int16_t, int16_t>, Numbers<uint16_t, uint16_t>,
                   Numbers<uint16_t, int64_t>, Numbers<Half, Half>,
                   Numbers<BFloat, BFloat>, Numbers<BFloat, float>>;
TYPED_TEST_SUITE(PackedChains, Types, Names);

TYPED_TEST(PackedChains, OfEveryPattern) { this->check({8}); }
TYPED_TEST(PackedChains, OfEveryPatternReversed) { this->check({8, true}); }
TYPED_TEST(PackedChains, OfLongRuns) { this->check({40}); }
TYPED_TEST(PackedChains, OfLongRunsReversed) { this->check({40, true}); }

TYPED_TEST(PackedChains, ByElement) {
  this->check({8}, Lowering::ByElement);
  this->check({8, true}, Lowering::ByElement);
}

/// The sum of so many bytes has more than 16 bits: none may spill into the half
/// beside.
TEST(PackedSums, OfVeryLongRuns) {
  using enum Kernel::Output;
  using enum Kernel::Start;
  for (bool isReversed : {false, true})
    check<uint8_t, uint8_t>({{Operator::Add, Total},
                             {Operator::Add, Inclusive, Value},
                             {Operator::Add, Exclusive, Identity}},
                            {640, isReversed});
}

} // namespace
