//===- scan.hpp - Launchers from C++ --------------------------------------===//
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
// any type that has the layout of the scan's, which the compiler checks; fields
// of bases, and of structs and arrays within, count as its own:
//
//   struct Hit { float score; std::uint32_t index; };   // of (f32, ui32)
//   s(stream, hits, best, n);                           // const Hit *, Hit *
//
// Of a scan with several arrays, give all inputs, then all outputs. Each may be
// of another type, and there may be more of one side than of the other:
//
//   s(stream, decay, input, level, n);                  // two in, one out
//
// The launcher's function for the rows of a matrix is another scan, whose
// object owns a workspace of its own, for max_n elements of all rows together:
//
//   scanc::scan<cumsum_rows> r{max_n};
//   r(stream, in, out, rows, n);                        // one behind another
//   r(stream, in, out, rows, n, in_stride, out_stride); // rows that lie apart
//
// So is the function for tensors, which scans along one of their dimensions.
// Its arrays are std::mdspans, or scanc::tensors:
//
//   scanc::scan<cumsum_axis> t{max_n};
//   scanc::tensor x(in, {batch, time, feature});        // without gaps
//   scanc::tensor y(out, {batch, time, feature}, {time, 1, batch * time});
//   t(stream, x, y, 1);                                 // along time
//
// A scan whose source says `initial` and `final` goes on where another call has
// ended. States lie in device memory, one for each row, and come last:
//
//   s(stream, in, out, n, nullptr, state);              // the first part
//   s(stream, more, rest, m, state, next);              // the second
//   r(stream, in, out, rows, n, states, next);          // a state for each row
//   t(stream, x, y, 1, states, next);                   // and for each chain
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_SCAN_HPP
#define SCANC_SCAN_HPP

#if defined(__cplusplus) && __cplusplus < 201703L
#error "scanc/scan.hpp needs C++17: compile with -std=c++17 or later"
#endif

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

/// What a launcher's header says of its scan, by the function that scans.
template <auto Function> struct scan_traits;
/// The layouts of a scan's inputs, or of its outputs, one for each array.
template <class... Arrays> struct scan_arrays;

//===----------------------------------------------------------------------===//
// Statuses
//===----------------------------------------------------------------------===//

/// The category of statuses: "scanc", with the launcher's own sentences.
inline const std::error_category &status_category() noexcept {
  struct category final : std::error_category {
    const char *name() const noexcept override { return "scanc"; }
    std::string message(int status) const override {
      // An enumeration has no value beyond the bits of its greatest.
      if (status < 0 || status > 2 * SCANC_ERROR_NOT_RESIDENT - 1)
        return "no status of scanc";
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
/// pointer to one, such as std::pmr::memory_resource *. Where there are
/// allocate_sync and deallocate_sync, they are called: the resources of
/// cuda::mr and rmm have those.
class device_memory {
public:
  /// `bytes` of device memory, aligned to 256 bytes; null if there are none.
  void *allocate(std::size_t bytes, std::size_t) noexcept {
    auto *call =
        entry<int (*)(unsigned long long *, std::size_t)>("cuMemAlloc_v2");
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

/// Memory that the caller has, and keeps: scan<f, borrowed_memory> s{n, {p,
/// b}}. It is one workspace, for one object at a time.
class borrowed_memory {
public:
  /// `bytes` of device memory, aligned to 16 bytes. f_workspace_bytes(n) of the
  /// launcher says how many a scan of n elements needs.
  borrowed_memory(void *memory, std::size_t bytes) noexcept
      : pointer(memory), size(bytes) {}

  void *allocate(std::size_t bytes, std::size_t) noexcept {
    return bytes <= size ? pointer : nullptr;
  }
  void deallocate(void *, std::size_t, std::size_t) noexcept {}

private:
  void *pointer;
  std::size_t size;
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
struct scalar_name<T,
                   std::enable_if_t<std::is_integral_v<T> && sizeof(T) <= 8>> {
  static constexpr std::string_view names[8] = {"i8", "i16", "i32", "i64",
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

/// Bytes of a value that scanc calls `name`; a b1 takes one.
constexpr std::size_t bytes_of(std::string_view name) {
  switch (name.back()) {
  case '6':
    return 2;
  case '2':
    return 4;
  case '4':
    return 8;
  default:
    return 1;
  }
}

/// Whether a T is one value, not a struct of some.
template <class T>
inline constexpr bool is_scalar =
    !scalar_name<std::remove_cv_t<T>>::value.empty();

/// Whether a T holds a value that scanc calls `name`. The launchers' own types
/// hold the bits of an f16 or a bf16 as a u16, and a b1 as a u8.
template <class T> constexpr bool holds(std::string_view name) {
  using value = std::remove_cv_t<T>;
  if constexpr (!is_scalar<value>) {
    return false;
  } else {
    constexpr std::string_view own = scalar_name<value>::value;
    if (own != name && !(own == "u16" && (name == "f16" || name == "bf16")) &&
        !(own == "u8" && name == "b1"))
      return false;
    // CUDA's halves may be declared only; their size is known.
    if constexpr (std::is_same_v<value, ::__half> ||
                  std::is_same_v<value, ::__nv_bfloat16>)
      return true;
    else
      return sizeof(value) == bytes_of(name);
  }
}

//===----------------------------------------------------------------------===//
// The fields of a struct
//
// They are found by what fits between its braces. A base, a struct or an array
// within cannot be made of one of the values below, so that the language takes
// a value for each of its own fields instead: T{v, v, v} for a struct of a pair
// and an int. `Element` is what a launcher's header says of an array.
//===----------------------------------------------------------------------===//

// The braces that are left out so.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wmissing-braces"

/// Whether a T can be made of values of these types, one for each field.
template <class Void, class T, class... Values>
struct takes_values : std::false_type {};
template <class T, class... Values>
struct takes_values<std::void_t<decltype(T{std::declval<Values>()...})>, T,
                    Values...> : std::true_type {};
template <class T, class... Values>
inline constexpr bool takes = takes_values<void, T, Values...>::value;

/// Becomes the value of any field. The number tells nothing, but as a part of
/// an alias for a type without one, nvcc would lose it.
template <std::size_t> struct any {
  template <class T,
            class = std::enable_if_t<is_scalar<T> || !std::is_class_v<T> ||
                                     !std::is_aggregate_v<T>>>
  operator T() const;
};

/// Whether a T has as many fields as there are indices.
template <class T, class Indices> struct has_fields;
template <class T, std::size_t... I>
struct has_fields<T, std::index_sequence<I...>>
    : std::bool_constant<takes<T, any<I>...> &&
                         !takes<T, any<I>..., any<sizeof...(I)>>> {};

/// Becomes the value of a field that holds value I of an element.
template <class Element, std::size_t I> struct value_of {
  template <class T, class = std::enable_if_t<holds<T>(Element::types[I])>>
  operator T() const;
};

/// Whether field I of a T holds value I of an element.
template <class T, class Element, std::size_t I, class Indices> struct has_type;
template <class T, class Element, std::size_t I, std::size_t... Others>
struct has_type<T, Element, I, std::index_sequence<Others...>>
    : std::bool_constant<
          takes<T, std::conditional_t<I == Others, value_of<Element, I>,
                                      any<Others>>...>> {};

/// Whether the compiler sees a field of a T that lies elsewhere than in an
/// element. One that cannot look says no.
template <class T, class Element, class Indices, class = void>
struct lies_elsewhere : std::false_type {};

#if defined(__has_builtin)
#if __has_builtin(__builtin_bit_cast)
template <std::size_t Size> struct bytes {
  unsigned char byte[Size];
};

/// What each byte of field I has: no two fields have the same, but those of
/// type bool, which has no more values.
template <class T> constexpr unsigned char mark(std::size_t i) {
  return static_cast<unsigned char>(std::is_same_v<T, bool> ? 1 : i + 2);
}

/// Becomes the value of field I that is made of such bytes.
template <std::size_t I> struct marked {
  template <class T, class = std::enable_if_t<is_scalar<T>>>
  constexpr operator T() const {
    bytes<sizeof(T)> result{};
    for (unsigned char &byte : result.byte)
      byte = mark<T>(I);
    return __builtin_bit_cast(T, result);
  }
};

/// Whether a T made of such values has them where an element has. That is no
/// constant where it has padding there.
template <class T, class Element, std::size_t... I>
constexpr bool has_marks(const T &value) {
  const auto all = __builtin_bit_cast(bytes<sizeof(T)>, value);
  return ((all.byte[Element::offsets[I]] == I + 2 ||
           (Element::types[I] == "b1" && all.byte[Element::offsets[I]] == 1)) &&
          ...);
}

/// True, where the compiler sees the bytes of a T; not if a union is in it.
template <class T> constexpr bool has_bytes(const T &value) {
  const auto all = __builtin_bit_cast(bytes<sizeof(T)>, value);
  static_cast<void>(all);
  return true;
}

template <class T, class Indices, class = void>
struct is_made_of_marks : std::false_type {};
template <class T, std::size_t... I>
struct is_made_of_marks<T, std::index_sequence<I...>,
                        std::enable_if_t<has_bytes<T>(T{marked<I>{}...})>>
    : std::true_type {};

template <class T, class Element, class Indices, class = void>
struct lies_there : std::false_type {};
template <class T, class Element, std::size_t... I>
struct lies_there<
    T, Element, std::index_sequence<I...>,
    std::enable_if_t<has_marks<T, Element, I...>(T{marked<I>{}...})>>
    : std::true_type {};

template <class T, class Element, class Indices>
struct lies_elsewhere<T, Element, Indices,
                      std::enable_if_t<is_made_of_marks<T, Indices>::value &&
                                       !lies_there<T, Element, Indices>::value>>
    : std::true_type {};
#endif
#endif

#pragma GCC diagnostic pop

//===----------------------------------------------------------------------===//
// The arrays of a scan
//===----------------------------------------------------------------------===//

/// Of headers of scanc 0.2: array I of a structure of arrays, which holds field
/// I of each `Element`.
template <class Element, std::size_t I> struct array_of_field {
  static constexpr std::string_view types[] = {Element::types[I]};
  static constexpr std::size_t offsets[] = {0};
  static constexpr std::size_t size = bytes_of(Element::types[I]);
};

/// Of those headers: one array of elements, or an array for each field.
template <class Element, bool Soa, class Indices> struct side_of {
  using type = scan_arrays<Element>;
};
template <class Element, std::size_t... I>
struct side_of<Element, true, std::index_sequence<I...>> {
  using type = scan_arrays<array_of_field<Element, I>...>;
};

/// Both sides of a scan, as its launcher's header has them.
template <class Traits, class = void> struct sides_of {
  static constexpr bool are_known = false;
};
template <class Traits>
struct sides_of<Traits, std::void_t<typename Traits::inputs>> {
  static constexpr bool are_known = true;
  using inputs = typename Traits::inputs;
  using outputs = typename Traits::outputs;
};
/// Headers of scanc 0.2 say how all values of an element lie, and of an output,
/// which are in as many arrays.
template <class Traits>
struct sides_of<Traits, std::enable_if_t<(Traits::arrays > 0)>> {
  static constexpr bool are_known = true;
  using indices = std::make_index_sequence<Traits::arrays>;
  using inputs =
      typename side_of<typename Traits::input, Traits::soa, indices>::type;
  using outputs =
      typename side_of<typename Traits::output, Traits::soa, indices>::type;
};

/// The arrays of both sides, in the order of arguments.
template <class Inputs, class Outputs> struct all_arrays;
template <class... Inputs, class... Outputs>
struct all_arrays<scan_arrays<Inputs...>, scan_arrays<Outputs...>> {
  static constexpr std::size_t inputs = sizeof...(Inputs);
  static constexpr std::size_t count = inputs + sizeof...(Outputs);
  /// The element that lies in array I: its `types`, `offsets` and `size`.
  template <std::size_t I>
  using element = std::tuple_element_t<I, std::tuple<Inputs..., Outputs...>>;
};
template <class Traits>
using arrays_of = all_arrays<typename sides_of<Traits>::inputs,
                             typename sides_of<Traits>::outputs>;

/// The states that a scan starts from and leaves. Headers of scans without
/// such, and those of scanc 0.2, say nothing of states.
template <class Traits, class = void> struct states_of {
  static constexpr bool takes_initial = false, leaves_final = false;
  static constexpr std::size_t count = 0;
};
template <class Traits>
struct states_of<Traits, std::void_t<typename Traits::state>> {
  static constexpr bool takes_initial = Traits::takes_initial;
  static constexpr bool leaves_final = Traits::leaves_final;
  static constexpr std::size_t count =
      (takes_initial ? 1 : 0) + (leaves_final ? 1 : 0);
  /// What a state is: its `types`, `offsets` and `size`.
  using element = typename Traits::state;
};

/// How many outputs a line has, or a row, beyond one for each element. Headers
/// of scans whose source says `total` say so.
template <class Traits, class = void> struct more_outputs_of {
  static constexpr std::uint64_t value = 0;
};
template <class Traits>
struct more_outputs_of<Traits, std::void_t<decltype(Traits::more_outputs)>> {
  static constexpr std::uint64_t value = Traits::more_outputs;
};

//===----------------------------------------------------------------------===//
// What a scan's arguments must be. Each check stops at the first mistake, so
// that the compiler's first error is the one to read.
//===----------------------------------------------------------------------===//

/// Field I of a T. A function of its own: compilers say for which I and T.
template <class T, class Element, std::size_t I, class Indices>
constexpr bool check_field() {
  static_assert(has_type<T, Element, I, Indices>::value,
                "a field has another type than the scan's field of that "
                "number; the header that scanc made has a struct with the "
                "types");
  return has_type<T, Element, I, Indices>::value;
}

template <class T, class Element, std::size_t... I>
constexpr bool check_fields(std::index_sequence<I...>) {
  using indices = std::index_sequence<I...>;
  static_assert(has_fields<T, indices>::value,
                "the struct has more or fewer fields than the scan's (the "
                "fields of a base, and of a struct or an array within, count "
                "one by one)");
  if constexpr (has_fields<T, indices>::value) {
    if constexpr ((check_field<T, Element, I, indices>() && ...)) {
      static_assert(sizeof(T) == Element::size,
                    "the struct has the fields of the scan's, but another "
                    "size: alignas, or packing?");
      if constexpr (sizeof(T) == Element::size)
        static_assert(!lies_elsewhere<T, Element, indices>::value,
                      "the struct has the fields of the scan's, but at other "
                      "offsets: alignas, or packing?");
    }
  }
  return true;
}

template <class Element>
inline constexpr std::size_t field_count =
    sizeof(Element::types) / sizeof(Element::types[0]);

/// Whether a T is one value, or something else without fields.
template <class T>
inline constexpr bool is_value = is_scalar<T> || !std::is_class_v<T>;

/// Whether a T is of an element's kind: a struct, if that has several fields;
/// if it has one, a value of its type or a struct around one.
template <class T, class Element> constexpr bool is_such() {
  if constexpr (is_value<T>)
    return field_count<Element> == 1 && holds<T>(Element::types[0]);
  else if constexpr (field_count<Element> == 1 && std::is_aggregate_v<T>)
    return has_fields<T, std::index_sequence<0>>::value;
  else
    return field_count<Element> != 1;
}

/// Whether a T lies in memory as an element does.
template <class T, class Element> constexpr void check_element() {
  constexpr std::size_t fields = field_count<Element>;
  if constexpr (fields == 1 && is_value<T>) {
    static_assert(holds<T>(Element::types[0]),
                  "the array's elements have another type than the scan's; "
                  "the header that scanc made has the type");
  } else {
    static_assert(!is_value<T>,
                  "the scan's elements have several fields: an element is a "
                  "struct with those fields");
    if constexpr (!is_value<T>) {
      static_assert(std::is_trivially_copyable_v<T>,
                    "elements and states must be trivially copyable: the GPU "
                    "copies bytes, and calls no constructor or destructor");
      static_assert(!std::is_trivially_copyable_v<T> || std::is_aggregate_v<T>,
                    "the compiler sees no fields of a class with constructors, "
                    "private fields or virtual functions; take a plain struct, "
                    "or cast the pointer to the type that the scan's function "
                    "takes");
      if constexpr (std::is_trivially_copyable_v<T> && std::is_aggregate_v<T>)
        check_fields<T, Element>(std::make_index_sequence<fields>());
    }
  }
}

/// The same of one of several arrays of a scan: where T is of another kind, it
/// most often is what lies in another array.
template <class T, class Element> constexpr void check_one_of_several() {
  static_assert(is_such<T, Element>(),
                "an array has another type than the scan's array of that "
                "number: all inputs come first, then all outputs");
  if constexpr (is_such<T, Element>())
    check_element<T, Element>();
}

/// The plain pointer that a pointer, a smart pointer or a span stands for.
template <class T> constexpr T *to_pointer(T *pointer) { return pointer; }
template <class T>
constexpr auto to_pointer(const T &pointer)
    -> decltype(to_pointer(pointer.get())) {
  return to_pointer(pointer.get());
}
template <class T>
constexpr auto to_pointer(T &&range) -> decltype(to_pointer(range.data())) {
  return to_pointer(range.data());
}

template <class T, class = void> struct is_array : std::false_type {};
template <class T>
struct is_array<T, std::void_t<decltype(to_pointer(std::declval<T &>()))>>
    : std::true_type {};

template <class T, class = void> struct has_size : std::false_type {};
template <class T>
struct has_size<T, std::void_t<decltype(std::declval<T &>().size())>>
    : std::true_type {};

/// Whether an array that knows its size has fewer than n elements.
template <class T> bool is_shorter(const T &array, std::uint64_t n) {
  if constexpr (has_size<const T>::value)
    return static_cast<std::uint64_t>(array.size()) < n;
  else
    return false;
}

/// Whether an array that knows its size lacks some element of `rows` rows of n,
/// each `stride` elements behind the one before. It has none before its first.
template <class T>
bool lacks_rows(const T &array, std::uint64_t rows, std::uint64_t n,
                std::int64_t stride) {
  if (rows == 0 || n == 0)
    return false;
  if (rows == 1 || stride == 0)
    return is_shorter(array, n);
  if constexpr (has_size<const T>::value) {
    const auto size = static_cast<std::uint64_t>(array.size());
    return stride < 0 || size < n ||
           rows - 1 > (size - n) / static_cast<std::uint64_t>(stride);
  } else {
    return false;
  }
}

/// One of the arguments of the scan's function, and the array it stands for.
template <class Arrays, std::size_t I, class Parameter, class T>
Parameter to_argument(T *pointer) {
  using element = typename Arrays::template element<I>;
  static_assert(I < Arrays::inputs || !std::is_const_v<T>,
                "an output is const; the scan writes to it");
  static_assert(!std::is_void_v<T>,
                "an array is void *; it needs the type of its elements");
  if constexpr (std::is_void_v<T>)
    ;
  else if constexpr (Arrays::count > 2)
    check_one_of_several<std::remove_cv_t<T>, element>();
  else
    check_element<std::remove_cv_t<T>, element>();
  return reinterpret_cast<Parameter>(
      const_cast<std::remove_cv_t<T> *>(pointer));
}

/// What a call gives of states.
struct given_states {
  /// Becomes the argument of the scan's function; its type has been checked.
  struct pointer {
    void *address = nullptr;
    template <class T> operator T *() const {
      return static_cast<T *>(address);
    }
  };
  pointer initial, final; // null where there are none
  bool fit = true; // whether those that know their number are one for each row
};

template <class T>
inline constexpr bool is_null =
    std::is_null_pointer_v<std::remove_cv_t<std::remove_reference_t<T>>>;

/// Where states lie, which the scan has as `Element` and writes if `IsFinal`.
template <class Element, bool IsFinal, class T> void *to_states(T *pointer) {
  using state = std::remove_cv_t<T>;
  static_assert(!IsFinal || !std::is_const_v<T>,
                "the final state is const; the scan writes to it");
  static_assert(!std::is_void_v<T>,
                "a state is void *; it needs the type of the scan's states");
  if constexpr (!std::is_void_v<T>) {
    static_assert(is_such<state, Element>(),
                  "a state has another type than the scan's states; the header "
                  "that scanc made has the type");
    if constexpr (is_such<state, Element>())
      check_element<state, Element>();
  }
  return const_cast<state *>(pointer);
}

template <class Element, bool IsFinal, class T>
given_states::pointer take_state(T &states, [[maybe_unused]] std::uint64_t rows,
                                 [[maybe_unused]] bool &fit) {
  if constexpr (is_null<T>) {
    return {};
  } else {
    if constexpr (has_size<T>::value)
      fit = fit && static_cast<std::uint64_t>(states.size()) == rows;
    return {to_states<Element, IsFinal>(to_pointer(states))};
  }
}

/// The states of `rows` rows, which the arguments from number `First` on are;
/// those that are left out are null.
template <class States, std::size_t First, class Arguments>
given_states take_states([[maybe_unused]] const Arguments &arguments,
                         [[maybe_unused]] std::uint64_t rows) {
  constexpr std::size_t given = std::tuple_size_v<Arguments>;
  constexpr std::size_t last = First + (States::takes_initial ? 1 : 0);
  given_states result;
  if constexpr (States::takes_initial && First < given)
    result.initial = take_state<typename States::element, false>(
        std::get<First>(arguments), rows, result.fit);
  if constexpr (States::leaves_final && last < given)
    result.final = take_state<typename States::element, true>(
        std::get<last>(arguments), rows, result.fit);
  return result;
}

/// The element of what is an array.
template <class Array>
using element_of =
    std::remove_pointer_t<decltype(to_pointer(std::declval<Array &>()))>;

/// How many elements an array has; the most there are if it does not say so.
template <class Array> std::uint64_t size_of(const Array &array) {
  if constexpr (has_size<const Array>::value)
    return static_cast<std::uint64_t>(array.size());
  else
    return UINT64_MAX;
}

/// A whole number of whatever type, so that a list may have several of them.
struct number {
  std::uint64_t bits;
  template <class T>
  constexpr number(T value) : bits(static_cast<std::uint64_t>(value)) {
    static_assert(std::is_integral_v<T>,
                  "extents and strides are numbers of elements, whole numbers");
  }
};

/// Whether a T is a std::mdspan with strides, or one of another library.
template <class T, class = void> struct is_mdspan : std::false_type {};
template <class T>
struct is_mdspan<
    T, std::void_t<
           typename T::element_type, typename T::extents_type,
           decltype(to_pointer(std::declval<const T &>().data_handle())),
           decltype(std::declval<const T &>().extent(typename T::rank_type())),
           decltype(std::declval<const T &>().stride(typename T::rank_type()))>>
    : std::true_type {};

} // namespace detail

//===----------------------------------------------------------------------===//
// Tensors
//===----------------------------------------------------------------------===//

/// An array of a scan along an axis: where it is, its extents, the outermost
/// dimension first, and for each the distance from an element to the next, in
/// elements. It has 1 to 8 dimensions, owns nothing and is cheap to copy.
///
/// What holds the elements is a pointer to device memory, to the element whose
/// indices are all 0, or anything with data() and size() or get() that gives
/// one. Of the latter, a scan refuses strides that are negative or leave it.
template <class T> class tensor {
public:
  /// Without gaps, the last dimension quickest.
  template <class Array, std::size_t Rank>
  tensor(Array &&array, const detail::number (&extents)[Rank])
      : tensor(array, Rank, &extents[0]) {
    check_rank<Rank>();
  }
  /// With strides of either sign; of an input also 0.
  template <class Array, std::size_t Rank>
  tensor(Array &&array, const detail::number (&extents)[Rank],
         const detail::number (&strides)[Rank])
      : tensor(array, Rank, &extents[0], &strides[0]) {
    check_rank<Rank>();
  }
  /// The same of `rank` numbers each.
  template <class Array, class Extent>
  tensor(Array &&array, std::size_t rank, const Extent *extents)
      : address(detail::to_pointer(array)), known(detail::size_of(array)),
        dimensions(rank) {
    std::uint64_t stride = 1;
    for (std::size_t k = rank < max_rank ? rank : max_rank; k-- > 0;) {
      set(k, extents[k], stride);
      stride *= lengths[k];
    }
  }
  template <class Array, class Extent, class Stride>
  tensor(Array &&array, std::size_t rank, const Extent *extents,
         const Stride *strides)
      : address(detail::to_pointer(array)), known(detail::size_of(array)),
        dimensions(rank) {
    for (std::size_t k = 0; k < rank && k < max_rank; ++k)
      set(k, extents[k], strides[k]);
  }
  /// What a std::mdspan of device memory views.
  template <class View,
            class = std::enable_if_t<detail::is_mdspan<View>::value>>
  tensor(const View &view)
      : address(detail::to_pointer(view.data_handle())), known(UINT64_MAX),
        dimensions(View::rank()) {
    check_rank<View::rank()>();
    for (typename View::rank_type k = 0; k < View::rank(); ++k)
      set(k, view.extent(k), view.stride(k));
  }

  /// The element whose indices are all 0.
  [[nodiscard]] T *data() const noexcept { return address; }
  [[nodiscard]] std::size_t rank() const noexcept { return dimensions; }
  /// Of dimension k, which is less than the rank.
  [[nodiscard]] std::uint64_t extent(std::size_t k) const noexcept {
    return lengths[k];
  }
  [[nodiscard]] std::int64_t stride(std::size_t k) const noexcept {
    return distances[k];
  }
  /// Whether the array that it was made of, if that knows its size, lacks some
  /// element.
  [[nodiscard]] bool leaves_array() const noexcept {
    if (dimensions > max_rank)
      return true;
    std::uint64_t left = known; // behind the elements so far
    for (std::size_t k = 0; k < dimensions; ++k)
      if (lengths[k] == 0)
        return false;
    if (left-- == 0)
      return true;
    for (std::size_t k = 0; known != UINT64_MAX && k < dimensions; ++k) {
      const auto distance = static_cast<std::uint64_t>(distances[k]);
      if (lengths[k] == 1 || distance == 0)
        continue;
      if (distances[k] < 0 || lengths[k] - 1 > left / distance)
        return true;
      left -= (lengths[k] - 1) * distance;
    }
    return false;
  }

private:
  static constexpr std::size_t max_rank = 8;

  template <std::size_t Rank> static constexpr void check_rank() {
    static_assert(Rank >= 1 && Rank <= max_rank,
                  "a tensor has 1 to 8 dimensions");
  }
  void set(std::size_t k, detail::number extent, detail::number stride) {
    lengths[k] = extent.bits;
    distances[k] = static_cast<std::int64_t>(stride.bits);
  }

  T *address;
  std::uint64_t known; // elements of the array, from `address` on
  std::size_t dimensions;
  std::uint64_t lengths[max_rank] = {};
  std::int64_t distances[max_rank] = {};
};

template <class Array, std::size_t Rank>
tensor(Array &&, const detail::number (&)[Rank])
    -> tensor<detail::element_of<Array>>;
template <class Array, std::size_t Rank>
tensor(Array &&, const detail::number (&)[Rank], const detail::number (&)[Rank])
    -> tensor<detail::element_of<Array>>;
template <class Array, class Extent>
tensor(Array &&, std::size_t, const Extent *)
    -> tensor<detail::element_of<Array>>;
template <class Array, class Extent, class Stride>
tensor(Array &&, std::size_t, const Extent *, const Stride *)
    -> tensor<detail::element_of<Array>>;
template <class View>
tensor(const View &) -> tensor<typename View::element_type>;

namespace detail {

template <class T> struct is_tensor : is_mdspan<T> {};
template <class T> struct is_tensor<tensor<T>> : std::true_type {};

template <class T> tensor<T> to_tensor(const tensor<T> &all) { return all; }
template <class View>
tensor<typename View::element_type> to_tensor(const View &view) {
  return view;
}

/// Whether a tensor has the extents of another, and `more` along the axis.
template <class T, class Other>
bool has_extents_of(const tensor<T> &own, const tensor<Other> &other,
                    std::uint64_t axis, std::uint64_t more) {
  if (own.rank() != other.rank())
    return false;
  for (std::size_t k = 0; k < own.rank(); ++k)
    if (own.extent(k) != other.extent(k) + (k == axis ? more : 0))
      return false;
  return true;
}

/// How many chains there are along the axis; UINT64_MAX if there are more.
template <class T>
std::uint64_t count_chains(const tensor<T> &all, std::uint64_t axis) {
  std::uint64_t chains = 1;
  for (std::size_t k = 0; k < all.rank(); ++k)
    if (all.extent(k) == 0 && k != axis)
      return 0;
  for (std::size_t k = 0; k < all.rank(); ++k) {
    if (k == axis)
      continue;
    if (chains > UINT64_MAX / all.extent(k))
      return UINT64_MAX;
    chains *= all.extent(k);
  }
  return chains;
}

/// The types of the parameters of a scan's function behind the stream.
template <class Function> struct parameters_of;
template <class... Parameters>
struct parameters_of<scanc_status (*)(CUstream_st *, Parameters...)> {
  using type = std::tuple<Parameters...>;
};

/// The arguments from number `First` on, as they are.
template <std::size_t First, class Arguments, std::size_t... I>
auto arguments_from([[maybe_unused]] const Arguments &arguments,
                    std::index_sequence<I...>) {
  return std::tuple<std::tuple_element_t<First + I, Arguments>...>(
      std::get<First + I>(arguments)...);
}

//===----------------------------------------------------------------------===//
// Where memory comes from
//===----------------------------------------------------------------------===//

template <class T, class = void> struct allocates_sync : std::false_type {};
template <class T>
struct allocates_sync<
    T, std::void_t<decltype(std::declval<T &>().deallocate_sync(
           std::declval<T &>().allocate_sync(std::size_t(), std::size_t()),
           std::size_t(), std::size_t()))>> : std::true_type {};

template <class T, class = void> struct allocates : allocates_sync<T> {};
template <class T>
struct allocates<T,
                 std::void_t<decltype(std::declval<T &>().deallocate(
                     std::declval<T &>().allocate(std::size_t(), std::size_t()),
                     std::size_t(), std::size_t()))>> : std::true_type {};

template <class T, class = void> struct points_to_memory : std::false_type {};
template <class T>
struct points_to_memory<T, std::void_t<decltype(*std::declval<T &>())>>
    : allocates<decltype(*std::declval<T &>())> {};

template <class Memory> Memory make_memory() {
  static_assert(!points_to_memory<Memory>::value,
                "this memory is a pointer: give it, as scan(max_n, memory)");
  return Memory();
}

template <class Resource>
void *allocate_from(Resource &resource, std::size_t bytes,
                    std::size_t alignment) {
  if constexpr (allocates_sync<Resource>::value)
    return resource.allocate_sync(bytes, alignment);
  else
    return resource.allocate(bytes, alignment);
}
template <class Resource>
void deallocate_to(Resource &resource, void *memory, std::size_t bytes,
                   std::size_t alignment) {
  if constexpr (allocates_sync<Resource>::value)
    resource.deallocate_sync(memory, bytes, alignment);
  else
    resource.deallocate(memory, bytes, alignment);
}

/// What is scanned. Headers of scanc 0.2 do not say it: a line.
template <class Traits, class = void> struct domain_of {
  static constexpr std::string_view value = "line";
};
template <class Traits>
struct domain_of<Traits, std::void_t<decltype(Traits::domain)>> {
  static constexpr std::string_view value = Traits::domain;
};

/// Whether a T is a number of elements, or a distance in elements.
template <class T>
inline constexpr bool is_whole_number =
    std::is_convertible_v<T, std::uint64_t> &&
    !std::is_floating_point_v<std::remove_reference_t<T>>;

/// How many numbers there are among the arguments from number `First` on, whole
/// or not, up to the first that is none.
template <class Arguments, std::size_t First>
constexpr std::size_t count_numbers() {
  if constexpr (First >= std::tuple_size_v<Arguments>)
    return 0;
  else if constexpr (!std::is_convertible_v<
                         std::tuple_element_t<First, Arguments>, std::uint64_t>)
    return 0;
  else
    return 1 + count_numbers<Arguments, First + 1>();
}

} // namespace detail

//===----------------------------------------------------------------------===//
// A scan and its workspace
//===----------------------------------------------------------------------===//

/// The scan whose function is `Function`, with a workspace of its own. Of a
/// launcher, NAME scans a line, NAME_rows the rows of a matrix, each by itself,
/// and NAME_axis the chains of a tensor along one of its dimensions.
/// Launches of one object must follow each other, in one stream or by events:
/// they share the workspace. It must live until the last of them is done.
template <auto Function, class Memory = device_memory> class scan {
  using traits = scan_traits<Function>;
  using states = detail::states_of<traits>;
  /// How many elements array I has beyond n, of a line or of each row.
  template <std::size_t I>
  static constexpr std::uint64_t more =
      I < detail::arrays_of<traits>::inputs
          ? 0
          : detail::more_outputs_of<traits>::value;
  static_assert(detail::sides_of<traits>::are_known,
                "scanc::scan takes the function of a scan, from a header that "
                "scanc made: include NAME.h, and say scanc::scan<NAME>, "
                "scanc::scan<NAME_rows> for the rows of a matrix, or "
                "scanc::scan<NAME_axis> along an axis of a tensor");
  static constexpr std::string_view domain = detail::domain_of<traits>::value;
  static_assert(domain == "line" || domain == "rows" || domain == "axis",
                "this scanc/scan.hpp is older than the header of the scan, and "
                "does not know what the function scans");
  static_assert(detail::allocates<Memory>::value ||
                    detail::points_to_memory<Memory>::value,
                "a scan's memory has, or points to what has, "
                "allocate(bytes, alignment) and deallocate(pointer, bytes, "
                "alignment)");

public:
  using stream_type = CUstream_st *;

  /// Loads the PTX, and takes a workspace for scans of up to `max_n` elements,
  /// those of all rows or chains together. error() says whether that went well.
  explicit scan(std::uint64_t max_n,
                Memory from = detail::make_memory<Memory>())
      : memory(std::move(from)), most(max_n) {
    status = traits::load();
    if (status)
      return;
    loaded = true;
    bytes = traits::workspace_bytes(max_n);
    if (bytes != 0)
      status = allocate();
    if (status)
      bytes = 0;
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

  /// Why there is no workspace; no error if there is one:
  /// those of the launcher, std::errc::not_enough_memory if the memory had not
  /// that much, std::errc::invalid_argument if it is a null pointer.
  [[nodiscard]] std::error_code error() const noexcept { return status; }
  /// The most elements that a call may scan, in all rows or chains together.
  [[nodiscard]] std::uint64_t max_n() const noexcept { return most; }
  /// Bytes of device memory that this object holds.
  [[nodiscard]] std::size_t workspace_bytes() const noexcept { return bytes; }

  /// Readies the workspace, in stream order. The first call does it unless this
  /// was called; call it before a first scan that is captured into a graph.
  [[nodiscard]] std::error_code prepare(stream_type stream) noexcept {
    if (status || ready)
      return status;
    const std::error_code result = traits::init_workspace(workspace, stream);
    ready = !result;
    return result;
  }

  /// A line: scan(stream, inputs..., outputs..., n), or without n where each
  /// array has a size(), all of which are the same.
  ///
  /// Rows: scan(stream, inputs..., outputs..., rows, n) scans `rows` rows of n
  /// elements, each by itself, that lie one behind another. Where they lie
  /// apart, a row stride for each array follows, inputs first: how many
  /// elements a row begins behind the one before. A stride may be negative if
  /// the array is a pointer, to the first row; that of an input may be 0.
  ///
  /// A tensor: scan(stream, inputs..., outputs..., axis) scans along dimension
  /// `axis`, where 0 is the outermost, at each place of the others by itself.
  /// Each array is a scanc::tensor or a std::mdspan; all have the same extents,
  /// and strides of their own.
  ///
  /// If the source says `total`, a line has n + 1 outputs, and so has each row;
  /// along an axis, outputs have an extent of one more.
  ///
  /// States come last, for a scan whose source says `initial` or `final`: first
  /// the initial state, which the scan starts from, then the final state, where
  /// it writes what is after all elements. Rows have an array of each, with a
  /// state for each row; tensors have a state for each chain, in C order of the
  /// dimensions other than the axis. Without an initial state (nullptr, or left
  /// out), the scan starts from its init value or the identity; without a final
  /// state, it writes none. For n = 0, the final state is the one that it
  /// starts from.
  ///
  /// No error says that the kernels are in the stream. Errors: that of error();
  /// those of the launcher; SCANC_ERROR_WORKSPACE_TOO_SMALL for more than
  /// max_n() elements, in all rows together; std::errc::invalid_argument for
  /// arrays of different sizes where n is left out, for an array with a size()
  /// that lacks some of the n elements, or some element of a row or a tensor,
  /// for tensors of different extents, and for states with a size() that is not
  /// the number of rows or chains, or 1 for a line.
  template <class... Arguments>
  [[nodiscard]] std::error_code operator()(stream_type stream,
                                           Arguments &&...arguments) {
    constexpr std::size_t arrays = detail::arrays_of<traits>::count;
    constexpr std::size_t given = sizeof...(Arguments);
    if constexpr (domain == "line") {
      static_assert(given >= arrays,
                    "too few arguments: expected the stream, the scan's "
                    "inputs, its outputs, and n");
      static_assert(states::count != 0 || given <= arrays + 1,
                    "too many arguments: expected the stream, the scan's "
                    "inputs, its outputs, and n (the workspace is this "
                    "object's; scanc::scan<NAME_rows> scans rows; a scan takes "
                    "states if its source says initial or final)");
      if constexpr (given >= arrays &&
                    (states::count != 0 || given <= arrays + 1))
        return scan_line(stream, std::forward_as_tuple(arguments...),
                         std::make_index_sequence<arrays>());
      else
        return {};
    } else if constexpr (domain == "axis") {
      static_assert(given >= arrays + 1,
                    "too few arguments: expected the stream, the scan's "
                    "inputs, its outputs, and the axis, the number of a "
                    "dimension");
      static_assert(states::count != 0 || given <= arrays + 1,
                    "too many arguments: expected the stream, the scan's "
                    "inputs, its outputs, and the axis (extents and strides "
                    "are in the tensors, the workspace is this object's; a "
                    "scan takes states if its source says initial or final)");
      if constexpr (given >= arrays + 1 &&
                    (states::count != 0 || given <= arrays + 1))
        return scan_axis(stream, std::forward_as_tuple(arguments...),
                         std::make_index_sequence<arrays>());
      else
        return {};
    } else {
      static_assert(given >= arrays + 2,
                    "too few arguments: expected the stream, the scan's "
                    "inputs, its outputs, the number of rows, and n, the "
                    "elements of each");
      static_assert(states::count != 0 || given <= 2 * arrays + 2,
                    "too many arguments: expected the stream, the scan's "
                    "inputs, its outputs, the number of rows, n, and a row "
                    "stride for each array (the workspace is this object's; a "
                    "scan takes states if its source says initial or final)");
      if constexpr (given >= arrays + 2 &&
                    (states::count != 0 || given <= 2 * arrays + 2))
        return scan_rows(stream, std::forward_as_tuple(arguments...),
                         std::make_index_sequence<arrays>());
      else
        return {};
    }
  }

private:
  /// Whether the first arguments, one for each I, are arrays.
  template <class Arguments, std::size_t... I>
  static constexpr bool check_arrays() {
    constexpr bool are_arrays =
        (detail::is_array<std::tuple_element_t<I, Arguments>>::value && ...);
    static_assert(are_arrays,
                  "an array is a pointer to device memory, or has data() and "
                  "size() or get(), that give one");
    return are_arrays;
  }

  /// Whether the arguments from number First on are states, not too many.
  template <class Arguments, std::size_t First>
  static constexpr bool check_states() {
    constexpr std::size_t given = std::tuple_size_v<Arguments>;
    if constexpr (First >= given) {
      return true;
    } else {
      static_assert(
          given - First <= states::count,
          "too many arguments: behind n, and the row strides if there "
          "are some, or behind the axis, come the initial state and the final "
          "state, if "
          "the scan's source says initial and final (the workspace is "
          "this object's)");
      if constexpr (given - First <= states::count)
        return check_state<std::tuple_element_t<First, Arguments>>() &&
               check_state<std::tuple_element_t<given - 1, Arguments>>();
      else
        return false;
    }
  }
  template <class Argument> static constexpr bool check_state() {
    constexpr bool is_state =
        detail::is_null<Argument> || detail::is_array<Argument>::value;
    static_assert(is_state,
                  "a state is nullptr or a pointer to device memory, or has "
                  "data() and size() or get(), that give one");
    return is_state;
  }

  /// The arguments are arrays, as many as there are I, maybe n, and states.
  template <class Arguments, std::size_t... I>
  std::error_code scan_line(stream_type stream, const Arguments &arguments,
                            std::index_sequence<I...>) {
    constexpr std::size_t arrays = sizeof...(I);
    // A scan without states takes nothing else behind its arrays.
    constexpr bool has_n = states::count == 0
                               ? std::tuple_size_v<Arguments> > arrays
                               : detail::count_numbers<Arguments, arrays>() > 0;
    using n_type = std::tuple_element_t<has_n ? arrays : 0, Arguments>;
    constexpr bool are_arrays = check_arrays<Arguments, I...>();
    constexpr bool is_number = detail::is_whole_number<n_type>;
    static_assert(!has_n || is_number,
                  "behind the arrays comes n, the number of elements, a whole "
                  "number");
    constexpr bool have_sizes =
        (detail::has_size<std::tuple_element_t<I, Arguments>>::value && ...);
    static_assert(has_n || have_sizes,
                  "give n, the number of elements, behind the arrays: only "
                  "arrays with a size() do without");
    constexpr std::size_t first_state = arrays + (has_n ? 1 : 0);
    constexpr bool are_states = check_states<Arguments, first_state>();

    if constexpr (are_arrays && are_states && has_n && is_number) {
      const auto n = static_cast<std::uint64_t>(std::get<arrays>(arguments));
      const bool fits =
          (!detail::is_shorter(std::get<I>(arguments), n + more<I>) && ...);
      return call<first_state, I...>(stream, arguments, fits, Function, 1, n,
                                     n);
    } else if constexpr (are_arrays && are_states && !has_n && have_sizes) {
      const auto n = static_cast<std::uint64_t>(std::get<0>(arguments).size());
      const bool fits = ((static_cast<std::uint64_t>(
                              std::get<I>(arguments).size()) == n + more<I>) &&
                         ...);
      return call<first_state, I...>(stream, arguments, fits, Function, 1, n,
                                     n);
    } else {
      return {};
    }
  }

  /// The arguments are arrays, as many as there are I, the number of rows, n,
  /// maybe a stride for each array, and states.
  template <class Arguments, std::size_t... I>
  std::error_code scan_rows(stream_type stream, const Arguments &arguments,
                            std::index_sequence<I...>) {
    constexpr std::size_t arrays = sizeof...(I);
    constexpr bool are_arrays = check_arrays<Arguments, I...>();
    constexpr bool are_numbers =
        detail::is_whole_number<std::tuple_element_t<arrays, Arguments>> &&
        detail::is_whole_number<std::tuple_element_t<arrays + 1, Arguments>>;
    static_assert(are_numbers,
                  "behind the arrays come the number of rows and n, the "
                  "elements of each, whole numbers");
    // Numbers are strides. A scan without states takes nothing else there.
    constexpr std::size_t stride_count =
        states::count == 0 ? std::tuple_size_v<Arguments> - (arrays + 2)
                           : detail::count_numbers<Arguments, arrays + 2>();
    static_assert(stride_count == 0 || stride_count == arrays,
                  "expected a row stride for each array, inputs first, or "
                  "none (a state that is null is nullptr, not 0)");
    constexpr bool has_strides = stride_count == arrays;
    // Without strides, these are the first arrays: no argument is missing.
    constexpr std::size_t first_stride = has_strides ? arrays + 2 : 0;
    constexpr bool are_strides =
        !has_strides ||
        (detail::is_whole_number<
             std::tuple_element_t<first_stride + I, Arguments>> &&
         ...);
    static_assert(are_strides,
                  "a row stride is a number of elements, a whole number");
    constexpr std::size_t first_state = arrays + 2 + stride_count;
    constexpr bool are_states = check_states<Arguments, first_state>();

    if constexpr (are_arrays && are_numbers && are_strides && are_states &&
                  (stride_count == 0 || has_strides)) {
      const auto rows = static_cast<std::uint64_t>(std::get<arrays>(arguments));
      const auto n =
          static_cast<std::uint64_t>(std::get<arrays + 1>(arguments));
      std::int64_t strides[] = {static_cast<std::int64_t>(n + more<I>)...};
      if constexpr (has_strides)
        ((strides[I] =
              static_cast<std::int64_t>(std::get<first_stride + I>(arguments))),
         ...);
      const bool fits = (!detail::lacks_rows(std::get<I>(arguments), rows,
                                             n + more<I>, strides[I]) &&
                         ...);
      return call<first_state, I...>(stream, arguments, fits, Function, rows, n,
                                     rows, n, strides[I]...);
    } else {
      return {};
    }
  }

  /// The arguments are tensors, as many as there are I, the axis, and states.
  template <class Arguments, std::size_t... I>
  std::error_code scan_axis(stream_type stream, const Arguments &arguments,
                            std::index_sequence<I...>) {
    constexpr std::size_t arrays = sizeof...(I);
    constexpr bool are_tensors =
        (detail::is_tensor<std::remove_cv_t<std::remove_reference_t<
             std::tuple_element_t<I, Arguments>>>>::value &&
         ...);
    static_assert(are_tensors,
                  "an array of a scan along an axis is a scanc::tensor, which "
                  "has extents and strides, or a std::mdspan with strides");
    constexpr bool is_number =
        detail::is_whole_number<std::tuple_element_t<arrays, Arguments>>;
    static_assert(is_number, "behind the arrays comes the axis, the number of "
                             "a dimension, a whole number");
    constexpr bool are_states = check_states<Arguments, arrays + 1>();

    if constexpr (are_tensors && is_number && are_states) {
      if (status)
        return status;
      const std::tuple views(detail::to_tensor(std::get<I>(arguments))...);
      const auto &first = std::get<0>(views);
      const auto axis = static_cast<std::uint64_t>(std::get<arrays>(arguments));
      if (first.rank() == 0 || first.rank() > 8 || axis >= first.rank())
        return SCANC_ERROR_SHAPE;
      const bool fits =
          ((detail::has_extents_of(std::get<I>(views), first, axis, more<I>) &&
            !std::get<I>(views).leaves_array()) &&
           ...);
      // The header of the scan has the type, which this one does without.
      using parameters =
          typename detail::parameters_of<decltype(Function)>::type;
      std::remove_cv_t<
          std::remove_pointer_t<std::tuple_element_t<arrays, parameters>>>
          all{};
      all.rank = static_cast<std::uint32_t>(first.rank());
      all.axis = static_cast<std::uint32_t>(axis);
      for (std::size_t k = 0; fits && k < first.rank(); ++k) {
        all.extent[k] = first.extent(k);
        ((all.stride[I][k] = std::get<I>(views).stride(k)), ...);
      }
      constexpr std::size_t others =
          std::tuple_size_v<Arguments> - (arrays + 1);
      return call<arrays, I...>(
          stream,
          std::tuple_cat(std::tuple(std::get<I>(views).data()...),
                         detail::arguments_from<arrays + 1>(
                             arguments, std::make_index_sequence<others>())),
          fits, Function, detail::count_chains(first, axis), first.extent(axis),
          &all);
    } else {
      return {};
    }
  }

  /// Scans `rows` rows of n elements; a line is one. `sizes` are what the
  /// function takes between its arrays and its states.
  template <std::size_t FirstState, std::size_t... I, class Arguments,
            class... Parameters, class... Sizes>
  std::error_code call(stream_type stream, const Arguments &arguments,
                       bool fits,
                       scanc_status (*)(CUstream_st *, Parameters...),
                       std::uint64_t rows, std::uint64_t n, Sizes... sizes) {
    using parameters = std::tuple<Parameters...>;
    const detail::given_states given =
        detail::take_states<states, FirstState>(arguments, rows);
    if (status)
      return status;
    if (!fits || !given.fit)
      return std::make_error_code(std::errc::invalid_argument);
    constexpr bool has_total = detail::more_outputs_of<traits>::value != 0;
    if (rows == 0 || (n == 0 && !has_total && !given.final.address))
      return SCANC_OK;
    if (n > most / rows)
      return SCANC_ERROR_WORKSPACE_TOO_SMALL;
    if (n != 0)
      if (std::error_code failed = prepare(stream))
        return failed;
    scanc_status result;
    if constexpr (states::takes_initial && states::leaves_final)
      result = run<parameters, I...>(stream, arguments, sizes..., given.initial,
                                     given.final, workspace);
    else if constexpr (states::takes_initial)
      result = run<parameters, I...>(stream, arguments, sizes..., given.initial,
                                     workspace);
    else if constexpr (states::leaves_final)
      result = run<parameters, I...>(stream, arguments, sizes..., given.final,
                                     workspace);
    else
      result = run<parameters, I...>(stream, arguments, sizes..., workspace);
    // Some of the kernels may be in the stream: nobody readies it for the next.
    if (result == SCANC_ERROR_LAUNCH)
      ready = false;
    return result;
  }

  /// Calls the function with its arrays, the arguments I, and `others`.
  template <class Parameters, std::size_t... I, class Arguments,
            class... Others>
  static scanc_status run(stream_type stream, const Arguments &arguments,
                          Others... others) {
    return Function(stream,
                    detail::to_argument<detail::arrays_of<traits>, I,
                                        std::tuple_element_t<I, Parameters>>(
                        detail::to_pointer(std::get<I>(arguments)))...,
                    others...);
  }

  static constexpr std::size_t alignment = 256;

  std::error_code allocate() {
    if constexpr (detail::allocates<Memory>::value) {
      return allocate_from(memory);
    } else {
      if (!memory)
        return std::make_error_code(std::errc::invalid_argument);
      return allocate_from(*memory);
    }
  }

  template <class Resource> std::error_code allocate_from(Resource &resource) {
#if defined(__cpp_exceptions)
    try {
      workspace = detail::allocate_from(resource, bytes, alignment);
    } catch (...) {
      // As if it had returned null.
    }
#else
    workspace = detail::allocate_from(resource, bytes, alignment);
#endif
    if (!workspace)
      return std::make_error_code(std::errc::not_enough_memory);
    return SCANC_OK;
  }

  void release() noexcept {
    if (workspace) {
      if constexpr (detail::allocates<Memory>::value)
        detail::deallocate_to(memory, workspace, bytes, alignment);
      else
        detail::deallocate_to(*memory, workspace, bytes, alignment);
    }
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
