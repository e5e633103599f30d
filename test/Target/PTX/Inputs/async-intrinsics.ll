; Every intrinsic of mbarriers, asynchronous copies and their fences that the
; executor takes. It is compiled by llc (async-intrinsics.test), so that none of
; them exists in the executor alone, and by the executor (AsyncCopyTest).

define ptx_kernel void @k(ptr %p, ptr addrspace(3) %s, ptr addrspace(3) %m, ptr addrspace(7) %c, ptr addrspace(1) %g, i32 %n, i64 %t) {
  call void @llvm.nvvm.mbarrier.init(ptr %p, i32 %n)
  call void @llvm.nvvm.mbarrier.inval(ptr %p)
  %r2 = call i64 @llvm.nvvm.mbarrier.arrive(ptr %p)
  store volatile i64 %r2, ptr %p
  %r4 = call i64 @llvm.nvvm.mbarrier.arrive.noComplete(ptr %p, i32 %n)
  store volatile i64 %r4, ptr %p
  %r6 = call i64 @llvm.nvvm.mbarrier.arrive.drop(ptr %p)
  store volatile i64 %r6, ptr %p
  %r8 = call i64 @llvm.nvvm.mbarrier.arrive.drop.noComplete(ptr %p, i32 %n)
  store volatile i64 %r8, ptr %p
  %r10 = call i1 @llvm.nvvm.mbarrier.test.wait(ptr %p, i64 %t)
  store volatile i1 %r10, ptr %p
  call void @llvm.nvvm.cp.async.mbarrier.arrive(ptr %p)
  call void @llvm.nvvm.cp.async.mbarrier.arrive.noinc(ptr %p)
  call void @llvm.nvvm.mbarrier.init.shared(ptr addrspace(3) %m, i32 %n)
  call void @llvm.nvvm.mbarrier.inval.shared(ptr addrspace(3) %m)
  %r16 = call i64 @llvm.nvvm.mbarrier.arrive.shared(ptr addrspace(3) %m)
  store volatile i64 %r16, ptr %p
  %r18 = call i64 @llvm.nvvm.mbarrier.arrive.noComplete.shared(ptr addrspace(3) %m, i32 %n)
  store volatile i64 %r18, ptr %p
  %r20 = call i64 @llvm.nvvm.mbarrier.arrive.drop.shared(ptr addrspace(3) %m)
  store volatile i64 %r20, ptr %p
  %r22 = call i64 @llvm.nvvm.mbarrier.arrive.drop.noComplete.shared(ptr addrspace(3) %m, i32 %n)
  store volatile i64 %r22, ptr %p
  %r24 = call i1 @llvm.nvvm.mbarrier.test.wait.shared(ptr addrspace(3) %m, i64 %t)
  store volatile i1 %r24, ptr %p
  call void @llvm.nvvm.cp.async.mbarrier.arrive.shared(ptr addrspace(3) %m)
  call void @llvm.nvvm.cp.async.mbarrier.arrive.noinc.shared(ptr addrspace(3) %m)
  %r28 = call i32 @llvm.nvvm.mbarrier.pending.count(i64 %t)
  store volatile i32 %r28, ptr %p
  call void @llvm.nvvm.mbarrier.expect.tx.scope.cta.space.cta(ptr addrspace(3) %m, i32 %n)
  call void @llvm.nvvm.mbarrier.complete.tx.scope.cta.space.cta(ptr addrspace(3) %m, i32 %n)
  %r32 = call i64 @llvm.nvvm.mbarrier.arrive.scope.cta.space.cta(ptr addrspace(3) %m, i32 %n)
  store volatile i64 %r32, ptr %p
  %r34 = call i64 @llvm.nvvm.mbarrier.arrive.relaxed.scope.cta.space.cta(ptr addrspace(3) %m, i32 %n)
  store volatile i64 %r34, ptr %p
  %r36 = call i64 @llvm.nvvm.mbarrier.arrive.expect.tx.scope.cta.space.cta(ptr addrspace(3) %m, i32 %n)
  store volatile i64 %r36, ptr %p
  %r38 = call i64 @llvm.nvvm.mbarrier.arrive.expect.tx.relaxed.scope.cta.space.cta(ptr addrspace(3) %m, i32 %n)
  store volatile i64 %r38, ptr %p
  %r40 = call i64 @llvm.nvvm.mbarrier.arrive.drop.scope.cta.space.cta(ptr addrspace(3) %m, i32 %n)
  store volatile i64 %r40, ptr %p
  %r42 = call i64 @llvm.nvvm.mbarrier.arrive.drop.relaxed.scope.cta.space.cta(ptr addrspace(3) %m, i32 %n)
  store volatile i64 %r42, ptr %p
  %r44 = call i64 @llvm.nvvm.mbarrier.arrive.drop.expect.tx.scope.cta.space.cta(ptr addrspace(3) %m, i32 %n)
  store volatile i64 %r44, ptr %p
  %r46 = call i64 @llvm.nvvm.mbarrier.arrive.drop.expect.tx.relaxed.scope.cta.space.cta(ptr addrspace(3) %m, i32 %n)
  store volatile i64 %r46, ptr %p
  call void @llvm.nvvm.mbarrier.expect.tx.scope.cta.space.cluster(ptr addrspace(7) %c, i32 %n)
  call void @llvm.nvvm.mbarrier.complete.tx.scope.cta.space.cluster(ptr addrspace(7) %c, i32 %n)
  call void @llvm.nvvm.mbarrier.arrive.scope.cta.space.cluster(ptr addrspace(7) %c, i32 %n)
  call void @llvm.nvvm.mbarrier.arrive.relaxed.scope.cta.space.cluster(ptr addrspace(7) %c, i32 %n)
  call void @llvm.nvvm.mbarrier.arrive.expect.tx.scope.cta.space.cluster(ptr addrspace(7) %c, i32 %n)
  call void @llvm.nvvm.mbarrier.arrive.expect.tx.relaxed.scope.cta.space.cluster(ptr addrspace(7) %c, i32 %n)
  call void @llvm.nvvm.mbarrier.arrive.drop.scope.cta.space.cluster(ptr addrspace(7) %c, i32 %n)
  call void @llvm.nvvm.mbarrier.arrive.drop.relaxed.scope.cta.space.cluster(ptr addrspace(7) %c, i32 %n)
  call void @llvm.nvvm.mbarrier.arrive.drop.expect.tx.scope.cta.space.cluster(ptr addrspace(7) %c, i32 %n)
  call void @llvm.nvvm.mbarrier.arrive.drop.expect.tx.relaxed.scope.cta.space.cluster(ptr addrspace(7) %c, i32 %n)
  %r58 = call i1 @llvm.nvvm.mbarrier.test.wait.scope.cta.space.cta(ptr addrspace(3) %m, i64 %t)
  store volatile i1 %r58, ptr %p
  %r60 = call i1 @llvm.nvvm.mbarrier.test.wait.relaxed.scope.cta.space.cta(ptr addrspace(3) %m, i64 %t)
  store volatile i1 %r60, ptr %p
  %r62 = call i1 @llvm.nvvm.mbarrier.test.wait.parity.scope.cta.space.cta(ptr addrspace(3) %m, i32 %n)
  store volatile i1 %r62, ptr %p
  %r64 = call i1 @llvm.nvvm.mbarrier.test.wait.parity.relaxed.scope.cta.space.cta(ptr addrspace(3) %m, i32 %n)
  store volatile i1 %r64, ptr %p
  %r66 = call i1 @llvm.nvvm.mbarrier.try.wait.scope.cta.space.cta(ptr addrspace(3) %m, i64 %t)
  store volatile i1 %r66, ptr %p
  %r68 = call i1 @llvm.nvvm.mbarrier.try.wait.relaxed.scope.cta.space.cta(ptr addrspace(3) %m, i64 %t)
  store volatile i1 %r68, ptr %p
  %r70 = call i1 @llvm.nvvm.mbarrier.try.wait.tl.scope.cta.space.cta(ptr addrspace(3) %m, i64 %t, i32 9)
  store volatile i1 %r70, ptr %p
  %r72 = call i1 @llvm.nvvm.mbarrier.try.wait.tl.relaxed.scope.cta.space.cta(ptr addrspace(3) %m, i64 %t, i32 9)
  store volatile i1 %r72, ptr %p
  %r74 = call i1 @llvm.nvvm.mbarrier.try.wait.parity.scope.cta.space.cta(ptr addrspace(3) %m, i32 %n)
  store volatile i1 %r74, ptr %p
  %r76 = call i1 @llvm.nvvm.mbarrier.try.wait.parity.relaxed.scope.cta.space.cta(ptr addrspace(3) %m, i32 %n)
  store volatile i1 %r76, ptr %p
  %r78 = call i1 @llvm.nvvm.mbarrier.try.wait.parity.tl.scope.cta.space.cta(ptr addrspace(3) %m, i32 %n, i32 9)
  store volatile i1 %r78, ptr %p
  %r80 = call i1 @llvm.nvvm.mbarrier.try.wait.parity.tl.relaxed.scope.cta.space.cta(ptr addrspace(3) %m, i32 %n, i32 9)
  store volatile i1 %r80, ptr %p
  call void @llvm.nvvm.mbarrier.expect.tx.scope.cluster.space.cta(ptr addrspace(3) %m, i32 %n)
  call void @llvm.nvvm.mbarrier.complete.tx.scope.cluster.space.cta(ptr addrspace(3) %m, i32 %n)
  %r84 = call i64 @llvm.nvvm.mbarrier.arrive.scope.cluster.space.cta(ptr addrspace(3) %m, i32 %n)
  store volatile i64 %r84, ptr %p
  %r86 = call i64 @llvm.nvvm.mbarrier.arrive.relaxed.scope.cluster.space.cta(ptr addrspace(3) %m, i32 %n)
  store volatile i64 %r86, ptr %p
  %r88 = call i64 @llvm.nvvm.mbarrier.arrive.expect.tx.scope.cluster.space.cta(ptr addrspace(3) %m, i32 %n)
  store volatile i64 %r88, ptr %p
  %r90 = call i64 @llvm.nvvm.mbarrier.arrive.expect.tx.relaxed.scope.cluster.space.cta(ptr addrspace(3) %m, i32 %n)
  store volatile i64 %r90, ptr %p
  %r92 = call i64 @llvm.nvvm.mbarrier.arrive.drop.scope.cluster.space.cta(ptr addrspace(3) %m, i32 %n)
  store volatile i64 %r92, ptr %p
  %r94 = call i64 @llvm.nvvm.mbarrier.arrive.drop.relaxed.scope.cluster.space.cta(ptr addrspace(3) %m, i32 %n)
  store volatile i64 %r94, ptr %p
  %r96 = call i64 @llvm.nvvm.mbarrier.arrive.drop.expect.tx.scope.cluster.space.cta(ptr addrspace(3) %m, i32 %n)
  store volatile i64 %r96, ptr %p
  %r98 = call i64 @llvm.nvvm.mbarrier.arrive.drop.expect.tx.relaxed.scope.cluster.space.cta(ptr addrspace(3) %m, i32 %n)
  store volatile i64 %r98, ptr %p
  call void @llvm.nvvm.mbarrier.expect.tx.scope.cluster.space.cluster(ptr addrspace(7) %c, i32 %n)
  call void @llvm.nvvm.mbarrier.complete.tx.scope.cluster.space.cluster(ptr addrspace(7) %c, i32 %n)
  call void @llvm.nvvm.mbarrier.arrive.scope.cluster.space.cluster(ptr addrspace(7) %c, i32 %n)
  call void @llvm.nvvm.mbarrier.arrive.relaxed.scope.cluster.space.cluster(ptr addrspace(7) %c, i32 %n)
  call void @llvm.nvvm.mbarrier.arrive.expect.tx.scope.cluster.space.cluster(ptr addrspace(7) %c, i32 %n)
  call void @llvm.nvvm.mbarrier.arrive.expect.tx.relaxed.scope.cluster.space.cluster(ptr addrspace(7) %c, i32 %n)
  call void @llvm.nvvm.mbarrier.arrive.drop.scope.cluster.space.cluster(ptr addrspace(7) %c, i32 %n)
  call void @llvm.nvvm.mbarrier.arrive.drop.relaxed.scope.cluster.space.cluster(ptr addrspace(7) %c, i32 %n)
  call void @llvm.nvvm.mbarrier.arrive.drop.expect.tx.scope.cluster.space.cluster(ptr addrspace(7) %c, i32 %n)
  call void @llvm.nvvm.mbarrier.arrive.drop.expect.tx.relaxed.scope.cluster.space.cluster(ptr addrspace(7) %c, i32 %n)
  %r110 = call i1 @llvm.nvvm.mbarrier.test.wait.scope.cluster.space.cta(ptr addrspace(3) %m, i64 %t)
  store volatile i1 %r110, ptr %p
  %r112 = call i1 @llvm.nvvm.mbarrier.test.wait.relaxed.scope.cluster.space.cta(ptr addrspace(3) %m, i64 %t)
  store volatile i1 %r112, ptr %p
  %r114 = call i1 @llvm.nvvm.mbarrier.test.wait.parity.scope.cluster.space.cta(ptr addrspace(3) %m, i32 %n)
  store volatile i1 %r114, ptr %p
  %r116 = call i1 @llvm.nvvm.mbarrier.test.wait.parity.relaxed.scope.cluster.space.cta(ptr addrspace(3) %m, i32 %n)
  store volatile i1 %r116, ptr %p
  %r118 = call i1 @llvm.nvvm.mbarrier.try.wait.scope.cluster.space.cta(ptr addrspace(3) %m, i64 %t)
  store volatile i1 %r118, ptr %p
  %r120 = call i1 @llvm.nvvm.mbarrier.try.wait.relaxed.scope.cluster.space.cta(ptr addrspace(3) %m, i64 %t)
  store volatile i1 %r120, ptr %p
  %r122 = call i1 @llvm.nvvm.mbarrier.try.wait.tl.scope.cluster.space.cta(ptr addrspace(3) %m, i64 %t, i32 9)
  store volatile i1 %r122, ptr %p
  %r124 = call i1 @llvm.nvvm.mbarrier.try.wait.tl.relaxed.scope.cluster.space.cta(ptr addrspace(3) %m, i64 %t, i32 9)
  store volatile i1 %r124, ptr %p
  %r126 = call i1 @llvm.nvvm.mbarrier.try.wait.parity.scope.cluster.space.cta(ptr addrspace(3) %m, i32 %n)
  store volatile i1 %r126, ptr %p
  %r128 = call i1 @llvm.nvvm.mbarrier.try.wait.parity.relaxed.scope.cluster.space.cta(ptr addrspace(3) %m, i32 %n)
  store volatile i1 %r128, ptr %p
  %r130 = call i1 @llvm.nvvm.mbarrier.try.wait.parity.tl.scope.cluster.space.cta(ptr addrspace(3) %m, i32 %n, i32 9)
  store volatile i1 %r130, ptr %p
  %r132 = call i1 @llvm.nvvm.mbarrier.try.wait.parity.tl.relaxed.scope.cluster.space.cta(ptr addrspace(3) %m, i32 %n, i32 9)
  store volatile i1 %r132, ptr %p
  call void @llvm.nvvm.cp.async.ca.shared.global.4(ptr addrspace(3) %s, ptr addrspace(1) %g)
  call void @llvm.nvvm.cp.async.ca.shared.global.4.s(ptr addrspace(3) %s, ptr addrspace(1) %g, i32 %n)
  call void @llvm.nvvm.cp.async.ca.shared.global.8(ptr addrspace(3) %s, ptr addrspace(1) %g)
  call void @llvm.nvvm.cp.async.ca.shared.global.8.s(ptr addrspace(3) %s, ptr addrspace(1) %g, i32 %n)
  call void @llvm.nvvm.cp.async.ca.shared.global.16(ptr addrspace(3) %s, ptr addrspace(1) %g)
  call void @llvm.nvvm.cp.async.ca.shared.global.16.s(ptr addrspace(3) %s, ptr addrspace(1) %g, i32 %n)
  call void @llvm.nvvm.cp.async.cg.shared.global.16(ptr addrspace(3) %s, ptr addrspace(1) %g)
  call void @llvm.nvvm.cp.async.cg.shared.global.16.s(ptr addrspace(3) %s, ptr addrspace(1) %g, i32 %n)
  call void @llvm.nvvm.cp.async.commit.group()
  call void @llvm.nvvm.cp.async.wait.group(i32 1)
  call void @llvm.nvvm.cp.async.wait.all()
  call void @llvm.nvvm.cp.async.bulk.commit.group()
  call void @llvm.nvvm.cp.async.bulk.wait.group(i32 1)
  call void @llvm.nvvm.cp.async.bulk.wait.group.read(i32 1)
  call void @llvm.nvvm.cp.async.bulk.global.to.shared.cluster(ptr addrspace(7) %c, ptr addrspace(3) %m, ptr addrspace(1) %g, i32 %n, i16 0, i64 0, i1 false, i1 false)
  call void @llvm.nvvm.cp.async.bulk.global.to.shared.cta(ptr addrspace(3) %s, ptr addrspace(3) %m, ptr addrspace(1) %g, i32 %n, i64 0, i1 false)
  call void @llvm.nvvm.cp.async.bulk.shared.cta.to.cluster(ptr addrspace(7) %c, ptr addrspace(3) %m, ptr addrspace(3) %s, i32 %n)
  call void @llvm.nvvm.cp.async.bulk.shared.cta.to.global(ptr addrspace(1) %g, ptr addrspace(3) %s, i32 %n, i64 0, i1 false)
  call void @llvm.nvvm.cp.async.bulk.prefetch.L2(ptr addrspace(1) %g, i32 %n, i64 0, i1 false)
  call void @llvm.nvvm.fence.proxy.alias()
  call void @llvm.nvvm.fence.proxy.async()
  call void @llvm.nvvm.fence.proxy.async.global()
  call void @llvm.nvvm.fence.proxy.async.shared_cta()
  call void @llvm.nvvm.fence.proxy.async.shared_cluster()
  call void @llvm.nvvm.fence.proxy.async_generic.acquire.sync_restrict.space.cluster.scope.cluster()
  call void @llvm.nvvm.fence.proxy.async_generic.release.sync_restrict.space.cta.scope.cluster()
  call void @llvm.nvvm.fence.mbarrier_init.release.cluster()
  call void @llvm.nvvm.fence.sc.cluster()
  call void @llvm.nvvm.fence.acquire.sync_restrict.space.cluster.scope.cluster()
  call void @llvm.nvvm.fence.release.sync_restrict.space.cta.scope.cluster()
  ret void
}
