/*===- main.c - Scans under load ----------------------------------*- C -*-===*\
|*
|* Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
|* See LICENSE for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
|*   load PART --manifest=FILE --folder=DIR [--kernels=FILE] [--results=FILE]
|*        [--names=A,B,..] [--quick] [--launches=N] [--times=N] [--max-n=N]
|*        [--limit=SECONDS]
|*
|* PART is one of those below for the scans named, or `load`: all of them for
|* the scans of the manifest's group `load`, and `repeats` for those of that
|* group.
|*
|* --launches is how many of a scan follow each other on one workspace; --times
|* is how many each of the eight streams has, and of replays, repeats and
kernels
|* that come and go. --limit says after how much time without progress a stream
|* hangs.
|*
|* Exit status: 0 all passed, 1 some failed, 2 wrong usage, 3 there is no GPU,
|* CUDA failed or a kernel hangs, and the scan that the results name last was
|* not finished.
|*
\*===----------------------------------------------------------------------===*/

#include "parts.h"
#include "results.h"
#include "watchdog.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
  const char *name;
  const char *group;
  void (*run)(const struct subject *subject, const struct options *options);
} parts[] = {
    {"launches", "load", run_launches}, {"streams", "load", run_streams},
    {"held", "load", run_held},         {"priorities", "load", run_priorities},
    {"replays", "load", run_replays},   {"repeats", "repeats", run_repeats}};

enum { PARTS = sizeof(parts) / sizeof(parts[0]) };

static int usage(const char *complaint, const char *argument) {
  int i;
  fprintf(stderr, "load: %s%s\nparts: load", complaint, argument);
  for (i = 0; i < PARTS; ++i)
    fprintf(stderr, " %s", parts[i].name);
  fprintf(stderr, "\n");
  return 2;
}

/* The value of --key=value, or null. */
static const char *value_of(const char *argument, const char *key) {
  size_t length = strlen(key);
  return strncmp(argument, key, length) == 0 && argument[length] == '='
             ? argument + length + 1
             : NULL;
}

static void set_defaults(struct options *options) {
  memset(options, 0, sizeof(*options));
  options->kernels = "kernels.ptx";
  options->launches = 1000000;
  options->stream_launches = 20000;
  options->replays = options->repeats = 1000;
  options->rounds = 200;
  options->max_n = ((uint64_t)1 << 22) + 4099;
  options->limit = 60;
}

/* Returns whether the argument is an option. */
static int set_option(struct options *options, const char *argument) {
  const char *value;
  if ((value = value_of(argument, "--manifest")) != NULL) {
    options->manifest = value;
  } else if ((value = value_of(argument, "--folder")) != NULL) {
    options->folder = value;
  } else if ((value = value_of(argument, "--kernels")) != NULL) {
    options->kernels = value;
  } else if ((value = value_of(argument, "--results")) != NULL) {
    options->results = value;
  } else if ((value = value_of(argument, "--names")) != NULL) {
    options->names = value;
  } else if ((value = value_of(argument, "--launches")) != NULL) {
    options->launches = strtoull(value, NULL, 10);
  } else if ((value = value_of(argument, "--times")) != NULL) {
    options->stream_launches = options->replays = options->repeats =
        options->rounds = strtoull(value, NULL, 10);
  } else if ((value = value_of(argument, "--max-n")) != NULL) {
    options->max_n = strtoull(value, NULL, 10);
  } else if ((value = value_of(argument, "--limit")) != NULL) {
    options->limit = atof(value);
  } else if (strcmp(argument, "--quick") == 0) {
    options->launches = 20000;
    options->stream_launches = 2000;
    options->rounds = 20;
  } else {
    return 0;
  }
  return 1;
}

/* Whether the part that was asked for has the scan run parts[i]. */
static int wants(const char *part, int i, const struct scan_info *scan) {
  return strcmp(part, "load") == 0 ? has_word(scan->groups, parts[i].group)
                                   : strcmp(part, parts[i].name) == 0;
}

static int wants_data(const char *part, const struct scan_info *scan) {
  int i;
  for (i = 0; i < PARTS; ++i)
    if (parts[i].run != run_repeats && wants(part, i, scan))
      return 1;
  return 0;
}

static void run(const char *part, const struct options *options) {
  static struct scan_info scans[MAX_SCANS];
  static struct subject subjects[MAX_SCANS];
  const struct subject *loaded[MAX_SCANS];
  unsigned count = read_manifest(options->manifest, options->names, scans);
  unsigned load_count = 0, s;
  for (s = 0; s < count; ++s) {
    int i;
    results_begin(scans[s].name);
    subject_open(&subjects[s], &scans[s], options->folder);
    if (wants_data(part, &scans[s])) {
      subject_prepare(&subjects[s], options->max_n);
      loaded[load_count++] = &subjects[s];
    }
    for (i = 0; i < PARTS; ++i)
      if (wants(part, i, &scans[s]))
        parts[i].run(&subjects[s], options);
  }
  if (load_count > 1 &&
      (strcmp(part, "load") == 0 || strcmp(part, "streams") == 0))
    run_mixed_streams(loaded, load_count, options);
}

int main(int argc, char **argv) {
  struct options options;
  int known, i;
  set_defaults(&options);
  if (argc < 2)
    return usage("which part?", "");
  known = strcmp(argv[1], "load") == 0;
  for (i = 0; i < PARTS; ++i)
    known |= strcmp(argv[1], parts[i].name) == 0;
  if (!known)
    return usage("no part ", argv[1]);
  for (i = 2; i < argc; ++i)
    if (!set_option(&options, argv[i]))
      return usage("no option ", argv[i]);
  if (options.manifest == NULL || options.folder == NULL)
    return usage("--manifest and --folder are needed", "");
  results_open(options.results);
  open_machine(options.kernels);
  watchdog_start(options.limit);
  run(argv[1], &options);
  return results_failures() ? 1 : 0;
}
