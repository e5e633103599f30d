#===- session_tests.py - Sessions with the language server ----------------===//
#
# Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""Opening, editing and closing; what is no message; and how a server ends.

Run with the server as the only argument.
"""

import os
import select
import signal
import subprocess
import sys
import unittest

from lsp_client import Client, find

SERVER = sys.argv.pop()

GOOD = "prefix.family @f = serial<8>\n"
BAD = "prefix.circuit @gap(%a, %b, %c) {\n  %x = prefix.combine %a, %c\n" \
      "  prefix.yield %a, %x, %x\n}\n"


class Documents(unittest.TestCase):
    def setUp(self):
        self.client = Client(SERVER)

    def tearDown(self):
        self.assertEqual(self.client.quit(), 0, self.client.log)

    def test_diagnostics(self):
        first, *rest = self.client.open("file:///bad.mlir", BAD)
        self.assertIn("the high span must begin at 1", first["message"])
        self.assertEqual(first["range"]["start"]["line"], 1)
        self.assertEqual(rest, [])
        self.assertEqual(self.client.open("file:///good.mlir", GOOD), [])

    def test_definition(self):
        self.client.open("file:///good.mlir", GOOD +
                         "prefix.scan @s inclusive @m : (i32) -> (i32)\n"
                         "prefix.monoid @m identity {\n"
                         "  %z = arith.constant 0 : i32\n"
                         "  prefix.yield %z : i32\n"
                         "} combine (%a: i32), (%b: i32) {\n"
                         "  prefix.yield %a : i32\n}\n")
        answer = self.client.request("textDocument/definition", {
            "textDocument": {"uri": "file:///good.mlir"},
            "position": {"line": 4, "character": 16}})
        self.assertEqual(answer["result"][0]["range"]["start"]["line"], 3)

    def test_edits(self):
        """The text follows edits by ranges, in UTF-16 units."""
        uri = "file:///edits.mlir"
        self.client.open(uri, "// 𝛼é\r\n" + GOOD)
        width = find("// x\n" + GOOD, "8")
        self.assertEqual(self.client.change(
            uri, 2, (width, (width[0], width[1] + 1), "16")), [])
        self.assertIn("serial<16>", self.client.hover(uri, (1, 16)))
        # Several at once, each on the text before it: a name after a comment.
        self.assertEqual(self.client.change(
            uri, 3, ((0, 5), (0, 6), "ß"), ((0, 3), (0, 5), ""),
            ((1, 15), (1, 16), "g"), ((1, 0), (1, 0), "// 𝛼\n")), [])
        self.assertIn("circuit `@g`", self.client.hover(uri, (2, 15)))
        # An error, and back.
        self.assertEqual(
            len(self.client.change(uri, 4, ((2, 0), (2, 6), ""))), 1)
        self.assertEqual(self.client.hover(uri, (2, 15)), "")
        self.assertEqual(self.client.change(uri, 5, GOOD), [])
        self.assertIn("serial<8>", self.client.hover(uri, (0, 15)))
        # Beyond the end.
        self.assertEqual(self.client.change(
            uri, 6, ((99, 0), (99, 9), "prefix.family @h = serial<2>\n")), [])
        self.assertIn("circuit `@h`", self.client.hover(uri, (1, 15)))

    def test_several(self):
        for width in (4, 8, 16):
            self.client.open(f"file:///d{width}.mlir",
                             f"prefix.family @f = serial<{width}>\n")
        for width in (16, 4, 8):
            self.assertIn(f"serial<{width}>", self.client.hover(
                f"file:///d{width}.mlir", (0, 15)))
        self.client.close("file:///d4.mlir")
        self.assertEqual(self.client.hover("file:///d4.mlir", (0, 15)), "")
        self.assertIn("serial<8>",
                      self.client.hover("file:///d8.mlir", (0, 15)))

    def test_escapes(self):
        """Editors escape more of a URI than MLIR does."""
        self.client.notify("textDocument/didOpen", {"textDocument": {
            "uri": "file:///a%20b%3Dc.mlir", "languageId": "mlir",
            "version": 1, "text": "(" * 300}})
        message = self.client.receive(
            lambda m: m.get("method") == "textDocument/publishDiagnostics")
        self.assertIn("brackets nest deeper than 256",
                      message["params"]["diagnostics"][0]["message"])

    def test_limits(self):
        """What would exhaust the parser is not parsed, and it is said why."""
        uri = "file:///deep.mlir"
        deep = GOOD + "// é\n\"x\"() {a = " + "[" * 100000
        [error] = self.client.open(uri, deep)
        self.assertIn("brackets nest deeper than 256", error["message"])
        self.assertEqual(error["source"], "scanc")
        self.assertEqual(error["severity"], 1)
        self.assertEqual(error["range"]["start"]["line"], 2)
        self.assertEqual(self.client.hover(uri, (0, 15)), "")
        # Edits go on from the real text.
        self.assertEqual(self.client.change(
            uri, 2, ((1, 0), (9, 0), "")), [])
        self.assertIn("serial<8>", self.client.hover(uri, (0, 15)))

    def test_senseless_edits(self):
        uri = "file:///edits.mlir"
        self.client.open(uri, GOOD)
        for changes in (
            [{"range": {"start": {"line": 1, "character": 0},
                        "end": {"line": 0, "character": 0}}, "text": "x"}],
            [{"range": {"start": {"line": -1, "character": 0},
                        "end": {"line": 0, "character": 0}}, "text": "x"}],
            [{"range": {}, "text": "x"}], [{"range": 1, "text": "x"}],
            [{}], [3], {}, None, "x",
        ):
            self.client.notify("textDocument/didChange", {
                "textDocument": {"uri": uri, "version": 2},
                "contentChanges": changes})
        self.assertIn("serial<8>", self.client.hover(uri, (0, 15)))
        self.client.notify("textDocument/didChange", {
            "textDocument": {"uri": "file:///unknown.mlir", "version": 2},
            "contentChanges": [{"text": "x"}]})
        self.assertIn("serial<8>", self.client.hover(uri, (0, 15)))


class Messages(unittest.TestCase):
    def setUp(self):
        self.client = Client(SERVER)

    def tearDown(self):
        # It still serves.
        self.assertEqual(self.client.open("file:///good.mlir", GOOD), [])
        self.assertEqual(self.client.quit(), 0, self.client.log)

    def refused(self, text):
        self.client.send_text(text)
        answer = self.client.receive(
            lambda m: "error" in m and m["id"] is None)
        return answer["error"]["code"], answer["error"]["message"]

    def test_no_json(self):
        for text in ("nonsense", "{", '{"jsonrpc":"2.0",', "\u00e9", "[1,]"):
            self.assertEqual(self.refused(text)[0], -32700)
        self.client.send_bytes(b"Content-Length: 4\r\n\r\n\"\xff\xfe\"")
        answer = self.client.receive(lambda m: "error" in m)
        self.assertEqual(answer["error"]["code"], -32700)

    def test_deep_json(self):
        code, message = self.refused("[" * 1000000)
        self.assertEqual(code, -32700)
        self.assertEqual(message, "more than 500 brackets are open at once")
        # Brackets in a string are none.
        self.assertEqual(self.client.open(
            "file:///string.mlir", "// \\\"" + "[{" * 5000 + "\n"), [])

    def test_no_messages(self):
        for text in ("[]", "3", "null", '"x"', "{}", '{"jsonrpc":"1.0"}',
                     '{"jsonrpc":"2.0"}', '{"jsonrpc":"2.0","params":{}}',
                     '{"jsonrpc":"2.0","method":3}',
                     '{"jsonrpc":"2.0","id":1,"method":{}}'):
            with self.subTest(text):
                self.assertEqual(self.refused(text)[0], -32600)

    def test_unknown(self):
        self.client.notify("$/nothing", {})
        self.client.notify("textDocument/didOpen", None)
        self.client.notify("textDocument/didOpen", {"textDocument": 3})
        self.client.send({"id": 77, "result": None})
        answer = self.client.request("no/such/thing", {})
        self.assertEqual(answer["error"]["code"], -32601)
        answer = self.client.request("textDocument/hover", {"position": 3})
        self.assertIn("error", answer)
        answer = self.client.request("textDocument/hover", None)
        self.assertIn("error", answer)

    def test_headers(self):
        self.client.send_bytes(b"Content-Type: x\r\nContent-Length: x\r\n\r\n")
        self.client.send_bytes(b"Content-Length: 0\r\n\r\n")
        self.client.send_bytes(b"nonsense\r\n\r\n")

    def test_ids(self):
        """Texts as ids, and one id for two requests."""
        self.client.open("file:///good.mlir", GOOD)
        for number in ("a", "a", 'q"\\'):
            self.client.send({"id": number, "method": "textDocument/hover",
                              "params": {
                                  "textDocument": {"uri":
                                                   "file:///good.mlir"},
                                  "position": {"line": 0, "character": 15}}})
            answer = self.client.receive(lambda m: m.get("id") == number)
            self.assertIn("serial<8>", answer["result"]["contents"]["value"])


class Ends(unittest.TestCase):
    def test_shutdown(self):
        self.assertEqual(Client(SERVER).quit(), 0)

    def test_exit_alone(self):
        client = Client(SERVER)
        client.notify("exit", None)
        self.assertEqual(client.wait(), 1)

    def test_answers_before_the_end(self):
        """What was asked before `exit` is answered."""
        client = Client(SERVER)
        client.open("file:///good.mlir", GOOD)
        for number in range(100, 120):
            client.send({"id": number, "method": "textDocument/hover",
                         "params": {"textDocument": {"uri":
                                                     "file:///good.mlir"},
                                    "position": {"line": 0,
                                                 "character": 15}}})
        client.send({"id": 120, "method": "shutdown"})
        client.notify("exit", None)
        for number in range(100, 121):
            client.receive(lambda m: m.get("id") == number)
        self.assertEqual(client.wait(), 0)

    def test_editor_is_gone(self):
        """The end of the input, amid a message or not."""
        for data in (b"", b"Content-Length: 100\r\n\r\n{", b"Content-Le"):
            client = Client(SERVER)
            client.send_bytes(data)
            client.process.stdin.close()
            self.assertEqual(client.wait(), 1)

    def test_editor_is_killed(self):
        """Its pipes close with it, and nobody of ours is left."""
        script = (
            "import sys; sys.path.insert(0, sys.argv[1])\n"
            "from lsp_client import Client\n"
            "client = Client(sys.argv[2])\n"
            "print(client.process.pid, flush=True)\n"
            "import time; time.sleep(600)\n")
        editor = subprocess.Popen(
            [sys.executable, "-B", "-c", script, os.path.dirname(__file__),
             SERVER], stdout=subprocess.PIPE, encoding="utf-8")
        server = int(editor.stdout.readline())
        handle = os.pidfd_open(server)
        editor.send_signal(signal.SIGKILL)
        editor.wait()
        editor.stdout.close()
        # A process that has ended makes its handle readable.
        readable, _, _ = select.select([handle], [], [], 30)
        os.close(handle)
        self.assertTrue(readable, "the server goes on")

    def test_nobody_reads(self):
        to_read, to_write = os.pipe()
        server = subprocess.Popen([SERVER], stdin=subprocess.PIPE,
                                  stdout=to_write, stderr=subprocess.PIPE)
        os.close(to_write)
        os.close(to_read)
        message = b'{"jsonrpc":"2.0","id":1,"method":"no/such/thing"}'
        server.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(message),
                                                              message))
        server.stdin.flush()
        self.assertEqual(server.wait(timeout=30), 1)
        server.stdin.close()
        server.stderr.close()

    def test_arguments(self):
        def run(*arguments):
            return subprocess.run([SERVER, *arguments], input="",
                                  capture_output=True, encoding="utf-8",
                                  check=False)
        self.assertIn("OVERVIEW", run("--help").stdout)
        self.assertEqual(run("--help").returncode, 0)
        unknown = run("--nonsense")
        self.assertEqual(unknown.returncode, 1)
        self.assertIn("nonsense", unknown.stderr)


if __name__ == "__main__":
    unittest.main(verbosity=1)
