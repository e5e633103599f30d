//===- host.js - Load the bundle without VS Code --------------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

'use strict';

const Module = require('module');
const path = require('path');

const bundle = path.join(__dirname, '..', 'dist', 'extension.js');

/// Stands for every class, function and constant that nobody looks at. It is no
/// promise.
function anything() {
  return new Proxy(function() {}, {
    apply: () => anything(),
    get: (target, name) =>
        name === 'then' || typeof name === 'symbol' || name in target
            ? target[name]
            : anything(),
  });
}

/// An object with these members, and anything for every other: `other()` for a
/// function, where it is given.
function stub(members, other) {
  return new Proxy(members, {
    get: (target, name) =>
        name in target || typeof name === 'symbol' || name === 'then'
            ? target[name]
            : other || anything(),
  });
}

let api;
const original = Module._load;
Module._load = (request, ...rest) =>
    request === 'vscode' ? api : original.call(Module, request, ...rest);

/// The exports of a bundle. `vscode` is the API from now on: a bundle asks for
/// parts of it later.
function load(file, vscode) {
  api = vscode;
  delete require.cache[file];
  return require(file);
}

module.exports = {bundle, load, stub};
