//===- Rows.td - Rows of a matrix, each by itself ----------*- tablegen -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "Domain.td"

def Prefix_RowsAttr : Prefix_Domain<"Rows", "rows",
    ["getChainSize", "getSuffix", "getForms"]> {
  let summary = "the rows of a matrix, each a scan of its own";
  let description = [{
    Rows of equal length lie one behind another, with nothing between them. The
    sizes are `length`, the elements of all rows together, and `row`, those of
    one; `length` is a multiple of `row`. `reverse` goes through each row from
    its last element to its first.
  }];
}

def Prefix_StridedRowsAttr : Prefix_Domain<"StridedRows", "strided_rows",
    ["countStrides", "getChainSize", "getSuffix", "isSecondary"]> {
  let summary = "the rows of a matrix that lie apart, each a scan of its own";
  let description = [{
    Rows of equal length, each of which begins a stride behind the one before.
    The sizes are those of `rows`, then the stride of each array, in elements:
    no less than a row, or negative and no more than a row the other way, but
    for inputs, whose rows may lie anywhere.
  }];
}
