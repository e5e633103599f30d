//===- CompilerSupport.cpp - What the host's code generator calls ---------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The optimiser and the code generator turn IR into calls that no module
// spells: memset for a loop of stores, fmod for frem, __udivti3 for a 128-bit
// division, __truncsfhf2 where the host has no f16 instructions. A static
// executable need not contain them, and the JIT does not look in the process.
//
// Functions on f16 and bf16 pass them in vector registers, where a float's low
// bits are. They are written with float, not with _Float16 and __bf16, of which
// the host's own code generator makes calls to the very functions below, and
// not every libgcc has those for bf16.
//
//===----------------------------------------------------------------------===//

#include "HalfFloat.h"
#include "Runtime.h"
#include "ScalarMath.h"
#include <cmath>
#include <cstring>

using namespace scanc::simt;

namespace {

using i128 = __int128;
using u128 = unsigned __int128;

template <class T> T divideIntegers(T a, T b) { return a / b; }
template <class T> T remainderOfIntegers(T a, T b) { return a % b; }
template <class To, class From> To convert(From x) { return To(x); }

// The register that holds an f16 or bf16 of these bits.
float inRegister(uint16_t bits) {
  return llvm::bit_cast<float>(uint32_t(bits));
}
uint16_t bitsOf(float inRegister) {
  return uint16_t(llvm::bit_cast<uint32_t>(inRegister));
}

template <class From> float truncateToHalf(From x) {
  return inRegister(roundToHalf(x));
}
template <class From> float truncateToBFloat(From x) {
  return inRegister(roundToBFloat(x));
}
float extendHalf(float x) { return halfToFloat(bitsOf(x)); }
double extendHalfToDouble(float x) { return extendHalf(x); }
float extendBFloat(float x) { return bfloatToFloat(bitsOf(x)); }

#define BOTH(signature32, signature64, name)                                   \
  {#name "f", addressOf<signature32>(::name##f)}, {                            \
    #name, addressOf<signature64>(::name)                                      \
  }
#define UNARY(name) BOTH(float(float), double(double), name)
#define BINARY(name) BOTH(float(float, float), double(double, double), name)

const HostFunction table[] = {
    {"memcpy", addressOf<void *(void *, const void *, size_t)>(::memcpy)},
    {"memmove", addressOf<void *(void *, const void *, size_t)>(::memmove)},
    {"memset", addressOf<void *(void *, int, size_t)>(::memset)},
    {"memcmp", addressOf<int(const void *, const void *, size_t)>(::memcmp)},
    {"bcmp", addressOf<int(const void *, const void *, size_t)>(::memcmp)},
    UNARY(sin),
    UNARY(cos),
    UNARY(tan),
    UNARY(asin),
    UNARY(acos),
    UNARY(atan),
    UNARY(sinh),
    UNARY(cosh),
    UNARY(tanh),
    UNARY(exp),
    UNARY(exp2),
    UNARY(exp10),
    UNARY(log),
    UNARY(log2),
    UNARY(log10),
    UNARY(sqrt),
    UNARY(floor),
    UNARY(ceil),
    UNARY(trunc),
    UNARY(rint),
    UNARY(nearbyint),
    UNARY(round),
    UNARY(roundeven),
    UNARY(fabs),
    BINARY(pow),
    BINARY(fmod),
    BINARY(atan2),
    BINARY(fmin),
    BINARY(fmax),
    BINARY(copysign),
    BOTH(float(float, float, float), double(double, double, double), fma),
    BOTH(float(float, int), double(double, int), ldexp),
    BOTH(float(float, int *), double(double, int *), frexp),
    BOTH(float(float, float *), double(double, double *), modf),
    BOTH(void(float, float *, float *), void(double, double *, double *),
         sincos),
    BOTH(long(float), long(double), lround),
    BOTH(long(float), long(double), lrint),
    BOTH(long long(float), long long(double), llround),
    BOTH(long long(float), long long(double), llrint),
    {"__powisf2", addressOf<float(float, int)>(math::powi<float>)},
    {"__powidf2", addressOf<double(double, int)>(math::powi<double>)},
    // 128-bit integers.
    {"__divti3", addressOf<i128(i128, i128)>(divideIntegers<i128>)},
    {"__modti3", addressOf<i128(i128, i128)>(remainderOfIntegers<i128>)},
    {"__udivti3", addressOf<u128(u128, u128)>(divideIntegers<u128>)},
    {"__umodti3", addressOf<u128(u128, u128)>(remainderOfIntegers<u128>)},
    {"__multi3", addressOf<u128(u128, u128)>(math::multiply<u128>)},
    {"__floattisf", addressOf<float(i128)>(convert<float, i128>)},
    {"__floattidf", addressOf<double(i128)>(convert<double, i128>)},
    {"__floatuntisf", addressOf<float(u128)>(convert<float, u128>)},
    {"__floatuntidf", addressOf<double(u128)>(convert<double, u128>)},
    {"__fixsfti", addressOf<i128(float)>(convert<i128, float>)},
    {"__fixdfti", addressOf<i128(double)>(convert<i128, double>)},
    {"__fixunssfti", addressOf<u128(float)>(convert<u128, float>)},
    {"__fixunsdfti", addressOf<u128(double)>(convert<u128, double>)},
    // f16 and bf16.
    {"__truncsfhf2", addressOf<float(float)>(truncateToHalf<float>)},
    {"__truncdfhf2", addressOf<float(double)>(truncateToHalf<double>)},
    {"__extendhfsf2", addressOf<float(float)>(extendHalf)},
    {"__extendhfdf2", addressOf<double(float)>(extendHalfToDouble)},
    {"__truncsfbf2", addressOf<float(float)>(truncateToBFloat<float>)},
    {"__truncdfbf2", addressOf<float(double)>(truncateToBFloat<double>)},
    {"__extendbfsf2", addressOf<float(float)>(extendBFloat)},
    {"__gnu_f2h_ieee",
     addressOf<uint16_t(float)>([](float x) { return roundToHalf(x); })},
    {"__gnu_h2f_ieee", addressOf<float(uint16_t)>(halfToFloat)},
};

#undef BINARY
#undef UNARY
#undef BOTH

} // namespace

llvm::ArrayRef<HostFunction> scanc::simt::compilerSupportFunctions() {
  return table;
}
