#===- ScancLibrary.cmake - Libraries, executables and unit tests ----------===//
#
# Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
#
#   scanc_add_library(ScancCircuits A.cpp [DEPENDS target...]
#                     [LINK_LIBS lib...] [PCH llvm|none] [EXCEPTIONS])
#   scanc_add_executable(scanc main.cpp [LINK_LIBS lib...])
#   scanc_add_unittest(CircuitsTests A.cpp [LINK_LIBS lib...])
#
# Libraries are static archives that never link LLVM; the executables do, in
# the one way that cmake/ScancLLVM.cmake chose.
#
#===----------------------------------------------------------------------===//

# CMake would call all that is precompiled a system header, and clang would not
# warn about ours.
set(CMAKE_PCH_PROLOGUE "")

# scanc_add_pch(NAME HEADER [BASE])
# Precompiles cmake/HEADER on top of BASE, the NAME of another: when HEADER
# changes, BASE is not parsed again.
function(scanc_add_pch name header)
  add_library(${name} STATIC EXCLUDE_FROM_ALL
    "${PROJECT_SOURCE_DIR}/cmake/Pch.cpp")
  target_compile_options(${name} PRIVATE
    $<$<COMPILE_LANGUAGE:CXX>:-fno-exceptions>
    "SHELL:-Xclang -fno-pch-timestamp")
  target_link_libraries(${name} PUBLIC scanc_llvm_headers)
  target_include_directories(${name} PUBLIC
    "${PROJECT_SOURCE_DIR}/include" "${PROJECT_BINARY_DIR}/include")
  target_precompile_headers(${name} PRIVATE
    "${PROJECT_SOURCE_DIR}/cmake/${header}")
  if(ARGC GREATER 2)
    # CMake has no word for a base. This is the file that it makes of BASE, and
    # the source that it makes of HEADER, which has to wait for that file.
    set(files "${PROJECT_BINARY_DIR}/CMakeFiles")
    set(base "${files}/${ARGV2}.dir/cmake_pch.hxx.pch")
    target_compile_options(${name} PRIVATE
      "SHELL:-Xclang -include-pch -Xclang ${base}")
    set_property(SOURCE "${files}/${name}.dir/cmake_pch.hxx.cxx"
      PROPERTY OBJECT_DEPENDS "${base}")
  endif()
endfunction()

scanc_add_pch(scanc_pch_llvm PchLlvm.h)
scanc_add_pch(scanc_pch_mlir PchMlir.h scanc_pch_llvm)
scanc_add_pch(scanc_pch_prefix PchPrefix.h scanc_pch_mlir)
add_dependencies(scanc_pch_prefix scanc-headers)
if(SCANC_INCLUDE_TESTS)
  find_package(GTest REQUIRED)
  foreach(base IN ITEMS llvm prefix)
    scanc_add_pch(scanc_pch_${base}_tests PchTests.h scanc_pch_${base})
    target_link_libraries(scanc_pch_${base}_tests PUBLIC GTest::gtest)
  endforeach()
endif()

# scanc_setup_target(NAME PCH [EXCEPTIONS])
# What libraries and executables have in common. PCH is what comes behind
# scanc_pch_ in the name of a precompiled header, or none.
function(scanc_setup_target name pch)
  cmake_parse_arguments(PARSE_ARGV 2 ARG "EXCEPTIONS" "" "")
  target_include_directories(${name} PUBLIC
    "${PROJECT_SOURCE_DIR}/include" "${PROJECT_BINARY_DIR}/include")
  if(NOT ARG_EXCEPTIONS)
    target_compile_options(${name} PRIVATE
      $<$<COMPILE_LANGUAGE:CXX>:-fno-exceptions>)
  endif()
  if(NOT pch STREQUAL none)
    target_compile_options(${name} PRIVATE
      "$<$<COMPILE_LANGUAGE:CXX>:SHELL:-Xclang -fno-pch-timestamp>")
    target_precompile_headers(${name} REUSE_FROM scanc_pch_${pch})
    add_dependencies(${name} scanc-headers)
  endif()
endfunction()

# scanc_add_library(NAME SOURCE... [DEPENDS target...] [LINK_LIBS lib...]
#                   [PCH llvm|none] [EXCEPTIONS])
# A static library. `PCH llvm` is for rooms that use no MLIR, `PCH none` for C;
# EXCEPTIONS is for code that a third party's headers force to have them.
function(scanc_add_library name)
  cmake_parse_arguments(PARSE_ARGV 1 ARG "EXCEPTIONS" "PCH"
    "DEPENDS;LINK_LIBS")
  add_library(${name} STATIC ${ARG_UNPARSED_ARGUMENTS})
  target_link_libraries(${name} PUBLIC scanc_llvm_headers ${ARG_LINK_LIBS})
  if(NOT ARG_PCH)
    set(ARG_PCH prefix)
  endif()
  if(ARG_EXCEPTIONS)
    scanc_setup_target(${name} ${ARG_PCH} EXCEPTIONS)
  else()
    scanc_setup_target(${name} ${ARG_PCH})
  endif()
  if(ARG_DEPENDS)
    add_dependencies(${name} ${ARG_DEPENDS})
  endif()
endfunction()

# scanc_add_executable(NAME SOURCE... [DEPENDS target...] [LINK_LIBS lib...]
#                      [PCH llvm|none])
function(scanc_add_executable name)
  cmake_parse_arguments(PARSE_ARGV 1 ARG "" "PCH" "DEPENDS;LINK_LIBS")
  add_executable(${name} ${ARG_UNPARSED_ARGUMENTS})
  if(SCANC_SANITIZE)
    set(options "${PROJECT_SOURCE_DIR}/cmake/SanitizerOptions.c")
    target_sources(${name} PRIVATE "${options}")
    # The precompiled header is C++.
    set_source_files_properties("${options}" PROPERTIES
      SKIP_PRECOMPILE_HEADERS ON)
  endif()
  target_link_libraries(${name} PRIVATE ${ARG_LINK_LIBS} scanc_llvm)
  if(NOT ARG_PCH)
    set(ARG_PCH prefix)
  endif()
  scanc_setup_target(${name} ${ARG_PCH})
  if(ARG_DEPENDS)
    add_dependencies(${name} ${ARG_DEPENDS})
  endif()
endfunction()

# scanc_add_unittest(NAME SOURCE... [DEPENDS target...] [LINK_LIBS lib...]
#                    [PCH llvm|none])
# A GoogleTest binary with GoogleTest's main, where lit looks for it.
function(scanc_add_unittest name)
  cmake_parse_arguments(PARSE_ARGV 1 ARG "" "PCH" "")
  if(NOT ARG_PCH)
    set(ARG_PCH prefix)
  endif()
  if(NOT ARG_PCH STREQUAL none)
    string(APPEND ARG_PCH "_tests")
  endif()
  scanc_add_executable(${name} ${ARG_UNPARSED_ARGUMENTS} PCH ${ARG_PCH})
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
