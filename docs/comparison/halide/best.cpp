//===- best.cpp - A running best in Halide --------------------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <Halide.h>

using namespace Halide;

// The greater score wins; of equal ones, the smaller index.
static Tuple better(const Tuple &a, const Tuple &b) {
  Expr take = a[0] > b[0] || (a[0] == b[0] && a[1] < b[1]);
  return {select(take, a[0], b[0]), select(take, a[1], b[1])};
}

struct Best : Generator<Best> {
  Input<Buffer<float>> scores{"scores", 1};
  Input<Buffer<int32_t>> players{"players", 1};
  Output<Func> best{"best", {Float(32), Int(32)}, 1};

  void generate() {
    // Each tile is scanned by one thread, the tiles' totals by another; then
    // the best before a tile is combined with each of its elements.
    constexpr int tile = 1024;
    Var x, i, t, block, thread;
    Func padded_scores, padded_players, local, before;
    Expr n = scores.dim(0).extent();
    Tuple none = {Float(32).min(), Int(32).max()};
    padded_scores = BoundaryConditions::constant_exterior(scores, none[0]);
    padded_players = BoundaryConditions::constant_exterior(players, none[1]);
    local(i, t) = {padded_scores(t * tile + i), padded_players(t * tile + i)};
    RDom r(1, tile - 1);
    local(r, t) = better(local(r - 1, t), local(r, t));
    before(t) = none;
    RDom q(1, (n - 1) / tile);
    before(q) = better(before(q - 1), local(tile - 1, q - 1));
    best(x) = better(before(x / tile), local(x % tile, x / tile));

    best.gpu_tile(x, block, thread, 256, TailStrategy::GuardWithIf);
    local.compute_root().gpu_tile(i, block, thread, 256);
    local.update().gpu_tile(t, block, thread, 32);
    before.compute_root().gpu_tile(t, block, thread, 256);
    before.update().gpu_single_thread();
    // Scores and players alternate in memory.
    scores.dim(0).set_stride(2);
    players.dim(0).set_stride(2);
    for (OutputImageParam part : Func(best).output_buffers())
      part.dim(0).set_stride(2);
  }
};

HALIDE_REGISTER_GENERATOR(Best, best)
