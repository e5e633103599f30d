#===- best.py - A running best in Triton ----------------------------------===//
#
# Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//

import triton
import triton.language as tl


# The greater score wins; of equal ones, the smaller index.
@triton.jit
def better(s0, p0, s1, p1):
    take = (s0 > s1) | ((s0 == s1) & (p0 < p1))
    return tl.where(take, s0, s1), tl.where(take, p0, p1)


# Scores and players alternate in memory. Beyond the end: the identity.
@triton.jit
def load(scores, players, at, end):
    score = tl.load(scores + 2 * at, mask=at < end, other=float("-inf"))
    player = tl.load(players + 2 * at, mask=at < end, other=2147483647)
    return score, player


# The best of each program's share of the hits.
@triton.jit
def reduce(scores, players, total_scores, total_players, n,
           TILE: tl.constexpr):
    share = tl.cdiv(n, tl.num_programs(0))
    begin = tl.program_id(0) * share
    end = tl.minimum(begin + share, n)
    score, player = load(scores, players, begin + tl.arange(0, TILE), end)
    for first in range(begin + TILE, end, TILE):
        s, p = load(scores, players, first + tl.arange(0, TILE), end)
        score, player = better(score, player, s, p)
    score, player = tl.reduce((score, player), 0, better)
    tl.store(total_scores + 2 * tl.program_id(0), score)
    tl.store(total_players + 2 * tl.program_id(0), player)


# Each program's share, tile after tile, behind the best of the shares before.
@triton.jit
def scan(scores, players, out_scores, out_players, total_scores, total_players,
         n, TILE: tl.constexpr, PROGRAMS: tl.constexpr):
    share = tl.cdiv(n, tl.num_programs(0))
    begin = tl.program_id(0) * share
    end = tl.minimum(begin + share, n)
    before = load(total_scores, total_players, tl.arange(0, PROGRAMS),
                  tl.program_id(0))
    score, player = tl.reduce(before, 0, better)
    for first in range(begin, end, TILE):
        at = first + tl.arange(0, TILE)
        s, p = load(scores, players, at, end)
        s, p = tl.associative_scan((s, p), 0, better)
        s, p = better(score, player, s, p)
        tl.store(out_scores + 2 * at, s, mask=at < end)
        tl.store(out_players + 2 * at, p, mask=at < end)
        score, player = tl.reduce((s, p), 0, better)
