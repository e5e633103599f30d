/*===- results.c - What was tested, as lines of JSON --------------*- C -*-===*\
|*
|* Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
|* See LICENSE for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
\*===----------------------------------------------------------------------===*/

#include "results.h"
#include "driver.h"

#include <stdio.h>

static FILE *file;
static unsigned failures;

void results_open(const char *path) {
  file = path ? fopen(path, "a") : stdout;
  if (file == NULL)
    stop("%s cannot be written", path);
}

static void print_quoted(const char *text) {
  fputc('"', file);
  for (; *text; ++text) {
    if (*text == '"' || *text == '\\')
      fputc('\\', file);
    if ((unsigned char)*text < 0x20)
      fprintf(file, "\\u%04x", (unsigned)*text);
    else
      fputc(*text, file);
  }
  fputc('"', file);
}

void results_begin(const char *launcher) {
  fprintf(file, "{\"begin\": ");
  print_quoted(launcher);
  fprintf(file, "}\n");
  fflush(file);
}

void results_progress(const char *launcher, uint64_t launches) {
  fprintf(file, "{\"progress\": ");
  print_quoted(launcher);
  fprintf(file, ", \"launches\": %llu}\n", (unsigned long long)launches);
  fflush(file);
}

void results_report(const char *launcher, const char *name,
                    const char *message) {
  int passed = message[0] == '\0';
  fprintf(file, "{\"suite\": \"load\", \"launcher\": ");
  print_quoted(launcher);
  fprintf(file, ", \"case\": ");
  print_quoted(name);
  fprintf(file, ", \"pass\": %s", passed ? "true" : "false");
  if (!passed) {
    fprintf(file, ", \"message\": ");
    print_quoted(message);
    ++failures;
  }
  fprintf(file, "}\n");
  fflush(file);
}

unsigned results_failures(void) { return failures; }
