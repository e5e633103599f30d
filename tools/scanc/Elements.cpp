//===- Elements.cpp - Between .npy arrays and a scan's memory -------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Elements.h"

#include "Command.h"

#include "scanc/Target/Arrays.h"

#include "llvm/ADT/STLExtras.h"

using namespace scanc;
using llvm::ArrayRef;
using llvm::Error;
using llvm::Expected;

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
                        fieldsOf(array, scan.element),
                        scan.isOfRows() ? size_t(2) : 1});
  return contents;
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
// Input
//===----------------------------------------------------------------------===//

/// Where the fields of an element are, or why the files hold no input of the
/// scan.
static Expected<std::vector<FieldSource>>
findAllFields(ArrayRef<npy::Array> files,
              const std::vector<Contents> &contents) {
  std::vector<FieldSource> sources;
  for (auto [file, expected] : llvm::zip_equal(files, contents)) {
    Expected<std::vector<FieldSource>> own = findFields(file, expected);
    if (!own)
      return own.takeError();
    llvm::append_range(sources, *own);
  }
  return sources;
}

Expected<Elements> Elements::load(ArrayRef<npy::Array> files,
                                  const target::ScanDescription &scan) {
  Expected<std::vector<FieldSource>> sources =
      findAllFields(files, inputContents(scan));
  if (!sources)
    return sources.takeError();
  Elements elements;
  if (Error error =
          findExtents(files, scan.isOfRows()).moveInto(elements.extents))
    return error;
  if (Error error =
          Items::join(files.front(), *sources, elements.extents.rows,
                      elements.extents.row,
                      {scan.element, scan.elementSize, scan.elementAlign})
              .moveInto(elements.items))
    return error;
  return elements;
}

//===----------------------------------------------------------------------===//
// Output
//===----------------------------------------------------------------------===//

/// What an output file of the scan says, given its input files.
static npy::Header outputHeader(ArrayRef<npy::Array> inputs,
                                const target::ScanDescription &scan,
                                const target::ScanArray &array) {
  const npy::Header &input = inputs.front().header;
  const bool hasMap = !scan.loaded.empty() || !scan.stored.empty();
  const std::vector<target::ScanField> fields = fieldsOf(array, scan.output);
  const size_t dimensions = scan.isOfRows() ? 2 : 1;
  FileForm form;
  form.shape.assign(input.shape.begin(), input.shape.begin() + dimensions);
  form.shape.back() += scan.hasTotal;
  if (input.structured && !hasMap)
    form.namedBy = &input;
  form.inLastDimension =
      input.shape.size() == dimensions + 1 && (fields.size() > 1 || !hasMap);
  form.opaque = findOpaque(inputs);
  return makeHeader(fields, array.offset, array.size, form);
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
