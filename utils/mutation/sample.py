#===- sample.py - Which mutants are judged --------------------------------===//
#
# Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""A sample of mutants, stratified by kind and strategy.

The draws of a stratum depend only on the seed and on the stratum: a view of the
strategy's bases, then one of its mutants of the kind, each with equal chances,
and none twice. A larger sample has the smaller one in it.
"""

import random

MOST_TRIES = 200


def draws(kind, views, seed):
    """Views and mutants of a stratum, without end or until there are no more."""
    if not views:
        return
    rng = random.Random(f"{seed}/{kind}/{views[0].base.strategy}")
    seen = set()
    tries = 0
    while tries < MOST_TRIES:
        view = rng.choice(views)
        mutants = view.by_kind.get(kind, [])
        if mutants:
            mutant = rng.choice(mutants)
            if (view.name, mutant.site) not in seen:
                seen.add((view.name, mutant.site))
                tries = 0
                yield view, mutant
                continue
        tries += 1


def sample(count, kinds, views, seed):
    """`count` views and mutants, fewer if there are not so many: from each
    stratum one, in turns."""
    strategies = sorted({view.base.strategy for view in views})
    strata = [draws(kind, [v for v in views if v.base.strategy == strategy],
                    seed)
              for kind in kinds for strategy in strategies]
    while strata and count > 0:
        for stratum in list(strata):
            drawn = next(stratum, None)
            if drawn is None:
                strata.remove(stratum)
                continue
            yield drawn
            count -= 1
            if count == 0:
                return
