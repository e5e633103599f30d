//===- Attr.h - Two chains side by side ------------------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_LIB_DOMAINS_PAIRS_ATTR_H
#define SCANC_LIB_DOMAINS_PAIRS_ATTR_H

#include "scanc/Conversion/Access/Domain.h"

#define GET_ATTRDEF_CLASSES
#include "Pairs/Pairs.h.inc"

#endif // SCANC_LIB_DOMAINS_PAIRS_ATTR_H
