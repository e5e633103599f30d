//===- NvvmMath.cpp - NVVM intrinsics that are plain functions ------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Approximate instructions are computed exactly here; .ftz variants flush
// subnormal operands and results to zero as the instructions do.
//
//===----------------------------------------------------------------------===//

#include "Runtime.h"
#include "ScalarMath.h"
#include <cmath>

using namespace scanc::simt;

namespace {

float flush(float x) {
  return std::fpclassify(x) == FP_SUBNORMAL ? std::copysign(0.0f, x) : x;
}

template <auto function> float ftz1(float x) {
  return flush(function(flush(x)));
}
template <auto function> float ftz2(float x, float y) {
  return flush(function(flush(x), flush(y)));
}

// NAME and NAME with .ftz, of f32.
#define UNARY(name, ftzName, function)                                         \
  {name, addressOf<float(float)>(function)}, {                                 \
    ftzName, addressOf<float(float)>(ftz1<function>)                           \
  }
#define BINARY(name, ftzName, function)                                        \
  {name, addressOf<float(float, float)>(function)}, {                          \
    ftzName, addressOf<float(float, float)>(ftz2<function>)                    \
  }

const HostFunction table[] = {
    BINARY("fmin.f", "fmin.ftz.f", math::minNumber<float>),
    BINARY("fmax.f", "fmax.ftz.f", math::maxNumber<float>),
    BINARY("fmin.nan.f", "fmin.ftz.nan.f", math::minNaN<float>),
    BINARY("fmax.nan.f", "fmax.ftz.nan.f", math::maxNaN<float>),
    {"fmin.d", addressOf<double(double, double)>(math::minNumber<double>)},
    {"fmax.d", addressOf<double(double, double)>(math::maxNumber<double>)},
    UNARY("ex2.approx.f32", "ex2.approx.ftz.f32", ::exp2f),
    UNARY("lg2.approx.f", "lg2.approx.ftz.f", ::log2f),
    UNARY("sin.approx.f", "sin.approx.ftz.f", ::sinf),
    UNARY("cos.approx.f", "cos.approx.ftz.f", ::cosf),
    UNARY("rsqrt.approx.f", "rsqrt.approx.ftz.f", math::rsqrt<float>),
    {"rsqrt.approx.d", addressOf<double(double)>(math::rsqrt<double>)},
    {"tanh.approx.f32", addressOf<float(float)>(::tanhf)},
    UNARY("sqrt.approx.f", "sqrt.approx.ftz.f", ::sqrtf),
    UNARY("sqrt.rn.f", "sqrt.rn.ftz.f", ::sqrtf),
    {"sqrt.f", addressOf<float(float)>(::sqrtf)},
    {"sqrt.rn.d", addressOf<double(double)>(::sqrt)},
    UNARY("rcp.rn.f", "rcp.rn.ftz.f", math::reciprocal<float>),
    {"rcp.rn.d", addressOf<double(double)>(math::reciprocal<double>)},
    {"rcp.approx.ftz.f",
     addressOf<float(float)>(ftz1<math::reciprocal<float>>)},
    BINARY("div.approx.f", "div.approx.ftz.f", math::divide<float>),
    BINARY("div.full", "div.full.ftz", math::divide<float>),
    BINARY("div.rn.f", "div.rn.ftz.f", math::divide<float>),
    {"div.rn.d", addressOf<double(double, double)>(math::divide<double>)},
    BINARY("add.rn.f", "add.rn.ftz.f", math::add<float>),
    {"add.rn.d", addressOf<double(double, double)>(math::add<double>)},
    BINARY("mul.rn.f", "mul.rn.ftz.f", math::multiply<float>),
    {"mul.rn.d", addressOf<double(double, double)>(math::multiply<double>)},
    {"fma.rn.f", addressOf<float(float, float, float)>(::fmaf)},
    {"fma.rn.d", addressOf<double(double, double, double)>(::fma)},
    {"saturate.f", addressOf<float(float)>(math::saturate)},
    {"mulhi.i",
     addressOf<int32_t(int32_t, int32_t)>(math::multiplyHigh<int32_t>)},
    {"mulhi.ui",
     addressOf<uint32_t(uint32_t, uint32_t)>(math::multiplyHigh<uint32_t>)},
    {"mulhi.ll",
     addressOf<int64_t(int64_t, int64_t)>(math::multiplyHigh<int64_t>)},
    {"mulhi.ull",
     addressOf<uint64_t(uint64_t, uint64_t)>(math::multiplyHigh<uint64_t>)},
    {"prmt",
     addressOf<uint32_t(uint32_t, uint32_t, uint32_t)>(math::permuteBytes)},
};

#undef BINARY
#undef UNARY

} // namespace

llvm::ArrayRef<HostFunction> scanc::simt::nvvmMathFunctions() { return table; }
