//===- Terms.cpp - The words of a report, and what they mean --------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Terms.h"

#include "llvm/ADT/STLExtras.h"

namespace scanc::reports {

llvm::ArrayRef<Term> stepTerms() {
  static const Term terms[] = {
      {"grid", "what joins the other steps: which tile comes next, and what "
               "blocks, and the warps of a block, tell each other"},
      {"load_tile",
       "elements are read from global memory and made states of the operator"},
      {"fetch_chains", "elements of neighbouring chains are copied from global "
                       "to shared memory, ahead of time"},
      {"load_chains", "elements of neighbouring chains are read from shared "
                      "memory, each lane its own, and made states of the "
                      "operator"},
      {"start_chains", "what a chain starts from is read, and joins its first "
                       "element"},
      {"start_across", "what each of neighbouring chains starts from is read, "
                       "and joins its first element"},
      {"thread_reduce", "each thread combines a run of states, in registers"},
      {"warp_reduce", "the lanes of a warp combine their states, by shuffles"},
      {"block_reduce",
       "the warps of a block combine their totals, in shared memory"},
      {"warp_scan", "the lanes of a warp find what comes before each of them, "
                    "by shuffles"},
      {"group_scan", "the warps of a group find what comes before each of "
                     "them: each thread, or the lanes of each warp, combine "
                     "the totals in shared memory"},
      {"post_across", "a tile tells others, in the workspace, what it has of "
                      "each of neighbouring chains"},
      {"gather_across", "a tile reads, in the workspace, what those before it "
                        "have of each of neighbouring chains"},
      {"block_scan", "the warps of a block find what comes before each of "
                     "them, in shared memory"},
      {"thread_scan", "each thread scans a run of states, in registers, from "
                      "what comes before it"},
      {"end_chains", "the state after a chain's last element is written"},
      {"end_across", "the state after the last element of each of neighbouring "
                     "chains is written"},
      {"store_totals", "the output behind a chain's last element is written"},
      {"store_tile", "states are made outputs and written to global memory"},
      {"store_chains", "states of neighbouring chains are made outputs and "
                       "written to global memory"},
      {"unnamed", "instructions of a file that does not say their step"},
      {"total", "all steps of the kernel"},
  };
  return terms;
}

llvm::ArrayRef<Term> partTerms() {
  static const Term terms[] = {
      {"publish",
       "the states that the circuit scans are stored in shared memory: each "
       "warp's total by one of its lanes, or each run's by its thread"},
      {"stage K", "the threads that have a combine in stage K of the circuit"},
      {"total", "where what comes before the tile enters the circuit first: "
                "one thread joins the last state, and all load the result"},
      {"prefixes", "what comes before each warp is stored in cells of its "
                   "own, where that saves a barrier"},
      {"fetch", "every thread loads what comes before its columns, and the "
                "total"},
  };
  return terms;
}

llvm::ArrayRef<Term> kernelTerms() {
  static const Term terms[] = {
      {"single", "one block scans everything, tile after tile"},
      {"stream", "blocks that keep step, each with one tile after another; "
                 "some of their warps load, some reduce and some scan"},
      {"short", "the same for short inputs: no block has more than one tile"},
      {"reduce", "the elements are combined, tile by tile; nothing but totals "
                 "is written"},
      {"reduce_totals", "totals are combined, tile by tile"},
      {"top", "one block scans the totals that are left"},
      {"scan_totals", "totals are scanned, tile by tile"},
      {"scan", "the elements are scanned, tile by tile"},
      {"propagate_totals", "totals are joined with what comes before their "
                           "tile"},
      {"propagate", "outputs are joined with what comes before their tile"},
      {"strips",
       "chains lie side by side, a few to a lane; a block walks along "
       "those of all its lanes, which are a strip, tile after tile"},
      {"windows", "the same where strips are few: blocks draw the tiles of a "
                  "strip, and tell each other what these have"},
  };
  return terms;
}

llvm::ArrayRef<Term> wordTerms() {
  static const Term terms[] = {
      {"circuit", "a network of combines, all of whose outputs are prefixes; a "
                  "column is one of its inputs"},
      {"combine", "one use of the operator: two states become one"},
      {"state", "what the operator combines; an element is made one when it is "
                "read"},
      {"chain", "elements that are scanned by themselves: a row, or what lies "
                "along the axis at one place of the other dimensions"},
      {"run", "neighbouring elements that one thread has"},
      {"tile", "neighbouring elements that one block scans at a time"},
      {"lane", "one of the 32 threads of a warp"},
      {"request", "one access to memory by all lanes of a warp that execute it "
                  "together"},
      {"wavefront", "what shared memory serves at once; lanes that want "
                    "different words of one bank, which is a bank conflict, "
                    "take a wavefront each"},
      {"sector", "32 aligned bytes, the unit in which global memory is moved"},
      {"cell", "the place of one state in shared memory"},
      {"workspace",
       "global memory in which blocks and launches keep what they tell each "
       "other"},
  };
  return terms;
}

llvm::StringRef generalPart(llvm::StringRef part) {
  return part.starts_with("stage ") ? "stage K" : part;
}

size_t rankOf(llvm::StringRef name, llvm::ArrayRef<Term> terms) {
  return llvm::find_if(terms,
                       [&](const Term &term) { return term.name == name; }) -
         terms.begin();
}

} // namespace scanc::reports
