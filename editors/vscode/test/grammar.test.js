//===- grammar.test.js - What is coloured how ------------------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

'use strict';

const assert = require('assert');
const fs = require('fs');
const path = require('path');
const test = require('node:test');
const oniguruma = require('vscode-oniguruma');
const textmate = require('vscode-textmate');

const extension = path.join(__dirname, '..');
const root = process.env.SCANC_ROOT || path.join(extension, '..', '..');

/// The grammar of MLIR with what is injected into it, as package.json has it.
async function loadGrammar() {
  const wasm = fs.readFileSync(
      require.resolve('vscode-oniguruma/release/onig.wasm'));
  await oniguruma.loadWASM(wasm.buffer.slice(
      wasm.byteOffset, wasm.byteOffset + wasm.byteLength));
  const {grammars} = require('../package.json').contributes;
  const registry = new textmate.Registry({
    onigLib: Promise.resolve({
      createOnigScanner: (sources) => new oniguruma.OnigScanner(sources),
      createOnigString: (text) => new oniguruma.OnigString(text),
    }),
    loadGrammar: async (scope) => {
      const entry = grammars.find(({scopeName}) => scopeName === scope);
      if (!entry)
        return null;
      const file = path.join(extension, entry.path);
      return textmate.parseRawGrammar(fs.readFileSync(file, 'utf8'), file);
    },
    getInjections: (scope) =>
        grammars.filter(({injectTo}) => injectTo && injectTo.includes(scope))
            .map(({scopeName}) => scopeName),
  });
  return registry.loadGrammar('source.mlir');
}

const loaded = loadGrammar();

/// [text, innermost scope] of each token of a text.
async function tokens(text) {
  const grammar = await loaded;
  const found = [];
  let state = textmate.INITIAL;
  for (const line of text.split('\n')) {
    const result = grammar.tokenizeLine(line, state);
    state = result.ruleStack;
    for (const {startIndex, endIndex, scopes} of result.tokens)
      found.push([line.slice(startIndex, endIndex).trim(),
                  scopes[scopes.length - 1]]);
  }
  return found;
}

async function expectScopes(text, expected) {
  const found = await tokens(text);
  for (const [what, scope] of expected)
    assert(found.some(([t, s]) => t === what && s === scope),
           `${what} is not ${scope}, but of ` +
               JSON.stringify(found.filter(([t]) => t === what)));
}

const circuit = (name) =>
    fs.readFileSync(path.join(root, 'circuits', name + '.mlir'), 'utf8');

test('a circuit', () => expectScopes(circuit('handmade_warp'), [
  ['prefix.circuit', 'keyword.declaration.prefix.mlir'],
  ['@ladner_fischer_p0', 'entity.name.function.circuit.prefix.mlir'],
  ['prefix.combine', 'support.function.operation.prefix.mlir'],
  ['%s0_3', 'variable.other.value.mlir'],
  ['31', 'constant.numeric.span.prefix.mlir'],
  ['expect', 'keyword.other.prefix.mlir'],
  ['depth', 'entity.other.attribute-name.mlir'],
  ['74', 'constant.numeric.integer.mlir'],
  ['prefix.scan', 'keyword.declaration.prefix.mlir'],
  ['inclusive', 'keyword.other.prefix.mlir'],
  ['plan', 'keyword.other.prefix.mlir'],
  ['@affine_i32', 'entity.name.function.symbol.mlir'],
]));

test('a monoid', () => expectScopes(circuit('argmax'), [
  ['prefix.monoid', 'keyword.declaration.prefix.mlir'],
  ['@argmax_f32_i64', 'entity.name.function.monoid.prefix.mlir'],
  ['idempotent', 'keyword.other.prefix.mlir'],
  ['identity', 'keyword.other.prefix.mlir'],
  ['combine', 'keyword.other.prefix.mlir'],
  ['arith.constant', 'support.function.operation.mlir'],
  ['0xFF800000', 'constant.numeric.hex.mlir'],
  ['f32', 'storage.type.mlir'],
  ['->', 'keyword.operator.arrow.mlir'],
  ['// The values tie and the high one has the lower index.',
   'comment.line.double-slash.mlir'],
]));

test('compositions and plans', async () => {
  await expectScopes(circuit('merrill_srts'), [
    ['prefix.compose', 'keyword.declaration.prefix.mlir'],
    ['width', 'keyword.other.prefix.mlir'],
    ['256', 'constant.numeric.integer.mlir'],
    ['leaf', 'keyword.declaration.prefix.mlir'],
    ['serial', 'entity.name.type.family.prefix.mlir'],
    ['on', 'keyword.other.prefix.mlir'],
    ['shared', 'constant.language.space.prefix.mlir'],
    ['via', 'keyword.other.prefix.mlir'],
    ['reduce_then_scan', 'constant.language.strategy.prefix.mlir'],
    ['two_level_streaming', 'constant.language.strategy.prefix.mlir'],
    ['strategy', 'entity.other.attribute-name.mlir'],
    ['warps', 'entity.other.attribute-name.mlir'],
    ['han_carlson', 'entity.name.type.family.prefix.mlir'],
    ['bit_reversed', 'constant.language.choice.prefix.mlir'],
  ]);
});

test('searches, and what follows a scan', () => expectScopes(
    'prefix.search @s = min size width 64 depth <= 7 fanout <= 16\n' +
        'prefix.scan @t inclusive reverse @s : (i32) -> (i32)\n' +
        'prefix.family @u = serial<4>', [
      ['@s', 'entity.name.function.circuit.prefix.mlir'],
      ['min', 'keyword.other.prefix.mlir'],
      ['fanout', 'keyword.other.prefix.mlir'],
      ['<=', 'keyword.operator.comparison.prefix.mlir'],
      ['reverse', 'keyword.other.prefix.mlir'],
      ['@u', 'entity.name.function.circuit.prefix.mlir'],
    ]));

test('chains that start from states', () => expectScopes(
    'prefix.scan @t exclusive @s init (1 : i32) initial final total\n' +
        '    : (i32) -> (i32)\n', [
      ['exclusive', 'keyword.other.prefix.mlir'],
      ['init', 'keyword.other.prefix.mlir'],
      ['initial', 'keyword.other.prefix.mlir'],
      ['final', 'keyword.other.prefix.mlir'],
      ['total', 'keyword.other.prefix.mlir'],
    ]));

test('MLIR of any dialect', () => expectScopes(
    '#map = affine_map<(d0) -> (d0)>\n' +
        'module attributes {gpu.container_module} {\n' +
        '  func.func @f(%a: memref<4x?xf32, #map>) -> !llvm.ptr {\n' +
        '  ^bb0:\n    %0:2 = "my.op"(%a) {x = 1.5e-3, y = "a\\n"} : () -> ' +
        '(vector<8xi1>, index)\n    // -----\n', [
      ['#map', 'support.constant.attribute.mlir'],
      ['affine_map', 'storage.type.attribute.mlir'],
      ['module', 'keyword.other.mlir'],
      ['attributes', 'keyword.other.mlir'],
      ['func.func', 'support.function.operation.mlir'],
      ['memref', 'storage.type.container.mlir'],
      ['4x?x', 'constant.numeric.shape.mlir'],
      ['f32', 'storage.type.mlir'],
      ['!llvm.ptr', 'entity.name.type.dialect.mlir'],
      ['^bb0', 'entity.name.label.block.mlir'],
      ['%0:2', 'variable.other.value.mlir'],
      ['1.5e-3', 'constant.numeric.float.mlir'],
      ['\\n', 'constant.character.escape.mlir'],
      ['index', 'storage.type.mlir'],
      ['// -----', 'comment.line.double-slash.separator.mlir'],
    ]));

test('words of scans are only words elsewhere', async () => {
  const found = await tokens('my.op on via width min { size = 3 }');
  for (const [text, scope] of found)
    if (/^[a-z]/.test(text))
      assert(!scope.includes('prefix'), `${text}: ${scope}`);
});

test('every example', async () => {
  const folder = path.join(root, 'circuits');
  const files = fs.readdirSync(folder).filter((f) => f.endsWith('.mlir'));
  assert(files.length > 20);
  for (const file of files) {
    const found = await tokens(fs.readFileSync(path.join(folder, file),
                                               'utf8'));
    // No word is without a colour.
    const bare = found.filter(
        ([text, scope]) => /[A-Za-z@%]/.test(text) &&
            /^(source|meta)\./.test(scope));
    assert.deepStrictEqual(bare, [], file);
  }
});
