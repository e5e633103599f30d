//===- commands.test.js - What commands run and show -----------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

'use strict';

const assert = require('assert');
const test = require('node:test');
const {Commands} = require('../src/commands');
const tool = require('../src/tool');
const {editorOf, mockOutput, mockVscode} = require('./mock');

const text = 'prefix.family @a = serial<4>\nprefix.family @b = serial<8>\n' +
    'prefix.scan @s inclusive @add_i32 : (i32) -> (i32)\n';

/// A command on a text, with a scanc that says `result`.
async function perform(command, marked, result, options) {
  const vscode = mockVscode(editorOf(marked), options);
  const output = mockOutput();
  const calls = [];
  const commands = new Commands(vscode, output, async (...call) => {
    calls.push(call);
    return typeof result === 'function' ? result(vscode, call) : result;
  });
  await commands[command]();
  return {vscode, output, calls, commands};
}

const drawing = {status: 0, stdout: '<svg><title>x</title></svg>', stderr: ''};

test('draws the circuit at the cursor', async () => {
  const {vscode, calls} = await perform(
      'drawCircuit', text.replace('@b', '@|b'), drawing);
  const [program, args, options] = calls[0];
  assert.strictEqual(program, 'scanc');
  assert.deepStrictEqual(args, ['circuit', '-', '--circuit=b', '--emit=svg']);
  assert.strictEqual(options.input, text);
  assert.strictEqual(options.cwd, '/work');
  const [view] = vscode.views;
  assert.strictEqual(view.title, 'Circuit @b');
  assert(view.webview.html.includes('<svg><title>x</title></svg>'));
  assert(view.webview.html.includes("default-src 'none'"));
  assert.strictEqual(view.options.enableScripts, false);
});

test('asks which one where the cursor does not say', async () => {
  const scan = text.replace('prefix.scan', '// x\n\nprefix.scan');
  const marked = '|// first\n' + scan;
  const picked = await perform('drawCircuit', marked, drawing,
                               {answers: ['@a']});
  assert.deepStrictEqual(picked.vscode.log[0],
                         ['pick', 'Which circuit?', '@a', '@b']);
  assert.strictEqual(picked.calls[0][1][2], '--circuit=a');
  const left = await perform('drawCircuit', marked, drawing, {answers: []});
  assert.deepStrictEqual(left.calls, []);
});

test('uses a view again', async () => {
  const {vscode, commands} =
      await perform('drawCircuit', '|' + text, drawing);
  await commands.drawCircuit();
  assert.strictEqual(vscode.views.length, 1);
  assert.strictEqual(vscode.views[0].shown, 2);
  vscode.views[0].dispose();
  await commands.drawCircuit();
  assert.strictEqual(vscode.views.length, 2);
});

test('takes the part of the text that the cursor is in', async () => {
  const {calls} = await perform(
      'drawCircuit', 'nonsense\n// -----\nprefix.family @f| = serial<4>\n' +
          '// -----\nnonsense', drawing);
  assert.strictEqual(calls[0][2].input,
                     '\n\nprefix.family @f = serial<4>\n');
});

test('reports a scan', async () => {
  const {vscode, calls} = await perform(
      'report', '|' + text,
      {status: 0, stdout: '<html><head></head></html>', stderr: ''});
  assert.deepStrictEqual(calls[0][1],
                         ['report', '-', '--scan=s', '--format=html']);
  assert.strictEqual(vscode.views[0].title, 'Report @s');
  assert(vscode.views[0].webview.html.includes('Content-Security-Policy'));
});

test('verifies a scan', async () => {
  const ok = await perform('verify', text,
                           {status: 0, stdout: 'holds\n', stderr: ''},
                           {answers: ['Show']});
  assert.deepStrictEqual(ok.calls[0][1], ['verify', '-', '--scan=s']);
  assert.deepStrictEqual(ok.vscode.log[1],
                         ['information', 'scanc: @s is verified', 'Show']);
  assert.strictEqual(ok.output.text, 'holds\n');
  assert(ok.output.shown);
  const bad = await perform('verify', text,
                            {status: 1, stdout: 'race\n', stderr: ''});
  assert.deepStrictEqual(bad.vscode.log[1],
                         ['error', 'scanc: @s does not verify', 'Show']);
});

test('shows errors in scanc\'s words, and where they are', async () => {
  const stderr = '<stdin>:2:16: error: expected an integer\nprefix..\n ^\n';
  for (const command of ['drawCircuit', 'report', 'verify']) {
    const {vscode} = await perform(command, '|' + text,
                                   {status: 1, stdout: '', stderr},
                                   {answers: ['Show']});
    assert.deepStrictEqual(
        vscode.log.slice(1),
        [['error', 'scanc: sum.mlir:2:16: expected an integer', 'Show'],
         ['show', 1, 15]]);
    assert.deepStrictEqual(vscode.views, []);
  }
});

test('errors without a place', () => {
  assert.deepStrictEqual(
      tool.firstError('scanc: error: a drawing has at most 4096 columns\n'),
      {message: 'a drawing has at most 4096 columns'});
  assert.deepStrictEqual(tool.firstError('Segmentation fault\n'),
                         {message: 'Segmentation fault'});
  assert.strictEqual(tool.firstError('').message,
                     'scanc failed and did not say why');
});

test('says that scanc is missing', async () => {
  const {vscode} = await perform('drawCircuit', '|' + text, {missing: true}, {
    settings: {path: '/no/scanc'},
    answers: ['Open settings'],
  });
  assert.match(vscode.log[1][1], /there is no program '\/no\/scanc'/);
  assert.deepStrictEqual(
      vscode.log[2], ['run', 'workbench.action.openSettings', 'scanc.path']);
});

test('says that there is nothing to do', async () => {
  const none = await perform('report', 'prefix.family @a = serial<4>', drawing);
  assert.deepStrictEqual(none.vscode.log,
                         [['error', 'scanc: sum.mlir has no scan']]);
  const vscode = mockVscode(editorOf(text, 'cpp'));
  await new Commands(vscode, mockOutput()).drawCircuit();
  assert.deepStrictEqual(vscode.log,
                         [['error', 'scanc: open an MLIR file first']]);
});

test('can be cancelled', async () => {
  let killed = false;
  const {vscode} = await perform('report', text, (api, call) => {
    call[2].onCancel(() => killed = true);
    api.cancel();
    return {status: 1, signal: 'SIGTERM', stdout: '', stderr: ''};
  });
  assert(killed);
  assert.deepStrictEqual(vscode.log, [['progress', 'scanc: running @s']]);
});

test('finds programs', () => {
  assert(tool.isThere(process.execPath));
  assert(tool.isThere('sh'));
  assert(!tool.isThere('/no/such/program'));
  assert(!tool.isThere('no-such-program'));
  assert(!tool.isThere(__filename), 'not executable');
  assert(!tool.isThere(__dirname + '/'), 'a folder');
});

test('runs programs', async () => {
  const node = process.execPath;
  const echo = 'process.stdin.pipe(process.stdout); console.error("said")';
  const result = await tool.run(node, ['-e', echo], {input: 'é\n'});
  assert.deepStrictEqual(
      result, {status: 0, signal: null, stdout: 'é\n', stderr: 'said\n'});
  assert.deepStrictEqual(await tool.run('/no/such/program', []),
                         {missing: true});
  // One that does not read what it gets.
  const deaf = await tool.run(node, ['-e', 'process.exit(3)'],
                              {input: 'x'.repeat(1 << 22)});
  assert.strictEqual(deaf.status, 3);
  const killed = await tool.run(node, ['-e', 'setTimeout(() => {}, 60000)'],
                                {onCancel: (kill) => kill()});
  assert.strictEqual(killed.status, 1);
});
