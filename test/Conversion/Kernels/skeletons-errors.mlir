// RUN: scanc-opt %s --split-input-file --prefix-link-prelude --prefix-expand-circuits --prefix-plan-scans --prefix-build-kernels=skeleton=in -verify-diagnostics

// expected-error @+1 {{there are no skeletons of chained}}
prefix.scan @drawn exclusive @add_i32 : (i32) -> (i32) plan <strategy = chained>

// -----

// expected-error @+1 {{a skeleton is not reversed}}
prefix.scan @back exclusive reverse @add_i32 : (i32) -> (i32) plan <strategy = two_level_streaming>

// -----

// expected-error @+1 {{a skeleton has a warp circuit of 32 columns, a row circuit and a block circuit over the warps}}
prefix.scan @wide exclusive @add_i32 : (i32) -> (i32) plan <strategy = two_level_streaming, scan = <warps = 2, rows = 1, block = kogge_stone<64>>>

// -----

// expected-error @+1 {{a skeleton's stages must be a multiple of its 2 groups, got 3}}
prefix.scan @ring exclusive @add_i32 : (i32) -> (i32) plan <strategy = one_launch_streaming, scan = <warps = 2, items = 12, stages = 3, groups = 2, ahead = 1>>
