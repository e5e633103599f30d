//===- source.js - The ops of a text, and which part is meant ---------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Commands need to know which circuit or scan the cursor is at, in texts that
// may not parse. Ops of the prefix dialect stand at the top and have a name:
//
//   prefix.circuit @pair(%a, %b) {     from here
//     ...
//   }                                  to the next one
//   prefix.family @ks = kogge_stone<32>
//
//===----------------------------------------------------------------------===//

'use strict';

const circuitOps = ['circuit', 'family', 'search', 'compose'];
const scanOps = ['scan'];

/// The text with blanks for comments and strings, so that places stay.
function withoutComments(text) {
  return text.replace(/\/\/[^\n]*|"(?:[^"\\\n]|\\.)*"/g,
                      (found) => ' '.repeat(found.length));
}

/// Whether a text has to do with the prefix dialect.
function usesPrefix(text) {
  return /(^|[^\w.$-])prefix\.[a-z]/.test(withoutComments(text));
}

/// The part of a text between '// -----' that an offset is in, after as many
/// line ends as there are before it: so errors are at the right lines.
function partAt(text, offset) {
  const mark = '// -----';
  const before = text.lastIndexOf(mark, offset - 1);
  const begin = before < 0 ? 0 : before + mark.length;
  const after = text.indexOf(mark, begin);
  const part = text.slice(begin, after < 0 ? text.length : after);
  const lines = text.slice(0, begin).split('\n').length - 1;
  return {text: '\n'.repeat(lines) + part, begin, lines};
}

/// The ops with a name: {op, name, begin, end}, in order.
function namedOps(text) {
  const ops = [];
  const pattern =
      /(?<![\w.$-])prefix\.(circuit|family|search|compose|monoid|scan)\s+@([\w$.-]+)/g;
  for (const match of withoutComments(text).matchAll(pattern)) {
    if (ops.length)
      ops[ops.length - 1].end = match.index;
    ops.push({op: match[1], name: match[2], begin: match.index,
              end: text.length});
  }
  return ops;
}

/// Which of the ops named in `wanted` an offset means: the one whose name is
/// there, else the one it is within, else the only one. Null where that says
/// nothing.
function opAt(text, offset, wanted) {
  const ops = namedOps(text).filter((op) => wanted.includes(op.op));
  const symbols = withoutComments(text).matchAll(/@([\w$.-]+)/g);
  for (const symbol of symbols) {
    const end = symbol.index + symbol[0].length;
    if (symbol.index <= offset && offset <= end) {
      const meant = ops.find((op) => op.name === symbol[1]);
      if (meant)
        return meant;
    }
  }
  const around = ops.find((op) => op.begin <= offset && offset < op.end);
  return around || (ops.length === 1 ? ops[0] : null);
}

module.exports = {circuitOps, scanOps, namedOps, opAt, partAt, usesPrefix};
