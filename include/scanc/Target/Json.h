//===- Json.h - The file that describes a scan to any host ------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// NAME.json holds all that a host needs to launch the kernels without our C,
// from CuPy's RawModule, cuda-python or PyTorch: what the scan is, and for each
// architecture a variant with its files, its kernels and its launch rule, as
// expressions that Python evaluates as they stand.
//
//   names = {**launch["parameters"], "n": n, "sm_count": sm_count}
//   for value in launch["values"]:
//     names[value["name"]] = eval(value["value"], names)
//   for case in launch["cases"]:          # the first whose "if" holds
//     if eval(case["if"], names): for step in case["steps"]: ...
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_TARGET_JSON_H
#define SCANC_TARGET_JSON_H

#include "scanc/Target/Variant.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

#include <string>

namespace scanc::target {

/// The text of NAME.json, the keys always in the same order. Errors: an
/// architecture that is not known.
llvm::Expected<std::string> emitJson(llvm::ArrayRef<Variant> variants);

} // namespace scanc::target

#endif // SCANC_TARGET_JSON_H
