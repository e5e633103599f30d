//===- RaceReport.cpp - Says what two accesses lack -----------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RaceCheck.h"
#include "llvm/Support/FormatVariadic.h"

using namespace scanc::simt;
using llvm::formatv;

/// Of two accesses by different launches, `inStream` names the launch.
static std::string agentName(const Epoch &epoch, const Grid &grid,
                             bool inStream) {
  const Launch &launch = grid.launches[epoch.launch - 1];
  const Dim3 &extent = launch.gridDim;
  const unsigned linear = epoch.block - launch.firstBlock,
                 threads = launch.threads();
  const unsigned x = linear % extent.x, y = linear / extent.x % extent.y,
                 z = linear / extent.x / extent.y;
  std::string name =
      formatv("{0}thread {1} of block ({2}, {3}, {4})",
              epoch.bulk || epoch.agent >= threads ? "a copy by " : "",
              epoch.agent % threads, x, y, z);
  if (inStream)
    name +=
        formatv(" of kernel '{0}', launch {1}", launch.kernel, epoch.launch);
  return name;
}

static llvm::StringRef nameOf(AccessScope scope) {
  switch (scope) {
  case AccessScope::Block:
    return "block";
  case AccessScope::Cluster:
    return "cluster";
  case AccessScope::Device:
    return "device";
  case AccessScope::System:
    return "system";
  }
  return "";
}

/// What would have ordered the two.
std::string RaceCheck::missing(const Race &race) const {
  const Epoch &first = race.first, &second = race.second;
  if (race.needsProxyFence)
    return "no fence.proxy.async stands between the store and the copy";
  if (race.needsInitFence)
    return "no fence.mbarrier_init by the first stands between the two";
  if (race.missed) {
    const Missed &missed = *race.missed;
    if (missed.scopeIsNarrow)
      return formatv("the flag that the {0} at {1} writes and the {2} at {3} "
                     "reads has scopes that do not include the other block "
                     "({4} and {5}): device is needed",
                     missed.store->what, missed.store->place.text,
                     missed.load->what, missed.load->place.text,
                     nameOf(missed.store->scope), nameOf(missed.load->scope));
    if (missed.storeIsRelaxed)
      return formatv("the {0} at {1}, which the second thread has read, is "
                     "relaxed where a release is needed",
                     missed.store->what, missed.store->place.text);
    return formatv("the {0} at {1}, which reads what the first thread "
                   "released, is relaxed where an acquire is needed",
                   missed.load->what, missed.load->place.text);
  }
  if (first.launch != second.launch)
    return formatv("no griddepcontrol.wait by launch {0} orders the two",
                   std::max(first.launch, second.launch));
  if (first.block != second.block)
    return "nothing orders the two blocks: no release by the first that the "
           "second acquires";
  if (first.agent >= race.thread->warp->block->threads.size())
    return "the copy is not waited for";
  if (race.sameWarp)
    return "no bar.warp.sync orders the two lanes (shuffles order no memory)";
  return "no block barrier orders the two warps";
}

std::string RaceCheck::describe(const Grid &) const {
  return race ? describe(*race) : early;
}

std::string RaceCheck::describe(const Race &race) const {
  const Epoch &first = race.first, &second = race.second;
  const char *kind = !first.write    ? "write after read"
                     : !second.write ? "read after write"
                                     : "write after write";
  const Block &block = *race.thread->warp->block;
  const std::string where =
      describeAddress(block, buffers, race.secondSite->space, race.address);
  const bool inStream = first.launch != second.launch;
  if (first.launch == 0)
    return formatv(
        "race on {0}: {1} by {2} at {3}, while the work before the launch in "
        "the stream may still access it: {4}",
        where, race.secondSite->what, agentName(second, *grid, inStream),
        race.secondSite->place.text, "no griddepcontrol.wait stands before it");
  if (race.isUnordered) {
    const std::string reader =
        race.reader ? formatv("the {0} by {1} at {2}, which comes after both,",
                              race.reader->site->what,
                              agentName(*race.reader, *grid, inStream),
                              race.reader->site->place.text)
                          .str()
                    : "the launch that comes next";
    return formatv(
        "race (unordered stores) on {0}: {1} by {2} at {3}, and {4} by {5} at "
        "{6}: no release by the one that the other acquires says which is the "
        "last; {7} may find either",
        where, race.firstSite->what, agentName(first, *grid, inStream),
        race.firstSite->place.text, race.secondSite->what,
        agentName(second, *grid, inStream), race.secondSite->place.text,
        reader);
  }
  if (race.onMbarrier)
    return formatv(
        "race on the mbarrier at {0}: {1} by {2} at {3}, then {4} by "
        "{5} at {6}: {7}",
        where, race.firstSite->what, agentName(first, *grid, inStream),
        race.firstSite->place.text, race.secondSite->what,
        agentName(second, *grid, inStream), race.secondSite->place.text,
        missing(race));
  return formatv(
      "race ({0}) on {1}: {2} by {3} at {4}, then {5} by {6} at {7}: {8}", kind,
      where, race.firstSite->what, agentName(first, *grid, inStream),
      race.firstSite->place.text, race.secondSite->what,
      agentName(second, *grid, inStream), race.secondSite->place.text,
      missing(race));
}
