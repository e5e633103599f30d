//===- MathTest.cpp - Numbers: f16, bf16, libdevice, wide integers --------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SimtTest.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/bit.h"
#include <cmath>
#include <cstring>
#include <limits>

using namespace scanc::simt;

namespace {

const double interesting[] = {0.0,
                              -0.0,
                              1.0,
                              -1.5,
                              1.0009765625,
                              1.00048828125,
                              1.000488281250001,
                              1.00146484375,
                              65504.0,
                              65519.996,
                              65520.0,
                              1e6,
                              -1e300,
                              6.103515625e-05,
                              6.1e-05,
                              5.9604644775390625e-08,
                              2.98023223876953125e-08,
                              2.980232238769532e-08,
                              1e-30,
                              1e-40,
                              1e-45,
                              3.3895313892515355e38,
                              3.3961775292304957e38,
                              3.4028234e38,
                              0.1,
                              1.0 / 3,
                              M_PI,
                              1.00390625,
                              1.01171875,
                              std::numeric_limits<double>::infinity(),
                              -std::numeric_limits<double>::infinity(),
                              9.183549615799121e-41,
                              4.591774807899561e-41,
                              std::numeric_limits<double>::denorm_min()};

/// The bits of `value` in 16 bits, by LLVM's own arithmetic.
uint16_t reference(llvm::APFloat value, const llvm::fltSemantics &format) {
  bool lost;
  value.convert(format, llvm::APFloat::rmNearestTiesToEven, &lost);
  return value.bitcastToAPInt().getZExtValue();
}

/// Rounds f32 and f64 to `type` and widens back, on the executor.
void checkConversions(const std::string &type,
                      const llvm::fltSemantics &format) {
  auto executor = compile(
      R"(
define ptx_kernel void @k(ptr addrspace(1) %f, ptr addrspace(1) %d, ptr addrspace(1) %fromF, ptr addrspace(1) %fromD, ptr addrspace(1) %back) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %pf = getelementptr float, ptr addrspace(1) %f, i32 %tid
  %pd = getelementptr double, ptr addrspace(1) %d, i32 %tid
  %qf = getelementptr i16, ptr addrspace(1) %fromF, i32 %tid
  %qd = getelementptr i16, ptr addrspace(1) %fromD, i32 %tid
  %qb = getelementptr float, ptr addrspace(1) %back, i32 %tid
  %x = load float, ptr addrspace(1) %pf
  %y = load double, ptr addrspace(1) %pd
  %tx = fptrunc float %x to )" +
      type + "\n  %ty = fptrunc double %y to " + type + "\n  store " + type +
      " %tx, ptr addrspace(1) %qf\n  store " + type +
      " %ty, ptr addrspace(1) %qd\n  %again = load " + type +
      ", ptr addrspace(1) %qf\n  %w = fpext " + type + R"( %again to float
  store float %w, ptr addrspace(1) %qb
  ret void
})");
  std::vector<double> doubles(std::begin(interesting), std::end(interesting));
  for (unsigned i = 0; i < 900; ++i)
    doubles.push_back(std::ldexp(1.0 + i * 0.00111, int(i % 300) - 150));
  std::vector<float> floats(doubles.begin(), doubles.end());
  unsigned n = doubles.size();
  std::vector<uint16_t> fromF(n), fromD(n);
  std::vector<float> back(n);
  ASSERT_EQ(launchError(executor.get(), {1}, {n},
                        {KernelArg::pointer(floats.data()),
                         KernelArg::pointer(doubles.data()),
                         KernelArg::pointer(fromF.data()),
                         KernelArg::pointer(fromD.data()),
                         KernelArg::pointer(back.data())}),
            "");
  for (unsigned i = 0; i < n; ++i) {
    EXPECT_EQ(fromF[i], reference(llvm::APFloat(floats[i]), format))
        << floats[i];
    EXPECT_EQ(fromD[i], reference(llvm::APFloat(doubles[i]), format))
        << doubles[i];
    llvm::APFloat wide(format, llvm::APInt(16, fromF[i]));
    bool lost;
    wide.convert(llvm::APFloat::IEEEsingle(),
                 llvm::APFloat::rmNearestTiesToEven, &lost);
    EXPECT_EQ(llvm::bit_cast<uint32_t>(back[i]),
              wide.bitcastToAPInt().getZExtValue());
  }
}

TEST(HalfTypes, F16ConversionsAreExact) {
  checkConversions("half", llvm::APFloat::IEEEhalf());
}

TEST(HalfTypes, BF16ConversionsAreExact) {
  checkConversions("bfloat", llvm::APFloat::BFloat());
}

TEST(HalfTypes, ArithmeticAndMaximum) {
  auto out = runSlots(R"(
  %f = uitofp i32 %tid to half
  %g = fdiv half %f, 0xH4200
  %h = fmul half %g, %g
  %m = call half @llvm.maximum.f16(half %h, half 0xH3C00)
  %b = fptrunc double 1.0e-1 to bfloat
  %c = uitofp i32 %tid to bfloat
  %d = fmul bfloat %b, %c
  %n = call bfloat @llvm.minimum.bf16(bfloat %d, bfloat 0xR3F00)
  %mi = bitcast half %m to i16
  %ni = bitcast bfloat %n to i16
  %mw = zext i16 %mi to i32
  %nw = zext i16 %ni to i32
  %nh = shl i32 %nw, 16
  %r = or i32 %mw, %nh
  store i32 %r, ptr addrspace(1) %slot)",
                      16);
  auto half = [](float x) {
    return reference(llvm::APFloat(x), llvm::APFloat::IEEEhalf());
  };
  auto widen = [](uint16_t bits, const llvm::fltSemantics &format) {
    llvm::APFloat x(format, llvm::APInt(16, bits));
    bool lost;
    x.convert(llvm::APFloat::IEEEsingle(), llvm::APFloat::rmNearestTiesToEven,
              &lost);
    return x.convertToFloat();
  };
  for (unsigned i = 0; i < 16; ++i) {
    float g = widen(half(i / 3.0f), llvm::APFloat::IEEEhalf());
    EXPECT_EQ(out[i] & 0xffff, half(std::max(1.0f, g * g))) << i;
    float tenth = widen(reference(llvm::APFloat(0.1), llvm::APFloat::BFloat()),
                        llvm::APFloat::BFloat());
    EXPECT_EQ(out[i] >> 16, reference(llvm::APFloat(std::min(0.5f, tenth * i)),
                                      llvm::APFloat::BFloat()))
        << i;
  }
}

TEST(Floats, MaximumPropagatesNaNAndOrdersZeros) {
  auto out = runSlots(R"(
  %first = icmp eq i32 %tid, 0
  %nan = call float @llvm.maximum.f32(float 0x7FF8000000000000, float 1.0)
  %zero = call float @llvm.maximum.f32(float -0.0, float 0.0)
  %x = select i1 %first, float %nan, float %zero
  %bits = bitcast float %x to i32
  store i32 %bits, ptr addrspace(1) %slot)",
                      2);
  EXPECT_TRUE(std::isnan(llvm::bit_cast<float>(out[0])));
  EXPECT_EQ(out[1], 0u);
}

/// f(tid / 8 + 0.25) by the function of that name, both precisions at once.
struct UnaryCase {
  const char *name;
  float (*f32)(float);
  double (*f64)(double);
};

TEST(Libdevice, UnaryFunctions) {
  const UnaryCase cases[] = {{"exp", expf, exp},
                             {"log", logf, log},
                             {"sqrt", sqrtf, sqrt},
                             {"tanh", tanhf, tanh},
                             {"fabs", fabsf, fabs},
                             {"sin", sinf, sin},
                             {"cos", cosf, cos},
                             {"erf", erff, erf},
                             {"log1p", log1pf, log1p},
                             {"floor", floorf, floor},
                             {"rsqrt", [](float x) { return 1 / std::sqrt(x); },
                              [](double x) { return 1 / std::sqrt(x); }}};
  for (const UnaryCase &test : cases) {
    std::string name = test.name;
    auto executor = compile(R"(
declare float @__nv_)" + name +
                            R"(f(float)
declare double @__nv_)" + name +
                            R"((double)
define ptx_kernel void @k(ptr addrspace(1) %f, ptr addrspace(1) %d) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %x0 = uitofp i32 %tid to double
  %x1 = fdiv double %x0, 8.0
  %x = fadd double %x1, 0.25
  %y = fptrunc double %x to float
  %a = call float @__nv_)" + name +
                            R"(f(float %y)
  %b = call double @__nv_)" +
                            name + R"((double %x)
  %pf = getelementptr float, ptr addrspace(1) %f, i32 %tid
  %pd = getelementptr double, ptr addrspace(1) %d, i32 %tid
  store float %a, ptr addrspace(1) %pf
  store double %b, ptr addrspace(1) %pd
  ret void
})");
    float f[64];
    double d[64];
    ASSERT_EQ(launchError(executor.get(), {1}, {64},
                          {KernelArg::pointer(f), KernelArg::pointer(d)}),
              "");
    for (unsigned i = 0; i < 64; ++i) {
      EXPECT_EQ(f[i], test.f32(i / 8.0f + 0.25f)) << name;
      EXPECT_EQ(d[i], test.f64(i / 8.0 + 0.25)) << name;
    }
  }
}

TEST(Libdevice, FunctionsOfTwoAndThree) {
  auto out = runSlots(R"(
  %x = uitofp i32 %tid to float
  %a = call float @__nv_powf(float %x, float 2.0)
  %b = call float @__nv_fmaxf(float %a, float 0x7FF8000000000000)
  %c = call float @__nv_fminf(float %b, float 100.0)
  %d = call float @__nv_fmaf(float %c, float 2.0, float 1.0)
  %i = fptoui float %d to i32
  store i32 %i, ptr addrspace(1) %slot)",
                      16, R"(
declare float @__nv_powf(float, float)
declare float @__nv_fmaxf(float, float)
declare float @__nv_fminf(float, float)
declare float @__nv_fmaf(float, float, float)
)");
  for (unsigned i = 0; i < 16; ++i)
    EXPECT_EQ(out[i], std::min(i * i, 100u) * 2 + 1);
}

TEST(Intrinsics, HostLibraryAndNvvmMathematics) {
  auto out = runSlots(R"(
  %x = uitofp i32 %tid to float
  %a = call float @llvm.nvvm.ex2.approx.f32(float %x)
  %r = frem float %a, 7.0
  %e = call float @llvm.exp.f32(float 0.0)
  %s = fadd float %r, %e
  %i = fptoui float %s to i32
  %p = call i32 @llvm.nvvm.prmt(i32 %i, i32 0, i32 291)
  %sw = call i32 @llvm.bswap.i32(i32 %p)
  store i32 %sw, ptr addrspace(1) %slot)",
                      12);
  for (unsigned i = 0; i < 12; ++i)
    EXPECT_EQ(out[i], (1u << i) % 7 + 1);
}

/// The sum of the products of lanes of `bits` bits of `a` and bytes of `b`.
uint32_t dotProduct(uint32_t a, unsigned bits, bool isSignedA, uint32_t b,
                    bool isSignedB) {
  auto lane = [](uint32_t word, unsigned index, unsigned bits, bool isSigned) {
    const int64_t value = word >> (bits * index) & ((1u << bits) - 1);
    return isSigned && value >> (bits - 1) ? value - (1 << bits) : value;
  };
  int64_t sum = 0;
  for (unsigned i = 0; i < 32 / bits; ++i)
    sum += lane(a, i, bits, isSignedA) * lane(b, i, 8, isSignedB);
  return sum;
}

TEST(Intrinsics, DotProducts) {
  constexpr unsigned threads = 64;
  constexpr uint32_t sum = 0xfffffff0; // wraps
  for (bool isSignedA : {false, true})
    for (bool isSignedB : {false, true}) {
      const std::string signs =
          std::string(isSignedA ? "s" : "u") + (isSignedB ? ".s" : ".u");
      auto run = [&](const std::string &intrinsic, const std::string &upper) {
        return runSlots("  %a = mul i32 %tid, -1640531535\n"
                        "  %b = mul i32 %tid, 805459861\n"
                        "  %d = call i32 @llvm.nvvm." +
                            intrinsic + "." + signs + "(i32 %a, i32 %b, " +
                            upper +
                            "i32 -16)\n"
                            "  store i32 %d, ptr addrspace(1) %slot",
                        threads);
      };
      auto bytes = run("idp4a", ""), low = run("idp2a", "i1 false, "),
           high = run("idp2a", "i1 true, ");
      for (unsigned i = 0; i < threads; ++i) {
        const uint32_t a = i * 2654435761u, b = i * 805459861u;
        EXPECT_EQ(bytes[i], sum + dotProduct(a, 8, isSignedA, b, isSignedB));
        EXPECT_EQ(low[i], sum + dotProduct(a, 16, isSignedA, b, isSignedB));
        EXPECT_EQ(high[i],
                  sum + dotProduct(a, 16, isSignedA, b >> 16, isSignedB));
      }
    }
}

TEST(Integers, OneHundredAndTwentyEightBits) {
  auto out = runSlots(R"(
  %w = zext i32 %tid to i128
  %a = add i128 %w, 1000000000000000000000000
  %q = udiv i128 %a, 1000000000000000000
  %m = urem i128 %a, 7
  %s = add i128 %q, %m
  %t = trunc i128 %s to i32
  store i32 %t, ptr addrspace(1) %slot)",
                      8);
  unsigned __int128 base = 1000000000000000000;
  base *= 1000000;
  for (unsigned i = 0; i < 8; ++i)
    EXPECT_EQ(out[i], 1000000u + unsigned((base + i) % 7));
}

TEST(DeviceFunctions, AreCalledByName) {
  DeviceFunctions functions;
  functions.add("twice", +[](uint32_t x) { return 2 * x; });
  functions.add(
      "wide",
      +[](const uint32_t *from, uint64_t to[2]) { to[0] = to[1] = *from; });
  auto executor = compile(R"(
declare i32 @twice(i32)
declare void @wide(ptr addrspace(1), ptr addrspace(1))
define ptx_kernel void @k(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  %x = load i32, ptr addrspace(1) %p
  %y = call i32 @twice(i32 %x)
  store i32 %y, ptr addrspace(1) %p
  call void @wide(ptr addrspace(1) %p, ptr addrspace(1) %q)
  ret void
})",
                          functions);
  uint32_t x = 21;
  uint64_t y[2] = {0, 0};
  ASSERT_EQ(launchError(executor.get(), {1}, {1},
                        {KernelArg::pointer(&x), KernelArg::pointer(y)}),
            "");
  EXPECT_EQ(x, 42u);
  EXPECT_EQ(y[1], 42u);
}

} // namespace
