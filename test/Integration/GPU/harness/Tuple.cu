//===- Tuple.cu - The operators of circuits/, once more -------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operators on several values, each a struct with its own data and its own
// idea of "equal". Most are exact by the choice of data: scales are powers of
// two whose products telescope, rotations are Hurwitz units (the 24 unit
// quaternions with whole or half coordinates, a group), translations whole
// numbers. Welford and softmax are compared within a tolerance.
//
//===----------------------------------------------------------------------===//

#include "ChunkedScan.cuh"

#include <cstdio>

using namespace scanc::gputest;

namespace {

/// Where the fields of element and output lie.
struct Fields {
  Layout elem, out;

  __device__ const char *in(const void *base, uint64_t i, unsigned f) const {
    return static_cast<const char *>(base) + i * elem.size + elem.offset[f];
  }
  __device__ double number(const void *base, uint64_t i, unsigned f) const {
    return loadNumber(elem.kind[f], in(base, i, f));
  }
  __device__ double outNumber(const void *base, uint64_t i, unsigned f) const {
    return loadNumber(out.kind[f], static_cast<const char *>(base) +
                                       i * out.size + out.offset[f]);
  }
  __device__ int64_t outInteger(const void *base, uint64_t i,
                                unsigned f) const {
    return static_cast<int64_t>(
        loadInteger(out.kind[f], static_cast<const char *>(base) +
                                     i * out.size + out.offset[f]));
  }
};

/// One element of test data in the making.
struct Sample {
  const Layout &elem;
  char *p;
  uint64_t seed, j, n;

  __device__ void set(unsigned f, double value) const {
    storeNumber(elem.kind[f], p + elem.offset[f], value);
  }
  __device__ uint64_t random(uint64_t stream) const {
    return hash(seed + stream, j);
  }
  __device__ double progress() const {
    return (static_cast<double>(j) + 1) / static_cast<double>(n);
  }
  /// 2^(c(j) - c(j-1)), c in 0..3: products of any span lie in [1/8, 8].
  __device__ double scale() const {
    int step = static_cast<int>(hash(seed, j + 1) % 4) -
               static_cast<int>(hash(seed, j) % 4);
    return exp2(static_cast<double>(step));
  }
  /// -1, 0 or 1.
  __device__ double small(uint64_t stream) const {
    return static_cast<double>(random(stream) % 3) - 1;
  }
};

__device__ bool near(double got, double wanted, double relative) {
  if (got == wanted || (got != got && wanted != wanted))
    return true;
  return fabs(got - wanted) <= relative * fabs(wanted);
}

__device__ double minusInfinity() {
  return __longlong_as_double(0xfff0000000000000ll);
}

template <unsigned N> struct Numbers {
  static constexpr unsigned size = N;
  double v[N];
};

/// What all of them have; `start` is the init where `seeded`.
template <unsigned N> struct TupleScan {
  using State = Numbers<N>;
  Fields fields;
  State start;
  bool seeded;

  __device__ State load(const void *in, uint64_t i) const {
    State s;
    for (unsigned f = 0; f < N; ++f)
      s.v[f] = fields.number(in, i, f);
    return s;
  }
  __device__ bool matchesWithin(const void *out, uint64_t i, const State &s,
                                double relative) const {
    bool same = true;
    for (unsigned f = 0; f < N; ++f)
      same = same && near(fields.outNumber(out, i, f),
                          roundTo(fields.out.kind[f], s.v[f]), relative);
    return same;
  }
  __device__ bool matches(const void *out, uint64_t i, const State &s) const {
    return matchesWithin(out, i, s, 0);
  }
};

/// Maps y -> a*y + b, the low one first.
struct AffineFloat : TupleScan<2> {
  __device__ State identity() const { return {{1, 0}}; }
  __device__ State combine(State low, State high) const {
    return {{high.v[0] * low.v[0], high.v[0] * low.v[1] + high.v[1]}};
  }
  __device__ static void make(const Sample &s) {
    s.set(0, s.random(1) & 1 ? -s.scale() : s.scale());
    s.set(1, s.small(2));
  }
};

/// The latest state that is not zero: idempotent, and not commutative.
struct Latest : TupleScan<2> {
  __device__ State identity() const { return {{0, 0}}; }
  __device__ State combine(State low, State high) const {
    return high.v[0] != 0 || high.v[1] != 0 ? high : low;
  }
  __device__ static void make(const Sample &s) {
    const bool isSet = s.random(1) % 4 == 0;
    s.set(0, isSet);
    s.set(1, isSet ? static_cast<double>(s.random(2) % 1000000) : 0);
  }
};

/// Affine maps modulo 2^32; a double holds the signed value.
struct AffineInteger : TupleScan<2> {
  __device__ static double modulo(uint64_t x) {
    return static_cast<double>(static_cast<int32_t>(x));
  }
  __device__ static uint64_t bits(double value) {
    return static_cast<uint64_t>(static_cast<int64_t>(value));
  }
  __device__ State identity() const { return {{1, 0}}; }
  __device__ State combine(State low, State high) const {
    uint64_t a1 = bits(high.v[0]), b1 = bits(high.v[1]);
    return {{modulo(a1 * bits(low.v[0])), modulo(a1 * bits(low.v[1]) + b1)}};
  }
  __device__ static void make(const Sample &s) {
    s.set(0, static_cast<int32_t>(s.random(1) | 1));
    s.set(1, static_cast<int32_t>(s.random(2)));
  }
};

/// The greatest value, then the lowest index. Indices stay below 2^53.
struct ArgMax : TupleScan<2> {
  __device__ State identity() const {
    return {{minusInfinity(), 9223372036854775807.0}};
  }
  __device__ State combine(State low, State high) const {
    if (high.v[0] > low.v[0])
      return high;
    return high.v[0] == low.v[0] && high.v[1] < low.v[1] ? high : low;
  }
  __device__ bool matches(const void *out, uint64_t i, const State &s) const {
    return fields.outNumber(out, i, 0) == s.v[0] &&
           static_cast<double>(fields.outInteger(out, i, 1)) == s.v[1];
  }
  /// Steps of 1/4, so that values tie; indices in no order.
  __device__ static void make(const Sample &s) {
    s.set(0, floor(400 * s.progress() * unit(s.random(1))) / 4 - 50);
    s.set(1, static_cast<double>(s.random(2) >> 12));
  }
};

/// 2x2 matrices modulo 46337, row by row.
struct MatrixModulo : TupleScan<4> {
  __device__ State identity() const { return {{1, 0, 0, 1}}; }
  __device__ static double dot(double a, double b, double c, double d) {
    auto sum = static_cast<uint64_t>(a * b + c * d); // below 2^33: exact
    return static_cast<double>(sum % 46337);
  }
  __device__ State combine(State l, State h) const {
    return {{dot(l.v[0], h.v[0], l.v[1], h.v[2]),
             dot(l.v[0], h.v[1], l.v[1], h.v[3]),
             dot(l.v[2], h.v[0], l.v[3], h.v[2]),
             dot(l.v[2], h.v[1], l.v[3], h.v[3])}};
  }
  __device__ static void make(const Sample &s) {
    for (unsigned f = 0; f < 4; ++f)
      s.set(f, static_cast<double>(s.random(f) % 46337));
  }
};

/// Count, mean, sum of squared deviations.
struct Welford : TupleScan<3> {
  __device__ State identity() const { return {{0, 0, 0}}; }
  __device__ State combine(State a, State b) const {
    if (a.v[0] == 0)
      return b;
    if (b.v[0] == 0)
      return a;
    double n = a.v[0] + b.v[0], delta = b.v[1] - a.v[1];
    return {{n, (a.v[0] * a.v[1] + b.v[0] * b.v[1]) / n,
             a.v[2] + b.v[2] + delta * delta * (a.v[0] * b.v[0] / n)}};
  }
  __device__ bool matches(const void *out, uint64_t i, const State &s) const {
    return matchesWithin(out, i, s, 1e-9);
  }
  /// The mean drifts upwards.
  __device__ static void make(const Sample &s) {
    s.set(0, 1);
    s.set(1, 10 + 5 * s.progress() + unit(s.random(1)));
    s.set(2, 0);
  }
};

/// Maximum of the scores, and the sum of exp(score - maximum).
struct Softmax : TupleScan<2> {
  __device__ State identity() const { return {{minusInfinity(), 0}}; }
  __device__ State combine(State a, State b) const {
    if (a.v[1] == 0)
      return b;
    if (b.v[1] == 0)
      return a;
    double m = fmax(a.v[0], b.v[0]);
    return {{m, a.v[1] * exp(a.v[0] - m) + b.v[1] * exp(b.v[0] - m)}};
  }
  __device__ bool matches(const void *out, uint64_t i, const State &s) const {
    return near(fields.outNumber(out, i, 0), s.v[0], 0) &&
           near(fields.outNumber(out, i, 1), s.v[1], 2e-3);
  }
  __device__ static void make(const Sample &s) {
    double score = 8 * s.progress() + 4 * unit(s.random(1));
    s.set(0, static_cast<float>(score));
    s.set(1, 1);
  }
};

/// Scale, unit quaternion, translation; the high transform applied first.
struct Similarity : TupleScan<8> {
  __device__ State identity() const { return {{1, 1, 0, 0, 0, 0, 0, 0}}; }

  /// The Hamilton product r = p * q.
  __device__ static void multiply(const double *p, const double *q, double *r) {
    r[0] = p[0] * q[0] - p[1] * q[1] - p[2] * q[2] - p[3] * q[3];
    r[1] = p[0] * q[1] + p[1] * q[0] + p[2] * q[3] - p[3] * q[2];
    r[2] = p[0] * q[2] - p[1] * q[3] + p[2] * q[0] + p[3] * q[1];
    r[3] = p[0] * q[3] + p[1] * q[2] - p[2] * q[1] + p[3] * q[0];
  }
  __device__ State combine(State l, State h) const {
    State r;
    r.v[0] = l.v[0] * h.v[0];
    multiply(l.v + 1, h.v + 1, r.v + 1);
    // q (0, t) q*, for the translation.
    double t[4] = {0, h.v[5], h.v[6], h.v[7]}, half[4], turned[4];
    double inverse[4] = {l.v[1], -l.v[2], -l.v[3], -l.v[4]};
    multiply(l.v + 1, t, half);
    multiply(half, inverse, turned);
    for (unsigned k = 0; k < 3; ++k)
      r.v[5 + k] = l.v[5 + k] + l.v[0] * turned[1 + k];
    return r;
  }
  __device__ static void make(const Sample &s) {
    uint64_t bits = s.random(1);
    s.set(0, s.scale());
    for (unsigned k = 0; k < 4; ++k) {
      double sign = bits >> k & 1 ? -1 : 1;
      bool whole = bits >> 8 & 1;
      s.set(1 + k, !whole ? sign / 2 : (bits >> 16) % 4 == k ? sign : 0);
    }
    for (unsigned k = 0; k < 3; ++k)
      s.set(5 + k, s.small(2 + k));
  }
};

//===----------------------------------------------------------------------===//
// The reference
//===----------------------------------------------------------------------===//

/// Adds `init`, which needs the identity of the operator itself.
template <class Operator> struct Seeded : Operator {
  using State = typename Operator::State;
  __device__ State init() const {
    return this->seeded ? this->start : this->identity();
  }
};

template <class M>
__global__ void fill(Layout elem, void *in, uint64_t n, bool reverse,
                     uint64_t seed) {
  uint64_t stride = uint64_t(gridDim.x) * blockDim.x;
  for (uint64_t i = blockIdx.x * uint64_t(blockDim.x) + threadIdx.x; i < n;
       i += stride)
    M::make(Sample{elem, static_cast<char *>(in) + i * elem.size, seed,
                   reverse ? n - 1 - i : i, n});
}

template <class M>
__global__ void readOutput(M m, const void *out, uint64_t i,
                           typename M::State *value) {
  for (unsigned f = 0; f < M::State::size; ++f)
    value->v[f] = m.fields.outNumber(out, i, f);
}

template <unsigned N> std::string show(const Numbers<N> &value) {
  std::string text = "(";
  for (unsigned f = 0; f < N; ++f) {
    char number[40];
    std::snprintf(number, sizeof number, "%s%.17g", f ? ", " : "", value.v[f]);
    text += number;
  }
  return text + ")";
}

template <class Operator> class TupleReference : public Reference {
public:
  using M = Seeded<Operator>;
  using State = typename M::State;

  explicit TupleReference(const ScanCase &scan)
      : inclusive(scan.inclusive), reverse(scan.reverse) {
    m.fields = {scan.elem, scan.out};
    m.seeded = !scan.init.empty();
    for (unsigned f = 0; f < State::size; ++f)
      m.start.v[f] = f < scan.init.size() ? std::stod(scan.init[f]) : 0;
  }

  void generate(void *in, uint64_t n, Pattern, uint64_t seed,
                cudaStream_t stream) override {
    if (n == 0)
      return;
    fill<M><<<1056, 256, 0, stream>>>(m.fields.elem, in, n, reverse, seed);
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
    DeviceMemory memory;
    memory.reserve(sizeof(State));
    readOutput<<<1, 1, 0, stream>>>(m, out, index,
                                    static_cast<State *>(memory.data()));
    State got;
    SCANC_CUDA(cudaStreamSynchronize(stream));
    SCANC_CUDA(
        cudaMemcpy(&got, memory.data(), sizeof got, cudaMemcpyDeviceToHost));
    return "got " + show(got) + ", expected " + show(wanted);
  }

private:
  M m{};
  bool inclusive, reverse;
  ChunkedScan<M> scan;
};

template <class Operator>
std::unique_ptr<Reference> make(const ScanCase &scan) {
  constexpr unsigned fields = Operator::State::size;
  if (scan.elem.count != fields || scan.out.count != fields)
    return nullptr;
  return std::make_unique<TupleReference<Operator>>(scan);
}

} // namespace

std::unique_ptr<Reference>
scanc::gputest::makeTupleReference(const ScanCase &scan) {
  using Make = std::unique_ptr<Reference> (*)(const ScanCase &);
  static const struct {
    const char *op;
    Make make;
  } table[] = {
      {"affine", make<AffineFloat>},      {"affine_i32", make<AffineInteger>},
      {"latest", make<Latest>},           {"argmax", make<ArgMax>},           {"matrix2x2_mod", make<MatrixModulo>},
      {"welford", make<Welford>},         {"softmax", make<Softmax>},
      {"similarity3d", make<Similarity>},
  };
  for (const auto &row : table)
    if (scan.op == row.op)
      return row.make(scan);
  return nullptr;
}

std::unique_ptr<Reference> scanc::gputest::makeReference(const ScanCase &scan) {
  if (std::unique_ptr<Reference> reference = makeScalarReference(scan))
    return reference;
  if (std::unique_ptr<Reference> reference = makeIntervalReference(scan))
    return reference;
  return makeTupleReference(scan);
}
