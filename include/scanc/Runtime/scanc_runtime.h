/*===- scanc_runtime.h - Launching a compiled scan ----------------*- C -*-===*\
|*
|* Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
|* See LICENSE for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
|* A compiled scan is PTX with some kernels and one constant description, struct
|* scanc_scan, that lists them. All kernels take the same arguments:
|*
|*   (const T *in, U *out, S *workspace, uint64_t n, uint32_t blocks)
|*
|* A scan of a structure of arrays has a parameter for each of the arrays in the
|* place of `in`, and as many in the place of `out`.
|*
|* Which of them a scan of n elements launches, on which grids and on what, is
|* the rule of its strategy: scanc_plan_launches, written once and without side
|* effects. The generated launchers, the driver program and the executor all ask
|* it. It depends on n and on the number of multiprocessors, so the same n on
|* the same GPU combines in the same order every time.
|*
|* What this code promises: no device memory is allocated, nothing synchronises,
|* prints or exits, nothing links against libcuda. It may be called from any
|* thread, and while the stream is captured into a graph.
|*
|* This header and scanc_runtime.c are pasted into every generated NAME.c, where
|* SCANC_RUNTIME_STATIC makes all functions static, so that launchers never meet
|* at link time. Compiled as C99 and as C++.
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

/* Every strategy: its enumerator, and its name in plans. scanc_plan.c says what
   each launches. */
#define SCANC_STRATEGIES(STRATEGY)                                             \
  STRATEGY(SCANC_SINGLE_BLOCK, single_block)                                   \
  STRATEGY(SCANC_TWO_LEVEL_STREAMING, two_level_streaming)                     \
  STRATEGY(SCANC_SCAN_THEN_PROPAGATE, scan_then_propagate)                     \
  STRATEGY(SCANC_REDUCE_THEN_SCAN, reduce_then_scan)                           \
  STRATEGY(SCANC_ONE_LAUNCH_STREAMING, one_launch_streaming)                   \
  STRATEGY(SCANC_CHAINED, chained)                                             \
  STRATEGY(SCANC_DECOUPLED_LOOKBACK, decoupled_lookback)

#define SCANC_ENUMERATOR(ENUMERATOR, NAME) ENUMERATOR,
enum scanc_strategy { SCANC_STRATEGIES(SCANC_ENUMERATOR) SCANC_STRATEGY_COUNT };
#undef SCANC_ENUMERATOR

/* The most kernels a scan has, and the most launches of them a scan takes. */
#define SCANC_MAX_KERNELS 8
#define SCANC_MAX_LAUNCHES 16

/* What a kernel asks of its launch. */
enum scanc_kernel_flag {
  /* It waits itself for what the kernel before it in the stream writes, and may
     start before that has ended (programmatic stream serialization). */
  SCANC_KERNEL_DEPENDENT = 1
};

/* The most arrays that a scan's input has, or its output. */
#define SCANC_MAX_ARRAYS 8

/* An array of a scan's input or output: what it holds of an element, in
   bytes. */
struct scanc_array {
  unsigned size, align;
};

/* A kernel, NAME_suffix. */
struct scanc_kernel_info {
  const char *suffix;
  unsigned threads;       /* of a block */
  unsigned shared_bytes;  /* of dynamic shared memory a block */
  unsigned blocks_per_sm; /* that a multiprocessor holds at least */
  uint64_t tile;          /* elements or states that a block takes at a time */
  unsigned flags;         /* of enum scanc_kernel_flag */
};

/* A compiled scan: constant. Sizes and alignments are in bytes. The kernels are
   in the order in which the strategy's function in scanc_plan.c knows them. */
struct scanc_scan {
  const char *name;       /* what the kernels' names begin with */
  const char *const *ptx; /* the PTX in pieces, in order; ends in a null */
  unsigned arch;          /* least compute capability, 90 for sm_90 */
  int strategy;           /* enum scanc_strategy */
  unsigned arrays;        /* of the input, and of the output: 1, or one for each
                             value of an element */
  struct scanc_array in[SCANC_MAX_ARRAYS], out[SCANC_MAX_ARRAYS];
  unsigned state_size, state_align;
  uint64_t tile;          /* elements a block scans at a time, at least */
  uint64_t short_tile;    /* the same while half of the multiprocessors have no
                             block; 0 where that makes no difference */
  uint64_t single_up_to;  /* up to this n, NAME_single alone is faster */
  unsigned blocks_per_sm; /* blocks of a grid for each multiprocessor */
  unsigned max_blocks;    /* the most blocks of a grid */
  unsigned lists;         /* lists that each of them scans apart, at least 1 */
  unsigned workspace_zeroed; /* whether a workspace begins as zeros; its size is
                                then the same for every n that needs one */
  uint64_t workspace_size;   /* of every n that needs one, where not 0 */
  unsigned kernel_count;
  struct scanc_kernel_info kernels[SCANC_MAX_KERNELS];
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

/* A scan's PTX as the driver has loaded it; zero before it is. Guarded by a
   lock of scanc_runtime.c. */
struct scanc_module {
  void *library;                    /* CUlibrary, null while not loaded */
  void *kernels[SCANC_MAX_KERNELS]; /* CUkernel */
  unsigned loads;    /* calls of load that no unload has matched yet */
  unsigned launches; /* launches going on in other threads right now */
  int kept;          /* whether a launch loaded it, for those to come */
  uint64_t ready;    /* in which context its kernels were made ready
                        last: 1 more than the context's number */
};

/* The kernels to launch, in order, to scan n elements on a GPU that has
   sm_count multiprocessors. Returns how many of `launches` are filled; 0 only
   for n = 0. */
SCANC_RUNTIME_API int
scanc_plan_launches(const struct scanc_scan *scan, uint64_t n,
                    unsigned sm_count,
                    struct scanc_launch launches[SCANC_MAX_LAUNCHES]);

/* The address of an operand's array; of the workspace, the same for each. */
SCANC_RUNTIME_API const void *
scanc_address(struct scanc_operand operand, unsigned array,
              const void *const *in, void *const *out, const void *workspace);

/* Bytes of workspace that a scan of n elements needs: 0 where NAME_single does,
   else what the strategy says, rounded up to 256 bytes; never less for a larger
   n. */
SCANC_RUNTIME_API size_t scanc_workspace_bytes(const struct scanc_scan *scan,
                                               uint64_t n);

/* Readies a workspace for its first use: zeros it, in stream order, where the
   scan asks for that. Every launch leaves a workspace ready. */
SCANC_RUNTIME_API scanc_status scanc_init_workspace(
    const struct scanc_scan *scan, void *workspace, struct CUstream_st *stream);

/* Launches a scan in `stream` of the current context, loading it if nobody has.
   `in` and `out` point to the addresses of the scan's arrays. n = 0 is done at
   once, whatever the addresses are. */
SCANC_RUNTIME_API scanc_status scanc_run(const struct scanc_scan *scan,
                                         struct scanc_module *module,
                                         struct CUstream_st *stream,
                                         const void *const *in,
                                         void *const *out, uint64_t n,
                                         void *workspace);

/* Loads a scan, once for the process, and makes it ready in the current
   context, so that no launch there has to. To be matched by one scanc_unload.
 */
SCANC_RUNTIME_API scanc_status scanc_load(const struct scanc_scan *scan,
                                          struct scanc_module *module);

/* Matches one scanc_load, or, if there is none left to match, gives up what a
   launch has loaded. The driver unloads when nobody holds the scan any more;
   the kernels must have finished by then. Unloading what is not loaded is done
   at once. */
SCANC_RUNTIME_API scanc_status scanc_unload(struct scanc_module *module);

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* SCANC_RUNTIME_SCANC_RUNTIME_H */
