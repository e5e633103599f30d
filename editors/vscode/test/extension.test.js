//===- extension.test.js - The bundle, as VS Code loads it -------------------===//
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
const {bundle, load, stub} = require('./host');

const manifest = require('../package.json');

test('the bundle registers the commands of the manifest', async () => {
  assert(fs.existsSync(bundle), 'run "npm run bundle" first');
  const registered = [];
  const vscode = {
    window: {createOutputChannel: () => ({appendLine() {}})},
    commands: {
      registerCommand: (name, command) => {
        registered.push(name);
        assert.strictEqual(typeof command, 'function');
        return {dispose() {}};
      },
    },
    workspace: {
      getConfiguration: () => ({get: () => 'off'}),
      onDidChangeConfiguration: () => ({dispose() {}}),
    },
  };
  const context = {subscriptions: []};
  const extension = load(bundle, vscode);
  extension.activate(context);
  await extension.deactivate();
  assert.deepStrictEqual(
      registered.sort(),
      manifest.contributes.commands.map(({command}) => command).sort());
  assert.strictEqual(context.subscriptions.length, registered.length + 2);
});

test('the bundle holds the language client', () => {
  // Loading it is enough to see that nothing is missing.
  assert.strictEqual(typeof load(bundle, stub({})).activate, 'function');
  assert.match(fs.readFileSync(bundle, 'utf8'), /textDocument\/hover/);
});

test('everything that the manifest names is there', () => {
  const {contributes} = manifest;
  for (const {path: file} of contributes.grammars)
    JSON.parse(fs.readFileSync(path.join(__dirname, '..', file), 'utf8'));
  for (const {configuration} of contributes.languages)
    JSON.parse(
        fs.readFileSync(path.join(__dirname, '..', configuration), 'utf8'));
  const commands = contributes.commands.map(({command}) => command);
  for (const items of Object.values(contributes.menus))
    for (const {command} of items)
      assert(commands.includes(command), command);
  for (const name of ['scanc.path', 'scanc.serverPath', 'scanc.server'])
    assert(contributes.configuration.properties[name], name);
});
