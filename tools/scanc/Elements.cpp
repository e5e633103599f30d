//===- Elements.cpp - Between .npy arrays and a scan's memory -------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Elements.h"

#include "Command.h"

#include "scanc/Machine/ScalarTypes.h"
#include "scanc/Target/Arrays.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <cstring>
#include <new>

using namespace scanc;
using llvm::ArrayRef;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;
using llvm::Twine;
using machine::ScalarType;

namespace {

/// What a file must hold.
struct Contents {
  std::string name; ///< Of its array, where there are several.
  std::vector<target::ScanField> fields;
  bool inRows;

  /// Dimensions of an array of what each element has here.
  size_t dimensions() const { return inRows ? 2 : 1; }
};

/// Where one field of every element lies in a file.
struct FieldSource {
  const char *first;  ///< The first element's.
  uint64_t stride;    ///< Bytes to the next element's.
  uint64_t rowStride; ///< Bytes to that of the next row.
};

} // namespace

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

/// The scan with all fields of a side without a map in one array.
static target::ScanDescription joinFields(target::ScanDescription scan) {
  scan.soa = false;
  return scan;
}

std::vector<target::ScanArray>
scanc::inputFileArrays(const target::ScanDescription &scan) {
  return joinFields(scan).inputArrays();
}

std::vector<target::ScanArray>
scanc::outputFileArrays(const target::ScanDescription &scan) {
  return joinFields(scan).outputArrays();
}

static std::vector<target::ScanField>
fieldsOf(const target::ScanArray &array,
         ArrayRef<target::ScanField> allFields) {
  return allFields.slice(array.firstField, array.fieldCount).vec();
}

static std::vector<Contents>
inputContents(const target::ScanDescription &scan) {
  const std::vector<target::ScanArray> arrays = inputFileArrays(scan);
  std::vector<Contents> contents;
  for (const target::ScanArray &array : arrays)
    contents.push_back({arrays.size() > 1 ? array.name : "",
                        fieldsOf(array, scan.element), scan.isOfRows()});
  return contents;
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

static std::string describeShape(const npy::Header &header) {
  std::string text = "(";
  for (uint64_t extent : header.shape)
    text += (text.size() > 1 ? ", " : "") + std::to_string(extent);
  return text + (header.shape.size() == 1 ? ",)" : ")");
}

/// "a 1-D array of '<i4' (i32)", or for several fields of their list; after
/// "in0, " if there are several files.
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
                            std::to_string(contents.dimensions()) + "-D array ";
  if (fields.size() == 1)
    return array + "of " + numpy + " (" + names + ")";
  return array + "with " + std::to_string(fields.size()) + " fields " + numpy +
         " (" + names + ")";
}

static bool matches(StringRef fieldName, StringRef numpyType) {
  const ScalarType *type = machine::findScalarType(fieldName);
  return type && type->matchesNumpy(numpyType);
}

/// The fields of the file in the order of the element's: by name where the file
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

/// Appends where the fields are, or says why the file does not hold them.
static Error addFields(std::vector<FieldSource> &sources,
                       const npy::Array &file, const Contents &contents) {
  const npy::Header &header = file.header;
  auto refuse = [&] {
    return badInput(file.name() + ": expected " + describeExpected(contents) +
                    ", got " + npy::printType(header) + " of shape " +
                    describeShape(header));
  };
  const size_t dimensions = contents.dimensions();
  const bool areApart = header.shape.size() == dimensions + 1 &&
                        !header.structured &&
                        header.shape.back() == contents.fields.size();
  if (!areApart && (header.shape.size() != dimensions ||
                    header.fields.size() != contents.fields.size()))
    return refuse();
  const llvm::SmallVector<uint64_t> strides = stridesOf(header);
  const std::vector<npy::Field> have = orderFields(header, contents.fields);
  for (auto [index, field] : llvm::enumerate(contents.fields)) {
    const npy::Field &own = areApart ? have.front() : have[index];
    if (!matches(field.type, own.type))
      return refuse();
    sources.push_back(
        {file.data() + (areApart ? index * strides.back() : own.offset),
         strides[dimensions - 1], contents.inRows ? strides[0] : 0});
  }
  return Error::success();
}

/// Where the fields of an element are, or why the files hold no input of the
/// scan.
static Expected<std::vector<FieldSource>>
findFields(ArrayRef<npy::Array> files, const std::vector<Contents> &contents) {
  std::vector<FieldSource> sources;
  for (auto [file, expected] : llvm::zip_equal(files, contents))
    if (Error error = addFields(sources, file, expected))
      return error;
  return sources;
}

//===----------------------------------------------------------------------===//
// Extents
//===----------------------------------------------------------------------===//

std::string Elements::Extents::describe() const {
  if (!inRows)
    return std::to_string(row);
  return std::to_string(rows) + (rows == 1 ? " row of " : " rows of ") +
         std::to_string(row);
}

/// What the first dimensions of a file's shape say.
static Elements::Extents extentsOf(const npy::Header &header, bool inRows) {
  return inRows ? Elements::Extents{header.shape[0], header.shape[1], true}
                : Elements::Extents{1, header.shape[0], false};
}

/// Those of all files.
static Expected<Elements::Extents> findExtents(ArrayRef<npy::Array> files,
                                               bool inRows) {
  const npy::Array &first = files.front();
  const Elements::Extents extents = extentsOf(first.header, inRows);
  for (const npy::Array &file : files.drop_front())
    if (Elements::Extents own = extentsOf(file.header, inRows);
        !(own == extents))
      return badInput(file.name() + ": expected as many elements as " +
                      first.name() + " has, " + extents.describe() + ", got " +
                      own.describe());
  return extents;
}

//===----------------------------------------------------------------------===//
// Layout
//===----------------------------------------------------------------------===//

/// Whether the file that begins with `data` has every element as the scan reads
/// it. (The fields of another file lie elsewhere.)
static bool isLaidOut(const char *data, ArrayRef<FieldSource> sources,
                      const Elements::Extents &extents,
                      const target::ScanDescription &scan) {
  if (reinterpret_cast<uintptr_t>(data) % scan.elementAlign)
    return false;
  const uint64_t rowSize = extents.row * scan.elementSize;
  return llvm::all_of(llvm::zip_equal(sources, scan.element), [&](auto each) {
    const auto &[source, field] = each;
    return source.first == data + field.offset &&
           source.stride == scan.elementSize &&
           (extents.rows <= 1 || source.rowStride == rowSize);
  });
}

/// Copies a field of every element to where the first one's is to be.
static void copyField(const FieldSource &source, uint64_t size, char *to,
                      const Elements::Extents &extents, uint64_t elementSize) {
  for (uint64_t at = 0; at < extents.rows; ++at)
    for (uint64_t i = 0; i < extents.row; ++i, to += elementSize)
      std::memcpy(to, source.first + at * source.rowStride + i * source.stride,
                  size);
}

Expected<Elements> Elements::load(ArrayRef<npy::Array> files,
                                  const target::ScanDescription &scan) {
  Expected<std::vector<FieldSource>> sources =
      findFields(files, inputContents(scan));
  if (!sources)
    return sources.takeError();
  Elements elements;
  if (Error error =
          findExtents(files, scan.isOfRows()).moveInto(elements.extents))
    return error;

  const uint64_t size = elements.count() * scan.elementSize;
  const char *data = files.front().data();
  // The scan needs its elements aligned; a file may put them anywhere.
  if (isLaidOut(data, *sources, elements.extents, scan)) {
    elements.view = {data, static_cast<size_t>(size)};
    return elements;
  }
  // Zeroed: the padding of an element is never read, but may be copied.
  elements.storage.reset(new (std::nothrow) char[size]());
  if (!elements.storage)
    return badInput(files.front().name() + ": not enough memory for " +
                    Twine(size) + " bytes");
  for (auto [source, field] : llvm::zip_equal(*sources, scan.element))
    copyField(source, field.size, elements.storage.get() + field.offset,
              elements.extents, scan.elementSize);
  elements.view = {elements.storage.get(), static_cast<size_t>(size)};
  return elements;
}

//===----------------------------------------------------------------------===//
// Output
//===----------------------------------------------------------------------===//

/// How a type that NumPy does not have is spelt in the input: "|V2", or "".
static StringRef findOpaque(ArrayRef<npy::Array> inputs) {
  for (const npy::Array &input : inputs)
    for (const npy::Field &field : input.header.fields)
      if (field.kind == 'V')
        return field.type;
  return "";
}

/// A field of an output file whose array begins `start` bytes into an output.
static npy::Field outputField(const target::ScanField &field,
                              StringRef fieldName, uint32_t start,
                              StringRef opaque) {
  const ScalarType &type = machine::getScalarType(field.type);
  npy::Field out;
  out.type = !opaque.empty() && type.matchesNumpy(opaque) ? opaque.str()
                                                          : type.numpy.str();
  out.size = field.size;
  out.offset = field.offset - start;
  out.name = fieldName.str();
  return out;
}

/// What an output file of the scan says, given its input files.
static npy::Header outputHeader(ArrayRef<npy::Array> inputs,
                                const target::ScanDescription &scan,
                                const target::ScanArray &array) {
  const npy::Header &input = inputs.front().header;
  const bool hasMap = !scan.loaded.empty() || !scan.stored.empty();
  const bool namesFields = input.structured && !hasMap;
  const std::vector<target::ScanField> fields = fieldsOf(array, scan.output);
  npy::Header header;
  for (auto [index, field] : llvm::enumerate(fields))
    header.fields.push_back(outputField(
        field,
        namesFields && index < input.fields.size() && !target::areNamed(fields)
            ? input.fields[index].name
            : target::nameField(index, field),
        array.offset, findOpaque(inputs)));
  header.itemSize = array.size;
  const size_t dimensions = scan.isOfRows() ? 2 : 1;
  header.shape.assign(input.shape.begin(), input.shape.begin() + dimensions);

  const bool sameTypes = llvm::all_of(fields, [&](const auto &field) {
    return field.type == fields.front().type;
  });
  if (input.shape.size() == dimensions + 1 && sameTypes &&
      (fields.size() > 1 || !hasMap)) {
    // Fields of one type have no padding: an element is a row.
    header.shape.push_back(fields.size());
    header.itemSize = header.fields.front().size;
    header.fields.resize(1);
    return header;
  }
  header.structured = namesFields || fields.size() > 1;
  return header;
}

OutputElements::OutputElements(ArrayRef<npy::Array> inputs,
                               const target::ScanDescription &scan,
                               uint64_t count)
    : arrays(outputFileArrays(scan)), outputSize(scan.outputSize) {
  for (const target::ScanArray &array : arrays)
    files.push_back(npy::printHeader(outputHeader(inputs, scan, array)));
  begin = holder().size();
  holder().resize(begin + count * outputSize);
}

llvm::MutableArrayRef<char> OutputElements::bytes() {
  return llvm::MutableArrayRef<char>(holder()).drop_front(begin);
}

std::vector<std::string> OutputElements::takeFiles() {
  if (files.size() == 1)
    return std::move(files);
  std::vector<char> storage;
  for (auto [array, file] : llvm::zip_equal(arrays, files)) {
    ArrayRef<char> values =
        target::takeArray(array, bytes(), outputSize, storage);
    file.append(values.begin(), values.end());
  }
  return std::move(files);
}
