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

#endif // SCANC_DIALECT_PREFIX_IR_PREFIXTYPES_TD
