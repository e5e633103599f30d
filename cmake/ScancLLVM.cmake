#===- ScancLLVM.cmake - Find LLVM and MLIR, and say how to link them ------===//
#
# Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
#
# LLVM and MLIR are linked either as the two shared libraries or as static
# archives, never both: two copies of LLVM in one process abort. The exported
# CMake targets of MLIR pull in the shared LLVM, so none of them is used; the
# interface library scanc_llvm below is the only way to LLVM.
#
#===----------------------------------------------------------------------===//

# MLIR's package file accepts no request for a version but its own exact one.
find_package(MLIR REQUIRED CONFIG)
if(NOT MLIR_VERSION_MAJOR EQUAL 22)
  message(FATAL_ERROR
    "scanc needs MLIR 22, found ${MLIR_VERSION} in ${MLIR_DIR}")
endif()
find_package(Threads REQUIRED)

separate_arguments(SCANC_LLVM_DEFINITIONS NATIVE_COMMAND "${LLVM_DEFINITIONS}")
# Generated documentation lands under this directory.
set(MLIR_BINARY_DIR "${PROJECT_BINARY_DIR}")

# What a library needs to compile. The folder of LLVM's headers may hold those
# of libc++abi beside them, which hide the ones of libstdc++: so the include path
# gets a folder with links to the four that are meant.
set(SCANC_LLVM_INCLUDE_DIR "${PROJECT_BINARY_DIR}/llvm-include")
file(MAKE_DIRECTORY "${SCANC_LLVM_INCLUDE_DIR}")
foreach(folder IN ITEMS llvm llvm-c mlir mlir-c)
  find_path(SCANC_HEADERS_OF_${folder} NAMES ${folder}
    PATHS ${LLVM_INCLUDE_DIRS} ${MLIR_INCLUDE_DIRS} REQUIRED NO_DEFAULT_PATH)
  file(CREATE_LINK "${SCANC_HEADERS_OF_${folder}}/${folder}"
    "${SCANC_LLVM_INCLUDE_DIR}/${folder}" SYMBOLIC)
endforeach()
add_library(scanc_llvm_headers INTERFACE)
target_include_directories(scanc_llvm_headers SYSTEM INTERFACE
  "${SCANC_LLVM_INCLUDE_DIR}")
target_compile_options(scanc_llvm_headers INTERFACE ${SCANC_LLVM_DEFINITIONS})

# What an executable needs to link.
add_library(scanc_llvm INTERFACE)
target_link_libraries(scanc_llvm INTERFACE scanc_llvm_headers)

if(SCANC_STATIC_LLVM)
  # An archive that nothing refers to costs nothing, so name all of LLVM, and
  # all of MLIR except what tests, the C API and code generators are made of.
  file(GLOB mlir_archives "${LLVM_LIBRARY_DIRS}/libMLIR*.a")
  list(FILTER mlir_archives EXCLUDE REGEX
    "libMLIR(CAPI|.*Test|Tblgen|TableGen|PDLL|Reduce|Query|JitRunner)")
  file(GLOB llvm_archives "${LLVM_LIBRARY_DIRS}/libLLVM*.a")
  find_library(SCANC_ZSTD_ARCHIVE NAMES libzstd.a REQUIRED)
  find_library(SCANC_ZLIB_ARCHIVE NAMES libz.a REQUIRED)
  target_link_libraries(scanc_llvm INTERFACE
    -Wl,--start-group ${mlir_archives} ${llvm_archives} -Wl,--end-group
    ${SCANC_ZSTD_ARCHIVE} ${SCANC_ZLIB_ARCHIVE})
else()
  find_library(SCANC_LLVM_SHARED NAMES LLVM PATHS ${LLVM_LIBRARY_DIRS}
    REQUIRED NO_DEFAULT_PATH)
  find_library(SCANC_MLIR_SHARED NAMES MLIR PATHS ${LLVM_LIBRARY_DIRS}
    REQUIRED NO_DEFAULT_PATH)
  target_link_options(scanc_llvm INTERFACE -Wl,--as-needed)
  target_link_libraries(scanc_llvm INTERFACE
    ${SCANC_MLIR_SHARED} ${SCANC_LLVM_SHARED})
endif()
target_link_libraries(scanc_llvm INTERFACE Threads::Threads ${CMAKE_DL_LIBS} m)

# The language server is in no shared library of MLIR: its archives refer to
# MLIR and LLVM only by symbol, so they go with either way of linking.
add_library(scanc_lsp INTERFACE)
target_link_libraries(scanc_lsp INTERFACE
  "${LLVM_LIBRARY_DIRS}/libMLIRLspServerLib.a"
  "${LLVM_LIBRARY_DIRS}/libMLIRLspServerSupportLib.a")

# Boost.Context, always the archive: the driver must run where no Boost is.
find_library(SCANC_BOOST_CONTEXT NAMES libboost_context.a REQUIRED)
add_library(boost_context STATIC IMPORTED GLOBAL)
set_target_properties(boost_context PROPERTIES
  IMPORTED_LOCATION "${SCANC_BOOST_CONTEXT}")
