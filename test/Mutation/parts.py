#===- parts.py - Small kernels to mutate ----------------------------------===//
#
# Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""Kernels that tests of utils/mutation are made with; import it when utils/ can
be imported from."""

from mutation.ir import Module
from mutation.operators import mutants

INT = "(i32, i32) -> i32"


def kernel(*lines, name="k", phase=""):
    """A module with one kernel of these lines."""
    phase = f' {{prefix.phase = "{phase}"}}' if phase else ""
    body = "\n".join(f"      {line}" for line in lines)
    return f'''"builtin.module"() ({{
  "gpu.module"() <{{sym_name = "m"}}> ({{
    "gpu.func"() <{{function_type = (i32, !llvm.ptr<1>) -> ()}}> ({{
    ^bb0(%a: i32, %b: i32, %p: !llvm.ptr<1>, %s: !llvm.ptr<3>, %t: i1):
{body}
      "gpu.return"() : () -> ()
    }}) {{gpu.kernel, sym_name = "{name}"}} : () -> ()
  }}) : () -> ()
}}){phase} : () -> ()'''


def made(*lines, phase=""):
    """What each mutant of a kernel of these lines has in place of them, without
    indents: {site without the kernel: [lines]}."""
    module = Module(kernel(*lines, phase=phase))
    texts = {}
    for mutant in mutants(module):
        text = [line.strip() for line in mutant.text(module).split("\n")]
        site = mutant.site.removeprefix("k/")
        assert site not in texts, f"two mutants are called {site}"
        texts[site] = text[4:-4]
    return texts


ADD = f'%0 = "arith.addi"(%a, %b) : {INT}'
USE = '"llvm.store"(%0, %p) : (i32, !llvm.ptr<1>) -> ()'
LOAD = '%0 = "llvm.load"(%p) <{ordering = 0 : i64}> : (!llvm.ptr<1>) -> i32'
ACQUIRE = ('%0 = "llvm.load"(%p) <{ordering = 4 : i64, syncscope = "device"}> '
           ': (!llvm.ptr<1>) -> i32')
BARRIER = '"gpu.barrier"() : () -> ()'
WAIT = ('%1 = "nvvm.mbarrier.try_wait"(%s, %a) <{relaxed = false}> : '
        '(!llvm.ptr<3>, i32) -> i1')
CONSTANT = '%1 = "arith.constant"() <{value = 6 : i32}> : () -> i32'
FULL, EMPTY = (
    f'%{name} = "prefix.barriers"() <{{count = 2 : i64, name = "{name}", '
    f'offset = {offset} : i64}}> : () -> !prefix.barriers'
    for name, offset in (("full", 0), ("empty", 16)))
RELEASE = '"prefix.release"(%full, %a) : (!prefix.barriers, i32) -> ()'
CASES = [[FULL, EMPTY, RELEASE], [ADD, USE], [ACQUIRE, BARRIER, USE],
         [WAIT, USE], [
    CONSTANT, '%0 = "arith.cmpi"(%a, %1) <{predicate = 6 : i64}> : '
    '(i32, i32) -> i1'], ['"nvvm.bar.warp.sync"(%a) : (i32) -> ()']]
