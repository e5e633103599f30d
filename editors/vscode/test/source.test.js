//===- source.test.js - Which op is meant, in which part -------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

'use strict';

const assert = require('assert');
const test = require('node:test');
const source = require('../src/source');

const text = `// prefix.family @no = serial<2>
prefix.circuit @pair(%a, %b) {
  %x = prefix.combine %a, %b
  prefix.yield %a, %x
}
prefix.family @ks-1 = kogge_stone<32>
prefix.monoid @m identity { }
prefix.scan @s inclusive @m : (i32) -> (i32) plan <warp = @ks-1>
prefix.scan @t inclusive @m : (i32) -> (i32)
`;

function at(what, wanted = source.circuitOps) {
  const op = source.opAt(text, text.indexOf(what), wanted);
  return op && op.name;
}

test('ops with a name', () => {
  assert.deepStrictEqual(
      source.namedOps(text).map(({op, name}) => op + ' ' + name),
      ['circuit pair', 'family ks-1', 'monoid m', 'scan s', 'scan t']);
  assert.deepStrictEqual(source.namedOps('"prefix.family @x" // "'), []);
});

test('the op at the cursor', () => {
  assert.strictEqual(at('%x ='), 'pair');
  assert.strictEqual(at('kogge'), 'ks-1');
  // A reference means what it names; a monoid is no circuit.
  assert.strictEqual(at('@ks-1>'), 'ks-1');
  assert.strictEqual(at('@m'), null);
  assert.strictEqual(at('// prefix'), null);
  assert.strictEqual(at('plan', source.scanOps), 's');
  assert.strictEqual(at('@t', source.scanOps), 't');
});

test('the only op', () => {
  const one = '// here\nprefix.search @best = min size width 8\n';
  assert.strictEqual(source.opAt(one, 0, source.circuitOps).name, 'best');
});

test('parts keep their lines', () => {
  const parts = 'one\n// -----\ntwo\n// -----\nthree';
  assert.deepStrictEqual(source.partAt(parts, 0),
                         {text: 'one\n', begin: 0, lines: 0});
  const two = source.partAt(parts, parts.indexOf('two'));
  assert.strictEqual(two.text, '\n\ntwo\n');
  assert.strictEqual(two.lines, 1);
  assert.strictEqual(source.partAt(parts, parts.length).text,
                     '\n\n\n\nthree');
});

test('texts of the prefix dialect', () => {
  assert(source.usesPrefix('  prefix.scan @s'));
  assert(source.usesPrefix('%a = "x"() : () -> !prefix.span<0, 1>'));
  assert(!source.usesPrefix('// prefix.scan\nfunc.func @f()'));
  assert(!source.usesPrefix('my_prefix.scan'));
});
