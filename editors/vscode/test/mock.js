//===- mock.js - As much of VS Code's API as commands use --------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

'use strict';

class Position {
  constructor(line, character) {
    this.line = line;
    this.character = character;
  }
}
class Range {
  constructor(start, end) {
    this.start = start;
    this.end = end;
  }
}

/// A document with its cursor where `|` is in the text, or at the start.
function editorOf(marked, languageId = 'mlir') {
  const at = marked.indexOf('|');
  const text = marked.replace('|', '');
  return {
    document: {
      languageId,
      fileName: '/work/sum.mlir',
      uri: {toString: () => 'file:///work/sum.mlir'},
      getText: () => text,
      offsetAt: (offset) => offset,
    },
    selection: {active: Math.max(0, at)},
  };
}

/// The API with an active editor. `log` is what was shown; `answers` are what
/// the user picks, in order.
function mockVscode(editor, {settings = {path: 'scanc'}, answers = []} = {}) {
  const log = [];
  const say = (kind) => async (message, ...buttons) => {
    log.push([kind, message, ...buttons]);
    return buttons.length ? answers.shift() : undefined;
  };
  const cancels = [];
  const views = [];
  return {
    log,
    views,
    cancel: () => cancels.forEach((cancel) => cancel()),
    Position,
    Range,
    ProgressLocation: {Notification: 15},
    ViewColumn: {Beside: -2},
    commands: {executeCommand: async (...args) => log.push(['run', ...args])},
    window: {
      activeTextEditor: editor,
      showErrorMessage: say('error'),
      showInformationMessage: say('information'),
      showQuickPick: async (items, options) => {
        log.push(['pick', options.placeHolder,
                  ...items.map((item) => item.label)]);
        const answer = answers.shift();
        return items.find((item) => item.label === answer);
      },
      showTextDocument: async (document, options) =>
          log.push(['show', options.selection.start.line,
                    options.selection.start.character]),
      withProgress: (options, work) => {
        log.push(['progress', options.title]);
        return work({}, {
          onCancellationRequested: (cancel) => cancels.push(cancel),
        });
      },
      createWebviewPanel: (kind, title, column, options) => {
        const view = {kind, title, options, webview: {html: ''}, shown: 0};
        view.reveal = () => ++view.shown;
        view.onDidDispose = (dispose) => view.dispose = dispose;
        views.push(view);
        return view;
      },
    },
    workspace: {
      getConfiguration: () => ({get: (name) => settings[name]}),
      getWorkspaceFolder: () => ({uri: {fsPath: '/work'}}),
    },
  };
}

/// An output channel that remembers.
function mockOutput() {
  return {
    text: '',
    shown: false,
    clear() { this.text = ''; },
    append(text) { this.text += text; },
    show() { this.shown = true; },
  };
}

module.exports = {Position, Range, editorOf, mockOutput, mockVscode};
