//===- PrefixOps.td - Source-level ops ---------------------*- tablegen -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_DIALECT_PREFIX_IR_PREFIXOPS_TD
#define SCANC_DIALECT_PREFIX_IR_PREFIXOPS_TD

include "scanc/Dialect/Prefix/IR/DomainAttrInterface.td"
include "mlir/IR/BuiltinAttributes.td"
include "mlir/IR/OpAsmInterface.td"
include "mlir/IR/RegionKindInterface.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "scanc/Dialect/Prefix/IR/PrefixAttrs.td"
include "scanc/Dialect/Prefix/IR/PrefixTypes.td"

class Prefix_Op<string mnemonic, list<Trait> traits = []>
    : Op<Prefix_Dialect, mnemonic, traits>;

//===----------------------------------------------------------------------===//
// What is combined
//===----------------------------------------------------------------------===//

def Prefix_MonoidOp : Prefix_Op<"monoid", [
    IsolatedFromAbove, Symbol, OpAsmOpInterface]> {
  let summary = "a state, its identity, and an associative combine";
  let description = [{
    The operator of a scan. The state is one to eight scalars; `identity`
    yields the state that leaves every other unchanged, `combine` yields the
    low state joined with the high one, in that order: it need not commute.
    `commutative` and `idempotent` are promises that let a lowering reorder
    operands, or use circuits whose spans overlap.

    ```mlir
    prefix.monoid @add_f32 commutative
    identity {
      %zero = arith.constant 0.0 : f32
      prefix.yield %zero : f32
    } combine (%low: f32), (%high: f32) {
      %sum = arith.addf %low, %high : f32
      prefix.yield %sum : f32
    }
    ```

    Constraints:
    - (C1) the low and the high state of `combine` have the same types
    - (C2) the state has one to eight values, each i1, i8, i16, i32, i64 or a float of `scanc list types`
    - (C3) the state takes at most 64 bytes, laid out as a C struct
    - (C4) `identity` takes nothing and yields a state
    - (C5) `combine` yields a state
    - (C6) both hold only ops of the arith and math dialects
    - (C7) every value in them is an integer of at most 64 bits, an index, or such a float

    A combine must be defined for every pair of states, the identity included:
    lanes that hold nothing combine identities. A division by a value of the
    state must not meet a zero; guard the divisor, not the quotient.
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, UnitAttr:$commutative,
                       UnitAttr:$idempotent);
  let regions = (region SizedRegion<1>:$identity, SizedRegion<1>:$combine);
  let hasCustomAssemblyFormat = 1;
  let hasRegionVerifier = 1;
  let extraClassDeclaration = [{
    void getAsmBlockArgumentNames(::mlir::Region &region,
                                  ::mlir::OpAsmSetValueNameFn setName);
    /// The types of the state's values, in order.
    llvm::SmallVector<::mlir::Type> getStateTypes();
    static llvm::StringRef getDefaultDialect() { return "prefix"; }
  }];
}

def Prefix_YieldOp : Prefix_Op<"yield", [
    Pure, ReturnLike, Terminator,
    ParentOneOf<["CircuitOp", "MonoidOp", "ScanOp", "MapOp"]>]> {
  let summary = "the values of a circuit, an identity, a combine or a map";
  let description = [{
    Within a circuit, types are not written: they follow from the values.
  }];
  let arguments = (ins Variadic<AnyType>:$values);
  let hasCustomAssemblyFormat = 1;
}

//===----------------------------------------------------------------------===//
// Where
//===----------------------------------------------------------------------===//

def Prefix_ScanOp : Prefix_Op<"scan", [
    IsolatedFromAbove, Symbol, OpAsmOpInterface,
    DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "a scan to compile: a monoid, the types in memory, and a plan";
  let description = [{
    The function type gives what an element is in the input and in the output:
    one field per state value, laid out in memory as a C struct unless `soa`
    says otherwise. A field is converted to its state value where it is read
    (sign- or zero-extended by its own signedness, signless being signed) and
    back where it is written, rounded once. An integer state value has the
    signedness of its element field: with `(ui8) -> (i64)` it is zero-extended
    at the store.

    ```mlir
    prefix.scan @counts exclusive @add_i32 : (ui8) -> (ui32)
    prefix.scan @path inclusive @linrec init (2.0 : f32, 1.0 : f32)
        : (f32, f32) -> (f32, f32) plan <warp = sklansky<32>>
    ```

    `domain` says what is scanned, `line` if it is left out: the elements of an
    array, one after another. Of several domains, each is a scan of its own from
    the `circuit` phase on, and the launcher has functions for all of them:

    ```mlir
    prefix.scan @sums inclusive @add_f32 : (f32) -> (f32) domain line, rows
    ```

    `reverse` scans from the last element to the first. `soa`, a structure of
    arrays, takes and gives an array for each value of an element, in the place
    of one of structures:

    ```mlir
    prefix.scan @best inclusive @argmax : (f32, i32) -> (f32, i32) soa
    ```

    Where the values of an element have names, the element is a struct; one
    type stands for both sides where they are the same:

    ```mlir
    prefix.scan @best inclusive @argmax : !prefix.struct<Best, score: f32, index: ui32>
    prefix.scan @mean inclusive @average
        : !prefix.struct<value: f32, weight: f32> -> !prefix.struct<Mean, sum: f64, weight: f64>
    ```

    `load` says what the state of an element is, where it is not the element
    itself, and `store` what is stored of a state. With them, each type of that
    side is that of an array, or of an array of structures:

    ```mlir
    // h[t] = a[t] h[t - 1] + b[t], from a and b; h alone is stored.
    prefix.scan @recurrence inclusive @linrec_f32
        load (%a: f32, %b: f32) { prefix.yield %a, %b : f32, f32 }
        store after (%p: f32, %h: f32) { prefix.yield %h : f32 }
        : (f32, f32) -> (f32)
    ```

    `load` takes the values of the element in all arrays, in order, and yields a
    state. `store` takes whichever it names, in this order: the state `before`
    the element and that `after` it, in the order of the scan; the values of the
    element, as `load` would, with `in`; and it yields the values to store. With
    `index` (an i64) both have the element's place in its chain, counted from
    the chain's first element in memory, in either direction of the scan.
    Behind the values of the element, both may have values of the element before
    it in memory (`previous`) and of that behind it (`next`), with what is taken
    where the chain has none:

    ```mlir
    load (%a: f32, %d: f32) previous (%h of %d else 0.0 : f32) next (%b of %a else 1.0 : f32) { ... }
    ```

    No output may replace an array of which such values are read.

    With `initial`, a chain starts from a state that lies in device memory, one
    for each chain, and with `final` the state after its last element is written
    there. Who launches the scan may leave either away: without initial states,
    chains start from `init`, or from the identity. The final states of a part
    of an array are the initial ones of the next part:

    ```mlir
    prefix.scan @recurrence inclusive @linrec_f32 initial final
        load (%a: f32, %b: f32) { prefix.yield %a, %b : f32, f32 }
        store after (%p: f32, %h: f32) { prefix.yield %h : f32 }
        : (f32, f32) -> (f32)
    ```

    With `total`, an exclusive scan of n elements has n + 1 outputs: the states
    between elements, and those at both ends. In either direction of the scan,
    output k is what lies between elements k - 1 and k in memory:

    ```mlir
    prefix.scan @offsets exclusive @add_i32 total : (ui32) -> (ui32)
    ```

    A value has the type of its field, or one that the field is converted to as to
    a state value (integers by the signedness of the field); what is yielded is
    converted to its output, likewise. Where there is a `store`, the kind says
    nothing.

    Constraints:
    - (C1) the monoid exists, here or among the built-in ones
    - (C2) element and output have one field per state value, unless there is a `load` or a `store` for them, each an integer of 1, 8, 16, 32 or 64 bits or a float of `scanc list types`
    - (C3) a floating-point element needs a floating-point state, and a floating-point state a floating-point output: integers are converted to floats, floats to floats only
    - (C4) `init` gives one value per state value, of its type
    - (C5) an element and an output take at most 64 bytes
    - (C6) a struct is all of an element or an output, or of an array of `load` or `store`, and two structs of one name have the same fields
    - (C7) no domain is named twice
    - (C8) `load` and `store` take values of the types that they are given, and yield what is asked of them
    - (C9) they hold only ops of the arith and math dialects, on the types of a monoid
    - (C10) `soa` says nothing of a side that has a `load` or a `store`: not both sides have one
    - (C11) a side of arrays has at most 8 of them
    - (C12) `previous` and `next` name values of the element, which the map takes
    - (C13) `total` comes with `exclusive`, and without a `store`
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, Prefix_ScanKindAttr:$kind,
      UnitAttr:$reverse, FlatSymbolRefAttr:$monoid,
      OptionalAttr<ArrayAttr>:$init,
      TypeAttrOf<FunctionType>:$function_type, UnitAttr:$soa,
      OptionalAttr<Prefix_PlanAttr>:$plan,
      OptionalAttr<ArrayAttr>:$domains,
      OptionalAttr<Prefix_MapArgumentsAttr>:$loadArguments,
      OptionalAttr<Prefix_MapArgumentsAttr>:$storeArguments,
      UnitAttr:$initial, UnitAttr:$final, UnitAttr:$total);
  let regions = (region MaxSizedRegion<1>:$load, MaxSizedRegion<1>:$store);
  // Without maps.
  let builders = [OpBuilder<(ins "::llvm::StringRef":$name, "ScanKind":$kind,
      "bool":$reverse, "::llvm::StringRef":$monoid, "::mlir::ArrayAttr":$init,
      "::mlir::FunctionType":$type, CArg<"PlanAttr", "{}">:$plan), [{
    build($_builder, $_state, name, kind, reverse, monoid, init, type,
          /*soa=*/false, plan, /*domains=*/{}, /*loadArguments=*/{},
          /*storeArguments=*/{}, /*initial=*/false, /*final=*/false,
          /*total=*/false);
  }]>];
  let assemblyFormat = [{
    $sym_name custom<Kind>($kind) (`reverse` $reverse^)? $monoid (`init` custom<Init>($init)^)? oilist(`initial` $initial | `final` $final | `total` $total)
    (`load` custom<Load>($load, $loadArguments)^)? (`store` custom<Store>($store, $storeArguments)^)?
    `:` custom<ScanTypes>($function_type) (`soa` $soa^)? (`domain` custom<Domains>($domains)^)? (`plan` custom<Plan>($plan)^)? attr-dict-with-keyword
  }];
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
  let extraClassDeclaration = [{
    void getAsmBlockArgumentNames(::mlir::Region &region,
                                  ::mlir::OpAsmSetValueNameFn setName);
    static llvm::StringRef getDefaultDialect() { return "prefix"; }
    /// Whether elements become states, and states outputs, by its regions.
    bool hasLoad() { return !getLoad().empty(); }
    bool hasStore() { return !getStore().empty(); }
    /// What lies in the arrays of the input, and of the output.
    ElementArrays getInput() { return ElementArrays::of(getFunctionType().getInputs(), getSoa(), hasLoad()); }
    ElementArrays getOutput() { return ElementArrays::of(getFunctionType().getResults(), getSoa(), hasStore()); }
    /// The types of an element's values, and of an output's, of all arrays.
    llvm::SmallVector<::mlir::Type> getElementTypes() { return getInput().fields(); }
    llvm::SmallVector<::mlir::Type> getOutputTypes() { return getOutput().fields(); }
    /// The arrays of the input, and of the output.
    llvm::SmallVector<StructLayout> getInputArrays() { return getInput().layouts(); }
    llvm::SmallVector<StructLayout> getOutputArrays() { return getOutput().layouts(); }
    /// What of a state is stored, or given to `store`.
    ScanOutputs getStored();
    /// What there must be of a state: that, and what final states are made of.
    ScanOutputs getScanOutputs();
    /// Whether chains without elements leave anything, for which there is a
    /// kernel of its own.
    bool hasEmptyKernel() { return getFinal() || getTotal(); }
    /// Whether the states of chains lie in memory.
    bool hasStates() { return getInitial() || getFinal(); }
    /// The input arrays of which a map takes values beside an element.
    llvm::SmallVector<int64_t> getKeptArrays();
    /// What it walks over, named or not, of one domain or more.
    llvm::SmallVector<DomainAttrInterface> getAllDomains();
    /// The only one, from the circuit phase on.
    DomainAttrInterface getDomain();
    /// Its name without the suffix of its domain, from the circuit phase on:
    /// what the functions of its launcher are called after.
    llvm::StringRef getApiName();
    bool isInclusive() { return getKind() == ScanKind::Inclusive; }
  }];
}

def Prefix_MapOp : Prefix_Op<"map", [
    IsolatedFromAbove, Symbol, OpAsmOpInterface]> {
  let summary = "what the state of an element is, or what is stored of it";
  let description = [{
    A `load` or a `store` of a scan, for the tile ops of its kernels.

    ```mlir
    prefix.map @scale load (%x: f32) index %i { ... }
    prefix.map @pick store after (%m: f32, %at: i32) { ... }
    ```

    Constraints:
    - (C1) it has as many arguments as it says, and ends with a `prefix.yield`
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, Prefix_MapArgumentsAttr:$mapArguments);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = "$sym_name custom<Map>($body, $mapArguments) attr-dict-with-keyword";
  let hasRegionVerifier = 1;
  let extraClassDeclaration = [{
    void getAsmBlockArgumentNames(::mlir::Region &region,
                                  ::mlir::OpAsmSetValueNameFn setName);
    static llvm::StringRef getDefaultDialect() { return "prefix"; }
  }];
}

#endif // SCANC_DIALECT_PREFIX_IR_PREFIXOPS_TD
