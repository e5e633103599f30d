// Scans made of groups of uneven size, 1 2 3 4 .. inputs: a serial scan in each
// group, then all of a group take in what comes before it, as soon as it is
// there. What a stage reads is no simple form of the column.

prefix.circuit @groups32(
    %x0, %x1, %x2, %x3, %x4, %x5, %x6, %x7, %x8, %x9, %x10, %x11, %x12, %x13,
    %x14, %x15, %x16, %x17, %x18, %x19, %x20, %x21, %x22, %x23, %x24, %x25,
    %x26, %x27, %x28, %x29, %x30, %x31) {
  %s0_1 = prefix.combine %x0, %x1 : !prefix.span<0, 0>, !prefix.span<1, 1>
  %s1_2 = prefix.combine %x1, %x2 : !prefix.span<1, 1>, !prefix.span<2, 2>
  %s0_2 = prefix.combine %x0, %s1_2 : !prefix.span<0, 0>, !prefix.span<1, 2>
  %s0_3 = prefix.combine %s0_2, %x3 : !prefix.span<0, 2>, !prefix.span<3, 3>
  %s3_4 = prefix.combine %x3, %x4 : !prefix.span<3, 3>, !prefix.span<4, 4>
  %s0_4 = prefix.combine %s0_2, %s3_4 : !prefix.span<0, 2>, !prefix.span<3, 4>
  %s3_5 = prefix.combine %s3_4, %x5 : !prefix.span<3, 4>, !prefix.span<5, 5>
  %s0_5 = prefix.combine %s0_2, %s3_5 : !prefix.span<0, 2>, !prefix.span<3, 5>
  %s0_6 = prefix.combine %s0_5, %x6 : !prefix.span<0, 5>, !prefix.span<6, 6>
  %s6_7 = prefix.combine %x6, %x7 : !prefix.span<6, 6>, !prefix.span<7, 7>
  %s0_7 = prefix.combine %s0_5, %s6_7 : !prefix.span<0, 5>, !prefix.span<6, 7>
  %s6_8 = prefix.combine %s6_7, %x8 : !prefix.span<6, 7>, !prefix.span<8, 8>
  %s0_8 = prefix.combine %s0_5, %s6_8 : !prefix.span<0, 5>, !prefix.span<6, 8>
  %s6_9 = prefix.combine %s6_8, %x9 : !prefix.span<6, 8>, !prefix.span<9, 9>
  %s0_9 = prefix.combine %s0_5, %s6_9 : !prefix.span<0, 5>, !prefix.span<6, 9>
  %s0_10 = prefix.combine %s0_9, %x10 : !prefix.span<0, 9>, !prefix.span<10, 10>
  %s10_11 = prefix.combine %x10, %x11 : !prefix.span<10, 10>, !prefix.span<11, 11>
  %s0_11 = prefix.combine %s0_9, %s10_11 : !prefix.span<0, 9>, !prefix.span<10, 11>
  %s10_12 = prefix.combine %s10_11, %x12 : !prefix.span<10, 11>, !prefix.span<12, 12>
  %s0_12 = prefix.combine %s0_9, %s10_12 : !prefix.span<0, 9>, !prefix.span<10, 12>
  %s10_13 = prefix.combine %s10_12, %x13 : !prefix.span<10, 12>, !prefix.span<13, 13>
  %s0_13 = prefix.combine %s0_9, %s10_13 : !prefix.span<0, 9>, !prefix.span<10, 13>
  %s10_14 = prefix.combine %s10_13, %x14 : !prefix.span<10, 13>, !prefix.span<14, 14>
  %s0_14 = prefix.combine %s0_9, %s10_14 : !prefix.span<0, 9>, !prefix.span<10, 14>
  %s0_15 = prefix.combine %s0_14, %x15 : !prefix.span<0, 14>, !prefix.span<15, 15>
  %s15_16 = prefix.combine %x15, %x16 : !prefix.span<15, 15>, !prefix.span<16, 16>
  %s0_16 = prefix.combine %s0_14, %s15_16 : !prefix.span<0, 14>, !prefix.span<15, 16>
  %s15_17 = prefix.combine %s15_16, %x17 : !prefix.span<15, 16>, !prefix.span<17, 17>
  %s0_17 = prefix.combine %s0_14, %s15_17 : !prefix.span<0, 14>, !prefix.span<15, 17>
  %s15_18 = prefix.combine %s15_17, %x18 : !prefix.span<15, 17>, !prefix.span<18, 18>
  %s0_18 = prefix.combine %s0_14, %s15_18 : !prefix.span<0, 14>, !prefix.span<15, 18>
  %s15_19 = prefix.combine %s15_18, %x19 : !prefix.span<15, 18>, !prefix.span<19, 19>
  %s0_19 = prefix.combine %s0_14, %s15_19 : !prefix.span<0, 14>, !prefix.span<15, 19>
  %s15_20 = prefix.combine %s15_19, %x20 : !prefix.span<15, 19>, !prefix.span<20, 20>
  %s0_20 = prefix.combine %s0_14, %s15_20 : !prefix.span<0, 14>, !prefix.span<15, 20>
  %s0_21 = prefix.combine %s0_20, %x21 : !prefix.span<0, 20>, !prefix.span<21, 21>
  %s21_22 = prefix.combine %x21, %x22 : !prefix.span<21, 21>, !prefix.span<22, 22>
  %s0_22 = prefix.combine %s0_20, %s21_22 : !prefix.span<0, 20>, !prefix.span<21, 22>
  %s21_23 = prefix.combine %s21_22, %x23 : !prefix.span<21, 22>, !prefix.span<23, 23>
  %s0_23 = prefix.combine %s0_20, %s21_23 : !prefix.span<0, 20>, !prefix.span<21, 23>
  %s21_24 = prefix.combine %s21_23, %x24 : !prefix.span<21, 23>, !prefix.span<24, 24>
  %s0_24 = prefix.combine %s0_20, %s21_24 : !prefix.span<0, 20>, !prefix.span<21, 24>
  %s21_25 = prefix.combine %s21_24, %x25 : !prefix.span<21, 24>, !prefix.span<25, 25>
  %s0_25 = prefix.combine %s0_20, %s21_25 : !prefix.span<0, 20>, !prefix.span<21, 25>
  %s21_26 = prefix.combine %s21_25, %x26 : !prefix.span<21, 25>, !prefix.span<26, 26>
  %s0_26 = prefix.combine %s0_20, %s21_26 : !prefix.span<0, 20>, !prefix.span<21, 26>
  %s21_27 = prefix.combine %s21_26, %x27 : !prefix.span<21, 26>, !prefix.span<27, 27>
  %s0_27 = prefix.combine %s0_20, %s21_27 : !prefix.span<0, 20>, !prefix.span<21, 27>
  %s0_28 = prefix.combine %s0_27, %x28 : !prefix.span<0, 27>, !prefix.span<28, 28>
  %s28_29 = prefix.combine %x28, %x29 : !prefix.span<28, 28>, !prefix.span<29, 29>
  %s0_29 = prefix.combine %s0_27, %s28_29 : !prefix.span<0, 27>, !prefix.span<28, 29>
  %s28_30 = prefix.combine %s28_29, %x30 : !prefix.span<28, 29>, !prefix.span<30, 30>
  %s0_30 = prefix.combine %s0_27, %s28_30 : !prefix.span<0, 27>, !prefix.span<28, 30>
  %s28_31 = prefix.combine %s28_30, %x31 : !prefix.span<28, 30>, !prefix.span<31, 31>
  %s0_31 = prefix.combine %s0_27, %s28_31 : !prefix.span<0, 27>, !prefix.span<28, 31>
  prefix.yield
      %x0, %s0_1, %s0_2, %s0_3, %s0_4, %s0_5, %s0_6, %s0_7, %s0_8, %s0_9,
      %s0_10, %s0_11, %s0_12, %s0_13, %s0_14, %s0_15, %s0_16, %s0_17, %s0_18,
      %s0_19, %s0_20, %s0_21, %s0_22, %s0_23, %s0_24, %s0_25, %s0_26, %s0_27,
      %s0_28, %s0_29, %s0_30, %s0_31
      : !prefix.span<0, 0>, !prefix.span<0, 1>, !prefix.span<0, 2>,
        !prefix.span<0, 3>, !prefix.span<0, 4>, !prefix.span<0, 5>,
        !prefix.span<0, 6>, !prefix.span<0, 7>, !prefix.span<0, 8>,
        !prefix.span<0, 9>, !prefix.span<0, 10>, !prefix.span<0, 11>,
        !prefix.span<0, 12>, !prefix.span<0, 13>, !prefix.span<0, 14>,
        !prefix.span<0, 15>, !prefix.span<0, 16>, !prefix.span<0, 17>,
        !prefix.span<0, 18>, !prefix.span<0, 19>, !prefix.span<0, 20>,
        !prefix.span<0, 21>, !prefix.span<0, 22>, !prefix.span<0, 23>,
        !prefix.span<0, 24>, !prefix.span<0, 25>, !prefix.span<0, 26>,
        !prefix.span<0, 27>, !prefix.span<0, 28>, !prefix.span<0, 29>,
        !prefix.span<0, 30>, !prefix.span<0, 31>
}

prefix.circuit @groups16(
    %x0, %x1, %x2, %x3, %x4, %x5, %x6, %x7, %x8, %x9, %x10, %x11, %x12, %x13,
    %x14, %x15) {
  %s0_1 = prefix.combine %x0, %x1 : !prefix.span<0, 0>, !prefix.span<1, 1>
  %s1_2 = prefix.combine %x1, %x2 : !prefix.span<1, 1>, !prefix.span<2, 2>
  %s0_2 = prefix.combine %x0, %s1_2 : !prefix.span<0, 0>, !prefix.span<1, 2>
  %s0_3 = prefix.combine %s0_2, %x3 : !prefix.span<0, 2>, !prefix.span<3, 3>
  %s3_4 = prefix.combine %x3, %x4 : !prefix.span<3, 3>, !prefix.span<4, 4>
  %s0_4 = prefix.combine %s0_2, %s3_4 : !prefix.span<0, 2>, !prefix.span<3, 4>
  %s3_5 = prefix.combine %s3_4, %x5 : !prefix.span<3, 4>, !prefix.span<5, 5>
  %s0_5 = prefix.combine %s0_2, %s3_5 : !prefix.span<0, 2>, !prefix.span<3, 5>
  %s0_6 = prefix.combine %s0_5, %x6 : !prefix.span<0, 5>, !prefix.span<6, 6>
  %s6_7 = prefix.combine %x6, %x7 : !prefix.span<6, 6>, !prefix.span<7, 7>
  %s0_7 = prefix.combine %s0_5, %s6_7 : !prefix.span<0, 5>, !prefix.span<6, 7>
  %s6_8 = prefix.combine %s6_7, %x8 : !prefix.span<6, 7>, !prefix.span<8, 8>
  %s0_8 = prefix.combine %s0_5, %s6_8 : !prefix.span<0, 5>, !prefix.span<6, 8>
  %s6_9 = prefix.combine %s6_8, %x9 : !prefix.span<6, 8>, !prefix.span<9, 9>
  %s0_9 = prefix.combine %s0_5, %s6_9 : !prefix.span<0, 5>, !prefix.span<6, 9>
  %s0_10 = prefix.combine %s0_9, %x10 : !prefix.span<0, 9>, !prefix.span<10, 10>
  %s10_11 = prefix.combine %x10, %x11 : !prefix.span<10, 10>, !prefix.span<11, 11>
  %s0_11 = prefix.combine %s0_9, %s10_11 : !prefix.span<0, 9>, !prefix.span<10, 11>
  %s10_12 = prefix.combine %s10_11, %x12 : !prefix.span<10, 11>, !prefix.span<12, 12>
  %s0_12 = prefix.combine %s0_9, %s10_12 : !prefix.span<0, 9>, !prefix.span<10, 12>
  %s10_13 = prefix.combine %s10_12, %x13 : !prefix.span<10, 12>, !prefix.span<13, 13>
  %s0_13 = prefix.combine %s0_9, %s10_13 : !prefix.span<0, 9>, !prefix.span<10, 13>
  %s10_14 = prefix.combine %s10_13, %x14 : !prefix.span<10, 13>, !prefix.span<14, 14>
  %s0_14 = prefix.combine %s0_9, %s10_14 : !prefix.span<0, 9>, !prefix.span<10, 14>
  %s0_15 = prefix.combine %s0_14, %x15 : !prefix.span<0, 14>, !prefix.span<15, 15>
  prefix.yield
      %x0, %s0_1, %s0_2, %s0_3, %s0_4, %s0_5, %s0_6, %s0_7, %s0_8, %s0_9,
      %s0_10, %s0_11, %s0_12, %s0_13, %s0_14, %s0_15
      : !prefix.span<0, 0>, !prefix.span<0, 1>, !prefix.span<0, 2>,
        !prefix.span<0, 3>, !prefix.span<0, 4>, !prefix.span<0, 5>,
        !prefix.span<0, 6>, !prefix.span<0, 7>, !prefix.span<0, 8>,
        !prefix.span<0, 9>, !prefix.span<0, 10>, !prefix.span<0, 11>,
        !prefix.span<0, 12>, !prefix.span<0, 13>, !prefix.span<0, 14>,
        !prefix.span<0, 15>
}
