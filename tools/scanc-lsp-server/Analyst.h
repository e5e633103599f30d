//===- Analyst.h - Hovers, computed aside and remembered --------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What scanc says of a place can take long: a search, the laws of a large
// operator. A thread of its own works it out, and whoever asks waits for a
// budget at most:
//
//   asker     hover(text, 17) ..waits.. "still at it"      hover(text, 17)
//   "..." analyst   parse | laws of @f .......................|  (remembered)
//
// Texts that were edited since are not worked on.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_TOOLS_SCANC_LSP_SERVER_ANALYST_H
#define SCANC_TOOLS_SCANC_LSP_SERVER_ANALYST_H

#include "Documents.h"
#include "Source.h"

#include <chrono>
#include <condition_variable>
#include <deque>
#include <map>
#include <mutex>
#include <thread>
#include <utility>

namespace scanc::editor {

/// Markdown about bytes `begin` to `end` of a document.
struct Note {
  std::string markdown;
  size_t begin = 0, end = 0;
};

class Analyst {
public:
  using Clock = std::chrono::steady_clock;

  explicit Analyst(std::chrono::milliseconds budget);
  /// The thread cannot be stopped amid its work: an Analyst lives until the
  /// process ends.
  ~Analyst() = delete;

  /// What there is to say about a byte of a document; nothing where there is
  /// nothing. Waits for the budget at most, and for nothing where the thread
  /// has been at another question for that long.
  std::optional<Note> hover(const DocumentRef &document, size_t offset);

private:
  struct Job {
    DocumentRef document;
    size_t offset = 0;
    bool done = false;
    std::optional<Note> note;
  };
  /// A part of a document. No source: it does not parse.
  struct Parsed {
    DocumentRef document;
    size_t begin;
    std::unique_ptr<Source> source;
    std::map<const void *, std::string> known; // by what it is about
  };

  void work();
  std::optional<Note> answer(const DocumentRef &document, size_t offset);
  Parsed &parse(const DocumentRef &document, llvm::StringRef part);

  const std::chrono::milliseconds budget;
  std::mutex mutex;
  std::condition_variable changed;
  std::deque<std::shared_ptr<Job>> jobs;
  std::optional<Clock::time_point> busySince;
  std::deque<Parsed> parsed; // of the thread alone, the latest first
  std::thread thread;
};

} // namespace scanc::editor

#endif // SCANC_TOOLS_SCANC_LSP_SERVER_ANALYST_H
