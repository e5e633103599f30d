#===- ScancEmbed.cmake - Put a file into a binary -------------------------===//
#
# Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
#
#   scanc_embed(ScancTarget launcher.c.in scanc_launcher_c)
#
# gives the library the C symbols
#
#   extern "C" const char scanc_launcher_c[];        // ends in a NUL
#   extern "C" const size_t scanc_launcher_c_size;   // without the NUL
#
# The file stays a real file, and the symbol follows each of its edits.
#
#===----------------------------------------------------------------------===//

set(SCANC_EMBED_SCRIPT "${CMAKE_CURRENT_LIST_DIR}/EmbedFile.cmake")

function(scanc_embed target file symbol)
  cmake_path(ABSOLUTE_PATH file)
  set(output "${CMAKE_CURRENT_BINARY_DIR}/${symbol}.c")
  add_custom_command(
    OUTPUT "${output}"
    COMMAND ${CMAKE_COMMAND} -DINPUT=${file} -DOUTPUT=${output}
      -DSYMBOL=${symbol} -P "${SCANC_EMBED_SCRIPT}"
    DEPENDS "${file}" "${SCANC_EMBED_SCRIPT}"
    COMMENT "Embedding ${symbol}"
    VERBATIM)
  target_sources(${target} PRIVATE "${output}")
  # The precompiled header is C++.
  set_source_files_properties("${output}" PROPERTIES
    SKIP_PRECOMPILE_HEADERS ON)
endfunction()
