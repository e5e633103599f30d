/*===- scanc_runtime.c - Launching a compiled scan ----------------*- C -*-===*\
|*
|* Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
|* See LICENSE for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
|* The order of the checks, each with a status of its own: the arguments, then
|* the driver, the context, the workspace's allocation, the GPU, the loading
|* and last the launch.
|*
|* Loading and asking about an allocation are "potentially unsafe" calls, which
|* a thread may not make while a stream is captured unless its capture mode is
|* relaxed: it is, from the first such call until the function returns.
|*
|* One lock guards all that changes: the driver's table, the devices, and each
|* scan's module. It is never held during a launch. A launch counts itself in
|* module->launches instead, and an unload in another thread meanwhile is left
|* to whoever leaves last.
|*
\*===----------------------------------------------------------------------===*/

#include "scanc/Runtime/scanc_runtime.h"
#include "scanc_arguments.h"
#include "scanc_driver.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef SCANC_RUNTIME_SCANC_RUNTIME_C
#define SCANC_RUNTIME_SCANC_RUNTIME_C

/*===----------------------------------------------------------------------===*\
|* What is launched: this part calls nothing and keeps nothing
\*===----------------------------------------------------------------------===*/

SCANC_RUNTIME_API struct scanc_launch
scanc_step(const struct scanc_scan *scan, int kernel, uint64_t grid,
           uint64_t blocks, uint64_t n, int in, uint64_t in_offset, int out,
           uint64_t out_offset, uint64_t workspace_offset) {
  uint64_t own = scan->workspace_begin;
  struct scanc_launch launch;
  launch.kernel = kernel;
  launch.grid = (unsigned)grid;
  launch.block = scan->kernels[kernel].threads;
  launch.shared_bytes = scan->kernels[kernel].shared_bytes;
  launch.in.buffer = in;
  launch.in.offset = in_offset + (in == SCANC_WORKSPACE ? own : 0);
  launch.out.buffer = out;
  launch.out.offset = out_offset + (out == SCANC_WORKSPACE ? own : 0);
  launch.workspace_offset = own + workspace_offset;
  launch.n = n;
  launch.blocks = (unsigned)blocks;
  return launch;
}

SCANC_RUNTIME_API int
scanc_plan_launches(const struct scanc_scan *scan, uint64_t n,
                    const uint64_t *sizes, unsigned sm_count,
                    struct scanc_launch launches[SCANC_MAX_LAUNCHES]) {
  return n == 0 ? 0 : scan->launches(scan, n, sizes, sm_count, launches);
}

SCANC_RUNTIME_API struct scanc_launch
scanc_plan_empty(const struct scanc_scan *scan, uint64_t chains) {
  uint64_t threads = scan->kernels[scan->empty].threads;
  uint64_t most = scan->parameters[SCANC_MAX_BLOCKS]; /* 0: as many as go */
  most = most != 0 ? SCANC_MIN(most, 65535) : 65535;
  uint64_t blocks = SCANC_MIN(SCANC_DIVIDE_UP(chains, threads), most);
  return scanc_step(scan, (int)scan->empty, blocks, blocks, chains, SCANC_IN, 0,
                    SCANC_OUT, 0, 0);
}

SCANC_RUNTIME_API size_t scanc_workspace_bytes(const struct scanc_scan *scans,
                                               unsigned count, uint64_t n) {
  uint64_t most = 0, own;
  unsigned i;
  for (i = 0; i < count && n != 0; ++i) {
    own = scans[i].workspace(&scans[i], n);
    if (own == 0)
      continue;
    most = SCANC_MAX(most, scans[i].workspace_begin + own);
    most = SCANC_MAX(most, scans[i].workspace_zeroed);
  }
  return (size_t)most;
}

SCANC_RUNTIME_API const struct scanc_scan *
scanc_find_variant(const struct scanc_scan *scans, unsigned count,
                   unsigned arch) {
  const struct scanc_scan *newest = NULL;
  unsigned i;
  for (i = 0; i < count; ++i)
    if (scans[i].arch <= arch)
      newest = &scans[i];
  return newest;
}

SCANC_RUNTIME_API const void *
scanc_address(const struct scanc_scan *scan, struct scanc_operand operand,
              unsigned array, const void *const *in, void *const *out,
              const void *workspace) {
  /* A kernel that reads outputs takes as many arrays as all do. */
  const void *base =
      operand.buffer == SCANC_IN    ? in[SCANC_MIN(array, scan->inputs - 1)]
      : operand.buffer == SCANC_OUT ? out[SCANC_MIN(array, scan->outputs - 1)]
                                    : workspace;
  /* The workspace may be null, also of a scan whose part of it lies behind that
     of others. */
  return base == NULL ? base : (const char *)base + operand.offset;
}

/*===----------------------------------------------------------------------===*\
|* The workspace's allocation
\*===----------------------------------------------------------------------===*/

/* Whether the allocation that holds `workspace` ends before the workspace does.
   A pointer that the driver knows no allocation of gets the benefit of the
   doubt. */
static int scanc_workspace_is_short(void *workspace, size_t needed) {
  uint64_t pointer = (uintptr_t)workspace, base = 0;
  size_t size = 0;
  if (scanc_driver.address_range(&base, &size, pointer) != 0)
    return 0;
  return base + size - pointer < needed;
}

/* The description for a GPU, if there is one. */
static scanc_status scanc_choose(const struct scanc_scan *scans, unsigned count,
                                 const struct scanc_device *device,
                                 const struct scanc_scan **chosen) {
  *chosen = scanc_find_variant(scans, count, device->arch);
  return *chosen == NULL ? SCANC_ERROR_GPU_TOO_OLD : SCANC_OK;
}

/* scanc_init_workspace once the driver is open. */
static scanc_status scanc_zero_workspace(const struct scanc_scan *scans,
                                         unsigned count, void *workspace,
                                         struct CUstream_st *stream) {
  int mode = SCANC_CUDA_CAPTURE_RELAXED;
  const struct scanc_scan *scan;
  struct scanc_device device;
  size_t bytes;
  scanc_status status = scanc_get_device(&device);
  if (status == SCANC_OK)
    status = scanc_choose(scans, count, &device, &scan);
  if (status != SCANC_OK || !scan->workspace_zeroed)
    return status;
  bytes = (size_t)scan->workspace_zeroed;
  scanc_driver.capture_mode(&mode);
  if (scanc_workspace_is_short(workspace, bytes))
    status = SCANC_ERROR_WORKSPACE_TOO_SMALL;
  scanc_driver.capture_mode(&mode);
  if (status == SCANC_OK &&
      scanc_driver.fill((uintptr_t)workspace, 0, bytes, stream) != 0)
    status = SCANC_ERROR_LAUNCH;
  return status;
}

SCANC_RUNTIME_API scanc_status
scanc_init_workspace(const struct scanc_scan *scans, unsigned count,
                     void *workspace, struct CUstream_st *stream) {
  scanc_status status;
  uint64_t zeroed = 0;
  unsigned i;
  if ((uintptr_t)workspace % SCANC_WORKSPACE_ALIGN != 0)
    return SCANC_ERROR_MISALIGNED_WORKSPACE;
  for (i = 0; i < count; ++i)
    zeroed += scans[i].workspace_zeroed;
  if (zeroed == 0 || workspace == NULL)
    return SCANC_OK;
  status = scanc_open_driver();
  if (status != SCANC_OK)
    return status;
  return scanc_zero_workspace(scans, count, workspace, stream);
}

/*===----------------------------------------------------------------------===*\
|* The module
\*===----------------------------------------------------------------------===*/

/* The pieces as one string for free(), or null. */
static char *scanc_join(const char *const *pieces) {
  size_t size = 1, i;
  char *text, *end;
  for (i = 0; pieces[i] != NULL; ++i)
    size += strlen(pieces[i]);
  text = end = (char *)malloc(size);
  if (text == NULL)
    return NULL;
  for (i = 0; pieces[i] != NULL; ++i) {
    size_t length = strlen(pieces[i]);
    memcpy(end, pieces[i], length);
    end += length;
  }
  *end = '\0';
  return text;
}

static scanc_status scanc_find_kernels(const struct scanc_scan *scan,
                                       void *library, void **kernels) {
  char name[256];
  unsigned i;
  for (i = 0; i < scan->kernel_count; ++i) {
    int length = snprintf(name, sizeof(name), "%s_%s", scan->name,
                          scan->kernels[i].suffix);
    if (length < 0 || (size_t)length >= sizeof(name) ||
        scanc_driver.kernel(&kernels[i], library, name) != 0)
      return SCANC_ERROR_LOAD;
  }
  return SCANC_OK;
}

/* More than a kernel gets unasked. */
#define SCANC_MUCH_SHARED_MEMORY (48 * 1024)

/* Makes a kernel ready in the current context: loads it, which a driver that
   loads lazily would do during the first launch, allows it much dynamic shared
   memory, and sees that a multiprocessor holds a block that has so much. */
static scanc_status scanc_ready_kernel(const struct scanc_kernel_info *info,
                                       void *kernel) {
  void *function;
  int blocks = 0;
  int result = scanc_driver.function(&function, kernel);
  if (result == SCANC_CUDA_ERROR_UNSUPPORTED_PTX_VERSION)
    return SCANC_ERROR_DRIVER_TOO_OLD;
  if (result != 0)
    return SCANC_ERROR_LOAD;
  if (info->shared_bytes <= SCANC_MUCH_SHARED_MEMORY)
    return SCANC_OK;
  if (scanc_driver.set_function(function,
                                SCANC_CUDA_FUNCTION_DYNAMIC_SHARED_BYTES,
                                (int)info->shared_bytes) != 0)
    return SCANC_ERROR_LAUNCH;
  if (scanc_driver.occupancy(&blocks, function, (int)info->threads,
                             info->shared_bytes) != 0)
    return SCANC_ERROR_LAUNCH;
  return blocks > 0 ? SCANC_OK : SCANC_ERROR_NOT_RESIDENT;
}

/* Makes the kernels ready in the current context, unless they were there last.
   The lock is held. */
static scanc_status scanc_ready_kernels(const struct scanc_scan *scan,
                                        struct scanc_library *library,
                                        uint64_t context) {
  unsigned i;
  if (library->ready == context)
    return SCANC_OK;
  library->ready = 0;
  for (i = 0; i < scan->kernel_count; ++i) {
    scanc_status status =
        scanc_ready_kernel(&scan->kernels[i], library->kernels[i]);
    if (status != SCANC_OK)
      return status;
  }
  library->ready = context;
  return SCANC_OK;
}

/* Whether a GPU runs a scan's cubin: it is for one major architecture, from a
   minor one on. */
static int scanc_runs_cubin(const struct scanc_scan *scan, unsigned arch) {
  return scan->cubin != NULL && scan->arch / 10 == arch / 10 &&
         scan->arch <= arch;
}

/* The driver's library of the scan's code for a GPU. */
static scanc_status scanc_load_code(const struct scanc_scan *scan,
                                    unsigned arch, void **library) {
  char *text = NULL;
  int result;
  if (!scanc_runs_cubin(scan, arch)) {
    text = scanc_join(scan->ptx);
    if (text == NULL)
      return SCANC_ERROR_OUT_OF_HOST_MEMORY;
  }
  result = scanc_driver.load(library, text != NULL ? text : scan->cubin, NULL,
                             NULL, 0, NULL, NULL, 0);
  free(text);
  if (result == SCANC_CUDA_ERROR_UNSUPPORTED_PTX_VERSION)
    return SCANC_ERROR_DRIVER_TOO_OLD;
  return result == 0 ? SCANC_OK : SCANC_ERROR_LOAD;
}

/* Loads what is not loaded. The lock is held; the capture mode is relaxed. */
static scanc_status scanc_load_locked(const struct scanc_scan *scan,
                                      unsigned arch,
                                      struct scanc_library *library) {
  scanc_status status;
  void *code = NULL;
  if (library->library != NULL)
    return SCANC_OK;
  status = scanc_load_code(scan, arch, &code);
  if (status != SCANC_OK)
    return status;
  status = scanc_find_kernels(scan, code, library->kernels);
  if (status == SCANC_OK)
    library->library = code;
  else
    (void)scanc_driver.unload(code);
  return status;
}

static int scanc_has_library(const struct scanc_module *module) {
  unsigned i;
  for (i = 0; i < SCANC_MAX_VARIANTS; ++i)
    if (module->libraries[i].library != NULL)
      return 1;
  return 0;
}

/* Unloads what nobody holds any more. The lock is held. */
static scanc_status scanc_unload_if_idle(struct scanc_module *module) {
  scanc_status status = SCANC_OK;
  unsigned i;
  if (module->loads != 0 || module->launches != 0 || module->kept)
    return SCANC_OK;
  for (i = 0; i < SCANC_MAX_VARIANTS; ++i) {
    void *code = module->libraries[i].library;
    module->libraries[i].library = NULL;
    module->libraries[i].ready = 0;
    if (code != NULL && scanc_driver.unload(code) != 0)
      status = SCANC_ERROR_LOAD;
  }
  return status;
}

/* Holds the module for one launch, loading what is not loaded. */
static scanc_status scanc_begin_launch(const struct scanc_scan *scan,
                                       struct scanc_module *module,
                                       struct scanc_library *library,
                                       const struct scanc_device *device) {
  scanc_status status;
  int loads;
  pthread_mutex_lock(&scanc_lock);
  loads = library->library == NULL;
  status = scanc_load_locked(scan, device->arch, library);
  if (status == SCANC_OK)
    status = scanc_ready_kernels(scan, library, device->context);
  if (status == SCANC_OK) {
    module->kept |= loads;
    ++module->launches;
  } else
    (void)scanc_unload_if_idle(module);
  pthread_mutex_unlock(&scanc_lock);
  return status;
}

static void scanc_end_launch(struct scanc_module *module) {
  pthread_mutex_lock(&scanc_lock);
  --module->launches;
  (void)scanc_unload_if_idle(module);
  pthread_mutex_unlock(&scanc_lock);
}

/* scanc_load once the driver is open and the capture mode relaxed. */
static scanc_status scanc_load_relaxed(const struct scanc_scan *scans,
                                       unsigned count,
                                       struct scanc_module *module) {
  struct scanc_library *library;
  const struct scanc_scan *scan;
  struct scanc_device device;
  scanc_status status = scanc_get_device(&device);
  if (status == SCANC_OK)
    status = scanc_choose(scans, count, &device, &scan);
  if (status != SCANC_OK)
    return status;
  library = &module->libraries[scan - scans];
  pthread_mutex_lock(&scanc_lock);
  status = scanc_load_locked(scan, device.arch, library);
  /* Also if it was loaded: another context may have been current then. */
  if (status == SCANC_OK)
    status = scanc_ready_kernels(scan, library, device.context);
  if (status == SCANC_OK)
    ++module->loads;
  else
    (void)scanc_unload_if_idle(module);
  pthread_mutex_unlock(&scanc_lock);
  return status;
}

SCANC_RUNTIME_API scanc_status scanc_load(const struct scanc_scan *scans,
                                          unsigned count,
                                          struct scanc_module *module) {
  int mode = SCANC_CUDA_CAPTURE_RELAXED;
  scanc_status status = scanc_open_driver();
  if (status != SCANC_OK)
    return status;
  scanc_driver.capture_mode(&mode);
  status = scanc_load_relaxed(scans, count, module);
  scanc_driver.capture_mode(&mode);
  return status;
}

SCANC_RUNTIME_API scanc_status scanc_unload(struct scanc_module *module) {
  int mode = SCANC_CUDA_CAPTURE_RELAXED;
  scanc_status status = SCANC_OK;
  pthread_mutex_lock(&scanc_lock);
  if (module->loads != 0)
    --module->loads;
  else
    module->kept = 0;
  if (scanc_has_library(module)) {
    scanc_driver.capture_mode(&mode);
    status = scanc_unload_if_idle(module);
    scanc_driver.capture_mode(&mode);
  }
  pthread_mutex_unlock(&scanc_lock);
  return status;
}

/*===----------------------------------------------------------------------===*\
|* The launch
\*===----------------------------------------------------------------------===*/

/* One kernel; a CUresult. */
static int scanc_launch_one(const struct scanc_scan *scan,
                            const struct scanc_library *library,
                            const struct scanc_launch *launch,
                            struct CUstream_st *stream, void **args) {
  void *kernel = library->kernels[launch->kernel];
  unsigned flags = scan->kernels[launch->kernel].flags;
  struct scanc_launch_attribute dependent;
  struct scanc_launch_config config;

  if (!(flags & SCANC_KERNEL_DEPENDENT))
    return scanc_driver.launch(kernel, launch->grid, 1, 1, launch->block, 1, 1,
                               launch->shared_bytes, stream, args, NULL);
  memset(&config, 0, sizeof(config));
  config.grid_x = launch->grid;
  config.block_x = launch->block;
  config.grid_y = config.grid_z = config.block_y = config.block_z = 1;
  config.shared_bytes = launch->shared_bytes;
  config.stream = stream;
  memset(&dependent, 0, sizeof(dependent));
  dependent.id = SCANC_CUDA_LAUNCH_PROGRAMMATIC_STREAM_SERIALIZATION;
  dependent.value.flag = 1;
  config.attributes = &dependent;
  config.attribute_count = 1;
  return scanc_driver.launch_ex(&config, kernel, args, NULL);
}

/* A scan's arguments once they are good. */
struct scanc_call {
  const void *const *in;
  void *const *out;
  uint64_t n;      /* all elements */
  uint64_t chains; /* where there are none: how many chains have none */
  const uint64_t *sizes;
  struct scanc_states states;
  void *workspace;
  size_t workspace_bytes;
};

static scanc_status scanc_launch_kernels(const struct scanc_scan *scan,
                                         const struct scanc_library *library,
                                         unsigned sm_count,
                                         struct CUstream_st *stream,
                                         const struct scanc_call *call) {
  struct scanc_launch launches[SCANC_MAX_LAUNCHES];
  int count =
          scanc_plan_launches(scan, call->n, call->sizes, sm_count, launches),
      i;
  const void *states[2];
  uint64_t sizes[SCANC_MAX_SIZES];
  unsigned inputs = scan->inputs, arrays = inputs + scan->outputs, k;
  for (k = 0; k < scan->size_count; ++k)
    sizes[k] = call->sizes != NULL ? call->sizes[k] : 0;
  if (call->n == 0) {
    launches[0] = scanc_plan_empty(scan, call->chains);
    count = 1;
  }
  states[0] = call->states.initial;
  states[1] = call->states.final;
  for (i = 0; i < count; ++i) {
    struct scanc_launch *launch = &launches[i];
    struct scanc_operand own = {SCANC_WORKSPACE, launch->workspace_offset};
    const void *addresses[2 * SCANC_MAX_ARRAYS + 1];
    void *args[2 * SCANC_MAX_ARRAYS + 5 + SCANC_MAX_SIZES], **arg = args;
    uint32_t blocks = launch->blocks;
    for (k = 0; k < arrays; ++k)
      addresses[k] = scanc_address(scan, k < inputs ? launch->in : launch->out,
                                   k < inputs ? k : k - inputs, call->in,
                                   call->out, call->workspace);
    addresses[arrays] =
        scanc_address(scan, own, 0, call->in, call->out, call->workspace);
    for (k = 0; k <= arrays; ++k)
      *arg++ = &addresses[k];
    *arg++ = &launch->n;
    *arg++ = &blocks;
    for (k = 0; k < scan->size_count; ++k)
      *arg++ = &sizes[k];
    for (k = 0; k < 2; ++k)
      if (scan->states >> k & 1)
        *arg++ = &states[k];
    if (scanc_launch_one(scan, library, launch, stream, args) != 0)
      return SCANC_ERROR_LAUNCH;
  }
  return SCANC_OK;
}

/* scanc_run_call once the driver is open and the capture mode relaxed. */
static scanc_status scanc_run_relaxed(const struct scanc_scan *scans,
                                      unsigned count,
                                      struct scanc_module *module,
                                      struct CUstream_st *stream,
                                      const struct scanc_call *call) {
  struct scanc_library *library;
  const struct scanc_scan *scan;
  struct scanc_device device;
  scanc_status status = scanc_get_device(&device);
  if (status != SCANC_OK)
    return status;
  if (call->workspace_bytes != 0 &&
      scanc_workspace_is_short(call->workspace, call->workspace_bytes))
    return SCANC_ERROR_WORKSPACE_TOO_SMALL;
  status = scanc_choose(scans, count, &device, &scan);
  if (status != SCANC_OK)
    return status;
  library = &module->libraries[scan - scans];
  status = scanc_begin_launch(scan, module, library, &device);
  if (status != SCANC_OK)
    return status;
  status = scanc_launch_kernels(scan, library, device.sm_count, stream, call);
  scanc_end_launch(module);
  return status;
}

static scanc_status scanc_run_call(const struct scanc_scan *scans,
                                   unsigned count, struct scanc_module *module,
                                   struct CUstream_st *stream,
                                   const struct scanc_call *call) {
  int mode = SCANC_CUDA_CAPTURE_RELAXED;
  scanc_status status = scanc_open_driver();
  if (status != SCANC_OK)
    return status;
  scanc_driver.capture_mode(&mode);
  status = scanc_run_relaxed(scans, count, module, stream, call);
  scanc_driver.capture_mode(&mode);
  return status;
}

/* The states of a call that has some, or none. */
static struct scanc_states
scanc_states_or_none(const struct scanc_states *states) {
  struct scanc_states none;
  none.initial = NULL;
  none.final = NULL;
  return states != NULL ? *states : none;
}

/* Of chains without elements, what they start from is all there is: it is the
   final state of each, and the output that a chain may have behind its
   elements. */
static scanc_status scanc_run_empty(const struct scanc_scan *scans,
                                    unsigned count, struct scanc_module *module,
                                    struct CUstream_st *stream,
                                    const void *const *in, void *const *out,
                                    const scanc_tensor *tensor,
                                    const uint64_t *sizes,
                                    const struct scanc_states *states) {
  int hasTotal = (scans->states & SCANC_TOTAL) != 0;
  uint64_t chains = scanc_count_chains(tensor);
  struct scanc_call call;
  scanc_status status = SCANC_OK;
  if (chains == 0 || (!hasTotal && (states == NULL || states->final == NULL)))
    return SCANC_OK;
  if (chains > SCANC_MAX_ELEMENTS)
    return SCANC_ERROR_TOO_MANY_ELEMENTS;
  if (hasTotal)
    status = scanc_check_outputs(scans, out, tensor);
  if (status == SCANC_OK && states != NULL)
    status = scanc_check_states(scans, states, chains);
  if (status == SCANC_OK && hasTotal &&
      scanc_outputs_overlap(scans, out, tensor, states, chains))
    status = SCANC_ERROR_OVERLAP;
  if (status != SCANC_OK)
    return status;
  call.in = in;
  call.out = out;
  call.n = 0;
  call.chains = chains;
  call.sizes = sizes;
  call.states = scanc_states_or_none(states);
  call.workspace = NULL;
  call.workspace_bytes = 0;
  return scanc_run_call(scans, count, module, stream, &call);
}

#ifndef SCANC_RUNTIME_WITHOUT_LINE
SCANC_RUNTIME_API
scanc_status scanc_run(const struct scanc_scan *scans, unsigned count,
                       struct scanc_module *module, struct CUstream_st *stream,
                       const void *const *in, void *const *out, uint64_t n,
                       const struct scanc_states *states, void *workspace) {
  unsigned arrays = scans->inputs + scans->outputs, i;
  scanc_tensor line;
  struct scanc_call call;
  scanc_status status;
  line.rank = 1;
  line.axis = 0;
  line.extent[0] = n;
  for (i = 0; i < arrays; ++i)
    line.stride[i][0] = 1;
  if (n == 0)
    return scanc_run_empty(scans, count, module, stream, in, out, &line, NULL,
                           states);
  call.in = in;
  call.out = out;
  call.n = n;
  call.chains = 1;
  call.sizes = NULL;
  call.states = scanc_states_or_none(states);
  call.workspace = workspace;
  call.workspace_bytes = scanc_workspace_bytes(scans, count, n);
  /* All architectures have the same arrays. */
  status = scanc_check_arguments(scans, in, out, &line, states, workspace,
                                 call.workspace_bytes);
  return status != SCANC_OK
             ? status
             : scanc_run_call(scans, count, module, stream, &call);
}
#endif

#endif /* SCANC_RUNTIME_SCANC_RUNTIME_C */
