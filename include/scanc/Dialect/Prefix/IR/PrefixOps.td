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
    Pure, ReturnLike, Terminator, ParentOneOf<["CircuitOp", "MonoidOp"]>]> {
  let summary = "the values of a circuit, an identity or a combine";
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
    Symbol, DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
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

    Constraints:
    - (C1) the monoid exists, here or among the built-in ones
    - (C2) element and output have one field per state value, each an integer of 1, 8, 16, 32 or 64 bits or a float of `scanc list types`
    - (C3) a floating-point element needs a floating-point state, and a floating-point state a floating-point output: integers are converted to floats, floats to floats only
    - (C4) `init` gives one value per state value, of its type
    - (C5) an element and an output take at most 64 bytes
    - (C6) a struct is all of an element or an output, and two structs of one name have the same fields
    - (C7) no domain is named twice
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, Prefix_ScanKindAttr:$kind,
      UnitAttr:$reverse, FlatSymbolRefAttr:$monoid,
      OptionalAttr<ArrayAttr>:$init,
      TypeAttrOf<FunctionType>:$function_type, UnitAttr:$soa,
      OptionalAttr<Prefix_PlanAttr>:$plan,
      OptionalAttr<ArrayAttr>:$domains);
  let assemblyFormat = [{
    $sym_name custom<Kind>($kind) (`reverse` $reverse^)? $monoid (`init` custom<Init>($init)^)?
    `:` custom<ScanTypes>($function_type) (`soa` $soa^)? (`domain` custom<Domains>($domains)^)? (`plan` custom<Plan>($plan)^)? attr-dict-with-keyword
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// The types of an element's values, and of an output's; those of the
    /// fields where it is a struct.
    llvm::ArrayRef<::mlir::Type> getElementTypes() { return StructType::flatten(getFunctionType().getInputs()); }
    llvm::ArrayRef<::mlir::Type> getOutputTypes() { return StructType::flatten(getFunctionType().getResults()); }
    /// The arrays of the input, and of the output.
    llvm::SmallVector<StructLayout> getInputArrays() { return arraysOf(getElementTypes(), getSoa()); }
    llvm::SmallVector<StructLayout> getOutputArrays() { return arraysOf(getOutputTypes(), getSoa()); }
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

#endif // SCANC_DIALECT_PREFIX_IR_PREFIXOPS_TD
