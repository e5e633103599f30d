#===- ScancForms.cmake - Which files scanc makes of a scan ----------------===//
#
# Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
#
# A scan has a launcher, SCAN.h and SCAN.c, and kernels of one form or several,
# each with PTX and JSON of its own: of domains line and rows, the forms are
# SCAN, SCAN_rows and SCAN_rows_strided, and of axis SCAN_axis and SCAN_rows.
# Here, 'SCAN:FORM' stands for a form.
#
# Shared by ScancAddScan.cmake and ScancCompile.cmake.
#
#===----------------------------------------------------------------------===//

include_guard(GLOBAL)

# 'SCAN:FORM' for each of the forms, sorted. A form is called like its scan, or
# that and a suffix, as in sum_rows: its scan is the one with the longest name
# that fits. scanc refuses scans that would take each other's names.
function(_scanc_pair_forms scans forms result)
  set(pairs)
  foreach(form IN LISTS forms)
    set(owner "${form}")
    set(most 0)
    foreach(scan IN LISTS scans)
      string(LENGTH "${scan}" length)
      if("${form}_" MATCHES "^${scan}_" AND length GREATER most)
        set(owner "${scan}")
        set(most "${length}")
      endif()
    endforeach()
    list(APPEND pairs "${owner}:${form}")
  endforeach()
  list(SORT pairs)
  list(REMOVE_DUPLICATES pairs)
  set(${result} "${pairs}" PARENT_SCOPE)
endfunction()

# What the forms of one scan over these domains are probably called, for where
# scanc is not there yet to be asked.
function(_scanc_guess_forms scan domains result)
  set(forms)
  foreach(domain IN LISTS domains)
    if(domain STREQUAL "line")
      list(APPEND forms "${scan}")
    elseif(domain STREQUAL "rows")
      list(APPEND forms "${scan}_rows" "${scan}_rows_strided")
    elseif(domain STREQUAL "strided_rows")
      list(APPEND forms "${scan}_rows_strided")
    elseif(domain STREQUAL "axis")
      list(APPEND forms "${scan}_rows" "${scan}_axis")
    else()
      list(APPEND forms "${scan}_${domain}")
    endif()
  endforeach()
  if(NOT domains)
    set(forms "${scan}")
  endif()
  _scanc_pair_forms("${scan}" "${forms}" pairs)
  set(${result} "${pairs}" PARENT_SCOPE)
endfunction()

# The scans that these forms are of.
function(_scanc_list_scans pairs result)
  list(TRANSFORM pairs REPLACE ":.*" "")
  list(REMOVE_DUPLICATES pairs)
  set(${result} "${pairs}" PARENT_SCOPE)
endfunction()

# The forms of one scan.
function(_scanc_list_forms pairs scan result)
  list(FILTER pairs INCLUDE REGEX "^${scan}:")
  list(TRANSFORM pairs REPLACE ".*:" "")
  set(${result} "${pairs}" PARENT_SCOPE)
endfunction()
