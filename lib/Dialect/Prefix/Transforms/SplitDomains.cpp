//===- SplitDomains.cpp - A scan for each domain --------------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "scanc/Dialect/Prefix/Transforms/Passes.h"

#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace scanc::prefix {
#define GEN_PASS_DEF_PREFIXSPLITDOMAINSPASS
#include "scanc/Dialect/Prefix/Transforms/Passes.h.inc"

namespace {
struct PrefixSplitDomainsPass
    : impl::PrefixSplitDomainsPassBase<PrefixSplitDomainsPass> {
  void runOnOperation() override {
    SymbolTable symbols(getOperation());
    for (auto scan :
         llvm::make_early_inc_range(getOperation().getOps<ScanOp>()))
      if (scan.getDomains() && failed(split(scan, symbols)))
        return signalPassFailure();
  }

private:
  /// Outputs of one more element for each chain leave gaps in the input: only
  /// the form that takes all strides has places for them.
  static SmallVector<Attribute> formsFor(ScanOp scan,
                                         DomainAttrInterface domain) {
    SmallVector<Attribute> forms = domain.getForms();
    if (scan.getTotal())
      forms.erase(forms.begin(), std::prev(forms.end()));
    return forms;
  }

  /// Of several domains, those whose chains lie side by side, or do not, have
  /// no part in a plan that names a strategy for the others.
  static bool isFor(PlanAttr plan, DomainAttrInterface form) {
    return !plan || !plan.getStrategy() ||
           plan.getStrategy().isAcross() == form.isAcross();
  }

  /// Whether a form is of a domain that somebody asked for: one of its own, or
  /// one that lists it as a form and has the same functions.
  static bool isAsked(ArrayRef<DomainAttrInterface> asked,
                      DomainAttrInterface form) {
    return llvm::any_of(asked, [&](DomainAttrInterface domain) {
      return domain == form ||
             (!form.isAcross() && !domain.isAcross() &&
              llvm::is_contained(domain.getForms(), Attribute(form)));
    });
  }

  static LogicalResult split(ScanOp scan, SymbolTable &symbols) {
    const SmallVector<DomainAttrInterface> asked = scan.getAllDomains();
    for (DomainAttrInterface domain : asked)
      if (domain.getColumns() > 1)
        return scan.emitError("the domain '")
               << domain.getName()
               << "' is not one to ask for: it is a form of others";
    SmallVector<DomainAttrInterface> forms;
    for (DomainAttrInterface domain : asked)
      for (Attribute each : formsFor(scan, domain))
        if (auto form = cast<DomainAttrInterface>(each);
            !llvm::is_contained(forms, form))
          forms.push_back(form);
    for (size_t i = 0; i < forms.size(); ++i)
      for (size_t k = i + 1; k < forms.size(); ++k)
        if (forms[i].getSuffix() == forms[k].getSuffix())
          return scan.emitError("the domains '")
                 << forms[i].getName() << "' and '" << forms[k].getName()
                 << "' have functions of one name";
    // In the order of a launcher, whatever the order in the source is: what has
    // the scan's own name first, what takes any axis last, and between them
    // those of which a launch is told less, then those of several chains as
    // one.
    llvm::sort(forms, [](DomainAttrInterface one, DomainAttrInterface other) {
      auto rankOf = [](DomainAttrInterface form) {
        return std::tuple(!form.getSuffix().empty(), form.isAcross(),
                          form.getColumns(), form.getSizeNames().size(),
                          form.getName());
      };
      return rankOf(one) < rankOf(other);
    });
    const std::string name = scan.getSymName().str();
    OpBuilder builder(scan);
    symbols.remove(scan);
    for (DomainAttrInterface form : forms) {
      const StringRef suffix = form.getSuffix();
      const std::string own = suffix.empty() ? name : name + "_" + suffix.str();
      if (Operation *other = symbols.lookup(own)) {
        InFlightDiagnostic error = scan.emitError("the domain '")
                                   << form.getName() << "' needs the name '@"
                                   << own << "', which something else has";
        error.attachNote(other->getLoc()) << "it is here";
        return error;
      }
      auto clone = cast<ScanOp>(builder.clone(*scan));
      clone.setSymName(own);
      clone.setDomainsAttr(builder.getArrayAttr(form));
      if (!llvm::is_contained(asked, form) ||
          (asked.size() > 1 && !isFor(scan.getPlanAttr(), form)))
        clone.removePlanAttr();
      if (!isAsked(asked, form))
        clone->setAttr(PrefixDialect::unaskedAttrName, builder.getUnitAttr());
      symbols.insert(clone, Block::iterator(scan));
    }
    scan.erase();
    return success();
  }
};
} // namespace
} // namespace scanc::prefix
