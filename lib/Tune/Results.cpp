//===- Results.cpp - From measurements to a tuning ------------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "scanc/Tune/Results.h"

#include "scanc/Dialect/Prefix/Transforms/StrategyTuning.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

using llvm::Error;
using llvm::Expected;
using llvm::StringRef;
using llvm::Twine;
using scanc::prefix::SizeKey;
using scanc::prefix::SizeRow;
using scanc::prefix::SizesSchema;
using scanc::prefix::StrategyTuning;
using scanc::prefix::SurveyRow;
using scanc::prefix::Tuning;
namespace json = llvm::json;

namespace scanc::tune {
namespace {

/// By how much the logarithm of a time must be less to matter.
constexpr double margin = 0.005;
/// And the same by which sizes may be slower than others for the largest n.
constexpr double largestMargin = 0.015;

/// Times by n, of one thing.
using Times = std::map<uint64_t, double>;

class Reader {
public:
  explicit Reader(const prefix::PrefixDialect &dialect) : dialect(dialect) {}

  Expected<Chosen> read(StringRef text);

private:
  Error readHeader(const json::Object &line);
  Error readMeasurement(const json::Object &line);
  Error readSurvey(const json::Object &line, uint64_t n, double us);
  void choosePlans();
  void keepSurvey();
  std::string describeMethod() const;

  /// How often a strategy's built-in plan was timed, of elements of a class.
  struct CrossOver {
    Times single, grid; ///< By tiles.
  };
  /// All about one strategy and class.
  struct Class {
    std::vector<std::pair<SizeRow, Times>> plans; ///< Relative to the copy.
    std::optional<SizeRow> incumbent;             ///< As the results say.
    std::map<int64_t, double> blocks;             ///< Microseconds by C.
    uint64_t blocksLength = 0;
    std::map<uint64_t, double> microseconds; ///< Of the incumbent, by n.
    CrossOver crossOver;
  };
  using Classes = std::array<Class, Tuning::classes.size()>;
  static Error add(Class &to, const json::Object &line,
                   llvm::ArrayRef<SizeKey> keys, StringRef stage, uint64_t n,
                   double us, double copy);

  /// A plan for a domain, and what it takes for each tensor.
  struct DomainPlan {
    std::string plan;
    bool isIncumbent = false;
    std::map<size_t, double> ofCopy; ///< By tensor: the logarithm.
  };
  /// Of elements of one size; tensors in the order of the results.
  struct DomainClass {
    std::string domain;
    std::vector<std::pair<std::string, int64_t>> tensors;
    std::vector<DomainPlan> plans;
  };
  Error readTensor(const json::Object &line, double us, double copy);
  void chooseDomainPlans();

  const prefix::PrefixDialect &dialect;
  std::map<int64_t, DomainClass> ofDomain; ///< By bytes.
  Chosen chosen;
  /// By strategy: those that the tuning has a table of.
  std::map<std::string, Classes> classes;
  std::vector<SurveyRow> survey;
  llvm::StringSet<> ids;
};

} // namespace

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

static Error missing(StringRef key, StringRef what) {
  return llvm::createStringError("expected '" + key + "', " + what);
}

/// An integer of a range, or an error.
static Error getInteger(const json::Object &object, StringRef key,
                        int64_t least, int64_t most, int64_t &result) {
  std::optional<int64_t> value = object.getInteger(key);
  if (!value || *value < least || *value > most)
    return missing(
        key, llvm::formatv("a number from {0} to {1}", least, most).str());
  result = *value;
  return Error::success();
}

static Error readSizes(const json::Object &object, llvm::ArrayRef<SizeKey> keys,
                       SizeRow &sizes) {
  for (const SizeKey &key : keys)
    if (Error error = getInteger(object, key.name, key.least, key.most,
                                 sizes.emplace_back()))
      return error;
  return Error::success();
}

static Error getString(const json::Object &object, StringRef key,
                       std::string &result) {
  std::optional<StringRef> value = object.getString(key);
  if (!value)
    return missing(key, "a string");
  result = value->str();
  return Error::success();
}

/// Microseconds.
static Error getTime(const json::Object &object, StringRef key,
                     double &result) {
  std::optional<double> value = object.getNumber(key);
  if (!value || !(*value > 0) || !(*value < 1e9))
    return missing(key, "microseconds above 0");
  result = *value;
  return Error::success();
}

/// The bytes of elements as the index of their class.
static Error getClass(const json::Object &object, size_t &result) {
  const std::optional<int64_t> bytes = object.getInteger("bytes");
  const auto *found = llvm::find(Tuning::classes, bytes.value_or(0));
  if (found == Tuning::classes.end())
    return missing("bytes", "1, 2, 4, 8 or 16");
  result = found - Tuning::classes.begin();
  return Error::success();
}

Error Reader::readHeader(const json::Object &line) {
  int64_t format, wanted;
  Tuning &tuning = chosen.tuning;
  if (Error error = getInteger(line, "format", 1, 1, format))
    return error;
  if (Error error =
          getInteger(line, "measurements", 1, int64_t(1) << 20, wanted))
    return error;
  std::string arch, compiledFor, device, date, version;
  if (Error error = getString(line, "arch", arch))
    return error;
  if (Error error = getString(line, "compiled_for", compiledFor))
    return error;
  if (Error error = getString(line, "device", device))
    return error;
  if (Error error = getString(line, "date", date))
    return error;
  if (Error error = getString(line, "scanc", version))
    return error;
  SizeRow limits;
  if (Error error =
          readSizes(line, prefix::keysOf<prefix::GpuLimits>(), limits))
    return error;
  tuning = Tuning::forArch(prefix::tuningSchemaOf(dialect), compiledFor);
  tuning.arch = arch;
  tuning.device = device;
  tuning.date = date;
  tuning.scanc = version;
  tuning.limits = prefix::fromRow<prefix::GpuLimits>(limits);
  tuning.survey.clear();
  for (const auto &[strategy, table] : tuning.tables)
    classes[strategy];
  chosen.wanted = wanted;
  return Error::success();
}

Error Reader::add(Class &to, const json::Object &line,
                  llvm::ArrayRef<SizeKey> keys, StringRef stage, uint64_t n,
                  double us, double copy) {
  if (stage == "plan") {
    const json::Object *object = line.getObject("sizes");
    if (!object)
      return missing("sizes", "an object");
    SizeRow sizes;
    if (Error error = readSizes(*object, keys, sizes))
      return error;
    auto found = llvm::find_if(
        to.plans, [&](const auto &plan) { return plan.first == sizes; });
    if (found == to.plans.end())
      found = to.plans.insert(to.plans.end(), {sizes, {}});
    found->second[n] = std::log(us / copy);
    if (line.getBoolean("incumbent").value_or(false)) {
      if (to.incumbent && !(*to.incumbent == sizes))
        return llvm::createStringError("there is another incumbent already");
      to.incumbent = sizes;
      to.microseconds[n] = us;
    }
    return Error::success();
  }
  if (stage == "blocks") {
    int64_t blocks;
    if (Error error = getInteger(line, "blocks_per_sm", 1, 32, blocks))
      return error;
    to.blocks[blocks] = us;
    to.blocksLength = n;
    return Error::success();
  }
  int64_t tiles;
  if (Error error = getInteger(line, "tiles", 1, 1024, tiles))
    return error;
  std::optional<bool> single = line.getBoolean("single");
  if (!single)
    return missing("single", "true or false");
  (*single ? to.crossOver.single : to.crossOver.grid)[tiles] = us;
  return Error::success();
}

Error Reader::readSurvey(const json::Object &line, uint64_t n, double us) {
  SurveyRow row;
  if (Error error = getString(line, "pattern", row.pattern))
    return error;
  if (Error error = getString(line, "copies", row.copies))
    return error;
  if (row.pattern != "in" && row.pattern != "in_out")
    return missing("pattern", "in or in_out");
  if (row.copies != "plain" && row.copies != "bulk")
    return missing("copies", "plain or bulk");
  const std::tuple<StringRef, int64_t SurveyRow::*, int64_t> fields[] = {
      {"warps", &SurveyRow::warps, 32},
      {"rows", &SurveyRow::rows, 64},
      {"items", &SurveyRow::items, 256},
      {"stages", &SurveyRow::stages, 32},
      {"blocks_per_sm", &SurveyRow::blocksPerSM, 32}};
  for (auto [key, member, most] : fields)
    if (Error error = getInteger(line, key, 1, most, row.*member))
      return error;
  constexpr double elementBytes = 4;
  const double bytes = n * elementBytes * (row.pattern == "in" ? 1 : 2);
  row.gbPerSecond = std::min<int64_t>(std::llround(bytes / us * 1e-3), 1000000);
  survey.push_back(std::move(row));
  return Error::success();
}

Error Reader::readTensor(const json::Object &line, double us, double copy) {
  std::string domain, plan, shape;
  int64_t axis;
  size_t index;
  for (auto [key, text] :
       {std::pair{"domain", &domain}, {"plan", &plan}, {"shape", &shape}})
    if (Error error = getString(line, key, *text))
      return error;
  if (Error error = getInteger(line, "axis", 0, 7, axis))
    return error;
  if (Error error = getClass(line, index))
    return error;
  DomainClass &own = ofDomain[Tuning::classes[index]];
  if (!own.domain.empty() && own.domain != domain)
    return llvm::createStringError("there is another domain already");
  own.domain = domain;
  const std::pair tensor(shape, axis);
  const size_t number = llvm::find(own.tensors, tensor) - own.tensors.begin();
  if (number == own.tensors.size())
    own.tensors.push_back(tensor);
  auto found = llvm::find_if(
      own.plans, [&](const DomainPlan &known) { return known.plan == plan; });
  if (found == own.plans.end())
    found = own.plans.insert(own.plans.end(), {plan, false, {}});
  found->isIncumbent |= line.getBoolean("incumbent").value_or(false);
  found->ofCopy[number] = std::log(us / copy);
  return Error::success();
}

Error Reader::readMeasurement(const json::Object &line) {
  std::string id, stage, strategy;
  if (Error error = getString(line, "id", id))
    return error;
  if (!ids.insert(id).second)
    return llvm::createStringError("'" + id + "' is there twice");
  if (line.get("failure")) {
    ++chosen.failed;
    return Error::success();
  }
  if (Error error = getString(line, "stage", stage))
    return error;
  int64_t n;
  if (Error error = getInteger(line, "n", 1, int64_t(1) << 40, n))
    return error;
  double us, copy;
  if (Error error = getTime(line, "us", us))
    return error;
  if (Error error = getTime(line, "copy_us", copy))
    return error;
  ++chosen.measured;
  if (stage == "survey")
    return readSurvey(line, n, us);
  if (stage == "tensor")
    return readTensor(line, us, copy);
  if (stage != "plan" && stage != "blocks" && stage != "crossover")
    return missing("stage", "survey, blocks, plan, crossover or tensor");
  if (Error error = getString(line, "strategy", strategy))
    return error;
  size_t index;
  if (Error error = getClass(line, index))
    return error;
  const auto found = classes.find(strategy);
  if (found == classes.end())
    return missing("strategy",
                   llvm::join(llvm::make_first_range(classes), " or "));
  return add(found->second[index], line,
             chosen.tuning.tables.at(strategy).schema->keys, stage, n, us,
             copy);
}

//===----------------------------------------------------------------------===//
// Choosing
//===----------------------------------------------------------------------===//

/// The mean of logarithms, over the n of `like`; nothing if one is missing.
static std::optional<double> meanOf(const Times &times, const Times &like) {
  double sum = 0;
  for (const auto &[n, unused] : like) {
    const auto found = times.find(n);
    if (found == times.end())
      return std::nullopt;
    sum += found->second;
  }
  return sum / static_cast<double>(like.size());
}

/// The fastest sizes on the mean, of those that are about as fast as any for
/// the largest n, where nothing but bandwidth counts. The incumbent, if it is
/// one of them, where nothing is faster by the margin or it was not timed.
static SizeRow choosePlan(const std::vector<std::pair<SizeRow, Times>> &plans,
                          const SizeRow &standard) {
  const auto incumbent = llvm::find_if(
      plans, [&](const auto &plan) { return plan.first == standard; });
  if (incumbent == plans.end())
    return standard;
  const Times &like = incumbent->second;
  const uint64_t largest = like.rbegin()->first;
  double bandwidth = like.rbegin()->second;
  for (const auto &[sizes, times] : plans)
    if (meanOf(times, like))
      bandwidth = std::min(bandwidth, times.find(largest)->second);
  auto isFastEnough = [&](const Times &times) {
    return times.find(largest)->second <= bandwidth + largestMargin;
  };

  double best = isFastEnough(like) ? *meanOf(like, like) - margin
                                   : std::numeric_limits<double>::infinity();
  SizeRow result = standard;
  for (const auto &[sizes, times] : plans)
    if (std::optional<double> mean = meanOf(times, like);
        mean && *mean < best && isFastEnough(times)) {
      best = *mean;
      result = sizes;
    }
  return result;
}

/// The most tiles up to which one block is never slower than the grid;
/// `standard` if nobody measured.
static int64_t chooseCrossOver(const Times &single, const Times &grid,
                               int64_t standard) {
  bool isMeasured = false;
  int64_t most = 0;
  for (const auto &[tiles, us] : single) {
    const auto found = grid.find(tiles);
    if (found == grid.end())
      continue;
    isMeasured = true;
    if (us > found->second)
      break;
    most = static_cast<int64_t>(tiles);
  }
  return isMeasured ? most : standard;
}

/// The blocks of a multiprocessor with the least time of the incumbent's plan;
/// `standard`, the incumbent's own, if none is faster by the margin.
static int64_t chooseBlocks(const std::map<int64_t, double> &blocks,
                            double incumbent, int64_t standard) {
  int64_t result = standard;
  double best = std::log(incumbent) - margin;
  for (const auto &[count, us] : blocks)
    if (std::log(us) < best) {
      best = std::log(us);
      result = count;
    }
  return result;
}

void Reader::choosePlans() {
  for (auto &[strategy, ofStrategy] : classes) {
    Tuning::Table &table = chosen.tuning.tables.at(strategy);
    const auto blocksKey = table.schema->find(SizesSchema::blocksPerSM),
               singleKey = table.schema->find(SizesSchema::singleBlockTiles);
    const auto tuned =
        llvm::cast<StrategyTuning>(dialect.findStrategy(strategy));
    for (auto [known, sizes] : llvm::zip_equal(ofStrategy, table.rows)) {
      const SizeRow incumbent = known.incumbent.value_or(sizes);
      sizes = choosePlan(known.plans, incumbent);
      const auto atLength = known.microseconds.find(known.blocksLength);
      if (blocksKey && sizes == incumbent &&
          atLength != known.microseconds.end())
        sizes[*blocksKey] =
            chooseBlocks(known.blocks, atLength->second, sizes[*blocksKey]);
      tuned.settle(sizes, incumbent, chosen.tuning.limits);
      if (singleKey)
        sizes[*singleKey] = chooseCrossOver(
            known.crossOver.single, known.crossOver.grid, sizes[*singleKey]);
    }
  }
}

/// The plan with the least geometric mean over all tensors of which the
/// incumbent was timed; the incumbent, where none is less by the margin.
void Reader::chooseDomainPlans() {
  for (const auto &[bytes, own] : ofDomain) {
    const auto incumbent = llvm::find_if(
        own.plans, [](const DomainPlan &plan) { return plan.isIncumbent; });
    if (incumbent == own.plans.end())
      continue;
    const std::map<size_t, double> &like = incumbent->ofCopy;
    auto sumOf = [&](const DomainPlan &plan) {
      double sum = 0;
      for (const auto &[tensor, unused] : like) {
        const auto found = plan.ofCopy.find(tensor);
        if (found == plan.ofCopy.end())
          return std::numeric_limits<double>::infinity();
        sum += found->second;
      }
      return sum;
    };
    const DomainPlan *best = &*incumbent;
    double least = sumOf(*best) - margin * static_cast<double>(like.size());
    for (const DomainPlan &plan : own.plans)
      if (sumOf(plan) < least) {
        best = &plan;
        least = sumOf(plan);
      }
    ChosenPlan &result = chosen.plans.emplace_back();
    result.domain = own.domain;
    result.bytes = bytes;
    result.plan = best->plan;
    result.isIncumbent = best->isIncumbent;
    for (const auto &[tensor, time] : like) {
      const DomainPlan *fastest = &*incumbent;
      for (const DomainPlan &plan : own.plans)
        if (auto found = plan.ofCopy.find(tensor);
            found != plan.ofCopy.end() &&
            found->second < fastest->ofCopy.at(tensor))
          fastest = &plan;
      const auto &[shape, axis] = own.tensors[tensor];
      result.figures.push_back({shape, axis, std::exp(-best->ofCopy.at(tensor)),
                                std::exp(-time), fastest->plan,
                                std::exp(-fastest->ofCopy.at(tensor))});
    }
  }
}

void printPlans(const Chosen &chosen, llvm::raw_ostream &os) {
  json::OStream out(os, /*IndentSize=*/1);
  auto share = [&](StringRef key, double value) {
    out.attributeBegin(key);
    out.rawValue(llvm::formatv("{0:f3}", value).str());
    out.attributeEnd();
  };
  out.object([&] {
    out.attribute("format", 1);
    out.attribute("arch", chosen.tuning.arch);
    out.attribute("device", chosen.tuning.device);
    out.attribute("date", chosen.tuning.date);
    out.attribute("scanc", chosen.tuning.scanc);
    out.attribute("method", chosen.tuning.method);
    out.attribute("domain", chosen.plans.front().domain);
    out.attributeArray("plans", [&] {
      for (const ChosenPlan &plan : chosen.plans)
        out.object([&] {
          out.attribute("bytes", plan.bytes);
          out.attribute("plan", plan.plan);
          out.attribute("incumbent", plan.isIncumbent);
          out.attributeArray("tensors", [&] {
            for (const ChosenPlan::Figures &each : plan.figures)
              out.object([&] {
                out.attribute("shape", each.shape);
                out.attribute("axis", each.axis);
                share("of_copy", each.ofCopy);
                share("incumbent_of_copy", each.incumbentOfCopy);
                out.attribute("fastest", each.fastest);
                share("fastest_of_copy", each.fastestOfCopy);
              });
          });
        });
    });
  });
  os << '\n';
}

void Reader::keepSurvey() {
  constexpr int64_t most = 5;
  llvm::sort(survey, [](const SurveyRow &a, const SurveyRow &b) {
    return std::tie(a.pattern, a.copies, b.gbPerSecond, a.warps, a.rows,
                    a.items, a.stages) < std::tie(b.pattern, b.copies,
                                                  a.gbPerSecond, b.warps,
                                                  b.rows, b.items, b.stages);
  });
  std::map<std::pair<std::string, std::string>, int64_t> kept;
  for (const SurveyRow &row : survey)
    if (kept[{row.pattern, row.copies}]++ < most)
      chosen.tuning.survey.push_back(row);
}

std::string Reader::describeMethod() const {
  if (!ofDomain.empty())
    return llvm::formatv(
               "scanc tune: {0} of {1} measurements of exclusive sums, each "
               "beside a device copy, {2} failed; the plan of the least "
               "geometric mean of the time over the copy's, where that is less "
               "by more than 0.5 %, else the planner's",
               chosen.measured, chosen.wanted, chosen.failed)
        .str();
  return llvm::formatv(
             "scanc tune: {0} of {1} measurements of exclusive sums, each "
             "beside a device copy, {2} failed; sizes of the least geometric "
             "mean of the time over the copy's, where that is less by more "
             "than 0.5 %, else as before; none that are slower than "
             "others by more than 1.5 % for the largest n; survey: the fastest "
             "of each kind",
             chosen.measured, chosen.wanted, chosen.failed)
      .str();
}

Expected<Chosen> Reader::read(StringRef text) {
  // One more character than a line's worth is no measurement.
  constexpr size_t longest = 4096;
  unsigned number = 0;
  auto at = [&](Error error) {
    return llvm::createStringError(Twine(number) + ": " +
                                   llvm::toString(std::move(error)));
  };
  for (size_t end; (end = text.find('\n')) != StringRef::npos;
       text = text.drop_front(end + 1)) {
    ++number;
    StringRef line = text.take_front(end);
    if (line.size() > longest || line.count('[') || line.count('{') > 2)
      return at(llvm::createStringError("this is no measurement"));
    Expected<json::Value> value = json::parse(line);
    if (!value)
      return at(value.takeError());
    const json::Object *object = value->getAsObject();
    if (!object)
      return at(llvm::createStringError("expected an object"));
    if (Error error =
            number == 1 ? readHeader(*object) : readMeasurement(*object))
      return at(std::move(error));
  }
  if (number == 0)
    return llvm::createStringError("1: expected what 'run.sh' of a bundle "
                                   "writes, got no line");
  choosePlans();
  chooseDomainPlans();
  keepSurvey();
  chosen.tuning.method = describeMethod();
  return std::move(chosen);
}

Expected<Chosen> chooseTuning(const prefix::PrefixDialect &dialect,
                              StringRef results) {
  return Reader(dialect).read(results);
}

} // namespace scanc::tune
