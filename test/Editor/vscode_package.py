#===- vscode_package.py - What is in a .vsix ------------------------------===//
#
# Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""Lists the files of a package and what it says of itself, and checks that what
its manifest names is in it.

Run with the package as the only argument.
"""

import json
import re
import sys
import zipfile


def main(path):
    with zipfile.ZipFile(path) as package:
        assert package.testzip() is None
        names = package.namelist()
        manifest = json.loads(package.read("extension/package.json"))
        bundle = package.read("extension/dist/extension.js").decode("utf-8")
        notices = package.read("extension/THIRD-PARTY.txt").decode("utf-8")
    print("\n".join(sorted(names)))

    contributes = manifest["contributes"]
    wanted = [manifest["main"]]
    wanted += [grammar["path"] for grammar in contributes["grammars"]]
    wanted += [item["configuration"] for item in contributes["languages"]]
    for name in wanted:
        assert name.replace("./", "extension/", 1) in names, name

    commands = [item["command"] for item in contributes["commands"]]
    for command in commands:
        assert command in bundle, command
    # Nothing is left to be found at run time but VS Code and Node.js.
    for module in set(re.findall(r'require\("([^"./][^"]*)"\)', bundle)):
        assert module.split("/")[0] in {
            "vscode", "assert", "child_process", "crypto", "fs", "net", "os",
            "path", "util", "url", "stream", "events", "string_decoder",
        }, module
    print(f"{manifest['publisher']}.{manifest['name']}, commands "
          + " ".join(commands))
    packages = re.findall(r"^(\S+ [\d.]+) \(.+\)$", notices, re.MULTILINE)
    print("licenses of " + ", ".join(packages))


if __name__ == "__main__":
    main(sys.argv[1])
