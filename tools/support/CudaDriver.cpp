//===- CudaDriver.cpp - The few driver calls that our tools make ----------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CudaDriver.h"

#include "ToolError.h"

#include <cstring>
#include <dlfcn.h>

using namespace scanc;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;
using llvm::Twine;

Expected<CudaDriver> CudaDriver::open() {
  void *library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
  if (!library)
    return toolFailed("no GPU: cannot open libcuda.so.1, the CUDA driver");
  CudaDriver driver;
  std::string missing;
  auto find = [&](const char *name, auto &function) {
    void *address = dlsym(library, name);
    if (!address && missing.empty())
      missing = name;
    std::memcpy(&function, &address, sizeof(function));
  };
#define SCANC_FIND(NAME) find(#NAME, driver.NAME)
  SCANC_FIND(cuInit);
  SCANC_FIND(cuDeviceGet);
  SCANC_FIND(cuDeviceGetName);
  SCANC_FIND(cuDeviceGetAttribute);
  SCANC_FIND(cuDevicePrimaryCtxRetain);
  SCANC_FIND(cuDevicePrimaryCtxRelease_v2);
  SCANC_FIND(cuCtxSetCurrent);
  SCANC_FIND(cuMemAlloc_v2);
  SCANC_FIND(cuMemFree_v2);
  SCANC_FIND(cuMemcpyHtoD_v2);
  SCANC_FIND(cuMemcpyDtoH_v2);
  SCANC_FIND(cuStreamCreate);
  SCANC_FIND(cuStreamSynchronize);
  SCANC_FIND(cuStreamDestroy_v2);
  SCANC_FIND(cuEventCreate);
  SCANC_FIND(cuEventRecord);
  SCANC_FIND(cuEventElapsedTime);
  SCANC_FIND(cuEventDestroy_v2);
  SCANC_FIND(cuGetErrorString);
#undef SCANC_FIND
  if (!missing.empty())
    return toolFailed("no GPU: the CUDA driver is too old, it has no " +
                      Twine(missing));
  if (int result = driver.cuInit(0)) {
    const char *text = nullptr;
    driver.cuGetErrorString(result, &text);
    return toolFailed("no GPU: the CUDA driver does not start: " +
                      Twine(text ? text : "unknown error"));
  }
  return driver;
}

Error CudaDriver::check(int result, StringRef call) const {
  if (result == 0)
    return Error::success();
  const char *text = nullptr;
  cuGetErrorString(result, &text);
  return toolFailed("on the GPU, " + call + " failed with CUresult " +
                    Twine(result) + ": " + (text ? text : "unknown error"));
}
