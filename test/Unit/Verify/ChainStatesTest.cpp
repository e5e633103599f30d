//===- ChainStatesTest.cpp - States of chains in memory -------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../../lib/Verify/RealElements.h"

#include "VerifyTest.h"
#include "scanc/Verify/KernelRun.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "llvm/ADT/STLExtras.h"

#include <optional>

using namespace scanc;
using namespace scanc::verify;

namespace {

struct Map {
  uint32_t a, b;
  bool operator==(const Map &) const = default;
};
using Maps = std::vector<Map>;

/// First `low`, then `high`.
Map combine(Map low, Map high) {
  return {high.a * low.a, high.a * low.b + high.b};
}

/// So many maps, no two alike.
Maps makeMaps(uint64_t count, uint32_t seed = 0) {
  Maps maps(count);
  for (uint64_t i = 0; i < count; ++i)
    maps[i] = {static_cast<uint32_t>((i + seed) * 2654435761u | 1),
               static_cast<uint32_t>((i + seed) * 40503u + 7)};
  return maps;
}

/// Kernels of maps in tiles of 64, or of other elements.
class Kernels {
public:
  /// `edit` changes the kernels in the llvm phase.
  explicit Kernels(const std::string &text,
                   llvm::function_ref<void(mlir::LLVM::LLVMFuncOp)> edit = {}) {
    auto module = parse(text);
    EXPECT_TRUE(mlir::succeeded(lowerTo(*module, Phase::Llvm, {})));
    auto kernels = first<mlir::gpu::GPUModuleOp>(*module);
    if (edit)
      for (auto kernel : kernels.getOps<mlir::LLVM::LLVMFuncOp>())
        if (kernel->hasAttr("gpu.kernel"))
          edit(kernel);
    auto created = KernelRun::create(kernels, /*observed=*/true);
    EXPECT_TRUE(static_cast<bool>(created));
    run.emplace(llvm::cantFail(std::move(created)));
  }

  std::vector<ScanOutput> scan(llvm::ArrayRef<ScanInput> inputs,
                               uint64_t row = 0) {
    RunSettings settings;
    settings.row = row;
    auto outputs = run->runInStream(inputs, settings);
    if (outputs)
      return std::move(*outputs);
    ADD_FAILURE() << llvm::toString(outputs.takeError());
    return std::vector<ScanOutput>(inputs.size());
  }
  ScanOutput scan(const ScanInput &input, uint64_t row = 0) {
    return scan(llvm::ArrayRef(input), row).front();
  }
  /// What a scan is refused for.
  std::string whyNot(const ScanInput &input, uint64_t row = 0) {
    RunSettings settings;
    settings.row = row;
    auto outputs = run->runInStream(input, settings);
    return outputs ? "" : llvm::toString(outputs.takeError());
  }

  std::optional<KernelRun> run;
};

/// A scan of maps: `kind` with what is behind the monoid, and where the types
/// end.
std::string mapsScan(const std::string &kind, const std::string &options,
                     const std::string &end = "") {
  return affineMonoid + ("prefix.scan @maps " + kind + " @affine " + options +
                         " : (i32, i32) -> (i32, i32) " + end);
}

/// A plan of small tiles, of which one block takes up to 100 elements.
std::string smallTiles(const std::string &strategy) {
  const std::string tiles = ", tail = <warps = 1, rows = 1, items = 2>>";
  if (strategy == "single_block")
    return " plan <strategy = single_block" + tiles;
  return " plan <strategy = " + strategy +
         ", single_block_up_to = 100, scan = <warps = 2, rows = 1, items = 1>" +
         tiles;
}

ScanInput inputOf(const Maps &elements, const Maps &initial) {
  ScanInput input{bytesOf(elements)};
  input.initial = bytesOf(initial);
  input.wantsFinal = true;
  return input;
}

/// Scans rows of `row` maps one after another.
void scanRows(const Maps &elements, const Maps &initial, uint64_t row,
              bool inclusive, bool reverse, Maps &outputs, Maps &finals) {
  outputs.resize(elements.size());
  for (uint64_t chain = 0; chain < initial.size(); ++chain) {
    Map state = initial[chain];
    for (uint64_t i = 0; i < row; ++i) {
      const uint64_t at = chain * row + (reverse ? row - 1 - i : i);
      const Map next = combine(state, elements[at]);
      outputs[at] = inclusive ? next : state;
      state = next;
    }
    finals.push_back(state);
  }
}

/// Whether an address lies in what `base` points to.
bool isIn(mlir::Value address, mlir::Value base) {
  while (auto step = address.getDefiningOp<mlir::LLVM::GEPOp>())
    address = step.getBase();
  return address == base;
}

/// Removes every store to the final states, or every `step`th.
void forgetFinals(mlir::LLVM::LLVMFuncOp kernel, unsigned step) {
  unsigned number = 0;
  kernel.walk([&](mlir::LLVM::StoreOp store) {
    if (isIn(store.getAddr(), kernel.getArguments().back()) &&
        number++ % step == 0)
      store.erase();
  });
  EXPECT_GT(number, 0u);
}

} // namespace

TEST(ChainStates, GoThroughALine) {
  for (const char *strategy : {"single_block", "reduce_then_scan", "chained",
                               "decoupled_lookback", "two_level_streaming"})
    for (bool inclusive : {false, true})
      for (bool reverse : {false, true}) {
        SCOPED_TRACE(testing::Message()
                     << strategy << " " << inclusive << " " << reverse);
        Kernels kernels(mapsScan(
            std::string(inclusive ? "inclusive" : "exclusive") +
                (reverse ? " reverse" : ""),
            "init (3 : i32, 5 : i32) initial final", smallTiles(strategy)));
        for (uint64_t n : {1, 33, 100, 101, 500})
          for (const Maps &initial : {Maps{{7, 11}}, Maps{}}) {
            const Maps elements = makeMaps(n);
            ScanInput input = inputOf(elements, initial);
            if (initial.empty())
              input.initial.reset();
            Maps outputs, finals;
            scanRows(elements, initial.empty() ? Maps{{3, 5}} : initial, n,
                     inclusive, reverse, outputs, finals);
            const ScanOutput got = kernels.scan(input);
            EXPECT_EQ(valuesOf<Map>(got.outputs), outputs) << n;
            EXPECT_EQ(valuesOf<Map>(got.finals), finals) << n;
            input.wantsFinal = false;
            const ScanOutput alone = kernels.scan(input);
            EXPECT_EQ(alone.outputs, got.outputs) << n;
            EXPECT_TRUE(alone.finals.empty()) << n;
          }
      }
}

TEST(ChainStates, GoThroughRows) {
  for (const char *strategy : {"single_block", "decoupled_lookback"})
    for (bool inclusive : {false, true})
      for (bool reverse : {false, true}) {
        SCOPED_TRACE(testing::Message()
                     << strategy << " " << inclusive << " " << reverse);
        Kernels kernels(
            mapsScan(std::string(inclusive ? "inclusive" : "exclusive") +
                         (reverse ? " reverse" : ""),
                     "initial final", "domain rows" + smallTiles(strategy)));
        const uint64_t n = 420;
        for (uint64_t row : {1, 7, 42, 210, 420}) {
          const Maps elements = makeMaps(n), initial = makeMaps(n / row, 1000);
          Maps outputs, finals;
          scanRows(elements, initial, row, inclusive, reverse, outputs, finals);
          const ScanOutput got = kernels.scan(inputOf(elements, initial), row);
          EXPECT_EQ(valuesOf<Map>(got.outputs), outputs) << row;
          EXPECT_EQ(valuesOf<Map>(got.finals), finals) << row;
        }
      }
}

TEST(ChainStates, ScansInAStreamHaveTheirOwn) {
  Kernels kernels(
      mapsScan("inclusive", "initial final", smallTiles("decoupled_lookback")));
  std::vector<ScanInput> inputs;
  for (uint32_t number = 0; number < 3; ++number)
    inputs.push_back(inputOf(makeMaps(150, number), makeMaps(1, number + 9)));
  inputs.back().initial.reset();
  const std::vector<ScanOutput> got = kernels.scan(inputs);
  for (uint32_t number = 0; number < 3; ++number) {
    Maps outputs, finals;
    scanRows(makeMaps(150, number),
             number == 2 ? Maps{{1, 0}} : makeMaps(1, number + 9), 150,
             /*inclusive=*/true, /*reverse=*/false, outputs, finals);
    EXPECT_EQ(valuesOf<Map>(got[number].outputs), outputs) << number;
    EXPECT_EQ(valuesOf<Map>(got[number].finals), finals) << number;
  }
}

TEST(ChainStates, OfChainsWithoutElements) {
  for (const char *kind : {"inclusive", "exclusive reverse"}) {
    Kernels rows(
        mapsScan(kind, "init (3 : i32, 5 : i32) initial final", "domain rows"));
    // As many as several blocks have threads, and a few more.
    for (uint64_t chains : {1, 5, 3001}) {
      ScanInput input = inputOf({}, makeMaps(chains));
      input.chains = chains;
      const ScanOutput got = rows.scan(input);
      EXPECT_EQ(valuesOf<Map>(got.finals), makeMaps(chains)) << chains;
      EXPECT_TRUE(got.outputs.empty());
      input.initial.reset();
      EXPECT_EQ(valuesOf<Map>(rows.scan(input).finals), Maps(chains, Map{3, 5}))
          << chains;
      input.wantsFinal = false;
      EXPECT_TRUE(rows.scan(input).finals.empty());
    }
    ScanInput none = inputOf({}, {});
    none.chains = 0;
    EXPECT_TRUE(rows.scan(none).finals.empty());
  }
  Kernels line(mapsScan("inclusive", "final"));
  ScanInput input{{}};
  input.wantsFinal = true;
  EXPECT_EQ(valuesOf<Map>(line.scan(input).finals), (Maps{{1, 0}}));
}

TEST(ChainStates, OfATotal) {
  for (const char *strategy :
       {"single_block", "reduce_then_scan", "decoupled_lookback"})
    for (bool reverse : {false, true}) {
      SCOPED_TRACE(testing::Message() << strategy << " " << reverse);
      Kernels kernels(mapsScan(reverse ? "exclusive reverse" : "exclusive",
                               "init (3 : i32, 5 : i32) initial final total",
                               smallTiles(strategy)));
      for (uint64_t n : {0, 1, 64, 101, 500})
        for (const Maps &initial : {Maps{{7, 11}}, Maps{}}) {
          const Maps elements = makeMaps(n);
          ScanInput input = inputOf(elements, initial);
          if (initial.empty())
            input.initial.reset();
          Maps outputs, finals;
          const Maps start = initial.empty() ? Maps{{3, 5}} : initial;
          // What lies before an element in memory is, in a scan backwards, the
          // state after it.
          scanRows(elements, start, n, /*inclusive=*/reverse, reverse, outputs,
                   finals);
          outputs.push_back(reverse ? start[0] : finals[0]);
          const ScanOutput got = kernels.scan(input);
          EXPECT_EQ(valuesOf<Map>(got.outputs), outputs) << n;
          EXPECT_EQ(valuesOf<Map>(got.finals), finals) << n;
          input.wantsFinal = false;
          EXPECT_EQ(kernels.scan(input).outputs, got.outputs) << n;
        }
    }
}

TEST(ChainStates, FinalOnesMustBeWritten) {
  const std::string text =
      mapsScan("inclusive", "initial final", "domain rows");
  for (unsigned step : {1, 2}) { // all of a state, or one of its values
    Kernels kernels(text, [&](mlir::LLVM::LLVMFuncOp kernel) {
      forgetFinals(kernel, step);
    });
    ScanInput input = inputOf(makeMaps(6), makeMaps(2));
    EXPECT_EQ(kernels.whyNot(input, 3), "no kernel wrote a final state");
    input.wantsFinal = false;
    EXPECT_EQ(kernels.whyNot(input, 3), "");
    ScanInput empty = inputOf({}, makeMaps(2));
    empty.chains = 2;
    EXPECT_EQ(kernels.whyNot(empty), "no kernel wrote a final state");
  }
}

TEST(ChainStates, PaddingIsNobodys) {
  Kernels kernels(R"mlir(
prefix.monoid @second identity {
  %small = arith.constant 0 : i8
  %large = arith.constant 0 : i32
  prefix.yield %small, %large : i8, i32
} combine (%a: i8, %b: i32), (%c: i8, %d: i32) {
  prefix.yield %c, %d : i8, i32
}
prefix.scan @last inclusive @second final : (i8, i32) -> (i8, i32))mlir");
  struct Pair {
    int8_t small;
    int32_t large;
  };
  ScanInput input{bytesOf(std::vector<Pair>{{1, 2}, {3, 4}})};
  input.wantsFinal = true;
  const auto finals = valuesOf<Pair>(kernels.scan(input).finals);
  ASSERT_EQ(finals.size(), 1u);
  EXPECT_EQ(finals[0].small, 3);
  EXPECT_EQ(finals[0].large, 4);
}

TEST(ChainStates, InitialOnesAreKept) {
  auto storeThere = [](mlir::LLVM::LLVMFuncOp kernel) {
    mlir::OpBuilder b(kernel.getBody());
    b.setInsertionPointToStart(&kernel.getBody().front());
    auto zero = mlir::LLVM::ConstantOp::create(b, kernel.getLoc(),
                                               b.getI32IntegerAttr(0));
    mlir::LLVM::StoreOp::create(b, kernel.getLoc(), zero,
                                kernel.getArguments().drop_back().back());
  };
  Kernels kernels(mapsScan("inclusive", "initial final"), storeThere);
  const std::string why = kernels.whyNot(inputOf(makeMaps(3), makeMaps(1)));
  EXPECT_NE(why.find("initial states"), std::string::npos) << why;
  EXPECT_NE(why.find("read only"), std::string::npos) << why;
}

TEST(ChainStates, LieWhereTheyAreSaidTo) {
  // Behind the only initial state there is nothing to read.
  auto readBehind = [](mlir::LLVM::LLVMFuncOp kernel) {
    kernel.walk([&](mlir::LLVM::LoadOp load) {
      if (!isIn(load.getAddr(), kernel.getArguments().drop_back().back()))
        return;
      mlir::OpBuilder b(load);
      load.getAddrMutable().assign(mlir::LLVM::GEPOp::create(
          b, load.getLoc(), load.getAddr().getType(), b.getI8Type(),
          load.getAddr(), llvm::ArrayRef<mlir::LLVM::GEPArg>{8}));
    });
  };
  Kernels kernels(mapsScan("inclusive", "initial final"), readBehind);
  const std::string why = kernels.whyNot(inputOf(makeMaps(3), makeMaps(1)));
  EXPECT_NE(why.find("initial states"), std::string::npos) << why;
}
