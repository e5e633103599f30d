#===- common.sh - What the scripts in utils/ share ------------------------===//
#
# Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
#
# To be sourced by a bash script that has set `program`, the name that its
# messages begin with.
#
#===----------------------------------------------------------------------===//

# The top of the checkout. Every script runs from here.
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$root" || exit 1

# say TEXT...: a line of progress.
say() {
  printf '%s: %s\n' "${program:?}" "$*"
}

# die TEXT...: the reason, on standard error, and the end.
die() {
  printf '%s: error: %s\n' "${program:?}" "$*" >&2
  exit 1
}

# configure PRESET: make build/PRESET ready. CMake's own report is shown only
# when it fails.
configure() {
  local log="build/$1/configure.log" configured
  mkdir -p "build/$1"
  say "configuring build/$1"
  cmake --preset "$1" >"$log" 2>&1 && configured=true || configured=false
  # Where the PATH has the same compiler in another folder than before, CMake
  # begins anew, but forgets what the preset says of the other compiler.
  if grep -q "You have changed variables" "$log"; then
    rm -rf "build/$1/CMakeCache.txt" "build/$1/CMakeFiles"
    cmake --preset "$1" >"$log" 2>&1 && configured=true || configured=false
  fi
  if ! $configured; then
    cat "$log" >&2
    die "cmake --preset $1 failed"
  fi
}

# build PRESET [TARGET]
build() {
  say "building build/$1${2:+ ($2)}"
  cmake --build "build/$1" --parallel "$(nproc)" --target "${2:-all}" ||
    die "the build of build/$1 failed"
}
