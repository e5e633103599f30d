//===- Arguments.cpp - Every argument is honoured or refused --------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Arguments.h"

#include "Command.h"
#include "Names.h"
#include "Values.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"

using namespace scanc;
using llvm::ArrayRef;
using llvm::Error;
using llvm::StringRef;
using llvm::Twine;
namespace cl = llvm::cl;

//===----------------------------------------------------------------------===//
// Commands
//===----------------------------------------------------------------------===//

static cl::SubCommand *findCommand(StringRef name) {
  for (cl::SubCommand *command : cl::getRegisteredSubcommands())
    if (!command->getName().empty() && command->getName() == name)
      return command;
  return nullptr;
}

static llvm::SmallVector<StringRef> commandNames() {
  llvm::SmallVector<StringRef> names = {"help"};
  for (cl::SubCommand *command : cl::getRegisteredSubcommands())
    if (!command->getName().empty())
      names.push_back(command->getName());
  llvm::sort(names);
  return names;
}

static std::string spellCommand(const cl::SubCommand &command) {
  return command.getName().empty() ? "scanc"
                                   : ("scanc " + command.getName()).str();
}

static Error unknownCommand(StringRef word) {
  return badUsage("unknown command '" + word +
                  "', and no file of that name; see 'scanc --help'" +
                  suggest(word, commandNames()));
}

/// A first word that names neither a command nor a file: the user meant a
/// command. (A file's name has a dot or a slash, or it exists.)
static bool isUnknownCommand(StringRef word) {
  return !word.empty() && !word.starts_with("-") && !word.contains('.') &&
         !word.contains('/') && !llvm::sys::fs::exists(word) &&
         !findCommand(word);
}

std::vector<const char *>
scanc::spellOutHelp(ArrayRef<const char *> arguments) {
  std::vector<const char *> result(arguments.begin(), arguments.end());
  if (arguments.size() < 2 || StringRef(arguments[1]) != "help")
    return result;
  result.erase(result.begin() + 1);
  result.insert(result.begin() + std::min<size_t>(result.size(), 2), "--help");
  return result;
}

//===----------------------------------------------------------------------===//
// Flags
//===----------------------------------------------------------------------===//

static bool isOurs(const cl::Option &option) {
  return llvm::is_contained(option.Categories, &commandCategory());
}

/// LLVM's own flags that a user may give to any command.
static bool isGeneral(StringRef name) {
  return llvm::StringSwitch<bool>(name)
      .Cases({"help", "h", "help-hidden", "help-list", "help-list-hidden"},
             true)
      .Case("version", true)
      .Default(false);
}

/// DeveloperFlags.h
static bool isForDevelopers(StringRef name) {
  return name.starts_with("mlir-") || name == "verify-each" ||
         name == "debug-only";
}

/// The flag of a command; null if it has none of that name.
static cl::Option *findFlag(const cl::SubCommand &command, StringRef name) {
  auto found = command.OptionsMap.find(name);
  return found != command.OptionsMap.end() &&
                 (isOurs(*found->second) || isForDevelopers(name))
             ? found->second
             : nullptr;
}

static llvm::SmallVector<StringRef> flagNames(const cl::SubCommand &command) {
  llvm::SmallVector<StringRef> names = {"help"};
  for (const auto &[name, option] : command.OptionsMap)
    if (isOurs(*option))
      names.push_back(name);
  llvm::sort(names);
  return names;
}

/// The commands that have a flag: "'scanc run', 'scanc verify'".
static std::string commandsWith(StringRef flag) {
  llvm::SmallVector<std::string> commands;
  for (cl::SubCommand *command : cl::getRegisteredSubcommands())
    if (findFlag(*command, flag))
      commands.push_back(spellCommand(*command));
  llvm::sort(commands);
  return commands.empty() ? "" : "'" + llvm::join(commands, "', '") + "'";
}

/// `value` is what follows the name, with its '='.
static Error unknownFlag(const cl::SubCommand &command, StringRef word,
                         StringRef name, StringRef value) {
  std::string text = "'" + spellCommand(command) + "' has no flag '" +
                     word.take_front(word.size() - value.size()).str() + "'";
  if (std::string others = commandsWith(name); !others.empty())
    return badUsage(text + "; it is a flag of " + others);
  if (word.starts_with("-o") && findFlag(command, "o"))
    return badUsage(text + "; did you mean '-o " + word.drop_front(2) + "'?");
  StringRef nearest = findNearest(name, flagNames(command));
  if (!nearest.empty())
    return badUsage(text + "; did you mean '" + spellFlag(nearest) + value +
                    "'?");
  return badUsage(text + "; see '" + spellCommand(command) + " --help'");
}

//===----------------------------------------------------------------------===//
// The walk
//===----------------------------------------------------------------------===//

namespace {

/// Reads the arguments of one command, in order, as LLVM's parser will.
class Walk {
public:
  explicit Walk(const cl::SubCommand &command) : command(command) {}
  Error run(ArrayRef<const char *> words);

private:
  Error takeFlag(StringRef word);
  Error takeFile(StringRef word);

  const cl::SubCommand &command;
  ArrayRef<const char *> rest;
  llvm::SmallPtrSet<const cl::Option *, 8> given;
  llvm::SmallVector<StringRef> files;
};

} // namespace

Error Walk::takeFlag(StringRef word) {
  StringRef name = word.ltrim('-'), value;
  if (size_t end = name.find('='); end != StringRef::npos) {
    value = name.drop_front(end);
    name = name.take_front(end);
  }
  if (isGeneral(name)) {
    if (value.empty())
      return Error::success();
    return badUsage(spellFlag(name) + ": expected no value, got '" +
                    value.drop_front() + "'");
  }
  const cl::Option *option = findFlag(command, name);
  if (!option)
    return unknownFlag(command, word, name, value);
  const std::string flag = spellFlag(name);
  if (!given.insert(option).second && !option->isDefaultOption() &&
      option->getNumOccurrencesFlag() == cl::Optional)
    return badUsage(flag + " is given twice");
  if (value == "=")
    return badUsage(flag + " has an empty value");
  if (option->getValueExpectedFlag() != cl::ValueRequired || !value.empty())
    return Error::success();
  // The value is the next word. None begins with two dashes; -5 is a number.
  if (rest.empty() || StringRef(rest.front()).starts_with("--"))
    return badUsage(flag + " needs a value: " + flag +
                    (name == "o" ? " " : "=") + option->ValueStr);
  if (StringRef(rest.front()).empty())
    return badUsage(flag + " has an empty value");
  rest = rest.drop_front();
  return Error::success();
}

Error Walk::takeFile(StringRef word) {
  const size_t most = command.PositionalOpts.size();
  if (command.getName().empty() && findCommand(word) &&
      !llvm::sys::fs::exists(word))
    return badUsage("a command comes first: scanc " + word + " ...");
  files.push_back(word);
  if (files.size() <= most)
    return Error::success();
  if (most == 0)
    return badUsage("'" + spellCommand(command) + "' takes flags only, got '" +
                    word + "'");
  return badUsage("expected one " + command.PositionalOpts.front()->HelpStr +
                  ", got '" + files[0] + "' and '" + word + "'");
}

Error Walk::run(ArrayRef<const char *> words) {
  rest = words;
  bool filesOnly = false;
  while (!rest.empty()) {
    StringRef word = rest.front();
    rest = rest.drop_front();
    const bool isFlag = !filesOnly && word.starts_with("-") && word.size() > 1;
    if (isFlag && word == "--") {
      filesOnly = true;
      continue;
    }
    if (Error error = isFlag ? takeFlag(word) : takeFile(word))
      return error;
  }
  return Error::success();
}

Error scanc::checkArguments(ArrayRef<const char *> arguments) {
  ArrayRef<const char *> words = arguments.drop_front();
  StringRef first = words.empty() ? "" : words.front();
  if (isUnknownCommand(first))
    return unknownCommand(first);
  cl::SubCommand *command = findCommand(first);
  if (command)
    words = words.drop_front();
  return Walk(command ? *command : cl::SubCommand::getTopLevel()).run(words);
}
