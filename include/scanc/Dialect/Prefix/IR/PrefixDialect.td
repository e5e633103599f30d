//===- PrefixDialect.td - The prefix dialect ---------------*- tablegen -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_DIALECT_PREFIX_IR_PREFIXDIALECT_TD
#define SCANC_DIALECT_PREFIX_IR_PREFIXDIALECT_TD

include "mlir/IR/OpBase.td"

def Prefix_Dialect : Dialect {
  let name = "prefix";
  let cppNamespace = "::scanc::prefix";
  let summary = "Prefix-scan circuits, monoids, and the scans made of them";
  let description = [{
    A *scan* combines the elements of a sequence with an associative operator
    and yields every prefix. This dialect describes the three things a scan
    kernel is made of, each in its own op and none knowing the others' insides:

    - *what* is combined: `prefix.monoid`, a state, its identity and an
      associative combine;
    - *in which order*: `prefix.circuit`, a dataflow graph whose wires carry
      the interval of inputs they have combined as their type,
      `!prefix.span<i, j>`, or `prefix.family`, a named instance such as
      `kogge_stone<32>`;
    - *where*: the plan of a `prefix.scan`, which names a strategy for the
      grid, a skeleton for each kernel, and a circuit for each level of the
      machine.

    A circuit that verifies is a scan for every associative operator,
    commutative or not: `combine` takes adjacent spans and output `k` covers
    `[0, k]` (Chong, Donaldson and Ketema, "A sound and complete abstraction
    for reasoning about parallel prefix sums", POPL 2014).

    The remaining ops appear from the `kernel` phase on, inside a
    `gpu.module`: each is one level of the machine (tile, thread, warp, block)
    and is lowered by one file of `lib/Conversion`.
  }];
  let useDefaultTypePrinterParser = 1;
  let useDefaultAttributePrinterParser = 0;
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::LLVM::LLVMDialect"];
  let hasOperationAttrVerify = 1;
  let extraClassDeclaration = [{
    /// On the module: the phase it has been lowered to, so that it can be resumed.
    static constexpr llvm::StringLiteral phaseAttrName = "prefix.phase";
    /// On the module: its `#prefix.target`.
    static constexpr llvm::StringLiteral targetAttrName = "prefix.target";
    /// On a gpu.module: its `#prefix.launch` description.
    static constexpr llvm::StringLiteral launchAttrName = "prefix.launch";
    /// On an op whose regions are run in rare cases only (unit): combines in
    /// there become calls of a function.
    static constexpr llvm::StringLiteral rareAttrName = "prefix.rare";
    /// On a monoid that the compiler has made of another one: its last value
    /// says whether a chain begins in the state.
    static constexpr llvm::StringLiteral partsAttrName = "prefix.parts";

    /// Of a scan, or of the module of its kernels: nobody asked for its domain,
    /// which another one needs.
    static constexpr llvm::StringLiteral unaskedAttrName = "prefix.unasked";
    /// On a wait (unit): it only keeps a thread from getting far ahead of the
    /// others. Without it a kernel is slower, and as right.
    static constexpr llvm::StringLiteral paceAttrName = "prefix.pace";

    void registerTypes();
    void registerAttrs();

    ::mlir::Attribute parseAttribute(::mlir::DialectAsmParser &parser,
                                     ::mlir::Type type) const override;
    void printAttribute(::mlir::Attribute attribute,
                        ::mlir::DialectAsmPrinter &printer) const override;

    /// Adds a strategy, an attribute of another library: what a folder of
    /// lib/Strategies does when it is registered.
    template <class AttrT> void addStrategy() {
      strategies.push_back(addKnown<AttrT>());
    }
    /// The same of a domain, and of a folder of lib/Domains.
    template <class AttrT> void addDomain() {
      domains.push_back(addKnown<AttrT>());
    }
    /// Every strategy, in the order in which they were added.
    std::vector<StrategyAttrInterface> getStrategies() const;
    /// The strategy of that name, or null.
    StrategyAttrInterface findStrategy(::llvm::StringRef name) const;
    /// Their names, with commas between them.
    std::string listStrategies() const;
    /// A strategy's name, behind `#prefix.` or `strategy =`. An error lists the
    /// strategies that there are.
    ::mlir::FailureOr<StrategyAttrInterface>
    parseStrategy(::mlir::AsmParser &parser) const;
    void printStrategy(StrategyAttrInterface strategy,
                       ::mlir::AsmPrinter &printer) const;

    /// Every domain that a scan may ask for, in the order in which they were
    /// added.
    std::vector<DomainAttrInterface> getDomains() const;
    /// The domain of that name, or null.
    DomainAttrInterface findDomain(::llvm::StringRef name) const;

  private:
    /// An attribute of another library, with nothing chosen.
    struct KnownAttribute {
      ::llvm::StringRef name;
      ::mlir::Attribute attribute;
      ::mlir::Attribute (*parse)(::mlir::AsmParser &);
      void (*print)(::mlir::Attribute, ::mlir::AsmPrinter &);
    };
    template <class AttrT> KnownAttribute addKnown() {
      addAttributes<AttrT>();
      return {AttrT::getMnemonic(), AttrT::get(getContext()),
              [](::mlir::AsmParser &parser) { return AttrT::parse(parser, {}); },
              [](::mlir::Attribute attribute, ::mlir::AsmPrinter &printer) {
                ::llvm::cast<AttrT>(attribute).print(printer);
              }};
    }
    static const KnownAttribute *
    findKnown(::llvm::ArrayRef<KnownAttribute> known, ::llvm::StringRef name);
    static void printKnown(::llvm::ArrayRef<KnownAttribute> known,
                           ::mlir::Attribute attribute,
                           ::mlir::AsmPrinter &printer);
    ::llvm::SmallVector<KnownAttribute> strategies, domains;

  public:
  }];
}

#endif // SCANC_DIALECT_PREFIX_IR_PREFIXDIALECT_TD
