//===- extension.js - Where VS Code comes in ---------------------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

'use strict';

const vscode = require('vscode');
const {Commands, sayMissing} = require('./commands');
const {middlewareFor} = require('./documents');
const tool = require('./tool');

let client;

function setting(name) {
  return vscode.workspace.getConfiguration('scanc').get(name);
}

/// Starts the language server, unless the settings say not to.
async function startServer(output) {
  if (setting('server') === 'off')
    return;
  const command = setting('serverPath');
  if (!tool.isThere(command)) {
    await sayMissing(vscode, command, 'scanc.serverPath');
    return;
  }
  const {LanguageClient, DidOpenTextDocumentNotification} =
      require('vscode-languageclient/node');
  const created = new LanguageClient(
      'scanc', 'scanc', {command, args: []}, {
        documentSelector: [{language: 'mlir', scheme: 'file'}],
        outputChannel: output,
        middleware: middlewareFor(
            () => setting('server') === 'all',
            (document) => created.sendNotification(
                DidOpenTextDocumentNotification.type,
                created.code2ProtocolConverter.asOpenTextDocumentParams(
                    document))),
      });
  client = created;
  try {
    await created.start();
  } catch (error) {
    // The client has shown it.
    client = undefined;
    output.appendLine(`scanc: the language server does not start: ${error}`);
  }
}

async function stopServer() {
  const old = client;
  client = undefined;
  if (old)
    await old.stop();
}

function activate(context) {
  const output = vscode.window.createOutputChannel('scanc');
  const commands = new Commands(vscode, output);
  const restart = async () => {
    await stopServer();
    await startServer(output);
  };
  context.subscriptions.push(
      output,
      vscode.commands.registerCommand('scanc.drawCircuit',
                                      () => commands.drawCircuit()),
      vscode.commands.registerCommand('scanc.report', () => commands.report()),
      vscode.commands.registerCommand('scanc.verify', () => commands.verify()),
      vscode.commands.registerCommand('scanc.restartServer', restart),
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration('scanc.server') ||
            event.affectsConfiguration('scanc.serverPath'))
          return restart();
        return undefined;
      }));
  // Commands work whether the server starts or not.
  startServer(output);
}

module.exports = {activate, deactivate: stopServer};
