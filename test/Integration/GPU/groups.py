#===- groups.py - Which scans of a GPU bundle are run by whom ------------===//
#
# Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""Names of launchers.py: those that a suite of the runner takes, and those
whose plans are proven."""

# Who runs what: see runner/run.py.
GROUPS = {
    "quick": "add_i32_ex_proof matrix2x2_mod_ex_init_reverse_proof "
             "add_i32_ex add_i32_in add_i32_ex_single add_i32_ex_streaming "
             "add_u8_ex add_f16_in add_f64_ex mul_u32_in min_bf16_in "
             "max_f32_in max_i64_ex and_u16_ex or_i8_in xor_u64_ex "
             "linear_recurrence argmax matrix2x2_mod welford online_softmax "
             "similarity3d handmade_warp affine_i32_irregular "
             "add_i32_ex_propagating add_i32_ex_reducing "
             "affine_i32_levels_propagating affine_i32_levels_reducing "
             "add_i32_ex_chained add_i32_ex_lookback "
             "affine_i32_tiny_chained affine_i32_tiny_lookback "
             "argmax_soa matrix2x2_mod_ex_init_reverse_soa_one_launch",
    "huge": "add_i32_ex_streaming_proof add_i8_ex add_i8_in max_i8_in",
    "statuses": "add_i32_ex add_i32_ex_streaming",
    "too_new": "add_i32_ex_sm_100",
    "loading": "add_i32_in",
    "graphs": "add_i32_ex matrix2x2_mod add_i32_ex_chained "
              "add_i32_ex_lookback add_i32_ex_one_launch "
              "affine_i32_short_one_launch",
    "sanitize": "add_i32_ex_proof add_i32_ex max_f32_in matrix2x2_mod add_u8_ex similarity3d "
                "affine_i32_irregular add_i32_ex_chained add_i32_ex_lookback "
                "argmax_soa linear_recurrence_ex_init_reverse_soa_reducing",
    # Every strategy of one launch and some of several; operators that are not
    # commutative, states of 1 to 8 bytes, a scan in reverse, and structures of
    # arrays.
    "load": "add_i32_ex_one_launch add_f32_in_one_launch "
            "add_u8_in_u32_u8_one_launch add_u8_ex_reverse_one_launch "
            "affine_i32_short_one_launch linear_recurrence_in_one_launch "
            "add_i32_ex_chained affine_i32_chained add_i32_ex_lookback "
            "affine_i32_lookback affine_i32_streaming "
            "linear_recurrence_soa linear_recurrence_soa_reducing",
    "repeats": "add_f32_in_one_launch add_f32_in_streaming "
               "add_f32_in_chained add_f32_in_propagating "
               "add_f32_in_reducing",
    "load_sanitize": "add_i32_ex_one_launch affine_i32_short_one_launch "
                     "affine_i32_chained affine_i32_lookback",
    "bench": "add_i32_ex add_i32_ex_streaming add_i32_ex_propagating "
             "add_i32_ex_reducing add_i32_ex_chained add_i32_ex_lookback "
             "add_i32_ex_one_launch "
             "max_f32_in add_u8_ex add_f64_ex "
             "linear_recurrence matrix2x2_mod matrix2x2_mod_by_tree "
             "matrix2x2_mod_by_shuffles welford welford_by_tree "
             "welford_by_shuffles similarity3d similarity3d_by_tree "
             "similarity3d_by_shuffles similarity3d_in_one_launch",
    "bench_all_sizes": "add_i32_ex add_i32_ex_streaming",
    "cupy": "add_i32_ex add_i32_in_single max_f32_in linear_recurrence "
            "add_i32_ex_propagating add_i32_ex_reducing "
            "add_i32_ex_chained add_i32_ex_lookback "
            "linear_recurrence_soa linear_recurrence_soa_reducing",
}

# Every strategy, direction, kind, with and without init, and the plans of
# states of 1 to 64 bytes and of every circuit.
PROVEN = """
    add_i32_ex add_i32_in add_i32_ex_init add_i32_in_init add_i32_ex_reverse
    add_i32_in_reverse min_i64_ex_reverse add_i32_ex_single add_i32_in_single
    add_i32_ex_streaming add_u8_ex add_u8_ex_u32_u32 add_f16_in max_f64_in
    linear_recurrence matrix2x2_mod_ex_init_reverse similarity3d
    affine_i32_serial affine_i32_sklansky affine_i32_kogge_stone
    affine_i32_brent_kung affine_i32_irregular handmade_warp
    affine_i32_levels_propagating affine_i32_levels_reducing
    affine_i32_strided_propagating affine_i32_strided_reducing
    add_i32_in_init_reverse_propagating add_i32_in_init_reverse_reducing
    matrix2x2_mod_ex_init_reverse_propagating
    matrix2x2_mod_ex_init_reverse_reducing
    affine_i32_tiny_chained affine_i32_tiny_lookback
    affine_i32_few_chained affine_i32_few_lookback affine_i32_small_one_launch
    add_i32_in_init_reverse_chained add_i32_in_init_reverse_lookback
    affine_i32_block_blelloch affine_i32_block_zero_deficiency
    merrill_brent_kung_levels merrill_srts merrill_linear
    argmax_soa welford_ex_init_reverse_soa_one_launch
    matrix2x2_mod_ex_init_reverse_soa_streaming
    matrix2x2_mod_ex_init_reverse_soa_reducing
    matrix2x2_mod_ex_init_reverse_soa_propagating
    matrix2x2_mod_ex_init_reverse_soa_chained
    matrix2x2_mod_ex_init_reverse_soa_lookback
""".split()
