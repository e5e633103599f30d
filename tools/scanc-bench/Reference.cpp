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

/// Fills `input` by several threads.
static void writeInput(const Inputs &inputs, unsigned elementSize, uint64_t n,
                       llvm::MutableArrayRef<uint8_t> input, unsigned threads) {
  const uint64_t share = n / threads + 1;
  std::vector<std::thread> workers;
  for (uint64_t first = 0; first < n; first += share)
    workers.emplace_back([&, first] {
      inputs.write(first,
                   input.slice(first * elementSize,
                               std::min(share, n - first) * elementSize));
    });
  for (std::thread &worker : workers)
    worker.join();
}

static void run(Job &job, unsigned threads) {
  Prepared &prepared = job.prepared;
  const target::ScanDescription &scan = prepared.description();
  prepared.input.resize(prepared.n * scan.elementSize);
  writeInput(job.inputs, scan.elementSize, prepared.n, prepared.input, threads);
  llvm::ArrayRef<uint8_t> input(prepared.input);
  // The outputs to check are the first that the scan computes.
  const uint64_t bytes = prepared.checked * scan.elementSize;
  auto expected = job.reference.run(scan.reverse ? input.take_back(bytes)
                                                 : input.take_front(bytes),
                                    prepared.subject.row);
  if (expected)
    prepared.expected = std::move(*expected);
  else
    job.failure = llvm::toString(expected.takeError());
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
  std::atomic<size_t> next = 0;
  std::vector<std::thread> workers;
  const size_t count = std::min<size_t>(std::max(threads, 1u), jobs.size());
  for (size_t w = 0; w < count; ++w)
    workers.emplace_back([&] {
      for (size_t i; (i = next++) < jobs.size();)
        run(*jobs[i], std::max<size_t>(threads / count, 1));
    });
  for (std::thread &worker : workers)
    worker.join();
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
