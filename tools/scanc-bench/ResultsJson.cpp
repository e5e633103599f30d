//===- ResultsJson.cpp - Results as JSON, and back ------------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Derived figures (ratios, bytes per second, verdicts) are written for readers
// in other languages, and not read back.
//
//===----------------------------------------------------------------------===//

#include "Results.h"
#include "ToolError.h"

#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

using namespace scanc;
using namespace scanc::bench;
using llvm::Expected;
using llvm::StringRef;
using llvm::json::ObjectMapper;
using llvm::json::OStream;
using llvm::json::Path;
using llvm::json::Value;

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

/// With at most four digits behind the point: a tenth of a nanosecond.
static std::string number(double value) {
  std::string text = llvm::formatv("{0:f4}", value);
  text.resize(StringRef(text).rtrim('0').rtrim('.').size());
  return text;
}

static void print(OStream &json, StringRef key, double value) {
  json.attributeBegin(key);
  json.rawValue(number(value));
  json.attributeEnd();
}

static void print(OStream &json, const Timing &timing) {
  print(json, "median_us", (timing.median));
  print(json, "lower_us", (timing.lower));
  print(json, "upper_us", (timing.upper));
  print(json, "min_us", (timing.least));
  print(json, "max_us", (timing.most));
  json.attribute("launches", timing.launches);
  json.attributeArray("rounds_us", [&] {
    for (double round : timing.rounds)
      json.rawValue(number(round));
  });
}

static void print(OStream &json, const Goals &goals, const Case &c,
                  const Ours &our) {
  json.attribute("variant", our.variant);
  print(json, our.timing);
  print(json, "gb_per_s", (c.throughput(our.timing)));
  print(json, "of_copy", (c.ofCopy(our)));
  if (c.cub)
    print(json, "against_cub", (c.cub->median / our.timing.median));
  print(json, "goal", goals.at(c.n, c.widerBytes()));
  json.attribute("meets_goal", meetsGoal(goals, c, our));
  if (!our.profileFailure.empty())
    json.attribute("profile_failure", our.profileFailure);
  if (our.profile.empty())
    return;
  json.attributeArray("profile", [&] {
    for (const KernelProfile &kernel : our.profile)
      json.object([&] {
        json.attribute("kernel", kernel.kernel);
        json.attributeObject("metrics", [&] {
          for (const auto &[metric, value] : kernel.metrics)
            print(json, metric, value);
        });
      });
  });
}

static void print(OStream &json, const Goals &goals, const Case &c) {
  json.attribute("scan", c.scan);
  json.attribute("op", c.op);
  json.attribute("type", c.type);
  json.attribute("inclusive", c.inclusive);
  json.attribute("n", c.n);
  if (c.chain())
    json.attribute("base", c.base);
  if (c.row)
    json.attribute("row", c.row);
  if (!c.shape.empty()) {
    json.attributeArray("shape", [&] {
      for (uint64_t extent : c.shape)
        json.value(extent);
    });
    json.attribute("axis", c.axis);
  }
  json.attribute("in_bytes", c.inBytes);
  json.attribute("out_bytes", c.outBytes);
  json.attribute("slots", c.slots);
  json.attribute("outgrows_l2", c.outgrowsL2);
  json.attribute("checked", c.checked);
  json.attributeObject("copy", [&] {
    print(json, c.copy);
    print(json, "gb_per_s", (c.throughput(c.copy)));
  });
  if (c.cub)
    json.attributeObject("cub", [&] {
      print(json, *c.cub);
      print(json, "gb_per_s", (c.throughput(*c.cub)));
    });
  else
    json.attribute("cub_absent", c.cubAbsent);
  json.attributeArray("scanc", [&] {
    for (const Ours &our : c.ours)
      json.object([&] { print(json, goals, c, our); });
  });
}

static void print(OStream &json, const std::vector<Note> &notes) {
  for (const Note &note : notes)
    json.object([&] {
      json.attribute("scan", note.scan);
      if (note.n)
        json.attribute("n", note.n);
      json.attribute("text", note.text);
    });
}

static void print(OStream &json, const Results &results) {
  json.attribute("format", Results::formatVersion);
  json.attributeObject("machine", [&] {
    const Machine &machine = results.machine;
    json.attribute("gpu", machine.gpu);
    json.attribute("arch", machine.arch);
    json.attribute("multiprocessors", machine.multiprocessors);
    json.attribute("memory_bytes", machine.memoryBytes);
    json.attribute("l2_bytes", machine.l2Bytes);
    json.attribute("driver", machine.driver);
    json.attribute("cub", machine.cub);
  });
  json.attributeObject("method", [&] {
    const Method &method = results.method;
    json.attribute("rounds", method.rounds);
    json.attribute("warm_ups", method.warmUps);
    json.attribute("working_set_bytes", method.workingSet);
    json.attribute("max_slots", method.maxSlots);
    json.attribute("check_up_to", method.checkUpTo);
    json.attribute("graphs", method.graphs);
  });
  json.attributeObject("goals", [&] { printGoals(json, results.goals); });
  json.attributeArray("cases", [&] {
    for (const Case &c : results.cases)
      json.object([&] { print(json, results.goals, c); });
  });
  json.attributeArray("failures", [&] { print(json, results.failures); });
  json.attributeArray("skipped", [&] { print(json, results.skipped); });
}

std::string bench::printResults(const Results &results) {
  std::string text;
  llvm::raw_string_ostream os(text);
  OStream json(os, /*IndentSize=*/1);
  json.object([&] { print(json, results); });
  os << '\n';
  return text;
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

namespace scanc::bench {

static bool fromJSON(const Value &value, Machine &machine, Path path) {
  ObjectMapper map(value, path);
  return map && map.map("gpu", machine.gpu) && map.map("arch", machine.arch) &&
         map.map("multiprocessors", machine.multiprocessors) &&
         map.map("memory_bytes", machine.memoryBytes) &&
         map.map("l2_bytes", machine.l2Bytes) &&
         map.map("driver", machine.driver) && map.map("cub", machine.cub);
}

static bool fromJSON(const Value &value, Method &method, Path path) {
  ObjectMapper map(value, path);
  return map && map.map("rounds", method.rounds) &&
         map.map("warm_ups", method.warmUps) &&
         map.map("working_set_bytes", method.workingSet) &&
         map.map("max_slots", method.maxSlots) &&
         map.map("check_up_to", method.checkUpTo) &&
         map.mapOptional("graphs", method.graphs);
}

static bool fromJSON(const Value &value, Timing &timing, Path path) {
  ObjectMapper map(value, path);
  if (!map || !map.map("median_us", timing.median) ||
      !map.map("lower_us", timing.lower) ||
      !map.map("upper_us", timing.upper) || !map.map("min_us", timing.least) ||
      !map.map("max_us", timing.most) ||
      !map.map("launches", timing.launches) ||
      !map.map("rounds_us", timing.rounds))
    return false;
  // Everything else divides by it.
  if (!(timing.median > 0)) {
    path.field("median_us").report("expected a time above 0");
    return false;
  }
  return true;
}

static bool fromJSON(const Value &value, KernelProfile &profile, Path path) {
  ObjectMapper map(value, path);
  return map && map.map("kernel", profile.kernel) &&
         map.map("metrics", profile.metrics);
}

static bool fromJSON(const Value &value, Ours &our, Path path) {
  ObjectMapper map(value, path);
  return map && map.map("variant", our.variant) &&
         fromJSON(value, our.timing, path) &&
         map.mapOptional("profile", our.profile) &&
         map.mapOptional("profile_failure", our.profileFailure);
}

static bool fromJSON(const Value &value, Case &c, Path path) {
  ObjectMapper map(value, path);
  if (!map || !map.map("scan", c.scan))
    return false;
  c.base = c.scan;
  if (!map.mapOptional("base", c.base) || !map.mapOptional("row", c.row) ||
      !map.mapOptional("shape", c.shape) || !map.mapOptional("axis", c.axis))
    return false;
  if (c.axis >= std::max<size_t>(c.shape.size(), 1)) {
    path.field("axis").report("expected a dimension of the shape");
    return false;
  }
  return map.map("op", c.op) && map.map("type", c.type) &&
         map.map("inclusive", c.inclusive) && map.map("n", c.n) &&
         map.map("in_bytes", c.inBytes) && map.map("out_bytes", c.outBytes) &&
         map.map("slots", c.slots) && map.map("outgrows_l2", c.outgrowsL2) &&
         map.map("checked", c.checked) && map.map("copy", c.copy) &&
         map.mapOptional("cub", c.cub) &&
         map.mapOptional("cub_absent", c.cubAbsent) && map.map("scanc", c.ours);
}

static bool fromJSON(const Value &value, Note &note, Path path) {
  ObjectMapper map(value, path);
  return map && map.map("scan", note.scan) && map.mapOptional("n", note.n) &&
         map.map("text", note.text);
}

static bool fromJSON(const Value &value, Results &results, Path path) {
  ObjectMapper map(value, path);
  int format = 0;
  if (!map || !map.map("format", format))
    return false;
  if (format != Results::formatVersion) {
    path.field("format").report("expected format 1");
    return false;
  }
  return map.map("machine", results.machine) &&
         map.map("method", results.method) && map.map("goals", results.goals) &&
         map.map("cases", results.cases) &&
         map.map("failures", results.failures) &&
         map.map("skipped", results.skipped);
}

} // namespace scanc::bench

Expected<Results> bench::parseResults(StringRef text, StringRef name) {
  Expected<Value> value = llvm::json::parse(text);
  if (!value)
    return badInput(name + ": " + llvm::toString(value.takeError()));
  Results results;
  Path::Root root(name);
  if (!fromJSON(*value, results, root))
    return badInput(llvm::toString(root.getError()));
  return results;
}
