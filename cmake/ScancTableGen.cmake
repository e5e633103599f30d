#===- ScancTableGen.cmake - Run mlir-tblgen, and track what it makes ------===//
#
# Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
#
#   scanc_tablegen(PrefixOps.td PrefixOps.h.inc -gen-op-decls)
#   scanc_tablegen(PrefixOps.td PrefixOps.cpp.inc -gen-op-defs)
#   scanc_add_tablegen_target(ScancPrefixIncGen)
#
# Outputs go to the directory of the build tree that mirrors the caller's, so
# that a CMakeLists.txt in include/scanc/X makes files that are included as
# "scanc/X/....inc". Every library that uses MLIR waits for all of them.
#
#===----------------------------------------------------------------------===//

find_program(SCANC_MLIR_TBLGEN NAMES mlir-tblgen PATHS ${LLVM_TOOLS_BINARY_DIR}
  REQUIRED NO_DEFAULT_PATH)

# All generated headers of the project.
add_custom_target(scanc-headers)

# The command line that runs mlir-tblgen with the project's include path.
set(SCANC_TBLGEN_COMMAND ${SCANC_MLIR_TBLGEN}
  -I "${PROJECT_SOURCE_DIR}/include" -I "${SCANC_LLVM_INCLUDE_DIR}")

# scanc_tablegen(SOURCE.td OUTPUT FLAG...)
function(scanc_tablegen source output)
  set(path "${CMAKE_CURRENT_BINARY_DIR}/${output}")
  add_custom_command(
    OUTPUT "${path}"
    COMMAND ${SCANC_TBLGEN_COMMAND} -I "${CMAKE_CURRENT_SOURCE_DIR}" ${ARGN}
      "${CMAKE_CURRENT_SOURCE_DIR}/${source}" --write-if-changed
      -o "${path}" -d "${path}.d"
    DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/${source}"
    DEPFILE "${path}.d"
    COMMENT "Generating ${output}")
  set_property(DIRECTORY APPEND PROPERTY SCANC_TABLEGEN_OUTPUTS "${path}")
endfunction()

# scanc_add_tablegen_target(NAME): a target that makes every file that the
# calls of scanc_tablegen in this directory named.
function(scanc_add_tablegen_target name)
  get_property(outputs DIRECTORY PROPERTY SCANC_TABLEGEN_OUTPUTS)
  set_property(DIRECTORY PROPERTY SCANC_TABLEGEN_OUTPUTS "")
  add_custom_target(${name} DEPENDS ${outputs})
  add_dependencies(scanc-headers ${name})
endfunction()
