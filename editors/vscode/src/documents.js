//===- documents.js - Which files the language server gets -------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A file of another MLIR project has dialects that scanc's server does not
// know, and would be full of errors. So the server gets a file once it uses the
// prefix dialect, which may be after some typing, and keeps it until it closes.
//
//===----------------------------------------------------------------------===//

'use strict';

const {usesPrefix} = require('./source');

/// Middleware of a language client. `wants` says whether the server gets every
/// file; `open(document)` sends it one.
function middlewareFor(wantsAll, open) {
  const known = new Set();
  const isWanted = (document) => wantsAll() || usesPrefix(document.getText());
  return {
    async didOpen(document, next) {
      if (!isWanted(document))
        return;
      known.add(document.uri.toString());
      await next(document);
    },
    async didChange(event, next) {
      const uri = event.document.uri.toString();
      if (known.has(uri)) {
        await next(event);
      } else if (isWanted(event.document)) {
        known.add(uri);
        await open(event.document);
      }
    },
    async didSave(document, next) {
      if (known.has(document.uri.toString()))
        await next(document);
    },
    async didClose(document, next) {
      if (known.delete(document.uri.toString()))
        await next(document);
    },
  };
}

module.exports = {middlewareFor};
