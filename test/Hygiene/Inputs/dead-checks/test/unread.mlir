// RUN: scanc-opt %s
// CHECK: dead
