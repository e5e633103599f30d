//===- Manifest.cpp - The scans of a bundle -------------------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Manifest.h"

#include <algorithm>
#include <fstream>
#include <sstream>
#include <stdexcept>

using namespace scanc::gputest;

static std::vector<std::string> split(const std::string &text, char separator) {
  std::vector<std::string> parts;
  std::istringstream stream(text);
  for (std::string part; std::getline(stream, part, separator);)
    if (!part.empty())
      parts.push_back(part);
  return parts;
}

std::optional<Kind> scanc::gputest::parseKind(const std::string &name) {
  static const char *const names[] = {"i8",  "u8",   "i16", "u16",
                                      "i32", "u32",  "i64", "u64",
                                      "f16", "bf16", "f32", "f64"};
  for (int k = 0; k < 12; ++k)
    if (name == names[k])
      return static_cast<Kind>(k);
  return std::nullopt;
}

static Layout parseLayout(const std::string &text) {
  Layout layout;
  for (const std::string &name : split(text, ',')) {
    std::optional<Kind> kind = parseKind(name);
    if (!kind || layout.count == Layout::maxFields)
      throw std::runtime_error("'" + text + "' is no list of types");
    unsigned size = bytesOf(*kind);
    layout.size = (layout.size + size - 1) / size * size;
    layout.kind[layout.count] = *kind;
    layout.offset[layout.count++] = layout.size;
    layout.size += size;
    layout.alignment = std::max(layout.alignment, size);
  }
  layout.size = (layout.size + layout.alignment - 1) / layout.alignment *
                layout.alignment;
  return layout;
}

bool ScanCase::in(const std::string &group) const {
  return std::find(groups.begin(), groups.end(), group) != groups.end();
}

static void setField(ScanCase &scan, const std::string &key,
                     const std::string &value) {
  if (key == "name")
    scan.name = value;
  else if (key == "op")
    scan.op = value;
  else if (key == "elem")
    scan.elem = parseLayout(value);
  else if (key == "state")
    scan.state = parseLayout(value);
  else if (key == "out")
    scan.out = parseLayout(value);
  else if (key == "inclusive")
    scan.inclusive = value == "1";
  else if (key == "reverse")
    scan.reverse = value == "1";
  else if (key == "soa")
    scan.soa = value == "1";
  else if (key == "init")
    scan.init = split(value, ',');
  else if (key == "strategy")
    scan.strategy = value;
  else if (key == "deterministic")
    scan.deterministic = value == "1";
  else if (key == "tile")
    scan.tile = std::stoull(value);
  else if (key == "single_up_to")
    scan.singleUpTo = std::stoull(value);
  else if (key == "blocks_per_sm")
    scan.blocksPerSM = static_cast<unsigned>(std::stoul(value));
  else if (key == "max_blocks")
    scan.maxBlocks = static_cast<unsigned>(std::stoul(value));
  else if (key == "groups")
    scan.groups = split(value, ',');
  else
    throw std::runtime_error("unknown key '" + key + "'");
}

std::vector<ScanCase> scanc::gputest::readManifest(const std::string &path) {
  std::ifstream file(path);
  if (!file)
    throw std::runtime_error(path + ": cannot be read");
  std::vector<ScanCase> scans;
  size_t number = 0;
  for (std::string line; std::getline(file, line);) {
    ++number;
    if (line.empty() || line[0] == '#')
      continue;
    ScanCase scan;
    try {
      for (const std::string &pair : split(line, '\t')) {
        size_t equals = pair.find('=');
        if (equals == std::string::npos)
          throw std::runtime_error("'" + pair + "' is no key=value");
        setField(scan, pair.substr(0, equals), pair.substr(equals + 1));
      }
      if (scan.name.empty() || !scan.elem.count || !scan.state.count ||
          !scan.out.count || !scan.tile)
        throw std::runtime_error("name, elem, state, out or tile is missing");
    } catch (const std::exception &error) {
      throw std::runtime_error(path + ":" + std::to_string(number) + ": " +
                               error.what());
    }
    scans.push_back(std::move(scan));
  }
  return scans;
}
