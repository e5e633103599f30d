//===- Session.cpp - What scanc adds to a session of MLIR's server --------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Session.h"

#include "llvm/Support/FormatVariadic.h"

using namespace scanc;
using namespace scanc::editor;
using llvm::StringRef;
using llvm::json::Array;
using llvm::json::Object;
using llvm::json::Value;

//===----------------------------------------------------------------------===//
// Messages
//===----------------------------------------------------------------------===//

/// JSON nests far less than this; the parser goes down once a bracket.
static constexpr size_t maxNesting = 500;

static bool nestsTooDeep(StringRef json) {
  size_t depth = 0;
  bool quoted = false;
  for (size_t i = 0; i < json.size(); ++i) {
    const char c = json[i];
    if (quoted && c == '\\')
      ++i;
    else if (c == '"')
      quoted = !quoted;
    else if (!quoted && (c == '[' || c == '{') && ++depth > maxNesting)
      return true;
    else if (!quoted && (c == ']' || c == '}') && depth)
      --depth;
  }
  return false;
}

static std::string write(Value json) { return llvm::formatv("{0:2}", json); }

/// Codes of JSON-RPC.
static constexpr int parseError = -32700, invalidRequest = -32600;

/// The answer to what cannot be understood: without an id, as JSON-RPC has it.
static Routed refuse(int code, const llvm::Twine &message) {
  return {"", write(Object{{"jsonrpc", "2.0"},
                           {"id", nullptr},
                           {"error", Object{{"code", code},
                                            {"message", message.str()}}}})};
}

static std::string keyOf(const Value &id) { return llvm::formatv("{0}", id); }

/// The URI of the document that a message is about.
static std::optional<StringRef> uriOf(const Object &params) {
  const Object *document = params.getObject("textDocument");
  return document ? document->getString("uri") : std::nullopt;
}

//===----------------------------------------------------------------------===//
// From the editor
//===----------------------------------------------------------------------===//

/// What MLIR's server gets of a text.
static StringRef parsable(const Document &document) {
  return document.excess ? StringRef() : StringRef(document.text);
}

/// Keeps the text of a notification, and puts what MLIR's server is to parse in
/// its place: edits by ranges would be applied to another text than ours. False
/// for what is not to be handed on.
bool Session::keepText(StringRef method, Object &params) {
  std::optional<StringRef> given = uriOf(params);
  if (!given)
    return false;
  const std::string uri = given->str();
  Object &item = *params.getObject("textDocument");
  if (method == "textDocument/didOpen") {
    std::optional<StringRef> text = item.getString("text");
    if (!text)
      return false;
    item["text"] = parsable(*documents.open(uri, text->str()));
    return true;
  }
  if (method == "textDocument/didChange") {
    const Array *changes = params.getArray("contentChanges");
    DocumentRef document = changes ? documents.change(uri, *changes) : nullptr;
    if (!document)
      return false;
    params["contentChanges"] = Array{Object{{"text", parsable(*document)}}};
    return true;
  }
  documents.close(uri); // didClose
  return true;
}

void Session::noteHover(const Value &id, const Object &params) {
  std::optional<StringRef> uri = uriOf(params);
  std::optional<Position> position = parsePosition(params.get("position"));
  DocumentRef document = uri ? documents.find(*uri) : nullptr;
  if (document && position)
    hovers[keyOf(id)] = {document, *position};
}

Routed Session::fromEditor(std::string message) {
  if (nestsTooDeep(message))
    return refuse(parseError, "more than " + llvm::Twine(maxNesting) +
                                  " brackets are open at once");
  llvm::Expected<Value> json = llvm::json::parse(message);
  if (!json)
    return refuse(parseError, llvm::toString(json.takeError()));
  Object *object = json->getAsObject();
  // MLIR's server ends at anything else.
  if (!object || object->getString("jsonrpc") != StringRef("2.0") ||
      (!object->get("method") && !object->get("id")))
    return refuse(invalidRequest, "expected a message of JSON-RPC 2.0");
  std::optional<StringRef> method = object->getString("method");
  if (!method)
    return object->get("method")
               ? refuse(invalidRequest, "expected a string as the method")
               : Routed{std::move(message), ""};

  Object *params = object->getObject("params");
  const Value *id = object->get("id");
  std::lock_guard lock(mutex);
  const bool isText = *method == "textDocument/didOpen" ||
                      *method == "textDocument/didChange" ||
                      *method == "textDocument/didClose";
  if (isText && !id) {
    if (!params || !keepText(*method, *params))
      return {};
    return {write(std::move(*json)), ""};
  }
  if (*method == "textDocument/hover" && id && params)
    noteHover(*id, *params);
  return {std::move(message), ""};
}

//===----------------------------------------------------------------------===//
// From MLIR's server
//===----------------------------------------------------------------------===//

/// Puts what scanc knows before what MLIR says. Whether there was anything.
bool Session::completeHover(Object &message) {
  const Value *id = message.get("id");
  Value *result = message.get("result");
  if (!id || !result || message.get("method"))
    return false;
  Question question;
  {
    std::lock_guard lock(mutex);
    auto found = hovers.find(keyOf(*id));
    if (found == hovers.end())
      return false;
    question = std::move(found->second);
    hovers.erase(found);
  }
  const StringRef text = question.document->text;
  std::optional<Note> note =
      analyst.hover(question.document, offsetOf(text, question.position));
  if (!note)
    return false;

  std::string markdown = note->markdown;
  if (const Object *hover = result->getAsObject())
    if (const Object *contents = hover->getObject("contents"))
      if (std::optional<StringRef> theirs = contents->getString("value"))
        markdown += "\n---\n\n" + theirs->str();
  Object completed{
      {"contents", Object{{"kind", "markdown"}, {"value", markdown}}},
      {"range", Object{{"start", toJSON(positionOf(text, note->begin))},
                       {"end", toJSON(positionOf(text, note->end))}}}};
  *result = std::move(completed);
  return true;
}

/// Says why a text was not parsed, in the place of what MLIR says of the empty
/// one. Whether there was anything.
bool Session::completeDiagnostics(Object &message) {
  if (message.getString("method") !=
      StringRef("textDocument/publishDiagnostics"))
    return false;
  Object *params = message.getObject("params");
  std::optional<StringRef> uri;
  if (params)
    uri = params->getString("uri");
  if (!uri)
    return false;
  DocumentRef document;
  {
    std::lock_guard lock(mutex);
    document = documents.find(*uri);
  }
  if (!document || !document->excess)
    return false;
  const size_t place = document->excess->offset;
  Value position = toJSON(positionOf(document->text, place));
  (*params)["diagnostics"] =
      Array{Object{{"range", Object{{"start", position}, {"end", position}}},
                   {"severity", 1},
                   {"source", "scanc"},
                   {"message", document->excess->message}}};
  return true;
}

std::string Session::fromServer(std::string message) {
  llvm::Expected<Value> json = llvm::json::parse(message);
  if (!json) {
    llvm::consumeError(json.takeError());
    return message;
  }
  Object *object = json->getAsObject();
  if (object && (completeHover(*object) || completeDiagnostics(*object)))
    return write(std::move(*json));
  return message;
}
