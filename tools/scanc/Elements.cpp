//===- Elements.cpp - Between .npy arrays and a scan's memory -------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Elements.h"

#include "Command.h"

#include "scanc/Runtime/scanc_runtime.h"
#include "scanc/Target/Arrays.h"

#include "llvm/ADT/STLExtras.h"

using namespace scanc;
using llvm::ArrayRef;
using llvm::Error;
using llvm::Expected;
using llvm::Twine;

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

//===----------------------------------------------------------------------===//
// Extents
//===----------------------------------------------------------------------===//

/// Whether a file has these fields in its last dimension, behind at least two
/// others: a 2-D array is a tensor of rank 2.
static bool hasFieldsLast(const npy::Header &header, size_t fields) {
  return !header.structured && fields > 1 && header.shape.size() > 2 &&
         header.shape.back() == fields;
}

/// How many dimensions the elements have, of which the first file has some
/// fields.
static Expected<size_t> findRank(const npy::Array &file, size_t fields,
                                 target::Shape kind) {
  if (kind != target::Shape::Axis)
    return kind == target::Shape::Rows ? 2 : 1;
  const npy::Header &header = file.header;
  const size_t rank =
      header.shape.size() - (hasFieldsLast(header, fields) ? 1 : 0);
  if (rank >= 1 && rank <= SCANC_MAX_RANK)
    return rank;
  return badInput(file.name() + ": expected an array of 1 to " +
                  Twine(SCANC_MAX_RANK) + " dimensions, got " + Twine(rank) +
                  ": shape " + describeShape(header.shape));
}

/// The extents of the first `rank` dimensions of a file.
static Extents extentsOf(const npy::Header &header, target::Shape kind,
                         size_t rank, size_t axis) {
  return {kind, {header.shape.begin(), header.shape.begin() + rank}, axis};
}

/// The axis that is asked for, of `rank`.
static Expected<size_t> findAxis(const npy::Array &file, size_t rank,
                                 std::optional<int> axis) {
  if (!axis)
    return rank - 1;
  const int count = static_cast<int>(rank);
  if (*axis >= -count && *axis < count)
    return *axis < 0 ? *axis + count : *axis;
  return badInput("--axis=" + Twine(*axis) + ": expected " + Twine(-count) +
                  " to " + Twine(count - 1) + ", as '" + file.name() +
                  "' has the shape " + describeShape(file.header.shape));
}

/// Those of all files, whose elements have `rank` dimensions.
static Expected<Extents> findExtents(ArrayRef<npy::Array> files,
                                     target::Shape kind, size_t rank,
                                     std::optional<int> asked) {
  const npy::Array &first = files.front();
  Expected<size_t> axis = findAxis(first, rank, asked);
  if (!axis)
    return axis.takeError();
  const Extents extents = extentsOf(first.header, kind, rank, *axis);
  const std::string wanted =
      kind == target::Shape::Axis
          ? "the shape of " + first.name().str() + ", "
          : "as many elements as " + first.name().str() + " has, ";
  for (const npy::Array &file : files.drop_front())
    if (Extents own = extentsOf(file.header, kind, rank, *axis);
        own.shape != extents.shape)
      return badInput(file.name() + ": expected " + wanted +
                      extents.describeShared() + ", got " +
                      own.describeShared());
  if (extents.chains() > SCANC_MAX_ELEMENTS)
    return badInput(first.name() + ": expected no more than 2^40 chains, got " +
                    "shape " + describeShape(first.header.shape));
  return extents;
}

//===----------------------------------------------------------------------===//
// Input
//===----------------------------------------------------------------------===//

static std::vector<Contents> inputContents(const target::ScanDescription &scan,
                                           size_t rank,
                                           const InputRequest &request) {
  const std::vector<target::ScanArray> arrays = inputFileArrays(scan);
  std::vector<Contents> contents;
  for (const target::ScanArray &array : arrays) {
    Contents &own = contents.emplace_back();
    own.name = arrays.size() > 1 ? array.name : "";
    own.fields = fieldsOf(array, scan.element);
    own.dimensions = rank;
    own.mayHaveFieldsLast = scan.isOfAxis() ? rank > 1 && own.fields.size() > 1
                                            : rank > 1 || !request.namesDomain;
  }
  return contents;
}

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
                                  const target::ScanDescription &scan,
                                  const InputRequest &request) {
  Expected<size_t> rank = findRank(
      files.front(), inputFileArrays(scan).front().fieldCount, scan.shape);
  if (!rank)
    return rank.takeError();
  Expected<std::vector<FieldSource>> sources =
      findAllFields(files, inputContents(scan, *rank, request));
  if (!sources)
    return sources.takeError();
  Elements elements;
  if (Error error = findExtents(files, scan.shape, *rank, request.axis)
                        .moveInto(elements.ownExtents))
    return error;
  if (Error error =
          Items::join(files.front(), *sources, elements.ownExtents.shape,
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
                                const target::ScanArray &array,
                                const Extents &extents) {
  const npy::Header &input = inputs.front().header;
  const bool hasMap = !scan.loaded.empty() || !scan.stored.empty();
  const std::vector<target::ScanField> fields = fieldsOf(array, scan.output);
  FileForm form;
  form.shape = extents.longer(scan.hasTotal);
  if (input.structured && !hasMap)
    form.namedBy = &input;
  form.inLastDimension = input.shape.size() == extents.shape.size() + 1 &&
                         (fields.size() > 1 || !hasMap);
  form.opaque = findOpaque(inputs);
  return makeHeader(fields, array.offset, array.size, form);
}

Expected<OutputElements>
OutputElements::make(ArrayRef<npy::Array> inputs,
                     const target::ScanDescription &scan,
                     const Extents &extents) {
  OutputElements own;
  own.arrays = outputFileArrays(scan);
  own.outputSize = scan.outputSize;
  for (const target::ScanArray &array : own.arrays)
    own.files.push_back(
        npy::printHeader(outputHeader(inputs, scan, array, extents)));
  own.begin = own.holder().size();
  const uint64_t count =
      extents.count() + (scan.hasTotal ? extents.chains() : 0);
  if (Error error = enlarge(own.holder(), count * own.outputSize, "outputs"))
    return error;
  return own;
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
