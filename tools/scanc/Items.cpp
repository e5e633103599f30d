//===- Items.cpp - Between .npy arrays and C structs ----------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Items.h"

#include "Command.h"
#include "Extents.h"

#include "scanc/Machine/ScalarTypes.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MemoryBuffer.h"

#include <cstring>
#include <new>

using namespace scanc;
using llvm::ArrayRef;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;
using llvm::Twine;
using machine::ScalarType;

Error scanc::enlarge(std::string &text, uint64_t bytes, const Twine &what) {
  // A string would say so by an exception, which nobody here catches. So it is
  // asked of what does not throw first.
  const uint64_t size = text.size() + bytes;
  if (size < bytes || size > text.max_size() ||
      !llvm::WritableMemoryBuffer::getNewUninitMemBuffer(size))
    return badInput("not enough memory for " + Twine(bytes) + " bytes of " +
                    what);
  text.resize(size);
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

/// "a 1-D array of '<i4' (i32)", or for several fields of their list; after
/// "in0, " if the contents have a name.
static std::string describeExpected(const Contents &contents) {
  const std::vector<target::ScanField> &fields = contents.fields;
  std::string numpy, names;
  for (const target::ScanField &field : fields) {
    const ScalarType *type = machine::findScalarType(field.type);
    numpy += (numpy.empty() ? "'" : ", '") +
             (type ? type->numpy.str() : field.type) + "'";
    names += (names.empty() ? "" : ", ") +
             (target::areNamed(fields) ? field.name + ": " : "") + field.type;
  }
  const std::string array = contents.name +
                            (contents.name.empty() ? "a " : ", a ") +
                            std::to_string(contents.dimensions) + "-D array ";
  if (fields.size() == 1)
    return array + "of " + numpy + " (" + names + ")";
  return array + "with " + std::to_string(fields.size()) + " fields " + numpy +
         " (" + names + ")";
}

static bool matches(StringRef fieldName, StringRef numpyType) {
  const ScalarType *type = machine::findScalarType(fieldName);
  return type && type->matchesNumpy(numpyType);
}

/// The fields of the file in the order of the item's: by name where the file
/// has all the names that the source gives, else as they lie.
static std::vector<npy::Field>
orderFields(const npy::Header &header,
            const std::vector<target::ScanField> &fields) {
  if (!header.structured || !target::areNamed(fields))
    return header.fields;
  std::vector<npy::Field> ordered;
  for (const target::ScanField &field : fields) {
    auto found = llvm::find_if(header.fields, [&](const npy::Field &have) {
      return have.name == field.name;
    });
    if (found == header.fields.end())
      return header.fields;
    ordered.push_back(*found);
  }
  return ordered;
}

/// Bytes from one to the next along each dimension.
static llvm::SmallVector<uint64_t> stridesOf(const npy::Header &header) {
  llvm::SmallVector<uint64_t> strides(header.shape.size());
  uint64_t bytes = header.itemSize;
  for (size_t i = 0; i < strides.size(); ++i) {
    const size_t at = header.fortranOrder ? i : strides.size() - 1 - i;
    strides[at] = bytes;
    bytes *= header.shape[at];
  }
  return strides;
}

Expected<std::vector<FieldSource>> scanc::findFields(const npy::Array &file,
                                                     const Contents &contents) {
  const npy::Header &header = file.header;
  auto refuse = [&] {
    return badInput(file.name() + ": expected " + describeExpected(contents) +
                    ", got " + npy::printType(header) + " of shape " +
                    describeShape(header.shape));
  };
  const bool isScalar = contents.mayBeScalar && header.shape.empty();
  const size_t dimensions = isScalar ? 0 : contents.dimensions;
  const bool areApart =
      contents.mayHaveFieldsLast && header.shape.size() == dimensions + 1 &&
      !header.structured && header.shape.back() == contents.fields.size();
  if (!areApart && (header.shape.size() != dimensions ||
                    header.fields.size() != contents.fields.size()))
    return refuse();
  llvm::SmallVector<uint64_t> strides = stridesOf(header);
  const uint64_t fieldStride = areApart ? strides.pop_back_val() : 0;
  const std::vector<npy::Field> have = orderFields(header, contents.fields);
  std::vector<FieldSource> sources;
  for (auto [index, field] : llvm::enumerate(contents.fields)) {
    const npy::Field &own = areApart ? have.front() : have[index];
    if (!matches(field.type, own.type))
      return refuse();
    sources.push_back(
        {file.data() + (areApart ? index * fieldStride : own.offset), strides});
  }
  return sources;
}

//===----------------------------------------------------------------------===//
// Layout
//===----------------------------------------------------------------------===//

/// Whether the file that begins with `data` has every item as it is to lie in
/// memory. (The fields of another file lie elsewhere.)
static bool isLaidOut(const char *data, ArrayRef<FieldSource> sources,
                      ArrayRef<uint64_t> shape, const ItemLayout &layout) {
  if (reinterpret_cast<uintptr_t>(data) % layout.alignment)
    return false;
  return llvm::all_of(llvm::zip_equal(sources, layout.fields), [&](auto each) {
    const auto &[source, field] = each;
    uint64_t size = layout.size;
    for (size_t k = shape.size(); k-- > 0; size *= shape[k])
      if (shape[k] != 1 && source.strides[k] != size)
        return false;
    return source.first == data + field.offset;
  });
}

/// Copies a field of every item, the first of which is at `from`, to where the
/// first one's is to be; returns where that of an item behind them would be.
static char *copyField(const char *from, ArrayRef<uint64_t> strides,
                       ArrayRef<uint64_t> shape, uint64_t size, char *to,
                       uint64_t itemSize) {
  if (shape.empty()) {
    std::memcpy(to, from, size);
    return to + itemSize;
  }
  for (uint64_t i = 0; i < shape.front(); ++i)
    to = copyField(from + i * strides.front(), strides.drop_front(),
                   shape.drop_front(), size, to, itemSize);
  return to;
}

Expected<Items> Items::join(const npy::Array &file,
                            ArrayRef<FieldSource> sources,
                            ArrayRef<uint64_t> shape,
                            const ItemLayout &layout) {
  Items items;
  if (llvm::is_contained(shape, 0)) {
    items.view = {file.data(), size_t(0)};
    return items;
  }
  uint64_t size = layout.size;
  for (uint64_t extent : shape)
    size *= extent;
  // Kernels need items aligned; a file may put them anywhere.
  if (isLaidOut(file.data(), sources, shape, layout)) {
    items.view = {file.data(), static_cast<size_t>(size)};
    return items;
  }
  // Zeroed: the padding of an item is never read, but may be copied.
  items.storage.reset(new (std::nothrow) char[size]());
  if (!items.storage)
    return badInput(file.name() + ": not enough memory for " + Twine(size) +
                    " bytes");
  for (auto [source, field] : llvm::zip_equal(sources, layout.fields))
    copyField(source.first, source.strides, shape, field.size,
              items.storage.get() + field.offset, layout.size);
  items.view = {items.storage.get(), static_cast<size_t>(size)};
  return items;
}

//===----------------------------------------------------------------------===//
// Headers
//===----------------------------------------------------------------------===//

StringRef scanc::findOpaque(ArrayRef<npy::Array> files) {
  for (const npy::Array &file : files)
    for (const npy::Field &field : file.header.fields)
      if (field.kind == 'V')
        return field.type;
  return "";
}

/// A field of a file whose array begins `begin` bytes into an item.
static npy::Field makeField(const target::ScanField &field, StringRef fieldName,
                            uint32_t begin, StringRef opaque) {
  const ScalarType &type = machine::getScalarType(field.type);
  npy::Field out;
  out.type = !opaque.empty() && type.matchesNumpy(opaque) ? opaque.str()
                                                          : type.numpy.str();
  out.size = field.size;
  out.offset = field.offset - begin;
  out.name = fieldName.str();
  return out;
}

npy::Header scanc::makeHeader(const std::vector<target::ScanField> &fields,
                              uint32_t begin, uint32_t size,
                              const FileForm &form) {
  npy::Header header;
  for (auto [index, field] : llvm::enumerate(fields)) {
    const bool namesIt = form.namedBy && index < form.namedBy->fields.size() &&
                         !target::areNamed(fields);
    header.fields.push_back(makeField(field,
                                      namesIt ? form.namedBy->fields[index].name
                                              : target::nameField(index, field),
                                      begin, form.opaque));
  }
  header.itemSize = size;
  header.shape = form.shape;
  const bool sameTypes = llvm::all_of(fields, [&](const auto &field) {
    return field.type == fields.front().type;
  });
  if (form.inLastDimension && sameTypes) {
    // Fields of one type have no padding: an item is a row.
    header.shape.push_back(fields.size());
    header.itemSize = header.fields.front().size;
    header.fields.resize(1);
    return header;
  }
  header.structured = form.namedBy || fields.size() > 1;
  return header;
}
