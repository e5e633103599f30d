//===- ElementMap.h - What a map makes of elements --------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What an op that loads or stores elements makes of them by a `prefix.map`: in
// runs of elements that follow each other along a walk.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_LIB_CONVERSION_ACCESS_ELEMENTMAP_H
#define SCANC_LIB_CONVERSION_ACCESS_ELEMENTMAP_H

#include "scanc/Conversion/Access/Domain.h"

namespace scanc::prefix {

class ElementMap {
public:
  using Value = mlir::Value;
  using Values = llvm::SmallVector<Value>;
  /// The fields of an element by its number (i64).
  using Reader = std::function<Values(Value number)>;

  ElementMap(mlir::ImplicitLocOpBuilder &b, MapOp map) : b(b), map(map) {}

  /// Says where elements are in their walk: element k here is number
  /// `origin + k` (i64). What lies here ends before element `until`, if that is
  /// known; else nothing is read here beside a run.
  void place(std::unique_ptr<Domain> walk, Value origin, Value until) {
    domain = std::move(walk);
    this->origin = origin;
    this->until = until;
  }
  /// Says how elements of the whole walk are read that exist.
  void readAround(Reader reader) { around = std::move(reader); }

  MapArgumentsAttr takes() { return map.getMapArguments(); }
  bool takesElement() { return takes().getIn(); }

  /// What there is beside the states and the values of each of the `items`
  /// elements from `run` on, whose values are `fields`, of `types`: values of
  /// their neighbours, and their indices. `here` reads what lies here.
  llvm::SmallVector<Values> placed(Value run, int64_t items,
                                   llvm::ArrayRef<Value> fields,
                                   llvm::ArrayRef<mlir::Type> types,
                                   llvm::function_ref<Values(Value)> here);

  /// What it makes of `states`, which it takes, of the element's `fields` and
  /// of what placed() gives.
  Values apply(mlir::ValueRange states, mlir::ValueRange fields,
               llvm::ArrayRef<mlir::Type> types, llvm::ArrayRef<Value> placed);

  /// What a `store` gives, as fields of such types.
  Values toFields(Values values, llvm::ArrayRef<mlir::Type> types);

private:
  /// A run here, and the number of its first element along the walk.
  struct Run {
    Value first, number;
    int64_t items;
  };

  Value i64(int64_t value) {
    return mlir::arith::ConstantIntOp::create(b, value, 64);
  }
  Values elementAt(Value number);
  Values readAround(const Run &run, bool isLater);
  Values readBeside(const Run &run, bool isLater, mlir::TypeRange types,
                    llvm::function_ref<Values(Value)> here);
  void addNeighbours(const Run &run, llvm::ArrayRef<Value> places,
                     llvm::ArrayRef<Value> fields,
                     llvm::ArrayRef<mlir::Type> types,
                     llvm::function_ref<Values(Value)> here,
                     llvm::SmallVector<Values> &all);

  mlir::ImplicitLocOpBuilder &b;
  MapOp map;
  std::shared_ptr<Domain> domain; // where it is placed
  Value origin, until;
  Reader around; // where it looks at neighbours
};

} // namespace scanc::prefix

#endif // SCANC_LIB_CONVERSION_ACCESS_ELEMENTMAP_H
