//===- Analyst.cpp - Hovers, computed aside and remembered ----------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analyst.h"

#include "Facts.h"

#include "llvm/ADT/STLExtras.h"

using namespace scanc;
using namespace scanc::editor;
using llvm::StringRef;

/// Parts of documents that stay parsed.
static constexpr size_t maxParsed = 16;

Analyst::Analyst(std::chrono::milliseconds budget)
    : budget(budget), thread([this] { work(); }) {
  thread.detach();
}

std::optional<Note> Analyst::hover(const DocumentRef &document, size_t offset) {
  auto job = std::make_shared<Job>();
  job->document = document;
  job->offset = offset;
  std::unique_lock lock(mutex);
  jobs.push_back(job);
  changed.notify_all();
  const Clock::time_point asked = Clock::now();
  while (!job->done) {
    const Clock::time_point until = busySince.value_or(asked) + budget;
    if (Clock::now() >= until)
      return Note{"**scanc**: still working this out; hover again\n", offset,
                  offset};
    changed.wait_until(lock, until);
  }
  return job->note;
}

void Analyst::work() {
  std::unique_lock lock(mutex);
  while (true) {
    changed.wait(lock, [&] { return !jobs.empty(); });
    std::shared_ptr<Job> job = jobs.front();
    jobs.pop_front();
    if (!job->document->outdated) {
      busySince = Clock::now();
      lock.unlock();
      std::optional<Note> note = answer(job->document, job->offset);
      lock.lock();
      job->note = std::move(note);
      busySince.reset();
    }
    job->done = true;
    changed.notify_all();
  }
}

Analyst::Parsed &Analyst::parse(const DocumentRef &document, StringRef part) {
  llvm::erase_if(
      parsed, [](const Parsed &old) { return bool(old.document->outdated); });
  const size_t begin = part.data() - document->text.data();
  auto found = llvm::find_if(parsed, [&](const Parsed &old) {
    return old.document == document && old.begin == begin;
  });
  if (found != parsed.end())
    return *found;
  if (parsed.size() == maxParsed)
    parsed.pop_back();
  return parsed.emplace_front(Parsed{document, begin, Source::parse(part), {}});
}

std::optional<Note> Analyst::answer(const DocumentRef &document,
                                    size_t offset) {
  if (document->excess)
    return std::nullopt;
  for (StringRef part : partsOf(document->text)) {
    const size_t begin = part.data() - document->text.data();
    if (offset < begin || offset > begin + part.size())
      continue;
    Parsed &text = parse(document, part);
    std::optional<Subject> subject;
    if (text.source)
      subject = text.source->find(offset - begin);
    if (!subject)
      return std::nullopt;
    const void *key = subject->op      ? subject->op
                      : subject->value ? subject->value.getAsOpaquePointer()
                                       : subject->family.getAsOpaquePointer();
    auto [known, isNew] = text.known.try_emplace(key);
    if (isNew)
      known->second = describe(*text.source, *subject);
    if (known->second.empty())
      return std::nullopt;
    return Note{known->second, subject->begin + begin, subject->end + begin};
  }
  return std::nullopt;
}
