//===- Families.cpp - The table of circuit families -----------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "scanc/Circuits/Families.h"

#include "scanc/Circuits/Generators.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"

using namespace scanc::circuits;
using llvm::Expected;
using llvm::formatv;
using llvm::StringRef;

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

/// Makes a row's generator of a function that takes the width alone.
template <Network (*generator)(int64_t)>
static Network plain(int64_t width, const FamilyArguments &) {
  return generator(width);
}

static Network makeBrentKung(int64_t width, const FamilyArguments &arguments) {
  return brentKung(width, *arguments.get("asap")
                              ? ColumnBuilder::Stages::AsSoonAsPossible
                              : ColumnBuilder::Stages::AsWritten);
}
static Network makeHanCarlson(int64_t width, const FamilyArguments &arguments) {
  return hanCarlson(width, *arguments.get("l"));
}
static Network makeSparseSklansky(int64_t width,
                                  const FamilyArguments &arguments) {
  return sparseSklansky(width, *arguments.get("l"));
}
static Network makeHarris(int64_t width, const FamilyArguments &arguments) {
  return harris(width, *arguments.get("l"), *arguments.get("f"));
}
static Network makeLadnerFischer(int64_t width,
                                 const FamilyArguments &arguments) {
  return ladnerFischer(width, *arguments.get("k"));
}

static Network makeKnowles(int64_t width, const FamilyArguments &arguments) {
  return knowles(width, arguments.getList());
}
static Network makeZeroDeficiency(int64_t width,
                                  const FamilyArguments &arguments) {
  return zeroDeficiency(
      width, arguments.get("d").value_or(leastZeroDeficiencyDepth(width)));
}
static Network makeDsoFanout2(int64_t width, const FamilyArguments &arguments) {
  return dsoFanout2(width,
                    arguments.get("d").value_or(leastDsoFanout2Depth(width)));
}

static std::vector<ParameterRange> rangeOfFlag(int64_t) {
  return {{"asap", 0, 1}};
}

/// Levels of wings, up to where nothing is left between them. Defaults are
/// legal at every width.
static int64_t mostLevels(int64_t width, int64_t byDefault) {
  return std::max<int64_t>(byDefault, llvm::Log2_64_Ceil(width));
}
static std::vector<ParameterRange> rangeOfSparsity(int64_t width) {
  return {{"l", 0, mostLevels(width, 1)}};
}
static std::vector<ParameterRange> rangesOfHarris(int64_t width) {
  return {{"l", 0, mostLevels(width, 1)}, {"f", 0, mostLevels(width, 2)}};
}
/// Wings, fan-out and tracks share the levels: l + f + t = lg n - 1.
static llvm::Error checkTracks(int64_t width,
                               const FamilyArguments &arguments) {
  const std::optional<int64_t> given = arguments.get("t");
  const int64_t l = *arguments.get("l"), f = *arguments.get("f");
  const int64_t tracks = std::max<int64_t>(
      static_cast<int64_t>(llvm::Log2_64_Ceil(width)) - 1 - l - f, 0);
  if (!given || *given == tracks)
    return llvm::Error::success();
  return llvm::createStringError(
      llvm::inconvertibleErrorCode(),
      "parameter 't' of circuit family 'harris' must be " +
          llvm::Twine(tracks) + " at width " + llvm::Twine(width) +
          " with l = " + llvm::Twine(l) + " and f = " + llvm::Twine(f) +
          ", got " + llvm::Twine(*given));
}
static std::vector<ParameterRange> rangeOfSavings(int64_t width) {
  return {{"k", 0, mostLevels(width, 0)}};
}

/// The depth of a depth-size optimal circuit, from what `least` gives.
template <int64_t (*least)(int64_t)>
static std::vector<ParameterRange> rangeOfDepth(int64_t width) {
  return {{"d", least(width), width - 1}};
}

static const FamilyInfo table[] = {
    {"serial", "", "one column after another: least size, most depth", "",
     plain<serial>},
    {"sklansky", "", "divide and conquer: least depth, large fan-out",
     "Sklansky, Conditional-sum addition logic, IRE Trans. Electronic "
     "Computers EC-9(2), 1960",
     plain<sklansky>},
    {"kogge_stone", "",
     "recursive doubling: least depth, fan-out 2, large size",
     "Kogge and Stone, A parallel algorithm for the efficient solution of a "
     "general class of recurrence equations, IEEE Trans. Computers C-22(8), "
     "1973",
     plain<koggeStone>},
    {"brent_kung", "asap=0",
     "up-sweep and down-sweep: about 2n combines, fan-out 2",
     "Brent and Kung, A regular layout for parallel adders, IEEE Trans. "
     "Computers C-31(3), 1982",
     makeBrentKung, rangeOfFlag},
    {"han_carlson", "l=1",
     "l levels of Brent-Kung around Kogge-Stone: half the size for each level",
     "Han and Carlson, Fast area-efficient VLSI adders, IEEE Symp. Computer "
     "Arithmetic, 1987",
     makeHanCarlson, rangeOfSparsity},
    {"sparse_sklansky", "l=1",
     "l levels of Brent-Kung around Sklansky: about half the fan-out for each "
     "level",
     "Harris, A taxonomy of parallel prefix networks, Asilomar Conf., 2003",
     makeSparseSklansky, rangeOfSparsity},
    {"ladner_fischer", "k=0",
     "P_k of the recursion: least depth and k levels more, fewer combines",
     "Ladner and Fischer, Parallel prefix computation, J. ACM 27(4), 1980",
     makeLadnerFischer, rangeOfSavings},
    {"harris", "l=1,f=2,t=..", "l levels of wings, fan-out 2^f + 1, 2^t tracks",
     "Harris, A taxonomy of parallel prefix networks, Asilomar Conf., 2003",
     makeHarris, rangesOfHarris, /*checkList=*/nullptr, /*mayOverlap=*/false,
     checkTracks},
    {"knowles", "[..]",
     "least depth, fan-out of each stage as listed, plus one; idempotent "
     "operators only unless all are 1",
     "Knowles, A family of adders, IEEE Symp. Computer Arithmetic, 2001",
     makeKnowles, /*ranges=*/nullptr, checkKnowlesList, /*mayOverlap=*/true},
    {"zero_deficiency", "d=..",
     "least size at depth d, 2n-2-d; the least d unless given",
     "Zhu, Cheng and Graham, On the construction of zero-deficiency parallel "
     "prefix circuits with minimum depth, ACM TODAES 11(2), 2006",
     makeZeroDeficiency, rangeOfDepth<leastZeroDeficiencyDepth>},
    {"dso_fanout2", "d=..",
     "size 2n-2-d at depth d with fan-out 2; the least d unless given",
     "Sheeran and Parberry, A new approach to the design of optimal parallel "
     "prefix circuits, Chalmers TR 2006:1, 2006",
     makeDsoFanout2, rangeOfDepth<leastDsoFanout2Depth>},
    {"blelloch", "",
     "up-sweep and down-sweep of the exclusive scan; input 0 is the seed",
     "Blelloch, Prefix sums and their applications, CMU-CS-90-190, 1990",
     plain<blelloch>},
};

llvm::ArrayRef<FamilyInfo> scanc::circuits::families() { return table; }

const FamilyInfo *scanc::circuits::lookupFamily(StringRef name) {
  for (const FamilyInfo &info : table)
    if (info.name == name)
      return &info;
  return nullptr;
}

//===----------------------------------------------------------------------===//
// Parameters
//===----------------------------------------------------------------------===//

std::optional<int64_t> FamilyArguments::get(StringRef name) const {
  llvm::ArrayRef<int64_t> values = getList(name);
  return values.empty() ? std::nullopt : std::optional(values.front());
}

llvm::ArrayRef<int64_t> FamilyArguments::getList(StringRef name) const {
  for (const auto &[bound, values] : bound.params)
    if (bound == name)
      return values;
  return {};
}

static llvm::Error fail(const llvm::Twine &text) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), text);
}

namespace {
/// One parameter of a declaration such as `l=1,d=..`.
struct Declared {
  StringRef name;
  bool isList, isRequired;
  /// Empty for none.
  std::vector<int64_t> defaultValue = {};
};
} // namespace

static llvm::SmallVector<Declared> parseDeclaration(StringRef text) {
  llvm::SmallVector<Declared> result;
  for (StringRef item : llvm::split(text, ',')) {
    if (item.empty())
      continue;
    if (item == "[..]") {
      result.push_back({"", /*isList=*/true, /*isRequired=*/true});
      continue;
    }
    auto [name, value] = item.split('=');
    Declared declared{name, /*isList=*/false, /*isRequired=*/value.empty()};
    int64_t number;
    if (!value.empty() && value != "..") {
      bool bad = value.getAsInteger(10, number);
      (void)bad;
      assert(!bad && "a default is an integer");
      declared.defaultValue = {number};
    }
    result.push_back(std::move(declared));
  }
  return result;
}

/// `parameter 'l'` or `the list [..]`.
static std::string describe(StringRef name) {
  return name.empty() ? "the list [..]" : ("parameter '" + name + "'").str();
}

/// Checks one given parameter against the declaration.
static llvm::Error checkGiven(const FamilyInfo &info,
                              llvm::ArrayRef<Declared> declared,
                              const FamilySpec &spec, size_t index) {
  const auto &[name, values] = spec.params[index];
  const auto *match = llvm::find_if(
      declared, [&](const Declared &known) { return known.name == name; });
  if (match == declared.end()) {
    std::string known = info.parameters.empty()
                            ? "it takes none"
                            : ("it takes <" + info.parameters + ">").str();
    return fail(formatv("circuit family '{0}' has no {1}; {2}", info.name,
                        name.empty() ? "list [..]" : describe(name), known)
                    .str());
  }
  for (size_t earlier = 0; earlier < index; ++earlier)
    if (spec.params[earlier].first == name)
      return fail(formatv("circuit family '{0}': {1} is given twice", info.name,
                          describe(name))
                      .str());
  if (!match->isList && values.size() != 1)
    return fail(formatv("circuit family '{0}': {1} must be one integer, got "
                        "{2}",
                        info.name, describe(name), values.size())
                    .str());
  return llvm::Error::success();
}

Expected<FamilyArguments>
scanc::circuits::bindParameters(const FamilyInfo &info,
                                const FamilySpec &spec) {
  llvm::SmallVector<Declared> declared = parseDeclaration(info.parameters);
  for (size_t index = 0; index < spec.params.size(); ++index)
    if (llvm::Error error = checkGiven(info, declared, spec, index))
      return error;

  FamilySpec bound = spec;
  for (Declared &known : declared) {
    if (llvm::any_of(spec.params, [&](const auto &param) {
          return known.name == param.first;
        }))
      continue;
    if (known.isRequired)
      return fail(formatv("circuit family '{0}' needs {1}: {0}<{2}>", info.name,
                          describe(known.name), info.parameters)
                      .str());
    if (!known.defaultValue.empty())
      bound.params.emplace_back(known.name.str(), known.defaultValue);
  }
  return FamilyArguments(std::move(bound));
}

//===----------------------------------------------------------------------===//
// Requests
//===----------------------------------------------------------------------===//

static llvm::Error unknownFamily(StringRef name) {
  auto nameOf = [](const FamilyInfo &info) { return info.name; };
  return fail(formatv("unknown circuit family '{0}'; known families: {1}", name,
                      llvm::join(llvm::map_range(table, nameOf), ", "))
                  .str());
}

/// Checks what depends on the width. A parameter that was not given and whose
/// default the generator chooses is legal.
static llvm::Error checkRanges(const FamilyInfo &info,
                               const FamilyArguments &arguments,
                               int64_t width) {
  if (info.ranges)
    for (const ParameterRange &range : info.ranges(width))
      if (std::optional<int64_t> value = arguments.get(range.name);
          value && (*value < range.least || *value > range.greatest))
        return fail(formatv("parameter '{0}' of circuit family '{1}' must be "
                            "from {2} to {3} at width {4}, got {5}",
                            range.name, info.name, range.least, range.greatest,
                            width, *value)
                        .str());
  if (info.checkTogether)
    return info.checkTogether(width, arguments);
  if (info.checkList)
    return info.checkList(width, arguments.getList());
  return llvm::Error::success();
}

/// The row and the arguments of a legal request.
static Expected<std::pair<const FamilyInfo *, FamilyArguments>>
resolve(const FamilySpec &spec, int64_t width) {
  const FamilyInfo *info = lookupFamily(spec.name);
  if (!info)
    return unknownFamily(spec.name);
  Expected<FamilyArguments> arguments = bindParameters(*info, spec);
  if (!arguments)
    return arguments.takeError();
  if (width < 1 || width > maxFamilyWidth)
    return fail(formatv("width of circuit family '{0}' must be from 1 to {1}, "
                        "got {2}",
                        spec.name, maxFamilyWidth, width)
                    .str());
  if (llvm::Error error = checkRanges(*info, *arguments, width))
    return error;
  return std::pair(info, std::move(*arguments));
}

llvm::Error scanc::circuits::checkFamily(const FamilySpec &spec,
                                         int64_t width) {
  return resolve(spec, width).takeError();
}

Expected<Network> scanc::circuits::buildFamily(const FamilySpec &spec,
                                               int64_t width) {
  auto resolved = resolve(spec, width);
  if (!resolved)
    return resolved.takeError();
  auto &[info, arguments] = *resolved;
  return info->generate(width, arguments);
}
