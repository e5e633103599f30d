//===- Manifest.h - The scans of a bundle -----------------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// utils/gpu-bundle writes one line a launcher into manifest.tsv, `key=value`
// pairs separated by tabs:
//
//   name=add_i32_in  op=add  elem=i32  state=i32  out=i32  inclusive=1
//   reverse=0  init=  strategy=auto  deterministic=1  tile=4096
//   single_up_to=65536  blocks_per_sm=2  max_blocks=1024  groups=quick,sanitize
//
// `elem`, `state` and `out` list the fields of a struct, joined by commas.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_TEST_INTEGRATION_GPU_HARNESS_MANIFEST_H
#define SCANC_TEST_INTEGRATION_GPU_HARNESS_MANIFEST_H

#include "Kinds.h"

#include <cstdint>
#include <string>
#include <vector>

namespace scanc::gputest {

/// Fields at their natural alignment, as a C struct lays them out.
struct Layout {
  static constexpr unsigned maxFields = 8;
  unsigned count = 0;
  Kind kind[maxFields] = {};
  unsigned offset[maxFields] = {};
  unsigned size = 0;
  unsigned alignment = 1;
};

struct ScanCase {
  std::string name;
  std::string op;
  Layout elem, state, out;
  bool inclusive = false;
  bool reverse = false;
  bool soa = false;              ///< an array for each field
  std::vector<std::string> init; ///< empty: the identity
  std::string strategy;
  bool deterministic = true; ///< the same bits every time
  uint64_t tile = 0;
  uint64_t singleUpTo = 0;
  unsigned blocksPerSM = 0;
  unsigned maxBlocks = 0;
  std::vector<std::string> groups;

  bool in(const std::string &group) const;
};

/// Reads a manifest. Throws std::runtime_error that names the line at fault.
std::vector<ScanCase> readManifest(const std::string &path);

} // namespace scanc::gputest

#endif // SCANC_TEST_INTEGRATION_GPU_HARNESS_MANIFEST_H
