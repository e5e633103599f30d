#===- ScancToolchain.cmake - Compiler, linker and flags for every target --===//
#
# Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//

# C++20 because MLIR's headers do not compile as C++23.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_C_STANDARD 99)
set(CMAKE_C_STANDARD_REQUIRED ON)
set(CMAKE_C_EXTENSIONS OFF)

if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  message(FATAL_ERROR
    "scanc is built with clang++-22, not ${CMAKE_CXX_COMPILER}; "
    "configure with 'cmake --preset dev'")
endif()

# Executables land beside one another, so that tools and tests find them.
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/bin")
set(CMAKE_ARCHIVE_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/lib")

# Installed tools find the shared LLVM where it was linked from. Those of the
# release preset have it in them, and no path.
if(NOT SCANC_STATIC_LLVM)
  set(CMAKE_INSTALL_RPATH_USE_LINK_PATH ON)
endif()

add_compile_options(-Wall -Wextra -Wno-unused-parameter)
add_compile_options(-fcolor-diagnostics)
# lld resolves archives in any order: a cycle of our libraries needs no group.
add_link_options(-fuse-ld=lld)

if(SCANC_SANITIZE)
  add_compile_options(-fsanitize=address,undefined -fno-sanitize-recover=all
    -fno-omit-frame-pointer)
  add_link_options(-fsanitize=address,undefined)
endif()

# Coverage of our own code guides the fuzzers; LLVM's stays as it is.
if(SCANC_FUZZERS)
  add_compile_options(-fsanitize=fuzzer-no-link)
endif()

if(SCANC_STATIC_LLVM)
  add_compile_options(-ffunction-sections -fdata-sections)
  add_link_options(-Wl,--gc-sections -Wl,--icf=all -Wl,-s -static-libstdc++
    -static-libgcc)
endif()

# ccache reuses objects that were made with a precompiled header only when it
# may ignore times and the PCH's own macros; -fno-pch-timestamp does the same
# for clang. A base directory lets two checkouts share objects. With
# CCACHE_DEPEND, clang tells ccache what a source includes: a preprocessor that
# asks before each compilation would take half as long as the compilation. With
# CCACHE_INODECACHE, ccache hashes a file of 180 MB once, not for each object.
find_program(SCANC_CCACHE ccache)
if(SCANC_CCACHE)
  string(JOIN "," sloppiness pch_defines time_macros include_file_mtime
    include_file_ctime)
  set(launcher ${CMAKE_COMMAND} -E env "CCACHE_SLOPPINESS=${sloppiness}"
    "CCACHE_BASEDIR=${PROJECT_SOURCE_DIR}" "CCACHE_NOHASHDIR=1"
    "CCACHE_DEPEND=1" "CCACHE_INODECACHE=1"
    ${SCANC_CCACHE})
  set(CMAKE_C_COMPILER_LAUNCHER ${launcher})
  set(CMAKE_CXX_COMPILER_LAUNCHER ${launcher})
endif()
