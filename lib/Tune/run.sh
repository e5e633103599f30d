#!/bin/sh
#===- run.sh - Measures the candidates of this folder ---------------------===#
#
# Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===#
#
#   run.sh [--out results.jsonl] [--budget SECONDS]
#
# Needs a C compiler (CC, or cc) and a CUDA driver. Run again, it goes on where
# it stopped. Afterwards, where scanc is:
#
#   scanc tune --results=results.jsonl -o sm_90.json
#
#===----------------------------------------------------------------------===#
set -eu

out=results.jsonl
budget=
while [ $# -gt 0 ]; do
  case $1 in
  --out=*) out=${1#*=} ;;
  --budget=*) budget=${1#*=} ;;
  --out | --budget)
    [ $# -gt 1 ] || { echo "run.sh: error: $1 needs a value" >&2; exit 2; }
    if [ "$1" = --out ]; then out=$2; else budget=$2; fi
    shift
    ;;
  *)
    echo "run.sh: error: unknown argument '$1'; usage:" \
      "run.sh [--out results.jsonl] [--budget SECONDS]" >&2
    exit 2
    ;;
  esac
  shift
done
case $out in
/*) ;;
*) out=$PWD/$out ;;
esac

cd "$(dirname "$0")"
compiler=${CC:-cc}
command -v "${compiler%% *}" >/dev/null || {
  echo "run.sh: error: no C compiler '$compiler'; name one with CC" >&2
  exit 3
}
built=$(mktemp -d)
trap 'rm -rf "$built"' EXIT
# CC and CFLAGS are words.
$compiler -std=c99 -O2 -Wall -Wextra -Werror ${CFLAGS:-} -Irunner \
  runner/tune.c -o "$built/tune" -ldl -lpthread

# Without a GPU this says so, before several processes would.
"$built/tune" --warm 0/1000000
# Each holds a context, which takes memory of the GPU.
jobs=$(getconf _NPROCESSORS_ONLN)
[ "$jobs" -le 16 ] || jobs=16
job=0
# The driver compiles PTX once and keeps it: by as many as there are cores.
if [ ! -e "$out" ] && [ "$jobs" -gt 1 ]; then
  echo "tune: loading the candidates on $jobs cores" >&2
  while [ "$job" -lt "$jobs" ]; do
    "$built/tune" --warm "$job/$jobs" &
    job=$((job + 1))
  done
  wait
fi
"$built/tune" --out "$out" ${budget:+--budget "$budget"}
