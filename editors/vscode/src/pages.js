//===- pages.js - What is shown in a view ------------------------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

'use strict';

/// Nothing is loaded from anywhere, and no script runs.
const policy = '<meta http-equiv="Content-Security-Policy" content="' +
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:" + '">';

function escapeHtml(text) {
  const names = {'&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;'};
  return text.replace(/[&<>"]/g, (c) => names[c]);
}

/// A page that holds a drawing.
function drawingPage(title, svg) {
  const drawing = svg.slice(Math.max(0, svg.indexOf('<svg')));
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
${policy}
<title>${escapeHtml(title)}</title>
<style>
body { background: #ffffff; margin: 1em; }
svg { max-width: 100%; height: auto; }
</style>
</head>
<body>
${drawing}
</body>
</html>
`;
}

/// A report is a page of its own.
function reportPage(html) {
  return html.replace('<head>', '<head>\n' + policy);
}

module.exports = {drawingPage, reportPage};
