//===- VerifyReport.cpp - What was shown of a scan ------------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "scanc/Simt/Schedules.h"
#include "scanc/Verify/Verify.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

#include <map>

using namespace scanc;
using namespace scanc::verify;
using llvm::formatv;

static constexpr auto randomSchedule = simt::LaunchOptions::Schedule::Random;

std::string ScheduleChoice::str() const {
  std::string name = simt::nameOf(schedule).str();
  return schedule == randomSchedule ? formatv("{0}, seed {1}", name, seed).str()
                                    : name;
}

std::string ScheduleChoice::flags() const {
  return formatv("--schedule={0} --seed={1}", simt::nameOf(schedule), seed);
}

std::string RunPlace::flags() const {
  std::string text;
  auto add = [&](const char *flag, unsigned value, unsigned usual) {
    if (value != usual)
      text += formatv(" --{0}={1}", flag, value);
  };
  const RunPlace usual;
  add("multiprocessors", multiprocessors, usual.multiprocessors);
  add("max-blocks", mostBlocks, usual.mostBlocks);
  add("resident-blocks", residentBlocks, usual.residentBlocks);
  if (inOneBlock)
    text += " --in-one-block";
  return text;
}

std::vector<ScheduleChoice> verify::chooseSchedules(unsigned count,
                                                    uint64_t seed) {
  std::vector<ScheduleChoice> chosen;
  for (const simt::ScheduleInfo &info : simt::schedules())
    if (info.schedule != randomSchedule && chosen.size() < count)
      chosen.push_back({info.schedule, seed});
  for (uint64_t next = seed; chosen.size() < count; ++next)
    chosen.push_back({randomSchedule, next});
  return chosen;
}

/// "0 1 2 31 ... 50000 50001", all of them if they are few.
static std::string listSizes(llvm::ArrayRef<uint64_t> sizes) {
  constexpr size_t shown = 4;
  std::string text;
  for (auto [i, n] : llvm::enumerate(sizes)) {
    if (sizes.size() > 2 * shown && i == shown)
      text += " ...";
    if (sizes.size() <= 2 * shown || i < shown || i >= sizes.size() - shown)
      text += (text.empty() ? "" : " ") + std::to_string(n);
  }
  return text;
}

static std::string listSchedules(llvm::ArrayRef<ScheduleChoice> schedules) {
  return llvm::join(
      llvm::map_range(
          schedules, [](const ScheduleChoice &choice) { return choice.str(); }),
      "; ");
}

static bool failed(const VerifyReport &report, llvm::StringRef check) {
  return llvm::any_of(report.findings, [&](const Finding &finding) {
    return finding.check == check;
  });
}

/// "3 accesses, 12 outcomes".
static std::string listMissed(llvm::ArrayRef<const PointReport *> missed) {
  std::map<simt::CoveragePoint::Kind, unsigned> counts;
  for (const PointReport *report : missed)
    ++counts[report->point.kind];
  std::string text;
  for (const auto &[kind, count] : counts)
    text += formatv("{0}{1} {2}{3}", text.empty() ? "" : ", ", count,
                    simt::toString(kind),
                    count == 1                                  ? ""
                    : kind == simt::CoveragePoint::Kind::Access ? "es"
                                                                : "s");
  return text;
}

/// Where a point is: its place, if a file has it, and the instruction.
static std::string placeOf(const simt::CoveragePoint &point) {
  const std::string &place = point.place.text;
  const std::string kernel = formatv("kernel '{0}'", point.function);
  return formatv("{0} of '{1}'{2}", point.what,
                 llvm::StringRef(point.instruction).trim(),
                 place == kernel ? "" : " at " + place);
}

/// What the runs reached, in a line; and for each kernel that could be
/// exercised more two lines, what kinds of points and the first of them.
static std::string coverageLines(llvm::ArrayRef<CoverageReport> checks) {
  uint64_t all = 0, reached = 0, unreachable = 0;
  std::string lines;
  for (const CoverageReport &check : checks) {
    std::map<std::string, std::vector<const PointReport *>> missed;
    for (const PointReport &report : check.points) {
      ++all;
      reached += report.hits != 0;
      unreachable += report.reason == "unreachable";
      if (report.reason == "not exercised")
        missed[report.point.function].push_back(&report);
    }
    for (const auto &[kernel, reports] : missed) {
      lines +=
          formatv("  {0,-10}{1} in the {2}: kernel '{3}': {4}\n", "missed",
                  reports.size(), check.check, kernel, listMissed(reports));
      lines += formatv("  {0,-10}the first: {1}\n", "",
                       placeOf(reports.front()->point));
    }
  }
  if (all == 0)
    return "";
  std::string line =
      formatv("{0} of {1} edges, choices, outcomes and accesses", reached, all);
  if (unreachable)
    line += formatv("; {0} cannot be reached (LLVM proves it)", unreachable);
  if (!lines.empty())
    lines += formatv("  {0,-10}no run came there, and LLVM does not prove that "
                     "none can; --coverage=FILE.json has them all\n",
                     "");
  return formatv("  {0,-10}{1}\n", "covered", line).str() + lines;
}

std::string VerifyReport::str() const {
  std::string text = formatv("@{0} by @{1}, {2}: {3}\n", scan, monoid, strategy,
                             ok() ? "verified" : "WRONG");
  for (auto [i, line] : llvm::enumerate(laws))
    text += formatv("  {0,-10}{1}\n", i ? "" : "laws", line);
  if (columns > 1 && !failed(*this, "columns"))
    text += formatv("  {0,-10}{1} scans side by side, each as it is alone\n",
                    "columns", columns);
  text += formatv("  {0,-10}{1}\n", "sizes", listSizes(sizes));
  text += formatv("  {0,-10}{1}\n", "schedules", listSchedules(schedules));
  if (!kernelsOnly && !failed(*this, "proof"))
    text += formatv("  {0,-10}every output combines exactly its elements, in "
                    "order: right for every associative {1}operator at these "
                    "sizes\n",
                    "proof", idempotent ? "and idempotent " : "");
  if (!proofOnly && !failed(*this, "kernels"))
    text += formatv("  {0,-10}{1}\n", "kernels",
                    notCompared.empty()
                        ? "on real elements as a serial scan, aligned or not"
                        : "ran on real elements; not compared: " + notCompared);
  text += coverageLines(coverage);
  text += formatv("  {0,-10}{1} runs, {2} elements\n", "ran", runs, elements);
  return text;
}

llvm::json::Value VerifyReport::toJSON() const {
  llvm::json::Array sizeList(sizes), scheduleList, found;
  for (const ScheduleChoice &choice : schedules)
    scheduleList.push_back(llvm::json::Object{
        {"schedule", simt::nameOf(choice.schedule)}, {"seed", choice.seed}});
  for (const Finding &finding : findings) {
    llvm::json::Object object{{"check", finding.check}, {"text", finding.text}};
    if (finding.isOfRun()) {
      object["n"] = finding.n;
      if (finding.row)
        object["row"] = finding.row;
      object["multiprocessors"] = finding.place.multiprocessors;
      object["max_blocks"] = finding.place.mostBlocks;
      object["resident_blocks"] = finding.place.residentBlocks;
      object["in_one_block"] = finding.place.inOneBlock;
      object["schedule"] = simt::nameOf(finding.schedule.schedule);
      object["seed"] = finding.schedule.seed;
    }
    found.push_back(std::move(object));
  }
  llvm::json::Object object{
      {"scan", scan},
      {"monoid", monoid},
      {"strategy", strategy},
      {"verified", ok()},
      {"laws", llvm::json::Array(laws)},
      {"sizes", std::move(sizeList)},
      {"schedules", std::move(scheduleList)},
      {"runs", runs},
      {"elements", elements},
      {"compared", !proofOnly && notCompared.empty()},
      {"findings", std::move(found)},
  };
  return object;
}

llvm::json::Value CoverageReport::toJSON() const {
  llvm::json::Array list;
  for (const PointReport &report : points) {
    llvm::json::Object object{
        {"kernel", report.point.function},
        {"place", report.point.place.text},
        {"kind", simt::toString(report.point.kind)},
        {"what", report.point.what},
        {"instruction", report.point.instruction},
        {"hits", report.hits},
    };
    if (!report.reason.empty())
      object["reason"] = report.reason;
    list.push_back(std::move(object));
  }
  return llvm::json::Object{{"check", check}, {"points", std::move(list)}};
}

llvm::json::Value VerifyReport::coverageToJSON() const {
  llvm::json::Array checks;
  for (const CoverageReport &check : coverage)
    checks.push_back(check.toJSON());
  return llvm::json::Object{{"scan", scan}, {"checks", std::move(checks)}};
}
