//===- commands.js - Draw circuit, report, verify ----------------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each command takes the text of the active editor, saved or not, runs scanc on
// it and shows what comes out. What scanc refuses is shown in its own words.
//
//===----------------------------------------------------------------------===//

'use strict';

const path = require('path');
const {drawingPage, reportPage} = require('./pages');
const source = require('./source');
const tool = require('./tool');

/// Says that a program is missing, and which setting names it.
async function sayMissing(vscode, program, setting) {
  const settings = 'Open settings';
  const chosen = await vscode.window.showErrorMessage(
      `scanc: there is no program '${program}'; the setting ${setting} says ` +
          'where it is',
      settings);
  if (chosen === settings)
    await vscode.commands.executeCommand('workbench.action.openSettings',
                                         setting);
}

class Commands {
  /// `vscode` is the API; `output` the channel for results that are text.
  constructor(vscode, output, run = tool.run) {
    this.vscode = vscode;
    this.output = output;
    this.run = run;
    this.views = new Map(); // by what they show
  }

  /// The active editor, if it has MLIR.
  editor() {
    const editor = this.vscode.window.activeTextEditor;
    if (editor && editor.document.languageId === 'mlir')
      return editor;
    this.vscode.window.showErrorMessage(
        'scanc: open an MLIR file first');
    return null;
  }

  /// What a command is about: the document, the part of its text, and the op
  /// that the cursor means or the user picks. Null where there is none, having
  /// said so, and where the user picks none.
  async subject(wanted, what) {
    const editor = this.editor();
    if (!editor)
      return null;
    const {document} = editor;
    const text = document.getText();
    const offset = document.offsetAt(editor.selection.active);
    const part = source.partAt(text, offset);
    const ops =
        source.namedOps(part.text).filter((op) => wanted.includes(op.op));
    if (!ops.length) {
      this.vscode.window.showErrorMessage(
          `scanc: ${path.basename(document.fileName)} has no ${what}`);
      return null;
    }
    let op = source.opAt(part.text, offset - part.begin + part.lines, wanted);
    if (!op) {
      const picked = await this.vscode.window.showQuickPick(
          ops.map(({name, op}) => ({label: '@' + name,
                                    description: 'prefix.' + op})),
          {placeHolder: `Which ${what}?`});
      op = picked && ops.find(({name}) => '@' + name === picked.label);
    }
    return op ? {document, part, op} : null;
  }

  /// Runs scanc on the subject's text. Its output; null where it failed, having
  /// said why.
  async scanc({document, part}, args, {title, canCancel = false} = {}) {
    const {window, workspace, ProgressLocation} = this.vscode;
    const program =
        workspace.getConfiguration('scanc', document.uri).get('path');
    const folder = workspace.getWorkspaceFolder(document.uri);
    const cwd = folder ? folder.uri.fsPath : undefined;
    let cancelled = false;
    const result = await window.withProgress(
        {location: ProgressLocation.Notification, title,
         cancellable: canCancel},
        (progress, token) => this.run(program, args, {
          input: part.text,
          cwd,
          onCancel: (kill) => token && token.onCancellationRequested(() => {
            cancelled = true;
            kill();
          }),
        }));
    if (cancelled)
      return null;
    if (result.missing) {
      await sayMissing(this.vscode, program, 'scanc.path');
      return null;
    }
    return result;
  }

  /// Shows the first error of scanc, and where it is.
  async sayError(document, stderr) {
    const error = tool.firstError(stderr);
    if (error.line === undefined) {
      await this.vscode.window.showErrorMessage('scanc: ' + error.message);
      return;
    }
    const place = `${path.basename(document.fileName)}:${error.line + 1}:${
        error.column + 1}`;
    const show = 'Show';
    const chosen = await this.vscode.window.showErrorMessage(
        `scanc: ${place}: ${error.message}`, show);
    if (chosen !== show)
      return;
    const at = new this.vscode.Position(error.line, error.column);
    await this.vscode.window.showTextDocument(
        document, {selection: new this.vscode.Range(at, at)});
  }

  /// Shows a page, in the view that had the last one of that title.
  show(title, html) {
    let view = this.views.get(title);
    if (!view) {
      view = this.vscode.window.createWebviewPanel(
          'scanc', title,
          {viewColumn: this.vscode.ViewColumn.Beside, preserveFocus: true},
          {enableScripts: false, localResourceRoots: []});
      view.onDidDispose(() => this.views.delete(title));
      this.views.set(title, view);
    }
    view.webview.html = html;
    view.reveal(undefined, true);
  }

  async drawCircuit() {
    const subject = await this.subject(source.circuitOps, 'circuit');
    if (!subject)
      return;
    const {name} = subject.op;
    const result = await this.scanc(
        subject, ['circuit', '-', '--circuit=' + name, '--emit=svg'],
        {title: `scanc: drawing @${name}`});
    if (result && result.status !== 0)
      await this.sayError(subject.document, result.stderr);
    else if (result)
      this.show(`Circuit @${name}`, drawingPage(`@${name}`, result.stdout));
  }

  async report() {
    const subject = await this.subject(source.scanOps, 'scan');
    if (!subject)
      return;
    const {name} = subject.op;
    const result = await this.scanc(
        subject, ['report', '-', '--scan=' + name, '--format=html'],
        {title: `scanc: running @${name}`, canCancel: true});
    if (result && result.status !== 0)
      await this.sayError(subject.document, result.stderr);
    else if (result)
      this.show(`Report @${name}`, reportPage(result.stdout));
  }

  /// A proof that fails is a result, on standard output.
  async verify() {
    const subject = await this.subject(source.scanOps, 'scan');
    if (!subject)
      return;
    const {name} = subject.op;
    const result =
        await this.scanc(subject, ['verify', '-', '--scan=' + name],
                         {title: `scanc: verifying @${name}`,
                          canCancel: true});
    if (!result)
      return;
    if (!result.stdout.trim()) {
      await this.sayError(subject.document, result.stderr);
      return;
    }
    this.output.clear();
    this.output.append(result.stdout + result.stderr);
    const show = 'Show';
    const said = result.status === 0
        ? this.vscode.window.showInformationMessage(
              `scanc: @${name} is verified`, show)
        : this.vscode.window.showErrorMessage(
              `scanc: @${name} does not verify`, show);
    if (await said === show)
      this.output.show(true);
  }
}

module.exports = {Commands, sayMissing};
