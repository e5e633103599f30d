// Lowering stopped at any phase, printed, read back and resumed ends in the
// same text, to the byte; so does the whole, run twice.
// RUN: scanc-opt %S/Inputs/scans.mlir -scanc-lower=to=llvm -o %t.llvm
// RUN: scanc-opt %S/Inputs/scans.mlir -scanc-lower=to=llvm -o %t.again
// RUN: cmp %t.llvm %t.again

// A phase at a time, through text.
// RUN: scanc-opt %S/Inputs/scans.mlir -o %t.source
// RUN: scanc-opt %t.source -scanc-to-circuit -o %t.circuit
// RUN: scanc-opt %t.circuit -scanc-to-plan -o %t.plan
// RUN: scanc-opt %t.plan -scanc-to-kernel -o %t.kernel
// RUN: scanc-opt %t.kernel -scanc-to-gpu -o %t.gpu
// RUN: scanc-opt %t.gpu -scanc-to-llvm -o %t.stepped
// RUN: cmp %t.llvm %t.stepped

// The text of a phase is that of the whole stopped there, and is printed as it
// was read.
// RUN: scanc-opt %S/Inputs/scans.mlir -scanc-lower=to=circuit -o %t.x && cmp %t.circuit %t.x
// RUN: scanc-opt %S/Inputs/scans.mlir -scanc-lower=to=plan -o %t.x && cmp %t.plan %t.x
// RUN: scanc-opt %S/Inputs/scans.mlir -scanc-lower=to=kernel -o %t.x && cmp %t.kernel %t.x
// RUN: scanc-opt %S/Inputs/scans.mlir -scanc-lower=to=gpu -o %t.x && cmp %t.gpu %t.x
// RUN: scanc-opt %t.circuit -o %t.x && cmp %t.circuit %t.x
// RUN: scanc-opt %t.plan -o %t.x && cmp %t.plan %t.x
// RUN: scanc-opt %t.kernel -o %t.x && cmp %t.kernel %t.x
// RUN: scanc-opt %t.gpu -o %t.x && cmp %t.gpu %t.x
// RUN: scanc-opt %t.llvm -o %t.x && cmp %t.llvm %t.x

// The driver sees which phase it is given.
// RUN: scanc %t.source --emit=llvm -o - > %t.x && cmp %t.llvm %t.x
// RUN: scanc %t.circuit --emit=llvm -o - > %t.x && cmp %t.llvm %t.x
// RUN: scanc %t.plan --emit=llvm -o - > %t.x && cmp %t.llvm %t.x
// RUN: scanc %t.kernel --emit=llvm -o - > %t.x && cmp %t.llvm %t.x
// RUN: scanc %t.gpu --emit=llvm -o - > %t.x && cmp %t.llvm %t.x
// RUN: scanc %t.llvm --emit=llvm -o - > %t.x && cmp %t.llvm %t.x

// A plan that was edited is another scan, and its neighbour is the same.
// RUN: sed "s/max_blocks = 99/max_blocks = 98/" %t.plan > %t.edited
// RUN: not cmp %t.plan %t.edited
// RUN: scanc %t.plan --scan=recurrence --emit=ptx -o - > %t.x
// RUN: scanc %t.edited --scan=recurrence --emit=ptx -o - > %t.y
// RUN: cmp %t.x %t.y
// RUN: sed "s/warp = @across/warp = @kogge_stone_32/g" %t.plan > %t.edited
// RUN: scanc %t.edited --scan=recurrence --emit=ptx -o - > %t.y
// RUN: not cmp %t.x %t.y
// RUN: scanc %t.plan --scan=counts --emit=ptx -o - > %t.x
// RUN: scanc %t.edited --scan=counts --emit=ptx -o - > %t.y
// RUN: cmp %t.x %t.y
