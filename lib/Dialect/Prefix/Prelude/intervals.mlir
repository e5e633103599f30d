//===- intervals.mlir - The interval monoid -------------------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The state [begin, end) stands for the combine of the elements begin to
// end - 1. Only neighbours may be combined, in their order; anything else gives
// the poisoned interval, and stays poisoned. So a kernel whose output k is
// [0, k + 1) for these monoids is right for every associative operator at this
// n: N. Chong, A. F. Donaldson, J. Ketema, "A Sound and Complete Abstraction
// for Reasoning about Parallel Prefix Sums", POPL 2014, theorem 4.5.
//
//   identity   begin = end = MIN
//   poisoned   begin = MIN + 1, end = MIN + 2
//   init       [-1, 0): what comes before element 0
//
// Where there are chains, each of which a scan begins anew, the init joined in
// front of [b, e) gives [~b, e), ~b being -1 - b: the monoids called `chains`.
//
// No interval that occurs begins where a poisoned one ends or ends where one
// begins, so poison needs no case of its own. The forms for idempotent
// operators take overlapping operands too, as long as neither lies within the
// other's inside: x o x = x for every run of elements x that both cover.
//
//===----------------------------------------------------------------------===//

prefix.monoid @interval_i32 identity {
  %none = arith.constant -2147483648 : i32
  prefix.yield %none, %none : i32, i32
} combine (%b0: i32, %e0: i32), (%b1: i32, %e1: i32) {
  %none = arith.constant -2147483648 : i32
  %poisonedBegin = arith.constant -2147483647 : i32
  %poisonedEnd = arith.constant -2147483646 : i32
  %lowIsIdentity = arith.cmpi eq, %b0, %none : i32
  %highIsIdentity = arith.cmpi eq, %b1, %none : i32
  %joins = arith.cmpi eq, %e0, %b1 : i32
  %b2 = arith.select %joins, %b0, %poisonedBegin : i32
  %e2 = arith.select %joins, %e1, %poisonedEnd : i32
  %b3 = arith.select %highIsIdentity, %b0, %b2 : i32
  %e3 = arith.select %highIsIdentity, %e0, %e2 : i32
  %begin = arith.select %lowIsIdentity, %b1, %b3 : i32
  %end = arith.select %lowIsIdentity, %e1, %e3 : i32
  prefix.yield %begin, %end : i32, i32
}

prefix.monoid @interval_i32_idempotent idempotent identity {
  %none = arith.constant -2147483648 : i32
  prefix.yield %none, %none : i32, i32
} combine (%b0: i32, %e0: i32), (%b1: i32, %e1: i32) {
  %none = arith.constant -2147483648 : i32
  %poisonedBegin = arith.constant -2147483647 : i32
  %poisonedEnd = arith.constant -2147483646 : i32
  %lowIsIdentity = arith.cmpi eq, %b0, %none : i32
  %highIsIdentity = arith.cmpi eq, %b1, %none : i32
  %starts = arith.cmpi sle, %b0, %b1 : i32
  %meets = arith.cmpi sle, %b1, %e0 : i32
  %ends = arith.cmpi sle, %e0, %e1 : i32
  %ordered = arith.andi %starts, %ends : i1
  %joins = arith.andi %ordered, %meets : i1
  %b2 = arith.select %joins, %b0, %poisonedBegin : i32
  %e2 = arith.select %joins, %e1, %poisonedEnd : i32
  %b3 = arith.select %highIsIdentity, %b0, %b2 : i32
  %e3 = arith.select %highIsIdentity, %e0, %e2 : i32
  %begin = arith.select %lowIsIdentity, %b1, %b3 : i32
  %end = arith.select %lowIsIdentity, %e1, %e3 : i32
  prefix.yield %begin, %end : i32, i32
}

prefix.monoid @interval_i64 identity {
  %none = arith.constant -9223372036854775808 : i64
  prefix.yield %none, %none : i64, i64
} combine (%b0: i64, %e0: i64), (%b1: i64, %e1: i64) {
  %none = arith.constant -9223372036854775808 : i64
  %poisonedBegin = arith.constant -9223372036854775807 : i64
  %poisonedEnd = arith.constant -9223372036854775806 : i64
  %lowIsIdentity = arith.cmpi eq, %b0, %none : i64
  %highIsIdentity = arith.cmpi eq, %b1, %none : i64
  %joins = arith.cmpi eq, %e0, %b1 : i64
  %b2 = arith.select %joins, %b0, %poisonedBegin : i64
  %e2 = arith.select %joins, %e1, %poisonedEnd : i64
  %b3 = arith.select %highIsIdentity, %b0, %b2 : i64
  %e3 = arith.select %highIsIdentity, %e0, %e2 : i64
  %begin = arith.select %lowIsIdentity, %b1, %b3 : i64
  %end = arith.select %lowIsIdentity, %e1, %e3 : i64
  prefix.yield %begin, %end : i64, i64
}

prefix.monoid @interval_i64_idempotent idempotent identity {
  %none = arith.constant -9223372036854775808 : i64
  prefix.yield %none, %none : i64, i64
} combine (%b0: i64, %e0: i64), (%b1: i64, %e1: i64) {
  %none = arith.constant -9223372036854775808 : i64
  %poisonedBegin = arith.constant -9223372036854775807 : i64
  %poisonedEnd = arith.constant -9223372036854775806 : i64
  %lowIsIdentity = arith.cmpi eq, %b0, %none : i64
  %highIsIdentity = arith.cmpi eq, %b1, %none : i64
  %starts = arith.cmpi sle, %b0, %b1 : i64
  %meets = arith.cmpi sle, %b1, %e0 : i64
  %ends = arith.cmpi sle, %e0, %e1 : i64
  %ordered = arith.andi %starts, %ends : i1
  %joins = arith.andi %ordered, %meets : i1
  %b2 = arith.select %joins, %b0, %poisonedBegin : i64
  %e2 = arith.select %joins, %e1, %poisonedEnd : i64
  %b3 = arith.select %highIsIdentity, %b0, %b2 : i64
  %e3 = arith.select %highIsIdentity, %e0, %e2 : i64
  %begin = arith.select %lowIsIdentity, %b1, %b3 : i64
  %end = arith.select %lowIsIdentity, %e1, %e3 : i64
  prefix.yield %begin, %end : i64, i64
}

prefix.monoid @interval_i32_chains identity {
  %none = arith.constant -2147483648 : i32
  prefix.yield %none, %none : i32, i32
} combine (%b0: i32, %e0: i32), (%b1: i32, %e1: i32) {
  %none = arith.constant -2147483648 : i32
  %poisonedBegin = arith.constant -2147483647 : i32
  %poisonedEnd = arith.constant -2147483646 : i32
  %minusOne = arith.constant -1 : i32
  %zero = arith.constant 0 : i32
  %lowIsIdentity = arith.cmpi eq, %b0, %none : i32
  %highIsIdentity = arith.cmpi eq, %b1, %none : i32
  %beginsAsInit = arith.cmpi eq, %b0, %minusOne : i32
  %endsAsInit = arith.cmpi eq, %e0, %zero : i32
  %isOfElements = arith.cmpi sge, %b1, %zero : i32
  %isInit = arith.andi %beginsAsInit, %endsAsInit : i1
  %takesInit = arith.andi %isInit, %isOfElements : i1
  %behindInit = arith.xori %b1, %minusOne : i32
  %joins = arith.cmpi eq, %e0, %b1 : i32
  %joined = arith.select %joins, %b0, %poisonedBegin : i32
  %b2 = arith.select %takesInit, %behindInit, %joined : i32
  %fits = arith.ori %takesInit, %joins : i1
  %e2 = arith.select %fits, %e1, %poisonedEnd : i32
  %b3 = arith.select %highIsIdentity, %b0, %b2 : i32
  %e3 = arith.select %highIsIdentity, %e0, %e2 : i32
  %begin = arith.select %lowIsIdentity, %b1, %b3 : i32
  %end = arith.select %lowIsIdentity, %e1, %e3 : i32
  prefix.yield %begin, %end : i32, i32
}

prefix.monoid @interval_i32_chains_idempotent idempotent identity {
  %none = arith.constant -2147483648 : i32
  prefix.yield %none, %none : i32, i32
} combine (%b0: i32, %e0: i32), (%b1: i32, %e1: i32) {
  %none = arith.constant -2147483648 : i32
  %poisonedBegin = arith.constant -2147483647 : i32
  %poisonedEnd = arith.constant -2147483646 : i32
  %minusOne = arith.constant -1 : i32
  %zero = arith.constant 0 : i32
  %lowIsIdentity = arith.cmpi eq, %b0, %none : i32
  %highIsIdentity = arith.cmpi eq, %b1, %none : i32
  %beginsAsInit = arith.cmpi eq, %b0, %minusOne : i32
  %endsAsInit = arith.cmpi eq, %e0, %zero : i32
  %isOfElements = arith.cmpi sge, %b1, %zero : i32
  %isInit = arith.andi %beginsAsInit, %endsAsInit : i1
  %takesInit = arith.andi %isInit, %isOfElements : i1
  %behindInit = arith.xori %b1, %minusOne : i32
  // Behind an init, what begins with element b begins as ~b; two of such are of
  // one chain where they begin alike.
  %hasInit = arith.cmpi slt, %b0, %zero : i32
  %withoutInit = arith.xori %b0, %minusOne : i32
  %first = arith.select %hasInit, %withoutInit, %b0 : i32
  %startsBefore = arith.cmpi sle, %first, %b1 : i32
  %startsAlike = arith.cmpi eq, %b0, %b1 : i32
  %starts = arith.select %isOfElements, %startsBefore, %startsAlike : i1
  %meets = arith.cmpi sle, %b1, %e0 : i32
  %ends = arith.cmpi sle, %e0, %e1 : i32
  %ordered = arith.andi %starts, %ends : i1
  %joins = arith.andi %ordered, %meets : i1
  %joined = arith.select %joins, %b0, %poisonedBegin : i32
  %b2 = arith.select %takesInit, %behindInit, %joined : i32
  %fits = arith.ori %takesInit, %joins : i1
  %e2 = arith.select %fits, %e1, %poisonedEnd : i32
  %b3 = arith.select %highIsIdentity, %b0, %b2 : i32
  %e3 = arith.select %highIsIdentity, %e0, %e2 : i32
  %begin = arith.select %lowIsIdentity, %b1, %b3 : i32
  %end = arith.select %lowIsIdentity, %e1, %e3 : i32
  prefix.yield %begin, %end : i32, i32
}

prefix.monoid @interval_i64_chains identity {
  %none = arith.constant -9223372036854775808 : i64
  prefix.yield %none, %none : i64, i64
} combine (%b0: i64, %e0: i64), (%b1: i64, %e1: i64) {
  %none = arith.constant -9223372036854775808 : i64
  %poisonedBegin = arith.constant -9223372036854775807 : i64
  %poisonedEnd = arith.constant -9223372036854775806 : i64
  %minusOne = arith.constant -1 : i64
  %zero = arith.constant 0 : i64
  %lowIsIdentity = arith.cmpi eq, %b0, %none : i64
  %highIsIdentity = arith.cmpi eq, %b1, %none : i64
  %beginsAsInit = arith.cmpi eq, %b0, %minusOne : i64
  %endsAsInit = arith.cmpi eq, %e0, %zero : i64
  %isOfElements = arith.cmpi sge, %b1, %zero : i64
  %isInit = arith.andi %beginsAsInit, %endsAsInit : i1
  %takesInit = arith.andi %isInit, %isOfElements : i1
  %behindInit = arith.xori %b1, %minusOne : i64
  %joins = arith.cmpi eq, %e0, %b1 : i64
  %joined = arith.select %joins, %b0, %poisonedBegin : i64
  %b2 = arith.select %takesInit, %behindInit, %joined : i64
  %fits = arith.ori %takesInit, %joins : i1
  %e2 = arith.select %fits, %e1, %poisonedEnd : i64
  %b3 = arith.select %highIsIdentity, %b0, %b2 : i64
  %e3 = arith.select %highIsIdentity, %e0, %e2 : i64
  %begin = arith.select %lowIsIdentity, %b1, %b3 : i64
  %end = arith.select %lowIsIdentity, %e1, %e3 : i64
  prefix.yield %begin, %end : i64, i64
}

prefix.monoid @interval_i64_chains_idempotent idempotent identity {
  %none = arith.constant -9223372036854775808 : i64
  prefix.yield %none, %none : i64, i64
} combine (%b0: i64, %e0: i64), (%b1: i64, %e1: i64) {
  %none = arith.constant -9223372036854775808 : i64
  %poisonedBegin = arith.constant -9223372036854775807 : i64
  %poisonedEnd = arith.constant -9223372036854775806 : i64
  %minusOne = arith.constant -1 : i64
  %zero = arith.constant 0 : i64
  %lowIsIdentity = arith.cmpi eq, %b0, %none : i64
  %highIsIdentity = arith.cmpi eq, %b1, %none : i64
  %beginsAsInit = arith.cmpi eq, %b0, %minusOne : i64
  %endsAsInit = arith.cmpi eq, %e0, %zero : i64
  %isOfElements = arith.cmpi sge, %b1, %zero : i64
  %isInit = arith.andi %beginsAsInit, %endsAsInit : i1
  %takesInit = arith.andi %isInit, %isOfElements : i1
  %behindInit = arith.xori %b1, %minusOne : i64
  // Behind an init, what begins with element b begins as ~b; two of such are of
  // one chain where they begin alike.
  %hasInit = arith.cmpi slt, %b0, %zero : i64
  %withoutInit = arith.xori %b0, %minusOne : i64
  %first = arith.select %hasInit, %withoutInit, %b0 : i64
  %startsBefore = arith.cmpi sle, %first, %b1 : i64
  %startsAlike = arith.cmpi eq, %b0, %b1 : i64
  %starts = arith.select %isOfElements, %startsBefore, %startsAlike : i1
  %meets = arith.cmpi sle, %b1, %e0 : i64
  %ends = arith.cmpi sle, %e0, %e1 : i64
  %ordered = arith.andi %starts, %ends : i1
  %joins = arith.andi %ordered, %meets : i1
  %joined = arith.select %joins, %b0, %poisonedBegin : i64
  %b2 = arith.select %takesInit, %behindInit, %joined : i64
  %fits = arith.ori %takesInit, %joins : i1
  %e2 = arith.select %fits, %e1, %poisonedEnd : i64
  %b3 = arith.select %highIsIdentity, %b0, %b2 : i64
  %e3 = arith.select %highIsIdentity, %e0, %e2 : i64
  %begin = arith.select %lowIsIdentity, %b1, %b3 : i64
  %end = arith.select %lowIsIdentity, %e1, %e3 : i64
  prefix.yield %begin, %end : i64, i64
}
