//===- Results.cpp - What was tested, as lines of JSON --------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Results.h"

#include <cstdio>
#include <stdexcept>

using namespace scanc::gputest;

std::string scanc::gputest::quoteJson(const std::string &text) {
  std::string json = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\')
      json += '\\';
    if (static_cast<unsigned char>(c) < 0x20) {
      char escape[8];
      std::snprintf(escape, sizeof escape, "\\u%04x", c);
      json += escape;
    } else {
      json += c;
    }
  }
  return json + "\"";
}

Results::Results(const std::string &path, std::string suite)
    : file(path, std::ios::app), suite(std::move(suite)) {
  if (!file)
    throw std::runtime_error(path + ": cannot be written");
}

void Results::write(
    const std::vector<std::pair<std::string, std::string>> &object) {
  std::string line;
  for (const auto &[key, value] : object)
    line += (line.empty() ? "{" : ", ") + quoteJson(key) + ": " + value;
  std::lock_guard<std::mutex> guard(lock);
  file << line << "}" << std::endl;
}

void Results::begin(const std::string &launcher) {
  write({{"begin", quoteJson(launcher)}});
}

void Results::report(const std::string &launcher, const std::string &name,
                     const std::string &message) {
  std::vector<std::pair<std::string, std::string>> object = {
      {"suite", quoteJson(suite)},
      {"launcher", quoteJson(launcher)},
      {"case", quoteJson(name)},
      {"pass", message.empty() ? "true" : "false"}};
  if (!message.empty()) {
    object.push_back({"message", quoteJson(message)});
    std::lock_guard<std::mutex> guard(lock);
    ++failed;
  }
  write(object);
}
