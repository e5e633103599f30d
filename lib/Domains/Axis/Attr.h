//===- Attr.h - Chains along an axis of a tensor ----------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_LIB_DOMAINS_AXIS_ATTR_H
#define SCANC_LIB_DOMAINS_AXIS_ATTR_H

#include "scanc/Conversion/Access/Domain.h"

#define GET_ATTRDEF_CLASSES
#include "Axis/Axis.h.inc"

#endif // SCANC_LIB_DOMAINS_AXIS_ATTR_H
