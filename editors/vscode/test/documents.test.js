//===- documents.test.js - Which files the server gets ---------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

'use strict';

const assert = require('assert');
const test = require('node:test');
const {middlewareFor} = require('../src/documents');

const plain = 'func.func @f() { return }';

function session(all) {
  const log = [];
  const state = {text: plain};
  const document = {
    uri: {toString: () => 'file:///a.mlir'},
    getText: () => state.text,
  };
  const middleware =
      middlewareFor(() => all, async () => log.push('sent open'));
  const send = (kind) =>
      middleware[kind](kind === 'didChange' ? {document} : document,
                       async () => log.push(kind));
  return {log, state, send};
}

test('a file of another dialect stays away', async () => {
  const {log, send} = session(false);
  for (const kind of ['didOpen', 'didChange', 'didSave', 'didClose'])
    await send(kind);
  assert.deepStrictEqual(log, []);
});

test('until it uses the prefix dialect', async () => {
  const {log, state, send} = session(false);
  await send('didOpen');
  state.text = 'prefix.scan @s';
  await send('didChange');
  state.text = '';
  for (const kind of ['didChange', 'didSave', 'didClose', 'didClose'])
    await send(kind);
  assert.deepStrictEqual(log,
                         ['sent open', 'didChange', 'didSave', 'didClose']);
});

test('or all are wanted', async () => {
  const {log, send} = session(true);
  for (const kind of ['didOpen', 'didChange', 'didClose'])
    await send(kind);
  assert.deepStrictEqual(log, ['didOpen', 'didChange', 'didClose']);
});
