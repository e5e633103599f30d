//===- ApiName.cpp - Names that C functions can have ----------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "scanc/Target/Launcher.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

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

// Functions that compilers know or that the headers of a launcher declare, in
// the order of the alphabet: what a scan is at all likely to be called. Names
// with _t at the end are refused as a class.
static constexpr StringLiteral libraryNames[] = {
    "EOF",       "NULL",      "abort",     "abs",     "acos",   "acosh",
    "alloca",    "asin",      "asinh",     "assert",  "atan",   "atan2",
    "atanh",     "atexit",    "atof",      "atoi",    "atol",   "bcmp",
    "bcopy",     "bsearch",   "bzero",     "calloc",  "cbrt",   "ceil",
    "clone",     "copysign",  "cos",       "cosh",    "div",    "dladdr",
    "dlclose",   "dlerror",   "dlopen",    "dlsym",   "erf",    "erfc",
    "errno",     "exit",      "exp",       "exp2",    "expm1",  "fabs",
    "fdim",      "ffs",       "floor",     "fma",     "fmax",   "fmin",
    "fmod",      "fork",      "fprintf",   "free",    "frexp",  "getenv",
    "hypot",     "index",     "ilogb",     "isnan",   "j0",     "j1",
    "jn",        "labs",      "ldexp",     "ldiv",    "lgamma", "linux",
    "llabs",     "lldiv",     "llrint",    "log",     "log10",  "log1p",
    "log2",      "logb",      "lrint",     "main",    "malloc", "memccpy",
    "memchr",    "memcmp",    "memcpy",    "memmove", "memset", "modf",
    "nan",       "nearbyint", "nextafter", "pow",     "printf", "putc",
    "puts",      "qsort",     "rand",      "random",  "read",   "realloc",
    "remainder", "remove",    "remquo",    "rename",  "rindex", "rint",
    "round",     "scalbn",    "scanf",     "select",  "setenv", "sin",
    "sinh",      "snprintf",  "sprintf",   "sqrt",    "srand",  "stderr",
    "stdin",     "stdout",    "strcat",    "strchr",  "strcmp", "strcpy",
    "strlen",    "strncpy",   "strstr",    "system",  "tan",    "tanh",
    "tgamma",    "time",      "trunc",     "unix",    "write",  "y0",
    "y1",        "yn"};

static Error refuse(StringRef name, const Twine &reason) {
  return createStringError(
      formatv("'{0}' cannot name C functions: {1}", name, reason.str()).str());
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

/// The float and long double forms of <math.h>: fabsf, sinl.
static bool isMathFunction(StringRef name) {
  return (name.ends_with("f") || name.ends_with("l")) &&
         is_contained(libraryNames, name.drop_back());
}

Error checkApiName(StringRef name) {
  bool identifier = !name.empty() && !isDigit(name.front()) &&
                    all_of(name, [](char c) { return isAlnum(c) || c == '_'; });
  if (!identifier)
    return refuse(name, "it is no identifier of C");
  if (name.size() > maxNameLength)
    return refuse(name, formatv("it has {0} characters, more than {1}",
                                name.size(), maxNameLength));
  if (is_contained(keywords, name))
    return refuse(name, "it is a keyword of C or C++");
  if (name.starts_with("_") || name.contains("__") || name.ends_with("_t") ||
      is_contained(libraryNames, name) || isIntegerMacro(name) ||
      isMathFunction(name) ||
      is_contained({"FILE", "HUGE_VAL", "INFINITY", "NAN", "offsetof"}, name))
    return refuse(name, "C, C++ or POSIX reserve it");
  if (name.starts_with_insensitive("scanc_"))
    return refuse(name, "names with 'scanc_' are the launcher's own");
  return Error::success();
}

} // namespace scanc::target
