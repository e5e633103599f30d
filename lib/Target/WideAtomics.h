//===- WideAtomics.h - Atomic words of 16 bytes -----------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_LIB_TARGET_WIDEATOMICS_H
#define SCANC_LIB_TARGET_WIDEATOMICS_H

namespace llvm {
class Module;
} // namespace llvm

namespace scanc::target {

/// The PTX version (83 is 8.3) that has them.
inline constexpr unsigned wideAtomicsVersion = 83;

/// Whether there are relaxed loads or stores of 16 bytes of global memory, of
/// the device's scope.
bool hasWideAtomics(const llvm::Module &module);

/// Turns them into PTX: ld.relaxed and st.relaxed of type b128 (PTX ISA 8.3,
/// section 9.7.8). LLVM makes a compare-and-swap and an exchange of them, each
/// of which writes. Of those that are nontemporal L2 evicts the words last.
void writeWideAtomics(llvm::Module &module);

} // namespace scanc::target

#endif // SCANC_LIB_TARGET_WIDEATOMICS_H
