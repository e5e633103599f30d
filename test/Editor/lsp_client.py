#===- lsp_client.py - A client of the language server, for tests ----------===//
#
# Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""JSON-RPC over the pipes of a server, as an editor speaks it."""

import json
import queue
import subprocess
import threading

# A server that has not answered by then never will.
PATIENCE = 60


class Client:
    """A server of its own. What it says about itself goes to our own standard
    error only where something fails."""

    def __init__(self, program, *arguments, initialize=True):
        self.process = subprocess.Popen(
            [program, *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        self.messages = queue.Queue()
        self.pending = []  # messages that nobody has asked for yet
        self.log = []
        self.id = 0
        self.readers = [
            threading.Thread(target=self._read, daemon=True),
            threading.Thread(target=self._read_log, daemon=True),
        ]
        for reader in self.readers:
            reader.start()
        if initialize:
            self.request("initialize", {"processId": None, "capabilities": {}})
            self.notify("initialized", {})

    def _read(self):
        stream = self.process.stdout
        while True:
            length = None
            while True:
                line = stream.readline()
                if not line:
                    self.messages.put(None)
                    return
                name, _, value = line.decode("ascii").partition(":")
                if name.lower() == "content-length":
                    length = int(value)
                if line == b"\r\n":
                    break
            self.messages.put(json.loads(stream.read(length)))

    def _read_log(self):
        for line in self.process.stderr:
            self.log.append(line.decode("utf-8", errors="replace"))

    #===------------------------------------------------------------------===//
    # Messages
    #===------------------------------------------------------------------===//

    def send_bytes(self, data):
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def send_text(self, text):
        data = text.encode("utf-8", errors="surrogatepass")
        self.send_bytes(b"Content-Length: %d\r\n\r\n%s" % (len(data), data))

    def send(self, message):
        self.send_text(json.dumps({"jsonrpc": "2.0", **message}))

    def notify(self, method, params):
        self.send({"method": method, "params": params})

    def receive(self, wanted):
        """The next message for which `wanted` holds; others wait."""
        for index, message in enumerate(self.pending):
            if wanted(message):
                return self.pending.pop(index)
        while True:
            message = self.messages.get(timeout=PATIENCE)
            if message is None:
                raise EOFError("the server has ended: " + "".join(self.log))
            if wanted(message):
                return message
            self.pending.append(message)

    def request(self, method, params=None):
        """The whole answer to a request."""
        self.id += 1
        number = self.id
        self.send({"id": number, "method": method, "params": params})
        return self.receive(
            lambda message: message.get("id") == number
            and "method" not in message
        )

    #===------------------------------------------------------------------===//
    # Documents
    #===------------------------------------------------------------------===//

    def open(self, uri, text):
        """Opens a document and returns its diagnostics."""
        self.notify(
            "textDocument/didOpen",
            {
                "textDocument": {
                    "uri": uri,
                    "languageId": "mlir",
                    "version": 1,
                    "text": text,
                }
            },
        )
        return self.diagnostics(uri)

    def change(self, uri, version, *changes):
        """Edits a document and returns its diagnostics. A change is a text, or
        a range of two (line, character) and its text."""
        events = []
        for change in changes:
            if isinstance(change, str):
                events.append({"text": change})
                continue
            start, end, text = change
            events.append(
                {
                    "range": {"start": position(start), "end": position(end)},
                    "text": text,
                }
            )
        self.notify(
            "textDocument/didChange",
            {
                "textDocument": {"uri": uri, "version": version},
                "contentChanges": events,
            },
        )
        return self.diagnostics(uri)

    def close(self, uri):
        self.notify("textDocument/didClose", {"textDocument": {"uri": uri}})

    def diagnostics(self, uri):
        message = self.receive(
            lambda message: message.get("method")
            == "textDocument/publishDiagnostics"
            and message["params"]["uri"] == uri
        )
        return message["params"]["diagnostics"]

    def hover(self, uri, place):
        """The Markdown at a (line, character); empty for none."""
        answer = self.request(
            "textDocument/hover",
            {"textDocument": {"uri": uri}, "position": position(place)},
        )
        result = answer["result"]
        return result["contents"]["value"] if result else ""

    def hover_range(self, uri, place):
        answer = self.request(
            "textDocument/hover",
            {"textDocument": {"uri": uri}, "position": position(place)},
        )
        ends = answer["result"]["range"]
        return tuple(
            (ends[end]["line"], ends[end]["character"])
            for end in ("start", "end")
        )

    #===------------------------------------------------------------------===//
    # The end
    #===------------------------------------------------------------------===//

    def wait(self):
        """The exit status."""
        status = self.process.wait(timeout=PATIENCE)
        for reader in self.readers:
            reader.join(timeout=PATIENCE)
        self.process.stdin.close()
        self.process.stdout.close()
        self.process.stderr.close()
        return status

    def quit(self):
        """Ends the server as an editor does, and returns its exit status."""
        self.request("shutdown")
        self.notify("exit", None)
        return self.wait()


def position(place):
    line, character = place
    return {"line": line, "character": character}


def find(text, what, occurrence=1):
    """The (line, character), in UTF-16 units, where `what` is for the n-th
    time."""
    offset = -1
    for _ in range(occurrence):
        offset = text.index(what, offset + 1)
    before = text[:offset]
    line = before.count("\n")
    column = before[before.rfind("\n") + 1 :]
    return line, len(column.encode("utf-16-le")) // 2
