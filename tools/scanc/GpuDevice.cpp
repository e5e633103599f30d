//===- GpuDevice.cpp - Running a scan on the GPU --------------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Device.h"

#include "Command.h"
#include "CudaDriver.h"

#include "scanc/Runtime/scanc_rows.h"
#include "scanc/Target/Arrays.h"
#include "scanc/Target/Launcher.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/ScopeExit.h"

#include <algorithm>

using namespace scanc;
using llvm::Error;
using llvm::Expected;

struct Gpu::Impl {
  CudaDriver driver;
  int device = 0;
  std::string name;
  int multiprocessors = 0;
  int capability = 0;
};

namespace {

/// Memory of the GPU, freed at the end of its scope.
class DeviceBuffer {
public:
  explicit DeviceBuffer(const CudaDriver &driver) : driver(driver) {}
  ~DeviceBuffer() {
    if (pointer)
      driver.cuMemFree_v2(pointer);
  }
  DeviceBuffer(const DeviceBuffer &) = delete;
  DeviceBuffer &operator=(const DeviceBuffer &) = delete;

  Error allocate(size_t bytes) {
    // No allocation is empty.
    return driver.check(
        driver.cuMemAlloc_v2(&pointer, std::max<size_t>(bytes, 1)),
        "allocating " + std::to_string(bytes) + " bytes");
  }
  Error upload(llvm::ArrayRef<char> bytes, const char *what) {
    return driver.check(
        driver.cuMemcpyHtoD_v2(pointer, bytes.data(), bytes.size()), what);
  }
  Error download(llvm::MutableArrayRef<char> bytes, const char *what) {
    return driver.check(
        driver.cuMemcpyDtoH_v2(bytes.data(), pointer, bytes.size()), what);
  }
  void *get() const { return reinterpret_cast<void *>(pointer); }

private:
  const CudaDriver &driver;
  DevicePointer pointer = 0;
};

/// The arrays of a scan's input or output.
class DeviceArrays {
public:
  DeviceArrays(const CudaDriver &driver, std::vector<target::ScanArray> arrays)
      : driver(driver), arrays(std::move(arrays)) {}

  /// For n elements.
  Error allocate(uint64_t n) {
    for (const target::ScanArray &array : arrays) {
      buffers.push_back(std::make_unique<DeviceBuffer>(driver));
      if (Error error = buffers.back()->allocate(n * array.size))
        return error;
    }
    return Error::success();
  }

  Error upload(llvm::ArrayRef<char> elements, uint32_t elementSize) {
    std::vector<char> storage;
    for (auto [array, buffer] : llvm::zip(arrays, buffers)) {
      llvm::ArrayRef<char> values =
          target::takeArray(array, elements, elementSize, storage);
      if (Error error = buffer->upload(values, "copying the input"))
        return error;
    }
    return Error::success();
  }

  Error download(llvm::MutableArrayRef<char> elements, uint32_t elementSize) {
    std::vector<char> storage;
    for (auto [array, buffer] : llvm::zip(arrays, buffers)) {
      const bool isWhole = array.size == elementSize;
      storage.resize(isWhole ? 0 : elements.size() / elementSize * array.size);
      llvm::MutableArrayRef<char> values =
          isWhole ? elements : llvm::MutableArrayRef(storage);
      if (Error error = buffer->download(values, "copying the output"))
        return error;
      if (!isWhole)
        target::putArray(array, values, elements, elementSize);
    }
    return Error::success();
  }

  std::vector<void *> pointers() const {
    std::vector<void *> result;
    for (const std::unique_ptr<DeviceBuffer> &buffer : buffers)
      result.push_back(buffer->get());
    return result;
  }

private:
  const CudaDriver &driver;
  std::vector<target::ScanArray> arrays;
  std::vector<std::unique_ptr<DeviceBuffer>> buffers;
};

} // namespace

Gpu::Gpu(std::unique_ptr<Impl> impl) : impl(std::move(impl)) {}

Gpu::~Gpu() { impl->driver.cuDevicePrimaryCtxRelease_v2(impl->device); }

llvm::StringRef Gpu::name() const { return impl->name; }

unsigned Gpu::arch() const { return impl->capability; }

Expected<std::unique_ptr<Gpu>> Gpu::open() {
  Expected<CudaDriver> driver = CudaDriver::open();
  if (!driver)
    return driver.takeError();
  auto impl = std::make_unique<Impl>();
  impl->driver = *driver;

  char name[256] = {};
  int device = 0, major = 0, minor = 0;
  void *context = nullptr;
  auto attribute = [&](int &value, DeviceAttribute which) {
    return driver->check(
        driver->cuDeviceGetAttribute(&value, static_cast<int>(which), device),
        "cuDeviceGetAttribute");
  };
  if (Error error =
          driver->check(driver->cuDeviceGet(&device, 0), "cuDeviceGet"))
    return error;
  if (Error error =
          driver->check(driver->cuDeviceGetName(name, sizeof(name) - 1, device),
                        "cuDeviceGetName"))
    return error;
  if (Error error =
          attribute(impl->multiprocessors, DeviceAttribute::Multiprocessors))
    return error;
  if (Error error = attribute(major, DeviceAttribute::CapabilityMajor))
    return error;
  if (Error error = attribute(minor, DeviceAttribute::CapabilityMinor))
    return error;
  if (Error error =
          driver->check(driver->cuDevicePrimaryCtxRetain(&context, device),
                        "cuDevicePrimaryCtxRetain"))
    return error;
  impl->device = device;
  impl->name = name;
  impl->capability = 10 * major + minor;
  std::unique_ptr<Gpu> gpu(new Gpu(std::move(impl)));
  if (Error error =
          driver->check(driver->cuCtxSetCurrent(context), "cuCtxSetCurrent"))
    return error;
  return gpu;
}

Expected<RunReport> Gpu::run(const ScanJob &job) {
  const CudaDriver &driver = impl->driver;
  Expected<RuntimeForms> runtime = RuntimeForms::make(job);
  if (!runtime)
    return runtime.takeError();
  Expected<scanc_form_plan> plan = runtime->plan(job);
  if (!plan)
    return plan.takeError();
  const scanc_form *forms = runtime->forms().data();
  const auto formCount = static_cast<unsigned>(runtime->forms().size());
  const target::ScanDescription &scan = job.scan();

  DeviceArrays in(driver, scan.inputArrays()), out(driver, scan.outputArrays());
  DeviceBuffer workspace(driver);
  if (Error error = in.allocate(plan->n))
    return error;
  if (Error error = out.allocate(countOutputs(job)))
    return error;
  if (Error error = workspace.allocate(runtime->workspaceBytes(plan->n)))
    return error;
  if (Error error = in.upload(job.input, scan.elementSize))
    return error;
  DeviceBuffer initial(driver), finals(driver);
  if (!job.initial.empty()) {
    if (Error error = initial.allocate(job.initial.size()))
      return error;
    if (Error error = initial.upload(job.initial, "copying the initial states"))
      return error;
  }
  if (!job.finals.empty()) {
    if (Error error = finals.allocate(job.finals.size()))
      return error;
    // No kernel writes their padding.
    if (Error error = finals.upload(job.finals, "clearing the final states"))
      return error;
  }
  // Null where there are none.
  const scanc_states states = {initial.get(), finals.get()};
  const std::vector<void *> to = out.pointers(), inputs = in.pointers();
  const std::vector<const void *> from(inputs.begin(), inputs.end());

  CUstream_st *stream = nullptr;
  if (Error error =
          driver.check(driver.cuStreamCreate(&stream, 0), "cuStreamCreate"))
    return error;
  auto destroyStream =
      llvm::scope_exit([&] { driver.cuStreamDestroy_v2(stream); });
  void *events[2] = {};
  auto destroyEvents = llvm::scope_exit([&] {
    for (void *event : events)
      if (event)
        driver.cuEventDestroy_v2(event);
  });
  for (void *&event : events)
    if (Error error =
            driver.check(driver.cuEventCreate(&event, 0), "cuEventCreate"))
      return error;

  auto checkStatus = [](scanc_status status, llvm::StringRef what) -> Error {
    if (status == SCANC_OK)
      return Error::success();
    return toolFailed(what + " failed: " + scanc_status_string(status));
  };
  if (Error error =
          checkStatus(scanc_load_forms(forms, formCount), "loading the PTX"))
    return error;
  auto unload = llvm::scope_exit([&] { scanc_unload_forms(forms, formCount); });
  // All forms share it.
  if (Error error = checkStatus(
          scanc_init_workspace(forms->scans, 1, workspace.get(), stream),
          "readying the workspace"))
    return error;

  const scanc_tensor tensor = job.tensor();
  auto launch = [&](CUstream_st *stream) {
    switch (job.extents.kind) {
    case target::Shape::Line:
      return scanc_run(forms->scans, 1, forms->module, stream, from.data(),
                       to.data(), plan->n, &states, workspace.get());
    case target::Shape::Rows: {
      std::vector<int64_t> strides;
      for (size_t array = 0; array < from.size() + to.size(); ++array)
        strides.push_back(tensor.stride[array][0]);
      return scanc_run_rows(forms, formCount, stream, from.data(), to.data(),
                            plan->chains, job.extents.row(), strides.data(),
                            &states, workspace.get());
    }
    case target::Shape::Axis:
      return scanc_run_axis(forms, formCount, stream, from.data(), to.data(),
                            &tensor, &states, workspace.get());
    }
    llvm_unreachable("unknown shape");
  };
  RunReport report;
  report.form = plan->form - forms;
  report.launches = describeLaunches(*plan, job, impl->multiprocessors);
  for (unsigned i = 0; i < job.repeat; ++i) {
    if (Error error = driver.check(driver.cuEventRecord(events[0], stream),
                                   "cuEventRecord"))
      return error;
    if (Error error = checkStatus(launch(stream), "launching the scan"))
      return error;
    if (Error error = driver.check(driver.cuEventRecord(events[1], stream),
                                   "cuEventRecord"))
      return error;
    if (Error error = driver.check(driver.cuStreamSynchronize(stream),
                                   "running the scan"))
      return error;
    float elapsed = 0;
    if (Error error = driver.check(
            driver.cuEventElapsedTime(&elapsed, events[0], events[1]),
            "cuEventElapsedTime"))
      return error;
    report.milliseconds =
        i ? std::min<double>(report.milliseconds, elapsed) : elapsed;
  }
  if (Error error = out.download(job.output, scan.outputSize))
    return error;
  if (!job.finals.empty())
    if (Error error = finals.download(job.finals, "copying the final states"))
      return error;
  return report;
}
