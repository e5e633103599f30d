//===- Relay.cpp - MLIR's server, with every message in our hands ---------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// MLIR's server is a function that reads standard input and writes standard
// output, and nothing of it can be reached from outside. So both become pipes,
// and a thread at each carries the messages:
//
//   editor  -- descriptor 0 -->  inbound   -- pipe -->  MlirLspServerMain
//           <-- descriptor 1 --  outbound  <-- pipe --
//
// All is one process: nothing outlives the editor, whose end of descriptor 0
// closes with it.
//
//===----------------------------------------------------------------------===//

#include "Relay.h"

#include "Session.h"

#include "mlir/Tools/mlir-lsp-server/MlirLspServerMain.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/LSP/Transport.h"
#include "llvm/Support/raw_ostream.h"

#include <csignal>
#include <cstdio>
#include <fcntl.h>
#include <thread>
#include <unistd.h>

using namespace scanc;
using namespace scanc::editor;
using llvm::StringRef;
using llvm::lsp::JSONStreamStyle;

/// How long an editor waits for what scanc knows.
static constexpr std::chrono::milliseconds budget(1000);

//===----------------------------------------------------------------------===//
// Streams
//===----------------------------------------------------------------------===//

namespace {

/// Where messages are written, whole ones, from any thread.
class Sink {
public:
  Sink(int descriptor, JSONStreamStyle style)
      : descriptor(descriptor), style(style) {}

  /// False once nobody reads any more.
  bool write(StringRef message) {
    if (message.empty())
      return true;
    const std::string framed =
        style == JSONStreamStyle::Delimited
            ? (message + "\n// -----\n").str()
            : ("Content-Length: " + llvm::Twine(message.size()) + "\r\n\r\n" +
               message)
                  .str();
    std::lock_guard lock(mutex);
    StringRef rest = framed;
    while (!rest.empty()) {
      const ssize_t written = ::write(descriptor, rest.data(), rest.size());
      if (written < 0 && errno == EINTR)
        continue;
      if (written <= 0)
        return false;
      rest = rest.drop_front(written);
    }
    return true;
  }
  void close() { ::close(descriptor); }

private:
  const int descriptor;
  const JSONStreamStyle style;
  std::mutex mutex;
};

} // namespace

static void inbound(std::FILE *editor, JSONStreamStyle style, Session &session,
                    Sink &toServer, Sink &toEditor) {
  llvm::lsp::JSONTransportInputOverFile input(editor, style);
  std::string message;
  while (!input.isEndOfInput() && !input.hasError()) {
    if (llvm::failed(input.readMessage(message)))
      continue;
    const Routed routed = session.fromEditor(std::move(message));
    if (!toServer.write(routed.toServer) || !toEditor.write(routed.toEditor))
      break;
    message.clear();
  }
  // MLIR's server takes that for the end.
  toServer.close();
}

static void outbound(std::FILE *server, Session &session, Sink &toEditor) {
  llvm::lsp::JSONTransportInputOverFile input(server);
  std::string message;
  while (!input.isEndOfInput() && !input.hasError()) {
    if (llvm::failed(input.readMessage(message)))
      continue;
    // An editor that does not listen is gone.
    if (!toEditor.write(session.fromServer(std::move(message))))
      ::_exit(1);
    message.clear();
  }
}

//===----------------------------------------------------------------------===//
// The server
//===----------------------------------------------------------------------===//

/// A pipe, {to read, to write}.
static std::pair<int, int> makePipe() {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) {
    std::perror("scanc-lsp-server: error: cannot make a pipe");
    ::_exit(1);
  }
  return {ends[0], ends[1]};
}

/// Makes `from` the descriptor `to`, and returns what that was before.
static int replace(int to, int from) {
  const int before = ::fcntl(to, F_DUPFD_CLOEXEC, 3);
  if (before < 0 || ::dup2(from, to) < 0) {
    std::perror("scanc-lsp-server: error: no standard input or output");
    ::_exit(1);
  }
  ::close(from);
  return before;
}

static StringRef nameOf(StringRef argument) {
  return argument.ltrim('-').split('=').first;
}

int editor::serve(int argc, char **argv, mlir::DialectRegistry &registry) {
  const llvm::ArrayRef<char *> arguments(argv + 1, argv + argc);
  // What is no session, such as --help, is MLIR's.
  if (!llvm::all_of(arguments, [](StringRef argument) {
        return llvm::is_contained({"lit-test", "input-style", "log", "pretty"},
                                  nameOf(argument));
      }))
    return llvm::failed(mlir::MlirLspServerMain(argc, argv, registry));
  const bool isDelimited = llvm::any_of(arguments, [](StringRef argument) {
    return nameOf(argument) == "lit-test" || argument.ends_with("=delimited");
  });
  const JSONStreamStyle style =
      isDelimited ? JSONStreamStyle::Delimited : JSONStreamStyle::Standard;

  std::signal(SIGPIPE, SIG_IGN);
  const auto [serverIn, toServerEnd] = makePipe();
  const auto [fromServerEnd, serverOut] = makePipe();
  std::FILE *fromEditor = ::fdopen(replace(0, serverIn), "r");
  std::FILE *fromServer = ::fdopen(fromServerEnd, "r");
  if (!fromEditor || !fromServer) {
    std::perror("scanc-lsp-server: error: cannot read");
    ::_exit(1);
  }
  Sink toEditor(replace(1, serverOut), JSONStreamStyle::Standard);
  Sink toServer(toServerEnd, style);

  Session session(*new Analyst(budget));
  std::thread in(
      [&] { inbound(fromEditor, style, session, toServer, toEditor); });
  std::thread out([&] { outbound(fromServer, session, toEditor); });
  const bool ok =
      llvm::succeeded(mlir::MlirLspServerMain(argc, argv, registry));

  // What was answered goes out before the end; what is still being read or
  // worked out ends with the process, unasked.
  llvm::outs().flush();
  ::close(1);
  out.join();
  std::fflush(stderr);
  ::_exit(ok ? 0 : 1);
}
