//===- Documents.cpp - The texts that an editor has open ------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Documents.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"

using namespace scanc;
using namespace scanc::editor;
using llvm::StringRef;

//===----------------------------------------------------------------------===//
// Positions
//===----------------------------------------------------------------------===//

std::optional<Position> editor::parsePosition(const llvm::json::Value *value) {
  const llvm::json::Object *object = value ? value->getAsObject() : nullptr;
  if (!object)
    return std::nullopt;
  std::optional<int64_t> line = object->getInteger("line");
  std::optional<int64_t> character = object->getInteger("character");
  if (!line || !character || *line < 0 || *character < 0)
    return std::nullopt;
  return Position{*line, *character};
}

llvm::json::Value editor::toJSON(Position position) {
  return llvm::json::Object{{"line", position.line},
                            {"character", position.character}};
}

/// UTF-16 code units of the character that begins with `byte`; 0 for a byte
/// that goes on with one.
static int64_t unitsOf(char byte) {
  const auto lead = static_cast<unsigned char>(byte);
  if ((lead & 0xC0) == 0x80)
    return 0;
  return lead >= 0xF0 ? 2 : 1;
}

size_t editor::offsetOf(StringRef text, Position position) {
  size_t offset = 0;
  for (int64_t line = 0; line < position.line; ++line) {
    const size_t end = text.find('\n', offset);
    if (end == StringRef::npos)
      return text.size();
    offset = end + 1;
  }
  int64_t units = position.character;
  while (offset < text.size() && text[offset] != '\n') {
    const int64_t width = unitsOf(text[offset]);
    if (width > units)
      break;
    units -= width;
    ++offset;
    // The rest of the character goes with its first byte.
    while (offset < text.size() && unitsOf(text[offset]) == 0)
      ++offset;
    if (units == 0)
      break;
  }
  // "\r\n" is one end of a line.
  if (offset && offset < text.size() && text[offset] == '\n' &&
      text[offset - 1] == '\r')
    --offset;
  return offset;
}

Position editor::positionOf(StringRef text, size_t offset) {
  const StringRef before = text.take_front(offset);
  Position position;
  position.line = before.count('\n');
  for (char byte : before.drop_front(before.rfind('\n') + 1))
    position.character += unitsOf(byte);
  return position;
}

//===----------------------------------------------------------------------===//
// Documents
//===----------------------------------------------------------------------===//

llvm::SmallVector<StringRef> editor::partsOf(StringRef text) {
  llvm::SmallVector<StringRef> parts;
  text.split(parts, "// -----");
  return parts;
}

static std::optional<SourceExcess> excessOf(StringRef text) {
  if (text.size() > SourceLimits::bytes)
    return SourceExcess{
        0, ("more than " + llvm::Twine(SourceLimits::bytes) + " bytes").str()};
  for (StringRef part : partsOf(text))
    if (std::optional<SourceExcess> excess = findExcess(part)) {
      excess->offset += part.data() - text.data();
      return excess;
    }
  return std::nullopt;
}

Document::Document(std::string given)
    : text(std::move(given)), excess(excessOf(text)) {}

/// A URI without its escapes: editors and MLIR escape different characters.
static std::string keyOf(StringRef uri) {
  std::string key;
  while (!uri.empty()) {
    if (uri.size() >= 3 && uri[0] == '%' && llvm::isHexDigit(uri[1]) &&
        llvm::isHexDigit(uri[2])) {
      key += llvm::hexFromNibbles(uri[1], uri[2]);
      uri = uri.drop_front(3);
      continue;
    }
    key += uri.front();
    uri = uri.drop_front();
  }
  return key;
}

DocumentRef Documents::find(StringRef uri) const {
  return documents.lookup(keyOf(uri));
}

DocumentRef Documents::open(StringRef uri, std::string text) {
  close(uri);
  return documents[keyOf(uri)] = std::make_shared<Document>(std::move(text));
}

/// One event of `contentChanges`: a text for a range of it, or for all.
static bool applyChange(std::string &text, const llvm::json::Value &event) {
  const llvm::json::Object *change = event.getAsObject();
  std::optional<StringRef> inserted;
  if (change)
    inserted = change->getString("text");
  if (!inserted)
    return false;
  const llvm::json::Value *given = change->get("range");
  if (!given) {
    text = inserted->str();
    return true;
  }
  const llvm::json::Object *range = given->getAsObject();
  if (!range)
    return false;
  std::optional<Position> start = parsePosition(range->get("start"));
  std::optional<Position> end = parsePosition(range->get("end"));
  if (!start || !end)
    return false;
  const size_t from = offsetOf(text, *start), to = offsetOf(text, *end);
  if (from > to)
    return false;
  text.replace(from, to - from, inserted->data(), inserted->size());
  return true;
}

DocumentRef Documents::change(StringRef uri, const llvm::json::Array &changes) {
  DocumentRef old = find(uri);
  if (!old)
    return nullptr;
  std::string text = old->text;
  for (const llvm::json::Value &event : changes)
    if (!applyChange(text, event))
      return nullptr;
  return open(uri, std::move(text));
}

void Documents::close(StringRef uri) {
  auto found = documents.find(keyOf(uri));
  if (found == documents.end())
    return;
  found->second->outdated = true;
  documents.erase(found);
}
