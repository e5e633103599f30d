#===- ScancCompile.cmake - Compile the scans of one scanc_add_scan() ------===//
#
# Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
#
# A step of the build:
#
#   cmake -P ScancCompile.cmake -- NAME FOLDER SCANC FLAG...
#
# calls SCANC with the flags, and leaves in FOLDER what it makes and
#
#   NAME.all.c   a file that includes every launcher that there now is
#   NAME.forms   the forms of each, for the next time that CMake runs
#
# The source may be made by the build itself. So nobody but scanc knows, and
# only now, how many scans it has.
#
#===----------------------------------------------------------------------===//

cmake_minimum_required(VERSION 3.25)
include("${CMAKE_CURRENT_LIST_DIR}/ScancBlame.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/ScancForms.cmake")

set(words)
set(reads FALSE)
math(EXPR last "${CMAKE_ARGC} - 1")
foreach(index RANGE ${last})
  if(reads)
    list(APPEND words "${CMAKE_ARGV${index}}")
  elseif(CMAKE_ARGV${index} STREQUAL "--")
    set(reads TRUE)
  endif()
endforeach()
list(POP_FRONT words name folder scanc)

# Launchers of scans that the source no longer has would be taken for its own.
file(GLOB old "${folder}/*.c" "${folder}/*.h" "${folder}/*.ptx"
  "${folder}/*.json")
if(old)
  file(REMOVE ${old})
endif()

execute_process(COMMAND "${scanc}" ${words} -o "${folder}/${name}"
  RESULT_VARIABLE status ERROR_VARIABLE errors ECHO_ERROR_VARIABLE)
if(NOT status EQUAL 0)
  _scanc_blame("${errors}" argument text)
  if(argument)
    message(FATAL_ERROR "scanc_add_scan(${name}): ${argument}: ${text}")
  endif()
  _scanc_spell("${words}" arguments)
  message(FATAL_ERROR "scanc_add_scan(${name}): ${arguments}: scanc ended with \
${status}; what it said is above")
endif()

# The first launcher's runtime serves all of them. A launcher without a line has
# only a part of it, so those with all of it come first.
file(GLOB launchers RELATIVE "${folder}" "${folder}/*.c")
list(SORT launchers)
set(whole)
set(parts)
foreach(launcher IN LISTS launchers)
  file(STRINGS "${folder}/${launcher}" line LIMIT_COUNT 1
    REGEX "^#define SCANC_RUNTIME_WITHOUT_LINE$")
  if(line)
    list(APPEND parts "${launcher}")
  else()
    list(APPEND whole "${launcher}")
  endif()
endforeach()
set(includes "/* Every launcher that scanc made for ${name}. */\n")
foreach(launcher IN LISTS whole parts)
  string(APPEND includes "#include \"${launcher}\"\n")
endforeach()
file(WRITE "${folder}/${name}.all.c" "${includes}")

# Each form has a description.
file(GLOB forms RELATIVE "${folder}" "${folder}/*.json")
list(TRANSFORM forms REPLACE "\\.json$" "")
list(TRANSFORM launchers REPLACE "\\.c$" "" OUTPUT_VARIABLE scans)
_scanc_pair_forms("${scans}" "${forms}" forms)
list(JOIN forms "\n" words)
# Left alone where it is right: CMake runs again after it has changed.
file(CONFIGURE OUTPUT "${folder}/${name}.forms" CONTENT "${words}\n" @ONLY)
