//===- Libdevice.cpp - The table of libdevice functions -------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// CUDA's libdevice, by its User's Guide, from the host's libm: the results are
// as good or better, and may differ in the last bits. Functions with directed
// rounding are left out.
//
//===----------------------------------------------------------------------===//

#include "Runtime.h"
#include "ScalarMath.h"
#include <cmath>
#include <cstdlib>

using namespace scanc::simt;

namespace {

// __nv_NAMEf(float...) and __nv_NAME(double...) from libm's NAMEf and NAME.
#define BOTH(signature32, signature64, name)                                   \
  {"__nv_" #name "f", addressOf<signature32>(::name##f)}, {                    \
    "__nv_" #name, addressOf<signature64>(::name)                              \
  }
#define UNARY(name) BOTH(float(float), double(double), name)
#define BINARY(name) BOTH(float(float, float), double(double, double), name)

// The same from a template in ScalarMath.h.
#define UNARY_OWN(name, function)                                              \
  {"__nv_" #name "f", addressOf<float(float)>(math::function<float>)}, {       \
    "__nv_" #name, addressOf<double(double)>(math::function<double>)           \
  }
#define BINARY_OWN(name, function)                                             \
  {"__nv_" #name "f", addressOf<float(float, float)>(math::function<float>)},  \
  {                                                                            \
    "__nv_" #name, addressOf<double(double, double)>(math::function<double>)   \
  }

const HostFunction table[] = {
    // Exponentials, logarithms, powers, roots.
    UNARY(exp),
    UNARY(exp2),
    UNARY(exp10),
    UNARY(expm1),
    UNARY(log),
    UNARY(log2),
    UNARY(log10),
    UNARY(log1p),
    UNARY(logb),
    UNARY(sqrt),
    UNARY(cbrt),
    BINARY(pow),
    BINARY(hypot),
    UNARY_OWN(rsqrt, rsqrt),
    UNARY_OWN(rcbrt, rcbrt),
    BINARY_OWN(rhypot, rhypot),
    {"__nv_powif", addressOf<float(float, int)>(math::powi<float>)},
    {"__nv_powi", addressOf<double(double, int)>(math::powi<double>)},
    // Trigonometric and hyperbolic.
    UNARY(sin),
    UNARY(cos),
    UNARY(tan),
    UNARY(asin),
    UNARY(acos),
    UNARY(atan),
    UNARY(sinh),
    UNARY(cosh),
    UNARY(tanh),
    UNARY(asinh),
    UNARY(acosh),
    UNARY(atanh),
    BINARY(atan2),
    UNARY_OWN(sinpi, sinpi),
    UNARY_OWN(cospi, cospi),
    BOTH(void(float, float *, float *), void(double, double *, double *),
         sincos),
    // Special functions.
    UNARY(erf),
    UNARY(erfc),
    UNARY(lgamma),
    UNARY(tgamma),
    UNARY(j0),
    UNARY(j1),
    UNARY(y0),
    UNARY(y1),
    UNARY_OWN(normcdf, normcdf),
    // Parts, rounding, remainders.
    UNARY(fabs),
    UNARY(floor),
    UNARY(ceil),
    UNARY(trunc),
    UNARY(rint),
    UNARY(nearbyint),
    UNARY(round),
    BINARY(copysign),
    BINARY(nextafter),
    BINARY(fdim),
    BINARY(fmod),
    BINARY(remainder),
    BINARY_OWN(fmin, minNumber),
    BINARY_OWN(fmax, maxNumber),
    BOTH(float(float, float, float), double(double, double, double), fma),
    BOTH(float(float, int), double(double, int), ldexp),
    BOTH(float(float, int), double(double, int), scalbn),
    BOTH(int(float), int(double), ilogb),
    BOTH(float(float, int *), double(double, int *), frexp),
    BOTH(float(float, float *), double(double, double *), modf),
    BOTH(float(float, float, int *), double(double, double, int *), remquo),
    BOTH(long long(float), long long(double), llrint),
    BOTH(long long(float), long long(double), llround),
    {"__nv_saturatef", addressOf<float(float)>(math::saturate)},
    {"__nv_isnanf", addressOf<int(float)>(math::isNaN<float>)},
    {"__nv_isnand", addressOf<int(double)>(math::isNaN<double>)},
    {"__nv_isinff", addressOf<int(float)>(math::isInfinite<float>)},
    {"__nv_isinfd", addressOf<int(double)>(math::isInfinite<double>)},
    {"__nv_finitef", addressOf<int(float)>(math::isFinite<float>)},
    {"__nv_isfinited", addressOf<int(double)>(math::isFinite<double>)},
    {"__nv_signbitf", addressOf<int(float)>(math::hasSign<float>)},
    {"__nv_signbitd", addressOf<int(double)>(math::hasSign<double>)},
    // The fast variants of f32.
    {"__nv_fast_expf", addressOf<float(float)>(::expf)},
    {"__nv_fast_exp10f", addressOf<float(float)>(::exp10f)},
    {"__nv_fast_logf", addressOf<float(float)>(::logf)},
    {"__nv_fast_log2f", addressOf<float(float)>(::log2f)},
    {"__nv_fast_log10f", addressOf<float(float)>(::log10f)},
    {"__nv_fast_powf", addressOf<float(float, float)>(::powf)},
    {"__nv_fast_sinf", addressOf<float(float)>(::sinf)},
    {"__nv_fast_cosf", addressOf<float(float)>(::cosf)},
    {"__nv_fast_tanf", addressOf<float(float)>(::tanf)},
    {"__nv_fast_tanhf", addressOf<float(float)>(::tanhf)},
    {"__nv_fast_sincosf", addressOf<void(float, float *, float *)>(::sincosf)},
    {"__nv_fast_fdividef", addressOf<float(float, float)>(math::divide<float>)},
    // Arithmetic rounded to nearest.
    {"__nv_fadd_rn", addressOf<float(float, float)>(math::add<float>)},
    {"__nv_fsub_rn", addressOf<float(float, float)>(math::subtract<float>)},
    {"__nv_fmul_rn", addressOf<float(float, float)>(math::multiply<float>)},
    {"__nv_fdiv_rn", addressOf<float(float, float)>(math::divide<float>)},
    {"__nv_fsqrt_rn", addressOf<float(float)>(::sqrtf)},
    {"__nv_frsqrt_rn", addressOf<float(float)>(math::rsqrt<float>)},
    {"__nv_frcp_rn", addressOf<float(float)>(math::reciprocal<float>)},
    {"__nv_fmaf_rn", addressOf<float(float, float, float)>(::fmaf)},
    {"__nv_dadd_rn", addressOf<double(double, double)>(math::add<double>)},
    {"__nv_dsub_rn", addressOf<double(double, double)>(math::subtract<double>)},
    {"__nv_dmul_rn", addressOf<double(double, double)>(math::multiply<double>)},
    {"__nv_ddiv_rn", addressOf<double(double, double)>(math::divide<double>)},
    {"__nv_dsqrt_rn", addressOf<double(double)>(::sqrt)},
    {"__nv_drcp_rn", addressOf<double(double)>(math::reciprocal<double>)},
    {"__nv_fma_rn", addressOf<double(double, double, double)>(::fma)},
    // Integers.
    {"__nv_abs", addressOf<uint32_t(uint32_t)>(math::absolute<uint32_t>)},
    {"__nv_llabs", addressOf<uint64_t(uint64_t)>(math::absolute<uint64_t>)},
    {"__nv_min", addressOf<int32_t(int32_t, int32_t)>(math::lesser<int32_t>)},
    {"__nv_max", addressOf<int32_t(int32_t, int32_t)>(math::greater<int32_t>)},
    {"__nv_umin",
     addressOf<uint32_t(uint32_t, uint32_t)>(math::lesser<uint32_t>)},
    {"__nv_umax",
     addressOf<uint32_t(uint32_t, uint32_t)>(math::greater<uint32_t>)},
    {"__nv_llmin", addressOf<int64_t(int64_t, int64_t)>(math::lesser<int64_t>)},
    {"__nv_llmax",
     addressOf<int64_t(int64_t, int64_t)>(math::greater<int64_t>)},
    {"__nv_ullmin",
     addressOf<uint64_t(uint64_t, uint64_t)>(math::lesser<uint64_t>)},
    {"__nv_ullmax",
     addressOf<uint64_t(uint64_t, uint64_t)>(math::greater<uint64_t>)},
    {"__nv_mulhi",
     addressOf<int32_t(int32_t, int32_t)>(math::multiplyHigh<int32_t>)},
    {"__nv_umulhi",
     addressOf<uint32_t(uint32_t, uint32_t)>(math::multiplyHigh<uint32_t>)},
    {"__nv_mul64hi",
     addressOf<int64_t(int64_t, int64_t)>(math::multiplyHigh<int64_t>)},
    {"__nv_umul64hi",
     addressOf<uint64_t(uint64_t, uint64_t)>(math::multiplyHigh<uint64_t>)},
    {"__nv_clz", addressOf<int(uint32_t)>(math::leadingZeros<uint32_t>)},
    {"__nv_clzll", addressOf<int(uint64_t)>(math::leadingZeros<uint64_t>)},
    {"__nv_popc", addressOf<int(uint32_t)>(math::bitCount<uint32_t>)},
    {"__nv_popcll", addressOf<int(uint64_t)>(math::bitCount<uint64_t>)},
    {"__nv_ffs", addressOf<int(uint32_t)>(math::firstSet<uint32_t>)},
    {"__nv_ffsll", addressOf<int(uint64_t)>(math::firstSet<uint64_t>)},
    {"__nv_brev", addressOf<uint32_t(uint32_t)>(math::reverse<uint32_t>)},
    {"__nv_brevll", addressOf<uint64_t(uint64_t)>(math::reverse<uint64_t>)},
    {"__nv_byte_perm",
     addressOf<uint32_t(uint32_t, uint32_t, uint32_t)>(math::permuteBytes)},
};

#undef BINARY_OWN
#undef UNARY_OWN
#undef BINARY
#undef UNARY
#undef BOTH

} // namespace

llvm::ArrayRef<HostFunction> scanc::simt::libdeviceFunctions() { return table; }
