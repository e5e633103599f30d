// One test for each numbered constraint of searches and compositions.
// RUN: scanc-opt %s -verify-diagnostics -split-input-file

// expected-error @+1 {{'prefix.search' op width must be at least 1, got 0}}
prefix.search @search_c1_width = min size width 0

// -----

// expected-error @+1 {{'prefix.search' op depth must be at least 0, got -1}}
prefix.search @search_c1_depth = min size width 8 depth <= -1

// -----

// expected-error @+1 {{'prefix.search' op fanout must be at least 1, got 0}}
prefix.search @search_c1_fanout = min size width 8 fanout <= 0

// -----

// expected-error @+1 {{'prefix.search' op expects an unknown figure 'cost'}}
"prefix.search"() <{sym_name = "search_c2", width = 8 : i64, expect = {cost = 3}}> : () -> ()

// -----

// expected-error @+1 {{expected '='}}
prefix.search @search_limit = min size width 8 depth < 7

// -----

// expected-error @+1 {{'prefix.compose' op must have at least a leaf}}
prefix.compose @compose_c1_empty {}

// -----

prefix.compose @compose_c1_leaf {
  // expected-error @+1 {{expected a 'prefix.leaf' as the first level, got 'prefix.join'}}
  join serial<2> via scan_then_propagate
}

// -----

prefix.compose @compose_c1_join {
  leaf serial<2>
  // expected-error @+1 {{expected a 'prefix.join' above the leaf, got 'prefix.leaf'}}
  leaf serial<2>
}

// -----

prefix.compose @compose_c2_unknown {
  leaf serial<2>
  // expected-error @+1 {{unknown circuit '@nothing'}}
  join @nothing via scan_then_propagate
}

// -----

// expected-note @+1 {{it is a 'prefix.scan'}}
prefix.scan @s inclusive @add_i32 : (i32) -> (i32)
prefix.compose @compose_c2_kind {
  // expected-error @+1 {{'@s' must stand for a circuit}}
  leaf @s
}

// -----

prefix.compose @compose_c3_self {
  leaf serial<2>
  // expected-error @+1 {{'@compose_c3_self' is a level of itself}}
  join @compose_c3_self via scan_then_propagate
}

// -----

prefix.compose @compose_c3_far {
  leaf @between
}
prefix.compose @between {
  leaf serial<2>
  // expected-error @+1 {{'@compose_c3_far' is a level of itself}}
  join @compose_c3_far via scan_then_propagate
}

// -----

// The circle is not found from outside, but in it.
prefix.compose @outside {
  leaf @first
}
prefix.compose @first {
  leaf @second
}
prefix.compose @second {
  // expected-error @+1 {{'@first' is a level of itself}}
  leaf @first
}

// -----

// 32 compositions, each in the next, are one too many for the 33rd.
prefix.compose @c0 {
  leaf serial<1>
}
prefix.compose @c1 {
  leaf @c0
}
prefix.compose @c2 {
  leaf @c1
}
prefix.compose @c3 {
  leaf @c2
}
prefix.compose @c4 {
  leaf @c3
}
prefix.compose @c5 {
  leaf @c4
}
prefix.compose @c6 {
  leaf @c5
}
prefix.compose @c7 {
  leaf @c6
}
prefix.compose @c8 {
  leaf @c7
}
prefix.compose @c9 {
  leaf @c8
}
prefix.compose @c10 {
  leaf @c9
}
prefix.compose @c11 {
  leaf @c10
}
prefix.compose @c12 {
  leaf @c11
}
prefix.compose @c13 {
  leaf @c12
}
prefix.compose @c14 {
  leaf @c13
}
prefix.compose @c15 {
  leaf @c14
}
prefix.compose @c16 {
  leaf @c15
}
prefix.compose @c17 {
  leaf @c16
}
prefix.compose @c18 {
  leaf @c17
}
prefix.compose @c19 {
  leaf @c18
}
prefix.compose @c20 {
  leaf @c19
}
prefix.compose @c21 {
  leaf @c20
}
prefix.compose @c22 {
  leaf @c21
}
prefix.compose @c23 {
  leaf @c22
}
prefix.compose @c24 {
  leaf @c23
}
prefix.compose @c25 {
  leaf @c24
}
prefix.compose @c26 {
  leaf @c25
}
prefix.compose @c27 {
  leaf @c26
}
prefix.compose @c28 {
  leaf @c27
}
prefix.compose @c29 {
  leaf @c28
}
prefix.compose @c30 {
  leaf @c29
}
prefix.compose @c31 {
  leaf @c30
}
prefix.compose @compose_c4 {
  // expected-error @+1 {{compositions must nest at most 32 deep}}
  leaf @c31
}

// -----

prefix.compose @compose_c5 {
  leaf serial<1048576>
  join serial<1> via scan_then_propagate
  // expected-error @+1 {{a composition must have at most 1048576 columns, got 1048576 * 2}}
  join serial<2> via scan_then_propagate
}

// -----

prefix.circuit @pair(%x0, %x1) {
  %a = combine %x0, %x1
  yield %x0, %a
}
prefix.family @four = serial<4>
prefix.search @eight = min size width 8
prefix.compose @inner {
  leaf @pair
  join @four via reduce_then_scan
}
// expected-error @+1 {{expected width 100, got 64}}
prefix.compose @compose_c6 width 100 {
  leaf @inner
  join @eight via scan_then_propagate
}

// -----

// expected-error @+1 {{unknown figure 'cost'; expected width,}}
prefix.compose @compose_c7 { leaf serial<2> } expect {cost = 3}

// -----

// expected-error @+1 {{'prefix.compose' op expects an unknown figure 'cost'}}
"prefix.compose"() <{sym_name = "compose_c7_generic", expect = {cost = 3}}> ({
  "prefix.leaf"() <{circuit = #prefix.family<serial<2>>}> : () -> ()
}) : () -> ()

// -----

prefix.compose @level_family {
  // expected-error @+1 {{width of circuit family 'serial' must be from 1 to 1048576, got 0}}
  leaf serial<0>
}

// -----

prefix.compose @level_nested {
  // expected-error @+1 {{a level of a composition must be a symbol of the module, got @a::@b}}
  leaf @a::@b
}

// -----

prefix.compose @level_place {
  // expected-error @+1 {{unknown place 'paper'; expected registers, warp or shared}}
  leaf serial<2> on paper
}

// -----

prefix.compose @level_joint {
  leaf serial<2>
  // expected-error @+1 {{unknown joint 'glue'; expected scan_then_propagate or reduce_then_scan}}
  join serial<2> via glue
}

// -----

prefix.compose @level_no_joint {
  leaf serial<2>
  join serial<2> on shared
  // expected-error @+1 {{expected 'via'}}
}

// -----

// expected-error @+1 {{'prefix.leaf' op expects parent op 'prefix.compose'}}
prefix.leaf serial<2>
