//===- notices.js - The licenses of what the bundle holds -----------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Usage: node notices.js META.json OUT.txt
//
// META.json is what esbuild says it bundled. Fails for a package without a
// license.
//
//===----------------------------------------------------------------------===//

'use strict';

const fs = require('fs');
const path = require('path');

/// The folder of the package that a bundled file is of; null for our own.
function packageOf(file) {
  const match = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(file);
  return match ? match[1] : null;
}

function notice(folder) {
  const {name, version, license} =
      JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8'));
  const file = fs.readdirSync(folder).find((f) => /^licen[cs]e/i.test(f));
  if (!file)
    throw new Error(`${name} ${version} has no license`);
  const text = fs.readFileSync(path.join(folder, file), 'utf8').trim();
  return {key: `${name} ${version}`,
          text: `${name} ${version} (${license})\n\n` +
              text.replace(/\r\n/g, '\n') + '\n'};
}

const [meta, out] = process.argv.slice(2);
const {inputs} = JSON.parse(fs.readFileSync(meta, 'utf8'));
const folders =
    new Set(Object.keys(inputs).map(packageOf).filter((folder) => folder));
const notices = new Map();
for (const folder of folders) {
  const {key, text} = notice(folder);
  notices.set(key, text);
}
const texts = [...notices.keys()].sort().map((key) => notices.get(key));
fs.writeFileSync(out, 'dist/extension.js holds parts of these packages.\n\n' +
                          texts.join('\n' + '-'.repeat(72) + '\n\n'));
