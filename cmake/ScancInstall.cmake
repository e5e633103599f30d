#===- ScancInstall.cmake - What is installed, and where -------------------===//
#
# Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
#
# Under the prefix, which may be moved as a whole afterwards:
#
#   bin/                     scanc; scanc-opt, scanc-lsp-server: links to it
#   include/scanc/           the C++ layer over launchers
#   share/man/man1/          a page for each tool and command
#   share/bash-completion/   completions; zsh/, fish/ likewise
#   share/cmake/scanc/       the CMake package
#   share/pkgconfig/         scanc.pc
#   share/scanc/circuits/    the examples
#   share/doc/scanc/         README, CHANGELOG, licenses, docs/
#
# `cmake --build BUILD --target uninstall` takes away what the last install
# from BUILD has put there.
#
#===----------------------------------------------------------------------===//

# Only the tools are installed, so only they must be built.
set(CMAKE_SKIP_INSTALL_ALL_DEPENDENCY ON)

include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(bindings "${PROJECT_SOURCE_DIR}/bindings")
set(package_dir "${CMAKE_INSTALL_DATADIR}/cmake/scanc")

#===----------------------------------------------------------------------===//
# The tools
#===----------------------------------------------------------------------===//

install(TARGETS scanc RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")
foreach(tool scanc-opt scanc-lsp-server)
  install(FILES "${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/${tool}"
    DESTINATION "${CMAKE_INSTALL_BINDIR}")
endforeach()

# The man pages and the completions say what --help says, because they are made
# of it.
set(shell_dir "${PROJECT_BINARY_DIR}/package/shell")
find_program(SCANC_PYTHON python3 HINTS /usr/bin REQUIRED)
file(GLOB shell_sources CONFIGURE_DEPENDS 
  "${PROJECT_SOURCE_DIR}/utils/shell/*.py")
add_custom_command(
  OUTPUT "${shell_dir}.stamp"
  COMMAND ${SCANC_PYTHON} "${PROJECT_SOURCE_DIR}/utils/gen-shell"
    "--scanc=$<TARGET_FILE:scanc>" "--version=${PROJECT_VERSION}"
    "--out=${shell_dir}"
  COMMAND ${CMAKE_COMMAND} -E touch "${shell_dir}.stamp"
  DEPENDS scanc scanc-opt scanc-lsp-server utils/gen-shell ${shell_sources}
    CHANGELOG.md
  WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}"
  COMMENT "Making man pages and completions"
  VERBATIM)
add_custom_target(scanc-shell ALL DEPENDS "${shell_dir}.stamp")
install(DIRECTORY "${shell_dir}/share/" DESTINATION "${CMAKE_INSTALL_DATADIR}")

#===----------------------------------------------------------------------===//
# For C++ and CMake
#===----------------------------------------------------------------------===//

install(DIRECTORY "${bindings}/cpp/include/scanc"
  DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}")
install(FILES include/scanc/Runtime/scanc_status.h
  DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/scanc")

configure_package_config_file("${bindings}/cmake/scancConfig.cmake.in"
  "${PROJECT_BINARY_DIR}/package/scancConfig.cmake"
  INSTALL_DESTINATION "${package_dir}"
  PATH_VARS CMAKE_INSTALL_BINDIR CMAKE_INSTALL_INCLUDEDIR)
configure_file("${bindings}/cmake/scancConfigVersion.cmake.in"
  "${PROJECT_BINARY_DIR}/package/scancConfigVersion.cmake" @ONLY)
install(FILES
  "${PROJECT_BINARY_DIR}/package/scancConfig.cmake"
  "${PROJECT_BINARY_DIR}/package/scancConfigVersion.cmake"
  "${bindings}/cmake/ScancAddScan.cmake"
  "${bindings}/cmake/ScancBlame.cmake"
  "${bindings}/cmake/ScancCompile.cmake"
  "${bindings}/cmake/ScancForms.cmake"
  DESTINATION "${package_dir}")

# pkg-config finds the prefix from where the file lies.
set(pkgconfig_dir "${CMAKE_INSTALL_DATADIR}/pkgconfig")
cmake_path(RELATIVE_PATH CMAKE_INSTALL_PREFIX
  BASE_DIRECTORY "${CMAKE_INSTALL_PREFIX}/${pkgconfig_dir}"
  OUTPUT_VARIABLE SCANC_PREFIX_FROM_PKGCONFIG)
configure_file("${bindings}/pkgconfig/scanc.pc.in"
  "${PROJECT_BINARY_DIR}/package/scanc.pc" @ONLY)
install(FILES "${PROJECT_BINARY_DIR}/package/scanc.pc"
  DESTINATION "${pkgconfig_dir}")

#===----------------------------------------------------------------------===//
# To read, and to try
#===----------------------------------------------------------------------===//

set(doc_dir "${CMAKE_INSTALL_DATADIR}/doc/scanc")
install(FILES README.md CHANGELOG.md LICENSE packaging/copyright
  DESTINATION "${doc_dir}")
install(DIRECTORY docs DESTINATION "${doc_dir}")
install(DIRECTORY circuits DESTINATION "${CMAKE_INSTALL_DATADIR}/scanc")

install(DIRECTORY editors/vscode
  DESTINATION "${CMAKE_INSTALL_DATADIR}/scanc/editors")

add_custom_target(uninstall
  COMMAND ${CMAKE_COMMAND}
    "-DMANIFEST=${PROJECT_BINARY_DIR}/install_manifest.txt"
    -P "${PROJECT_SOURCE_DIR}/cmake/Uninstall.cmake"
  COMMENT "Removing what was installed")
