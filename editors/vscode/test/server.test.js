//===- server.test.js - The client with a real server ---------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs the bundle with the language client in it against the server that
// SCANC_LSP_SERVER names. VS Code is a stand-in that knows documents, hovers
// and diagnostics.
//
//===----------------------------------------------------------------------===//

'use strict';

const assert = require('assert');
const test = require('node:test');
const {bundle, stub, load} = require('./host');

const server = process.env.SCANC_LSP_SERVER;

/// Waits until `condition` holds.
async function until(condition, what) {
  for (let i = 0; i < 600; ++i) {
    if (condition())
      return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  assert.fail(`no ${what}`);
}

function documentOf(name, text) {
  const uri = {scheme: 'file', fsPath: '/work/' + name,
               toString: () => 'file:///work/' + name};
  return {uri, fileName: uri.fsPath, languageId: 'mlir', version: 1,
          isClosed: false, text, getText() { return this.text; }};
}

/// VS Code, as far as the client and its server need it.
function host(documents, settings) {
  const state = {events: {}, hovers: [], diagnostics: new Map(), shown: []};
  const event = (name) => (listener, self) => {
    (state.events[name] = state.events[name] || []).push(
        (...args) => listener.apply(self, args));
    return {dispose() {}};
  };
  const disposable = () => ({dispose() {}});
  state.fire = (name, argument) =>
      (state.events[name] || []).forEach((listener) => listener(argument));
  const {Position, Range} = require('./mock');
  class Uri {}
  Uri.parse = (text) => ({scheme: 'file', fsPath: text.slice(7),
                          toString: () => text});
  class Disposable {
    constructor(dispose) { this.dispose = dispose; }
  }
  class EventEmitter {
    constructor() {
      this.listeners = [];
      this.event = (listener) => {
        this.listeners.push(listener);
        return disposable();
      };
    }
    fire(value) { this.listeners.forEach((listener) => listener(value)); }
    dispose() {}
  }
  class CancellationTokenSource {
    constructor() {
      this.token = {isCancellationRequested: false,
                    onCancellationRequested: disposable};
    }
    dispose() {}
  }
  class MarkdownString {
    constructor(value) { this.value = value || ''; }
    appendCodeblock(code) { this.value += code; }
    appendMarkdown(value) { this.value += value; }
  }
  class Hover {
    constructor(contents, range) {
      this.contents = contents;
      this.range = range;
    }
  }
  class Diagnostic {
    constructor(range, message, severity) {
      this.range = range;
      this.message = message;
      this.severity = severity;
    }
  }
  const channel = {appendLine() {}, append() {}, show() {}, dispose() {}};
  state.vscode = stub({
    Position, Range, Uri, Disposable, EventEmitter, CancellationTokenSource,
    MarkdownString, Hover, Diagnostic, version: '1.82.0',
    env: stub({appName: 'test', language: 'en'}),
    commands: stub({registerCommand: disposable,
                    executeCommand: async () => {}}),
    languages: stub({
      match: (selector, document) =>
          document.languageId === 'mlir' ? 10 : 0,
      createDiagnosticCollection: () => ({
        set: (uri, list) => state.diagnostics.set(uri.toString(), list),
        delete() {}, clear() {}, dispose() {},
      }),
      registerHoverProvider: (selector, provider) => {
        state.hovers.push(provider);
        return disposable();
      },
    }, disposable),
    window: stub({
      createOutputChannel: () => channel,
      showErrorMessage: async (message) => { state.shown.push(message); },
      visibleTextEditors: [], tabGroups: stub({all: []}),
      onDidChangeActiveTextEditor: event('activeEditor'),
    }, disposable),
    workspace: stub({
      textDocuments: documents, notebookDocuments: [], workspaceFolders: [],
      getConfiguration: () => ({get: (name) => settings[name]}),
      getWorkspaceFolder: () => undefined,
      onDidOpenTextDocument: event('open'),
      onDidChangeTextDocument: event('change'),
      onDidCloseTextDocument: event('close'),
      onDidChangeConfiguration: event('configuration'),
    }, disposable),
  });
  return state;
}

test('hovers and diagnostics reach the editor', {skip: !server}, async () => {
  const good = documentOf('good.mlir', 'prefix.family @f = serial<8>\n');
  const other = documentOf('other.mlir', 'test.unknown %x {\n');
  const bad = documentOf('bad.mlir', 'prefix.scan @s inclusive @no : () -> ()');
  const state = host([good, other],
                     {server: 'prefix', serverPath: server, path: 'scanc'});
  const extension = load(bundle, state.vscode);
  extension.activate({subscriptions: []});
  await until(() => state.diagnostics.has(good.uri.toString()),
              'diagnostics');
  assert.deepStrictEqual(state.diagnostics.get(good.uri.toString()), []);

  await until(() => state.hovers.length, 'hovers');
  const token = {isCancellationRequested: false,
                 onCancellationRequested: () => ({dispose() {}})};
  const hover = await state.hovers[0].provideHover(
      good, new state.vscode.Position(0, 15), token);
  assert.match(JSON.stringify(hover.contents), /family `serial<8>`/);

  // A file opened later, and one that becomes ours by an edit.
  state.fire('open', bad);
  await until(() => state.diagnostics.has(bad.uri.toString()), 'errors');
  assert.notDeepStrictEqual(state.diagnostics.get(bad.uri.toString()), []);
  assert(!state.diagnostics.has(other.uri.toString()));
  other.text = 'prefix.nothing';
  ++other.version;
  state.fire('change', {document: other, contentChanges: [{text: other.text}]});
  await until(() => state.diagnostics.has(other.uri.toString()),
              'errors of a file that became ours');
  assert.deepStrictEqual(state.shown, []);
  await extension.deactivate();
});

test('a server that is not there is said', async () => {
  const state = host([], {server: 'all', serverPath: '/no/such/server'});
  const extension = load(bundle, state.vscode);
  extension.activate({subscriptions: []});
  await until(() => state.shown.length, 'message');
  assert.deepStrictEqual(state.shown, [
    "scanc: there is no program '/no/such/server'; the setting " +
        'scanc.serverPath says where it is',
  ]);
  await extension.deactivate();
});
