//===- RecordSyntax.h - Text of attributes made of keys ---------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Plans, skeletons and mappings read and print alike: `<key = value, ...>`,
// every key optional and given at most once.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_LIB_DIALECT_PREFIX_IR_RECORDSYNTAX_H
#define SCANC_LIB_DIALECT_PREFIX_IR_RECORDSYNTAX_H

#include "AttrSyntax.h"

#include "llvm/ADT/FunctionExtras.h"
#include "llvm/ADT/STLExtras.h"

namespace scanc::prefix {

/// Reads `<key = value, ...>`: each known key at most once, by its parser.
class Record {
public:
  Record(mlir::AsmParser &parser) : parser(parser) {}

  void add(llvm::StringRef key,
           llvm::unique_function<mlir::ParseResult()> parse) {
    entries.push_back({key, std::move(parse)});
  }
  /// A number of something, of which there is one at least.
  void addCount(llvm::StringRef key, std::optional<int64_t> &value) {
    add(key, [this, key, &value]() -> mlir::ParseResult {
      llvm::SMLoc loc = parser.getCurrentLocation();
      if (parseNumber(parser, value.emplace(), "an integer as '" + key + "'"))
        return mlir::failure();
      if (*value == 0)
        return parser.emitError(loc)
               << "'" << key << "' must be at least 1, got 0";
      return mlir::success();
    });
  }
  void addInteger(llvm::StringRef key, std::optional<int64_t> &value) {
    add(key, [this, key, &value] {
      return parseNumber(parser, value.emplace(),
                         "an integer as '" + key + "'");
    });
  }
  /// A composition.
  void addLevels(mlir::FlatSymbolRefAttr &value) {
    add("levels", [this, &value] { return parser.parseAttribute(value); });
  }
  void addCircuit(llvm::StringRef key, mlir::Attribute &value) {
    add(key, [this, &value] {
      return parseCircuitText(parser, "a circuit of a plan", value);
    });
  }

  mlir::ParseResult parse() {
    if (parser.parseLess())
      return mlir::failure();
    if (mlir::succeeded(parser.parseOptionalGreater()))
      return mlir::success();
    auto parseEntry = [&]() -> mlir::ParseResult {
      llvm::SMLoc loc = parser.getCurrentLocation();
      llvm::StringRef key;
      if (parser.parseKeyword(&key) || parser.parseEqual())
        return mlir::failure();
      auto *entry = llvm::find_if(entries, [&](const Entry &candidate) {
        return candidate.key == key;
      });
      if (entry == entries.end()) {
        mlir::InFlightDiagnostic diag =
            parser.emitError(loc) << "unknown key '" << key << "'; expected ";
        llvm::interleave(
            entries, [&](const Entry &known) { diag << known.key; },
            [&] { diag << ", "; });
        return diag;
      }
      if (std::exchange(entry->seen, true))
        return parser.emitError(loc) << "'" << key << "' is given twice";
      return entry->parse();
    };
    return mlir::failure(parser.parseCommaSeparatedList(parseEntry) ||
                         parser.parseGreater());
  }

private:
  struct Entry {
    llvm::StringRef key;
    llvm::unique_function<mlir::ParseResult()> parse;
    bool seen = false;
  };
  mlir::AsmParser &parser;
  llvm::SmallVector<Entry, 12> entries;
};

/// Prints `<key = value, ...>`, leaving out what is not given.
class RecordPrinter {
public:
  RecordPrinter(mlir::AsmPrinter &printer) : printer(printer) {
    printer << "<";
  }
  ~RecordPrinter() { printer << ">"; }

  mlir::AsmPrinter &key(llvm::StringRef name) {
    return printer << std::exchange(separator, ", ") << name << " = ";
  }
  void number(llvm::StringRef name, std::optional<int64_t> value) {
    if (value)
      key(name) << *value;
  }
  void circuit(llvm::StringRef name, mlir::Attribute value) {
    if (!value)
      return;
    key(name);
    printCircuitText(printer, value);
  }

private:
  mlir::AsmPrinter &printer;
  llvm::StringRef separator = "";
};

} // namespace scanc::prefix

#endif // SCANC_LIB_DIALECT_PREFIX_IR_RECORDSYNTAX_H
