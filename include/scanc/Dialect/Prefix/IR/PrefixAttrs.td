//===- PrefixAttrs.td - Attributes of the prefix dialect ---*- tablegen -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_DIALECT_PREFIX_IR_PREFIXATTRS_TD
#define SCANC_DIALECT_PREFIX_IR_PREFIXATTRS_TD

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/EnumAttr.td"
include "scanc/Dialect/Prefix/IR/PrefixDialect.td"

def Prefix_ScanKind : I32EnumAttr<"ScanKind", "whether output k holds input k", [
    I32EnumAttrCase<"Exclusive", 0, "exclusive">,
    I32EnumAttrCase<"Inclusive", 1, "inclusive">,
  ]> {
  let cppNamespace = "::scanc::prefix";
  let genSpecializedAttr = 0;
}
def Prefix_ScanKindAttr : EnumAttr<Prefix_Dialect, Prefix_ScanKind, "kind"> {
  let assemblyFormat = "$value";
}

def Prefix_Joint : I32EnumAttr<"Joint", "how a level of a composition is joined to the level below", [
    I32EnumAttrCase<"ScanThenPropagate", 0, "scan_then_propagate">,
    I32EnumAttrCase<"ReduceThenScan", 1, "reduce_then_scan">,
  ]> {
  let cppNamespace = "::scanc::prefix";
  let genSpecializedAttr = 0;
}
def Prefix_JointAttr : EnumAttr<Prefix_Dialect, Prefix_Joint, "joint"> {
  let assemblyFormat = "$value";
}

def Prefix_Space : I32EnumAttr<"Space", "where the values of a level live", [
    I32EnumAttrCase<"Registers", 0, "registers">,
    I32EnumAttrCase<"Warp", 1, "warp">,
    I32EnumAttrCase<"Shared", 2, "shared">,
  ]> {
  let cppNamespace = "::scanc::prefix";
  let genSpecializedAttr = 0;
}
def Prefix_SpaceAttr : EnumAttr<Prefix_Dialect, Prefix_Space, "space"> {
  let assemblyFormat = "$value";
}

def Prefix_FamilyAttr : AttrDef<Prefix_Dialect, "Family"> {
  let mnemonic = "family";
  let summary = "a circuit family at a width";
  let description = [{
    `kogge_stone<32>`, `harris<64, l = 1, f = 2>`, `knowles<8, [1, 1, 2]>`: the
    name of a family, the number of inputs, and the family's parameters, each
    an integer or a list of integers. A list may do without a name; it comes
    first then.

    Constraints:
    - (C1) the family exists, has these parameters, and can be built at this width
  }];
  let parameters = (ins
    StringRefParameter<"the family's name">:$name,
    "int64_t":$width,
    "::mlir::DictionaryAttr":$parameters);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// A symbol name for the circuit it expands to: `kogge_stone_32`.
    std::string getSymbolName() const;
    /// What lib/Circuits builds it from.
    ::scanc::circuits::FamilySpec getSpec() const;
    ::scanc::circuits::Network buildNetwork() const;
  }];
}

def Prefix_MappingAttr : AttrDef<Prefix_Dialect, "Mapping"> {
  let mnemonic = "mapping";
  let summary = "how a block runs a circuit in shared memory";
  let description = [{
    ```mlir
    #prefix.mapping<stages = levels, threads = compact, cells = columns,
                    layout = pad<32>>
    ```
    - `stages`: `asap`, as soon as the operands are there, or `levels`, as the
      circuit's author wrote them;
    - `threads`: `columns`, each column is its thread's own; `rows<L>`, a thread
      has a row of L columns; `compact`, the combines of a stage go to the first
      threads;
    - `cells`: `columns`, a value stays in its column; `double_buffered`, a
      stage reads one buffer and writes another; `levels`, level by level in
      further cells; `exchange`, a prefix moves down as Blelloch's does;
    - `order` of the columns in their cells: `natural`, `bit_reversed`, or
      `alternate_reversed<L>`, every other run of L backwards;
    - `layout`: `plain`, or `pad<d, ..>`: cell i at address i + i / d + ..;
    - `access`: `closed_form` where there is one, or `table` always;
    - `inactive`: threads without a combine are `masked`, or combine the
      `identity`, which lies in cells of padding;
    - `seed`: what comes before the tile is `joined` with the results, or comes
      `first`: it is input 0 of the circuit, whose output k is then what comes
      before element k.

    All are optional in source. The chapter of Merrill and Grimshaw that these
    choices take apart is section 3 of their report of 2009.

    Constraints, of what is given:
    - (C1) a row has 1 to 65536 columns, and so has a run that is reversed
    - (C2) the divisors of a layout are at least 2
  }];
  let parameters = (ins
    "std::optional<::scanc::prefix::StageOrder>":$stages,
    "std::optional<::scanc::prefix::ThreadChoice>":$threads,
    "int64_t":$rowLength,
    "std::optional<::scanc::prefix::CellChoice>":$cells,
    "std::optional<::scanc::prefix::ColumnOrder>":$order,
    "int64_t":$alternate,
    "std::optional<bool>":$identityPadding,
    "::mlir::DenseI64ArrayAttr":$layout,
    "std::optional<bool>":$tables,
    "std::optional<bool>":$seedFirst);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// The choices, the first of each where none was made.
    ::scanc::prefix::Mapping getMapping() const;
    static MappingAttr get(::mlir::MLIRContext *context,
                           const ::scanc::prefix::Mapping &mapping);
    /// Nothing left to choose.
    bool isComplete() const;
  }];
}

def Prefix_ThreadSetAttr : AttrDef<Prefix_Dialect, "ThreadSet"> {
  let mnemonic = "threads";
  let summary = "which threads of a block take part";
  let description = [{
    `#prefix.threads<4 to 64>`, threads 4 to 63; `<4 to 64 step 8>`;
    `<0 to 64 bit 3>`, of these the ones with bit 3 set; `<0 to 64 mask
    0x0000FF00>`, the ones whose lane has its bit in the mask; or
    `<0 to 64 words [..]>`, a mask for each warp from thread 0 on.

    Constraints:
    - (C1) the first thread is below the end; the step is a power of two
  }];
  let parameters = (ins "int64_t":$first, "int64_t":$end,
                        "::scanc::prefix::ThreadPattern":$pattern,
                        "int64_t":$argument,
                        "::mlir::DenseI32ArrayAttr":$words);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    bool contains(int64_t thread) const;
  }];
}

def Prefix_IndexAttr : AttrDef<Prefix_Dialect, "Index"> {
  let mnemonic = "index";
  let summary = "a number for each thread";
  let description = [{
    `#prefix.index<-1 + 1 * t>`, `<7 + 2 * t + 16 * (t floordiv 8)>`, or a
    thread-specialization table, `<[1, 0, 3, 2]>`, in which threads beyond the
    end have the number 0 (Merrill and Grimshaw 2009, section 3.2.4).
  }];
  let parameters = (ins "int64_t":$constant, "int64_t":$scale,
                        "int64_t":$shifted, "int64_t":$shift,
                        "::mlir::DenseI32ArrayAttr":$table);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    int64_t evaluate(int64_t thread) const;
  }];
}

def Prefix_SkeletonAttr : AttrDef<Prefix_Dialect, "Skeleton"> {
  let mnemonic = "skeleton";
  let summary = "how one kernel moves a tile, and the circuit of each of its levels";
  let description = [{
    A tile is `warps` x `rows` x 32 lanes x `items` elements: a thread moves
    `rows` runs of `items` consecutive elements, and the 32 runs of a row lie
    side by side. The circuits are, from the inside out: `thread` over the
    items of a run, `warp` over the 32 lanes of a row, `row` over the rows of
    a warp, `block` over the warps. Each is a symbol or a family. With two
    `stages`, the loads of the next tile are in flight while one is scanned
    (the streaming scan only). What is not given is for the planner to choose.

    A `block` circuit as wide as `warps` x `rows` x 32 takes the place of
    `warp` and `row` too: it scans the totals of all runs in shared memory.
    Likewise a `warp` circuit as wide as `rows` x 32 takes the place of `row`:
    it is folded over the rows of a lane. `mapping` is how the block runs its
    circuit.

    With `sublists`, each row of each warp takes its tiles from a sublist of its
    own, `warps` x `rows` of them in a block, and the `block` circuit of 32
    columns scans each row apart (Merrill and Grimshaw's merrill_linear).

    A strategy may have further parameters for its kernels, each an integer
    (`StrategyAttrInterface::getSkeletonParameters`), and constraints for them.

    Constraints, of what is given:
    - (C1) `1 <= warps <= 32`, `1 <= rows <= 64`, `1 <= items <= 256`, `1 <= stages <= 32`; a strategy's own parameters are as it says
    - (C2) a family's width is that of its level: `items`, unless the strategy has threads go through their runs piece by piece; 32 or `rows` x 32; `rows`; of `block`, `warps` or `warps` x `rows` x 32
    - (C3) where `block` is a family as wide as all runs, there is no `warp` and no `row`; where `warp` is one wider than 32, there is no `row`
    - (C4) with `sublists`, a `block` family has width 32, and there is no `warp` and no `row`
    - (C5) where `levels` is given, `thread`, `warp` and `block` are not
  }];
  let parameters = (ins
    "std::optional<int64_t>":$givenWarps, "std::optional<int64_t>":$givenRows,
    "std::optional<int64_t>":$givenItems, "std::optional<int64_t>":$givenStages,
    "::mlir::Attribute":$thread, "::mlir::Attribute":$warp,
    "::mlir::Attribute":$row, "::mlir::Attribute":$block,
    "::scanc::prefix::MappingAttr":$mapping, "bool":$sublists,
    "::mlir::FlatSymbolRefAttr":$levels,
    "::mlir::DictionaryAttr":$own);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    static SkeletonAttr get(::mlir::MLIRContext *context,
                            const SkeletonParts &parts);
    static SkeletonAttr
    getChecked(::llvm::function_ref<::mlir::InFlightDiagnostic()> emitError,
               ::mlir::MLIRContext *context, const SkeletonParts &parts);
    /// To make another one that differs in some of them.
    SkeletonParts getParts() const;

    /// Of a skeleton in which they are given, as in a complete one.
    int64_t getWarps() const { return *getGivenWarps(); }
    int64_t getRows() const { return *getGivenRows(); }
    int64_t getItems() const { return *getGivenItems(); }
    int64_t getStages() const { return *getGivenStages(); }
    /// A parameter that the strategy has beside those that all have.
    std::optional<int64_t> getOwn(::llvm::StringRef name) const;

    int64_t getThreads() const { return getWarps() * 32; }
    int64_t getTile() const { return getThreads() * getRows() * getItems(); }
    /// Independent lists of a block, each with an aggregate of its own.
    int64_t getLists() const { return getSublists() ? getWarps() * getRows() : 1; }
    /// Of a complete skeleton: the block's circuit scans all runs, or the runs
    /// of each sublist.
    bool isBlockWide() const { return !getWarp(); }
    /// Of a complete skeleton: the warp's circuit scans all runs of a warp.
    bool isWarpWide() const { return getWarp() && !getRow(); }
    /// Nothing left to choose, and every circuit a symbol.
    bool isComplete() const;
    /// Who brings the columns of the block's circuit; of a complete skeleton.
    ::scanc::prefix::BlockShape getBlockShape() const {
      return {getWarps(), isBlockWide() ? getRows() : 0, getSublists()};
    }
  }];
}

def Prefix_PlanAttr : AttrDef<Prefix_Dialect, "Plan"> {
  let mnemonic = "plan";
  let summary = "every choice a scan's kernels depend on";
  let description = [{
    ```mlir
    #prefix.plan<strategy = two_level_streaming, warp = sklansky<32>,
                 scan = <warps = 8, rows = 4, items = 4>>
    ```
    - `strategy`: how blocks cooperate;
    - `single_block_up_to`: up to this many elements one block does it all;
    - `blocks_per_sm`, `max_blocks`: the fixed grid of the streaming kernels,
      `min(tiles, multiprocessors * blocks_per_sm, max_blocks)`, as do those
      whose blocks draw their tiles; the grids of the recursive strategies have
      a block for each tile, at most `max_blocks`;
    - `deterministic`: whether the same input gives the same bits in every run
      on the same GPU; true where it is not given. A strategy that cannot
      promise that has complete plans with `deterministic = false`;
    - `thread`, `warp`, `row`, `block`: the circuit of a level in every kernel
      that does not name its own; `levels`: a composition in place of
      `thread`, `warp` and `block`;
    - `reduce`, `scan`: skeletons of the two kernels over all elements; `top`:
      of all scans over totals, and of a look-back's window; `tail`: of the single block that scans the
      leftovers, or a whole small input;
    - other skeletons, as the strategy names them.

    All are optional in source; after planning every skeleton is complete and
    the level defaults are gone. Where both are given, a skeleton's own
    circuit wins.

    Constraints, of what is given:
    - (C1) `0 <= single_block_up_to`, `1 <= blocks_per_sm <= 32`, `1 <= max_blocks <= 2147483647`
    - (C2) a warp circuit that is a family has width 32
    - (C3) where `levels` is given, `thread`, `warp` and `block` are not
    - (C4) a plan is `deterministic = true` only if its strategy is
    - (C5) skeletons have names that the strategy, if there is one, knows
  }];
  let parameters = (ins
    "::mlir::Attribute":$strategyAttr,
    "std::optional<int64_t>":$singleBlockUpTo,
    "std::optional<int64_t>":$blocksPerSM,
    "std::optional<int64_t>":$maxBlocks,
    "::mlir::Attribute":$thread, "::mlir::Attribute":$warp,
    "::mlir::Attribute":$row, "::mlir::Attribute":$block,
    "::mlir::DictionaryAttr":$skeletons,
    "::mlir::FlatSymbolRefAttr":$levels,
    "std::optional<bool>":$deterministic);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// A skeleton and its name.
    using NamedSkeleton = std::pair<::llvm::StringRef, SkeletonAttr>;

    /// Null where the author named none.
    StrategyAttrInterface getStrategy() const;

    /// A plan that says nothing.
    static PlanAttr getEmpty(::mlir::MLIRContext *context);
    /// A complete plan; skeletons that are null are left out.
    static PlanAttr getComplete(StrategyAttrInterface strategy,
                                int64_t singleBlockUpTo, int64_t blocksPerSM,
                                int64_t maxBlocks,
                                ::llvm::ArrayRef<NamedSkeleton> skeletons);
    /// Those that are not null, by their names.
    static ::mlir::DictionaryAttr
    makeSkeletons(::mlir::MLIRContext *context,
                  ::llvm::ArrayRef<NamedSkeleton> skeletons);

    /// Nothing left to choose.
    bool isComplete() const;
    /// The skeleton of that name, or null.
    SkeletonAttr getSkeleton(::llvm::StringRef name) const;
    SkeletonAttr getReduce() const { return getSkeleton("reduce"); }
    SkeletonAttr getScan() const { return getSkeleton("scan"); }
    SkeletonAttr getTop() const { return getSkeleton("top"); }
    SkeletonAttr getTail() const { return getSkeleton("tail"); }
    /// Those that there are, in the order of the plan's text.
    ::llvm::SmallVector<NamedSkeleton, 6> getNamedSkeletons() const;
  }];
}

def Prefix_MapArgumentsAttr : AttrDef<Prefix_Dialect, "MapArguments"> {
  let mnemonic = "map_arguments";
  let summary = "what the arguments of a map are";
  let description = [{
    How many of them are a state before the element, how many the state after
    it, how many its values; and whether the last one is its index. A `load` has
    no state. In front of the index come values of the elements beside it:
    `neighbours` has a number for each, twice that of the value, and one more if
    the element behind it is meant, else the one before it; `outside` has what
    is taken where there is none.
  }];
  let parameters = (ins "bool":$isLoad, "unsigned":$before, "unsigned":$after,
      "unsigned":$in, "bool":$index,
      OptionalParameter<"::mlir::DenseI64ArrayAttr">:$neighbours,
      OptionalParameter<"::mlir::ArrayAttr">:$outside);
  let assemblyFormat = "`<` struct(params) `>`";
  let extraClassDeclaration = [{
    /// A value of an element beside the one that is mapped.
    struct Neighbour {
      unsigned value; // its number among those of an element
      bool isNext;    // of the element behind it in memory, or of that before it
      ::mlir::TypedAttr outside;
    };
    ::llvm::SmallVector<Neighbour> listNeighbours() const;
    unsigned countNeighbours() const { return getNeighbours() ? getNeighbours().size() : 0; }
    unsigned count() const { return getBefore() + getAfter() + getIn() + countNeighbours() + getIndex(); }
    /// Whether it depends on where in its chain an element is.
    bool isPlaced() const { return getIndex() || countNeighbours(); }
  }];
}

def Prefix_LaunchAttr : AttrDef<Prefix_Dialect, "Launch"> {
  let mnemonic = "launch";
  let summary = "what a host needs to know to launch a scan's kernels";
  let description = [{
    Sits on the `gpu.module` a scan became, once no `prefix.scan` is left to
    ask. `element`, `state` and `output` are lists of types, signedness
    included; with `loads` or `stores`, where a map makes states of elements, or
    outputs of states, each type is that of an array. No output may replace the
    input arrays `kept`, of which elements are read beside others. `init` is empty where the
    scan starts from the identity. With `initial`, kernels take the states that
    chains start from, and with `final` where those after them are written; with
    `total`, there is an output more than elements.
    Without `domain`, it is a line.
  }];
  let parameters = (ins
    "::mlir::StringAttr":$monoid,
    "bool":$commutative, "bool":$idempotent,
    "::scanc::prefix::ScanKind":$kind, "bool":$reverse,
    DefaultValuedParameter<"bool", "false">:$soa,
    DefaultValuedParameter<"bool", "false">:$loads,
    DefaultValuedParameter<"bool", "false">:$stores,
    OptionalParameter<"::mlir::DenseI64ArrayAttr">:$kept,
    "::mlir::ArrayAttr":$element, "::mlir::ArrayAttr":$state,
    "::mlir::ArrayAttr":$output, "::mlir::ArrayAttr":$init,
    DefaultValuedParameter<"bool", "false">:$initial,
    DefaultValuedParameter<"bool", "false">:$final,
    DefaultValuedParameter<"bool", "false">:$total,
    OptionalParameter<"::scanc::prefix::DomainAttrInterface">:$domain,
    "::scanc::prefix::PlanAttr":$plan);
  let assemblyFormat = "`<` struct(params) `>`";
}

def Prefix_TargetAttr : AttrDef<Prefix_Dialect, "Target"> {
  let mnemonic = "target";
  let summary = "the GPU that a module is for";
  let description = [{
    ```mlir
    module attributes {prefix.target = #prefix.target<sm_90>} { ... }
    ```
    Names a row of the table in `Machine/GpuModel.h`. Plans are made for it, and
    checked against what it has. Planning writes it down if the module does not
    say, so that a plan that was printed goes on for the GPU that it was made
    for. `scanc list archs` lists the names.

    Constraints:
    - (C1) the name is that of an architecture
  }];
  let parameters = (ins StringRefParameter<"as in sm_90">:$name);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// Of a module that says nothing, sm_90.
    static const ::scanc::machine::GpuModel &of(::mlir::ModuleOp module);
    const ::scanc::machine::GpuModel &getGpu() const;
  }];
}

#endif // SCANC_DIALECT_PREFIX_IR_PREFIXATTRS_TD
