// ptxas takes the PTX of each architecture, and spills nothing of a state of 4
// or 8 bytes under the default plan.
// REQUIRES: ptxas
// RUN: scanc %s --scan=narrow --emit=ptx --arch=sm_80 -o - > %t.80.ptx
// RUN: %ptxas -v -arch=sm_80 %t.80.ptx -o %t.cubin 2>&1 | FileCheck %s --check-prefix=TWO-LEVEL --implicit-check-not="{{[1-9][0-9]* bytes (stack|spill)}}"
// RUN: scanc %s --scan=narrow --emit=ptx --arch=sm_90 -o - > %t.90.ptx
// RUN: %ptxas -v -arch=sm_90 %t.90.ptx -o %t.cubin 2>&1 | FileCheck %s --implicit-check-not="{{[1-9][0-9]* bytes (stack|spill)}}"
// RUN: scanc %s --scan=narrow --emit=ptx --arch=sm_100 -o - > %t.100.ptx
// RUN: %ptxas -v -arch=sm_100 %t.100.ptx -o %t.cubin 2>&1 | FileCheck %s --implicit-check-not="{{[1-9][0-9]* bytes (stack|spill)}}"
// RUN: scanc %s --scan=narrow --emit=ptx --arch=sm_120 -o - > %t.120.ptx
// RUN: %ptxas -v -arch=sm_120 %t.120.ptx -o %t.cubin 2>&1 | FileCheck %s --check-prefix=TWO-LEVEL --implicit-check-not="{{[1-9][0-9]* bytes (stack|spill)}}"
// RUN: scanc %s --scan=wide --emit=ptx --arch=sm_90 -o - > %t.wide.ptx
// RUN: %ptxas -v -arch=sm_90 %t.wide.ptx -o %t.cubin 2>&1 | FileCheck %s --implicit-check-not="{{[1-9][0-9]* bytes (stack|spill)}}"
// RUN: scanc %s --scan=wide --strategy=two_level_streaming --emit=ptx --arch=sm_90 -o - > %t.wide.ptx
// RUN: %ptxas -v -arch=sm_90 %t.wide.ptx -o %t.cubin 2>&1 | FileCheck %s --check-prefix=TWO-LEVEL --implicit-check-not="{{[1-9][0-9]* bytes (stack|spill)}}"
// PTX of an older architecture runs on a newer one.
// RUN: %ptxas -arch=sm_90 %t.80.ptx -o %t.cubin

// TWO-LEVEL-COUNT-4: 0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
// CHECK-COUNT-2: 0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
prefix.scan @narrow inclusive @add_i32 : (i32) -> (i32)
prefix.scan @wide inclusive @add_f64 : (f64) -> (f64)
