//===- best.ispc - A running best in ISPC ---------------------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

struct Hit {
  float score;
  int32 player;
};

// The greater score wins; of equal ones, the smaller index. Into the second.
static inline void combine(float s0, int32 p0, float &s1, int32 &p1) {
  bool take = s0 > s1 || (s0 == s1 && p0 < p1);
  s1 = take ? s0 : s1;
  p1 = take ? p0 : p1;
}

export void running_best(const uniform Hit in[], uniform Hit out[],
                         uniform int64 n) {
  uniform float best_score = floatbits(0xFF800000); // -infinity
  uniform int32 best_player = 0x7FFFFFFF;
  for (uniform int64 first = 0; first < n; first += programCount) {
    int64 at = first + programIndex;
    float score = best_score;
    int32 player = best_player;
    if (at < n) {
      score = in[at].score;
      player = in[at].player;
    }
    for (uniform int step = 1; step < programCount; step *= 2) {
      float s = shift(score, -step);
      int32 p = shift(player, -step);
      if (programIndex >= step)
        combine(s, p, score, player);
    }
    combine(best_score, best_player, score, player);
    if (at < n) {
      out[at].score = score;
      out[at].player = player;
    }
    best_score = extract(score, programCount - 1);
    best_player = extract(player, programCount - 1);
  }
}
