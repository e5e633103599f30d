/*===- scanc_runtime.h - Launching a compiled scan ----------------*- C -*-===*\
|*
|* Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
|* See LICENSE for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
|* A compiled scan is PTX with up to four kernels and one constant description,
|* struct scanc_scan. All four kernels take the same arguments:
|*
|*   (const T *in, U *out, S *workspace, uint64_t n, uint32_t blocks)
|*
|* NAME_single scans any n in one block. For larger n, two-level streaming cuts
|* the input into full tiles, deals them to C blocks in order, and launches
|*
|*   NAME_reduce<<<C>>>   workspace[b] = the combination of block b's tiles;
|*                        or, where blocks scan several lists, of each list
|*   NAME_top<<<1>>>      workspace = its exclusive scan, seeded with the init;
|*                        then scans the n mod tile leftovers, in to out
|*   NAME_scan<<<C>>>     scans the tiles of each block from its seed
|*
|* (Merrill and Grimshaw, Parallel Scan for Stream Architectures, 2009, sections
|* 3.4.3 and 3.4.4). C depends on the number of multiprocessors and on n, so the
|* same n on the same GPU combines in the same order every time.
|*
|* scanc_plan_launches is that rule, written once and without side effects: the
|* generated launchers, the driver program and the executor all ask it.
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

enum scanc_strategy { SCANC_SINGLE_BLOCK = 0, SCANC_TWO_LEVEL_STREAMING = 1 };

/* The kernels of a scan, in the order of scanc_module's array. */
enum scanc_kernel {
  SCANC_KERNEL_SINGLE = 0, /* NAME_single */
  SCANC_KERNEL_REDUCE = 1, /* NAME_reduce */
  SCANC_KERNEL_TOP = 2,    /* NAME_top */
  SCANC_KERNEL_SCAN = 3,   /* NAME_scan */
  SCANC_KERNEL_COUNT = 4
};

/* A compiled scan: constant. Sizes and alignments are in bytes. */
struct scanc_scan {
  const char *name;       /* what the kernels' names begin with */
  const char *const *ptx; /* the PTX in pieces, in order; ends in a null */
  unsigned arch;          /* least compute capability, 90 for sm_90 */
  int strategy;           /* enum scanc_strategy */
  unsigned elem_size, elem_align;
  unsigned out_size, out_align;
  unsigned state_size, state_align;
  uint64_t tile;          /* elements a block scans at a time */
  uint64_t single_up_to;  /* up to this n, NAME_single alone is faster */
  unsigned blocks_per_sm; /* C is at most this for each multiprocessor */
  unsigned max_blocks;    /* and at most this altogether */
  unsigned lists;         /* lists that each of them scans apart, at least 1 */
  unsigned threads_single, threads_reduce, threads_top, threads_scan;
};

/* One kernel launch; the block and the grid have one dimension. */
struct scanc_launch {
  int kernel;      /* enum scanc_kernel */
  unsigned grid;   /* blocks to launch */
  unsigned block;  /* threads a block */
  unsigned blocks; /* the kernel's last argument: C, the states in workspace */
};

/* A scan's PTX as the driver has loaded it; zero before it is. Guarded by a
   lock of scanc_runtime.c. */
struct scanc_module {
  void *library;                     /* CUlibrary, null while not loaded */
  void *kernels[SCANC_KERNEL_COUNT]; /* CUkernel */
  unsigned loads;    /* calls of load that no unload has matched yet */
  unsigned launches; /* launches going on in other threads right now */
  int kept;          /* whether a launch loaded it, for those to come */
};

/* The kernels to launch, in order, to scan n elements on a GPU that has
   sm_count multiprocessors. Returns how many of `launches` are filled: 0 to 3;
   0 only for n = 0. */
SCANC_RUNTIME_API int scanc_plan_launches(const struct scanc_scan *scan,
                                          uint64_t n, unsigned sm_count,
                                          struct scanc_launch launches[3]);

/* Bytes of workspace that a scan of n elements needs: 0 where NAME_single
   does, else max_blocks * lists states rounded up to 256 bytes, whatever n is.
 */
SCANC_RUNTIME_API size_t scanc_workspace_bytes(const struct scanc_scan *scan,
                                               uint64_t n);

/* Readies a workspace for its first use. These strategies keep nothing in it
   from one launch to the next, so that this only checks the alignment. */
SCANC_RUNTIME_API scanc_status scanc_init_workspace(void *workspace,
                                                    struct CUstream_st *stream);

/* Launches a scan in `stream` of the current context, loading it if nobody has.
   n = 0 is done at once, whatever the pointers are. */
SCANC_RUNTIME_API scanc_status scanc_run(const struct scanc_scan *scan,
                                         struct scanc_module *module,
                                         struct CUstream_st *stream,
                                         const void *in, void *out, uint64_t n,
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
