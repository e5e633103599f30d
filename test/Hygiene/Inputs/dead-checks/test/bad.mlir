// RUN: scanc-opt %s | FileCheck %s
// RUN: scanc %s | FileCheck %s --check-prefixes PTX
// CHECK-LABEL: read
// PTX-NEXT: read
// PTXX: dead
// CHECK-NETX: dead
