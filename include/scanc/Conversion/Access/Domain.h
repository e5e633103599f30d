//===- Domain.h - Where the elements of a walk lie --------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a kernel asks where elements are. Elements are named by their number in
// the walk: 0 is the one that a scan takes first, wherever it lies in memory.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_CONVERSION_ACCESS_DOMAIN_H
#define SCANC_CONVERSION_ACCESS_DOMAIN_H

#include "scanc/Dialect/Prefix/IR/Prefix.h"

#include "mlir/IR/ImplicitLocOpBuilder.h"

#include <memory>

namespace scanc::prefix {

/// Consecutive elements of a walk (i64 all).
struct Span {
  mlir::Value first, elements;
  mlir::Value end = {}; // the number behind the last one, where it is known
};

/// How elements that follow each other lie in memory: side by side, the first
/// one first or the last one first, or with others between them.
enum class RunOrder { Forward, Backward, Apart };

/// What a walk goes over: the arrays of elements, or of outputs, or, where
/// these have strides, too, the states of chains.
enum class Side { Input, Output, States };

/// Where a walk begins anew: a scan is of chains of elements, each by itself.
class Restarts {
public:
  using Builder = mlir::ImplicitLocOpBuilder;
  using Value = mlir::Value;

  virtual ~Restarts();

  /// Of `items` (at most 32) elements from `first` on (i64), a bit for each
  /// that begins a chain (i32).
  virtual Value mask(Builder &b, Value first, int64_t items) const = 0;
  /// Whether one of the `count` elements from `first` on (i64) begins a chain
  /// (i1).
  virtual Value any(Builder &b, Value first, Value count) const = 0;

  /// Of `stretches` (at most 32) that follow each other from `first` on (i64),
  /// `count` elements each (i64), a bit for each in which a chain begins (i32).
  virtual Value anyOfEach(Builder &b, Value first, Value count,
                          int64_t stretches) const;

  /// An i32 that says where chains begin in the tile whose first element is
  /// `first` (i64), for who is not to keep more of a tile than that.
  virtual Value note(Builder &b, Value first) const = 0;
  /// The same of the elements of such a tile, counted from its first one.
  virtual std::unique_ptr<Restarts> inTile(Value note) const = 0;
};

/// A walk whose sizes are values of a kernel. Methods build where `b` does.
class Domain {
public:
  using Builder = mlir::ImplicitLocOpBuilder;
  using Value = mlir::Value;

  Domain(DomainAttrInterface attribute, mlir::ValueRange sizes, bool isReversed)
      : attribute(attribute), sizes(sizes), isReversed(isReversed) {}
  virtual ~Domain();

  /// Builds what a kernel needs again and again, once, where the kernel begins;
  /// before its restarts are asked.
  virtual void prepare(Builder &b) {}

  /// What `scan` walks over, with such sizes.
  static std::unique_ptr<Domain> of(ScanOp scan, mlir::ValueRange sizes);
  /// That of a `prefix.walk`, prepared where this is if it has strides.
  static std::unique_ptr<Domain> of(WalkOp walk);
  /// The same, prepared in any case.
  static std::unique_ptr<Domain> prepared(WalkOp walk);

  /// Elements in all (i64).
  virtual Value length() const = 0;
  virtual RunOrder runOrder() const = 0;
  /// Whether an element's number is its index in memory.
  virtual bool isPlain() const { return false; }
  /// Where in memory the first of `span`'s elements there is, counted in
  /// elements (i64). All of them lie side by side, or there is one alone.
  virtual Value startInMemory(Builder &b, const Span &span) const = 0;
  /// The same in array `array` of those that the walk goes over, where each has
  /// a stride of its own.
  virtual Value startInArray(Builder &b, const Span &span, size_t array) const {
    return startInMemory(b, span);
  }
  /// The number in the walk of the first of `elements` that lie side by side
  /// from `start` on in memory (i64 all): the converse of startInMemory().
  virtual Value numberAt(Builder &b, Value start, Value elements) const;
  /// Where each of the `items` elements from number `first` on is in its chain,
  /// counted from the chain's first element in memory (i64 all). The domain is
  /// prepared.
  virtual llvm::SmallVector<Value> placesInChain(Builder &b, Value first,
                                                 int64_t items) const;
  /// In which chain element `number` is, counted as chains lie in memory (i64
  /// both). The domain is prepared.
  virtual Value chainOf(Builder &b, Value number) const;
  /// Elements of each chain (i64). The domain is prepared.
  virtual Value chainLength(Builder &) const { return length(); }
  /// How many chains there are (i64). The domain is prepared.
  virtual Value countChains(Builder &b) const;
  /// Of chains that lie side by side (`isAcross`): where chain `chain` (i64)
  /// begins in the walk, in each array, counted in its elements (i64). In
  /// longer arrays, chains have one element more, the last one in memory. The
  /// domain is prepared, for all three.
  virtual llvm::SmallVector<Value> placesOfChain(Builder &b, Value chain,
                                                 bool isLonger) const;
  /// From an element of such a chain to the next of the walk, in elements of
  /// array `array` (i64).
  virtual Value stepOf(Builder &b, size_t array) const;
  /// Whether chains k * count to k * count + count - 1 lie side by side in all
  /// arrays, and all elements that begin such places a multiple of `count`, a
  /// power of two, from the array's beginning (i1).
  virtual Value areSideBySide(Builder &b, int64_t count) const;
  /// How many chains, from a multiple of as many on, lie without gaps in all
  /// arrays, a step of all of them behind the step before: they fill a stretch
  /// of memory. 0 where they do not (i64).
  virtual Value chainsOfStretch(Builder &b) const;
  /// Whether an element lies in memory behind those that come after it.
  bool isBackward() const { return isReversed; }
  /// From where on in memory, counted in elements (i64), all whole runs are a
  /// multiple of a run away; null: from the beginning.
  virtual Value anchor(Builder &b) const = 0;
  /// The same walk of a tile alone, of so many elements (i64), which lies in a
  /// place of its own as it lies in memory.
  virtual std::unique_ptr<Domain> ofTile(Value elements) const = 0;
  /// Null: the first element begins the only chain.
  virtual const Restarts *restarts() const { return nullptr; }

  /// What tile ops take as `along`, over the arrays of one side; null for an
  /// array's elements in their order.
  Value walk(Builder &b, Side side) const;
  /// The same of every domain.
  mlir::TypedValue<WalkType> bind(Builder &b, Side side) const;
  /// How many tiles of `tile` elements there are (i64), the last of which may
  /// be shorter.
  Value countTiles(Builder &b, int64_t tile) const;
  /// Tile `index`, of tiles of `tileLength` elements (i64 both).
  Span tile(Builder &b, Value index, Value tileLength) const;

protected:
  DomainAttrInterface attribute;
  llvm::SmallVector<Value> sizes;
  bool isReversed;

private:
  size_t inputs = 0, outputs = 0; // arrays, of a scan's domain
};

} // namespace scanc::prefix

#include "scanc/Conversion/DomainWalk.h.inc"

#endif // SCANC_CONVERSION_ACCESS_DOMAIN_H
