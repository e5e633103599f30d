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

std::string VerifyReport::str() const {
  std::string text = formatv("@{0} by @{1}, {2}: {3}\n", scan, monoid, strategy,
                             ok() ? "verified" : "WRONG");
  for (auto [i, line] : llvm::enumerate(laws))
    text += formatv("  {0,-10}{1}\n", i ? "" : "laws", line);
  text += formatv("  {0,-10}{1}\n", "sizes", listSizes(sizes));
  text += formatv("  {0,-10}{1}\n", "schedules", listSchedules(schedules));
  if (!failed(*this, "proof"))
    text += formatv("  {0,-10}every output combines exactly its elements, in "
                    "order: right for every associative {1}operator at these "
                    "sizes\n",
                    "proof", idempotent ? "and idempotent " : "");
  if (!proofOnly && !failed(*this, "kernels"))
    text += formatv("  {0,-10}{1}\n", "kernels",
                    notCompared.empty()
                        ? "on real elements as a serial scan, aligned or not"
                        : "ran on real elements; not compared: " + notCompared);
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
    if (finding.check != "laws") {
      object["n"] = finding.n;
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
