module attributes {prefix.phase = "llvm"} {
  gpu.module @sum attributes {llvm.data_layout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64", prefix.launch = #prefix.launch<monoid = "add_i32", commutative = true, idempotent = false, kind = inclusive, reverse = false, element = [i32], state = [i32], output = [i32], init = [], plan = <strategy = two_level_streaming, single_block_up_to = 16384, blocks_per_sm = 4, max_blocks = 1024, reduce = <warps = 8, rows = 4, items = 4, thread = @serial_4, warp = @kogge_stone_32, row = @serial_4, block = @kogge_stone_8>, scan = <warps = 8, rows = 4, items = 4, thread = @serial_4, warp = @kogge_stone_32, row = @serial_4, block = @kogge_stone_8>, top = <warps = 32, rows = 1, items = 1, thread = @serial_1, warp = @kogge_stone_32, row = @serial_1, block = @kogge_stone_32>, tail = <warps = 32, rows = 1, items = 4, thread = @serial_4, warp = @kogge_stone_32, row = @serial_1, block = @kogge_stone_32>>>} {
    llvm.mlir.global internal @__wg_sum_single_0() {addr_space = 3 : i32} : !llvm.array<65 x i32>
    llvm.func @sum_single(%arg0: !llvm.ptr<1>, %arg1: !llvm.ptr<1>, %arg2: !llvm.ptr<1>, %arg3: i64, %arg4: i32) attributes {gpu.kernel, gpu.known_block_size = array<i32: 1024, 1, 1>, nvvm.kernel, nvvm.maxntid = array<i32: 1024, 1, 1>, nvvm.minctasm = 1 : i32} {
      %0 = llvm.mlir.constant(3 : i32) : i32
      %1 = llvm.mlir.poison : vector<4xi32>
      %2 = llvm.mlir.constant(0 : i32) : i32
      %3 = llvm.mlir.constant(0 : i64) : i64
      %4 = llvm.mlir.constant(4095 : i64) : i64
      %5 = llvm.mlir.constant(4096 : i64) : i64
      %6 = llvm.mlir.constant(1 : i64) : i64
      %7 = llvm.mlir.constant(5 : i32) : i32
      %8 = llvm.mlir.constant(128 : i32) : i32
      %9 = llvm.mlir.constant(15 : i64) : i64
      %10 = llvm.mlir.constant(31 : i32) : i32
      %11 = llvm.mlir.constant(4 : i32) : i32
      %12 = llvm.mlir.constant(4 : i64) : i64
      %13 = llvm.mlir.constant(2 : i64) : i64
      %14 = llvm.mlir.constant(3 : i64) : i64
      %15 = llvm.mlir.constant(1 : i32) : i32
      %16 = llvm.mlir.constant(32 : i32) : i32
      %17 = llvm.mlir.constant(2 : i32) : i32
      %18 = llvm.mlir.constant(8 : i32) : i32
      %19 = llvm.mlir.constant(16 : i32) : i32
      %20 = llvm.mlir.constant(-1 : i32) : i32
      %21 = llvm.mlir.constant(33 : i32) : i32
      %22 = llvm.mlir.addressof @__wg_sum_single_0 : !llvm.ptr<3>
      %23 = llvm.getelementptr %22[0, 0] : (!llvm.ptr<3>) -> !llvm.ptr<3>, !llvm.array<65 x i32>
      %24 = llvm.add %arg3, %4 : i64
      %25 = llvm.udiv %24, %5 : i64
      llvm.br ^bb1(%3, %2 : i64, i32)
    ^bb1(%26: i64, %27: i32):  // 2 preds: ^bb0, ^bb55
      %28 = llvm.icmp "slt" %26, %25 : i64
      llvm.cond_br %28, ^bb2, ^bb56
    ^bb2:  // pred: ^bb1
      %29 = llvm.mul %26, %5 : i64
      %30 = nvvm.read.ptx.sreg.tid.x range <i32, 0, 1024> : i32
      %31 = llvm.lshr %30, %7 : i32
      %32 = llvm.mul %31, %8 : i32
      %33 = llvm.zext %32 : i32 to i64
      %34 = llvm.add %29, %33 : i64
      %35 = llvm.ptrtoint %arg0 : !llvm.ptr<1> to i64
      %36 = llvm.and %35, %9 : i64
      %37 = llvm.icmp "eq" %36, %3 : i64
      %38 = llvm.and %30, %10 : i32
      %39 = llvm.mul %38, %11 : i32
      %40 = llvm.zext %39 : i32 to i64
      %41 = llvm.add %34, %40 : i64
      %42 = llvm.add %41, %12 : i64
      %43 = llvm.icmp "ule" %42, %arg3 : i64
      %44 = llvm.and %37, %43 : i1
      llvm.cond_br %44, ^bb3, ^bb4
    ^bb3:  // pred: ^bb2
      %45 = llvm.mul %41, %12 : i64
      %46 = llvm.getelementptr %arg0[%45] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i8
      %47 = llvm.load %46 {alignment = 16 : i64} : !llvm.ptr<1> -> vector<4xi32>
      %48 = llvm.extractelement %47[%3 : i64] : vector<4xi32>
      %49 = llvm.extractelement %47[%6 : i64] : vector<4xi32>
      %50 = llvm.extractelement %47[%13 : i64] : vector<4xi32>
      %51 = llvm.extractelement %47[%14 : i64] : vector<4xi32>
      llvm.br ^bb5(%48, %49, %50, %51 : i32, i32, i32, i32)
    ^bb4:  // pred: ^bb2
      %52 = llvm.sub %arg3, %6 : i64
      %53 = llvm.intr.umin(%41, %52) : (i64, i64) -> i64
      %54 = llvm.mul %53, %12 : i64
      %55 = llvm.getelementptr %arg0[%54] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i8
      %56 = llvm.load %55 {alignment = 4 : i64} : !llvm.ptr<1> -> i32
      %57 = llvm.add %41, %6 : i64
      %58 = llvm.intr.umin(%57, %52) : (i64, i64) -> i64
      %59 = llvm.mul %58, %12 : i64
      %60 = llvm.getelementptr %arg0[%59] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i8
      %61 = llvm.load %60 {alignment = 4 : i64} : !llvm.ptr<1> -> i32
      %62 = llvm.add %41, %13 : i64
      %63 = llvm.intr.umin(%62, %52) : (i64, i64) -> i64
      %64 = llvm.mul %63, %12 : i64
      %65 = llvm.getelementptr %arg0[%64] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i8
      %66 = llvm.load %65 {alignment = 4 : i64} : !llvm.ptr<1> -> i32
      %67 = llvm.add %41, %14 : i64
      %68 = llvm.intr.umin(%67, %52) : (i64, i64) -> i64
      %69 = llvm.mul %68, %12 : i64
      %70 = llvm.getelementptr %arg0[%69] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i8
      %71 = llvm.load %70 {alignment = 4 : i64} : !llvm.ptr<1> -> i32
      llvm.br ^bb5(%56, %61, %66, %71 : i32, i32, i32, i32)
    ^bb5(%72: i32, %73: i32, %74: i32, %75: i32):  // 2 preds: ^bb3, ^bb4
      llvm.br ^bb6
    ^bb6:  // pred: ^bb5
      %76 = llvm.icmp "ult" %41, %arg3 : i64
      %77 = llvm.add %41, %6 : i64
      %78 = llvm.icmp "ult" %77, %arg3 : i64
      %79 = llvm.add %41, %13 : i64
      %80 = llvm.icmp "ult" %79, %arg3 : i64
      %81 = llvm.add %41, %14 : i64
      %82 = llvm.icmp "ult" %81, %arg3 : i64
      %83 = llvm.select %76, %72, %2 : i1, i32
      %84 = llvm.select %78, %73, %2 : i1, i32
      %85 = llvm.select %80, %74, %2 : i1, i32
      %86 = llvm.select %82, %75, %2 : i1, i32
      %87 = llvm.add %83, %84 : i32
      %88 = llvm.add %87, %85 : i32
      %89 = llvm.add %88, %86 : i32
      %90 = llvm.sub %16, %16 : i32
      %91 = llvm.lshr %20, %90 : i32
      %92 = nvvm.shfl.sync  up %91, %89, %15, %90 {return_value_and_is_valid} : i32 -> !llvm.struct<(i32, i1)>
      %93 = llvm.extractvalue %92[0] : !llvm.struct<(i32, i1)> 
      %94 = llvm.extractvalue %92[1] : !llvm.struct<(i32, i1)> 
      %95 = llvm.add %93, %89 : i32
      %96 = llvm.select %94, %95, %89 : i1, i32
      %97 = nvvm.shfl.sync  up %91, %96, %17, %90 {return_value_and_is_valid} : i32 -> !llvm.struct<(i32, i1)>
      %98 = llvm.extractvalue %97[0] : !llvm.struct<(i32, i1)> 
      %99 = llvm.extractvalue %97[1] : !llvm.struct<(i32, i1)> 
      %100 = llvm.add %98, %96 : i32
      %101 = llvm.select %99, %100, %96 : i1, i32
      %102 = nvvm.shfl.sync  up %91, %101, %11, %90 {return_value_and_is_valid} : i32 -> !llvm.struct<(i32, i1)>
      %103 = llvm.extractvalue %102[0] : !llvm.struct<(i32, i1)> 
      %104 = llvm.extractvalue %102[1] : !llvm.struct<(i32, i1)> 
      %105 = llvm.add %103, %101 : i32
      %106 = llvm.select %104, %105, %101 : i1, i32
      %107 = nvvm.shfl.sync  up %91, %106, %18, %90 {return_value_and_is_valid} : i32 -> !llvm.struct<(i32, i1)>
      %108 = llvm.extractvalue %107[0] : !llvm.struct<(i32, i1)> 
      %109 = llvm.extractvalue %107[1] : !llvm.struct<(i32, i1)> 
      %110 = llvm.add %108, %106 : i32
      %111 = llvm.select %109, %110, %106 : i1, i32
      %112 = nvvm.shfl.sync  up %91, %111, %19, %90 {return_value_and_is_valid} : i32 -> !llvm.struct<(i32, i1)>
      %113 = llvm.extractvalue %112[0] : !llvm.struct<(i32, i1)> 
      %114 = llvm.extractvalue %112[1] : !llvm.struct<(i32, i1)> 
      %115 = llvm.add %113, %111 : i32
      %116 = llvm.select %114, %115, %111 : i1, i32
      %117 = nvvm.shfl.sync  up %91, %116, %15, %90 {return_value_and_is_valid} : i32 -> !llvm.struct<(i32, i1)>
      %118 = llvm.extractvalue %117[0] : !llvm.struct<(i32, i1)> 
      %119 = llvm.extractvalue %117[1] : !llvm.struct<(i32, i1)> 
      %120 = llvm.select %119, %118, %2 : i1, i32
      %121 = llvm.sub %16, %15 : i32
      %122 = nvvm.shfl.sync  idx %91, %116, %10, %121 : i32 -> i32
      %123 = llvm.icmp "eq" %38, %2 : i32
      llvm.cond_br %123, ^bb7, ^bb8
    ^bb7:  // pred: ^bb6
      %124 = llvm.getelementptr inbounds|nuw %23[%31] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
      llvm.store %122, %124 : i32, !llvm.ptr<3>
      llvm.br ^bb8
    ^bb8:  // 2 preds: ^bb6, ^bb7
      nvvm.barrier0
      %125 = llvm.icmp "eq" %31, %2 : i32
      llvm.cond_br %125, ^bb9, ^bb44
    ^bb9:  // pred: ^bb8
      %126 = llvm.icmp "uge" %38, %15 : i32
      llvm.cond_br %126, ^bb10, ^bb11
    ^bb10:  // pred: ^bb9
      %127 = llvm.sub %38, %15 : i32
      %128 = llvm.getelementptr inbounds|nuw %23[%127] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
      %129 = llvm.load %128 : !llvm.ptr<3> -> i32
      %130 = llvm.getelementptr inbounds|nuw %23[%38] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
      %131 = llvm.load %130 : !llvm.ptr<3> -> i32
      %132 = llvm.add %129, %131 : i32
      llvm.br ^bb12(%132 : i32)
    ^bb11:  // pred: ^bb9
      llvm.br ^bb12(%2 : i32)
    ^bb12(%133: i32):  // 2 preds: ^bb10, ^bb11
      llvm.br ^bb13
    ^bb13:  // pred: ^bb12
      nvvm.bar.warp.sync %20 : i32
      llvm.cond_br %126, ^bb14, ^bb15
    ^bb14:  // pred: ^bb13
      %134 = llvm.getelementptr inbounds|nuw %23[%38] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
      llvm.store %133, %134 : i32, !llvm.ptr<3>
      llvm.br ^bb15
    ^bb15:  // 2 preds: ^bb13, ^bb14
      nvvm.bar.warp.sync %20 : i32
      %135 = llvm.icmp "uge" %38, %17 : i32
      llvm.cond_br %135, ^bb16, ^bb17
    ^bb16:  // pred: ^bb15
      %136 = llvm.sub %38, %17 : i32
      %137 = llvm.getelementptr inbounds|nuw %23[%136] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
      %138 = llvm.load %137 : !llvm.ptr<3> -> i32
      %139 = llvm.getelementptr inbounds|nuw %23[%38] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
      %140 = llvm.load %139 : !llvm.ptr<3> -> i32
      %141 = llvm.add %138, %140 : i32
      llvm.br ^bb18(%141 : i32)
    ^bb17:  // pred: ^bb15
      llvm.br ^bb18(%2 : i32)
    ^bb18(%142: i32):  // 2 preds: ^bb16, ^bb17
      llvm.br ^bb19
    ^bb19:  // pred: ^bb18
      nvvm.bar.warp.sync %20 : i32
      llvm.cond_br %135, ^bb20, ^bb21
    ^bb20:  // pred: ^bb19
      %143 = llvm.getelementptr inbounds|nuw %23[%38] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
      llvm.store %142, %143 : i32, !llvm.ptr<3>
      llvm.br ^bb21
    ^bb21:  // 2 preds: ^bb19, ^bb20
      nvvm.bar.warp.sync %20 : i32
      %144 = llvm.icmp "uge" %38, %11 : i32
      llvm.cond_br %144, ^bb22, ^bb23
    ^bb22:  // pred: ^bb21
      %145 = llvm.sub %38, %11 : i32
      %146 = llvm.getelementptr inbounds|nuw %23[%145] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
      %147 = llvm.load %146 : !llvm.ptr<3> -> i32
      %148 = llvm.getelementptr inbounds|nuw %23[%38] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
      %149 = llvm.load %148 : !llvm.ptr<3> -> i32
      %150 = llvm.add %147, %149 : i32
      llvm.br ^bb24(%150 : i32)
    ^bb23:  // pred: ^bb21
      llvm.br ^bb24(%2 : i32)
    ^bb24(%151: i32):  // 2 preds: ^bb22, ^bb23
      llvm.br ^bb25
    ^bb25:  // pred: ^bb24
      nvvm.bar.warp.sync %20 : i32
      llvm.cond_br %144, ^bb26, ^bb27
    ^bb26:  // pred: ^bb25
      %152 = llvm.getelementptr inbounds|nuw %23[%38] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
      llvm.store %151, %152 : i32, !llvm.ptr<3>
      llvm.br ^bb27
    ^bb27:  // 2 preds: ^bb25, ^bb26
      nvvm.bar.warp.sync %20 : i32
      %153 = llvm.icmp "uge" %38, %18 : i32
      llvm.cond_br %153, ^bb28, ^bb29
    ^bb28:  // pred: ^bb27
      %154 = llvm.sub %38, %18 : i32
      %155 = llvm.getelementptr inbounds|nuw %23[%154] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
      %156 = llvm.load %155 : !llvm.ptr<3> -> i32
      %157 = llvm.getelementptr inbounds|nuw %23[%38] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
      %158 = llvm.load %157 : !llvm.ptr<3> -> i32
      %159 = llvm.add %156, %158 : i32
      llvm.br ^bb30(%159 : i32)
    ^bb29:  // pred: ^bb27
      llvm.br ^bb30(%2 : i32)
    ^bb30(%160: i32):  // 2 preds: ^bb28, ^bb29
      llvm.br ^bb31
    ^bb31:  // pred: ^bb30
      nvvm.bar.warp.sync %20 : i32
      llvm.cond_br %153, ^bb32, ^bb33
    ^bb32:  // pred: ^bb31
      %161 = llvm.getelementptr inbounds|nuw %23[%38] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
      llvm.store %160, %161 : i32, !llvm.ptr<3>
      llvm.br ^bb33
    ^bb33:  // 2 preds: ^bb31, ^bb32
      nvvm.bar.warp.sync %20 : i32
      %162 = llvm.icmp "uge" %38, %19 : i32
      llvm.cond_br %162, ^bb34, ^bb35
    ^bb34:  // pred: ^bb33
      %163 = llvm.sub %38, %19 : i32
      %164 = llvm.getelementptr inbounds|nuw %23[%163] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
      %165 = llvm.load %164 : !llvm.ptr<3> -> i32
      %166 = llvm.getelementptr inbounds|nuw %23[%38] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
      %167 = llvm.load %166 : !llvm.ptr<3> -> i32
      %168 = llvm.add %165, %167 : i32
      llvm.br ^bb36(%168 : i32)
    ^bb35:  // pred: ^bb33
      llvm.br ^bb36(%2 : i32)
    ^bb36(%169: i32):  // 2 preds: ^bb34, ^bb35
      llvm.br ^bb37
    ^bb37:  // pred: ^bb36
      nvvm.bar.warp.sync %20 : i32
      llvm.cond_br %162, ^bb38, ^bb39
    ^bb38:  // pred: ^bb37
      %170 = llvm.getelementptr inbounds|nuw %23[%38] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
      llvm.store %169, %170 : i32, !llvm.ptr<3>
      llvm.br ^bb39
    ^bb39:  // 2 preds: ^bb37, ^bb38
      nvvm.bar.warp.sync %20 : i32
      llvm.cond_br %123, ^bb40, ^bb41
    ^bb40:  // pred: ^bb39
      %171 = llvm.add %38, %16 : i32
      %172 = llvm.getelementptr inbounds|nuw %23[%171] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
      llvm.store %2, %172 : i32, !llvm.ptr<3>
      llvm.br ^bb41
    ^bb41:  // 2 preds: ^bb39, ^bb40
      %173 = llvm.icmp "ult" %38, %16 : i32
      llvm.cond_br %173, ^bb42, ^bb43
    ^bb42:  // pred: ^bb41
      %174 = llvm.getelementptr inbounds|nuw %23[%38] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
      %175 = llvm.load %174 : !llvm.ptr<3> -> i32
      %176 = llvm.add %38, %21 : i32
      %177 = llvm.getelementptr inbounds|nuw %23[%176] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
      llvm.store %175, %177 : i32, !llvm.ptr<3>
      llvm.br ^bb43
    ^bb43:  // 2 preds: ^bb41, ^bb42
      llvm.br ^bb44
    ^bb44:  // 2 preds: ^bb8, ^bb43
      nvvm.barrier0
      %178 = llvm.add %31, %16 : i32
      %179 = llvm.getelementptr inbounds|nuw %23[%178] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
      %180 = llvm.load %179 : !llvm.ptr<3> -> i32
      %181 = llvm.getelementptr inbounds|nuw %23[64] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i32
      %182 = llvm.load %181 : !llvm.ptr<3> -> i32
      %183 = llvm.add %27, %182 : i32
      %184 = llvm.add %27, %180 : i32
      %185 = llvm.add %184, %120 : i32
      %186 = llvm.add %185, %83 : i32
      %187 = llvm.add %186, %84 : i32
      %188 = llvm.add %187, %85 : i32
      %189 = llvm.add %188, %86 : i32
      %190 = llvm.ptrtoint %arg1 : !llvm.ptr<1> to i64
      %191 = llvm.and %190, %9 : i64
      %192 = llvm.icmp "eq" %191, %3 : i64
      %193 = llvm.and %192, %43 : i1
      llvm.cond_br %193, ^bb45, ^bb46
    ^bb45:  // pred: ^bb44
      %194 = llvm.insertelement %186, %1[%2 : i32] : vector<4xi32>
      %195 = llvm.insertelement %187, %194[%15 : i32] : vector<4xi32>
      %196 = llvm.insertelement %188, %195[%17 : i32] : vector<4xi32>
      %197 = llvm.insertelement %189, %196[%0 : i32] : vector<4xi32>
      %198 = llvm.mul %41, %12 : i64
      %199 = llvm.getelementptr %arg1[%198] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i8
      llvm.store %197, %199 {alignment = 16 : i64} : vector<4xi32>, !llvm.ptr<1>
      llvm.br ^bb55
    ^bb46:  // pred: ^bb44
      llvm.cond_br %76, ^bb47, ^bb48
    ^bb47:  // pred: ^bb46
      %200 = llvm.mul %41, %12 : i64
      %201 = llvm.getelementptr %arg1[%200] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i8
      llvm.store %186, %201 {alignment = 4 : i64} : i32, !llvm.ptr<1>
      llvm.br ^bb48
    ^bb48:  // 2 preds: ^bb46, ^bb47
      llvm.cond_br %78, ^bb49, ^bb50
    ^bb49:  // pred: ^bb48
      %202 = llvm.mul %77, %12 : i64
      %203 = llvm.getelementptr %arg1[%202] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i8
      llvm.store %187, %203 {alignment = 4 : i64} : i32, !llvm.ptr<1>
      llvm.br ^bb50
    ^bb50:  // 2 preds: ^bb48, ^bb49
      llvm.cond_br %80, ^bb51, ^bb52
    ^bb51:  // pred: ^bb50
      %204 = llvm.mul %79, %12 : i64
      %205 = llvm.getelementptr %arg1[%204] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i8
      llvm.store %188, %205 {alignment = 4 : i64} : i32, !llvm.ptr<1>
      llvm.br ^bb52
    ^bb52:  // 2 preds: ^bb50, ^bb51
      llvm.cond_br %82, ^bb53, ^bb54
    ^bb53:  // pred: ^bb52
      %206 = llvm.mul %81, %12 : i64
      %207 = llvm.getelementptr %arg1[%206] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i8
      llvm.store %189, %207 {alignment = 4 : i64} : i32, !llvm.ptr<1>
      llvm.br ^bb54
    ^bb54:  // 2 preds: ^bb52, ^bb53
      llvm.br ^bb55
    ^bb55:  // 2 preds: ^bb45, ^bb54
      %208 = llvm.add %26, %6 : i64
      llvm.br ^bb1(%208, %183 : i64, i32)
    ^bb56:  // pred: ^bb1
      llvm.return
    }
    llvm.mlir.global internal @__wg_sum_reduce_0() {addr_space = 3 : i32} : !llvm.array<17 x i32>
    llvm.func @sum_reduce(%arg0: !llvm.ptr<1>, %arg1: !llvm.ptr<1>, %arg2: !llvm.ptr<1>, %arg3: i64, %arg4: i32) attributes {gpu.kernel, gpu.known_block_size = array<i32: 256, 1, 1>, nvvm.kernel, nvvm.maxntid = array<i32: 256, 1, 1>, nvvm.minctasm = 4 : i32} {
      %0 = llvm.mlir.poison : vector<1xi32>
      %1 = llvm.mlir.constant(4096 : i64) : i64
      %2 = llvm.mlir.constant(1 : i64) : i64
      %3 = llvm.mlir.constant(5 : i32) : i32
      %4 = llvm.mlir.constant(512 : i64) : i64
      %5 = llvm.mlir.constant(0 : i32) : i32
      %6 = llvm.mlir.constant(0 : i64) : i64
      %7 = llvm.mlir.constant(15 : i64) : i64
      %8 = llvm.mlir.constant(31 : i32) : i32
      %9 = llvm.mlir.constant(4 : i32) : i32
      %10 = llvm.mlir.constant(128 : i32) : i32
      %11 = llvm.mlir.constant(256 : i32) : i32
      %12 = llvm.mlir.constant(384 : i32) : i32
      %13 = llvm.mlir.constant(4 : i64) : i64
      %14 = llvm.mlir.constant(2 : i64) : i64
      %15 = llvm.mlir.constant(3 : i64) : i64
      %16 = llvm.mlir.constant(1 : i32) : i32
      %17 = llvm.mlir.constant(32 : i32) : i32
      %18 = llvm.mlir.constant(-1431655766 : i32) : i32
      %19 = llvm.mlir.constant(2 : i32) : i32
      %20 = llvm.mlir.constant(-2004318072 : i32) : i32
      %21 = llvm.mlir.constant(-2139062144 : i32) : i32
      %22 = llvm.mlir.constant(8 : i32) : i32
      %23 = llvm.mlir.constant(-2147450880 : i32) : i32
      %24 = llvm.mlir.constant(16 : i32) : i32
      %25 = llvm.mlir.constant(254 : i32) : i32
      %26 = llvm.mlir.constant(-1 : i32) : i32
      %27 = llvm.mlir.constant(252 : i32) : i32
      %28 = llvm.mlir.constant(240 : i32) : i32
      %29 = llvm.mlir.constant(9 : i32) : i32
      %30 = llvm.mlir.addressof @__wg_sum_reduce_0 : !llvm.ptr<3>
      %31 = llvm.getelementptr %30[0, 0] : (!llvm.ptr<3>) -> !llvm.ptr<3>, !llvm.array<17 x i32>
      %32 = llvm.udiv %arg3, %1 : i64
      %33 = nvvm.read.ptx.sreg.nctaid.x : i32
      %34 = llvm.zext %33 : i32 to i64
      %35 = llvm.udiv %32, %34 : i64
      %36 = llvm.mul %35, %34 : i64
      %37 = llvm.sub %32, %36 : i64
      %38 = nvvm.read.ptx.sreg.ctaid.x : i32
      %39 = llvm.zext %38 : i32 to i64
      %40 = llvm.icmp "ult" %39, %37 : i64
      %41 = llvm.intr.umin(%39, %37) : (i64, i64) -> i64
      %42 = llvm.mul %39, %35 : i64
      %43 = llvm.add %42, %41 : i64
      %44 = llvm.zext %40 : i1 to i64
      %45 = llvm.add %35, %44 : i64
      %46 = nvvm.read.ptx.sreg.tid.x range <i32, 0, 256> : i32
      %47 = llvm.lshr %46, %3 : i32
      %48 = llvm.zext %47 : i32 to i64
      %49 = llvm.mul %43, %1 : i64
      %50 = llvm.mul %48, %45 : i64
      %51 = llvm.mul %50, %4 : i64
      %52 = llvm.add %49, %51 : i64
      llvm.br ^bb1(%6, %5 : i64, i32)
    ^bb1(%53: i64, %54: i32):  // 2 preds: ^bb0, ^bb6
      %55 = llvm.icmp "slt" %53, %45 : i64
      llvm.cond_br %55, ^bb2, ^bb7
    ^bb2:  // pred: ^bb1
      %56 = llvm.sub %45, %53 : i64
      %57 = llvm.sub %56, %2 : i64
      %58 = llvm.mul %57, %4 : i64
      %59 = llvm.add %52, %58 : i64
      %60 = llvm.ptrtoint %arg0 : !llvm.ptr<1> to i64
      %61 = llvm.and %60, %7 : i64
      %62 = llvm.icmp "eq" %61, %6 : i64
      %63 = llvm.and %46, %8 : i32
      %64 = llvm.mul %63, %9 : i32
      %65 = llvm.zext %64 : i32 to i64
      %66 = llvm.add %59, %65 : i64
      %67 = llvm.add %64, %10 : i32
      %68 = llvm.zext %67 : i32 to i64
      %69 = llvm.add %59, %68 : i64
      %70 = llvm.add %64, %11 : i32
      %71 = llvm.zext %70 : i32 to i64
      %72 = llvm.add %59, %71 : i64
      %73 = llvm.add %64, %12 : i32
      %74 = llvm.zext %73 : i32 to i64
      %75 = llvm.add %59, %74 : i64
      llvm.cond_br %62, ^bb3, ^bb4
    ^bb3:  // pred: ^bb2
      %76 = llvm.mul %66, %13 : i64
      %77 = llvm.getelementptr %arg0[%76] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i8
      %78 = llvm.load %77 {alignment = 16 : i64} : !llvm.ptr<1> -> vector<4xi32>
      %79 = llvm.extractelement %78[%6 : i64] : vector<4xi32>
      %80 = llvm.extractelement %78[%2 : i64] : vector<4xi32>
      %81 = llvm.extractelement %78[%14 : i64] : vector<4xi32>
      %82 = llvm.extractelement %78[%15 : i64] : vector<4xi32>
      %83 = llvm.mul %69, %13 : i64
      %84 = llvm.getelementptr %arg0[%83] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i8
      %85 = llvm.load %84 {alignment = 16 : i64} : !llvm.ptr<1> -> vector<4xi32>
      %86 = llvm.extractelement %85[%6 : i64] : vector<4xi32>
      %87 = llvm.extractelement %85[%2 : i64] : vector<4xi32>
      %88 = llvm.extractelement %85[%14 : i64] : vector<4xi32>
      %89 = llvm.extractelement %85[%15 : i64] : vector<4xi32>
      %90 = llvm.mul %72, %13 : i64
      %91 = llvm.getelementptr %arg0[%90] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i8
      %92 = llvm.load %91 {alignment = 16 : i64} : !llvm.ptr<1> -> vector<4xi32>
      %93 = llvm.extractelement %92[%6 : i64] : vector<4xi32>
      %94 = llvm.extractelement %92[%2 : i64] : vector<4xi32>
      %95 = llvm.extractelement %92[%14 : i64] : vector<4xi32>
      %96 = llvm.extractelement %92[%15 : i64] : vector<4xi32>
      %97 = llvm.mul %75, %13 : i64
      %98 = llvm.getelementptr %arg0[%97] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i8
      %99 = llvm.load %98 {alignment = 16 : i64} : !llvm.ptr<1> -> vector<4xi32>
      %100 = llvm.extractelement %99[%6 : i64] : vector<4xi32>
      %101 = llvm.extractelement %99[%2 : i64] : vector<4xi32>
      %102 = llvm.extractelement %99[%14 : i64] : vector<4xi32>
      %103 = llvm.extractelement %99[%15 : i64] : vector<4xi32>
      llvm.br ^bb5(%79, %80, %81, %82, %86, %87, %88, %89, %93, %94, %95, %96, %100, %101, %102, %103 : i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32)
    ^bb4:  // pred: ^bb2
      %104 = llvm.mul %66, %13 : i64
      %105 = llvm.getelementptr %arg0[%104] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i8
      %106 = llvm.load %105 {alignment = 4 : i64} : !llvm.ptr<1> -> i32
      %107 = llvm.add %66, %2 : i64
      %108 = llvm.mul %107, %13 : i64
      %109 = llvm.getelementptr %arg0[%108] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i8
      %110 = llvm.load %109 {alignment = 4 : i64} : !llvm.ptr<1> -> i32
      %111 = llvm.add %66, %14 : i64
      %112 = llvm.mul %111, %13 : i64
      %113 = llvm.getelementptr %arg0[%112] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i8
      %114 = llvm.load %113 {alignment = 4 : i64} : !llvm.ptr<1> -> i32
      %115 = llvm.add %66, %15 : i64
      %116 = llvm.mul %115, %13 : i64
      %117 = llvm.getelementptr %arg0[%116] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i8
      %118 = llvm.load %117 {alignment = 4 : i64} : !llvm.ptr<1> -> i32
      %119 = llvm.mul %69, %13 : i64
      %120 = llvm.getelementptr %arg0[%119] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i8
      %121 = llvm.load %120 {alignment = 4 : i64} : !llvm.ptr<1> -> i32
      %122 = llvm.add %69, %2 : i64
      %123 = llvm.mul %122, %13 : i64
      %124 = llvm.getelementptr %arg0[%123] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i8
      %125 = llvm.load %124 {alignment = 4 : i64} : !llvm.ptr<1> -> i32
      %126 = llvm.add %69, %14 : i64
      %127 = llvm.mul %126, %13 : i64
      %128 = llvm.getelementptr %arg0[%127] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i8
      %129 = llvm.load %128 {alignment = 4 : i64} : !llvm.ptr<1> -> i32
      %130 = llvm.add %69, %15 : i64
      %131 = llvm.mul %130, %13 : i64
      %132 = llvm.getelementptr %arg0[%131] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i8
      %133 = llvm.load %132 {alignment = 4 : i64} : !llvm.ptr<1> -> i32
      %134 = llvm.mul %72, %13 : i64
      %135 = llvm.getelementptr %arg0[%134] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i8
      %136 = llvm.load %135 {alignment = 4 : i64} : !llvm.ptr<1> -> i32
      %137 = llvm.add %72, %2 : i64
      %138 = llvm.mul %137, %13 : i64
      %139 = llvm.getelementptr %arg0[%138] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i8
      %140 = llvm.load %139 {alignment = 4 : i64} : !llvm.ptr<1> -> i32
      %141 = llvm.add %72, %14 : i64
      %142 = llvm.mul %141, %13 : i64
      %143 = llvm.getelementptr %arg0[%142] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i8
      %144 = llvm.load %143 {alignment = 4 : i64} : !llvm.ptr<1> -> i32
      %145 = llvm.add %72, %15 : i64
      %146 = llvm.mul %145, %13 : i64
      %147 = llvm.getelementptr %arg0[%146] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i8
      %148 = llvm.load %147 {alignment = 4 : i64} : !llvm.ptr<1> -> i32
      %149 = llvm.mul %75, %13 : i64
      %150 = llvm.getelementptr %arg0[%149] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i8
      %151 = llvm.load %150 {alignment = 4 : i64} : !llvm.ptr<1> -> i32
      %152 = llvm.add %75, %2 : i64
      %153 = llvm.mul %152, %13 : i64
      %154 = llvm.getelementptr %arg0[%153] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i8
      %155 = llvm.load %154 {alignment = 4 : i64} : !llvm.ptr<1> -> i32
      %156 = llvm.add %75, %14 : i64
      %157 = llvm.mul %156, %13 : i64
      %158 = llvm.getelementptr %arg0[%157] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i8
      %159 = llvm.load %158 {alignment = 4 : i64} : !llvm.ptr<1> -> i32
      %160 = llvm.add %75, %15 : i64
      %161 = llvm.mul %160, %13 : i64
      %162 = llvm.getelementptr %arg0[%161] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i8
      %163 = llvm.load %162 {alignment = 4 : i64} : !llvm.ptr<1> -> i32
      llvm.br ^bb5(%106, %110, %114, %118, %121, %125, %129, %133, %136, %140, %144, %148, %151, %155, %159, %163 : i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32)
    ^bb5(%164: i32, %165: i32, %166: i32, %167: i32, %168: i32, %169: i32, %170: i32, %171: i32, %172: i32, %173: i32, %174: i32, %175: i32, %176: i32, %177: i32, %178: i32, %179: i32):  // 2 preds: ^bb3, ^bb4
      llvm.br ^bb6
    ^bb6:  // pred: ^bb5
      %180 = llvm.add %164, %165 : i32
      %181 = llvm.add %180, %166 : i32
      %182 = llvm.add %181, %167 : i32
      %183 = llvm.add %168, %169 : i32
      %184 = llvm.add %183, %170 : i32
      %185 = llvm.add %184, %171 : i32
      %186 = llvm.add %172, %173 : i32
      %187 = llvm.add %186, %174 : i32
      %188 = llvm.add %187, %175 : i32
      %189 = llvm.add %176, %177 : i32
      %190 = llvm.add %189, %178 : i32
      %191 = llvm.add %190, %179 : i32
      %192 = llvm.add %182, %185 : i32
      %193 = llvm.add %192, %188 : i32
      %194 = llvm.add %193, %191 : i32
      %195 = llvm.add %194, %54 : i32
      %196 = llvm.add %53, %2 : i64
      llvm.br ^bb1(%196, %195 : i64, i32)
    ^bb7:  // pred: ^bb1
      %197 = llvm.and %46, %8 : i32
      %198 = llvm.sub %17, %17 : i32
      %199 = llvm.lshr %26, %198 : i32
      %200 = nvvm.shfl.sync  up %199, %54, %16, %198 : i32 -> i32
      %201 = llvm.lshr %18, %197 : i32
      %202 = llvm.trunc %201 : i32 to i1
      %203 = llvm.add %200, %54 : i32
      %204 = llvm.select %202, %203, %54 : i1, i32
      %205 = nvvm.shfl.sync  up %199, %204, %19, %198 : i32 -> i32
      %206 = llvm.lshr %20, %197 : i32
      %207 = llvm.trunc %206 : i32 to i1
      %208 = llvm.add %205, %204 : i32
      %209 = llvm.select %207, %208, %204 : i1, i32
      %210 = nvvm.shfl.sync  up %199, %209, %9, %198 : i32 -> i32
      %211 = llvm.lshr %21, %197 : i32
      %212 = llvm.trunc %211 : i32 to i1
      %213 = llvm.add %210, %209 : i32
      %214 = llvm.select %212, %213, %209 : i1, i32
      %215 = nvvm.shfl.sync  up %199, %214, %22, %198 : i32 -> i32
      %216 = llvm.lshr %23, %197 : i32
      %217 = llvm.trunc %216 : i32 to i1
      %218 = llvm.add %215, %214 : i32
      %219 = llvm.select %217, %218, %214 : i1, i32
      %220 = nvvm.shfl.sync  up %199, %219, %24, %198 : i32 -> i32
      %221 = llvm.icmp "uge" %197, %8 : i32
      %222 = llvm.add %220, %219 : i32
      %223 = llvm.select %221, %222, %219 : i1, i32
      %224 = llvm.sub %17, %16 : i32
      %225 = nvvm.shfl.sync  idx %199, %223, %8, %224 : i32 -> i32
      %226 = llvm.icmp "eq" %197, %5 : i32
      llvm.cond_br %226, ^bb8, ^bb9
    ^bb8:  // pred: ^bb7
      %227 = llvm.getelementptr inbounds|nuw %31[%47] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
      llvm.store %225, %227 : i32, !llvm.ptr<3>
      llvm.br ^bb9
    ^bb9:  // 2 preds: ^bb7, ^bb8
      nvvm.barrier0
      %228 = llvm.icmp "eq" %47, %5 : i32
      llvm.cond_br %228, ^bb10, ^bb33
    ^bb10:  // pred: ^bb9
      %229 = llvm.lshr %25, %197 : i32
      %230 = llvm.trunc %229 : i32 to i1
      llvm.cond_br %230, ^bb11, ^bb12
    ^bb11:  // pred: ^bb10
      %231 = llvm.sub %197, %16 : i32
      %232 = llvm.getelementptr inbounds|nuw %31[%231] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
      %233 = llvm.load %232 : !llvm.ptr<3> -> i32
      %234 = llvm.getelementptr inbounds|nuw %31[%197] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
      %235 = llvm.load %234 : !llvm.ptr<3> -> i32
      %236 = llvm.add %233, %235 : i32
      llvm.br ^bb13(%236 : i32)
    ^bb12:  // pred: ^bb10
      llvm.br ^bb13(%5 : i32)
    ^bb13(%237: i32):  // 2 preds: ^bb11, ^bb12
      llvm.br ^bb14
    ^bb14:  // pred: ^bb13
      nvvm.bar.warp.sync %26 : i32
      llvm.cond_br %230, ^bb15, ^bb16
    ^bb15:  // pred: ^bb14
      %238 = llvm.getelementptr inbounds|nuw %31[%197] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
      llvm.store %237, %238 : i32, !llvm.ptr<3>
      llvm.br ^bb16
    ^bb16:  // 2 preds: ^bb14, ^bb15
      nvvm.bar.warp.sync %26 : i32
      %239 = llvm.lshr %27, %197 : i32
      %240 = llvm.trunc %239 : i32 to i1
      llvm.cond_br %240, ^bb17, ^bb18
    ^bb17:  // pred: ^bb16
      %241 = llvm.sub %197, %19 : i32
      %242 = llvm.getelementptr inbounds|nuw %31[%241] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
      %243 = llvm.load %242 : !llvm.ptr<3> -> i32
      %244 = llvm.getelementptr inbounds|nuw %31[%197] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
      %245 = llvm.load %244 : !llvm.ptr<3> -> i32
      %246 = llvm.add %243, %245 : i32
      llvm.br ^bb19(%246 : i32)
    ^bb18:  // pred: ^bb16
      llvm.br ^bb19(%5 : i32)
    ^bb19(%247: i32):  // 2 preds: ^bb17, ^bb18
      llvm.br ^bb20
    ^bb20:  // pred: ^bb19
      nvvm.bar.warp.sync %26 : i32
      llvm.cond_br %240, ^bb21, ^bb22
    ^bb21:  // pred: ^bb20
      %248 = llvm.getelementptr inbounds|nuw %31[%197] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
      llvm.store %247, %248 : i32, !llvm.ptr<3>
      llvm.br ^bb22
    ^bb22:  // 2 preds: ^bb20, ^bb21
      nvvm.bar.warp.sync %26 : i32
      %249 = llvm.lshr %28, %197 : i32
      %250 = llvm.trunc %249 : i32 to i1
      llvm.cond_br %250, ^bb23, ^bb24
    ^bb23:  // pred: ^bb22
      %251 = llvm.sub %197, %9 : i32
      %252 = llvm.getelementptr inbounds|nuw %31[%251] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
      %253 = llvm.load %252 : !llvm.ptr<3> -> i32
      %254 = llvm.getelementptr inbounds|nuw %31[%197] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
      %255 = llvm.load %254 : !llvm.ptr<3> -> i32
      %256 = llvm.add %253, %255 : i32
      llvm.br ^bb25(%256 : i32)
    ^bb24:  // pred: ^bb22
      llvm.br ^bb25(%5 : i32)
    ^bb25(%257: i32):  // 2 preds: ^bb23, ^bb24
      llvm.br ^bb26
    ^bb26:  // pred: ^bb25
      nvvm.bar.warp.sync %26 : i32
      llvm.cond_br %250, ^bb27, ^bb28
    ^bb27:  // pred: ^bb26
      %258 = llvm.getelementptr inbounds|nuw %31[%197] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
      llvm.store %257, %258 : i32, !llvm.ptr<3>
      llvm.br ^bb28
    ^bb28:  // 2 preds: ^bb26, ^bb27
      nvvm.bar.warp.sync %26 : i32
      llvm.cond_br %226, ^bb29, ^bb30
    ^bb29:  // pred: ^bb28
      %259 = llvm.add %197, %22 : i32
      %260 = llvm.getelementptr inbounds|nuw %31[%259] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
      llvm.store %5, %260 : i32, !llvm.ptr<3>
      llvm.br ^bb30
    ^bb30:  // 2 preds: ^bb28, ^bb29
      %261 = llvm.icmp "ult" %197, %22 : i32
      llvm.cond_br %261, ^bb31, ^bb32
    ^bb31:  // pred: ^bb30
      %262 = llvm.getelementptr inbounds|nuw %31[%197] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
      %263 = llvm.load %262 : !llvm.ptr<3> -> i32
      %264 = llvm.add %197, %29 : i32
      %265 = llvm.getelementptr inbounds|nuw %31[%264] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
      llvm.store %263, %265 : i32, !llvm.ptr<3>
      llvm.br ^bb32
    ^bb32:  // 2 preds: ^bb30, ^bb31
      llvm.br ^bb33
    ^bb33:  // 2 preds: ^bb9, ^bb32
      nvvm.barrier0
      %266 = llvm.getelementptr inbounds|nuw %31[16] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i32
      %267 = llvm.load %266 : !llvm.ptr<3> -> i32
      %268 = llvm.icmp "eq" %46, %5 : i32
      llvm.cond_br %268, ^bb34, ^bb38
    ^bb34:  // pred: ^bb33
      %269 = llvm.ptrtoint %arg2 : !llvm.ptr<1> to i64
      %270 = llvm.and %269, %15 : i64
      %271 = llvm.icmp "eq" %270, %6 : i64
      %272 = llvm.zext %197 : i32 to i64
      %273 = llvm.add %39, %272 : i64
      llvm.cond_br %271, ^bb35, ^bb36
    ^bb35:  // pred: ^bb34
      %274 = llvm.insertelement %267, %0[%5 : i32] : vector<1xi32>
      %275 = llvm.mul %273, %13 : i64
      %276 = llvm.getelementptr %arg2[%275] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i8
      llvm.store %274, %276 {alignment = 4 : i64} : vector<1xi32>, !llvm.ptr<1>
      llvm.br ^bb37
    ^bb36:  // pred: ^bb34
      %277 = llvm.mul %273, %13 : i64
      %278 = llvm.getelementptr %arg2[%277] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i8
      llvm.store %267, %278 {alignment = 4 : i64} : i32, !llvm.ptr<1>
      llvm.br ^bb37
    ^bb37:  // 2 preds: ^bb35, ^bb36
      llvm.br ^bb38
    ^bb38:  // 2 preds: ^bb33, ^bb37
      llvm.return
    }
    llvm.mlir.global internal @__wg_sum_top_0() {addr_space = 3 : i32} : !llvm.array<65 x i32>
    llvm.mlir.global internal @__wg_sum_top_1() {addr_space = 3 : i32} : !llvm.array<65 x i32>
    llvm.func @sum_top(%arg0: !llvm.ptr<1>, %arg1: !llvm.ptr<1>, %arg2: !llvm.ptr<1>, %arg3: i64, %arg4: i32) attributes {gpu.kernel, gpu.known_block_size = array<i32: 1024, 1, 1>, nvvm.kernel, nvvm.maxntid = array<i32: 1024, 1, 1>, nvvm.minctasm = 1 : i32} {
      %0 = llvm.mlir.constant(3 : i32) : i32
      %1 = llvm.mlir.poison : vector<4xi32>
      %2 = llvm.mlir.poison : vector<1xi32>
      %3 = llvm.mlir.constant(1023 : i64) : i64
      %4 = llvm.mlir.constant(1024 : i64) : i64
      %5 = llvm.mlir.constant(0 : i32) : i32
      %6 = llvm.mlir.constant(0 : i64) : i64
      %7 = llvm.mlir.constant(1 : i64) : i64
      %8 = llvm.mlir.constant(5 : i32) : i32
      %9 = llvm.mlir.constant(32 : i32) : i32
      %10 = llvm.mlir.constant(3 : i64) : i64
      %11 = llvm.mlir.constant(31 : i32) : i32
      %12 = llvm.mlir.constant(1 : i32) : i32
      %13 = llvm.mlir.constant(4 : i64) : i64
      %14 = llvm.mlir.constant(2 : i32) : i32
      %15 = llvm.mlir.constant(4 : i32) : i32
      %16 = llvm.mlir.constant(8 : i32) : i32
      %17 = llvm.mlir.constant(16 : i32) : i32
      %18 = llvm.mlir.constant(-1 : i32) : i32
      %19 = llvm.mlir.constant(4096 : i64) : i64
      %20 = llvm.mlir.constant(4095 : i64) : i64
      %21 = llvm.mlir.constant(128 : i32) : i32
      %22 = llvm.mlir.constant(15 : i64) : i64
      %23 = llvm.mlir.constant(2 : i64) : i64
      %24 = llvm.mlir.constant(33 : i32) : i32
      %25 = llvm.mlir.addressof @__wg_sum_top_1 : !llvm.ptr<3>
      %26 = llvm.mlir.addressof @__wg_sum_top_0 : !llvm.ptr<3>
      %27 = llvm.getelementptr %26[0, 0] : (!llvm.ptr<3>) -> !llvm.ptr<3>, !llvm.array<65 x i32>
      %28 = llvm.getelementptr %25[0, 0] : (!llvm.ptr<3>) -> !llvm.ptr<3>, !llvm.array<65 x i32>
      %29 = llvm.zext %arg4 : i32 to i64
      %30 = llvm.add %29, %3 : i64
      %31 = llvm.udiv %30, %4 : i64
      llvm.br ^bb1(%6, %5 : i64, i32)
    ^bb1(%32: i64, %33: i32):  // 2 preds: ^bb0, ^bb49
      %34 = llvm.icmp "slt" %32, %31 : i64
      llvm.cond_br %34, ^bb2, ^bb50
    ^bb2:  // pred: ^bb1
      %35 = llvm.mul %32, %4 : i64
      %36 = nvvm.read.ptx.sreg.tid.x range <i32, 0, 1024> : i32
      %37 = llvm.lshr %36, %8 : i32
      %38 = llvm.mul %37, %9 : i32
      %39 = llvm.zext %38 : i32 to i64
      %40 = llvm.add %35, %39 : i64
      %41 = llvm.ptrtoint %arg2 : !llvm.ptr<1> to i64
      %42 = llvm.and %41, %10 : i64
      %43 = llvm.icmp "eq" %42, %6 : i64
      %44 = llvm.and %36, %11 : i32
      %45 = llvm.zext %44 : i32 to i64
      %46 = llvm.add %40, %45 : i64
      %47 = llvm.add %46, %7 : i64
      %48 = llvm.icmp "ule" %47, %29 : i64
      %49 = llvm.and %43, %48 : i1
      llvm.cond_br %49, ^bb3, ^bb4
    ^bb3:  // pred: ^bb2
      %50 = llvm.mul %46, %13 : i64
      %51 = llvm.getelementptr %arg2[%50] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i8
      %52 = llvm.load %51 {alignment = 4 : i64} : !llvm.ptr<1> -> vector<1xi32>
      %53 = llvm.extractelement %52[%6 : i64] : vector<1xi32>
      llvm.br ^bb5(%53 : i32)
    ^bb4:  // pred: ^bb2
      %54 = llvm.sub %29, %7 : i64
      %55 = llvm.intr.umin(%46, %54) : (i64, i64) -> i64
      %56 = llvm.mul %55, %13 : i64
      %57 = llvm.getelementptr %arg2[%56] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i8
      %58 = llvm.load %57 {alignment = 4 : i64} : !llvm.ptr<1> -> i32
      llvm.br ^bb5(%58 : i32)
    ^bb5(%59: i32):  // 2 preds: ^bb3, ^bb4
      llvm.br ^bb6
    ^bb6:  // pred: ^bb5
      %60 = llvm.icmp "ult" %46, %29 : i64
      %61 = llvm.select %60, %59, %5 : i1, i32
      %62 = llvm.sub %9, %9 : i32
      %63 = llvm.lshr %18, %62 : i32
      %64 = nvvm.shfl.sync  up %63, %61, %12, %62 {return_value_and_is_valid} : i32 -> !llvm.struct<(i32, i1)>
      %65 = llvm.extractvalue %64[0] : !llvm.struct<(i32, i1)> 
      %66 = llvm.extractvalue %64[1] : !llvm.struct<(i32, i1)> 
      %67 = llvm.add %65, %61 : i32
      %68 = llvm.select %66, %67, %61 : i1, i32
      %69 = nvvm.shfl.sync  up %63, %68, %14, %62 {return_value_and_is_valid} : i32 -> !llvm.struct<(i32, i1)>
      %70 = llvm.extractvalue %69[0] : !llvm.struct<(i32, i1)> 
      %71 = llvm.extractvalue %69[1] : !llvm.struct<(i32, i1)> 
      %72 = llvm.add %70, %68 : i32
      %73 = llvm.select %71, %72, %68 : i1, i32
      %74 = nvvm.shfl.sync  up %63, %73, %15, %62 {return_value_and_is_valid} : i32 -> !llvm.struct<(i32, i1)>
      %75 = llvm.extractvalue %74[0] : !llvm.struct<(i32, i1)> 
      %76 = llvm.extractvalue %74[1] : !llvm.struct<(i32, i1)> 
      %77 = llvm.add %75, %73 : i32
      %78 = llvm.select %76, %77, %73 : i1, i32
      %79 = nvvm.shfl.sync  up %63, %78, %16, %62 {return_value_and_is_valid} : i32 -> !llvm.struct<(i32, i1)>
      %80 = llvm.extractvalue %79[0] : !llvm.struct<(i32, i1)> 
      %81 = llvm.extractvalue %79[1] : !llvm.struct<(i32, i1)> 
      %82 = llvm.add %80, %78 : i32
      %83 = llvm.select %81, %82, %78 : i1, i32
      %84 = nvvm.shfl.sync  up %63, %83, %17, %62 {return_value_and_is_valid} : i32 -> !llvm.struct<(i32, i1)>
      %85 = llvm.extractvalue %84[0] : !llvm.struct<(i32, i1)> 
      %86 = llvm.extractvalue %84[1] : !llvm.struct<(i32, i1)> 
      %87 = llvm.add %85, %83 : i32
      %88 = llvm.select %86, %87, %83 : i1, i32
      %89 = nvvm.shfl.sync  up %63, %88, %12, %62 {return_value_and_is_valid} : i32 -> !llvm.struct<(i32, i1)>
      %90 = llvm.extractvalue %89[0] : !llvm.struct<(i32, i1)> 
      %91 = llvm.extractvalue %89[1] : !llvm.struct<(i32, i1)> 
      %92 = llvm.select %91, %90, %5 : i1, i32
      %93 = llvm.sub %9, %12 : i32
      %94 = nvvm.shfl.sync  idx %63, %88, %11, %93 : i32 -> i32
      %95 = llvm.icmp "eq" %44, %5 : i32
      llvm.cond_br %95, ^bb7, ^bb8
    ^bb7:  // pred: ^bb6
      %96 = llvm.getelementptr inbounds|nuw %27[%37] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
      llvm.store %94, %96 : i32, !llvm.ptr<3>
      llvm.br ^bb8
    ^bb8:  // 2 preds: ^bb6, ^bb7
      nvvm.barrier0
      %97 = llvm.icmp "eq" %37, %5 : i32
      llvm.cond_br %97, ^bb9, ^bb44
    ^bb9:  // pred: ^bb8
      %98 = llvm.icmp "uge" %44, %12 : i32
      llvm.cond_br %98, ^bb10, ^bb11
    ^bb10:  // pred: ^bb9
      %99 = llvm.sub %44, %12 : i32
      %100 = llvm.getelementptr inbounds|nuw %27[%99] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
      %101 = llvm.load %100 : !llvm.ptr<3> -> i32
      %102 = llvm.getelementptr inbounds|nuw %27[%44] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
      %103 = llvm.load %102 : !llvm.ptr<3> -> i32
      %104 = llvm.add %101, %103 : i32
      llvm.br ^bb12(%104 : i32)
    ^bb11:  // pred: ^bb9
      llvm.br ^bb12(%5 : i32)
    ^bb12(%105: i32):  // 2 preds: ^bb10, ^bb11
      llvm.br ^bb13
    ^bb13:  // pred: ^bb12
      nvvm.bar.warp.sync %18 : i32
      llvm.cond_br %98, ^bb14, ^bb15
    ^bb14:  // pred: ^bb13
      %106 = llvm.getelementptr inbounds|nuw %27[%44] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
      llvm.store %105, %106 : i32, !llvm.ptr<3>
      llvm.br ^bb15
    ^bb15:  // 2 preds: ^bb13, ^bb14
      nvvm.bar.warp.sync %18 : i32
      %107 = llvm.icmp "uge" %44, %14 : i32
      llvm.cond_br %107, ^bb16, ^bb17
    ^bb16:  // pred: ^bb15
      %108 = llvm.sub %44, %14 : i32
      %109 = llvm.getelementptr inbounds|nuw %27[%108] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
      %110 = llvm.load %109 : !llvm.ptr<3> -> i32
      %111 = llvm.getelementptr inbounds|nuw %27[%44] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
      %112 = llvm.load %111 : !llvm.ptr<3> -> i32
      %113 = llvm.add %110, %112 : i32
      llvm.br ^bb18(%113 : i32)
    ^bb17:  // pred: ^bb15
      llvm.br ^bb18(%5 : i32)
    ^bb18(%114: i32):  // 2 preds: ^bb16, ^bb17
      llvm.br ^bb19
    ^bb19:  // pred: ^bb18
      nvvm.bar.warp.sync %18 : i32
      llvm.cond_br %107, ^bb20, ^bb21
    ^bb20:  // pred: ^bb19
      %115 = llvm.getelementptr inbounds|nuw %27[%44] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
      llvm.store %114, %115 : i32, !llvm.ptr<3>
      llvm.br ^bb21
    ^bb21:  // 2 preds: ^bb19, ^bb20
      nvvm.bar.warp.sync %18 : i32
      %116 = llvm.icmp "uge" %44, %15 : i32
      llvm.cond_br %116, ^bb22, ^bb23
    ^bb22:  // pred: ^bb21
      %117 = llvm.sub %44, %15 : i32
      %118 = llvm.getelementptr inbounds|nuw %27[%117] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
      %119 = llvm.load %118 : !llvm.ptr<3> -> i32
      %120 = llvm.getelementptr inbounds|nuw %27[%44] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
      %121 = llvm.load %120 : !llvm.ptr<3> -> i32
      %122 = llvm.add %119, %121 : i32
      llvm.br ^bb24(%122 : i32)
    ^bb23:  // pred: ^bb21
      llvm.br ^bb24(%5 : i32)
    ^bb24(%123: i32):  // 2 preds: ^bb22, ^bb23
      llvm.br ^bb25
    ^bb25:  // pred: ^bb24
      nvvm.bar.warp.sync %18 : i32
      llvm.cond_br %116, ^bb26, ^bb27
    ^bb26:  // pred: ^bb25
      %124 = llvm.getelementptr inbounds|nuw %27[%44] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
      llvm.store %123, %124 : i32, !llvm.ptr<3>
      llvm.br ^bb27
    ^bb27:  // 2 preds: ^bb25, ^bb26
      nvvm.bar.warp.sync %18 : i32
      %125 = llvm.icmp "uge" %44, %16 : i32
      llvm.cond_br %125, ^bb28, ^bb29
    ^bb28:  // pred: ^bb27
      %126 = llvm.sub %44, %16 : i32
      %127 = llvm.getelementptr inbounds|nuw %27[%126] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
      %128 = llvm.load %127 : !llvm.ptr<3> -> i32
      %129 = llvm.getelementptr inbounds|nuw %27[%44] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
      %130 = llvm.load %129 : !llvm.ptr<3> -> i32
      %131 = llvm.add %128, %130 : i32
      llvm.br ^bb30(%131 : i32)
    ^bb29:  // pred: ^bb27
      llvm.br ^bb30(%5 : i32)
    ^bb30(%132: i32):  // 2 preds: ^bb28, ^bb29
      llvm.br ^bb31
    ^bb31:  // pred: ^bb30
      nvvm.bar.warp.sync %18 : i32
      llvm.cond_br %125, ^bb32, ^bb33
    ^bb32:  // pred: ^bb31
      %133 = llvm.getelementptr inbounds|nuw %27[%44] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
      llvm.store %132, %133 : i32, !llvm.ptr<3>
      llvm.br ^bb33
    ^bb33:  // 2 preds: ^bb31, ^bb32
      nvvm.bar.warp.sync %18 : i32
      %134 = llvm.icmp "uge" %44, %17 : i32
      llvm.cond_br %134, ^bb34, ^bb35
    ^bb34:  // pred: ^bb33
      %135 = llvm.sub %44, %17 : i32
      %136 = llvm.getelementptr inbounds|nuw %27[%135] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
      %137 = llvm.load %136 : !llvm.ptr<3> -> i32
      %138 = llvm.getelementptr inbounds|nuw %27[%44] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
      %139 = llvm.load %138 : !llvm.ptr<3> -> i32
      %140 = llvm.add %137, %139 : i32
      llvm.br ^bb36(%140 : i32)
    ^bb35:  // pred: ^bb33
      llvm.br ^bb36(%5 : i32)
    ^bb36(%141: i32):  // 2 preds: ^bb34, ^bb35
      llvm.br ^bb37
    ^bb37:  // pred: ^bb36
      nvvm.bar.warp.sync %18 : i32
      llvm.cond_br %134, ^bb38, ^bb39
    ^bb38:  // pred: ^bb37
      %142 = llvm.getelementptr inbounds|nuw %27[%44] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
      llvm.store %141, %142 : i32, !llvm.ptr<3>
      llvm.br ^bb39
    ^bb39:  // 2 preds: ^bb37, ^bb38
      nvvm.bar.warp.sync %18 : i32
      llvm.cond_br %95, ^bb40, ^bb41
    ^bb40:  // pred: ^bb39
      %143 = llvm.add %44, %9 : i32
      %144 = llvm.getelementptr inbounds|nuw %27[%143] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
      llvm.store %5, %144 : i32, !llvm.ptr<3>
      llvm.br ^bb41
    ^bb41:  // 2 preds: ^bb39, ^bb40
      %145 = llvm.icmp "ult" %44, %9 : i32
      llvm.cond_br %145, ^bb42, ^bb43
    ^bb42:  // pred: ^bb41
      %146 = llvm.getelementptr inbounds|nuw %27[%44] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
      %147 = llvm.load %146 : !llvm.ptr<3> -> i32
      %148 = llvm.add %44, %24 : i32
      %149 = llvm.getelementptr inbounds|nuw %27[%148] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
      llvm.store %147, %149 : i32, !llvm.ptr<3>
      llvm.br ^bb43
    ^bb43:  // 2 preds: ^bb41, ^bb42
      llvm.br ^bb44
    ^bb44:  // 2 preds: ^bb8, ^bb43
      nvvm.barrier0
      %150 = llvm.add %37, %9 : i32
      %151 = llvm.getelementptr inbounds|nuw %27[%150] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
      %152 = llvm.load %151 : !llvm.ptr<3> -> i32
      %153 = llvm.getelementptr inbounds|nuw %27[64] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i32
      %154 = llvm.load %153 : !llvm.ptr<3> -> i32
      %155 = llvm.add %33, %154 : i32
      %156 = llvm.add %33, %152 : i32
      %157 = llvm.add %156, %92 : i32
      llvm.cond_br %49, ^bb45, ^bb46
    ^bb45:  // pred: ^bb44
      %158 = llvm.insertelement %157, %2[%5 : i32] : vector<1xi32>
      %159 = llvm.mul %46, %13 : i64
      %160 = llvm.getelementptr %arg2[%159] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i8
      llvm.store %158, %160 {alignment = 4 : i64} : vector<1xi32>, !llvm.ptr<1>
      llvm.br ^bb49
    ^bb46:  // pred: ^bb44
      llvm.cond_br %60, ^bb47, ^bb48
    ^bb47:  // pred: ^bb46
      %161 = llvm.mul %46, %13 : i64
      %162 = llvm.getelementptr %arg2[%161] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i8
      llvm.store %157, %162 {alignment = 4 : i64} : i32, !llvm.ptr<1>
      llvm.br ^bb48
    ^bb48:  // 2 preds: ^bb46, ^bb47
      llvm.br ^bb49
    ^bb49:  // 2 preds: ^bb45, ^bb48
      %163 = llvm.add %32, %7 : i64
      llvm.br ^bb1(%163, %155 : i64, i32)
    ^bb50:  // pred: ^bb1
      %164 = llvm.udiv %arg3, %19 : i64
      %165 = llvm.mul %164, %19 : i64
      %166 = llvm.sub %arg3, %165 : i64
      %167 = llvm.add %166, %20 : i64
      %168 = llvm.udiv %167, %19 : i64
      llvm.br ^bb51(%6, %33 : i64, i32)
    ^bb51(%169: i64, %170: i32):  // 2 preds: ^bb50, ^bb105
      %171 = llvm.icmp "slt" %169, %168 : i64
      llvm.cond_br %171, ^bb52, ^bb106
    ^bb52:  // pred: ^bb51
      %172 = llvm.mul %169, %19 : i64
      %173 = llvm.add %165, %172 : i64
      %174 = nvvm.read.ptx.sreg.tid.x range <i32, 0, 1024> : i32
      %175 = llvm.lshr %174, %8 : i32
      %176 = llvm.mul %175, %21 : i32
      %177 = llvm.zext %176 : i32 to i64
      %178 = llvm.add %173, %177 : i64
      %179 = llvm.ptrtoint %arg0 : !llvm.ptr<1> to i64
      %180 = llvm.and %179, %22 : i64
      %181 = llvm.icmp "eq" %180, %6 : i64
      %182 = llvm.and %174, %11 : i32
      %183 = llvm.mul %182, %15 : i32
      %184 = llvm.zext %183 : i32 to i64
      %185 = llvm.add %178, %184 : i64
      %186 = llvm.add %185, %13 : i64
      %187 = llvm.icmp "ule" %186, %arg3 : i64
      %188 = llvm.and %181, %187 : i1
      llvm.cond_br %188, ^bb53, ^bb54
    ^bb53:  // pred: ^bb52
      %189 = llvm.mul %185, %13 : i64
      %190 = llvm.getelementptr %arg0[%189] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i8
      %191 = llvm.load %190 {alignment = 16 : i64} : !llvm.ptr<1> -> vector<4xi32>
      %192 = llvm.extractelement %191[%6 : i64] : vector<4xi32>
      %193 = llvm.extractelement %191[%7 : i64] : vector<4xi32>
      %194 = llvm.extractelement %191[%23 : i64] : vector<4xi32>
      %195 = llvm.extractelement %191[%10 : i64] : vector<4xi32>
      llvm.br ^bb55(%192, %193, %194, %195 : i32, i32, i32, i32)
    ^bb54:  // pred: ^bb52
      %196 = llvm.sub %arg3, %7 : i64
      %197 = llvm.intr.umin(%185, %196) : (i64, i64) -> i64
      %198 = llvm.mul %197, %13 : i64
      %199 = llvm.getelementptr %arg0[%198] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i8
      %200 = llvm.load %199 {alignment = 4 : i64} : !llvm.ptr<1> -> i32
      %201 = llvm.add %185, %7 : i64
      %202 = llvm.intr.umin(%201, %196) : (i64, i64) -> i64
      %203 = llvm.mul %202, %13 : i64
      %204 = llvm.getelementptr %arg0[%203] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i8
      %205 = llvm.load %204 {alignment = 4 : i64} : !llvm.ptr<1> -> i32
      %206 = llvm.add %185, %23 : i64
      %207 = llvm.intr.umin(%206, %196) : (i64, i64) -> i64
      %208 = llvm.mul %207, %13 : i64
      %209 = llvm.getelementptr %arg0[%208] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i8
      %210 = llvm.load %209 {alignment = 4 : i64} : !llvm.ptr<1> -> i32
      %211 = llvm.add %185, %10 : i64
      %212 = llvm.intr.umin(%211, %196) : (i64, i64) -> i64
      %213 = llvm.mul %212, %13 : i64
      %214 = llvm.getelementptr %arg0[%213] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i8
      %215 = llvm.load %214 {alignment = 4 : i64} : !llvm.ptr<1> -> i32
      llvm.br ^bb55(%200, %205, %210, %215 : i32, i32, i32, i32)
    ^bb55(%216: i32, %217: i32, %218: i32, %219: i32):  // 2 preds: ^bb53, ^bb54
      llvm.br ^bb56
    ^bb56:  // pred: ^bb55
      %220 = llvm.icmp "ult" %185, %arg3 : i64
      %221 = llvm.add %185, %7 : i64
      %222 = llvm.icmp "ult" %221, %arg3 : i64
      %223 = llvm.add %185, %23 : i64
      %224 = llvm.icmp "ult" %223, %arg3 : i64
      %225 = llvm.add %185, %10 : i64
      %226 = llvm.icmp "ult" %225, %arg3 : i64
      %227 = llvm.select %220, %216, %5 : i1, i32
      %228 = llvm.select %222, %217, %5 : i1, i32
      %229 = llvm.select %224, %218, %5 : i1, i32
      %230 = llvm.select %226, %219, %5 : i1, i32
      %231 = llvm.add %227, %228 : i32
      %232 = llvm.add %231, %229 : i32
      %233 = llvm.add %232, %230 : i32
      %234 = llvm.sub %9, %9 : i32
      %235 = llvm.lshr %18, %234 : i32
      %236 = nvvm.shfl.sync  up %235, %233, %12, %234 {return_value_and_is_valid} : i32 -> !llvm.struct<(i32, i1)>
      %237 = llvm.extractvalue %236[0] : !llvm.struct<(i32, i1)> 
      %238 = llvm.extractvalue %236[1] : !llvm.struct<(i32, i1)> 
      %239 = llvm.add %237, %233 : i32
      %240 = llvm.select %238, %239, %233 : i1, i32
      %241 = nvvm.shfl.sync  up %235, %240, %14, %234 {return_value_and_is_valid} : i32 -> !llvm.struct<(i32, i1)>
      %242 = llvm.extractvalue %241[0] : !llvm.struct<(i32, i1)> 
      %243 = llvm.extractvalue %241[1] : !llvm.struct<(i32, i1)> 
      %244 = llvm.add %242, %240 : i32
      %245 = llvm.select %243, %244, %240 : i1, i32
      %246 = nvvm.shfl.sync  up %235, %245, %15, %234 {return_value_and_is_valid} : i32 -> !llvm.struct<(i32, i1)>
      %247 = llvm.extractvalue %246[0] : !llvm.struct<(i32, i1)> 
      %248 = llvm.extractvalue %246[1] : !llvm.struct<(i32, i1)> 
      %249 = llvm.add %247, %245 : i32
      %250 = llvm.select %248, %249, %245 : i1, i32
      %251 = nvvm.shfl.sync  up %235, %250, %16, %234 {return_value_and_is_valid} : i32 -> !llvm.struct<(i32, i1)>
      %252 = llvm.extractvalue %251[0] : !llvm.struct<(i32, i1)> 
      %253 = llvm.extractvalue %251[1] : !llvm.struct<(i32, i1)> 
      %254 = llvm.add %252, %250 : i32
      %255 = llvm.select %253, %254, %250 : i1, i32
      %256 = nvvm.shfl.sync  up %235, %255, %17, %234 {return_value_and_is_valid} : i32 -> !llvm.struct<(i32, i1)>
      %257 = llvm.extractvalue %256[0] : !llvm.struct<(i32, i1)> 
      %258 = llvm.extractvalue %256[1] : !llvm.struct<(i32, i1)> 
      %259 = llvm.add %257, %255 : i32
      %260 = llvm.select %258, %259, %255 : i1, i32
      %261 = nvvm.shfl.sync  up %235, %260, %12, %234 {return_value_and_is_valid} : i32 -> !llvm.struct<(i32, i1)>
      %262 = llvm.extractvalue %261[0] : !llvm.struct<(i32, i1)> 
      %263 = llvm.extractvalue %261[1] : !llvm.struct<(i32, i1)> 
      %264 = llvm.select %263, %262, %5 : i1, i32
      %265 = llvm.sub %9, %12 : i32
      %266 = nvvm.shfl.sync  idx %235, %260, %11, %265 : i32 -> i32
      %267 = llvm.icmp "eq" %182, %5 : i32
      llvm.cond_br %267, ^bb57, ^bb58
    ^bb57:  // pred: ^bb56
      %268 = llvm.getelementptr inbounds|nuw %28[%175] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
      llvm.store %266, %268 : i32, !llvm.ptr<3>
      llvm.br ^bb58
    ^bb58:  // 2 preds: ^bb56, ^bb57
      nvvm.barrier0
      %269 = llvm.icmp "eq" %175, %5 : i32
      llvm.cond_br %269, ^bb59, ^bb94
    ^bb59:  // pred: ^bb58
      %270 = llvm.icmp "uge" %182, %12 : i32
      llvm.cond_br %270, ^bb60, ^bb61
    ^bb60:  // pred: ^bb59
      %271 = llvm.sub %182, %12 : i32
      %272 = llvm.getelementptr inbounds|nuw %28[%271] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
      %273 = llvm.load %272 : !llvm.ptr<3> -> i32
      %274 = llvm.getelementptr inbounds|nuw %28[%182] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
      %275 = llvm.load %274 : !llvm.ptr<3> -> i32
      %276 = llvm.add %273, %275 : i32
      llvm.br ^bb62(%276 : i32)
    ^bb61:  // pred: ^bb59
      llvm.br ^bb62(%5 : i32)
    ^bb62(%277: i32):  // 2 preds: ^bb60, ^bb61
      llvm.br ^bb63
    ^bb63:  // pred: ^bb62
      nvvm.bar.warp.sync %18 : i32
      llvm.cond_br %270, ^bb64, ^bb65
    ^bb64:  // pred: ^bb63
      %278 = llvm.getelementptr inbounds|nuw %28[%182] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
      llvm.store %277, %278 : i32, !llvm.ptr<3>
      llvm.br ^bb65
    ^bb65:  // 2 preds: ^bb63, ^bb64
      nvvm.bar.warp.sync %18 : i32
      %279 = llvm.icmp "uge" %182, %14 : i32
      llvm.cond_br %279, ^bb66, ^bb67
    ^bb66:  // pred: ^bb65
      %280 = llvm.sub %182, %14 : i32
      %281 = llvm.getelementptr inbounds|nuw %28[%280] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
      %282 = llvm.load %281 : !llvm.ptr<3> -> i32
      %283 = llvm.getelementptr inbounds|nuw %28[%182] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
      %284 = llvm.load %283 : !llvm.ptr<3> -> i32
      %285 = llvm.add %282, %284 : i32
      llvm.br ^bb68(%285 : i32)
    ^bb67:  // pred: ^bb65
      llvm.br ^bb68(%5 : i32)
    ^bb68(%286: i32):  // 2 preds: ^bb66, ^bb67
      llvm.br ^bb69
    ^bb69:  // pred: ^bb68
      nvvm.bar.warp.sync %18 : i32
      llvm.cond_br %279, ^bb70, ^bb71
    ^bb70:  // pred: ^bb69
      %287 = llvm.getelementptr inbounds|nuw %28[%182] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
      llvm.store %286, %287 : i32, !llvm.ptr<3>
      llvm.br ^bb71
    ^bb71:  // 2 preds: ^bb69, ^bb70
      nvvm.bar.warp.sync %18 : i32
      %288 = llvm.icmp "uge" %182, %15 : i32
      llvm.cond_br %288, ^bb72, ^bb73
    ^bb72:  // pred: ^bb71
      %289 = llvm.sub %182, %15 : i32
      %290 = llvm.getelementptr inbounds|nuw %28[%289] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
      %291 = llvm.load %290 : !llvm.ptr<3> -> i32
      %292 = llvm.getelementptr inbounds|nuw %28[%182] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
      %293 = llvm.load %292 : !llvm.ptr<3> -> i32
      %294 = llvm.add %291, %293 : i32
      llvm.br ^bb74(%294 : i32)
    ^bb73:  // pred: ^bb71
      llvm.br ^bb74(%5 : i32)
    ^bb74(%295: i32):  // 2 preds: ^bb72, ^bb73
      llvm.br ^bb75
    ^bb75:  // pred: ^bb74
      nvvm.bar.warp.sync %18 : i32
      llvm.cond_br %288, ^bb76, ^bb77
    ^bb76:  // pred: ^bb75
      %296 = llvm.getelementptr inbounds|nuw %28[%182] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
      llvm.store %295, %296 : i32, !llvm.ptr<3>
      llvm.br ^bb77
    ^bb77:  // 2 preds: ^bb75, ^bb76
      nvvm.bar.warp.sync %18 : i32
      %297 = llvm.icmp "uge" %182, %16 : i32
      llvm.cond_br %297, ^bb78, ^bb79
    ^bb78:  // pred: ^bb77
      %298 = llvm.sub %182, %16 : i32
      %299 = llvm.getelementptr inbounds|nuw %28[%298] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
      %300 = llvm.load %299 : !llvm.ptr<3> -> i32
      %301 = llvm.getelementptr inbounds|nuw %28[%182] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
      %302 = llvm.load %301 : !llvm.ptr<3> -> i32
      %303 = llvm.add %300, %302 : i32
      llvm.br ^bb80(%303 : i32)
    ^bb79:  // pred: ^bb77
      llvm.br ^bb80(%5 : i32)
    ^bb80(%304: i32):  // 2 preds: ^bb78, ^bb79
      llvm.br ^bb81
    ^bb81:  // pred: ^bb80
      nvvm.bar.warp.sync %18 : i32
      llvm.cond_br %297, ^bb82, ^bb83
    ^bb82:  // pred: ^bb81
      %305 = llvm.getelementptr inbounds|nuw %28[%182] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
      llvm.store %304, %305 : i32, !llvm.ptr<3>
      llvm.br ^bb83
    ^bb83:  // 2 preds: ^bb81, ^bb82
      nvvm.bar.warp.sync %18 : i32
      %306 = llvm.icmp "uge" %182, %17 : i32
      llvm.cond_br %306, ^bb84, ^bb85
    ^bb84:  // pred: ^bb83
      %307 = llvm.sub %182, %17 : i32
      %308 = llvm.getelementptr inbounds|nuw %28[%307] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
      %309 = llvm.load %308 : !llvm.ptr<3> -> i32
      %310 = llvm.getelementptr inbounds|nuw %28[%182] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
      %311 = llvm.load %310 : !llvm.ptr<3> -> i32
      %312 = llvm.add %309, %311 : i32
      llvm.br ^bb86(%312 : i32)
    ^bb85:  // pred: ^bb83
      llvm.br ^bb86(%5 : i32)
    ^bb86(%313: i32):  // 2 preds: ^bb84, ^bb85
      llvm.br ^bb87
    ^bb87:  // pred: ^bb86
      nvvm.bar.warp.sync %18 : i32
      llvm.cond_br %306, ^bb88, ^bb89
    ^bb88:  // pred: ^bb87
      %314 = llvm.getelementptr inbounds|nuw %28[%182] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
      llvm.store %313, %314 : i32, !llvm.ptr<3>
      llvm.br ^bb89
    ^bb89:  // 2 preds: ^bb87, ^bb88
      nvvm.bar.warp.sync %18 : i32
      llvm.cond_br %267, ^bb90, ^bb91
    ^bb90:  // pred: ^bb89
      %315 = llvm.add %182, %9 : i32
      %316 = llvm.getelementptr inbounds|nuw %28[%315] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
      llvm.store %5, %316 : i32, !llvm.ptr<3>
      llvm.br ^bb91
    ^bb91:  // 2 preds: ^bb89, ^bb90
      %317 = llvm.icmp "ult" %182, %9 : i32
      llvm.cond_br %317, ^bb92, ^bb93
    ^bb92:  // pred: ^bb91
      %318 = llvm.getelementptr inbounds|nuw %28[%182] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
      %319 = llvm.load %318 : !llvm.ptr<3> -> i32
      %320 = llvm.add %182, %24 : i32
      %321 = llvm.getelementptr inbounds|nuw %28[%320] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
      llvm.store %319, %321 : i32, !llvm.ptr<3>
      llvm.br ^bb93
    ^bb93:  // 2 preds: ^bb91, ^bb92
      llvm.br ^bb94
    ^bb94:  // 2 preds: ^bb58, ^bb93
      nvvm.barrier0
      %322 = llvm.add %175, %9 : i32
      %323 = llvm.getelementptr inbounds|nuw %28[%322] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
      %324 = llvm.load %323 : !llvm.ptr<3> -> i32
      %325 = llvm.getelementptr inbounds|nuw %28[64] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i32
      %326 = llvm.load %325 : !llvm.ptr<3> -> i32
      %327 = llvm.add %170, %326 : i32
      %328 = llvm.add %170, %324 : i32
      %329 = llvm.add %328, %264 : i32
      %330 = llvm.add %329, %227 : i32
      %331 = llvm.add %330, %228 : i32
      %332 = llvm.add %331, %229 : i32
      %333 = llvm.add %332, %230 : i32
      %334 = llvm.ptrtoint %arg1 : !llvm.ptr<1> to i64
      %335 = llvm.and %334, %22 : i64
      %336 = llvm.icmp "eq" %335, %6 : i64
      %337 = llvm.and %336, %187 : i1
      llvm.cond_br %337, ^bb95, ^bb96
    ^bb95:  // pred: ^bb94
      %338 = llvm.insertelement %330, %1[%5 : i32] : vector<4xi32>
      %339 = llvm.insertelement %331, %338[%12 : i32] : vector<4xi32>
      %340 = llvm.insertelement %332, %339[%14 : i32] : vector<4xi32>
      %341 = llvm.insertelement %333, %340[%0 : i32] : vector<4xi32>
      %342 = llvm.mul %185, %13 : i64
      %343 = llvm.getelementptr %arg1[%342] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i8
      llvm.store %341, %343 {alignment = 16 : i64} : vector<4xi32>, !llvm.ptr<1>
      llvm.br ^bb105
    ^bb96:  // pred: ^bb94
      llvm.cond_br %220, ^bb97, ^bb98
    ^bb97:  // pred: ^bb96
      %344 = llvm.mul %185, %13 : i64
      %345 = llvm.getelementptr %arg1[%344] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i8
      llvm.store %330, %345 {alignment = 4 : i64} : i32, !llvm.ptr<1>
      llvm.br ^bb98
    ^bb98:  // 2 preds: ^bb96, ^bb97
      llvm.cond_br %222, ^bb99, ^bb100
    ^bb99:  // pred: ^bb98
      %346 = llvm.mul %221, %13 : i64
      %347 = llvm.getelementptr %arg1[%346] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i8
      llvm.store %331, %347 {alignment = 4 : i64} : i32, !llvm.ptr<1>
      llvm.br ^bb100
    ^bb100:  // 2 preds: ^bb98, ^bb99
      llvm.cond_br %224, ^bb101, ^bb102
    ^bb101:  // pred: ^bb100
      %348 = llvm.mul %223, %13 : i64
      %349 = llvm.getelementptr %arg1[%348] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i8
      llvm.store %332, %349 {alignment = 4 : i64} : i32, !llvm.ptr<1>
      llvm.br ^bb102
    ^bb102:  // 2 preds: ^bb100, ^bb101
      llvm.cond_br %226, ^bb103, ^bb104
    ^bb103:  // pred: ^bb102
      %350 = llvm.mul %225, %13 : i64
      %351 = llvm.getelementptr %arg1[%350] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i8
      llvm.store %333, %351 {alignment = 4 : i64} : i32, !llvm.ptr<1>
      llvm.br ^bb104
    ^bb104:  // 2 preds: ^bb102, ^bb103
      llvm.br ^bb105
    ^bb105:  // 2 preds: ^bb95, ^bb104
      %352 = llvm.add %169, %7 : i64
      llvm.br ^bb51(%352, %327 : i64, i32)
    ^bb106:  // pred: ^bb51
      llvm.return
    }
    llvm.mlir.global internal @__wg_sum_scan_0() {addr_space = 3 : i32} : !llvm.array<17 x i32>
    llvm.func @sum_scan(%arg0: !llvm.ptr<1>, %arg1: !llvm.ptr<1>, %arg2: !llvm.ptr<1>, %arg3: i64, %arg4: i32) attributes {gpu.kernel, gpu.known_block_size = array<i32: 256, 1, 1>, nvvm.kernel, nvvm.maxntid = array<i32: 256, 1, 1>, nvvm.minctasm = 4 : i32} {
      %0 = llvm.mlir.constant(3 : i32) : i32
      %1 = llvm.mlir.poison : vector<4xi32>
      %2 = llvm.mlir.constant(4096 : i64) : i64
      %3 = llvm.mlir.constant(3 : i64) : i64
      %4 = llvm.mlir.constant(0 : i64) : i64
      %5 = llvm.mlir.constant(31 : i32) : i32
      %6 = llvm.mlir.constant(1 : i32) : i32
      %7 = llvm.mlir.constant(0 : i32) : i32
      %8 = llvm.mlir.constant(1 : i64) : i64
      %9 = llvm.mlir.constant(4 : i64) : i64
      %10 = llvm.mlir.constant(32 : i32) : i32
      %11 = llvm.mlir.constant(5 : i32) : i32
      %12 = llvm.mlir.constant(512 : i32) : i32
      %13 = llvm.mlir.constant(15 : i64) : i64
      %14 = llvm.mlir.constant(4 : i32) : i32
      %15 = llvm.mlir.constant(128 : i32) : i32
      %16 = llvm.mlir.constant(256 : i32) : i32
      %17 = llvm.mlir.constant(384 : i32) : i32
      %18 = llvm.mlir.constant(2 : i64) : i64
      %19 = llvm.mlir.constant(2 : i32) : i32
      %20 = llvm.mlir.constant(8 : i32) : i32
      %21 = llvm.mlir.constant(16 : i32) : i32
      %22 = llvm.mlir.constant(254 : i32) : i32
      %23 = llvm.mlir.constant(-1 : i32) : i32
      %24 = llvm.mlir.constant(252 : i32) : i32
      %25 = llvm.mlir.constant(240 : i32) : i32
      %26 = llvm.mlir.constant(9 : i32) : i32
      %27 = llvm.mlir.addressof @__wg_sum_scan_0 : !llvm.ptr<3>
      %28 = llvm.getelementptr %27[0, 0] : (!llvm.ptr<3>) -> !llvm.ptr<3>, !llvm.array<17 x i32>
      %29 = llvm.udiv %arg3, %2 : i64
      %30 = nvvm.read.ptx.sreg.nctaid.x : i32
      %31 = llvm.zext %30 : i32 to i64
      %32 = llvm.udiv %29, %31 : i64
      %33 = llvm.mul %32, %31 : i64
      %34 = llvm.sub %29, %33 : i64
      %35 = nvvm.read.ptx.sreg.ctaid.x : i32
      %36 = llvm.zext %35 : i32 to i64
      %37 = llvm.icmp "ult" %36, %34 : i64
      %38 = llvm.intr.umin(%36, %34) : (i64, i64) -> i64
      %39 = llvm.mul %36, %32 : i64
      %40 = llvm.add %39, %38 : i64
      %41 = llvm.zext %37 : i1 to i64
      %42 = llvm.add %32, %41 : i64
      %43 = llvm.ptrtoint %arg2 : !llvm.ptr<1> to i64
      %44 = llvm.and %43, %3 : i64
      %45 = llvm.icmp "eq" %44, %4 : i64
      %46 = nvvm.read.ptx.sreg.tid.x range <i32, 0, 256> : i32
      %47 = llvm.and %46, %5 : i32
      %48 = llvm.zext %47 : i32 to i64
      %49 = llvm.add %36, %48 : i64
      %50 = llvm.add %49, %8 : i64
      %51 = llvm.icmp "ule" %50, %31 : i64
      %52 = llvm.and %45, %51 : i1
      llvm.cond_br %52, ^bb1, ^bb2
    ^bb1:  // pred: ^bb0
      %53 = llvm.mul %49, %9 : i64
      %54 = llvm.getelementptr %arg2[%53] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i8
      %55 = llvm.load %54 {alignment = 4 : i64} : !llvm.ptr<1> -> vector<1xi32>
      %56 = llvm.extractelement %55[%4 : i64] : vector<1xi32>
      llvm.br ^bb3(%56 : i32)
    ^bb2:  // pred: ^bb0
      %57 = llvm.sub %31, %8 : i64
      %58 = llvm.intr.umin(%49, %57) : (i64, i64) -> i64
      %59 = llvm.mul %58, %9 : i64
      %60 = llvm.getelementptr %arg2[%59] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i8
      %61 = llvm.load %60 {alignment = 4 : i64} : !llvm.ptr<1> -> i32
      llvm.br ^bb3(%61 : i32)
    ^bb3(%62: i32):  // 2 preds: ^bb1, ^bb2
      llvm.br ^bb4
    ^bb4:  // pred: ^bb3
      %63 = llvm.icmp "ult" %49, %31 : i64
      %64 = llvm.select %63, %62, %7 : i1, i32
      %65 = llvm.sub %10, %10 : i32
      %66 = llvm.lshr %23, %65 : i32
      %67 = llvm.sub %10, %6 : i32
      %68 = nvvm.shfl.sync  idx %66, %64, %7, %67 : i32 -> i32
      llvm.br ^bb5(%4, %68 : i64, i32)
    ^bb5(%69: i64, %70: i32):  // 2 preds: ^bb4, ^bb48
      %71 = llvm.icmp "slt" %69, %42 : i64
      llvm.cond_br %71, ^bb6, ^bb49
    ^bb6:  // pred: ^bb5
      %72 = llvm.add %40, %69 : i64
      %73 = llvm.mul %72, %2 : i64
      %74 = llvm.lshr %46, %11 : i32
      %75 = llvm.mul %74, %12 : i32
      %76 = llvm.zext %75 : i32 to i64
      %77 = llvm.add %73, %76 : i64
      %78 = llvm.ptrtoint %arg0 : !llvm.ptr<1> to i64
      %79 = llvm.and %78, %13 : i64
      %80 = llvm.icmp "eq" %79, %4 : i64
      %81 = llvm.mul %47, %14 : i32
      %82 = llvm.zext %81 : i32 to i64
      %83 = llvm.add %77, %82 : i64
      %84 = llvm.add %81, %15 : i32
      %85 = llvm.zext %84 : i32 to i64
      %86 = llvm.add %77, %85 : i64
      %87 = llvm.add %81, %16 : i32
      %88 = llvm.zext %87 : i32 to i64
      %89 = llvm.add %77, %88 : i64
      %90 = llvm.add %81, %17 : i32
      %91 = llvm.zext %90 : i32 to i64
      %92 = llvm.add %77, %91 : i64
      llvm.cond_br %80, ^bb7, ^bb8
    ^bb7:  // pred: ^bb6
      %93 = llvm.mul %83, %9 : i64
      %94 = llvm.getelementptr %arg0[%93] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i8
      %95 = llvm.load %94 {alignment = 16 : i64} : !llvm.ptr<1> -> vector<4xi32>
      %96 = llvm.extractelement %95[%4 : i64] : vector<4xi32>
      %97 = llvm.extractelement %95[%8 : i64] : vector<4xi32>
      %98 = llvm.extractelement %95[%18 : i64] : vector<4xi32>
      %99 = llvm.extractelement %95[%3 : i64] : vector<4xi32>
      %100 = llvm.mul %86, %9 : i64
      %101 = llvm.getelementptr %arg0[%100] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i8
      %102 = llvm.load %101 {alignment = 16 : i64} : !llvm.ptr<1> -> vector<4xi32>
      %103 = llvm.extractelement %102[%4 : i64] : vector<4xi32>
      %104 = llvm.extractelement %102[%8 : i64] : vector<4xi32>
      %105 = llvm.extractelement %102[%18 : i64] : vector<4xi32>
      %106 = llvm.extractelement %102[%3 : i64] : vector<4xi32>
      %107 = llvm.mul %89, %9 : i64
      %108 = llvm.getelementptr %arg0[%107] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i8
      %109 = llvm.load %108 {alignment = 16 : i64} : !llvm.ptr<1> -> vector<4xi32>
      %110 = llvm.extractelement %109[%4 : i64] : vector<4xi32>
      %111 = llvm.extractelement %109[%8 : i64] : vector<4xi32>
      %112 = llvm.extractelement %109[%18 : i64] : vector<4xi32>
      %113 = llvm.extractelement %109[%3 : i64] : vector<4xi32>
      %114 = llvm.mul %92, %9 : i64
      %115 = llvm.getelementptr %arg0[%114] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i8
      %116 = llvm.load %115 {alignment = 16 : i64} : !llvm.ptr<1> -> vector<4xi32>
      %117 = llvm.extractelement %116[%4 : i64] : vector<4xi32>
      %118 = llvm.extractelement %116[%8 : i64] : vector<4xi32>
      %119 = llvm.extractelement %116[%18 : i64] : vector<4xi32>
      %120 = llvm.extractelement %116[%3 : i64] : vector<4xi32>
      llvm.br ^bb9(%96, %97, %98, %99, %103, %104, %105, %106, %110, %111, %112, %113, %117, %118, %119, %120 : i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32)
    ^bb8:  // pred: ^bb6
      %121 = llvm.mul %83, %9 : i64
      %122 = llvm.getelementptr %arg0[%121] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i8
      %123 = llvm.load %122 {alignment = 4 : i64} : !llvm.ptr<1> -> i32
      %124 = llvm.add %83, %8 : i64
      %125 = llvm.mul %124, %9 : i64
      %126 = llvm.getelementptr %arg0[%125] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i8
      %127 = llvm.load %126 {alignment = 4 : i64} : !llvm.ptr<1> -> i32
      %128 = llvm.add %83, %18 : i64
      %129 = llvm.mul %128, %9 : i64
      %130 = llvm.getelementptr %arg0[%129] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i8
      %131 = llvm.load %130 {alignment = 4 : i64} : !llvm.ptr<1> -> i32
      %132 = llvm.add %83, %3 : i64
      %133 = llvm.mul %132, %9 : i64
      %134 = llvm.getelementptr %arg0[%133] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i8
      %135 = llvm.load %134 {alignment = 4 : i64} : !llvm.ptr<1> -> i32
      %136 = llvm.mul %86, %9 : i64
      %137 = llvm.getelementptr %arg0[%136] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i8
      %138 = llvm.load %137 {alignment = 4 : i64} : !llvm.ptr<1> -> i32
      %139 = llvm.add %86, %8 : i64
      %140 = llvm.mul %139, %9 : i64
      %141 = llvm.getelementptr %arg0[%140] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i8
      %142 = llvm.load %141 {alignment = 4 : i64} : !llvm.ptr<1> -> i32
      %143 = llvm.add %86, %18 : i64
      %144 = llvm.mul %143, %9 : i64
      %145 = llvm.getelementptr %arg0[%144] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i8
      %146 = llvm.load %145 {alignment = 4 : i64} : !llvm.ptr<1> -> i32
      %147 = llvm.add %86, %3 : i64
      %148 = llvm.mul %147, %9 : i64
      %149 = llvm.getelementptr %arg0[%148] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i8
      %150 = llvm.load %149 {alignment = 4 : i64} : !llvm.ptr<1> -> i32
      %151 = llvm.mul %89, %9 : i64
      %152 = llvm.getelementptr %arg0[%151] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i8
      %153 = llvm.load %152 {alignment = 4 : i64} : !llvm.ptr<1> -> i32
      %154 = llvm.add %89, %8 : i64
      %155 = llvm.mul %154, %9 : i64
      %156 = llvm.getelementptr %arg0[%155] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i8
      %157 = llvm.load %156 {alignment = 4 : i64} : !llvm.ptr<1> -> i32
      %158 = llvm.add %89, %18 : i64
      %159 = llvm.mul %158, %9 : i64
      %160 = llvm.getelementptr %arg0[%159] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i8
      %161 = llvm.load %160 {alignment = 4 : i64} : !llvm.ptr<1> -> i32
      %162 = llvm.add %89, %3 : i64
      %163 = llvm.mul %162, %9 : i64
      %164 = llvm.getelementptr %arg0[%163] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i8
      %165 = llvm.load %164 {alignment = 4 : i64} : !llvm.ptr<1> -> i32
      %166 = llvm.mul %92, %9 : i64
      %167 = llvm.getelementptr %arg0[%166] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i8
      %168 = llvm.load %167 {alignment = 4 : i64} : !llvm.ptr<1> -> i32
      %169 = llvm.add %92, %8 : i64
      %170 = llvm.mul %169, %9 : i64
      %171 = llvm.getelementptr %arg0[%170] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i8
      %172 = llvm.load %171 {alignment = 4 : i64} : !llvm.ptr<1> -> i32
      %173 = llvm.add %92, %18 : i64
      %174 = llvm.mul %173, %9 : i64
      %175 = llvm.getelementptr %arg0[%174] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i8
      %176 = llvm.load %175 {alignment = 4 : i64} : !llvm.ptr<1> -> i32
      %177 = llvm.add %92, %3 : i64
      %178 = llvm.mul %177, %9 : i64
      %179 = llvm.getelementptr %arg0[%178] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i8
      %180 = llvm.load %179 {alignment = 4 : i64} : !llvm.ptr<1> -> i32
      llvm.br ^bb9(%123, %127, %131, %135, %138, %142, %146, %150, %153, %157, %161, %165, %168, %172, %176, %180 : i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32)
    ^bb9(%181: i32, %182: i32, %183: i32, %184: i32, %185: i32, %186: i32, %187: i32, %188: i32, %189: i32, %190: i32, %191: i32, %192: i32, %193: i32, %194: i32, %195: i32, %196: i32):  // 2 preds: ^bb7, ^bb8
      llvm.br ^bb10
    ^bb10:  // pred: ^bb9
      %197 = llvm.add %181, %182 : i32
      %198 = llvm.add %197, %183 : i32
      %199 = llvm.add %198, %184 : i32
      %200 = llvm.add %185, %186 : i32
      %201 = llvm.add %200, %187 : i32
      %202 = llvm.add %201, %188 : i32
      %203 = llvm.add %189, %190 : i32
      %204 = llvm.add %203, %191 : i32
      %205 = llvm.add %204, %192 : i32
      %206 = llvm.add %193, %194 : i32
      %207 = llvm.add %206, %195 : i32
      %208 = llvm.add %207, %196 : i32
      %209 = nvvm.shfl.sync  up %66, %199, %6, %65 {return_value_and_is_valid} : i32 -> !llvm.struct<(i32, i1)>
      %210 = llvm.extractvalue %209[0] : !llvm.struct<(i32, i1)> 
      %211 = llvm.extractvalue %209[1] : !llvm.struct<(i32, i1)> 
      %212 = llvm.add %210, %199 : i32
      %213 = llvm.select %211, %212, %199 : i1, i32
      %214 = nvvm.shfl.sync  up %66, %213, %19, %65 {return_value_and_is_valid} : i32 -> !llvm.struct<(i32, i1)>
      %215 = llvm.extractvalue %214[0] : !llvm.struct<(i32, i1)> 
      %216 = llvm.extractvalue %214[1] : !llvm.struct<(i32, i1)> 
      %217 = llvm.add %215, %213 : i32
      %218 = llvm.select %216, %217, %213 : i1, i32
      %219 = nvvm.shfl.sync  up %66, %218, %14, %65 {return_value_and_is_valid} : i32 -> !llvm.struct<(i32, i1)>
      %220 = llvm.extractvalue %219[0] : !llvm.struct<(i32, i1)> 
      %221 = llvm.extractvalue %219[1] : !llvm.struct<(i32, i1)> 
      %222 = llvm.add %220, %218 : i32
      %223 = llvm.select %221, %222, %218 : i1, i32
      %224 = nvvm.shfl.sync  up %66, %223, %20, %65 {return_value_and_is_valid} : i32 -> !llvm.struct<(i32, i1)>
      %225 = llvm.extractvalue %224[0] : !llvm.struct<(i32, i1)> 
      %226 = llvm.extractvalue %224[1] : !llvm.struct<(i32, i1)> 
      %227 = llvm.add %225, %223 : i32
      %228 = llvm.select %226, %227, %223 : i1, i32
      %229 = nvvm.shfl.sync  up %66, %228, %21, %65 {return_value_and_is_valid} : i32 -> !llvm.struct<(i32, i1)>
      %230 = llvm.extractvalue %229[0] : !llvm.struct<(i32, i1)> 
      %231 = llvm.extractvalue %229[1] : !llvm.struct<(i32, i1)> 
      %232 = llvm.add %230, %228 : i32
      %233 = llvm.select %231, %232, %228 : i1, i32
      %234 = nvvm.shfl.sync  up %66, %233, %6, %65 {return_value_and_is_valid} : i32 -> !llvm.struct<(i32, i1)>
      %235 = llvm.extractvalue %234[0] : !llvm.struct<(i32, i1)> 
      %236 = llvm.extractvalue %234[1] : !llvm.struct<(i32, i1)> 
      %237 = llvm.select %236, %235, %7 : i1, i32
      %238 = nvvm.shfl.sync  idx %66, %233, %5, %67 : i32 -> i32
      %239 = nvvm.shfl.sync  up %66, %202, %6, %65 {return_value_and_is_valid} : i32 -> !llvm.struct<(i32, i1)>
      %240 = llvm.extractvalue %239[0] : !llvm.struct<(i32, i1)> 
      %241 = llvm.extractvalue %239[1] : !llvm.struct<(i32, i1)> 
      %242 = llvm.add %240, %202 : i32
      %243 = llvm.select %241, %242, %202 : i1, i32
      %244 = nvvm.shfl.sync  up %66, %243, %19, %65 {return_value_and_is_valid} : i32 -> !llvm.struct<(i32, i1)>
      %245 = llvm.extractvalue %244[0] : !llvm.struct<(i32, i1)> 
      %246 = llvm.extractvalue %244[1] : !llvm.struct<(i32, i1)> 
      %247 = llvm.add %245, %243 : i32
      %248 = llvm.select %246, %247, %243 : i1, i32
      %249 = nvvm.shfl.sync  up %66, %248, %14, %65 {return_value_and_is_valid} : i32 -> !llvm.struct<(i32, i1)>
      %250 = llvm.extractvalue %249[0] : !llvm.struct<(i32, i1)> 
      %251 = llvm.extractvalue %249[1] : !llvm.struct<(i32, i1)> 
      %252 = llvm.add %250, %248 : i32
      %253 = llvm.select %251, %252, %248 : i1, i32
      %254 = nvvm.shfl.sync  up %66, %253, %20, %65 {return_value_and_is_valid} : i32 -> !llvm.struct<(i32, i1)>
      %255 = llvm.extractvalue %254[0] : !llvm.struct<(i32, i1)> 
      %256 = llvm.extractvalue %254[1] : !llvm.struct<(i32, i1)> 
      %257 = llvm.add %255, %253 : i32
      %258 = llvm.select %256, %257, %253 : i1, i32
      %259 = nvvm.shfl.sync  up %66, %258, %21, %65 {return_value_and_is_valid} : i32 -> !llvm.struct<(i32, i1)>
      %260 = llvm.extractvalue %259[0] : !llvm.struct<(i32, i1)> 
      %261 = llvm.extractvalue %259[1] : !llvm.struct<(i32, i1)> 
      %262 = llvm.add %260, %258 : i32
      %263 = llvm.select %261, %262, %258 : i1, i32
      %264 = nvvm.shfl.sync  up %66, %263, %6, %65 {return_value_and_is_valid} : i32 -> !llvm.struct<(i32, i1)>
      %265 = llvm.extractvalue %264[0] : !llvm.struct<(i32, i1)> 
      %266 = llvm.extractvalue %264[1] : !llvm.struct<(i32, i1)> 
      %267 = llvm.select %266, %265, %7 : i1, i32
      %268 = nvvm.shfl.sync  idx %66, %263, %5, %67 : i32 -> i32
      %269 = nvvm.shfl.sync  up %66, %205, %6, %65 {return_value_and_is_valid} : i32 -> !llvm.struct<(i32, i1)>
      %270 = llvm.extractvalue %269[0] : !llvm.struct<(i32, i1)> 
      %271 = llvm.extractvalue %269[1] : !llvm.struct<(i32, i1)> 
      %272 = llvm.add %270, %205 : i32
      %273 = llvm.select %271, %272, %205 : i1, i32
      %274 = nvvm.shfl.sync  up %66, %273, %19, %65 {return_value_and_is_valid} : i32 -> !llvm.struct<(i32, i1)>
      %275 = llvm.extractvalue %274[0] : !llvm.struct<(i32, i1)> 
      %276 = llvm.extractvalue %274[1] : !llvm.struct<(i32, i1)> 
      %277 = llvm.add %275, %273 : i32
      %278 = llvm.select %276, %277, %273 : i1, i32
      %279 = nvvm.shfl.sync  up %66, %278, %14, %65 {return_value_and_is_valid} : i32 -> !llvm.struct<(i32, i1)>
      %280 = llvm.extractvalue %279[0] : !llvm.struct<(i32, i1)> 
      %281 = llvm.extractvalue %279[1] : !llvm.struct<(i32, i1)> 
      %282 = llvm.add %280, %278 : i32
      %283 = llvm.select %281, %282, %278 : i1, i32
      %284 = nvvm.shfl.sync  up %66, %283, %20, %65 {return_value_and_is_valid} : i32 -> !llvm.struct<(i32, i1)>
      %285 = llvm.extractvalue %284[0] : !llvm.struct<(i32, i1)> 
      %286 = llvm.extractvalue %284[1] : !llvm.struct<(i32, i1)> 
      %287 = llvm.add %285, %283 : i32
      %288 = llvm.select %286, %287, %283 : i1, i32
      %289 = nvvm.shfl.sync  up %66, %288, %21, %65 {return_value_and_is_valid} : i32 -> !llvm.struct<(i32, i1)>
      %290 = llvm.extractvalue %289[0] : !llvm.struct<(i32, i1)> 
      %291 = llvm.extractvalue %289[1] : !llvm.struct<(i32, i1)> 
      %292 = llvm.add %290, %288 : i32
      %293 = llvm.select %291, %292, %288 : i1, i32
      %294 = nvvm.shfl.sync  up %66, %293, %6, %65 {return_value_and_is_valid} : i32 -> !llvm.struct<(i32, i1)>
      %295 = llvm.extractvalue %294[0] : !llvm.struct<(i32, i1)> 
      %296 = llvm.extractvalue %294[1] : !llvm.struct<(i32, i1)> 
      %297 = llvm.select %296, %295, %7 : i1, i32
      %298 = nvvm.shfl.sync  idx %66, %293, %5, %67 : i32 -> i32
      %299 = nvvm.shfl.sync  up %66, %208, %6, %65 {return_value_and_is_valid} : i32 -> !llvm.struct<(i32, i1)>
      %300 = llvm.extractvalue %299[0] : !llvm.struct<(i32, i1)> 
      %301 = llvm.extractvalue %299[1] : !llvm.struct<(i32, i1)> 
      %302 = llvm.add %300, %208 : i32
      %303 = llvm.select %301, %302, %208 : i1, i32
      %304 = nvvm.shfl.sync  up %66, %303, %19, %65 {return_value_and_is_valid} : i32 -> !llvm.struct<(i32, i1)>
      %305 = llvm.extractvalue %304[0] : !llvm.struct<(i32, i1)> 
      %306 = llvm.extractvalue %304[1] : !llvm.struct<(i32, i1)> 
      %307 = llvm.add %305, %303 : i32
      %308 = llvm.select %306, %307, %303 : i1, i32
      %309 = nvvm.shfl.sync  up %66, %308, %14, %65 {return_value_and_is_valid} : i32 -> !llvm.struct<(i32, i1)>
      %310 = llvm.extractvalue %309[0] : !llvm.struct<(i32, i1)> 
      %311 = llvm.extractvalue %309[1] : !llvm.struct<(i32, i1)> 
      %312 = llvm.add %310, %308 : i32
      %313 = llvm.select %311, %312, %308 : i1, i32
      %314 = nvvm.shfl.sync  up %66, %313, %20, %65 {return_value_and_is_valid} : i32 -> !llvm.struct<(i32, i1)>
      %315 = llvm.extractvalue %314[0] : !llvm.struct<(i32, i1)> 
      %316 = llvm.extractvalue %314[1] : !llvm.struct<(i32, i1)> 
      %317 = llvm.add %315, %313 : i32
      %318 = llvm.select %316, %317, %313 : i1, i32
      %319 = nvvm.shfl.sync  up %66, %318, %21, %65 {return_value_and_is_valid} : i32 -> !llvm.struct<(i32, i1)>
      %320 = llvm.extractvalue %319[0] : !llvm.struct<(i32, i1)> 
      %321 = llvm.extractvalue %319[1] : !llvm.struct<(i32, i1)> 
      %322 = llvm.add %320, %318 : i32
      %323 = llvm.select %321, %322, %318 : i1, i32
      %324 = nvvm.shfl.sync  up %66, %323, %6, %65 {return_value_and_is_valid} : i32 -> !llvm.struct<(i32, i1)>
      %325 = llvm.extractvalue %324[0] : !llvm.struct<(i32, i1)> 
      %326 = llvm.extractvalue %324[1] : !llvm.struct<(i32, i1)> 
      %327 = llvm.select %326, %325, %7 : i1, i32
      %328 = nvvm.shfl.sync  idx %66, %323, %5, %67 : i32 -> i32
      %329 = llvm.add %238, %268 : i32
      %330 = llvm.add %329, %298 : i32
      %331 = llvm.add %330, %328 : i32
      %332 = llvm.icmp "eq" %47, %7 : i32
      llvm.cond_br %332, ^bb11, ^bb12
    ^bb11:  // pred: ^bb10
      %333 = llvm.getelementptr inbounds|nuw %28[%74] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
      llvm.store %331, %333 : i32, !llvm.ptr<3>
      llvm.br ^bb12
    ^bb12:  // 2 preds: ^bb10, ^bb11
      nvvm.barrier0
      %334 = llvm.icmp "eq" %74, %7 : i32
      llvm.cond_br %334, ^bb13, ^bb36
    ^bb13:  // pred: ^bb12
      %335 = llvm.lshr %22, %47 : i32
      %336 = llvm.trunc %335 : i32 to i1
      llvm.cond_br %336, ^bb14, ^bb15
    ^bb14:  // pred: ^bb13
      %337 = llvm.sub %47, %6 : i32
      %338 = llvm.getelementptr inbounds|nuw %28[%337] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
      %339 = llvm.load %338 : !llvm.ptr<3> -> i32
      %340 = llvm.getelementptr inbounds|nuw %28[%47] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
      %341 = llvm.load %340 : !llvm.ptr<3> -> i32
      %342 = llvm.add %339, %341 : i32
      llvm.br ^bb16(%342 : i32)
    ^bb15:  // pred: ^bb13
      llvm.br ^bb16(%7 : i32)
    ^bb16(%343: i32):  // 2 preds: ^bb14, ^bb15
      llvm.br ^bb17
    ^bb17:  // pred: ^bb16
      nvvm.bar.warp.sync %23 : i32
      llvm.cond_br %336, ^bb18, ^bb19
    ^bb18:  // pred: ^bb17
      %344 = llvm.getelementptr inbounds|nuw %28[%47] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
      llvm.store %343, %344 : i32, !llvm.ptr<3>
      llvm.br ^bb19
    ^bb19:  // 2 preds: ^bb17, ^bb18
      nvvm.bar.warp.sync %23 : i32
      %345 = llvm.lshr %24, %47 : i32
      %346 = llvm.trunc %345 : i32 to i1
      llvm.cond_br %346, ^bb20, ^bb21
    ^bb20:  // pred: ^bb19
      %347 = llvm.sub %47, %19 : i32
      %348 = llvm.getelementptr inbounds|nuw %28[%347] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
      %349 = llvm.load %348 : !llvm.ptr<3> -> i32
      %350 = llvm.getelementptr inbounds|nuw %28[%47] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
      %351 = llvm.load %350 : !llvm.ptr<3> -> i32
      %352 = llvm.add %349, %351 : i32
      llvm.br ^bb22(%352 : i32)
    ^bb21:  // pred: ^bb19
      llvm.br ^bb22(%7 : i32)
    ^bb22(%353: i32):  // 2 preds: ^bb20, ^bb21
      llvm.br ^bb23
    ^bb23:  // pred: ^bb22
      nvvm.bar.warp.sync %23 : i32
      llvm.cond_br %346, ^bb24, ^bb25
    ^bb24:  // pred: ^bb23
      %354 = llvm.getelementptr inbounds|nuw %28[%47] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
      llvm.store %353, %354 : i32, !llvm.ptr<3>
      llvm.br ^bb25
    ^bb25:  // 2 preds: ^bb23, ^bb24
      nvvm.bar.warp.sync %23 : i32
      %355 = llvm.lshr %25, %47 : i32
      %356 = llvm.trunc %355 : i32 to i1
      llvm.cond_br %356, ^bb26, ^bb27
    ^bb26:  // pred: ^bb25
      %357 = llvm.sub %47, %14 : i32
      %358 = llvm.getelementptr inbounds|nuw %28[%357] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
      %359 = llvm.load %358 : !llvm.ptr<3> -> i32
      %360 = llvm.getelementptr inbounds|nuw %28[%47] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
      %361 = llvm.load %360 : !llvm.ptr<3> -> i32
      %362 = llvm.add %359, %361 : i32
      llvm.br ^bb28(%362 : i32)
    ^bb27:  // pred: ^bb25
      llvm.br ^bb28(%7 : i32)
    ^bb28(%363: i32):  // 2 preds: ^bb26, ^bb27
      llvm.br ^bb29
    ^bb29:  // pred: ^bb28
      nvvm.bar.warp.sync %23 : i32
      llvm.cond_br %356, ^bb30, ^bb31
    ^bb30:  // pred: ^bb29
      %364 = llvm.getelementptr inbounds|nuw %28[%47] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
      llvm.store %363, %364 : i32, !llvm.ptr<3>
      llvm.br ^bb31
    ^bb31:  // 2 preds: ^bb29, ^bb30
      nvvm.bar.warp.sync %23 : i32
      llvm.cond_br %332, ^bb32, ^bb33
    ^bb32:  // pred: ^bb31
      %365 = llvm.add %47, %20 : i32
      %366 = llvm.getelementptr inbounds|nuw %28[%365] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
      llvm.store %7, %366 : i32, !llvm.ptr<3>
      llvm.br ^bb33
    ^bb33:  // 2 preds: ^bb31, ^bb32
      %367 = llvm.icmp "ult" %47, %20 : i32
      llvm.cond_br %367, ^bb34, ^bb35
    ^bb34:  // pred: ^bb33
      %368 = llvm.getelementptr inbounds|nuw %28[%47] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
      %369 = llvm.load %368 : !llvm.ptr<3> -> i32
      %370 = llvm.add %47, %26 : i32
      %371 = llvm.getelementptr inbounds|nuw %28[%370] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
      llvm.store %369, %371 : i32, !llvm.ptr<3>
      llvm.br ^bb35
    ^bb35:  // 2 preds: ^bb33, ^bb34
      llvm.br ^bb36
    ^bb36:  // 2 preds: ^bb12, ^bb35
      nvvm.barrier0
      %372 = llvm.add %74, %20 : i32
      %373 = llvm.getelementptr inbounds|nuw %28[%372] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
      %374 = llvm.load %373 : !llvm.ptr<3> -> i32
      %375 = llvm.getelementptr inbounds|nuw %28[16] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i32
      %376 = llvm.load %375 : !llvm.ptr<3> -> i32
      %377 = llvm.add %70, %376 : i32
      %378 = llvm.add %70, %374 : i32
      %379 = llvm.add %378, %238 : i32
      %380 = llvm.add %379, %268 : i32
      %381 = llvm.add %380, %298 : i32
      %382 = llvm.add %378, %237 : i32
      %383 = llvm.add %382, %181 : i32
      %384 = llvm.add %383, %182 : i32
      %385 = llvm.add %384, %183 : i32
      %386 = llvm.add %385, %184 : i32
      %387 = llvm.add %379, %267 : i32
      %388 = llvm.add %387, %185 : i32
      %389 = llvm.add %388, %186 : i32
      %390 = llvm.add %389, %187 : i32
      %391 = llvm.add %390, %188 : i32
      %392 = llvm.add %380, %297 : i32
      %393 = llvm.add %392, %189 : i32
      %394 = llvm.add %393, %190 : i32
      %395 = llvm.add %394, %191 : i32
      %396 = llvm.add %395, %192 : i32
      %397 = llvm.add %381, %327 : i32
      %398 = llvm.add %397, %193 : i32
      %399 = llvm.add %398, %194 : i32
      %400 = llvm.add %399, %195 : i32
      %401 = llvm.add %400, %196 : i32
      %402 = llvm.ptrtoint %arg1 : !llvm.ptr<1> to i64
      %403 = llvm.and %402, %13 : i64
      %404 = llvm.icmp "eq" %403, %4 : i64
      llvm.cond_br %404, ^bb37, ^bb38
    ^bb37:  // pred: ^bb36
      %405 = llvm.insertelement %383, %1[%7 : i32] : vector<4xi32>
      %406 = llvm.insertelement %384, %405[%6 : i32] : vector<4xi32>
      %407 = llvm.insertelement %385, %406[%19 : i32] : vector<4xi32>
      %408 = llvm.insertelement %386, %407[%0 : i32] : vector<4xi32>
      %409 = llvm.mul %83, %9 : i64
      %410 = llvm.getelementptr %arg1[%409] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i8
      llvm.store %408, %410 {alignment = 16 : i64} : vector<4xi32>, !llvm.ptr<1>
      llvm.br ^bb39
    ^bb38:  // pred: ^bb36
      %411 = llvm.mul %83, %9 : i64
      %412 = llvm.getelementptr %arg1[%411] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i8
      llvm.store %383, %412 {alignment = 4 : i64} : i32, !llvm.ptr<1>
      %413 = llvm.add %83, %8 : i64
      %414 = llvm.mul %413, %9 : i64
      %415 = llvm.getelementptr %arg1[%414] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i8
      llvm.store %384, %415 {alignment = 4 : i64} : i32, !llvm.ptr<1>
      %416 = llvm.add %83, %18 : i64
      %417 = llvm.mul %416, %9 : i64
      %418 = llvm.getelementptr %arg1[%417] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i8
      llvm.store %385, %418 {alignment = 4 : i64} : i32, !llvm.ptr<1>
      %419 = llvm.add %83, %3 : i64
      %420 = llvm.mul %419, %9 : i64
      %421 = llvm.getelementptr %arg1[%420] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i8
      llvm.store %386, %421 {alignment = 4 : i64} : i32, !llvm.ptr<1>
      llvm.br ^bb39
    ^bb39:  // 2 preds: ^bb37, ^bb38
      llvm.cond_br %404, ^bb40, ^bb41
    ^bb40:  // pred: ^bb39
      %422 = llvm.insertelement %388, %1[%7 : i32] : vector<4xi32>
      %423 = llvm.insertelement %389, %422[%6 : i32] : vector<4xi32>
      %424 = llvm.insertelement %390, %423[%19 : i32] : vector<4xi32>
      %425 = llvm.insertelement %391, %424[%0 : i32] : vector<4xi32>
      %426 = llvm.mul %86, %9 : i64
      %427 = llvm.getelementptr %arg1[%426] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i8
      llvm.store %425, %427 {alignment = 16 : i64} : vector<4xi32>, !llvm.ptr<1>
      llvm.br ^bb42
    ^bb41:  // pred: ^bb39
      %428 = llvm.mul %86, %9 : i64
      %429 = llvm.getelementptr %arg1[%428] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i8
      llvm.store %388, %429 {alignment = 4 : i64} : i32, !llvm.ptr<1>
      %430 = llvm.add %86, %8 : i64
      %431 = llvm.mul %430, %9 : i64
      %432 = llvm.getelementptr %arg1[%431] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i8
      llvm.store %389, %432 {alignment = 4 : i64} : i32, !llvm.ptr<1>
      %433 = llvm.add %86, %18 : i64
      %434 = llvm.mul %433, %9 : i64
      %435 = llvm.getelementptr %arg1[%434] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i8
      llvm.store %390, %435 {alignment = 4 : i64} : i32, !llvm.ptr<1>
      %436 = llvm.add %86, %3 : i64
      %437 = llvm.mul %436, %9 : i64
      %438 = llvm.getelementptr %arg1[%437] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i8
      llvm.store %391, %438 {alignment = 4 : i64} : i32, !llvm.ptr<1>
      llvm.br ^bb42
    ^bb42:  // 2 preds: ^bb40, ^bb41
      llvm.cond_br %404, ^bb43, ^bb44
    ^bb43:  // pred: ^bb42
      %439 = llvm.insertelement %393, %1[%7 : i32] : vector<4xi32>
      %440 = llvm.insertelement %394, %439[%6 : i32] : vector<4xi32>
      %441 = llvm.insertelement %395, %440[%19 : i32] : vector<4xi32>
      %442 = llvm.insertelement %396, %441[%0 : i32] : vector<4xi32>
      %443 = llvm.mul %89, %9 : i64
      %444 = llvm.getelementptr %arg1[%443] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i8
      llvm.store %442, %444 {alignment = 16 : i64} : vector<4xi32>, !llvm.ptr<1>
      llvm.br ^bb45
    ^bb44:  // pred: ^bb42
      %445 = llvm.mul %89, %9 : i64
      %446 = llvm.getelementptr %arg1[%445] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i8
      llvm.store %393, %446 {alignment = 4 : i64} : i32, !llvm.ptr<1>
      %447 = llvm.add %89, %8 : i64
      %448 = llvm.mul %447, %9 : i64
      %449 = llvm.getelementptr %arg1[%448] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i8
      llvm.store %394, %449 {alignment = 4 : i64} : i32, !llvm.ptr<1>
      %450 = llvm.add %89, %18 : i64
      %451 = llvm.mul %450, %9 : i64
      %452 = llvm.getelementptr %arg1[%451] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i8
      llvm.store %395, %452 {alignment = 4 : i64} : i32, !llvm.ptr<1>
      %453 = llvm.add %89, %3 : i64
      %454 = llvm.mul %453, %9 : i64
      %455 = llvm.getelementptr %arg1[%454] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i8
      llvm.store %396, %455 {alignment = 4 : i64} : i32, !llvm.ptr<1>
      llvm.br ^bb45
    ^bb45:  // 2 preds: ^bb43, ^bb44
      llvm.cond_br %404, ^bb46, ^bb47
    ^bb46:  // pred: ^bb45
      %456 = llvm.insertelement %398, %1[%7 : i32] : vector<4xi32>
      %457 = llvm.insertelement %399, %456[%6 : i32] : vector<4xi32>
      %458 = llvm.insertelement %400, %457[%19 : i32] : vector<4xi32>
      %459 = llvm.insertelement %401, %458[%0 : i32] : vector<4xi32>
      %460 = llvm.mul %92, %9 : i64
      %461 = llvm.getelementptr %arg1[%460] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i8
      llvm.store %459, %461 {alignment = 16 : i64} : vector<4xi32>, !llvm.ptr<1>
      llvm.br ^bb48
    ^bb47:  // pred: ^bb45
      %462 = llvm.mul %92, %9 : i64
      %463 = llvm.getelementptr %arg1[%462] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i8
      llvm.store %398, %463 {alignment = 4 : i64} : i32, !llvm.ptr<1>
      %464 = llvm.add %92, %8 : i64
      %465 = llvm.mul %464, %9 : i64
      %466 = llvm.getelementptr %arg1[%465] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i8
      llvm.store %399, %466 {alignment = 4 : i64} : i32, !llvm.ptr<1>
      %467 = llvm.add %92, %18 : i64
      %468 = llvm.mul %467, %9 : i64
      %469 = llvm.getelementptr %arg1[%468] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i8
      llvm.store %400, %469 {alignment = 4 : i64} : i32, !llvm.ptr<1>
      %470 = llvm.add %92, %3 : i64
      %471 = llvm.mul %470, %9 : i64
      %472 = llvm.getelementptr %arg1[%471] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i8
      llvm.store %401, %472 {alignment = 4 : i64} : i32, !llvm.ptr<1>
      llvm.br ^bb48
    ^bb48:  // 2 preds: ^bb46, ^bb47
      %473 = llvm.add %69, %8 : i64
      llvm.br ^bb5(%473, %377 : i64, i32)
    ^bb49:  // pred: ^bb5
      llvm.return
    }
  }
}

