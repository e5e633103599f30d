/*===- tune.c - Measures the candidates of a bundle ---------------*- C -*-===*\
|*
|* Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
|* See LICENSE for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
|*   tune --out FILE [--budget SECONDS] [--warm I/N]
|*
|* Each measurement is a line of FILE, written when it is done; those that are
|* there are not taken again. --warm loads a share of the candidates and stops:
|* the driver keeps what it compiled, and several processes share the work.
|*
|*   status  0 done, or out of time
|*           1 the bundle or the file is wrong, or outputs were
|*           2 wrong usage
|*           3 the GPU failed or is missing
|*
|* It is compiled where it runs, by a C compiler alone; the current folder is
|* the bundle.
|*
\*===----------------------------------------------------------------------===*/

#define _POSIX_C_SOURCE 200809L

/* Which includes the rest of the runtime. */
#include "scanc_axis.c"

#include <dlfcn.h>
#include <time.h>
#include <unistd.h>

#include "tune.h"

#include "candidates.c"

#include "tune_gpu.c"

enum { TUNE_WARM_UPS = 3 };

#define TUNE_CANDIDATES (sizeof(tune_candidates) / sizeof(*tune_candidates))
#define TUNE_MEASUREMENTS                                                      \
  (sizeof(tune_measurements) / sizeof(*tune_measurements))

/*===----------------------------------------------------------------------===*\
|* The results
\*===----------------------------------------------------------------------===*/

static FILE *results;
static const char *results_path;
static char is_done[TUNE_MEASUREMENTS];
static size_t done_count;

/* The first line of the results, up to the date: what later runs must agree
   on. */
static void print_header(char *text, size_t size) {
  snprintf(text, size,
           "{\"format\": 1, \"bundle\": \"%s\", \"scanc\": \"%s\", "
           "\"measurements\": %lu, \"device\": \"%s\", \"arch\": \"sm_%u\", "
           "\"compiled_for\": \"sm_%u\", "
           "\"multiprocessors\": %d, \"shared_bytes\": %d, \"threads\": %d, "
           "\"registers\": %d, \"date\": \"",
           tune_bundle, tune_scanc, (unsigned long)TUNE_MEASUREMENTS, gpu.name,
           gpu.arch, tune_arch, gpu.sm_count, gpu.shared_bytes, gpu.threads,
           gpu.registers);
}

static void bad_results(unsigned line, const char *why) {
  fprintf(stderr, "tune: error: %s:%u: %s; name another file with --out\n",
          results_path, line, why);
  exit(1);
}

static void note_result(const char *line, unsigned number) {
  static const char start[] = "{\"id\": \"";
  const size_t skip = sizeof(start) - 1;
  size_t i, length;
  if (strncmp(line, start, skip) != 0)
    bad_results(number, "this is no measurement");
  length = strcspn(line + skip, "\"");
  for (i = 0; i < TUNE_MEASUREMENTS; ++i)
    if (strlen(tune_measurements[i].id) == length &&
        strncmp(tune_measurements[i].id, line + skip, length) == 0) {
      done_count += !is_done[i];
      is_done[i] = 1;
      return;
    }
  bad_results(number, "this is no measurement of this bundle");
}

/* Opens the results; notes what they hold, and drops a line cut short. */
static void open_results(void) {
  char header[1024], *line = NULL, date[16];
  size_t capacity = 0;
  ssize_t length;
  long end = 0;
  unsigned number = 0;
  time_t now = time(NULL);
  print_header(header, sizeof(header));
  results = fopen(results_path, "a+");
  if (results == NULL)
    fail(1, "cannot write the results", results_path);
  rewind(results);
  while ((length = getline(&line, &capacity, results)) > 0 &&
         line[length - 1] == '\n') {
    if (++number == 1 && strncmp(line, header, strlen(header)) != 0)
      bad_results(1, "these results are of another bundle or another GPU");
    if (number > 1)
      note_result(line, number);
    end += length;
  }
  free(line);
  if (fflush(results) != 0 || ftruncate(fileno(results), end) != 0 ||
      fseek(results, 0, SEEK_END) != 0)
    fail(1, "cannot write the results", results_path);
  if (number == 0) {
    strftime(date, sizeof(date), "%Y-%m-%d", gmtime(&now));
    fprintf(results, "%s%s\"}\n", header, date);
  }
}

static void write_result(const char *id, const char *members,
                         const char *figures) {
  if (fprintf(results, "{\"id\": \"%s\", %s, %s}\n", id, members, figures) <
          0 ||
      fflush(results) != 0)
    fail(1, "cannot write the results", results_path);
}

/*===----------------------------------------------------------------------===*\
|* One measurement
\*===----------------------------------------------------------------------===*/

/* A scan on its own terms, or those of a measurement. */
static struct scanc_scan scan_of(const struct tune_measurement *measurement) {
  struct scanc_scan scan = tune_candidates[measurement->candidate].scan;
  const unsigned blocks = measurement->blocks_per_sm * (unsigned)gpu.sm_count;
  if (measurement->blocks_per_sm != 0)
    scan.parameters[SCANC_BLOCKS_PER_SM] = measurement->blocks_per_sm;
  if (scan.parameters[SCANC_MAX_BLOCKS] < blocks)
    scan.parameters[SCANC_MAX_BLOCKS] = blocks;
  if (measurement->tensor == NULL)
    scan.parameters[SCANC_SINGLE_BLOCK_UP_TO] =
        measurement->single ? SCANC_MAX_ELEMENTS : 0;
  return scan;
}

/* What is to be timed; `copy` for the copy. */
struct contestant {
  int copy;
  const struct scanc_scan *scan;
  struct scanc_module *module;
  const scanc_tensor *tensor; /* null: a line of n elements */
  uint64_t n, bytes;
  unsigned next; /* slot */
  double rounds[32];
};

static scanc_status launch(struct contestant *c) {
  const uint64_t step = (c->bytes + 255) / 256 * 256;
  const tune_address in = memory.in + c->next * step;
  const tune_address out = memory.out + c->next * step;
  struct scanc_form form;
  const void *from;
  void *to;
  c->next = (c->next + 1) % count_slots(c->bytes);
  if (c->copy)
    return gpu.copy(out, in, c->bytes, gpu.stream) == 0 ? SCANC_OK
                                                        : SCANC_ERROR_LAUNCH;
  from = (const void *)(uintptr_t)in;
  to = (void *)(uintptr_t)out;
  if (c->tensor != NULL) {
    /* As NAME_axis does, and for rows without gaps NAME_rows. */
    form.scans = c->scan;
    form.count = 1;
    form.module = c->module;
    return scanc_run_axis(&form, 1, gpu.stream, &from, &to, c->tensor, NULL,
                          (void *)(uintptr_t)memory.workspace);
  }
  return scanc_run(c->scan, 1, c->module, gpu.stream, &from, &to, c->n, NULL,
                   (void *)(uintptr_t)memory.workspace);
}

static void must_launch(struct contestant *c) {
  const scanc_status status = launch(c);
  if (status != SCANC_OK)
    fail(3, "a launch failed", scanc_status_string(status));
}

static double time_batch(struct contestant *c) {
  const unsigned launches = count_launches(c->bytes);
  unsigned i;
  float milliseconds = 0;
  must(gpu.event_record(gpu.start, gpu.stream), "cuEventRecord");
  for (i = 0; i < launches; ++i)
    must_launch(c);
  must(gpu.event_record(gpu.stop, gpu.stream), "cuEventRecord");
  must(gpu.event_wait(gpu.stop), "running a batch");
  must(gpu.event_time(&milliseconds, gpu.start, gpu.stop),
       "cuEventElapsedTime");
  return 1000.0 * milliseconds / launches;
}

static int compare_numbers(const void *a, const void *b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/* Runs the scan twice, since the first run leaves the workspace to the second,
   and says what is wrong with it; null for nothing. */
static const char *check(struct contestant *c, enum tune_check check) {
  scanc_status status;
  int run;
  must(scanc_driver.fill(memory.out, TUNE_POISON, c->bytes + TUNE_GUARD,
                         gpu.stream),
       "poisoning the outputs");
  status = scanc_init_workspace(c->scan, 1, (void *)(uintptr_t)memory.workspace,
                                gpu.stream);
  for (run = 0; run < 2 && status == SCANC_OK; ++run) {
    c->next = 0;
    status = launch(c);
  }
  if (status != SCANC_OK)
    return scanc_status_string(status);
  must(gpu.stream_wait(gpu.stream), "running a candidate");
  if (check == TUNE_NO_OUTPUT)
    return NULL;
  if (count_differences(check == TUNE_COPY ? memory.in : memory.expected,
                        c->bytes) != 0)
    return "wrong outputs";
  return is_guard_whole(c->bytes) ? NULL : "wrote behind the outputs";
}

static const struct tune_measurement *current;

/* A measurement that ends the run is not tried again: the others go on. */
static void note_failure(const char *text) {
  char figures[256];
  snprintf(figures, sizeof(figures), "\"failure\": \"%s\"", text);
  when_gpu_fails = NULL;
  write_result(current->id, current->members, figures);
  fprintf(stderr, "%stune: %s failed; run it again to go on with the rest\n",
          isatty(2) ? "\n" : "", current->id);
}

/* Returns what is wrong, or null. */
static const char *measure(const struct tune_measurement *measurement,
                           struct scanc_module *module,
                           const char *const *ptx) {
  const struct tune_candidate *candidate =
      &tune_candidates[measurement->candidate];
  struct scanc_scan scan = scan_of(measurement);
  struct contestant each[2];
  char figures[256];
  const char *wrong;
  int i, k;
  scan.ptx = ptx;
  prepare_workspace(&scan);
  memset(each, 0, sizeof(each));
  for (k = 0; k < 2; ++k) {
    each[k].copy = k == 0;
    each[k].scan = &scan;
    each[k].module = module;
    each[k].tensor = measurement->tensor;
    each[k].n = measurement->n;
    each[k].bytes = measurement->n * candidate->bytes;
  }
  wrong = check(&each[1], candidate->check);
  if (wrong != NULL) {
    snprintf(figures, sizeof(figures), "\"failure\": \"%s\"", wrong);
    write_result(measurement->id, measurement->members, figures);
    return wrong;
  }
  for (k = 0; k < 2; ++k) {
    for (i = 0; i < TUNE_WARM_UPS; ++i)
      must_launch(&each[k]);
    must(gpu.stream_wait(gpu.stream), "warming up");
  }
  /* In turns, so that what disturbs the machine disturbs both. */
  for (i = 0; i < tune_rounds; ++i)
    for (k = 0; k < 2; ++k)
      each[k].rounds[i] = time_batch(&each[k]);
  for (k = 0; k < 2; ++k)
    qsort(each[k].rounds, tune_rounds, sizeof(double), compare_numbers);
  snprintf(figures, sizeof(figures),
           "\"us\": %.4f, \"lower_us\": %.4f, \"upper_us\": %.4f, "
           "\"copy_us\": %.4f",
           each[1].rounds[tune_rounds / 2], each[1].rounds[tune_rounds / 4],
           each[1].rounds[tune_rounds - 1 - tune_rounds / 4],
           each[0].rounds[tune_rounds / 2]);
  write_result(measurement->id, measurement->members, figures);
  return NULL;
}

/*===----------------------------------------------------------------------===*\
|* All of them
\*===----------------------------------------------------------------------===*/

static double now_seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* One bar on a terminal; elsewhere a line for each tenth. */
static void show_progress(const char *id, size_t done_now, double seconds) {
  static int last_tenth = -1;
  const size_t left = TUNE_MEASUREMENTS - done_count;
  const int tenth = (int)(10 * done_count / TUNE_MEASUREMENTS);
  const unsigned rest =
      done_now ? (unsigned)(seconds / (double)done_now * (double)left) : 0;
  char estimate[48] = "";
  if (done_now)
    snprintf(estimate, sizeof(estimate), ", about %u:%02u left", rest / 60,
             rest % 60);
  if (isatty(2))
    fprintf(stderr, "\r\x1b[K[%.*s%.*s] %lu/%lu%s, %.36s", tenth, "##########",
            10 - tenth, "----------", (unsigned long)done_count,
            (unsigned long)TUNE_MEASUREMENTS, estimate, id);
  else if (tenth != last_tenth)
    fprintf(stderr, "tune: %lu of %lu%s\n", (unsigned long)done_count,
            (unsigned long)TUNE_MEASUREMENTS, estimate);
  last_tenth = tenth;
}

static uint64_t most_bytes(unsigned element) {
  uint64_t most = 0, bytes;
  size_t i;
  for (i = 0; i < TUNE_MEASUREMENTS; ++i) {
    bytes = tune_measurements[i].n * element;
    if (tune_candidates[tune_measurements[i].candidate].bytes == element &&
        !is_done[i] && bytes > most)
      most = bytes;
  }
  return most;
}

static int measure_all(double budget) {
  struct scanc_module module = {0};
  const char *ptx[2] = {NULL, NULL};
  char *text = NULL;
  size_t i, done_now = 0, failures = 0, loaded = TUNE_CANDIDATES;
  const double begin = now_seconds();
  for (i = 0; i < TUNE_MEASUREMENTS; ++i) {
    const struct tune_measurement *measurement = &tune_measurements[i];
    const struct tune_candidate *candidate =
        &tune_candidates[measurement->candidate];
    const char *wrong;
    if (is_done[i])
      continue;
    if (budget > 0 && now_seconds() - begin > budget)
      break;
    show_progress(measurement->id, done_now, now_seconds() - begin);
    if (loaded != measurement->candidate) {
      (void)scanc_unload(&module);
      memset(&module, 0, sizeof(module));
      free(text);
      text = read_file(candidate->ptx);
      ptx[0] = text;
      loaded = measurement->candidate;
    }
    prepare_memory(candidate->bytes, most_bytes(candidate->bytes),
                   measurement->tensor);
    current = measurement;
    when_gpu_fails = note_failure;
    wrong = measure(measurement, &module, ptx);
    when_gpu_fails = NULL;
    if (wrong != NULL) {
      ++failures;
      fprintf(stderr, "%stune: %s: %s\n", isatty(2) ? "\n" : "",
              measurement->id, wrong);
    }
    is_done[i] = 1;
    ++done_count;
    ++done_now;
  }
  free(text);
  fprintf(stderr, "%stune: %lu of %lu measurements are in %s%s\n",
          isatty(2) ? "\n" : "", (unsigned long)done_count,
          (unsigned long)TUNE_MEASUREMENTS, results_path,
          done_count < TUNE_MEASUREMENTS ? "; run it again to go on" : "");
  return failures != 0;
}

/* Loads candidates i, i + n, .. without measuring them. */
static void warm(unsigned i, unsigned n) {
  for (; i < TUNE_CANDIDATES; i += n) {
    struct scanc_scan scan = tune_candidates[i].scan;
    struct scanc_module module = {0};
    char *text = read_file(tune_candidates[i].ptx);
    const char *ptx[2] = {NULL, NULL};
    ptx[0] = text;
    scan.ptx = ptx;
    /* What cannot be loaded fails again, and is told, when it is measured. */
    if (scanc_load(&scan, 1, &module) == SCANC_OK)
      (void)scanc_unload(&module);
    free(text);
  }
}

int main(int argc, char **argv) {
  double budget = 0;
  unsigned share = 0, shares = 0;
  char rest;
  int i;
  for (i = 1; i < argc; i += 2) {
    const char *value = i + 1 < argc ? argv[i + 1] : NULL;
    if (value != NULL && strcmp(argv[i], "--out") == 0)
      results_path = value;
    else if (value == NULL ||
             ((strcmp(argv[i], "--budget") != 0 ||
               sscanf(value, "%lf%c", &budget, &rest) != 1 || !(budget > 0)) &&
              (strcmp(argv[i], "--warm") != 0 ||
               sscanf(value, "%u/%u%c", &share, &shares, &rest) != 2 ||
               shares == 0)))
      fail(2, "usage: --out FILE [--budget SECONDS] [--warm I/N], got",
           argv[i]);
  }
  if (results_path == NULL && shares == 0)
    fail(2, "--out FILE is missing", "");
  open_gpu();
  if (gpu.arch < tune_arch)
    fail(3, "the GPU is older than the bundle's architecture", gpu.name);
  if (shares != 0) {
    warm(share, shares);
    return 0;
  }
  open_results();
  return measure_all(budget);
}
