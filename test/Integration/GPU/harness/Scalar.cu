//===- Scalar.cu - The built-in operators, once more ----------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// add mul min max and or xor on one state value of any type: integers in 64
// bits that are wrapped to the state's width, floats in double. Reference.h
// says how the data are chosen.
//
//===----------------------------------------------------------------------===//

#include "ChunkedScan.cuh"

#include <cmath>
#include <cstdio>
#include <stdexcept>

using namespace scanc::gputest;

namespace {

enum class Op { Add, Mul, Min, Max, And, Or, Xor };

bool parseOp(const std::string &name, Op &op) {
  static const char *const names[] = {"add", "mul", "min", "max",
                                      "and", "or",  "xor"};
  for (int k = 0; k < 7; ++k)
    if (name == names[k]) {
      op = static_cast<Op>(k);
      return true;
    }
  return false;
}

/// Types of one scan. A state kind's signedness is that of the operator.
struct Types {
  Op op;
  Kind elem, state, out;
};

__device__ const char *at(const void *base, Kind kind, uint64_t index) {
  return static_cast<const char *>(base) + index * bytesOf(kind);
}

/// Integer states: canonical 64-bit integers.
struct IntegerScan : Types {
  using State = uint64_t;
  State start;

  __device__ State identity() const {
    uint64_t top = 1ull << (bitsOf(state) - 1);
    switch (op) {
    case Op::Mul:
      return 1;
    case Op::Min:
      return wrap(state, isSigned(state) ? top - 1 : ~0ull);
    case Op::Max:
      return isSigned(state) ? wrap(state, top) : 0;
    case Op::And:
      return wrap(state, ~0ull);
    default:
      return 0;
    }
  }
  __device__ State init() const { return start; }
  __device__ State load(const void *in, uint64_t i) const {
    return wrap(state, loadInteger(elem, at(in, elem, i)));
  }
  __device__ bool less(State a, State b) const {
    return isSigned(state) ? static_cast<int64_t>(a) < static_cast<int64_t>(b)
                           : a < b;
  }
  __device__ State combine(State low, State high) const {
    switch (op) {
    case Op::Add:
      return wrap(state, low + high);
    case Op::Mul:
      return wrap(state, low * high);
    case Op::Min:
      return less(high, low) ? high : low;
    case Op::Max:
      return less(low, high) ? high : low;
    case Op::And:
      return low & high;
    case Op::Or:
      return low | high;
    default:
      return wrap(state, low ^ high);
    }
  }
  /// An integer state may be stored as a float (rounded once).
  __device__ double asNumber(State value) const {
    return isSigned(state) ? static_cast<double>(static_cast<int64_t>(value))
                           : static_cast<double>(value);
  }
  __device__ bool matches(const void *data, uint64_t i, State expected) const {
    if (isFloat(out))
      return loadNumber(out, at(data, out, i)) ==
             roundTo(out, asNumber(expected));
    return loadInteger(out, at(data, out, i)) == wrap(out, expected);
  }
};

/// Float states, in double: data are such that nothing is ever rounded.
struct FloatScan : Types {
  using State = double;
  State start;

  __device__ State identity() const {
    switch (op) {
    case Op::Mul:
      return 1;
    case Op::Min:
      return __longlong_as_double(0x7ff0000000000000ll);
    case Op::Max:
      return __longlong_as_double(0xfff0000000000000ll);
    default:
      return 0;
    }
  }
  __device__ State init() const { return start; }
  __device__ State load(const void *in, uint64_t i) const {
    return loadNumber(elem, at(in, elem, i));
  }
  /// IEEE 754-2019 minimum: NaN wins, -0 < +0.
  __device__ static double least(double a, double b) {
    if (a != a || b != b)
      return a != a ? a : b;
    if (a == b)
      return signbit(a) ? a : b;
    return a < b ? a : b;
  }
  __device__ State combine(State low, State high) const {
    switch (op) {
    case Op::Add:
      return low + high;
    case Op::Mul:
      return low * high;
    case Op::Min:
      return least(low, high);
    default:
      return -least(-low, -high);
    }
  }
  __device__ bool matches(const void *data, uint64_t i, State expected) const {
    double got = loadNumber(out, at(data, out, i));
    double wanted = roundTo(out, expected);
    if (wanted != wanted)
      return got != got;
    bool orders = op == Op::Min || op == Op::Max;
    return got == wanted && (!orders || signbit(got) == signbit(wanted));
  }
};

//===----------------------------------------------------------------------===//
// Data
//===----------------------------------------------------------------------===//

/// What element `j` of `n`, in the scan's order, should be.
struct Generator : Types {
  uint64_t n, seed;
  bool reverse;
  Pattern pattern;

  /// Whole numbers below `limit`.
  __device__ int64_t bounded(uint64_t j, uint64_t limit) const {
    return static_cast<int64_t>(hash(seed, j) % limit);
  }
  /// True for about `count` of the n elements, or for all of them.
  __device__ bool isOneOf(uint64_t count, uint64_t j) const {
    return hash(~seed, j) % (n > count ? n : count) < count;
  }
  /// How far along `j` is, in (0, 1].
  __device__ double progress(uint64_t j) const {
    return (static_cast<double>(j) + 1) / static_cast<double>(n);
  }

  __device__ uint64_t integer(uint64_t j) const {
    uint64_t random = hash(seed, j);
    unsigned bits = bitsOf(elem);
    uint64_t full = bits == 64 ? ~0ull : (1ull << bits) - 1;
    switch (op) {
    case Op::Mul:
      return random | 1; // odd, or the product would soon be 0
    case Op::Min:
    case Op::Max: {
      // From the identity's end of the range towards the other.
      double reach = progress(j) * static_cast<double>(full);
      uint64_t climb = reach >= 0x1p64 ? ~0ull : static_cast<uint64_t>(reach);
      uint64_t step = __umul64hi(random, climb);
      uint64_t low = isSigned(elem) ? 1ull << (bits - 1) : 0;
      return op == Op::Max ? low + step : low + (full - step);
    }
    case Op::And:
    case Op::Or: {
      // One bit of those that may be set so far.
      unsigned open = static_cast<unsigned>(progress(j) * bits);
      uint64_t bit = open ? 1ull << (random % open) : 0;
      return op == Op::Or ? bit : ~bit;
    }
    default:
      return random;
    }
  }

  __device__ double number(uint64_t j) const {
    double sign = hash(seed ^ 1, j) & 1 ? -1 : 1;
    bool narrow = bitsOf(elem) < 32 || bitsOf(out) < 32;
    bool half = elem == Kind::F16 || state == Kind::F16 || out == Kind::F16;
    switch (op) {
    case Op::Add:
      // The standard deviation of n of them is a sixth of what is exact, or
      // less: n is 2^25 or less.
      if (!isFloat(elem) && !isSigned(elem))
        return bounded(j, 4) == 0 ? 1 : 0;
      if (state == Kind::F16 || state == Kind::BF16)
        return isOneOf(state == Kind::F16 ? 100000 : 1500, j) ? sign : 0;
      if (narrow) // what is stored does get rounded
        return static_cast<double>(bounded(j, 7)) - 3;
      return static_cast<double>(bounded(j, 513)) - 256;
    case Op::Mul:
      // As many factors other than 1 as the exponent bears, and all signs.
      if (!isOneOf(half ? 5 : 300, j))
        return sign;
      return sign * (hash(seed ^ 2, j) & 1 ? 2 : 0.5);
    default: {
      double up = op == Op::Max ? 1 : -1;
      if (pattern == Pattern::Special) {
        // Below the zeros, the zero that loses, the one that wins, a NaN.
        double where = progress(j);
        double value = where < 0.25 ? -1 : where < 0.5 ? -0.0 : 0.0;
        if (where > 0.75 && hash(seed, j) % 97 == 0)
          value = __longlong_as_double(0x7ff8000000000000ll);
        return up * value;
      }
      double climb = 2000 * progress(j) * unit(hash(seed, j));
      double value = up * (climb - 1000);
      return isFloat(elem) ? roundTo(elem, value) : trunc(value / 16);
    }
    }
  }
};

__global__ void fill(Generator g, void *in) {
  uint64_t stride = uint64_t(gridDim.x) * blockDim.x;
  for (uint64_t i = blockIdx.x * uint64_t(blockDim.x) + threadIdx.x; i < g.n;
       i += stride) {
    uint64_t j = g.reverse ? g.n - 1 - i : i;
    void *p = static_cast<char *>(in) + i * bytesOf(g.elem);
    if (isFloat(g.state))
      storeNumber(g.elem, p, g.number(j));
    else
      storeInteger(g.elem, p, g.integer(j));
  }
}

__global__ void readOutput(Kind kind, const void *out, uint64_t i,
                           double *number, uint64_t *integer) {
  if (isFloat(kind))
    *number = loadNumber(kind, at(out, kind, i));
  else
    *integer = loadInteger(kind, at(out, kind, i));
}

//===----------------------------------------------------------------------===//
// The reference
//===----------------------------------------------------------------------===//

__global__ void identityOf(IntegerScan m, uint64_t *value) {
  *value = m.identity();
}
__global__ void identityOf(FloatScan m, double *value) {
  *value = m.identity();
}

std::string show(Kind kind, uint64_t value) {
  return isSigned(kind) ? std::to_string(static_cast<int64_t>(value))
                        : std::to_string(value);
}
std::string show(Kind, double value) {
  char text[40];
  std::snprintf(text, sizeof text, "%.17g", value);
  return text;
}

template <class M> class ScalarReference : public Reference {
public:
  using State = typename M::State;

  ScalarReference(const ScanCase &scan, const Types &types)
      : inclusive(scan.inclusive), reverse(scan.reverse) {
    static_cast<Types &>(m) = types;
    if (!scan.init.empty()) {
      const std::string &text = scan.init.front();
      if constexpr (std::is_same_v<State, double>)
        m.start = std::stod(text);
      else
        m.start = wrap(types.state,
                       text[0] == '-' ? std::stoll(text) : std::stoull(text));
      return;
    }
    DeviceMemory value;
    value.reserve(sizeof(State));
    identityOf<<<1, 1>>>(m, static_cast<State *>(value.data()));
    SCANC_CUDA(cudaMemcpy(&m.start, value.data(), sizeof(State),
                          cudaMemcpyDeviceToHost));
  }

  void generate(void *in, uint64_t n, Pattern pattern, uint64_t seed,
                cudaStream_t stream) override {
    if (n == 0)
      return;
    Generator g{{m.op, m.elem, m.state, m.out}, n, seed, reverse, pattern};
    fill<<<1056, 256, 0, stream>>>(g, in);
    SCANC_CUDA(cudaGetLastError());
  }

  void check(const void *in, const void *out, uint64_t n, Verdict *verdict,
             cudaStream_t stream) override {
    scan.run(m, inclusive, reverse, in, out, n, verdict, 0, nullptr, stream);
  }

  std::string explain(const void *in, const void *out, uint64_t n,
                      uint64_t index, cudaStream_t stream) override {
    State wanted =
        scan.expectedAt(m, inclusive, reverse, in, out, n, index, stream);
    DeviceMemory got;
    got.reserve(16);
    auto *number = static_cast<double *>(got.data());
    auto *integer = reinterpret_cast<uint64_t *>(number + 1);
    readOutput<<<1, 1, 0, stream>>>(m.out, out, index, number, integer);
    double value;
    uint64_t bits;
    SCANC_CUDA(cudaStreamSynchronize(stream));
    SCANC_CUDA(cudaMemcpy(&value, number, 8, cudaMemcpyDeviceToHost));
    SCANC_CUDA(cudaMemcpy(&bits, integer, 8, cudaMemcpyDeviceToHost));
    return "got " + (isFloat(m.out) ? show(m.out, value) : show(m.out, bits)) +
           ", expected " + show(m.state, wanted);
  }

private:
  M m{};
  bool inclusive, reverse;
  ChunkedScan<M> scan;
};

} // namespace

std::unique_ptr<Reference>
scanc::gputest::makeScalarReference(const ScanCase &scan) {
  Types types;
  if (!parseOp(scan.op, types.op) || scan.state.count != 1)
    return nullptr;
  types.elem = scan.elem.kind[0];
  types.state = scan.state.kind[0];
  types.out = scan.out.kind[0];
  if (isFloat(types.state))
    return std::make_unique<ScalarReference<FloatScan>>(scan, types);
  return std::make_unique<ScalarReference<IntegerScan>>(scan, types);
}
