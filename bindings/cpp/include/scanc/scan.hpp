//===- scan.hpp - Launchers from C++ ----------------------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   #include "cumsum.h"            // made by scanc
//   #include <scanc/scan.hpp>
//
//   scanc::scan<cumsum> s{max_n};  // owns a workspace for up to max_n elements
//   if (std::error_code e = s(stream, in, out, n))
//     std::cerr << e.message() << '\n';
//
// C++17, headers only. It needs no header of CUDA, has no macro, and throws
// nothing: a scan that has no workspace says why, by error() and at each call.
// Like the launcher, it never synchronises.
//
// in and out are pointers to device memory, or anything with data() and size()
// that gives such a pointer, and then n may be left out. An element may be of
// any type that has the layout of the scan's, which the compiler checks:
//
//   struct Hit { float score; std::uint32_t index; };   // of (f32, ui32)
//   s(stream, hits, best, n);                           // const Hit *, Hit *
//
// Of a structure of arrays, give all inputs, then all outputs.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_SCAN_HPP
#define SCANC_SCAN_HPP

#include <scanc/scanc_status.h>

#include <cstddef>
#include <cstdint>
#include <dlfcn.h>
#include <string>
#include <string_view>
#include <system_error>
#include <tuple>
#include <type_traits>
#include <utility>

struct CUstream_st;
// What cuda_fp16.h and cuda_bf16.h define.
struct __half;
struct __nv_bfloat16;

namespace scanc {

/// What a launcher's header says of its scan, by the scan's function.
template <auto Function> struct scan_traits;

//===----------------------------------------------------------------------===//
// Statuses
//===----------------------------------------------------------------------===//

/// The category of statuses: "scanc", with the launcher's own sentences.
inline const std::error_category &status_category() noexcept {
  struct category final : std::error_category {
    const char *name() const noexcept override { return "scanc"; }
    std::string message(int status) const override {
      return scanc_status_string(static_cast<scanc_status>(status));
    }
  };
  static const category instance;
  return instance;
}

} // namespace scanc

/// Beside the type, which is C's, so that the language finds it.
inline std::error_code make_error_code(scanc_status status) noexcept {
  return {static_cast<int>(status), scanc::status_category()};
}

template <> struct std::is_error_code_enum<scanc_status> : std::true_type {};

namespace scanc {

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

/// Where workspaces come from unless the caller says: the CUDA driver, in the
/// current context. Any type with these two functions will do, and so will a
/// pointer to one: std::pmr::memory_resource, cuda::mr::resource, rmm's.
class device_memory {
public:
  /// `bytes` of device memory, aligned to 256 bytes; null if there are none.
  void *allocate(std::size_t bytes, std::size_t) noexcept {
    auto *call = entry<int (*)(unsigned long long *, std::size_t)>(
        "cuMemAlloc_v2");
    unsigned long long address = 0;
    if (!call || call(&address, bytes) != 0)
      return nullptr;
    return reinterpret_cast<void *>(static_cast<std::uintptr_t>(address));
  }
  /// Waits, as cuMemFree does, for what the GPU has to do in the context.
  void deallocate(void *memory, std::size_t, std::size_t) noexcept {
    if (auto *call = entry<int (*)(unsigned long long)>("cuMemFree_v2"))
      call(static_cast<unsigned long long>(
          reinterpret_cast<std::uintptr_t>(memory)));
  }

private:
  template <class Function> static Function entry(const char *name) noexcept {
    void *driver = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
    return driver ? reinterpret_cast<Function>(dlsym(driver, name)) : nullptr;
  }
};

//===----------------------------------------------------------------------===//
// Types that lie in memory as a scan's do
//===----------------------------------------------------------------------===//

/// The name that a type has in scanc: "f32", "u8", ...; empty for one that has
/// none. Specialise it for a type of your own, such as another half.
template <class T, class = void> struct scalar_name {
  static constexpr std::string_view value = "";
};
template <> struct scalar_name<float> {
  static constexpr std::string_view value = "f32";
};
template <> struct scalar_name<double> {
  static constexpr std::string_view value = "f64";
};
template <> struct scalar_name<::__half> {
  static constexpr std::string_view value = "f16";
};
template <> struct scalar_name<::__nv_bfloat16> {
  static constexpr std::string_view value = "bf16";
};
template <> struct scalar_name<bool> {
  static constexpr std::string_view value = "b1";
};
template <class T>
struct scalar_name<T, std::enable_if_t<std::is_integral_v<T>>> {
  static constexpr std::string_view names[] = {"i8", "i16", "i32", "i64",
                                               "u8", "u16", "u32", "u64"};
  static constexpr std::string_view value =
      names[(std::is_unsigned_v<T> ? 4 : 0) + (sizeof(T) == 1   ? 0
                                               : sizeof(T) == 2 ? 1
                                               : sizeof(T) == 4 ? 2
                                                                : 3)];
};
template <class T> struct scalar_name<T, std::enable_if_t<std::is_enum_v<T>>> {
  static constexpr std::string_view value =
      scalar_name<std::underlying_type_t<T>>::value;
};

namespace detail {

/// Whether a T holds a value that scanc calls `name`. The launchers' own types
/// hold the bits of an f16 or a bf16 as a u16, and an i1 as a u8.
template <class T> constexpr bool holds(std::string_view name) {
  constexpr std::string_view own = scalar_name<std::remove_cv_t<T>>::value;
  return own == name || (own == "u16" && (name == "f16" || name == "bf16")) ||
         (own == "u8" && name == "b1");
}

/// Becomes anything, to count how many values an aggregate takes.
struct any {
  template <class T> operator T() const;
};
template <class T, class Indices, class = void>
struct takes : std::false_type {};
template <class T, std::size_t... I>
struct takes<T, std::index_sequence<I...>,
             std::void_t<decltype(T{(static_cast<void>(I), any{})...})>>
    : std::true_type {};
template <class T, std::size_t Most = 9> constexpr std::size_t count_fields() {
  if constexpr (Most == 0)
    return 0;
  else if constexpr (takes<T, std::make_index_sequence<Most>>::value)
    return Most;
  else
    return count_fields<T, Most - 1>();
}

/// The fields of an aggregate, 1 to 8 of them, as references.
template <class T> constexpr auto tie_fields(T &value) {
  constexpr std::size_t count = count_fields<std::remove_cv_t<T>>();
  if constexpr (count == 1) {
    auto &[a] = value;
    return std::tie(a);
  } else if constexpr (count == 2) {
    auto &[a, b] = value;
    return std::tie(a, b);
  } else if constexpr (count == 3) {
    auto &[a, b, c] = value;
    return std::tie(a, b, c);
  } else if constexpr (count == 4) {
    auto &[a, b, c, d] = value;
    return std::tie(a, b, c, d);
  } else if constexpr (count == 5) {
    auto &[a, b, c, d, e] = value;
    return std::tie(a, b, c, d, e);
  } else if constexpr (count == 6) {
    auto &[a, b, c, d, e, f] = value;
    return std::tie(a, b, c, d, e, f);
  } else if constexpr (count == 7) {
    auto &[a, b, c, d, e, f, g] = value;
    return std::tie(a, b, c, d, e, f, g);
  } else if constexpr (count == 8) {
    auto &[a, b, c, d, e, f, g, h] = value;
    return std::tie(a, b, c, d, e, f, g, h);
  } else {
    return std::tuple<>();
  }
}

/// Bytes whose values are their own places; in a T, the first byte of a field
/// then says where that field lies.
template <std::size_t Size> struct places {
  unsigned char byte[Size];
};
template <std::size_t Size> constexpr places<Size> make_places() {
  places<Size> result{};
  for (std::size_t i = 0; i < Size; ++i)
    result.byte[i] = static_cast<unsigned char>(i);
  return result;
}

/// Whether the fields of a T have the types and the places that `names` and
/// `offsets` say.
template <class T, std::size_t N, std::size_t... I>
constexpr bool match_fields(const std::string_view (&names)[N],
                            const std::size_t (&offsets)[N],
                            std::index_sequence<I...>) {
  using fields = decltype(tie_fields(std::declval<T &>()));
  if constexpr (std::tuple_size_v<fields> != N) {
    return false;
  } else {
    if (!(holds<std::remove_reference_t<std::tuple_element_t<I, fields>>>(
              names[I]) &&
          ...))
      return false;
#if defined(__has_builtin)
#if __has_builtin(__builtin_bit_cast)
    // A bool has no value for most places.
    if constexpr (!(std::is_same_v<std::tuple_element_t<I, fields>, bool &> ||
                    ...)) {
      T value = __builtin_bit_cast(T, make_places<sizeof(T)>());
      auto tied = tie_fields(value);
      return ((__builtin_bit_cast(
                   places<sizeof(std::get<I>(tied))>, std::get<I>(tied))
                   .byte[0] == offsets[I]) &&
              ...);
    }
#endif
#endif
    return true;
  }
}

/// Whether a T lies in memory as an element of `names` does.
template <class T, std::size_t N>
constexpr bool matches(const std::string_view (&names)[N],
                       const std::size_t (&offsets)[N], std::size_t size) {
  using value = std::remove_cv_t<T>;
  if constexpr (N == 1 && !scalar_name<value>::value.empty())
    return holds<value>(names[0]);
  else if constexpr (std::is_aggregate_v<value> && std::is_class_v<value> &&
                     !std::is_empty_v<value> &&
                     std::is_trivially_copyable_v<value>)
    return sizeof(value) == size &&
           match_fields<value>(names, offsets, std::make_index_sequence<N>());
  else
    return false;
}

/// The plain pointer that a pointer, a smart pointer or a span stands for.
template <class T> constexpr T *to_pointer(T *pointer) { return pointer; }
template <class T>
constexpr auto to_pointer(const T &pointer) -> decltype(pointer.get()) {
  return pointer.get();
}
template <class T>
constexpr auto to_pointer(T &&range) -> decltype(to_pointer(range.data())) {
  return to_pointer(range.data());
}

template <class T, class = void> struct has_size : std::false_type {};
template <class T>
struct has_size<T, std::void_t<decltype(std::declval<T &>().size())>>
    : std::true_type {};

/// One of the arguments of the scan's function, and the array it stands for.
template <class Traits, std::size_t I, class Parameter, class T>
Parameter to_array(T *pointer) {
  constexpr bool input = I < Traits::arrays;
  if constexpr (!input)
    static_assert(!std::is_const_v<T>, "an output is a pointer to const");
  if constexpr (std::is_void_v<T>) {
    static_assert(!std::is_void_v<T>, "an array needs a type, not void");
  } else if constexpr (Traits::soa) {
    using kinds = std::conditional_t<input, typename Traits::input,
                                     typename Traits::output>;
    constexpr std::size_t index = input ? I : I - Traits::arrays;
    static_assert(holds<T>(kinds::types[index]),
                  "an array's values are not of the scan's type");
  } else {
    using kinds = std::conditional_t<input, typename Traits::input,
                                     typename Traits::output>;
    static_assert(matches<T>(kinds::types, kinds::offsets, kinds::size),
                  "an element does not have the layout of the scan's: as many "
                  "fields, of the same types, at the same places");
  }
  return reinterpret_cast<Parameter>(const_cast<std::remove_cv_t<T> *>(pointer));
}

template <class Memory> decltype(auto) resource_of(Memory &memory) {
  if constexpr (std::is_pointer_v<Memory>)
    return (*memory);
  else
    return (memory);
}

} // namespace detail

//===----------------------------------------------------------------------===//
// A scan and its workspace
//===----------------------------------------------------------------------===//

/// The scan whose function is `Function`, with a workspace of its own. Launches
/// of one object must follow each other, in one stream or by events: they share
/// the workspace. It must live until the last of them is done.
template <auto Function, class Memory = device_memory> class scan {
  using traits = scan_traits<Function>;

public:
  using stream_type = CUstream_st *;

  /// Loads the PTX, and takes a workspace for scans of up to `max_n` elements.
  /// error() says whether that went well.
  explicit scan(std::uint64_t max_n, Memory memory = Memory())
      : memory(std::move(memory)), most(max_n) {
    status = traits::load();
    if (status)
      return;
    loaded = true;
    bytes = traits::workspace_bytes(max_n);
    if (bytes == 0)
      return;
    workspace = allocate();
    if (!workspace)
      status = std::make_error_code(std::errc::not_enough_memory);
  }
  ~scan() { release(); }
  scan(scan &&other) noexcept
      : memory(std::move(other.memory)), most(std::exchange(other.most, 0)),
        bytes(std::exchange(other.bytes, 0)),
        workspace(std::exchange(other.workspace, nullptr)),
        loaded(std::exchange(other.loaded, false)),
        ready(std::exchange(other.ready, false)),
        status(std::exchange(other.status, SCANC_ERROR_NO_WORKSPACE)) {}
  scan &operator=(scan &&other) noexcept {
    if (this != &other) {
      release();
      memory = std::move(other.memory);
      most = std::exchange(other.most, 0);
      bytes = std::exchange(other.bytes, 0);
      workspace = std::exchange(other.workspace, nullptr);
      loaded = std::exchange(other.loaded, false);
      ready = std::exchange(other.ready, false);
      status = std::exchange(other.status, SCANC_ERROR_NO_WORKSPACE);
    }
    return *this;
  }

  /// Why there is no workspace; no error if there is one.
  std::error_code error() const noexcept { return status; }
  /// The most elements that a call may scan.
  std::uint64_t max_n() const noexcept { return most; }
  /// Bytes of device memory that this object holds.
  std::size_t workspace_bytes() const noexcept { return bytes; }

  /// Readies the workspace, in stream order. The first call does it unless this
  /// was called; call it before a first scan that is captured into a graph.
  std::error_code prepare(stream_type stream) noexcept {
    if (status || ready)
      return status;
    const std::error_code result =
        traits::init_workspace(bytes ? workspace : nullptr, stream);
    ready = !result;
    return result;
  }

  /// scan(stream, inputs..., outputs..., n), or without n where each array has
  /// a size(), all of which are the same. No error says that the kernels are in
  /// the stream. Errors: those of the launcher; SCANC_ERROR_WORKSPACE_TOO_SMALL
  /// for more than max_n() elements; std::errc::invalid_argument for arrays of
  /// different sizes.
  template <class... Arguments>
  std::error_code operator()(stream_type stream, Arguments &&...arguments) {
    constexpr std::size_t arrays = 2 * traits::arrays;
    static_assert(sizeof...(Arguments) == arrays ||
                      sizeof...(Arguments) == arrays + 1,
                  "expected the scan's inputs, its outputs, and n");
    auto all = std::forward_as_tuple(arguments...);
    if constexpr (sizeof...(Arguments) == arrays) {
      static_assert((detail::has_size<Arguments>::value && ...),
                    "n may be left out only where each array has a size()");
      const std::uint64_t n = std::get<0>(all).size();
      if (((static_cast<std::uint64_t>(arguments.size()) != n) || ...))
        return std::make_error_code(std::errc::invalid_argument);
      return call(stream, all, n, std::make_index_sequence<arrays>(), Function);
    } else {
      static_assert(
          std::is_convertible_v<std::tuple_element_t<arrays, decltype(all)>,
                                std::uint64_t>,
          "the last argument is n, the number of elements");
      return call(stream, all, static_cast<std::uint64_t>(std::get<arrays>(all)),
                  std::make_index_sequence<arrays>(), Function);
    }
  }

private:
  template <class Tuple, std::size_t... I, class... Parameters>
  std::error_code call(stream_type stream, Tuple &all, std::uint64_t n,
                       std::index_sequence<I...>,
                       scanc_status (*)(CUstream_st *, Parameters...)) {
    using parameters = std::tuple<Parameters...>;
    if (std::error_code failed = prepare(stream))
      return failed;
    if (n > most)
      return SCANC_ERROR_WORKSPACE_TOO_SMALL;
    return Function(
        stream,
        detail::to_array<traits, I, std::tuple_element_t<I, parameters>>(
            detail::to_pointer(std::get<I>(all)))...,
        n, workspace);
  }

  static constexpr std::size_t alignment = 256;

  void *allocate() {
#if defined(__cpp_exceptions)
    try {
      return detail::resource_of(memory).allocate(bytes, alignment);
    } catch (...) {
      return nullptr;
    }
#else
    return detail::resource_of(memory).allocate(bytes, alignment);
#endif
  }

  void release() noexcept {
    if (workspace)
      detail::resource_of(memory).deallocate(workspace, bytes, alignment);
    if (loaded)
      (void)traits::unload();
    workspace = nullptr;
    loaded = false;
  }

  Memory memory;
  std::uint64_t most = 0;
  std::size_t bytes = 0;
  void *workspace = nullptr;
  bool loaded = false, ready = false;
  std::error_code status;
};

} // namespace scanc

#endif // SCANC_SCAN_HPP
