-- The greater score wins; of equal ones, the smaller index.
def better (s0: f32, p0: i32) (s1: f32, p1: i32): (f32, i32) =
  if s0 > s1 || (s0 == s1 && p0 < p1) then (s0, p0) else (s1, p1)

-- A hit is two values of 32 bits in memory, the first of them a float.
entry running_best [n] (hits: [n][2]i32): [n][2]i32 =
  map (\hit -> (f32.from_bits (u32.i32 hit[0]), hit[1])) hits
  |> scan better (-f32.inf, i32.highest)
  |> map (\(score, player) -> [i32.u32 (f32.to_bits score), player])
