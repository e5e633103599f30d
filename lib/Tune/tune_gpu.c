/*===- tune_gpu.c - The GPU that is tuned -------------------------*- C -*-===*\
|*
|* Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
|* See LICENSE for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
|* The driver, opened as the launchers open it, and the memory that scans run
|* on. tune.c includes this file; everything in it is static. A failure here
|* ends the run with status 3.
|*
\*===----------------------------------------------------------------------===*/

/* What outputs hold before a scan, and what nothing may change behind them. */
enum { TUNE_POISON = 0xa5, TUNE_GUARD = 256 };

/* Slots begin at multiples of 256 bytes. */
enum { TUNE_MOST_SLOTS = 64, TUNE_SLACK = 256 * TUNE_MOST_SLOTS + TUNE_GUARD };

/* Bytes over which launches take turns, more than an L2 holds. */
#define TUNE_WORKING_SET (UINT64_C(160) << 20)

enum {
  TUNE_SHARED_BYTES = 97, /* CU_DEVICE_ATTRIBUTE_.._PER_BLOCK_OPTIN */
  TUNE_THREADS = 39,      /* .._MAX_THREADS_PER_MULTIPROCESSOR */
  TUNE_REGISTERS = 82     /* .._MAX_REGISTERS_PER_MULTIPROCESSOR */
};

typedef unsigned long long tune_address;

static struct {
  /* Entry points; every one returns a CUresult, 0 for success. */
  int (*device)(int *device, int ordinal);
  int (*device_name)(char *name, int length, int device);
  int (*retain)(void **context, int device);
  int (*set_context)(void *context);
  int (*allocate)(tune_address *pointer, size_t bytes);
  int (*release)(tune_address pointer);
  int (*to_device)(tune_address to, const void *from, size_t bytes);
  int (*to_host)(void *to, tune_address from, size_t bytes);
  int (*copy)(tune_address to, tune_address from, size_t bytes,
              struct CUstream_st *stream);
  int (*stream_create)(struct CUstream_st **stream, unsigned flags);
  int (*stream_wait)(struct CUstream_st *stream);
  int (*event_create)(void **event, unsigned flags);
  int (*event_record)(void *event, struct CUstream_st *stream);
  int (*event_wait)(void *event);
  int (*event_time)(float *milliseconds, void *start, void *stop);

  char name[256];
  unsigned arch;
  int sm_count, shared_bytes, threads, registers;
  struct CUstream_st *stream;
  void *start, *stop; /* events */
  void *compare;      /* the kernel of compare.ptx */
} gpu;

/* Of elements in C order: chains that lie side by side, and elements of each.
   Without a length, all elements are one chain. */
struct sums {
  uint64_t chains, length;
};

/* What scans run on: `bytes` of inputs, of outputs with a guard, and of the
   sums that are expected; and small things. */
static struct {
  unsigned element; /* bytes of one; 0 while there is nothing */
  uint64_t bytes;
  struct sums sums; /* those that are expected */
  tune_address in, out, expected, workspace, scratch;
  uint64_t workspace_bytes;
} memory;

/* Told of a failure of the GPU before it ends the run. */
static void (*when_gpu_fails)(const char *text);

static void fail(int status, const char *text, const char *detail) {
  if (status == 3 && when_gpu_fails != NULL)
    when_gpu_fails(text);
  fprintf(stderr, "%stune: error: %s%s%s\n", isatty(2) ? "\n" : "", text,
          detail[0] ? ": " : "", detail);
  exit(status);
}

static void must(int result, const char *what) {
  char text[32];
  if (result == 0)
    return;
  snprintf(text, sizeof(text), "CUresult %d", result);
  fail(3, what, text);
}

/* The text of a file, to be freed. */
static char *read_file(const char *path) {
  FILE *file = fopen(path, "rb");
  char *text = NULL;
  long size = -1;
  if (file != NULL && fseek(file, 0, SEEK_END) == 0)
    size = ftell(file);
  if (size >= 0 && fseek(file, 0, SEEK_SET) == 0)
    text = (char *)malloc((size_t)size + 1);
  if (text == NULL || fread(text, 1, (size_t)size, file) != (size_t)size)
    fail(1, "cannot read the bundle's file", path);
  text[size] = '\0';
  fclose(file);
  return text;
}

static void find_functions(void) {
  void *libcuda = dlopen(SCANC_LIBCUDA, RTLD_NOW | RTLD_LOCAL);
  const struct {
    const char *name;
    void *slot;
  } wanted[] = {{"cuDeviceGet", &gpu.device},
                {"cuDeviceGetName", &gpu.device_name},
                {"cuDevicePrimaryCtxRetain", &gpu.retain},
                {"cuCtxSetCurrent", &gpu.set_context},
                {"cuMemAlloc_v2", &gpu.allocate},
                {"cuMemFree_v2", &gpu.release},
                {"cuMemcpyHtoD_v2", &gpu.to_device},
                {"cuMemcpyDtoH_v2", &gpu.to_host},
                {"cuMemcpyDtoDAsync_v2", &gpu.copy},
                {"cuStreamCreate", &gpu.stream_create},
                {"cuStreamSynchronize", &gpu.stream_wait},
                {"cuEventCreate", &gpu.event_create},
                {"cuEventRecord", &gpu.event_record},
                {"cuEventSynchronize", &gpu.event_wait},
                {"cuEventElapsedTime", &gpu.event_time}};
  size_t i;
  for (i = 0; i < sizeof(wanted) / sizeof(*wanted); ++i)
    if (libcuda == NULL || !scanc_find(libcuda, wanted[i].name, wanted[i].slot))
      fail(3, "no GPU: the CUDA driver lacks a function", wanted[i].name);
}

static int attribute(int which, int device) {
  int value = 0;
  must(scanc_driver.attribute(&value, which, device), "cuDeviceGetAttribute");
  return value;
}

/* Finds the GPU and makes it current. */
static void open_gpu(void) {
  void *context = NULL, *library = NULL;
  char *text, *c;
  int device = 0;
  scanc_status status = scanc_open_driver();
  if (status != SCANC_OK)
    fail(3, "no GPU", scanc_status_string(status));
  find_functions();
  must(gpu.device(&device, 0), "cuDeviceGet");
  must(gpu.device_name(gpu.name, sizeof(gpu.name) - 1, device),
       "cuDeviceGetName");
  /* It becomes a string of JSON. */
  for (c = gpu.name; *c != '\0'; ++c)
    if (*c < ' ' || *c == '"' || *c == '\\')
      *c = ' ';
  gpu.arch = (unsigned)(10 * attribute(SCANC_CUDA_CAPABILITY_MAJOR, device) +
                        attribute(SCANC_CUDA_CAPABILITY_MINOR, device));
  gpu.sm_count = attribute(SCANC_CUDA_SM_COUNT, device);
  gpu.shared_bytes = attribute(TUNE_SHARED_BYTES, device);
  gpu.threads = attribute(TUNE_THREADS, device);
  gpu.registers = attribute(TUNE_REGISTERS, device);
  must(gpu.retain(&context, device), "cuDevicePrimaryCtxRetain");
  must(gpu.set_context(context), "cuCtxSetCurrent");
  must(gpu.stream_create(&gpu.stream, 0), "cuStreamCreate");
  must(gpu.event_create(&gpu.start, 0), "cuEventCreate");
  must(gpu.event_create(&gpu.stop, 0), "cuEventCreate");
  text = read_file("ptx/compare.ptx");
  must(scanc_driver.load(&library, text, NULL, NULL, 0, NULL, NULL, 0),
       "loading compare.ptx");
  must(scanc_driver.kernel(&gpu.compare, library, "scanc_bench_compare"),
       "cuLibraryGetKernel");
  free(text);
}

/*===----------------------------------------------------------------------===*\
|* Memory
\*===----------------------------------------------------------------------===*/

/* A pseudo-random number for each i. */
static uint64_t scramble(uint64_t i) {
  i = (i + 1) * UINT64_C(0x9e3779b97f4a7c15);
  i ^= i >> 32;
  return i * UINT64_C(0xd6e8feb86659fd93);
}

/* Words of a type: each of the `width` columns has exclusive sums of its own,
   which begin anew after `length` rows. */
#define TUNE_FILL(TYPE)                                                        \
  do {                                                                         \
    TYPE *x = (TYPE *)in, *y = (TYPE *)expected;                               \
    const uint64_t words = chunk / sizeof(TYPE);                               \
    for (i = 0; i < words; ++i) {                                              \
      x[i] = (TYPE)(scramble(first + i) >> 56);                                \
      y[i] = (TYPE)sums[column];                                               \
      sums[column] += x[i];                                                    \
      if (++column == width) {                                                 \
        column = 0;                                                            \
        if (++row == memory.sums.length) {                                     \
          row = 0;                                                             \
          memset(sums, 0, width * sizeof(*sums));                              \
        }                                                                      \
      }                                                                        \
    }                                                                          \
    first += words;                                                            \
  } while (0)

/* Inputs whose sums are exact, and these, a chunk after another. */
static void fill_memory(void) {
  const uint64_t most = UINT64_C(16) << 20;
  const uint64_t width = memory.sums.chains * (memory.element == 16 ? 2 : 1);
  void *in = malloc(most), *expected = malloc(most);
  uint64_t *sums = (uint64_t *)calloc(width, sizeof(*sums));
  uint64_t row = 0, column = 0, first = 0, i, at, chunk;
  if (in == NULL || expected == NULL || sums == NULL)
    fail(1, "there is not enough host memory", "");
  for (at = 0; at < memory.bytes; at += chunk) {
    chunk = memory.bytes - at < most ? memory.bytes - at : most;
    if (memory.element == 1)
      TUNE_FILL(uint8_t);
    else if (memory.element == 2)
      TUNE_FILL(uint16_t);
    else if (memory.element == 4)
      TUNE_FILL(uint32_t);
    else
      TUNE_FILL(uint64_t);
    must(gpu.to_device(memory.in + at, in, chunk), "copying inputs");
    must(gpu.to_device(memory.expected + at, expected, chunk),
         "copying expected outputs");
  }
  free(in);
  free(expected);
  free(sums);
}

/* What comes out of a scan along the axis of a tensor, or of a line. */
static struct sums sums_of(const scanc_tensor *tensor) {
  struct sums sums = {1, 0};
  uint32_t k;
  if (tensor == NULL)
    return sums;
  sums.length = tensor->extent[tensor->axis];
  for (k = tensor->axis + 1; k < tensor->rank; ++k)
    sums.chains *= tensor->extent[k];
  return sums;
}

static void reserve(tune_address *pointer, uint64_t bytes) {
  if (*pointer != 0)
    must(gpu.release(*pointer), "cuMemFree");
  *pointer = 0;
  must(gpu.allocate(pointer, bytes), "the GPU has not enough memory");
}

/* Readies the memory for scans of `bytes` bytes in elements of `element`, of a
   tensor or of lines. */
static void prepare_memory(unsigned element, uint64_t bytes,
                           const scanc_tensor *tensor) {
  const struct sums sums = sums_of(tensor);
  if (bytes < TUNE_WORKING_SET)
    bytes = TUNE_WORKING_SET;
  /* What is there for other tensors stays as large. */
  if (memory.element == element && memory.bytes > bytes)
    bytes = memory.bytes;
  if (memory.element == element && memory.bytes == bytes &&
      memory.sums.chains == sums.chains && memory.sums.length == sums.length)
    return;
  if (memory.bytes != bytes) {
    reserve(&memory.in, bytes + TUNE_SLACK);
    reserve(&memory.expected, bytes);
    reserve(&memory.out, bytes + TUNE_SLACK);
  }
  if (memory.scratch == 0)
    reserve(&memory.scratch, 256);
  memory.element = element;
  memory.bytes = bytes;
  memory.sums = sums;
  fill_memory();
}

static void prepare_workspace(const struct scanc_scan *scan) {
  const uint64_t bytes = scanc_workspace_bytes(scan, 1, SCANC_MAX_ELEMENTS);
  if (bytes > memory.workspace_bytes || memory.workspace == 0) {
    memory.workspace_bytes = bytes > 4096 ? bytes : 4096;
    reserve(&memory.workspace, memory.workspace_bytes);
  }
}

/*===----------------------------------------------------------------------===*\
|* Checking and timing
\*===----------------------------------------------------------------------===*/

/* How many 4-byte words of the first `bytes` outputs differ from `expected`. */
static uint64_t count_differences(tune_address expected, uint64_t bytes) {
  struct {
    uint64_t words, first;
    uint32_t mask[2];
  } state = {0, UINT64_MAX, {UINT32_MAX, UINT32_MAX}};
  tune_address mask = memory.scratch + 16;
  uint64_t period = 1, count = bytes / 4;
  void *arguments[6];
  arguments[0] = &memory.out, arguments[1] = &expected, arguments[2] = &mask;
  arguments[3] = &period, arguments[4] = &count, arguments[5] = &memory.scratch;
  must(gpu.to_device(memory.scratch, &state, sizeof(state)), "copying a count");
  must(scanc_driver.launch(gpu.compare, 1024, 1, 1, 256, 1, 1, 0, gpu.stream,
                           arguments, NULL),
       "launching compare.ptx");
  must(gpu.stream_wait(gpu.stream), "comparing outputs");
  must(gpu.to_host(&state, memory.scratch, sizeof(state)), "copying a count");
  return state.words;
}

/* Whether nothing was written behind `bytes` of outputs. */
static int is_guard_whole(uint64_t bytes) {
  unsigned char guard[TUNE_GUARD];
  size_t i;
  must(gpu.to_host(guard, memory.out + bytes, sizeof(guard)), "copying bytes");
  for (i = 0; i < sizeof(guard); ++i)
    if (guard[i] != TUNE_POISON)
      return 0;
  return 1;
}

/* Slots of `bytes` that launches take turns in: so many as outgrow the working
   set, up to a limit. */
static unsigned count_slots(uint64_t bytes) {
  unsigned slots = 1;
  while (slots < TUNE_MOST_SLOTS && slots * 2 * bytes < TUNE_WORKING_SET)
    slots *= 2;
  return slots;
}

/* Launches between two events: so many that a batch is long against what it
   costs to begin one. */
static unsigned count_launches(uint64_t bytes) {
  if (2 * bytes <= UINT64_C(8) << 20)
    return 64;
  return 2 * bytes <= UINT64_C(128) << 20 ? 16 : 4;
}
