/*===- manifest.c - The scans of a bundle -------------------------*- C -*-===*\
|*
|* Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
|* See LICENSE for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
\*===----------------------------------------------------------------------===*/

#include "manifest.h"
#include "driver.h"

#include <stdlib.h>
#include <string.h>

int has_word(const char *list, const char *word) {
  size_t length = strlen(word);
  while (list != NULL && *list) {
    size_t span = strcspn(list, ",");
    if (span == length && memcmp(list, word, length) == 0)
      return 1;
    list += span + (list[span] != '\0');
  }
  return 0;
}

static void set_text(char *field, size_t capacity, const char *value) {
  if (strlen(value) >= capacity)
    stop("the manifest's '%s' is too long", value);
  strcpy(field, value);
}

#define SET_TEXT(FIELD) set_text(scan->FIELD, sizeof(scan->FIELD), value)

static void set_field(struct scan_info *scan, const char *key,
                      const char *value) {
  if (strcmp(key, "name") == 0)
    SET_TEXT(name);
  else if (strcmp(key, "op") == 0)
    SET_TEXT(op);
  else if (strcmp(key, "elem") == 0)
    SET_TEXT(elem);
  else if (strcmp(key, "out") == 0)
    SET_TEXT(out);
  else if (strcmp(key, "init") == 0)
    SET_TEXT(init);
  else if (strcmp(key, "strategy") == 0)
    SET_TEXT(strategy);
  else if (strcmp(key, "groups") == 0)
    SET_TEXT(groups);
  else if (strcmp(key, "inclusive") == 0)
    scan->inclusive = atoi(value);
  else if (strcmp(key, "reverse") == 0)
    scan->reverse = atoi(value);
  else if (strcmp(key, "soa") == 0)
    scan->soa = atoi(value);
  else if (strcmp(key, "deterministic") == 0)
    scan->deterministic = atoi(value);
  else if (strcmp(key, "tile") == 0)
    scan->tile = strtoull(value, NULL, 10);
}

/* Cuts the next piece off *rest, which ends before `separator`. */
static char *next_piece(char **rest, char separator) {
  char *piece = *rest, *end;
  if (piece == NULL || *piece == '\0')
    return NULL;
  end = strchr(piece, separator);
  *rest = end ? end + 1 : NULL;
  if (end)
    *end = '\0';
  return piece;
}

static void read_line(char *line, struct scan_info *scan) {
  char *pair;
  memset(scan, 0, sizeof(*scan));
  while ((pair = next_piece(&line, '\t')) != NULL) {
    char *equals = strchr(pair, '=');
    if (equals == NULL)
      stop("the manifest's '%s' is no key=value", pair);
    *equals = '\0';
    set_field(scan, pair, equals + 1);
  }
}

unsigned read_manifest(const char *path, const char *names,
                       struct scan_info scans[MAX_SCANS]) {
  char *text = read_text(path), *rest = text, *line;
  unsigned count = 0;
  while ((line = next_piece(&rest, '\n')) != NULL) {
    struct scan_info scan;
    read_line(line, &scan);
    if (names ? !has_word(names, scan.name)
              : !has_word(scan.groups, "load") &&
                    !has_word(scan.groups, "repeats"))
      continue;
    if (count == MAX_SCANS)
      stop("more than %d scans", MAX_SCANS);
    scans[count++] = scan;
  }
  free(text);
  return count;
}
