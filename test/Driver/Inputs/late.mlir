// A circuit of width 8 that reads 1..2 after column 2 has moved on to 0..2.
prefix.circuit @late(%x0, %x1, %x2, %x3, %x4, %x5, %x6, %x7) {
  %y1 = combine %x0, %x1 : !prefix.span<0, 0>, !prefix.span<1, 1>
  %a = combine %x1, %x2 : !prefix.span<1, 1>, !prefix.span<2, 2>
  %b = combine %x0, %a : !prefix.span<0, 0>, !prefix.span<1, 2>
  %p = combine %x3, %x4 : !prefix.span<3, 3>, !prefix.span<4, 4>
  %q = combine %x5, %x6 : !prefix.span<5, 5>, !prefix.span<6, 6>
  %r = combine %p, %q : !prefix.span<3, 4>, !prefix.span<5, 6>
  %s = combine %a, %r : !prefix.span<1, 2>, !prefix.span<3, 6>
  %t = combine %x0, %s : !prefix.span<0, 0>, !prefix.span<1, 6>
  %y3 = combine %b, %x3 : !prefix.span<0, 2>, !prefix.span<3, 3>
  %y4 = combine %b, %p : !prefix.span<0, 2>, !prefix.span<3, 4>
  %y5 = combine %y4, %x5 : !prefix.span<0, 4>, !prefix.span<5, 5>
  %q7 = combine %q, %x7 : !prefix.span<5, 6>, !prefix.span<7, 7>
  %p7 = combine %p, %q7 : !prefix.span<3, 4>, !prefix.span<5, 7>
  %a7 = combine %a, %p7 : !prefix.span<1, 2>, !prefix.span<3, 7>
  %y7 = combine %x0, %a7 : !prefix.span<0, 0>, !prefix.span<1, 7>
  prefix.yield %x0, %y1, %b, %y3, %y4, %y5, %t, %y7
      : !prefix.span<0, 0>, !prefix.span<0, 1>, !prefix.span<0, 2>, !prefix.span<0, 3>,
        !prefix.span<0, 4>, !prefix.span<0, 5>, !prefix.span<0, 6>, !prefix.span<0, 7>
}
