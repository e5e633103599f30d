// For the plans whose circuits combine overlapping operands.
prefix.scan @maximum inclusive @max_i32 : (i32) -> (i32)
