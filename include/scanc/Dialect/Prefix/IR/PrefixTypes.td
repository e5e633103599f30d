//===- PrefixTypes.td - Types of the prefix dialect --------*- tablegen -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_DIALECT_PREFIX_IR_PREFIXTYPES_TD
#define SCANC_DIALECT_PREFIX_IR_PREFIXTYPES_TD

include "mlir/IR/AttrTypeBase.td"
include "scanc/Dialect/Prefix/IR/PrefixDialect.td"

def Prefix_SpanType : TypeDef<Prefix_Dialect, "Span"> {
  let mnemonic = "span";
  let summary = "the interval of inputs a wire has combined";
  let description = [{
    `!prefix.span<i, j>` is the type of a wire that carries inputs `i` to `j`,
    both included, combined in order. Columns are numbered from 0.

    Constraints:
    - (C1) `0 <= i <= j`
  }];
  let parameters = (ins "int64_t":$lo, "int64_t":$hi);
  let assemblyFormat = "`<` $lo `,` $hi `>`";
  let genVerifyDecl = 1;
}

def Prefix_CellsType : TypeDef<Prefix_Dialect, "Cells"> {
  let mnemonic = "cells";
  let summary = "cells of shared memory, each of which holds a state";
}

def Prefix_WalkType : TypeDef<Prefix_Dialect, "Walk"> {
  let mnemonic = "walk";
  let summary = "the elements of a domain, in the order of a scan";
}

// Names of what ops of the kernel phase share. Each value is the result of the
// op of the same name, which says all there is to know.

class Prefix_NamedType<string name, string mnemonic_, string summary_>
    : TypeDef<Prefix_Dialect, name> {
  let mnemonic = mnemonic_;
  let summary = summary_;
}

def Prefix_BarriersType : Prefix_NamedType<"Barriers", "barriers",
    "mbarriers in shared memory">;
def Prefix_StatesType : Prefix_NamedType<"States", "states",
    "states in shared memory">;
def Prefix_SlotsType : Prefix_NamedType<"Slots", "slots",
    "places for tiles in shared memory">;
def Prefix_ExchangeType : Prefix_NamedType<"Exchange", "exchange",
    "the rows of totals of a launch">;
def Prefix_EntriesType : Prefix_NamedType<"Entries", "entries",
    "the ring of entries of the tiles that a launch draws">;

def Prefix_WordsType : TypeDef<Prefix_Dialect, "Words"> {
  let mnemonic = "words";
  let summary = "integers in shared memory";
  let parameters = (ins "::mlir::IntegerType":$word);
  let assemblyFormat = "`<` $word `>`";
}

def Prefix_StructType : TypeDef<Prefix_Dialect, "Struct"> {
  let mnemonic = "struct";
  let summary = "an element whose values have names";
  let description = [{
    `!prefix.struct<Best, score: f32, index: ui32>` is the type of an element
    of several values, each with a name, as C's struct `Best` of the same
    fields. The launcher of a scan declares that struct. The name of the struct
    may be left out: `!prefix.struct<score: f32, index: ui32>`.

    It is the type of a whole element of `prefix.scan`, not of values: the
    arguments of a monoid and what it yields are apart, in the order of the
    fields.

    Constraints:
    - (C1) there are 1 to 8 fields
    - (C2) each is an integer of 1, 8, 16, 32 or 64 bits or a float of `scanc list types`
    - (C3) the names are identifiers of C, and no two fields have the same
  }];
  let parameters = (ins "::mlir::StringAttr":$name,
      ArrayRefParameter<"::mlir::StringAttr">:$fieldNames,
      ArrayRefParameter<"::mlir::Type">:$fieldTypes);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// The struct that is all of `types`; null if they are not one.
    static StructType getOnly(::llvm::ArrayRef<::mlir::Type> types);
    /// The types of the values: a struct's fields, or `types` themselves.
    static ::llvm::ArrayRef<::mlir::Type>
    flatten(::llvm::ArrayRef<::mlir::Type> types);
    /// Whether it has a name.
    bool isNamed() const { return !getName().getValue().empty(); }
  }];
}

#endif // SCANC_DIALECT_PREFIX_IR_PREFIXTYPES_TD
