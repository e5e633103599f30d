#===- ScancSubproject.cmake - scanc within another project ----------------===//
#
# Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
#
# For a project that takes scanc in by add_subdirectory() or FetchContent. It
# gets what find_package(scanc) gives: scanc::scanc, scanc::cpp and
# scanc_add_scan(). The compiler is built beside the project, with a toolchain
# of its own, because the project's may be another compiler or for another
# machine. With SCANC_EXECUTABLE, nothing is built.
#
#===----------------------------------------------------------------------===//

set(SCANC_EXECUTABLE "" CACHE FILEPATH
  "A scanc that runs on this machine (default: one is built)")
set(SCANC_PRESET release CACHE STRING "The preset that scanc is built with")

add_executable(scanc::scanc IMPORTED GLOBAL)
if(SCANC_EXECUTABLE)
  if(NOT EXISTS "${SCANC_EXECUTABLE}")
    message(FATAL_ERROR "SCANC_EXECUTABLE: there is no ${SCANC_EXECUTABLE}")
  endif()
  set_target_properties(scanc::scanc PROPERTIES
    IMPORTED_LOCATION "${SCANC_EXECUTABLE}")
else()
  include(ExternalProject)
  set(build "${CMAKE_CURRENT_BINARY_DIR}/build")
  ExternalProject_Add(scanc_build
    SOURCE_DIR "${CMAKE_CURRENT_SOURCE_DIR}"
    BINARY_DIR "${build}"
    CONFIGURE_COMMAND ${CMAKE_COMMAND} -S <SOURCE_DIR> -B <BINARY_DIR>
      --preset ${SCANC_PRESET} -DSCANC_INCLUDE_TESTS=OFF
    BUILD_COMMAND ${CMAKE_COMMAND} --build <BINARY_DIR> --target scanc
    INSTALL_COMMAND ""
    BUILD_ALWAYS ON
    BUILD_BYPRODUCTS "${build}/bin/scanc"
    USES_TERMINAL_BUILD ON)
  set_target_properties(scanc::scanc PROPERTIES
    IMPORTED_LOCATION "${build}/bin/scanc")
  add_dependencies(scanc::scanc scanc_build)
endif()

# The C++ layer, with its headers laid out as an install lays them out.
set(include "${CMAKE_CURRENT_BINARY_DIR}/include/scanc")
configure_file(bindings/cpp/include/scanc/scan.hpp "${include}/scan.hpp"
  COPYONLY)
configure_file(include/scanc/Runtime/scanc_status.h
  "${include}/scanc_status.h" COPYONLY)
add_library(scanc_cpp INTERFACE)
add_library(scanc::cpp ALIAS scanc_cpp)
target_include_directories(scanc_cpp INTERFACE
  "${CMAKE_CURRENT_BINARY_DIR}/include")
target_compile_features(scanc_cpp INTERFACE cxx_std_17)
target_link_libraries(scanc_cpp INTERFACE ${CMAKE_DL_LIBS})

include(bindings/cmake/ScancAddScan.cmake)
