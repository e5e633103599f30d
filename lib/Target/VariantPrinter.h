//===- VariantPrinter.h - What NAME.c has of an architecture ----*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_LIB_TARGET_VARIANTPRINTER_H
#define SCANC_LIB_TARGET_VARIANTPRINTER_H

#include "scanc/Runtime/scanc_runtime.h"
#include "scanc/Target/Variant.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"

#include <string>

namespace scanc::target {

/// The part of NAME.c that there is for each architecture: its code, and an
/// initialiser that describes it.
class VariantPrinter {
public:
  /// Of the scan `name`; names have the architecture if there are several.
  VariantPrinter(llvm::StringRef name, bool several)
      : name(name), several(several), code(codeText),
        descriptions(descriptionText) {}

  void print(const Variant &variant, const scanc_scan &runtime);

  std::string codeText, descriptionText;

private:
  const std::string &printRule(const Variant &variant, const std::string &own);
  void describe(const Variant &variant, const scanc_scan &runtime,
                llvm::StringRef own, llvm::StringRef rule);

  llvm::StringRef name;
  bool several;
  llvm::StringMap<std::string> rules;
  llvm::raw_string_ostream code, descriptions;
};

} // namespace scanc::target

#endif // SCANC_LIB_TARGET_VARIANTPRINTER_H
