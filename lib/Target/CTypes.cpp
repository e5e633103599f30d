//===- CTypes.cpp - The C types of elements -------------------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CTypes.h"
#include "scanc/Machine/ScalarTypes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace scanc::target {

/// A field's type in C; 16-bit floats have none, and are their bits.
static StringRef getCType(const ScanField &field) {
  return machine::getScalarType(field.type).c;
}

/// What the C type does not say.
static std::string getTypeNote(const ScanField &field) {
  StringRef note = machine::getScalarType(field.type).note;
  return note.empty() ? "" : (", " + note).str();
}

static bool sameFields(ArrayRef<ScanField> a, ArrayRef<ScanField> b) {
  return a.size() == b.size() && all_of(zip(a, b), [](auto pair) {
           auto &[x, y] = pair;
           return x.type == y.type && x.offset == y.offset && x.name == y.name;
         });
}

/// The struct of an element's fields, `type`, and what its layout must be. One
/// that the source names, `structName`, may be declared by several launchers
/// and by the application itself.
static void printStruct(raw_ostream &os, StringRef type, StringRef structName,
                        ArrayRef<ScanField> fields, uint32_t size) {
  const bool isNamed = !structName.empty();
  StringRef declared = isNamed ? structName : type;
  if (isNamed)
    os << formatv("#ifndef SCANC_HAVE_{0}\n#define SCANC_HAVE_{0}\n", declared);
  os << "typedef struct " << declared << " {\n";
  for (auto [index, field] : enumerate(fields))
    os << formatv("  {0} {1}; /* {2} at byte {3}{4} */\n", getCType(field),
                  nameField(index, field), field.type, field.offset,
                  getTypeNote(field));
  os << "} " << declared << ";\n";
  if (isNamed)
    os << formatv("#endif\ntypedef {0} {1};\n", declared, type);
  os << formatv("typedef char {0}_size_is_{1}[sizeof({0}) == {1} ? 1 : -1];\n",
                type, size);
  for (auto [index, field] : enumerate(fields))
    os << formatv("typedef char {0}_{1}_is_at_{2}"
                  "[offsetof({0}, {1}) == {2} ? 1 : -1];\n",
                  type, nameField(index, field), field.offset);
  // The size of a field without an object of it: by a parameter, for a cast
  // would be an old-style one in C++.
  if (isNamed)
    for (auto [index, field] : enumerate(fields))
      os << formatv("typedef void {0}_{1}_has_{2}({0} *p, char (*)"
                    "[sizeof(p->{1}) == {2} ? 1 : -1]);\n",
                    type, nameField(index, field), field.size);
  os << "\n";
}

static PointerTypes makeStructTypes(const ScanDescription &scan) {
  PointerTypes types;
  raw_string_ostream os(types.declarations);
  auto makeType = [&](StringRef suffix, StringRef what, StringRef structName,
                      const std::vector<ScanField> &fields, uint32_t size) {
    std::string name = scan.apiName() + suffix.str();
    if (fields.size() == 1 && structName.empty() && !areNamed(fields)) {
      os << formatv("/* One element of the {0}: {1}{2}. */\n"
                    "typedef {3} {4};\n\n",
                    what, fields.front().type, getTypeNote(fields.front()),
                    getCType(fields.front()), name);
      return getCType(fields.front()).str();
    }
    const bool isInputs = suffix == "_output" &&
                          structName == StringRef(scan.elementStruct) &&
                          sameFields(scan.element, fields);
    os << "/* One element of the " << what << ".";
    if (isInputs) {
      os << formatv(" */\ntypedef {0}_element {1};\n\n", scan.apiName(), name);
    } else {
      if (!structName.empty())
        os << formatv(" For a {0} of your own, declare it above this\n"
                      " * and define SCANC_HAVE_{0}; its layout is checked.",
                      structName);
      os << " */\n";
      printStruct(os, name, structName, fields, size);
    }
    return structName.empty() ? name : structName.str();
  };
  types.in = {makeType("_element", "input", scan.elementStruct, scan.element,
                       scan.elementSize)};
  types.out = {makeType("_output", "output", scan.outputStruct, scan.output,
                        scan.outputSize)};
  return types;
}

/// An element is no C type: each of its values has an array.
static PointerTypes makeArrayTypes(const ScanDescription &scan) {
  PointerTypes types;
  raw_string_ostream os(types.declarations);
  auto addTypes = [&](const char *side, ArrayRef<ScanField> fields,
                      SmallVector<std::string> &all) {
    for (auto [index, field] : enumerate(fields)) {
      os << formatv(" *   {0}  {1}{2}\n", nameArray(side, index, field),
                    field.type, getTypeNote(field));
      all.push_back(getCType(field).str());
    }
  };
  os << "/* Each value of an element has an array of its own:\n *\n";
  addTypes("in", scan.element, types.in);
  addTypes("out", scan.output, types.out);
  os << " */\n\n";
  return types;
}

/// The C type of what `array` holds; a struct is declared first, before all.
static std::string declareArrayType(raw_ostream &structs, StringRef api,
                                    const ScanArray &array,
                                    ArrayRef<ScanField> fields) {
  const auto own = fields.slice(array.firstField, array.fieldCount);
  if (own.size() == 1 && array.structName.empty())
    return getCType(own.front()).str();
  std::vector<ScanField> inStruct(own.begin(), own.end());
  for (ScanField &field : inStruct)
    field.offset -= array.offset;
  const std::string type = (api + "_" + array.name).str();
  structs << formatv("/* What {0} has of an element.", array.name);
  if (!array.structName.empty())
    structs << formatv(" For a {0} of your own, declare it above this\n"
                       " * and define SCANC_HAVE_{0}; its layout is checked.",
                       array.structName);
  structs << " */\n";
  printStruct(structs, type, array.structName, inStruct, array.size);
  return array.structName.empty() ? type : array.structName;
}

/// Where a map makes states of elements, or outputs of states.
static PointerTypes makeMappedTypes(const ScanDescription &scan) {
  PointerTypes types;
  std::string list;
  raw_string_ostream structs(types.declarations), arrays(list);
  auto addTypes = [&](ArrayRef<ScanArray> side, ArrayRef<ScanField> fields,
                      SmallVector<std::string> &all) {
    for (const ScanArray &array : side) {
      all.push_back(declareArrayType(structs, scan.apiName(), array, fields));
      const ScanField &first = fields[array.firstField];
      arrays << formatv(" *   {0}  {1}\n", array.name,
                        array.fieldCount == 1 && array.structName.empty()
                            ? first.type + getTypeNote(first)
                            : all.back());
    }
  };
  addTypes(scan.inputArrays(), scan.element, types.in);
  addTypes(scan.outputArrays(), scan.output, types.out);
  types.declarations +=
      "/* The arrays, each of n elements:\n *\n" + list + " */\n\n";
  return types;
}

/// The state that a chain starts from or leaves, NAME_state: a value or a
/// struct.
static void addStateType(const ScanDescription &scan, PointerTypes &types) {
  const std::string name = scan.apiName() + "_state";
  raw_string_ostream os(types.declarations);
  os << formatv("/* A state, as at {0}{1}{2}",
                scan.takesInitial ? "initial" : "",
                scan.takesInitial && scan.leavesFinal ? " and " : "",
                scan.leavesFinal ? "final" : "");
  if (scan.chainState.size() == 1) {
    const ScanField &value = scan.chainState.front();
    types.state = getCType(value);
    os << formatv(": {0}{1}. */\ntypedef {2} {3};\n\n", value.type,
                  getTypeNote(value), types.state, name);
    return;
  }
  types.state = name;
  os << ". */\n";
  printStruct(os, name, "", scan.chainState, scan.stateSize);
}

PointerTypes makePointerTypes(const ScanDescription &scan) {
  PointerTypes types = !scan.loaded.empty() || !scan.stored.empty()
                           ? makeMappedTypes(scan)
                       : scan.soa ? makeArrayTypes(scan)
                                  : makeStructTypes(scan);
  if (!scan.chainState.empty())
    addStateType(scan, types);
  return types;
}

SmallVector<std::string> namesOf(ArrayRef<ScanArray> arrays) {
  return map_to_vector(arrays,
                       [](const ScanArray &array) { return array.name; });
}

std::string printPointers(const PointerTypes &types, ArrayRef<std::string> in,
                          ArrayRef<std::string> out) {
  std::string result;
  for (auto [type, name] : zip_equal(types.in, in))
    result += formatv("const {0} *{1}, ", type, name);
  result.pop_back();
  result += types.in.size() == 1 && types.out.size() == 1
                ? " "
                : "\n" + std::string(20, ' ');
  for (auto [type, name] : zip_equal(types.out, out))
    result += formatv("{0} *{1}, ", type, name);
  result.pop_back();
  return result;
}

std::string printTraits(ArrayRef<ScanArray> arrays,
                        ArrayRef<ScanField> fields) {
  std::string result;
  raw_string_ostream os(result);
  for (const ScanArray &array : arrays) {
    auto list = [&](auto text) {
      return join(
          map_range(fields.slice(array.firstField, array.fieldCount), text),
          ", ");
    };
    os << formatv("  struct {0} {{\n"
                  "    static constexpr std::string_view types[] = {{{1}};\n"
                  "    static constexpr std::size_t offsets[] = {{{2}};\n"
                  "    static constexpr std::size_t size = {3};\n"
                  "  };\n",
                  array.name, list([](const ScanField &field) {
                    return "\"" + field.type + "\"";
                  }),
                  list([&](const ScanField &field) {
                    return utostr(field.offset - array.offset);
                  }),
                  array.size);
  }
  return result;
}

} // namespace scanc::target
