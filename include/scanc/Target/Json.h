//===- Json.h - The file that describes a scan to any host ------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// NAME.json holds all that a host needs to launch the kernels of NAME.ptx
// without our C, from CuPy's RawModule, cuda-python or PyTorch. Its launch
// recipe is the rule of scanc_plan_launches as data: expressions that Python
// evaluates as they stand, over `n`, `sm_count` and the file's own numbers.
//
//   for value in launch["values"]:
//     names[value["name"]] = eval(value["value"], names)
//   for case in launch["cases"]:          # the first whose "if" holds
//     if eval(case["if"], names): for step in case["steps"]: ...
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_TARGET_JSON_H
#define SCANC_TARGET_JSON_H

#include "scanc/Target/ScanDescription.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>

namespace scanc::target {

/// The text of NAME.json, the keys always in the same order. `arch` is what the
/// PTX is for ("sm_90"); the PTX lies beside it as `baseName`.ptx. Errors: an
/// architecture or a strategy that the runtime does not know.
llvm::Expected<std::string> emitJson(const ScanDescription &scan,
                                     llvm::StringRef arch,
                                     llvm::StringRef baseName);

} // namespace scanc::target

#endif // SCANC_TARGET_JSON_H
