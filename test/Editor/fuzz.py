#===- fuzz.py - Mutated messages for the language server ------------------===//
#
# Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""Sends several hundred messages that were damaged at random, among sound ones,
and asks now and then whether the server still knows its documents.

Run with the server, the folder circuits/, a seed and a number of messages as
the arguments.
"""

import glob
import json
import random
import sys

from lsp_client import Client

GOOD = "prefix.family @f = serial<8>\n"
URIS = ["file:///a.mlir", "file:///b.mlir", "nonsense", ""]
SCRAPS = ['"', "{", "}", "[", "]", ",", ":", "null", "-1", "1e999", "\\u0000",
          "\\", "2147483648", "@", "%", "<", ">", "// -----", "prefix.",
          "\u00e9", "\U0001d6fc", "id", "text", "uri", "range"]


class Fuzzer:
    def __init__(self, circuits, seed):
        self.random = random.Random(seed)
        self.texts = [GOOD]
        for path in sorted(glob.glob(circuits + "/*.mlir")):
            with open(path, encoding="utf-8") as file:
                self.texts.append(file.read())

    def place(self):
        pick = self.random.choice
        return {"line": pick([0, 1, 5, 30, 2**31, -1]),
                "character": pick([0, 1, 14, 70, 2**31])}

    def sound(self):
        """A message that makes sense."""
        pick = self.random.choice
        document = {"uri": pick(URIS), "languageId": "mlir", "version": 1}
        text = pick(self.texts)
        start = self.random.randrange(len(text))
        method, params = pick([
            ("textDocument/didOpen",
             {"textDocument": {**document, "text": text}}),
            ("textDocument/didChange",
             {"textDocument": document,
              "contentChanges": [
                  {"range": {"start": self.place(), "end": self.place()},
                   "text": text[start:start + 40]}]}),
            ("textDocument/didClose", {"textDocument": document}),
            ("textDocument/hover",
             {"textDocument": document, "position": self.place()}),
            ("textDocument/documentSymbol", {"textDocument": document}),
            ("$/cancelRequest", {"id": 1}),
        ])
        message = {"jsonrpc": "2.0", "method": method, "params": params}
        if "hover" in method or "Symbol" in method:
            message["id"] = self.random.randrange(5)
        return message

    def value(self):
        pick = self.random.choice
        return pick([None, -1, 3.5, "x", [], {}, [[]], True, 2**63,
                     {"uri": "file:///a.mlir"}])

    def damaged(self, message):
        """A value in it replaced or dropped; then, at times, its text."""
        node = message
        while True:
            keys = list(node) if isinstance(node, dict) else range(len(node))
            if not keys:
                break
            key = self.random.choice(list(keys))
            if isinstance(node[key], (dict, list)) and self.random.random() < 0.7:
                node = node[key]
                continue
            if self.random.random() < 0.3:
                del node[key]
            else:
                node[key] = self.value()
            break
        text = json.dumps(message, ensure_ascii=self.random.random() < 0.5)
        data = bytearray(text.encode("utf-8"))
        while data and self.random.random() < 0.4:
            at = self.random.randrange(len(data))
            kind = self.random.randrange(4)
            if kind == 0:
                data[at] = self.random.randrange(256)
            elif kind == 1:
                del data[at:at + self.random.randrange(20)]
            elif kind == 2:
                scrap = self.random.choice(SCRAPS).encode("utf-8")
                data[at:at] = scrap * self.random.choice([1, 1, 3, 2000])
            else:
                data[at:at] = data[at:at + 30]
        return bytes(data)


def main():
    server, circuits, seed, count = sys.argv[1:]
    fuzzer = Fuzzer(circuits, int(seed))
    client = Client(server)
    client.id = 10**6  # apart from those of the messages
    checks = 0
    for number in range(int(count)):
        message = fuzzer.sound()
        if fuzzer.random.random() < 0.7:
            data = fuzzer.damaged(message)
        else:
            data = json.dumps(message).encode("utf-8")
        # The end is asked for below.
        if b'"exit"' in data or b'"shutdown"' in data:
            continue
        client.send_bytes(b"Content-Length: %d\r\n\r\n%s" % (len(data), data))
        if number % 25 == 0:
            uri = f"file:///check{number}.mlir"
            assert client.open(uri, GOOD) == []
            assert "serial<8>" in client.hover(uri, (0, 15)), number
            client.close(uri)
            checks += 1
    status = client.quit()
    assert status == 0, (status, client.log[-20:])
    print(f"{count} messages, {checks} checks, exit status {status}")


if __name__ == "__main__":
    main()
