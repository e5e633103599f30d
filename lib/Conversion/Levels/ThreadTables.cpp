//===- ThreadTables.cpp - What a thread is, as code -----------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ThreadTables.h"

using namespace mlir;

namespace scanc::prefix {

static Value i32(ImplicitLocOpBuilder &b, int64_t value) {
  return arith::ConstantIntOp::create(b, static_cast<int32_t>(value), 32);
}

static Value threadId(ImplicitLocOpBuilder &b) {
  Value id = gpu::ThreadIdOp::create(b, gpu::Dimension::x);
  return arith::IndexCastOp::create(b, b.getI32Type(), id);
}

Value ThreadTables::lookUp(ImplicitLocOpBuilder &b, DenseI32ArrayAttr table,
                           Value index) {
  LLVM::GlobalOp &global = globals[table];
  auto type = LLVM::LLVMArrayType::get(b.getI32Type(), table.size());
  constexpr unsigned globalSpace = 1;
  if (!global) {
    SymbolTable symbols(module);
    OpBuilder atStart = OpBuilder::atBlockBegin(module.getBody());
    auto elements = DenseElementsAttr::get(
        RankedTensorType::get({table.size()}, b.getI32Type()),
        table.asArrayRef());
    std::string name;
    for (size_t number = globals.size(); name.empty() || symbols.lookup(name);
         ++number)
      name = "thread_table_" + std::to_string(number);
    global = LLVM::GlobalOp::create(atStart, module.getLoc(), type,
                                    /*isConstant=*/true,
                                    LLVM::Linkage::Internal, name, elements,
                                    /*alignment=*/4, globalSpace);
  }
  auto pointer = LLVM::LLVMPointerType::get(b.getContext(), globalSpace);
  Value base = LLVM::AddressOfOp::create(b, pointer, global.getSymName());
  Value entry = LLVM::GEPOp::create(b, pointer, b.getI32Type(), base, index);
  auto load = LLVM::LoadOp::create(b, b.getI32Type(), entry, /*alignment=*/4);
  load.setInvariant(true);
  return load;
}

Value ThreadTables::number(ImplicitLocOpBuilder &b, IndexAttr index) {
  Value thread = threadId(b);
  ArrayRef<int32_t> table = index.getTable();
  if (table.empty()) {
    Value number = i32(b, index.getConstant());
    if (index.getScale())
      number = arith::AddIOp::create(
          b, arith::MulIOp::create(b, thread, i32(b, index.getScale())),
          number);
    if (index.getShifted()) {
      Value high = arith::ShRUIOp::create(b, thread, i32(b, index.getShift()));
      high = arith::MulIOp::create(b, high, i32(b, index.getShifted()));
      number = arith::AddIOp::create(b, high, number);
    }
    return number;
  }
  if (table.size() > 32)
    return lookUp(b, index.getTable(), thread);

  Value number = i32(b, 0);
  for (int bit = 0; bit < 31; ++bit) {
    uint32_t column = 0;
    for (auto [t, value] : llvm::enumerate(table))
      column |= (static_cast<uint32_t>(value) >> bit & 1) << t;
    if (!column)
      continue;
    Value own = arith::ShRUIOp::create(b, i32(b, column), thread);
    own = arith::AndIOp::create(b, own, i32(b, 1));
    own = arith::ShLIOp::create(b, own, i32(b, bit));
    number = arith::OrIOp::create(b, number, own);
  }
  return number;
}

Value ThreadTables::condition(ImplicitLocOpBuilder &b, ThreadSetAttr threads) {
  Value thread = threadId(b);
  auto compare = [&](arith::CmpIPredicate predicate, Value value,
                     int64_t constant) -> Value {
    return arith::CmpIOp::create(b, predicate, value, i32(b, constant));
  };
  auto kernel = cast<gpu::GPUFuncOp>(
      b.getInsertionBlock()->getParent()->getParentOfType<gpu::GPUFuncOp>());
  const int64_t first = threads.getFirst(), end = threads.getEnd(),
                all = kernel.getKnownBlockSize()->front();
  Value range;
  if (end - first == 1)
    range = compare(arith::CmpIPredicate::eq, thread, first);
  else if (first && end < all)
    range =
        compare(arith::CmpIPredicate::ult,
                arith::SubIOp::create(b, thread, i32(b, first)), end - first);
  else if (first)
    range = compare(arith::CmpIPredicate::uge, thread, first);
  else if (end < all)
    range = compare(arith::CmpIPredicate::ult, thread, end);

  Value pattern;
  const int64_t argument = threads.getArgument();
  auto bitOf = [&](Value word, Value bit) -> Value {
    return arith::TruncIOp::create(b, b.getI1Type(),
                                   arith::ShRUIOp::create(b, word, bit));
  };
  switch (threads.getPattern()) {
  case ThreadPattern::All:
    break;
  case ThreadPattern::Step:
    pattern = compare(arith::CmpIPredicate::eq,
                      arith::AndIOp::create(b, thread, i32(b, argument - 1)),
                      first % argument);
    break;
  case ThreadPattern::Bit:
    pattern = bitOf(thread, i32(b, argument));
    break;
  case ThreadPattern::Mask:
    pattern =
        bitOf(i32(b, argument), arith::AndIOp::create(b, thread, i32(b, 31)));
    break;
  case ThreadPattern::Words: {
    DenseI32ArrayAttr words = threads.getWords();
    Value word =
        words.size() == 1
            ? i32(b, words[0])
            : lookUp(b, words, arith::ShRUIOp::create(b, thread, i32(b, 5)));
    pattern = bitOf(word, arith::AndIOp::create(b, thread, i32(b, 31)));
    break;
  }
  }
  if (!range && !pattern)
    return arith::ConstantIntOp::create(b, 1, 1);
  if (!range || !pattern)
    return range ? range : pattern;
  return arith::AndIOp::create(b, range, pattern);
}

} // namespace scanc::prefix
