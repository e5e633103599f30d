//===- Launcher.cpp - The C files that launch a scan ----------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "scanc/Target/Launcher.h"
#include "CTypes.h"
#include "CudaRelease.h"
#include "LauncherComments.h"
#include "VariantPrinter.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

// The templates and the runtime, embedded from the files themselves.
extern "C" {
extern const char scanc_launcher_h_in[];
extern const char scanc_launcher_c_in[];
extern const char scanc_line_h_in[];
extern const char scanc_line_c_in[];
extern const char scanc_rows_h_in[];
extern const char scanc_rows_c_in[];
extern const char scanc_axis_h_in[];
extern const char scanc_axis_c_in[];
extern const char scanc_traits_h_in[];
extern const char scanc_status_h_text[];
extern const char scanc_tensor_h_text[];
extern const char scanc_runtime_h_text[];
extern const char scanc_arguments_h_text[];
extern const char scanc_driver_h_text[];
extern const char scanc_runtime_c_text[];
extern const char scanc_forms_h_text[];
extern const char scanc_forms_c_text[];
extern const char scanc_rows_h_text[];
extern const char scanc_rows_c_text[];
extern const char scanc_axis_h_text[];
extern const char scanc_axis_c_text[];
}

namespace scanc::target {

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

using Holes = StringMap<std::string>;

/// The template with each @HOLE@ replaced by its text. A template and the code
/// that fills it are one program: a hole without text is a bug.
static std::string fillHoles(StringRef text, const Holes &holes) {
  std::string result;
  while (true) {
    auto [before, rest] = text.split('@');
    result += before;
    if (before.size() == text.size())
      return result;
    auto [hole, after] = rest.split('@');
    auto value = holes.find(hole);
    if (value == holes.end())
      report_fatal_error(Twine("launcher template: unknown hole @") + hole +
                         "@");
    result += value->second;
    text = after;
  }
}

/// A file of the runtime without its includes of other files of the runtime.
static std::string paste(StringRef text) {
  std::string result;
  for (StringRef line : split(text.rtrim('\n'), '\n'))
    if (!line.starts_with("#include \"scanc"))
      result += (line + "\n").str();
  return result;
}

/// A line of a comment, broken at spaces where it has more than 80 columns:
/// names in it are as long as the user's. Code in it goes on further right.
static std::string wrapComment(std::string line) {
  const size_t indent = line.find_first_not_of(' ', 2);
  const std::string next = " *" + std::string(indent > 3 ? indent + 2 : 1, ' ');
  for (size_t begin = 0; line.size() - begin > 80;) {
    const size_t space = line.rfind(' ', begin + 80);
    if (space == line.npos || space < begin + next.size())
      break;
    line.replace(space, 1, "\n" + next);
    begin = space + 1;
  }
  return line;
}

static std::string wrapComments(StringRef text) {
  return join(map_range(split(text, '\n'),
                        [](StringRef line) {
                          return line.starts_with("/* ") ||
                                         line.starts_with(" * ")
                                     ? wrapComment(line.str())
                                     : line.str();
                        }),
              "\n");
}

//===----------------------------------------------------------------------===//
// The launcher
//===----------------------------------------------------------------------===//

/// What a caller must know of a scan that is not deterministic.
static constexpr StringLiteral timingNote = R"( *
 * Its blocks combine in an order that depends on timing. Where op rounds, as
 * sums of floats do, outputs may differ in their last bits from run to run.
)";

/// "12.3", or, where architectures need different ones, "12.3 (sm_80), 12.8
/// (sm_100)".
static Expected<std::string> printReleases(ArrayRef<Variant> variants) {
  SmallVector<std::pair<StringRef, StringRef>> releases;
  for (const Variant &variant : variants) {
    Expected<StringRef> release = findCudaRelease(variant.ptx);
    if (!release)
      return release.takeError();
    if (releases.empty() || releases.back().second != *release)
      releases.emplace_back(variant.arch, *release);
  }
  if (releases.size() == 1)
    return releases.front().second.str();
  return join(map_range(releases,
                        [](auto &each) {
                          return (each.second + " (" + each.first + ")").str();
                        }),
              ", ");
}

static Error checkNames(const ScanDescription &scan, StringRef baseName) {
  if (Error error = checkApiName(scan.name))
    return error;
  for (auto &[arrays, fields] : {std::pair{scan.inputArrays(), &scan.element},
                                 std::pair{scan.outputArrays(), &scan.output}})
    for (const ScanArray &array : arrays) {
      ArrayRef<ScanField> own =
          ArrayRef(*fields).slice(array.firstField, array.fieldCount);
      if (Error error = checkStructNames(
              array.structName,
              map_to_vector(own,
                            [](const ScanField &field) { return field.name; }),
              scan.name))
        return error;
    }
  if (baseName.find_first_of("\"\\/\n\r?") != StringRef::npos)
    return createStringError("no #include can spell the file name '" +
                             baseName + ".h'");
  return Error::success();
}

namespace {

/// The text of a launcher, from what its forms are to the runtime.
class LauncherPrinter {
public:
  LauncherPrinter(ArrayRef<Form> forms,
                  std::vector<std::vector<scanc_scan>> runtimes)
      : forms(forms), runtimes(std::move(runtimes)),
        scan(forms.front().front().scan), api(scan.apiName()),
        firstOfChains(count(Shape::Line)) {}

  Expected<Launcher> print(StringRef baseName) {
    if (Error error = fillCommon(baseName))
      return error;
    if (hasLine())
      fillLine();
    if (hasRows())
      fillRows();
    if (hasAxis())
      fillAxis();
    fillForms();
    return Launcher{header(), source()};
  }

private:
  /// The forms of one shape, which follow each other.
  size_t count(Shape shape) const {
    return count_if(forms, [&](const Form &form) {
      return form.front().scan.shape == shape;
    });
  }
  /// Whether there is the function for that shape.
  bool has(Shape shape) const {
    return any_of(forms, [&](const Form &form) {
      return form.front().scan.shape == shape && form.front().scan.isAsked;
    });
  }
  bool hasLine() const { return has(Shape::Line); }
  bool hasRows() const { return has(Shape::Rows); }
  bool hasAxis() const { return has(Shape::Axis); }
  /// Of chains, there may be several forms.
  bool hasChains() const { return firstOfChains < forms.size(); }
  /// What C calls the forms of chains.
  std::string printFirstOfChains() const {
    return api + "_forms" +
           (firstOfChains ? " + " + std::to_string(firstOfChains) : "");
  }

  Error fillCommon(StringRef baseName);
  void fillStates(const PointerTypes &types);
  std::string printWorkspaceOfChains(size_t count, StringRef n) const;
  void fillLine();
  void fillRows();
  void fillAxis();
  void fillForms();
  std::string printForm(size_t index);

  uint64_t workspaceBytes(size_t form, uint64_t n) const {
    return scanc_workspace_bytes(runtimes[form].data(), runtimes[form].size(),
                                 n);
  }

  /// What C++ is told of a function: what it scans, and for how many elements
  /// it needs how much workspace.
  std::string printTraitsOf(StringRef function, StringRef domain,
                            StringRef sizes, StringRef declarations = "") {
    holes["FUNCTION"] = function.str();
    holes["DOMAIN"] = domain.str();
    holes["WORKSPACE_OF"] =
        formatv("{0}    return ::{1}_workspace_bytes({2});\n", declarations,
                function, sizes);
    return fillHoles(scanc_traits_h_in, holes);
  }

  // Fragments have holes of their own, of which those of line, rows and axis
  // are filled by now.
  std::string header() {
    holes["LINE"] = hasLine() ? fillHoles(scanc_line_h_in, holes) : "";
    holes["ROWS"] = hasRows() ? fillHoles(scanc_rows_h_in, holes) : "";
    holes["AXIS"] = hasAxis() ? fillHoles(scanc_axis_h_in, holes) : "";
    holes["TRAITS"] =
        (hasLine() ? printTraitsOf(api, "line", "n") : "") +
        (hasRows() ? printTraitsOf(api + "_rows", "rows", "1, n") : "") +
        (hasAxis()
             ? printTraitsOf(api + "_axis", "axis", "&line",
                             "    const scanc_tensor line = {1, 0, {n}, {}};\n")
             : "");
    return wrapComments(fillHoles(scanc_launcher_h_in, holes));
  }
  std::string source() {
    holes["LINE"] = hasLine() ? fillHoles(scanc_line_c_in, holes) : "";
    holes["ROWS"] = hasRows() ? fillHoles(scanc_rows_c_in, holes) : "";
    holes["AXIS"] = hasAxis() ? fillHoles(scanc_axis_c_in, holes) : "";
    return fillHoles(scanc_launcher_c_in, holes);
  }

  ArrayRef<Form> forms;
  std::vector<std::vector<scanc_scan>> runtimes; // of each form
  const ScanDescription &scan;
  std::string api;
  size_t firstOfChains;
  Holes holes;
};

} // namespace

Error LauncherPrinter::fillCommon(StringRef baseName) {
  const scanc_scan &oldest = runtimes.front().front();
  Expected<std::string> releases = printReleases(forms.front());
  if (!releases)
    return releases.takeError();
  const PointerTypes types = makePointerTypes(scan);
  const SmallVector<std::string> in = namesOf(scan.inputArrays()),
                                 out = namesOf(scan.outputArrays());
  auto isAny = [&](auto isSuch) {
    return any_of(forms,
                  [&](const Form &form) { return any_of(form, isSuch); });
  };
  holes["NAME"] = api;
  holes["FIRST"] = api + (hasLine() ? "" : hasRows() ? "_rows" : "_axis");
  holes["FIRST_FORM"] = scan.name;
  holes["EXTENT"] = hasLine() ? "n" : hasRows() ? "rows, n" : "&tensor";
  holes["BASE"] = baseName.str();
  holes["SUMMARY"] =
      formatv("{0}{1} scan of {2} by {3}", scan.reverse ? "reverse " : "",
              scan.inclusive ? "inclusive" : "exclusive", join(types.in, ", "),
              inComment(scan.monoid));
  holes["MONOID"] = inComment(scan.monoid);
  holes["MEANING"] = printMeaning(scan);
  if (hasRows())
    holes["MEANING"] += formatv(
        " *\n * {0}_rows does so in each row of a matrix by itself.\n", api);
  if (hasAxis())
    holes["MEANING"] += formatv(
        " *\n * {0}_axis does so along an axis of a tensor, at each place of "
        "the other\n * dimensions by itself; n is the extent of the axis.\n",
        api);
  holes["DETERMINISM"] =
      isAny([](const Variant &variant) { return !variant.scan.deterministic; })
          ? timingNote.str()
          : "";
  holes["CUDA"] = *releases;
  holes["CAPABILITY"] = formatv("{0}.{1}", oldest.arch / 10, oldest.arch % 10);
  holes["TYPES"] = types.declarations;
  holes["POINTERS"] = printPointers(types, in, out);
  holes["IN"] = join(in, ", ");
  holes["OUT"] = join(out, ", ");
  holes["IN_PLACE"] = printInPlace(scan);
  fillStates(types);
  const bool hasCubin =
      isAny([](const Variant &variant) { return !variant.cubin.empty(); });
  holes["FORM"] = hasCubin ? "PTX or cubin" : "PTX";
  holes["COMPILES"] = hasCubin
                          ? "Where there is a cubin for the GPU, the\n"
                            " * driver has nothing to compile."
                          : "The driver compiles the PTX\n"
                            " * then, unless its cache of compiled PTX has it.";

  holes["STATUS_H"] = paste(scanc_status_h_text);
  holes["RUNTIME_H"] = paste(scanc_runtime_h_text);
  holes["DRIVER_H"] = paste(scanc_driver_h_text);
  holes["ARGUMENTS_H"] = paste(scanc_arguments_h_text);
  holes["RUNTIME_C"] = paste(scanc_runtime_c_text);
  holes["TENSOR_H"] = paste(scanc_tensor_h_text);
  holes["AXIS_TENSOR_H"] = hasAxis() ? holes["TENSOR_H"] + "\n" : "";
  std::string &chains = holes["FORMS_RUNTIME"];
  auto add = [&](StringRef header, StringRef source) {
    chains += paste(header) + "\n" + paste(source) + "\n";
  };
  if (hasChains())
    add(scanc_forms_h_text, scanc_forms_c_text);
  if (hasRows())
    add(scanc_rows_h_text, scanc_rows_c_text);
  if (hasAxis())
    add(scanc_axis_h_text, scanc_axis_c_text);
  holes["WITHOUT_LINE"] =
      hasLine() ? "" : "#define SCANC_RUNTIME_WITHOUT_LINE\n";
  holes["COUNT"] = utostr(forms.front().size());
  holes["ARRAYS"] = utostr(oldest.inputs + oldest.outputs);
  holes["ARRAY_TRAITS"] = printTraits(scan.inputArrays(), scan.element) +
                          printTraits(scan.outputArrays(), scan.output);
  return Error::success();
}

/// What functions say of the states of chains, if they take any.
void LauncherPrinter::fillStates(const PointerTypes &types) {
  holes["IF_EMPTY"] = holes["IF_NO_ELEMENTS"] = holes["IF_NO_CHAINS"] =
      "nothing happens";
  holes["STATES"] = holes["SET_STATES"] = holes["SOME_STATES"] = "";
  holes["ABOUT_STATES"] = holes["ABOUT_STATES_OF_ROWS"] =
      holes["ABOUT_STATES_OF_AXIS"] = "";
  holes["STATE_TRAITS"] = "";
  holes["THE_STATES"] = "NULL";
  if (scan.hasTotal) {
    holes["IF_EMPTY"] = "the only output is what the scan starts from";
    holes["IF_NO_ELEMENTS"] =
        "the only output of each row is what it starts from";
    holes["IF_NO_CHAINS"] =
        "the only output of each chain is what it starts from";
    holes["ABOUT_STATES"] = " * There are n + 1 outputs.\n";
    holes["ABOUT_STATES_OF_ROWS"] =
        " * Each row has n + 1 outputs, and a row stride of outputs is no "
        "less.\n";
    holes["ABOUT_STATES_OF_AXIS"] =
        " * Along the axis, outputs have an extent of one more.\n";
    holes["STATE_TRAITS"] = "  static constexpr std::uint64_t more_outputs = "
                            "1;\n";
  }
  if (scan.chainState.empty())
    return;
  const bool in = scan.takesInitial, out = scan.leavesFinal;
  holes["STATES"] =
      (in ? "const " + types.state + " *initial, " : std::string()) +
      (out ? types.state + " *final, " : std::string());
  if (in && out)
    holes["STATES"].replace(holes["STATES"].size() - 1, 1,
                            "\n" + std::string(20, ' '));
  holes["SOME_STATES"] =
      std::string(in ? " initial," : "") + (out ? " final," : "");
  holes["SET_STATES"] =
      formatv("  struct scanc_states states;\n"
              "  states.initial = {0};\n"
              "  states.final = {1};\n",
              in ? "initial" : "NULL", out ? "final" : "NULL");
  holes["THE_STATES"] = "&states";
  if (out && !scan.hasTotal) {
    holes["IF_EMPTY"] =
        "final gets the state that the scan starts from, and nothing else\n"
        " * happens";
    holes["IF_NO_ELEMENTS"] =
        "final gets the states that rows start from, and nothing else\n"
        " * happens";
    holes["IF_NO_CHAINS"] =
        "final gets the states that chains start from, and nothing else\n"
        " * happens";
  }
  holes["ABOUT_STATES"] += printStates(scan, Shape::Line);
  holes["ABOUT_STATES_OF_ROWS"] += printStates(scan, Shape::Rows);
  holes["ABOUT_STATES_OF_AXIS"] += printStates(scan, Shape::Axis);
  holes["STATE_TRAITS"] +=
      formatv("  static constexpr bool takes_initial = {0}, leaves_final = "
              "{1};\n",
              in ? "true" : "false", out ? "true" : "false")
          .str() +
      printTraits(ScanArray{0, scan.stateSize, scan.stateAlign, 0,
                            scan.chainState.size(), "state"},
                  scan.chainState);
}

void LauncherPrinter::fillLine() {
  holes["ARGUMENTS"] = "n";
  holes["WORKSPACE"] =
      printWorkspace([&](uint64_t n) { return workspaceBytes(0, n); }, "n");
}

void LauncherPrinter::fillRows() {
  SmallVector<std::string> parameters;
  std::string sets;
  for (const auto &names :
       {namesOf(scan.inputArrays()), namesOf(scan.outputArrays())})
    for (const std::string &array : names) {
      sets += formatv("  strides[{0}] = {1}_row_stride;\n", parameters.size(),
                      array);
      parameters.push_back("int64_t " + array + "_row_stride");
    }
  holes["STRIDES"] = parameters.size() <= 2
                         ? " " + join(parameters, ", ")
                         : "\n" + std::string(20, ' ') +
                               join(parameters, ",\n" + std::string(20, ' '));
  holes["SET_STRIDES"] = sets;
  holes["IN_PLACE_ROWS"] = printInPlace(scan, " if both have one row stride");
  if (!hasLine()) {
    holes["ARGUMENTS"] = "rows, n";
    for (size_t i = 0; i < parameters.size(); ++i)
      holes["ARGUMENTS"] += ", n";
  }
  holes["ROWS_WORKSPACE"] =
      printWorkspaceOfChains(count(Shape::Rows), "rows * n");
  holes["SHARED"] = hasLine() ? ",\n * those of " + api +
                                    " among them, if it is as "
                                    "large as these need"
                              : "";
  holes["ROWS_FORMS"] = printFirstOfChains();
  holes["ROWS_COUNT"] = utostr(count(Shape::Rows));
}

void LauncherPrinter::fillAxis() {
  SmallVector<std::string> strides;
  for (const auto &names :
       {namesOf(scan.inputArrays()), namesOf(scan.outputArrays())})
    for (const std::string &array : names)
      strides.push_back(
          formatv("stride[{0}] are those of {1}", strides.size(), array));
  holes["STRIDE_ROWS"] = join(strides, ", ");
  holes["IN_PLACE_AXIS"] = printInPlace(scan, " if both have the same strides");
  if (!hasLine() && !hasRows())
    holes["ARGUMENTS"] = "&tensor";
  const size_t count = forms.size() - firstOfChains;
  holes["AXIS_WORKSPACE"] = printWorkspaceOfChains(count, "n");
  SmallVector<std::string> others;
  if (hasLine())
    others.push_back(api);
  if (hasRows())
    others.push_back(api + "_rows");
  holes["AXIS_SHARED"] = others.empty()
                             ? ""
                             : ",\n * those of " + join(others, " and ") +
                                   " among them, if it is as large as these "
                                   "need";
  holes["AXIS_FORMS"] = printFirstOfChains();
  holes["AXIS_COUNT"] = utostr(count);
}

/// Of the first so many forms of chains.
std::string LauncherPrinter::printWorkspaceOfChains(size_t count,
                                                    StringRef n) const {
  return printWorkspace(
      [&](uint64_t n) {
        uint64_t most = 0;
        for (size_t form = firstOfChains; form < firstOfChains + count; ++form)
          most = std::max(most, workspaceBytes(form, n));
        return most;
      },
      n);
}

/// What there is of one form: its code, its descriptions and its module.
std::string LauncherPrinter::printForm(size_t index) {
  const Form &form = forms[index];
  const std::string &name = form.front().scan.name;
  VariantPrinter printer(name, form.size() > 1);
  for (auto [variant, runtime] : zip_equal(form, runtimes[index]))
    printer.print(variant, runtime);
  return formatv("{0}/* For each architecture, the oldest first. */\n"
                 "static const struct scanc_scan {1}_scans[] = {{\n"
                 "{2}};\n\nstatic struct scanc_module {1}_module;\n\n",
                 printer.codeText, name, printer.descriptionText);
}

void LauncherPrinter::fillForms() {
  std::string &code = holes["CODE"];
  for (size_t index = 0; index < forms.size(); ++index)
    code += printForm(index);
  const std::string count = holes["COUNT"], all = api + "_forms";
  if (!hasChains()) {
    holes["FORMS"] = "";
    holes["LOAD"] =
        formatv("scanc_load({0}_scans, {1}, &{0}_module)", api, count);
    holes["UNLOAD"] = formatv("scanc_unload(&{0}_module)", api);
    return;
  }
  std::string list;
  for (const Form &form : forms)
    list += formatv("    {{{0}_scans, {1}, &{0}_module},\n",
                    form.front().scan.name, count);
  holes["FORMS"] = formatv(
      "static const struct scanc_form {0}[] = {{\n{1}};\n\n", all, list);
  holes["LOAD"] = formatv("scanc_load_forms({0}, {1})", all, forms.size());
  holes["UNLOAD"] = formatv("scanc_unload_forms({0}, {1})", all, forms.size());
}

/// A launcher has one form of lines, then one of rows without gaps, one of rows
/// that may lie apart, one of several columns as one, and last one of tensors;
/// any of them may be missing, but the last is there where columns are one.
static Error checkForms(ArrayRef<Form> forms) {
  auto rankOf = [](const Form &form) -> size_t {
    const ScanDescription &scan = form.front().scan;
    return scan.shape == Shape::Line   ? 0
           : scan.columns > 1          ? 3
           : scan.shape == Shape::Axis ? 4
           : scan.moreSizes.size() > 1 ? 2
                                       : 1;
  };
  for (size_t i = 1; i < forms.size(); ++i)
    if (rankOf(forms[i]) <= rankOf(forms[i - 1]))
      return createStringError("a launcher has no place for '" +
                               forms[i].front().scan.name + "' behind '" +
                               forms[i - 1].front().scan.name + "'");
  return checkApiName(forms.front().front().scan.apiName());
}

Expected<Launcher> emitFormsLauncher(ArrayRef<Form> forms, StringRef baseName) {
  if (Error error = checkForms(forms))
    return error;
  for (const Form &form : forms)
    if (Error error = checkNames(form.front().scan, baseName))
      return error;
  std::vector<std::vector<scanc_scan>> runtimes;
  for (const Form &form : forms)
    for (std::vector<scanc_scan> &own = runtimes.emplace_back();
         const Variant &variant : form) {
      Expected<scanc_scan> runtime =
          makeRuntimeScan(variant.scan, variant.arch, nullptr);
      if (!runtime)
        return runtime.takeError();
      own.push_back(*runtime);
    }
  for (size_t variant = 0; variant < runtimes.front().size(); ++variant) {
    SmallVector<scanc_scan *> scans;
    for (std::vector<scanc_scan> &form : runtimes)
      scans.push_back(&form[variant]);
    shareWorkspace(scans);
  }
  return LauncherPrinter(forms, std::move(runtimes)).print(baseName);
}

Expected<Launcher> emitLauncher(ArrayRef<Variant> variants,
                                StringRef baseName) {
  return emitFormsLauncher(Form(variants), baseName);
}

Expected<Launcher> emitLauncher(const ScanDescription &scan, StringRef ptx,
                                StringRef arch, StringRef baseName) {
  return emitFormsLauncher(Form{{arch.str(), scan, ptx.str(), "", "", ""}},
                           baseName);
}

} // namespace scanc::target
