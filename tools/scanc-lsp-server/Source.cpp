//===- Source.cpp - A parsed text and what lies where ---------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Source.h"

#include "scanc/Circuits/Families.h"
#include "scanc/Dialect/Prefix/Prelude/Prelude.h"
#include "scanc/Pipelines/Pipelines.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace scanc;
using namespace scanc::editor;
using llvm::StringRef;

//===----------------------------------------------------------------------===//
// Parsing
//===----------------------------------------------------------------------===//

static mlir::DialectRegistry makeRegistry() {
  mlir::DialectRegistry registry;
  registerAllDialects(registry);
  return registry;
}

Source::Source()
    : mlirContext(makeRegistry(), mlir::MLIRContext::Threading::DISABLED),
      collector(&mlirContext, [this](mlir::Diagnostic &diagnostic) {
        if (diagnostic.getSeverity() == mlir::DiagnosticSeverity::Error &&
            firstError.empty())
          firstError = diagnostic.str();
      }) {
  mlirContext.printOpOnDiagnostic(false);
  // As MLIR's server does: what it takes must not be refused here.
  mlirContext.allowUnregisteredDialects();
}

std::unique_ptr<Source> Source::parse(StringRef text) {
  std::unique_ptr<Source> source(new Source);
  mlir::MLIRContext *context = &source->mlirContext;
  source->sources.AddNewSourceBuffer(llvm::MemoryBuffer::getMemBufferCopy(text),
                                     llvm::SMLoc());
  source->owner = mlir::ModuleOp::create(mlir::UnknownLoc::get(context));
  mlir::Block *body = source->owner->getBody();
  if (mlir::failed(mlir::parseAsmSourceFile(
          source->sources, body, mlir::ParserConfig(context), &source->places)))
    return nullptr;
  // A text may spell its module out.
  source->root = *source->owner;
  if (llvm::hasSingleElement(*body))
    if (auto written = mlir::dyn_cast<mlir::ModuleOp>(body->front()))
      source->root = written;
  source->firstError.clear();
  return source;
}

StringRef Source::text() const {
  return sources.getMemoryBuffer(sources.getMainFileID())->getBuffer();
}

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

static bool isWordCharacter(char c) {
  return llvm::isAlnum(c) || c == '_' || c == '$' || c == '.' || c == '-';
}

/// Whether a comment begins before `offset` on its line.
static bool isComment(StringRef text, size_t offset) {
  const size_t begin = text.take_front(offset).rfind('\n') + 1;
  bool quoted = false;
  for (size_t i = begin; i < offset; ++i) {
    if (text[i] == '"')
      quoted = !quoted;
    else if (quoted && text[i] == '\\')
      ++i;
    else if (!quoted && text.substr(i).starts_with("//"))
      return true;
  }
  return false;
}

static bool contains(llvm::SMRange range, llvm::SMLoc place) {
  return range.isValid() && range.Start.getPointer() <= place.getPointer() &&
         place.getPointer() < range.End.getPointer();
}

static bool names(const mlir::AsmParserState::SMDefinition &definition,
                  llvm::SMLoc place) {
  return contains(definition.loc, place) ||
         llvm::any_of(definition.uses,
                      [&](llvm::SMRange use) { return contains(use, place); });
}

mlir::Value Source::findValue(llvm::SMLoc place) {
  for (const auto &op : places.getOpDefs())
    for (const auto &group : op.resultGroups)
      if (names(group.definition, place) &&
          group.startIndex < op.op->getNumResults())
        return op.op->getResult(group.startIndex);
  for (const auto &block : places.getBlockDefs())
    for (auto [index, argument] : llvm::enumerate(block.arguments))
      if (names(argument, place) && index < block.block->getNumArguments())
        return block.block->getArgument(index);
  return nullptr;
}

mlir::Operation *Source::findOperation(llvm::SMLoc place) {
  for (const auto &op : places.getOpDefs())
    if (contains(op.loc, place))
      return op.op;
  return nullptr;
}

/// A symbol of the module or, if it has none of that name, a built-in monoid.
std::optional<Subject> Source::findSymbol(StringRef name) {
  if (mlir::Operation *op = mlir::SymbolTable::lookupSymbolIn(root, name))
    return Subject{op};
  if (!prefix::isPreludeMonoid(name))
    return std::nullopt;
  if (!prelude)
    prelude = mlir::parseSourceString<mlir::ModuleOp>(prefix::preludeSource(),
                                                      &mlirContext);
  if (!prelude)
    return std::nullopt;
  return Subject{prelude->lookupSymbol(name)};
}

/// `NAME<..>`, whose name ends at `end`.
std::optional<Subject> Source::findFamily(StringRef name, size_t end) {
  const StringRef rest = text().drop_front(end);
  const size_t close = rest.find('>');
  if (!rest.starts_with("<") || close == StringRef::npos ||
      !circuits::lookupFamily(name))
    return std::nullopt;
  const std::string spelled =
      ("#prefix.family<" + name + rest.take_front(close + 1) + ">").str();
  auto family = mlir::dyn_cast_or_null<prefix::FamilyAttr>(
      mlir::parseAttribute(spelled, &mlirContext));
  if (!family)
    return std::nullopt;
  return Subject{nullptr, nullptr, family};
}

std::optional<Subject> Source::find(size_t offset) {
  const StringRef all = text();
  if (offset > all.size() || isComment(all, offset))
    return std::nullopt;
  size_t begin = offset, end = offset;
  while (begin && isWordCharacter(all[begin - 1]))
    --begin;
  if (begin == offset && end < all.size() &&
      StringRef("@%").contains(all[end])) // at the sigil itself
    begin = ++end;
  while (end < all.size() && isWordCharacter(all[end]))
    ++end;
  const StringRef word = all.slice(begin, end);
  if (word.empty())
    return std::nullopt;

  const char sigil = begin ? all[begin - 1] : ' ';
  std::optional<Subject> found;
  if (sigil == '@') {
    found = findSymbol(word);
  } else if (sigil == '%') {
    const auto place = llvm::SMLoc::getFromPointer(all.data() + begin - 1);
    if (mlir::Value value = findValue(place))
      found = Subject{nullptr, value};
  } else {
    const auto place = llvm::SMLoc::getFromPointer(all.data() + begin);
    if (mlir::Operation *op = findOperation(place))
      found = Subject{op};
    else
      found = findFamily(word, end);
  }
  firstError.clear();
  if (!found || (!found->op && !found->value && !found->family))
    return std::nullopt;
  const bool hasSigil = sigil == '@' || sigil == '%';
  found->begin = begin - (hasSigil ? 1 : 0);
  found->end = end;
  return found;
}
