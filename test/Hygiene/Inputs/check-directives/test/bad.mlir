// RUN: scanc-opt %s | FileCheck %s
// RUN: scanc %s | FileCheck %s --check-prefix=PTX
// CHECK: good
// CHECK-NEXT good
// CHECK : good
// PTX-LABEL good
// PTX-COUNT-2: good
