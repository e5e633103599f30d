//===- TuningFile.cpp - A tuning as text ----------------------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "scanc/Dialect/Prefix/Transforms/Tuning.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"

using llvm::ArrayRef;
using llvm::Error;
using llvm::Expected;
using llvm::SmallVector;
using llvm::StringRef;
using llvm::Twine;
namespace json = llvm::json;

namespace scanc::prefix {

/// Counts changes after which a reader of older files would be wrong.
static constexpr int64_t formatVersion = 1;

static constexpr size_t mostBytes = size_t(1) << 20;
static constexpr size_t mostSurveyRows = 1000;

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

/// The parser of JSON descends once for each bracket.
static Error checkNesting(StringRef text) {
  constexpr int most = 16;
  int depth = 0;
  bool inString = false;
  for (size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (inString && c == '\\')
      ++at;
    else if (c == '"')
      inString = !inString;
    else if (!inString && (c == '[' || c == '{') && ++depth > most)
      return llvm::createStringError("brackets are nested too deep");
    else if (!inString && (c == ']' || c == '}'))
      --depth;
  }
  return Error::success();
}

namespace {

/// Reads one tuning. The first error stays; what is read after it is nothing.
class Reader {
public:
  Reader(const TuningSchema &schema, bool isExact)
      : schema(schema), isExact(isExact) {}

  Expected<Tuning> read(const json::Value &file);

private:
  void fail(const Twine &path, const Twine &message) {
    if (text.empty())
      text = (path + ": " + message).str();
  }

  /// Null, with an error, if it is not there.
  const json::Value *get(const json::Object &object, const Twine &path,
                         StringRef key) {
    const json::Value *value = object.get(key);
    if (!value)
      fail(path, "the key '" + key + "' is missing");
    return value;
  }

  int64_t number(const json::Object &object, const Twine &path, StringRef key,
                 int64_t least, int64_t most) {
    const json::Value *value = get(object, path, key);
    if (!value)
      return least;
    std::optional<int64_t> number = value->getAsInteger();
    if (!number || *number < least || *number > most) {
      std::string got;
      llvm::raw_string_ostream(got) << *value;
      fail(path + "." + key, "expected " + Twine(least) + " to " + Twine(most) +
                                 ", got " + got.substr(0, 40));
      return least;
    }
    return *number;
  }

  std::string string(const json::Object &object, const Twine &path,
                     StringRef key) {
    const json::Value *value = get(object, path, key);
    std::optional<StringRef> text =
        value ? value->getAsString() : std::optional<StringRef>("");
    if (!text)
      fail(path + "." + key, "expected a string");
    return text.value_or("").str();
  }

  void onlyKeys(const json::Object &object, const Twine &path,
                ArrayRef<StringRef> known) {
    for (const auto &[key, value] : object)
      if (!llvm::is_contained(known, StringRef(key)))
        return fail(path, "unknown key '" + StringRef(key) + "'; expected " +
                              llvm::join(known, ", "));
  }

  SizeRow sizes(const json::Object &object, const Twine &path,
                ArrayRef<SizeKey> keys) {
    SizeRow row;
    for (const SizeKey &key : keys)
      row.push_back(number(object, path, key.name, key.least, key.most));
    return row;
  }

  void limits(const json::Object &file, GpuLimits &limits);
  void survey(const json::Object &file, std::vector<SurveyRow> &rows);
  void table(const json::Object &file, StringRef name, Tuning::Table &table);
  void check(const Tuning &tuning);

  const TuningSchema &schema;
  bool isExact;
  std::string text;
};

} // namespace

/// The names of keys, behind `first`.
static SmallVector<StringRef> namesOf(ArrayRef<SizeKey> keys,
                                      SmallVector<StringRef> first = {}) {
  for (const SizeKey &key : keys)
    first.push_back(key.name);
  return first;
}

void Reader::limits(const json::Object &file, GpuLimits &limits) {
  const json::Value *value = get(file, "file", "limits");
  if (!value)
    return;
  const json::Object *object = value->getAsObject();
  if (!object)
    return fail("limits", "expected an object");
  const std::vector<SizeKey> keys = keysOf<GpuLimits>();
  onlyKeys(*object, "limits", namesOf(keys));
  limits = fromRow<GpuLimits>(sizes(*object, "limits", keys));
}

void Reader::survey(const json::Object &file, std::vector<SurveyRow> &rows) {
  const json::Value *value = get(file, "file", "survey");
  if (!value)
    return;
  const json::Array *array = value->getAsArray();
  if (!array || array->size() > mostSurveyRows)
    return fail("survey", "expected an array of at most " +
                              Twine(mostSurveyRows) + " objects");
  for (size_t i = 0; i < array->size(); ++i) {
    const std::string path = ("survey[" + Twine(i) + "]").str();
    const json::Object *object = (*array)[i].getAsObject();
    if (!object)
      return fail(path, "expected an object");
    onlyKeys(*object, path,
             {"pattern", "copies", "warps", "rows", "items", "stages",
              "blocks_per_sm", "gb_per_s"});
    SurveyRow row;
    row.pattern = string(*object, path, "pattern");
    row.copies = string(*object, path, "copies");
    if (row.pattern != "in" && row.pattern != "in_out")
      fail(path + ".pattern", "expected in or in_out");
    if (row.copies != "plain" && row.copies != "bulk")
      fail(path + ".copies", "expected plain or bulk");
    row.warps = number(*object, path, "warps", 1, 32);
    row.rows = number(*object, path, "rows", 1, 64);
    row.items = number(*object, path, "items", 1, 256);
    row.stages = number(*object, path, "stages", 1, 32);
    row.blocksPerSM = number(*object, path, "blocks_per_sm", 1, 32);
    row.gbPerSecond = number(*object, path, "gb_per_s", 0, 1000000);
    rows.push_back(std::move(row));
  }
}

void Reader::table(const json::Object &file, StringRef name,
                   Tuning::Table &table) {
  const json::Value *value = get(file, "file", name);
  if (!value)
    return;
  const json::Array *rows = value->getAsArray();
  if (!rows || rows->size() != table.rows.size())
    return fail(name, "expected an array of " + Twine(table.rows.size()) +
                          " objects, for elements of 1, 2, 4, 8 and 16 bytes");
  const SmallVector<StringRef> known = namesOf(table.schema->keys, {"bytes"});
  for (size_t i = 0; i < table.rows.size(); ++i) {
    const std::string path = (name + "[" + Twine(i) + "]").str();
    const json::Object *row = (*rows)[i].getAsObject();
    if (!row)
      return fail(path, "expected an object");
    onlyKeys(*row, path, known);
    number(*row, path, "bytes", Tuning::classes[i], Tuning::classes[i]);
    table.rows[i] = sizes(*row, path, table.schema->keys);
  }
}

/// What sizes must satisfy beyond their ranges.
void Reader::check(const Tuning &tuning) {
  for (const auto &[name, table] : tuning.tables)
    for (auto [i, row] : llvm::enumerate(table.rows))
      if (std::string problem = table.schema->findProblem(row, tuning.limits);
          !problem.empty())
        return fail(name + "[" + Twine(i) + "]", problem);
}

Expected<Tuning> Reader::read(const json::Value &value) {
  const json::Object *file = value.getAsObject();
  if (!file)
    return llvm::createStringError("file: expected an object");
  // Another version has other keys.
  number(*file, "file", "format", formatVersion, formatVersion);
  SmallVector<StringRef> known = {"format", "arch",   "device", "date",
                                  "scanc",  "method", "limits", "survey"};
  for (const auto &[name, sizes] : schema)
    known.push_back(name);
  if (isExact)
    onlyKeys(*file, "file", known);
  Tuning tuning;
  tuning.arch = string(*file, "file", "arch");
  tuning.device = string(*file, "file", "device");
  tuning.date = string(*file, "file", "date");
  tuning.scanc = string(*file, "file", "scanc");
  tuning.method = string(*file, "file", "method");
  limits(*file, tuning.limits);
  survey(*file, tuning.survey);
  tuning.tables = Tuning::computed(schema, tuning.limits).tables;
  for (auto &[name, sizes] : tuning.tables)
    if (isExact || file->get(name))
      table(*file, name, sizes);
  if (text.empty())
    check(tuning);
  if (!text.empty())
    return llvm::createStringError(text);
  return tuning;
}

Expected<Tuning> Tuning::parse(const TuningSchema &schema, StringRef text) {
  return read(schema, text, Tables::Exact);
}

Expected<Tuning> Tuning::read(const TuningSchema &schema, StringRef text,
                              Tables tables) {
  if (text.size() > mostBytes)
    return llvm::createStringError("the file has more than " +
                                   Twine(mostBytes) + " bytes");
  if (Error error = checkNesting(text))
    return error;
  Expected<json::Value> value = json::parse(text);
  if (!value)
    return value.takeError();
  return Reader(schema, tables == Tables::Exact).read(*value);
}

//===----------------------------------------------------------------------===//
// Printing
//===----------------------------------------------------------------------===//

/// An object on one line.
namespace {
class Row {
public:
  explicit Row(llvm::raw_ostream &os) : os(os) { os << '{'; }
  ~Row() { os << '}'; }
  Row &add(StringRef key, const json::Value &value) {
    os << (first ? "" : ", ") << '"' << key << "\": " << value;
    first = false;
    return *this;
  }
  Row &add(ArrayRef<SizeKey> keys, ArrayRef<int64_t> sizes) {
    for (auto [key, size] : llvm::zip_equal(keys, sizes))
      add(key.name, size);
    return *this;
  }

private:
  llvm::raw_ostream &os;
  bool first = true;
};
} // namespace

/// `"key": [`, a row each, `]`.
template <class Rows, class PrintRow>
static void printRows(llvm::raw_ostream &os, StringRef key, const Rows &rows,
                      PrintRow printRow) {
  os << "  \"" << key << "\": [";
  for (auto [i, row] : llvm::enumerate(rows)) {
    os << (i ? ",\n    " : "\n    ");
    printRow(i, row);
  }
  os << (rows.empty() ? "]" : "\n  ]");
}

void Tuning::print(llvm::raw_ostream &os) const {
  auto line = [&](StringRef key, const json::Value &value) {
    os << "  \"" << key << "\": " << value << ",\n";
  };
  os << "{\n";
  line("format", formatVersion);
  line("arch", arch);
  line("device", device);
  line("date", date);
  line("scanc", scanc);
  line("method", method);
  os << "  \"limits\": ";
  Row(os).add(keysOf<GpuLimits>(), toRow(limits));
  os << ",\n";
  printRows(os, "survey", survey, [&](size_t, const SurveyRow &row) {
    Row(os)
        .add("pattern", row.pattern)
        .add("copies", row.copies)
        .add("warps", row.warps)
        .add("rows", row.rows)
        .add("items", row.items)
        .add("stages", row.stages)
        .add("blocks_per_sm", row.blocksPerSM)
        .add("gb_per_s", row.gbPerSecond);
  });
  for (const auto &[name, table] : tables) {
    os << ",\n";
    printRows(os, name, table.rows, [&](size_t i, const SizeRow &row) {
      Row(os).add("bytes", classes[i]).add(table.schema->keys, row);
    });
  }
  os << "\n}\n";
}

} // namespace scanc::prefix
