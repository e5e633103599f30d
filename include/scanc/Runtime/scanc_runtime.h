/*===- scanc_runtime.h - Launching a compiled scan ----------------*- C -*-===*\
|*
|* Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
|* See LICENSE for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
|* A compiled scan is PTX with some kernels, or a cubin beside it, and one
|* constant description, struct scanc_scan. All kernels take the same arguments:
|*
|*   (const T *in, U *out, S *workspace, uint64_t n, uint32_t blocks, ...)
|*
|* n is the number of all elements. Behind `blocks` come the other sizes of what
|* is scanned, 64 bits each, if it has any.
|*
|* A scan of several arrays has a parameter for each of its inputs in the place
|* of `in`, and for each of its outputs in the place of `out`.
|*
|* Which of them a scan of n elements launches, on which grids and on what, the
|* description's own functions say (Launch/LaunchRule.h), without side effects.
|* It depends on n, on the other sizes of what is scanned, and on the number of
|* multiprocessors, so the same sizes on the same GPU combine in the same order
|* every time.
|*
|* A launcher has a description for each architecture that it was compiled for,
|* in ascending order. The newest one that a GPU can run is the one for it.
|*
|* What this code promises: no device memory is allocated, nothing synchronises,
|* prints or exits, nothing links against libcuda. It may be called from any
|* thread, and while the stream is captured into a graph.
|*
|* This header and scanc_runtime.c are pasted into every generated NAME.c, where
|* SCANC_RUNTIME_STATIC makes all functions static, so that launchers never meet
|* at link time; one that scans no line defines SCANC_RUNTIME_WITHOUT_LINE.
|* Compiled as C99 and as C++.
|*
\*===----------------------------------------------------------------------===*/

#ifndef SCANC_RUNTIME_SCANC_RUNTIME_H
#define SCANC_RUNTIME_SCANC_RUNTIME_H

#include "scanc/Runtime/scanc_status.h"

#include <stddef.h>
#include <stdint.h>

#ifdef SCANC_RUNTIME_STATIC
#define SCANC_RUNTIME_API static
#else
#define SCANC_RUNTIME_API
#endif

/* The most elements one call scans. */
#define SCANC_MAX_ELEMENTS (UINT64_C(1) << 40)

/* What a workspace must be aligned to, in bytes, so that kernels may access it
   with 16-byte loads. Every pointer that an allocator of CUDA returns is. */
#define SCANC_WORKSPACE_ALIGN 16

#ifdef __cplusplus
extern "C" {
#endif

/* CUDA's stream: CUstream and cudaStream_t are pointers to it. */
struct CUstream_st;

/* The most kernels a scan has, and the most launches of them a scan takes. */
#define SCANC_MAX_KERNELS 8
#define SCANC_MAX_LAUNCHES 16

/* The most architectures of one launcher, and the most parameters of a rule. */
#define SCANC_MAX_VARIANTS 16
#define SCANC_MAX_PARAMETERS 12

/* The parameters that every rule has, before its own: up to which n one block
   does it all; of a grid, the blocks for each multiprocessor, and the most
   blocks. */
enum scanc_parameter {
  SCANC_SINGLE_BLOCK_UP_TO,
  SCANC_BLOCKS_PER_SM,
  SCANC_MAX_BLOCKS
};

/* What the printed rules count with. */
#define SCANC_MIN(a, b) ((a) < (b) ? (a) : (b))
#define SCANC_MAX(a, b) ((a) > (b) ? (a) : (b))
#define SCANC_DIVIDE_UP(a, b) (((a) + (b) - 1) / (b))

/* The most arrays that a scan's input has, or its output. */
#define SCANC_MAX_ARRAYS 8

/* The most dimensions of what is scanned. */
#define SCANC_MAX_RANK 8

/* The most sizes of what is scanned, beside n: the extents of all dimensions,
   and their strides in all arrays and in that of states. */
#define SCANC_MAX_SIZES (1 + SCANC_MAX_RANK * (1 + 2 * SCANC_MAX_ARRAYS + 1))

/* What a kernel asks of its launch. */
enum scanc_kernel_flag {
  /* It waits itself for what the kernel before it in the stream writes, and may
     start before that has ended (programmatic stream serialization). */
  SCANC_KERNEL_DEPENDENT = 1
};

/* An array of a scan's input or output: what it holds of an element, in
   bytes. */
struct scanc_array {
  unsigned size, align;
};

/* A kernel, NAME_suffix. */
struct scanc_kernel_info {
  const char *suffix;
  unsigned threads;      /* of a block */
  unsigned shared_bytes; /* of dynamic shared memory a block */
  unsigned flags;        /* of enum scanc_kernel_flag */
};

/* What there is of chains beside their elements. Kernels take the states of
   chains behind all other arguments. */
enum scanc_state_flag {
  SCANC_INITIAL = 1, /* the states that chains start from */
  SCANC_FINAL = 2,   /* where those after chains go */
  SCANC_TOTAL = 4    /* an output behind those of each chain's elements */
};

/* Where these lie, one for each chain in the order of memory; null: there are
   none, and none are wanted. */
struct scanc_states {
  const void *initial;
  void *final;
};

struct scanc_launch;

/* A scan as it is compiled for an architecture: constant. Sizes and alignments
   are in bytes. */
struct scanc_scan {
  const char *name;         /* what the kernels' names begin with */
  unsigned arch;            /* least compute capability, 90 for sm_90 */
  const char *const *ptx;   /* the PTX in pieces, in order; ends in a null */
  const void *cubin;        /* the same for this very architecture, or null */
  unsigned inputs, outputs; /* arrays: 1, or several */
  struct scanc_array in[SCANC_MAX_ARRAYS], out[SCANC_MAX_ARRAYS];
  unsigned kept; /* a bit for each input array that no output may replace */
  unsigned size_count; /* sizes that its kernels take behind `blocks` */
  /* Of a workspace, which all scans of a launcher share: where the part of this
     one begins, and how much of the whole begins as zeros. The part of a scan
     that wants zeros has one size for every n that needs it. */
  uint64_t workspace_begin, workspace_zeroed;
  unsigned states;          /* of enum scanc_state_flag */
  struct scanc_array state; /* what each of the states is */
  unsigned kernel_count;
  struct scanc_kernel_info kernels[SCANC_MAX_KERNELS];
  unsigned empty; /* the kernel for chains without elements; 0: none */
  uint64_t parameters[SCANC_MAX_PARAMETERS];
  /* The kernels to launch, in order, for n > 0 elements and the other sizes:
     how many. */
  int (*launches)(const struct scanc_scan *scan, uint64_t n,
                  const uint64_t *sizes, unsigned sm_count,
                  struct scanc_launch *launches);
  /* Bytes of its part of a workspace for n > 0 elements. */
  uint64_t (*workspace)(const struct scanc_scan *scan, uint64_t n);
  const void *rule; /* of those functions, if they want one */
};

/* Where something begins that a kernel reads or writes. */
enum scanc_buffer { SCANC_IN, SCANC_OUT, SCANC_WORKSPACE };
struct scanc_operand {
  int buffer;      /* enum scanc_buffer */
  uint64_t offset; /* in bytes */
};

/* One kernel launch; the block and the grid have one dimension. The fields from
   `in` on are the kernel's arguments. */
struct scanc_launch {
  int kernel;            /* index into the scan's kernels */
  unsigned grid;         /* blocks to launch */
  unsigned block;        /* threads a block */
  unsigned shared_bytes; /* of dynamic shared memory a block */
  struct scanc_operand in, out;
  uint64_t workspace_offset; /* in bytes */
  uint64_t n;
  unsigned blocks;
};

/* A scan's PTX or cubin as the driver has loaded it. */
struct scanc_library {
  void *library;                    /* CUlibrary, null while not loaded */
  void *kernels[SCANC_MAX_KERNELS]; /* CUkernel */
  uint64_t ready; /* in which context its kernels were made ready last: 1 more
                     than the context's number */
};

/* What the driver has of a launcher; zero before it has anything. Guarded by a
   lock of scanc_runtime.c. */
struct scanc_module {
  struct scanc_library libraries[SCANC_MAX_VARIANTS];
  unsigned loads;    /* calls of load that no unload has matched yet */
  unsigned launches; /* launches going on in other threads right now */
  int kept;          /* whether a launch loaded one, for those to come */
};

/* One launch, as printed rules write it. */
SCANC_RUNTIME_API struct scanc_launch
scanc_step(const struct scanc_scan *scan, int kernel, uint64_t grid,
           uint64_t blocks, uint64_t n, int in, uint64_t in_offset, int out,
           uint64_t out_offset, uint64_t workspace_offset);

/* The kernels to launch, in order, to scan n elements on a GPU that has
   sm_count multiprocessors, as `scan` has them; `sizes` are its size_count
   sizes beside n. Returns how many of `launches` are filled; 0 only for
   n = 0. */
SCANC_RUNTIME_API int
scanc_plan_launches(const struct scanc_scan *scan, uint64_t n,
                    const uint64_t *sizes, unsigned sm_count,
                    struct scanc_launch launches[SCANC_MAX_LAUNCHES]);

/* The launch for `chains` chains without elements, more than 0, of a scan that
   has a kernel for them. The state that a chain starts from is its final state,
   and its only output where the scan has totals. */
SCANC_RUNTIME_API struct scanc_launch
scanc_plan_empty(const struct scanc_scan *scan, uint64_t chains);

/* The address of an operand's array; of the workspace, the same for each. */
SCANC_RUNTIME_API const void *
scanc_address(const struct scanc_scan *scan, struct scanc_operand operand,
              unsigned array, const void *const *in, void *const *out,
              const void *workspace);

/* Bytes of workspace, with the parts of other scans that lie before, that a
   scan of n elements needs, whichever of `count` architectures it runs on: a
   multiple of 256, and never less for a larger n. */
SCANC_RUNTIME_API size_t scanc_workspace_bytes(const struct scanc_scan *scans,
                                               unsigned count, uint64_t n);

/* The newest of `count` descriptions that a GPU of this compute capability can
   run; null if it is older than all. */
SCANC_RUNTIME_API const struct scanc_scan *
scanc_find_variant(const struct scanc_scan *scans, unsigned count,
                   unsigned arch);

/* Readies a workspace for its first use: zeros it, in stream order, where the
   scan asks for that. Every launch leaves a workspace ready. */
SCANC_RUNTIME_API scanc_status
scanc_init_workspace(const struct scanc_scan *scans, unsigned count,
                     void *workspace, struct CUstream_st *stream);

#ifndef SCANC_RUNTIME_WITHOUT_LINE
/* Launches a scan in `stream` of the current context, loading it if nobody has.
   `in` and `out` point to the addresses of the scan's arrays, `states` to those
   of the states that it takes; null: it takes none. For n = 0, only final
   states and totals are written, and no other address is looked at. */
SCANC_RUNTIME_API scanc_status scanc_run(
    const struct scanc_scan *scans, unsigned count, struct scanc_module *module,
    struct CUstream_st *stream, const void *const *in, void *const *out,
    uint64_t n, const struct scanc_states *states, void *workspace);
#endif

/* Loads what the GPU of the current context runs, once for the process, and
   makes it ready in that context, so that no launch there has to. To be matched
   by one scanc_unload. */
SCANC_RUNTIME_API scanc_status scanc_load(const struct scanc_scan *scans,
                                          unsigned count,
                                          struct scanc_module *module);

/* Matches one scanc_load, or, if there is none left to match, gives up what
   launches have loaded. The driver unloads when nobody holds the scan any more;
   the kernels must have finished by then. Unloading what is not loaded is done
   at once. */
SCANC_RUNTIME_API scanc_status scanc_unload(struct scanc_module *module);

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* SCANC_RUNTIME_SCANC_RUNTIME_H */
