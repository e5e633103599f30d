//===- Subject.h - A scan that is measured ----------------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A subject is a prefix.scan as text: made from an operator, a type and a kind,
// or taken from a file. Whatever is done with it begins at that text: each
// variant is compiled from it, and the reference too, apart from one another.
//
// It scans a line, rows of one length, or a tensor along an axis, whatever
// domains its text names.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_TOOLS_SCANC_BENCH_SUBJECT_H
#define SCANC_TOOLS_SCANC_BENCH_SUBJECT_H

#include "Compilation.h"
#include "Extents.h"

#include "scanc/Runtime/scanc_axis.h"
#include "scanc/Runtime/scanc_rows.h"
#include "scanc/Target/ScanDescription.h"

#include "llvm/Support/Error.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace scanc::bench {

/// What distinguishes one compilation of a subject from another.
struct Variant {
  std::string label;    ///< "auto", a strategy's name, a plan file's stem.
  std::string strategy; ///< Empty for the planner's choice.
  std::string plan;     ///< Text of a plan attribute; empty for none.
};

struct Subject {
  std::string name;   ///< Of the scan; unique in a run.
  std::string base;   ///< The same, whatever it scans.
  std::string source; ///< A module in the source phase.
  std::string file;   ///< Where it is from; empty for a built-in operator.
  std::string symbol; ///< Of the scan in the module.
  uint64_t row = 0;   ///< Elements of a row; 0: it does not scan rows.
  std::optional<Extents> tensor; ///< Or what it scans along an axis.

  /// The same in rows of so many elements.
  Subject inRows(uint64_t length) const;
  /// The same along an axis of a tensor.
  Subject along(Extents extents) const;

  target::Shape kind() const {
    return tensor ? target::Shape::Axis
                  : (row ? target::Shape::Rows : target::Shape::Line);
  }
  /// The largest number of elements up to n that it can scan; along an axis,
  /// the tensor's.
  uint64_t fit(uint64_t n) const {
    return tensor ? tensor->count() : row ? n - n % row : n;
  }
  /// How n elements lie, as many as fit.
  Extents extentsOf(uint64_t n) const;
};

/// The kernels of a subject for chains that lie in a certain way.
struct CompiledForm {
  target::ScanDescription description;
  std::string ptx;
  const char *pieces[2] = {nullptr, nullptr};
  scanc_scan scan = {};
  scanc_module module = {};
};

/// A subject as compiled for the GPU. It stays where it is: the runtime's
/// descriptions point into it.
struct Compiled {
  std::string label;
  std::vector<CompiledForm> forms;  ///< As scanc_forms.h orders them.
  std::vector<scanc_form> launched; ///< The same for the runtime.

  /// What all forms have in common.
  const target::ScanDescription &description() const {
    return forms.front().description;
  }
  uint64_t workspaceBytes(uint64_t n) const;
};

/// The subject of an operator of the prelude, for elements of `type` (u8) or
/// elements and outputs of two types (u8:u32, combined as the output is), or of
/// one of the few with several state values that come with this tool
/// (linear_recurrence, argmax, matrix2x2_mod), for which `type` is not used.
/// None where the operator has no form for the type; an error where one of them
/// does not exist.
llvm::Expected<std::optional<Subject>>
makeSubject(llvm::StringRef op, llvm::StringRef type, bool inclusive);

/// Whether an operator brings its own types.
bool hasOwnTypes(llvm::StringRef op);

/// A subject for each scan of a file. Errors: a scan that says how its elements
/// lie, which is not as `asked`.
llvm::Expected<std::vector<Subject>> readSubjects(llvm::StringRef path,
                                                  target::Shape asked);

/// Parses the subject, with no scan but its own in the module.
llvm::Error load(const Subject &subject, Compilation &compilation);

llvm::Expected<std::unique_ptr<Compiled>> compile(const Subject &subject,
                                                  const Variant &variant,
                                                  llvm::StringRef arch,
                                                  llvm::StringRef libdevice);

} // namespace scanc::bench

#endif // SCANC_TOOLS_SCANC_BENCH_SUBJECT_H
