//===- groups.cu - Barriers that racecheck does not follow ----------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Nine warps write a row of shared memory in each turn, and one of three readers
// reads it: in turn i the writers meet reader i mod 3 at a barrier of its own.
// Rows are five, so that a row is written again two turns after its reader has
// met the writers. There is no race, and readers find what was written: they say
// so otherwise. compute-sanitizer's racecheck reports races all the same, with
// the number of the barrier in a register or as a constant, and none where there
// is one reader. docs/measurements/Columns.md has what it says.
//
//   nvcc -arch=native -O1 -lineinfo -o groups groups.cu
//   for how in register constant; do for readers in 3 1; do
//     compute-sanitizer --tool racecheck ./groups $how $readers; done; done
//
//===----------------------------------------------------------------------===//

#include <cstdio>
#include <cstdlib>
#include <cstring>

constexpr int writers = 9, turns = 12, rows = 5;

template <bool isConstant> __device__ void meet(int reader) {
  if (!isConstant)
    asm volatile("bar.sync %0, 320;" ::"r"(reader + 1) : "memory");
  else if (reader == 0)
    asm volatile("bar.sync 1, 320;" ::: "memory");
  else if (reader == 1)
    asm volatile("bar.sync 2, 320;" ::: "memory");
  else
    asm volatile("bar.sync 3, 320;" ::: "memory");
}

template <bool isConstant, int readers> __global__ void take(int *wrong) {
  __shared__ int written[rows][32 * writers];
  const int thread = threadIdx.x, warp = thread / 32, lane = thread % 32;
  __syncthreads();
  if (warp < writers) {
    for (int i = 0; i < turns; ++i) {
      written[i % rows][thread] = i + thread;
      meet<isConstant>(i % readers);
    }
    return;
  }
  for (int i = warp - writers; i < turns; i += readers) {
    meet<isConstant>(warp - writers);
    for (int j = lane; j < 32 * writers; j += 32)
      if (written[i % rows][j] != i + j)
        atomicAdd(wrong, 1);
  }
}

int main(int argc, char **argv) {
  const bool isConstant = argc > 1 && !strcmp(argv[1], "constant");
  const int readers = argc > 2 ? atoi(argv[2]) : 3;
  int *wrong, found = 0;
  cudaMalloc(&wrong, sizeof found);
  cudaMemset(wrong, 0, sizeof found);
  auto kernel = readers == 1 ? (isConstant ? take<true, 1> : take<false, 1>)
                             : (isConstant ? take<true, 3> : take<false, 3>);
  kernel<<<132, 32 * (writers + (readers == 1 ? 1 : 3))>>>(wrong);
  const cudaError_t error =
      cudaMemcpy(&found, wrong, sizeof found, cudaMemcpyDeviceToHost);
  printf("%s, %d reader%s: %d wrong, %s\n",
         isConstant ? "constant" : "register", readers == 1 ? 1 : 3,
         readers == 1 ? "" : "s", found, cudaGetErrorString(error));
  return error != cudaSuccess || found != 0;
}
