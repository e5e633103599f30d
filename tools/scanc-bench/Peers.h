//===- Peers.h - The same scans by CUB --------------------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A peer is a C function in a shared object, found by its name:
//
//   int scanc_cub_KIND_OP_TYPE(void *temporary, size_t *bytes, const void *in,
//                              void *out, unsigned long long n, void *stream)
//
// with `temporary` null it sets `bytes`; it returns 0 for success. The tool
// makes those of cub_peers.cu with nvcc, all at once, and keeps them in a cache
// folder; another shared object can bring others. A scan of a file is called
// scanc_cub_KIND_MONOID_TYPES, the types of its fields joined by `_`; that of a
// structure of arrays ends in `_soa`, and `in` and `out` point to the addresses
// of the arrays.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_TOOLS_SCANC_BENCH_PEERS_H
#define SCANC_TOOLS_SCANC_BENCH_PEERS_H

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace scanc::bench {

using PeerFunction = int (*)(void *temporary, size_t *bytes, const void *in,
                             void *out, unsigned long long n, void *stream);

struct PeerOptions {
  bool off = false;
  std::string library;  ///< A shared object of the user's; empty for our own.
  std::string cache;    ///< Folder for what nvcc makes.
  std::string arch;     ///< "sm_90".
  unsigned threads = 1; ///< Compilers at a time.
};

class Peers {
public:
  explicit Peers(PeerOptions options) : options(std::move(options)) {}

  /// Makes or opens the peers called `names`; a name that cub_peers.cu has no
  /// instance of has no peer. The error, of status 3, is nvcc's.
  llvm::Error prepare(const std::vector<std::string> &names);

  /// Null where there is none.
  PeerFunction find(llvm::StringRef name) const;
  /// Why there is none.
  std::string whyAbsent(llvm::StringRef name) const;

  /// CUB_VERSION of the toolkit, 0 where no peer says.
  int cubVersion() const { return version; }

private:
  llvm::Error open(const std::string &path,
                   const std::vector<std::string> &names, bool mustHave);

  PeerOptions options;
  llvm::StringMap<PeerFunction> functions;
  int version = 0;
};

/// The function's name for a built-in subject called `subject`.
std::string peerName(llvm::StringRef subject);

} // namespace scanc::bench

#endif // SCANC_TOOLS_SCANC_BENCH_PEERS_H
