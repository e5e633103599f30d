//===- ShadowMemory.cpp - Who accessed a byte last ------------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ShadowMemory.h"

using namespace scanc::simt;

ShadowMemory::Page &ShadowMemory::find(uintptr_t base) {
  if (base == lastBase)
    return *lastPage;
  std::unique_ptr<Page> &page = pages[base];
  if (!page) {
    page = std::make_unique<Page>();
    page->cells.resize(pageBytes / wordBytes);
  }
  lastBase = base;
  lastPage = page.get();
  return *page;
}

void ShadowMemory::refine(Page &page) {
  std::vector<Cell> bytes(pageBytes);
  for (uintptr_t i = 0; i < pageBytes; ++i) {
    const Cell &word = page.cells[i / wordBytes];
    bytes[i].bytes = 1;
    bytes[i].write = word.write;
    bytes[i].read = word.read;
    if (word.moreReads)
      bytes[i].moreReads = std::make_unique<Cell::Epochs>(*word.moreReads);
    if (word.atomics)
      bytes[i].atomics = std::make_unique<Cell::Atomics>(*word.atomics);
  }
  page.cells = std::move(bytes);
  page.fine = true;
}

void ShadowMemory::forget(uintptr_t address, uint64_t bytes) {
  for (uintptr_t base = address; base < address + bytes; base += pageBytes)
    pages.erase(base);
  lastBase = 1;
}
