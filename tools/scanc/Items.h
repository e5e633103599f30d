//===- Items.h - Between .npy arrays and C structs --------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The host has a scan's elements, outputs and states as C structs one after
// another. A .npy file holds such items, or some fields of each, as one of
//
//   d-D, plain           one field
//   d-D, structured      any number of fields, packed or padded as it likes
//   (d + 1)-D, plain     fields of one type, the last dimension; C or Fortran
//                        order
//
// d is the rank of the array of items: 1 for a line, 2 for rows.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_TOOLS_SCANC_ITEMS_H
#define SCANC_TOOLS_SCANC_ITEMS_H

#include "Npy.h"

#include "scanc/Target/ScanDescription.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace scanc {

/// Appends so many zeros. Error, which names `what` they are for: there is not
/// enough memory.
llvm::Error enlarge(std::string &text, uint64_t bytes, const llvm::Twine &what);

/// What a file must hold.
struct Contents {
  std::string name;                      ///< For errors; may be empty.
  std::vector<target::ScanField> fields; ///< Of an item.
  size_t dimensions = 1;                 ///< Of an array of items.
  /// Whether a single item may be an array without dimensions.
  bool mayBeScalar = false;
  /// Whether fields may have a dimension of their own.
  bool mayHaveFieldsLast = true;
};

/// Where one field of every item lies in a file.
struct FieldSource {
  const char *first; ///< The first item's.
  /// Bytes to the next item's, along each dimension.
  llvm::SmallVector<uint64_t> strides;
};

/// Where the fields of the items are. The error names the file, and says the
/// expected and the actual type and shape.
llvm::Expected<std::vector<FieldSource>> findFields(const npy::Array &file,
                                                    const Contents &contents);

/// How items lie in memory.
struct ItemLayout {
  llvm::ArrayRef<target::ScanField> fields;
  uint32_t size, alignment;
};

/// C structs, one after another.
class Items {
public:
  /// The items of an array of this shape, in C order. `sources` says where each
  /// field of the layout is, the first of them in `file`. If that file has the
  /// layout already, it is not copied, and must outlive the items. The error
  /// says that there is not enough memory.
  static llvm::Expected<Items> join(const npy::Array &file,
                                    llvm::ArrayRef<FieldSource> sources,
                                    llvm::ArrayRef<uint64_t> shape,
                                    const ItemLayout &layout);

  llvm::ArrayRef<char> bytes() const { return view; }

private:
  llvm::ArrayRef<char> view;
  std::unique_ptr<char[]> storage;
};

/// How a type that NumPy does not have is spelt in files: "|V2", or "".
llvm::StringRef findOpaque(llvm::ArrayRef<npy::Array> files);

/// What an output file is like.
struct FileForm {
  std::vector<uint64_t> shape; ///< Of the array of items.
  /// Names the fields, where the source does not; null: f0, f1, ...
  const npy::Header *namedBy = nullptr;
  /// Whether fields of one type have a dimension of their own.
  bool inLastDimension = false;
  llvm::StringRef opaque = ""; ///< See findOpaque().
};

/// The header of a file that holds structs of `fields`, which begin at the
/// offset `begin` and take `size` bytes.
npy::Header makeHeader(const std::vector<target::ScanField> &fields,
                       uint32_t begin, uint32_t size, const FileForm &form);

} // namespace scanc

#endif // SCANC_TOOLS_SCANC_ITEMS_H
