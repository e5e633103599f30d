//===- Npy.cpp - NumPy .npy files -----------------------------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Npy.h"

#include "NpyLiteral.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/MathExtras.h"

using namespace scanc::npy;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;
using llvm::Twine;

static constexpr StringRef magic = "\x93NUMPY";

/// An item larger than this is no element of a scan, and its size could
/// overflow what is computed from it.
static constexpr uint64_t maxItemSize = 1 << 20;

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

namespace {

/// Turns the header's literal into a Header. All offsets in errors are bytes
/// from the start of the file.
class HeaderReader {
public:
  HeaderReader(StringRef fileName, size_t textOffset)
      : fileName(fileName), textOffset(textOffset) {}

  Error fail(const Twine &message, size_t offset) const {
    return llvm::createStringError(fileName + ": byte " +
                                   Twine(textOffset + offset) + ": " + message);
  }

  Expected<Header> read(const Literal &dict) const {
    Header header;
    if (dict.kind != Literal::Kind::Dict)
      return fail("expected a dictionary as the header", dict.offset);
    const Literal *descr = dict.find("descr");
    const Literal *order = dict.find("fortran_order");
    const Literal *shape = dict.find("shape");
    if (!descr || !order || !shape)
      return fail("the header must have 'descr', 'fortran_order' and 'shape'",
                  dict.offset);
    if (Error error = readType(*descr, header))
      return error;
    if (order->kind != Literal::Kind::Bool)
      return fail("'fortran_order' must be True or False", order->offset);
    header.fortranOrder = order->boolean;
    if (Error error = readShape(*shape, header))
      return error;
    return header;
  }

private:
  StringRef fileName;
  size_t textOffset;

  Error readShape(const Literal &shape, Header &header) const {
    if (shape.kind != Literal::Kind::Tuple)
      return fail("'shape' must be a tuple", shape.offset);
    uint64_t bytes = header.itemSize;
    bool empty = false, tooLarge = false;
    for (const Literal &extent : shape.elements) {
      if (extent.kind != Literal::Kind::Integer)
        return fail("'shape' must hold integers", extent.offset);
      header.shape.push_back(extent.integer);
      bool overflow = false;
      bytes = llvm::SaturatingMultiply(bytes, extent.integer, &overflow);
      empty |= extent.integer == 0;
      tooLarge |= overflow;
    }
    if (tooLarge && !empty)
      return fail("the array is larger than 2^64 bytes", shape.offset);
    return Error::success();
  }

  Error readType(const Literal &descr, Header &header) const {
    if (descr.kind == Literal::Kind::String) {
      Field field;
      if (Error error = readScalar(descr, field))
        return error;
      header.itemSize = field.size;
      header.fields.push_back(std::move(field));
      return Error::success();
    }
    if (descr.kind != Literal::Kind::List)
      return fail("'descr' must be a string or a list of fields", descr.offset);

    header.structured = true;
    for (const Literal &entry : descr.elements) {
      if (entry.kind != Literal::Kind::Tuple || entry.elements.size() < 2)
        return fail("expected a (name, type) pair as a field", entry.offset);
      if (entry.elements.size() > 2)
        return fail("a field that is an array is not supported", entry.offset);
      Field field;
      // A field with a title is ((title, name), type).
      const Literal *name = &entry.elements[0];
      if (name->kind == Literal::Kind::Tuple && name->elements.size() == 2)
        name = &name->elements[1];
      if (name->kind != Literal::Kind::String)
        return fail("expected a string as the name of a field", name->offset);
      field.name = name->string;
      const Literal &type = entry.elements[1];
      if (type.kind != Literal::Kind::String)
        return fail("a field that is a structure is not supported",
                    type.offset);
      if (Error error = readScalar(type, field))
        return error;
      field.offset = header.itemSize;
      header.itemSize += field.size;
      if (header.itemSize > maxItemSize)
        return fail("an item of more than " + Twine(maxItemSize) +
                        " bytes is not supported",
                    type.offset);
      bool padding = field.name.empty() && field.kind == 'V';
      if (!padding)
        header.fields.push_back(std::move(field));
    }
    if (header.fields.empty())
      return fail("expected at least one field in 'descr'", descr.offset);
    return Error::success();
  }

  /// '<f4': byte order, kind, bytes.
  Error readScalar(const Literal &type, Field &field) const {
    StringRef text = type.string;
    char order = '|';
    if (!text.empty() && StringRef("<>|=").contains(text.front())) {
      order = text.front();
      text = text.drop_front();
    }
    if (text.empty())
      return fail("expected a type such as '<f4', got '" + type.string + "'",
                  type.offset);
    field.type = type.string;
    field.kind = text.front();
    if (field.kind == 'O')
      return fail("an array of Python objects is not supported", type.offset);
    if (!StringRef("biufV").contains(field.kind))
      return fail("the type '" + type.string + "' is not supported",
                  type.offset);
    if (text.drop_front().getAsInteger(10, field.size) || field.size == 0 ||
        field.size > maxItemSize)
      return fail("expected a size in bytes in the type '" + type.string + "'",
                  type.offset);
    if (order == '>' && field.size > 1 && field.kind != 'V')
      return fail("big-endian data ('" + type.string +
                      "') is not supported; save it as " +
                      "a.astype(a.dtype.newbyteorder('<'))",
                  type.offset);
    return Error::success();
  }
};

} // namespace

uint64_t Header::count() const {
  uint64_t result = 1;
  for (uint64_t extent : shape)
    result *= extent;
  return result;
}

Expected<Header> scanc::npy::parseHeader(StringRef bytes, StringRef fileName) {
  HeaderReader preamble(fileName, 0);
  if (!bytes.starts_with(magic))
    return preamble.fail("not a .npy file: expected it to begin with "
                         "\\x93NUMPY",
                         0);
  if (bytes.size() < 8)
    return preamble.fail("truncated: expected the version", bytes.size());
  unsigned major = static_cast<unsigned char>(bytes[6]);
  unsigned minor = static_cast<unsigned char>(bytes[7]);
  if (major < 1 || major > 3 || minor != 0)
    return preamble.fail("unknown version " + Twine(major) + "." +
                             Twine(minor) + "; expected 1.0, 2.0 or 3.0",
                         6);
  size_t lengthSize = major == 1 ? 2 : 4;
  size_t textOffset = 8 + lengthSize;
  if (bytes.size() < textOffset)
    return preamble.fail("truncated: expected the length of the header",
                         bytes.size());
  size_t length = major == 1
                      ? llvm::support::endian::read16le(bytes.data() + 8)
                      : llvm::support::endian::read32le(bytes.data() + 8);
  if (bytes.size() - textOffset < length)
    return preamble.fail("truncated: expected a header of " + Twine(length) +
                             " bytes, got " + Twine(bytes.size() - textOffset),
                         bytes.size());

  HeaderReader reader(fileName, textOffset);
  Literal dict;
  LiteralError problem;
  if (!parseLiteral(bytes.substr(textOffset, length), major < 3, dict, problem))
    return reader.fail(problem.message, problem.offset);
  Expected<Header> header = reader.read(dict);
  if (header)
    header->dataOffset = textOffset + length;
  return header;
}

Expected<Array> scanc::npy::read(StringRef fileName) {
  auto file = llvm::MemoryBuffer::getFile(fileName, /*IsText=*/false,
                                          /*RequiresNullTerminator=*/false);
  if (!file)
    return llvm::createStringError("cannot read '" + fileName +
                                   "': " + file.getError().message());
  Expected<Header> header = parseHeader((*file)->getBuffer(), fileName);
  if (!header)
    return header.takeError();
  uint64_t present = (*file)->getBufferSize() - header->dataOffset;
  uint64_t promised = header->count() * header->itemSize;
  if (present < promised)
    return llvm::createStringError(fileName + ": byte " +
                                   Twine((*file)->getBufferSize()) +
                                   ": truncated: expected " + Twine(promised) +
                                   " bytes of data, got " + Twine(present));
  return Array{std::move(*header), std::move(*file)};
}

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

/// A Python string literal; bytes from 0x80 stay, as UTF-8.
static std::string quote(StringRef text) {
  std::string out = "'";
  for (char c : text) {
    if (c == '\\' || c == '\'')
      (out += '\\') += c;
    else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f)
      out += "\\x" + llvm::utohexstr(static_cast<unsigned char>(c),
                                     /*LowerCase=*/true, /*Width=*/2);
    else
      out += c;
  }
  return out + "'";
}

std::string scanc::npy::printType(const Header &header) {
  if (!header.structured)
    return quote(header.fields.front().type);
  std::vector<std::string> entries;
  uint64_t end = 0;
  auto padTo = [&](uint64_t offset) {
    if (offset > end)
      entries.push_back("('', '|V" + std::to_string(offset - end) + "')");
  };
  for (const Field &field : header.fields) {
    padTo(field.offset);
    entries.push_back("(" + quote(field.name) + ", " + quote(field.type) + ")");
    end = field.offset + field.size;
  }
  padTo(header.itemSize);
  return "[" + llvm::join(entries, ", ") + "]";
}

std::string scanc::npy::printHeader(const Header &header) {
  std::string text = "{'descr': " + printType(header) + ", 'fortran_order': " +
                     (header.fortranOrder ? "True" : "False") + ", 'shape': (";
  for (size_t i = 0; i < header.shape.size(); ++i)
    text += (i ? ", " : "") + std::to_string(header.shape[i]);
  text += header.shape.size() == 1 ? ",), }" : "), }";

  bool ascii = llvm::all_of(
      text, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
  unsigned major = !ascii ? 3 : text.size() < 65000 ? 1 : 2;
  size_t lengthSize = major == 1 ? 2 : 4;
  size_t unpadded = magic.size() + 2 + lengthSize + text.size() + 1;
  text.append(llvm::alignTo(unpadded, 64) - unpadded, ' ');
  text += '\n';

  std::string out = magic.str();
  out += static_cast<char>(major);
  out += '\0';
  for (size_t i = 0; i < lengthSize; ++i)
    out += static_cast<char>(text.size() >> (8 * i));
  return out + text;
}
