#===- ScancLibrary.cmake - Libraries, executables and unit tests ----------===//
#
# Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
#
#   scanc_add_library(ScancCircuits A.cpp [DEPENDS target...]
#                     [LINK_LIBS lib...] [NO_PCH] [EXCEPTIONS])
#   scanc_add_executable(scanc main.cpp [LINK_LIBS lib...])
#   scanc_add_unittest(CircuitsTests A.cpp [LINK_LIBS lib...])
#
# Libraries are static archives that never link LLVM; the executables do, in
# the one way that cmake/ScancLLVM.cmake chose.
#
#===----------------------------------------------------------------------===//

# The precompiled header: one for all libraries that use MLIR. It holds only
# LLVM's headers, none of ours, so that an edit never rebuilds it.
set(SCANC_PCH_SOURCE "${CMAKE_CURRENT_LIST_DIR}/Pch.cpp")
add_library(scanc_pch STATIC "${SCANC_PCH_SOURCE}")
target_compile_options(scanc_pch PRIVATE
  $<$<COMPILE_LANGUAGE:CXX>:-fno-exceptions>)
target_link_libraries(scanc_pch PUBLIC scanc_llvm_headers)
target_include_directories(scanc_pch PUBLIC
  "${PROJECT_SOURCE_DIR}/include" "${PROJECT_BINARY_DIR}/include")
target_compile_options(scanc_pch PRIVATE "SHELL:-Xclang -fno-pch-timestamp")
target_precompile_headers(scanc_pch PRIVATE "${CMAKE_CURRENT_LIST_DIR}/Pch.h")

# What libraries and executables have in common.
function(scanc_setup_target name)
  cmake_parse_arguments(PARSE_ARGV 1 ARG "NO_PCH;EXCEPTIONS" "" "")
  target_include_directories(${name} PUBLIC
    "${PROJECT_SOURCE_DIR}/include" "${PROJECT_BINARY_DIR}/include")
  if(NOT ARG_EXCEPTIONS)
    target_compile_options(${name} PRIVATE
      $<$<COMPILE_LANGUAGE:CXX>:-fno-exceptions>)
  endif()
  if(NOT ARG_NO_PCH)
    target_compile_options(${name} PRIVATE
      "$<$<COMPILE_LANGUAGE:CXX>:SHELL:-Xclang -fno-pch-timestamp>")
    target_precompile_headers(${name} REUSE_FROM scanc_pch)
    add_dependencies(${name} scanc-headers)
  endif()
endfunction()

# scanc_add_library(NAME SOURCE... [DEPENDS target...] [LINK_LIBS lib...]
#                   [NO_PCH] [EXCEPTIONS])
# A static library. NO_PCH is for rooms that use no MLIR; EXCEPTIONS is for code
# that a third party's headers force to have them.
function(scanc_add_library name)
  cmake_parse_arguments(PARSE_ARGV 1 ARG "NO_PCH;EXCEPTIONS" ""
    "DEPENDS;LINK_LIBS")
  add_library(${name} STATIC ${ARG_UNPARSED_ARGUMENTS})
  target_link_libraries(${name} PUBLIC scanc_llvm_headers ${ARG_LINK_LIBS})
  set(flags)
  if(ARG_NO_PCH)
    list(APPEND flags NO_PCH)
  endif()
  if(ARG_EXCEPTIONS)
    list(APPEND flags EXCEPTIONS)
  endif()
  scanc_setup_target(${name} ${flags})
  if(ARG_DEPENDS)
    add_dependencies(${name} ${ARG_DEPENDS})
  endif()
endfunction()

# scanc_add_executable(NAME SOURCE... [DEPENDS target...] [LINK_LIBS lib...]
#                      [NO_PCH])
function(scanc_add_executable name)
  cmake_parse_arguments(PARSE_ARGV 1 ARG "NO_PCH" "" "DEPENDS;LINK_LIBS")
  add_executable(${name} ${ARG_UNPARSED_ARGUMENTS})
  if(SCANC_SANITIZE)
    set(options "${PROJECT_SOURCE_DIR}/cmake/SanitizerOptions.c")
    target_sources(${name} PRIVATE "${options}")
    # The precompiled header is C++.
    set_source_files_properties("${options}" PROPERTIES
      SKIP_PRECOMPILE_HEADERS ON)
  endif()
  target_link_libraries(${name} PRIVATE ${ARG_LINK_LIBS} scanc_llvm)
  if(ARG_NO_PCH)
    scanc_setup_target(${name} NO_PCH)
  else()
    scanc_setup_target(${name})
  endif()
  if(ARG_DEPENDS)
    add_dependencies(${name} ${ARG_DEPENDS})
  endif()
endfunction()

# scanc_add_unittest(NAME SOURCE... [DEPENDS target...] [LINK_LIBS lib...]
#                    [NO_PCH])
# A GoogleTest binary with GoogleTest's main, where lit looks for it.
function(scanc_add_unittest name)
  find_package(GTest REQUIRED)
  scanc_add_executable(${name} ${ARGN})
  target_link_libraries(${name} PRIVATE GTest::gtest GTest::gtest_main)
  set_target_properties(${name} PROPERTIES
    RUNTIME_OUTPUT_DIRECTORY "${CMAKE_CURRENT_BINARY_DIR}")
  set_property(GLOBAL APPEND PROPERTY SCANC_UNITTESTS ${name})
endfunction()

# A static library of all folders below the current one: their .cpp files, and
# those of their Kernels/. The attributes of a folder F are in F/F.td, and become
# F/F.h.inc and F/F.cpp.inc. `common` has what their descriptions include.
function(scanc_add_attribute_folders name common)
  file(GLOB descriptions CONFIGURE_DEPENDS RELATIVE
    "${CMAKE_CURRENT_SOURCE_DIR}" "*/*.td")
  file(GLOB sources CONFIGURE_DEPENDS "*/*.cpp" "*/Kernels/*.cpp")
  foreach(description IN LISTS descriptions)
    get_filename_component(folder "${description}" DIRECTORY)
    file(MAKE_DIRECTORY "${CMAKE_CURRENT_BINARY_DIR}/${folder}")
    foreach(part "h:decls" "cpp:defs")
      string(REPLACE ":" ";" part "${part}")
      list(GET part 0 suffix)
      list(GET part 1 what)
      scanc_tablegen("${description}" "${folder}/${folder}.${suffix}.inc"
        -I "${common}" -gen-attrdef-${what} -attrdefs-dialect=prefix)
    endforeach()
  endforeach()
  scanc_add_tablegen_target(${name}IncGen)
  scanc_add_library(${name} ${sources}
    DEPENDS ${name}IncGen
    LINK_LIBS ScancConversion ScancPrefixTransforms ScancPrefixDialect)
  target_include_directories(${name} PRIVATE "${CMAKE_CURRENT_BINARY_DIR}")
endfunction()

# scanc_add_strategies(NAME), scanc_add_domains(NAME): a static library of all
# strategies, or domains, below the current folder, a folder each.
function(scanc_add_strategies name)
  scanc_add_attribute_folders(${name} "${PROJECT_SOURCE_DIR}/lib/Strategies")
endfunction()
function(scanc_add_domains name)
  scanc_add_attribute_folders(${name} "${PROJECT_SOURCE_DIR}/lib/Domains")
endfunction()
