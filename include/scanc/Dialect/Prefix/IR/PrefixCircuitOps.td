//===- PrefixCircuitOps.td - Ops that stand for a circuit --*- tablegen -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Four ways to say in which order a scan combines: spelled out (circuit), by
// name (family), as the best there is (search), and level by level (compose).
// Wherever a circuit is named by a symbol, any of the four may be meant;
// prefix-expand-circuits leaves the first form only.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_DIALECT_PREFIX_IR_PREFIXCIRCUITOPS_TD
#define SCANC_DIALECT_PREFIX_IR_PREFIXCIRCUITOPS_TD

include "scanc/Dialect/Prefix/IR/PrefixOps.td"

//===----------------------------------------------------------------------===//
// Spelled out
//===----------------------------------------------------------------------===//

def Prefix_CircuitOp : Prefix_Op<"circuit", [
    IsolatedFromAbove, Symbol, OpAsmOpInterface,
    SingleBlockImplicitTerminator<"YieldOp">]> {
  let summary = "a prefix circuit as an explicit dataflow graph";
  let description = [{
    Argument `i` carries input `i` and has type `!prefix.span<i, i>`; output
    `k` is the inclusive prefix up to `k`. Types of wires follow from their
    operands and are not written; `: [0:1]` after a combine is checked.

    ```mlir
    prefix.circuit @sklansky4(%x0, %x1, %x2, %x3) {
      %a = prefix.combine %x0, %x1 : [0:1]
      %b = prefix.combine %x2, %x3 : [2:3]
      %c = prefix.combine %a, %x2 : [0:2]
      %d = prefix.combine %a, %b : [0:3]
      prefix.yield %x0, %a, %c, %d
    } expect {size = 4, depth = 2}
    ```

    An `idempotent` circuit may combine spans that overlap, which is right for
    operators with `x . x = x` only: a scan that uses it needs a monoid that
    declares itself so.

    A combine whose value reaches no output gets a warning where it is read.

    `stages [1, 1, 2, 2]` is the author's schedule, a stage for each combine in
    order, counted from 1; without it, combines run as soon as they can.

    `expect` states figures of the circuit, which are verified: `width`,
    `size`, `depth`, `stages`, `max_uses`, `level_fanout`, `tracks`,
    `deficiency`, as `scanc circuit` prints them.

    Constraints:
    - (C1) there is at least one input, and input `i` is `!prefix.span<i, i>`
    - (C2) the body holds only `prefix.combine`
    - (C3) there are as many outputs as inputs
    - (C4) output `k` covers `[0, k]`
    - (C5) `stages` has one stage for each combine, later than those of its operands
    - (C6) `expect` names figures, and the circuit has them
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, UnitAttr:$idempotent,
      OptionalAttr<DenseI32ArrayAttr>:$stages,
      OptionalAttr<DictionaryAttr>:$expect);
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
  let hasRegionVerifier = 1;
  let extraClassDeclaration = [{
    void getAsmBlockArgumentNames(::mlir::Region &region,
                                  ::mlir::OpAsmSetValueNameFn setName);
    int64_t getWidth() { return getBody().getNumArguments(); }
    /// The graph, with the author's stages. The circuit must verify.
    ::scanc::circuits::Network getNetwork();
    /// The first combine whose operands overlap, or null.
    CombineOp findOverlap();
    static llvm::StringRef getDefaultDialect() { return "prefix"; }
  }];
}

def Prefix_CombineOp : Prefix_Op<"combine", [
    Pure, HasParent<"CircuitOp">,
    DeclareOpInterfaceMethods<InferTypeOpInterface>]> {
  let summary = "joins two adjacent spans";
  let description = [{
    The result covers both operands. Operand order is part of the proof.

    ```mlir
    %c = prefix.combine %a, %b
    %c = prefix.combine %a, %b : [0:3]
    %c = prefix.combine %a, %b : !prefix.span<0, 1>, !prefix.span<2, 3>
    ```

    The first two forms belong to a circuit's own form, which knows the spans
    of its wires; `[0:3]` is that of the result. The third gives the types of
    the operands.

    Constraints:
    - (C1) `high` begins right after `low` ends, or overlaps its end, and does not end before it
    - (C2) they overlap only in an `idempotent` circuit
  }];
  let arguments = (ins Prefix_SpanType:$low, Prefix_SpanType:$high);
  let results = (outs Prefix_SpanType:$result);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// Whether some input is covered by both operands.
    bool overlaps() {
      return getLow().getType().getHi() >= getHigh().getType().getLo();
    }
  }];
}

//===----------------------------------------------------------------------===//
// By name, and as the best there is
//===----------------------------------------------------------------------===//

def Prefix_FamilyOp : Prefix_Op<"family", [Symbol]> {
  let summary = "a named circuit, built by its family's generator";
  let description = [{
    ```mlir
    prefix.family @ks32 = kogge_stone<32>
    prefix.family @wide = knowles<8, [1, 1, 2]> expect {size = 17, depth = 3}
    ```

    Constraints:
    - (C1) `expect` names figures, and the circuit has them
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, Prefix_FamilyAttr:$family,
      OptionalAttr<DictionaryAttr>:$expect);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
}

def Prefix_SearchOp : Prefix_Op<"search", [Symbol]> {
  let summary = "the circuit of least size within limits";
  let description = [{
    ```mlir
    prefix.search @s64 = min size width 64 depth <= 7 fanout <= 16
    ```

    `depth` limits the longest path, `fanout` how many combines read one value
    (`max_uses`); both are optional. `scanc circuit` prints what the search
    found and whether it is proven to be the smallest. The search runs where
    circuits are expanded, and there `expect` is checked.

    Constraints:
    - (C1) width and fan-out are at least 1, and the depth is at least 0
    - (C2) `expect` names figures
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, I64Attr:$width,
      OptionalAttr<I64Attr>:$depth, OptionalAttr<I64Attr>:$fanout,
      OptionalAttr<DictionaryAttr>:$expect);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Level by level
//===----------------------------------------------------------------------===//

def Prefix_CircuitNameAttr : AnyAttrOf<[Prefix_FamilyAttr, FlatSymbolRefAttr],
    "a family or a symbol of the module", "::mlir::Attribute">;

def Prefix_ComposeOp : Prefix_Op<"compose", [
    Symbol, OpAsmOpInterface, SingleBlock, NoTerminator, NoRegionArguments,
    DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "a circuit put together of circuits, level by level";
  let description = [{
    The leaf circuit works on blocks of columns, the circuit of the first join
    on blocks of their totals, and so on; the last one is one block. The width
    is the product of the widths; where it is written, it is checked.

    ```mlir
    prefix.compose @tile width 2048 {
      leaf serial<4> on registers
      join brent_kung<16> on shared via reduce_then_scan
      join kogge_stone<32> on warp via scan_then_propagate
    } expect {size = 4495, depth = 16}
    ```

    A level is a family, or the symbol of any op that stands for a circuit. The
    composition is expanded, and `expect` checked, by `prefix-expand-circuits`.

    Where every level says what it is `on`, a plan may take the composition as
    the hierarchy of its kernels, with the key `levels`: the levels on
    registers become the circuit of a thread, levels on a warp right above
    them the circuit of a warp, and all from the first level in shared memory
    upwards the circuit of the block. Kernels reduce, then scan, in registers
    and propagate from the block to lanes, so the joints between these pieces
    must be `reduce_then_scan` above registers and `scan_then_propagate`
    between warp and block.

    Constraints:
    - (C1) a leaf comes first, and joins follow it
    - (C2) a level's symbol names a circuit, family, search or composition
    - (C3) no composition is a level of itself, however far below
    - (C4) compositions nest at most 32 deep
    - (C5) there are at most 2^20 columns
    - (C6) `width` is the product of the widths of the levels
    - (C7) `expect` names figures
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, OptionalAttr<I64Attr>:$width,
      OptionalAttr<DictionaryAttr>:$expect);
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
  let hasRegionVerifier = 1;
  let extraClassDeclaration = [{
    /// The leaf, then the joins.
    llvm::SmallVector<Level> getLevels();
    static llvm::StringRef getDefaultDialect() { return "prefix"; }
  }];
}

def Prefix_LeafOp : Prefix_Op<"leaf", [HasParent<"ComposeOp">]> {
  let summary = "the lowest level of a composition";
  let arguments = (ins Prefix_CircuitNameAttr:$circuit,
      OptionalAttr<Prefix_SpaceAttr>:$on);
  let assemblyFormat = [{
    custom<CircuitName>($circuit) (`on` custom<Space>($on)^)? attr-dict
  }];
}

def Prefix_JoinOp : Prefix_Op<"join", [HasParent<"ComposeOp">]> {
  let summary = "a level of a composition that scans totals of the level below";
  let description = [{
    By `scan_then_propagate`, each block below scans, and what comes before it
    is combined with each of its outputs. By `reduce_then_scan`, each block
    below computes its total only, and scans when it knows what comes before
    it. The last output of a block is there already in what this level found;
    `without reuse`, it is computed once more, as kernels do that keep only
    what comes before a block.
  }];
  let arguments = (ins Prefix_CircuitNameAttr:$circuit,
      OptionalAttr<Prefix_SpaceAttr>:$on, Prefix_JointAttr:$via,
      UnitAttr:$without_reuse);
  let assemblyFormat = [{
    custom<CircuitName>($circuit) (`on` custom<Space>($on)^)?
    `via` custom<Joint>($via) (`without` `reuse` $without_reuse^)? attr-dict
  }];
}

#endif // SCANC_DIALECT_PREFIX_IR_PREFIXCIRCUITOPS_TD
