//===- tool.js - Run scanc on a text, and read what it says -----------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

'use strict';

const {spawn} = require('child_process');
const fs = require('fs');
const path = require('path');

/// What a program prints is at most this long; a drawing is far shorter.
const maxOutput = 64 * 1024 * 1024;

/// Runs a program with `input` as its standard input. Gives {status, stdout,
/// stderr}; {missing: true} where there is no such program. `onCancel` takes a
/// function that ends it.
function run(program, args, {input, cwd, onCancel} = {}) {
  return new Promise((resolve) => {
    const child = spawn(program, args, {cwd, windowsHide: true});
    const out = {stdout: [], stderr: []};
    let length = 0;
    for (const name of ['stdout', 'stderr'])
      child[name].on('data', (data) => {
        length += data.length;
        if (length > maxOutput)
          child.kill();
        else
          out[name].push(data);
      });
    const text = (name) => Buffer.concat(out[name]).toString('utf8');
    child.on('error', (error) => {
      resolve(error.code === 'ENOENT' || error.code === 'EACCES'
                  ? {missing: true}
                  : {status: 1, stdout: '', stderr: error.message});
    });
    child.on('close', (status, signal) => {
      resolve({status: signal ? 1 : status, signal, stdout: text('stdout'),
               stderr: text('stderr')});
    });
    // A program may end without reading all of it.
    child.stdin.on('error', () => {});
    child.stdin.end(input || '');
    if (onCancel)
      onCancel(() => child.kill());
  });
}

/// Whether there is such a program, a path or a name to look up on the PATH.
function isThere(program) {
  const places = /[\\/]/.test(program)
      ? [program]
      : (process.env.PATH || '').split(path.delimiter)
            .map((folder) => path.join(folder, program));
  const endings = process.platform === 'win32' ? ['', '.exe'] : [''];
  return places.some((place) => endings.some((ending) => {
    try {
      fs.accessSync(place + ending, fs.constants.X_OK);
      return fs.statSync(place + ending).isFile();
    } catch {
      return false;
    }
  }));
}

/// The first error that scanc reports: {message, line, column}, the place from
/// 0, and without a place where there is none.
function firstError(stderr) {
  for (const line of stderr.split('\n')) {
    const located = /^<stdin>:(\d+):(\d+): error: (.*)$/.exec(line);
    if (located)
      return {message: located[3], line: Number(located[1]) - 1,
              column: Number(located[2]) - 1};
    const plain = /^\S+: error: (.*)$/.exec(line);
    if (plain)
      return {message: plain[1]};
  }
  const said = stderr.trim().split('\n')[0];
  return {message: said || 'scanc failed and did not say why'};
}

module.exports = {firstError, isThere, run};
