// A segmented sum: an output has padding behind its flag, which nobody writes.
prefix.monoid @segmented_sum identity {
  %no = arith.constant false
  %zero = arith.constant 0 : i32
  prefix.yield %no, %zero : i1, i32
} combine (%flag0: i1, %sum0: i32), (%flag1: i1, %sum1: i32) {
  %both = arith.addi %sum0, %sum1 : i32
  %sum = arith.select %flag1, %sum1, %both : i32
  %flag = arith.ori %flag0, %flag1 : i1
  prefix.yield %flag, %sum : i1, i32
}

prefix.scan @padded exclusive reverse @segmented_sum : (i1, i32) -> (i1, i32)
