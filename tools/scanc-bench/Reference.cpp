//===- Reference.cpp - What the right answer is ---------------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Reference.h"
#include "Inputs.h"
#include "ToolError.h"

#include "scanc/Dialect/Prefix/IR/Prefix.h"
#include "scanc/Machine/ScalarTypes.h"
#include "scanc/Verify/Elements.h"
#include "scanc/Verify/ReferenceScan.h"

#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstring>
#include <thread>

using namespace scanc;
using namespace scanc::bench;
using llvm::APFloat;
using llvm::Error;
using llvm::Expected;
using target::ScanField;

namespace {
/// How chains lie: `groups` times `inner` chains side by side, element by
/// element.
struct Grid {
  uint64_t groups, length, inner;

  Grid(const Subject &subject, uint64_t n) {
    const Extents extents = subject.extentsOf(n);
    groups = inner = 1;
    for (size_t k = 0; k < extents.shape.size(); ++k)
      if (k != extents.axis)
        (k < extents.axis ? groups : inner) *= extents.shape[k];
    length = extents.row();
  }
  uint64_t groupSize() const { return length * inner; }
};

/// What is compared: so many groups, and so much of each of their chains.
struct CheckedPart {
  uint64_t groups, length;

  CheckedPart(const Grid &grid, uint64_t checked)
      : groups(checked / grid.groupSize()), length(grid.length) {
    if (groups == 0) {
      groups = 1;
      length = checked / grid.inner;
    }
  }
};

/// The part of the work that a thread does.
struct Job {
  Prepared &prepared;
  verify::ReferenceScan reference;
  Inputs inputs;
  std::string failure;
};
} // namespace

static Expected<std::unique_ptr<Job>> makeJob(Prepared &prepared) {
  Compilation compilation;
  if (Error error = load(prepared.subject, compilation))
    return error;
  auto scan = *compilation.module().getOps<prefix::ScanOp>().begin();
  Expected<std::vector<uint8_t>> declared = verify::declaredElements(scan);
  if (!declared)
    return declared.takeError();
  Expected<verify::ReferenceScan> reference =
      verify::ReferenceScan::create(scan);
  if (!reference)
    return reference.takeError();
  Inputs inputs(prepared.description(), std::move(*declared));
  prepared.exact = inputs.areExact();
  return std::unique_ptr<Job>(
      new Job{prepared, std::move(*reference), std::move(inputs), ""});
}

/// Calls `work` for 0, 1, ..., `count` - 1, from several threads.
static void forEach(uint64_t count, unsigned threads,
                    llvm::function_ref<void(uint64_t)> work) {
  std::atomic<uint64_t> next = 0;
  std::vector<std::thread> workers;
  for (uint64_t w = 0; w < std::min<uint64_t>(std::max(threads, 1u), count);
       ++w)
    workers.emplace_back([&] {
      for (uint64_t i; (i = next++) < count;)
        work(i);
    });
  for (std::thread &worker : workers)
    worker.join();
}

static void copyElement(uint8_t *to, const uint8_t *from, unsigned size) {
  switch (size) {
  case 1:
    *to = *from;
    return;
  case 2:
    std::memcpy(to, from, 2);
    return;
  case 4:
    std::memcpy(to, from, 4);
    return;
  case 8:
    std::memcpy(to, from, 8);
    return;
  default:
    std::memcpy(to, from, size);
  }
}

//===----------------------------------------------------------------------===//
// Chains that lie side by side
//===----------------------------------------------------------------------===//

namespace {
/// Elements of chains that lie side by side, in blocks that a cache holds.
struct Block {
  static constexpr uint64_t maxColumns = 64, maxRows = 128;
  uint64_t group, column, row, columns, rows;
};
} // namespace

/// Calls `work` for blocks of the first `length` elements of all chains of
/// `groups` groups.
static void forEachBlock(const Grid &grid, uint64_t groups, uint64_t length,
                         unsigned threads,
                         llvm::function_ref<void(const Block &)> work) {
  const uint64_t across = llvm::divideCeil(grid.inner, Block::maxColumns),
                 along = llvm::divideCeil(length, Block::maxRows);
  forEach(groups * across * along, threads, [&](uint64_t number) {
    Block block;
    block.column = number % across * Block::maxColumns;
    block.row = number / across % along * Block::maxRows;
    block.group = number / across / along;
    block.columns = std::min(Block::maxColumns, grid.inner - block.column);
    block.rows = std::min(Block::maxRows, length - block.row);
    work(block);
  });
}

/// Element k of the input is number k of the chains, one after another.
static void writeInput(const Inputs &inputs, unsigned size, const Grid &grid,
                       llvm::MutableArrayRef<uint8_t> input, unsigned threads) {
  if (grid.inner == 1) {
    const uint64_t n = grid.groups * grid.length, share = n / threads + 1;
    forEach(llvm::divideCeil(n, share), threads, [&](uint64_t number) {
      const uint64_t first = number * share;
      inputs.write(
          first, input.slice(first * size, std::min(share, n - first) * size));
    });
    return;
  }
  forEachBlock(
      grid, grid.groups, grid.length, threads, [&](const Block &block) {
        std::vector<uint8_t> chain(block.rows * size);
        for (uint64_t j = block.column; j < block.column + block.columns; ++j) {
          inputs.write((block.group * grid.inner + j) * grid.length + block.row,
                       chain);
          uint8_t *to =
              &input[((block.group * grid.length + block.row) * grid.inner +
                      j) *
                     size];
          for (uint64_t i = 0; i < block.rows; ++i)
            copyElement(to + i * grid.inner * size, &chain[i * size], size);
        }
      });
}

/// Of `groups` groups, the elements of each chain from `first` on, `length` of
/// them, chain after chain.
static std::vector<uint8_t> gather(llvm::ArrayRef<uint8_t> memory,
                                   unsigned size, const Grid &grid,
                                   uint64_t groups, uint64_t first,
                                   uint64_t length, unsigned threads) {
  std::vector<uint8_t> chains(groups * grid.inner * length * size);
  forEachBlock(grid, groups, length, threads, [&](const Block &block) {
    for (uint64_t i = block.row; i < block.row + block.rows; ++i) {
      const uint8_t *from =
          &memory[((block.group * grid.length + first + i) * grid.inner +
                   block.column) *
                  size];
      for (uint64_t j = 0; j < block.columns; ++j)
        copyElement(
            &chains[((block.group * grid.inner + block.column + j) * length +
                     i) *
                    size],
            from + j * size, size);
    }
  });
  return chains;
}

/// The converse: of chains of `length` outputs, `kept` from `first` on, as they
/// lie in memory.
static std::vector<uint8_t> scatter(llvm::ArrayRef<uint8_t> chains,
                                    unsigned size, const Grid &grid,
                                    uint64_t groups, uint64_t length,
                                    uint64_t first, uint64_t kept,
                                    unsigned threads) {
  std::vector<uint8_t> memory(groups * grid.inner * kept * size);
  forEachBlock(grid, groups, kept, threads, [&](const Block &block) {
    for (uint64_t i = block.row; i < block.row + block.rows; ++i) {
      uint8_t *to =
          &memory[((block.group * kept + i) * grid.inner + block.column) *
                  size];
      for (uint64_t j = 0; j < block.columns; ++j)
        copyElement(
            to + j * size,
            &chains[((block.group * grid.inner + block.column + j) * length +
                     first + i) *
                    size],
            size);
    }
  });
  return memory;
}

//===----------------------------------------------------------------------===//
// References
//===----------------------------------------------------------------------===//

bool bench::hasMaps(const target::ScanDescription &scan) {
  return !scan.loaded.empty() || !scan.stored.empty();
}

uint64_t bench::countChecked(const Subject &subject, uint64_t n,
                             uint64_t limit) {
  if (!limit || limit >= n)
    return n;
  const Grid grid(subject, n);
  if (limit >= grid.groupSize())
    return limit / grid.groupSize() * grid.groupSize();
  return std::max<uint64_t>(limit / grid.inner, 1) * grid.inner;
}

static void run(Job &job, unsigned threads) {
  Prepared &prepared = job.prepared;
  const target::ScanDescription &scan = prepared.description();
  const Grid grid(prepared.subject, prepared.n);
  const CheckedPart part(grid, prepared.checked);
  prepared.input.resize(prepared.n * scan.elementSize);
  writeInput(job.inputs, scan.elementSize, grid, prepared.input, threads);

  // The outputs to check are the first that the scan computes. A map may look
  // at one element more, and at an element's number in its chain.
  uint64_t length = part.length;
  if (length < grid.length && hasMaps(scan))
    length = scan.reverse ? grid.length : length + 1;
  const uint64_t first = scan.reverse ? grid.length - length : 0;
  llvm::ArrayRef<uint8_t> memory(prepared.input);
  const uint64_t bytes =
      part.groups * grid.groupSize() * uint64_t(scan.elementSize);
  memory = scan.reverse ? memory.take_back(bytes) : memory.take_front(bytes);
  // Chains that lie one behind another are taken as they are.
  const bool areRows =
      grid.inner == 1 && (part.groups == 1 || length == grid.length);
  std::vector<uint8_t> gathered;
  if (!areRows)
    gathered = gather(memory, scan.elementSize, grid, part.groups, first,
                      length, threads);
  const llvm::ArrayRef<uint8_t> chains =
      areRows ? memory.slice(first * scan.elementSize,
                             part.groups * length * scan.elementSize)
              : llvm::ArrayRef(gathered);
  // Where sums are rounded, one element after another would lose most: groups
  // of elements are combined first.
  constexpr uint64_t groupSize = verify::ReferenceScan::groupSizes[2];
  auto expected = prepared.exact
                      ? job.reference.run(chains, length)
                      : job.reference.runInGroups(chains, groupSize, length);
  if (!expected) {
    job.failure = llvm::toString(expected.takeError());
    return;
  }
  prepared.expected = std::move(*expected);
  if (!areRows || length != part.length)
    prepared.expected =
        scatter(prepared.expected, scan.outputSize, grid, part.groups, length,
                scan.reverse ? length - part.length : 0, part.length, threads);
}

Error bench::prepareReferences(std::vector<Prepared *> subjects,
                               unsigned threads) {
  // What uses MLIR stays in this thread.
  std::vector<std::unique_ptr<Job>> jobs;
  for (Prepared *prepared : subjects) {
    Expected<std::unique_ptr<Job>> job = makeJob(*prepared);
    if (!job)
      return job.takeError();
    jobs.push_back(std::move(*job));
  }
  const auto count = static_cast<unsigned>(
      std::min<size_t>(std::max(threads, 1u), jobs.size()));
  forEach(jobs.size(), count,
          [&](uint64_t i) { run(*jobs[i], std::max(threads / count, 1u)); });
  for (const std::unique_ptr<Job> &job : jobs)
    if (!job->failure.empty())
      return badInput("the reference of '" + job->prepared.subject.name +
                      "' failed: " + job->failure);
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Outputs
//===----------------------------------------------------------------------===//

static const llvm::fltSemantics *semanticsOf(const ScanField &field) {
  return machine::getScalarType(field.type).format;
}

static llvm::APInt readBits(const ScanField &field, const uint8_t *output) {
  uint64_t bits = 0;
  std::memcpy(&bits, output + field.offset, field.size);
  return llvm::APInt(field.size * 8, bits);
}

static double readFloat(const ScanField &field, const uint8_t *output) {
  // There are many of these two.
  if (field.type == "f32") {
    float value;
    std::memcpy(&value, output + field.offset, sizeof(value));
    return value;
  }
  if (field.type == "f64") {
    double value;
    std::memcpy(&value, output + field.offset, sizeof(value));
    return value;
  }
  return APFloat(*semanticsOf(field), readBits(field, output))
      .convertToDouble();
}

bool bench::isClose(const target::ScanDescription &scan, const uint8_t *got,
                    const uint8_t *expected) {
  return llvm::all_of(scan.output, [&](const ScanField &field) {
    if (field.type.find('f') == std::string::npos)
      return std::memcmp(got + field.offset, expected + field.offset,
                         field.size) == 0;
    const double a = readFloat(field, got), b = readFloat(field, expected);
    // What is no number any more in one order may be one in another.
    if (!std::isfinite(b) || std::fabs(b) > 1e30)
      return true;
    return std::fabs(a - b) <= 0.02 * std::max(1.0, std::fabs(b));
  });
}

std::string bench::printOutput(const target::ScanDescription &scan,
                               const uint8_t *output) {
  llvm::SmallVector<std::string> parts;
  for (const ScanField &field : scan.output)
    parts.push_back(
        semanticsOf(field)
            ? llvm::formatv("{0}", readFloat(field, output)).str()
            : llvm::toString(readBits(field, output), 10,
                             llvm::StringRef(field.type).starts_with("i")));
  return parts.size() == 1 ? parts[0] : "(" + llvm::join(parts, ", ") + ")";
}
