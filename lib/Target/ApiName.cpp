//===- ApiName.cpp - Names that C functions can have ----------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "scanc/Target/Launcher.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

extern "C" const char scanc_reserved_names_txt[];

namespace scanc::target {

/// The runtime finds kernels in a buffer of 256 characters.
static constexpr size_t maxNameLength = 200;

// Keywords of C23 and C++26, in the order of the alphabet.
static constexpr StringLiteral keywords[] = {"alignas",
                                             "alignof",
                                             "and",
                                             "and_eq",
                                             "asm",
                                             "auto",
                                             "bitand",
                                             "bitor",
                                             "bool",
                                             "break",
                                             "case",
                                             "catch",
                                             "char",
                                             "char16_t",
                                             "char32_t",
                                             "char8_t",
                                             "class",
                                             "co_await",
                                             "co_return",
                                             "co_yield",
                                             "compl",
                                             "concept",
                                             "const",
                                             "const_cast",
                                             "consteval",
                                             "constexpr",
                                             "constinit",
                                             "continue",
                                             "contract_assert",
                                             "decltype",
                                             "default",
                                             "delete",
                                             "do",
                                             "double",
                                             "dynamic_cast",
                                             "else",
                                             "enum",
                                             "explicit",
                                             "export",
                                             "extern",
                                             "false",
                                             "float",
                                             "for",
                                             "friend",
                                             "goto",
                                             "if",
                                             "inline",
                                             "int",
                                             "long",
                                             "mutable",
                                             "namespace",
                                             "new",
                                             "noexcept",
                                             "not",
                                             "not_eq",
                                             "nullptr",
                                             "operator",
                                             "or",
                                             "or_eq",
                                             "private",
                                             "protected",
                                             "public",
                                             "register",
                                             "reinterpret_cast",
                                             "requires",
                                             "restrict",
                                             "return",
                                             "short",
                                             "signed",
                                             "sizeof",
                                             "static",
                                             "static_assert",
                                             "static_cast",
                                             "struct",
                                             "switch",
                                             "template",
                                             "this",
                                             "thread_local",
                                             "throw",
                                             "true",
                                             "try",
                                             "typedef",
                                             "typeid",
                                             "typename",
                                             "typeof",
                                             "typeof_unqual",
                                             "union",
                                             "unsigned",
                                             "using",
                                             "virtual",
                                             "void",
                                             "volatile",
                                             "wchar_t",
                                             "while",
                                             "xor",
                                             "xor_eq"};

/// What the headers of a launcher declare or define, with what C's other
/// headers do, what gcc and clang know unasked, and what the C library exports:
/// a function of that name would take the place of the library's. Names that
/// isReservedForm() and isIntegerMacro() know are not in it.
static const StringSet<> &libraryNames() {
  static const StringSet<> names = [] {
    SmallVector<StringRef> words;
    SplitString(scanc_reserved_names_txt, words);
    StringSet<> set;
    for (StringRef word : words)
      set.insert(word);
    return set;
  }();
  return names;
}

static Error refuse(StringRef name, const Twine &reason,
                    StringRef what = "C functions") {
  return createStringError(
      formatv("'{0}' cannot name {1}: {2}", name, what, reason.str()).str());
}

/// Identifiers that C, C++ and POSIX keep for themselves by their form.
static bool isReservedForm(StringRef name) {
  return name.starts_with("_") || name.contains("__") || name.ends_with("_t");
}

/// Limits and constructors of <stdint.h>, which every header includes:
/// INT32_MAX, UINT64_C, SIZE_MAX, ...
static bool isIntegerMacro(StringRef name) {
  if (!name.consume_back("_MAX") && !name.consume_back("_MIN") &&
      !name.consume_back("_C") && !name.consume_back("_WIDTH"))
    return false;
  if (is_contained({"SIZE", "PTRDIFF", "WCHAR", "WINT", "SIG_ATOMIC"}, name))
    return true;
  name.consume_front("U");
  if (!name.consume_front("INT"))
    return false;
  return all_of(name, isDigit) || name == "MAX" || name == "PTR" ||
         name.starts_with("_LEAST") || name.starts_with("_FAST");
}

/// cudaMalloc, cuInit, CUstream, CUDA_SUCCESS, and the namespace cuda: an
/// application may include CUDA's headers beside the launcher's.
static bool isCudaName(StringRef name) {
  if (name == "cuda" || name.starts_with("CUDA_") || name.starts_with("CU_"))
    return true;
  if (name.consume_front("cuda"))
    return isUpper(name.front());
  if (name.consume_front("cu"))
    return !name.empty() && isUpper(name.front());
  return name.consume_front("CU") && !name.empty() && isLower(name.front());
}

static bool isReserved(StringRef name) {
  return isReservedForm(name) || isIntegerMacro(name) ||
         libraryNames().contains(name);
}

/// What the launcher of a scan declares or defines, after the scan's name: its
/// functions and types, then what is in its C file alone.
static constexpr StringLiteral publicSuffixes[] = {
    "_workspace_bytes", "_init_workspace", "_load", "_unload",
    "_element",         "_output",         "_state"};
static constexpr StringLiteral privateSuffixes[] = {
    "_ptx", "_cubin", "_scans", "_module", "_forms", "_launches", "_workspace"};

/// Whether C programs can have a name of their own like that; `what` it is for.
static Error checkGlobalName(StringRef name, StringRef what) {
  bool identifier = !name.empty() && !isDigit(name.front()) &&
                    all_of(name, [](char c) { return isAlnum(c) || c == '_'; });
  if (!identifier)
    return refuse(name, "it is no identifier of C", what);
  if (name.size() > maxNameLength)
    return refuse(name,
                  formatv("it has {0} characters, more than {1}", name.size(),
                          maxNameLength),
                  what);
  if (is_contained(keywords, name))
    return refuse(name, "it is a keyword of C or C++", what);
  if (isReserved(name))
    return refuse(name, "C, C++ or their libraries reserve it", what);
  if (isCudaName(name))
    return refuse(name, "CUDA's headers have such names", what);
  if (name == "scanc" || name.starts_with_insensitive("scanc_"))
    return refuse(name, "names with 'scanc_' are the launcher's own", what);
  return Error::success();
}

Error checkApiName(StringRef name) {
  if (Error error = checkGlobalName(name, "C functions"))
    return error;
  for (ArrayRef<StringLiteral> suffixes :
       {ArrayRef(publicSuffixes), ArrayRef(privateSuffixes)})
    for (StringRef suffix : suffixes)
      if (std::string derived = (name + suffix).str(); isReserved(derived))
        return refuse(name, formatv("its launcher would define '{0}', which "
                                    "C, C++ or their libraries reserve",
                                    derived));
  return Error::success();
}

Error checkApiNames(ArrayRef<std::string> names) {
  for (StringRef name : names)
    if (Error error = checkApiName(name))
      return error;
  for (StringRef name : names)
    for (StringRef suffix : publicSuffixes)
      if (is_contained(names, (name + suffix).str()))
        return refuse((name + suffix).str(),
                      formatv("the launcher of '{0}' has a function or a type "
                              "of that name",
                              name));
  return Error::success();
}

/// Whether a standard header may define a macro of that name that takes no
/// arguments: no field can be called so, though it can be called like a
/// function. Among the library's names, those without a small letter are
/// macros.
static bool isObjectMacro(StringRef name) {
  return isIntegerMacro(name) ||
         is_contained({"complex", "errno", "imaginary", "linux", "noreturn",
                       "stderr", "stdin", "stdout", "unix"},
                      name) ||
         (libraryNames().contains(name) && none_of(name, isLower));
}

Error checkStructNames(StringRef name, ArrayRef<std::string> fields,
                       ArrayRef<std::string> scans) {
  constexpr StringLiteral ofField = "a field of a C struct";
  for (StringRef field : fields) {
    if (field.empty()) // which gets a name of its own, f0
      continue;
    if (is_contained(keywords, field))
      return refuse(field, "it is a keyword of C or C++", ofField);
    if (field.starts_with("_") || field.contains("__"))
      return refuse(field, "C, C++ or their libraries reserve it", ofField);
    if (isObjectMacro(field))
      return refuse(field, "it is a macro of the C library", ofField);
  }
  if (name.empty())
    return Error::success();
  constexpr StringLiteral ofStruct = "a C struct";
  if (Error error = checkGlobalName(name, ofStruct))
    return error;
  for (StringRef scan : scans) {
    if (name == scan)
      return refuse(name, "the scan's function has that name", ofStruct);
    for (ArrayRef<StringLiteral> suffixes :
         {ArrayRef(publicSuffixes), ArrayRef(privateSuffixes)})
      if (StringRef rest = name;
          rest.consume_front(scan) && is_contained(suffixes, rest))
        return refuse(name,
                      formatv("the launcher of '{0}' has a function or a type "
                              "of that name",
                              scan),
                      ofStruct);
  }
  return Error::success();
}

} // namespace scanc::target
