#===- ScancBlame.cmake - Which argument scanc complains about -------------===//
#
# Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
#
# scanc names its flags; who calls scanc_add_scan() has written arguments.
# Shared by ScancAddScan.cmake, which asks when a project is configured, and by
# ScancCompile.cmake, which compiles.
#
#===----------------------------------------------------------------------===//

include_guard(GLOBAL)

# What scanc says, by the argument that it is about. The first that matches.
set(_SCANC_COMPLAINTS
  "STATE_TYPE=for --state-type"
  "OUT_TYPE=for --out-type"
  "TYPE=for --type"
  "OP=^unknown operator |^operator '"
  "INIT=^--init="
  "PLAN=^--plan="
  "STRATEGY=^unknown strategy "
  "DOMAINS=^unknown domain |^--domain "
  "ARCHS=^unknown architecture |^the architecture '|^--arch="
  "SCAN=^no scan is named "
  "TUNING=^in the tuning |^--tuning"
  "LIBDEVICE=^--libdevice|libdevice"
  "NAME=cannot name C functions")

# The argument that scanc's standard error is about, and what it says of it in
# the words of scanc_add_scan(); two empty strings if it is about none.
function(_scanc_blame errors argument_result text_result)
  set(${argument_result} "" PARENT_SCOPE)
  set(${text_result} "" PARENT_SCOPE)
  # What has a place in a file is about that file.
  if(NOT errors MATCHES "(^|\n)scanc: error: ([^\n]*)")
    return()
  endif()
  set(text "${CMAKE_MATCH_2}")
  foreach(complaint IN LISTS _SCANC_COMPLAINTS)
    string(FIND "${complaint}" "=" at)
    string(SUBSTRING "${complaint}" 0 ${at} argument)
    math(EXPR at "${at} + 1")
    string(SUBSTRING "${complaint}" ${at} -1 pattern)
    if(text MATCHES "${pattern}")
      string(REGEX REPLACE " for --(state-|out-|)type" "" text "${text}")
      string(REGEX REPLACE "^--(init|plan|arch)=" "" text "${text}")
      string(REGEX REPLACE "^--domain " "" text "${text}")
      set(${argument_result} "${argument}" PARENT_SCOPE)
      set(${text_result} "${text}" PARENT_SCOPE)
      return()
    endif()
  endforeach()
endfunction()

# Flags of scanc as arguments: --state-type=i32 is STATE_TYPE i32.
function(_scanc_spell flags result)
  set(words)
  foreach(flag IN LISTS flags)
    if(NOT flag MATCHES "^--([^=]+)(=(.*))?$")
      list(APPEND words "SOURCE ${flag}")
      continue()
    endif()
    set(value "${CMAKE_MATCH_3}")
    string(TOUPPER "${CMAKE_MATCH_1}" argument)
    string(REPLACE "-" "_" argument "${argument}")
    string(REGEX REPLACE "^(ARCH|DOMAIN)$" "\\1S" argument "${argument}")
    string(STRIP "${argument} ${value}" word)
    list(APPEND words "${word}")
  endforeach()
  list(JOIN words " " words)
  set(${result} "${words}" PARENT_SCOPE)
endfunction()
