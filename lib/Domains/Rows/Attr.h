//===- Attr.h - Rows of a matrix, each by itself ----------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_LIB_DOMAINS_ROWS_ATTR_H
#define SCANC_LIB_DOMAINS_ROWS_ATTR_H

#include "scanc/Conversion/Access/Domain.h"

#define GET_ATTRDEF_CLASSES
#include "Rows/Rows.h.inc"

#endif // SCANC_LIB_DOMAINS_ROWS_ATTR_H
