#===- ScancPackage.cmake - The tarball and the .deb -----------------------===//
#
# Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
#
# For cpack, which utils/package calls on the release preset: only a driver
# with LLVM in it needs nothing else.
#
#===----------------------------------------------------------------------===//

set(CPACK_PACKAGE_NAME scanc)
set(CPACK_PACKAGE_VENDOR "The scanc authors")
set(CPACK_PACKAGE_CONTACT "The scanc authors <scanc@scanc.invalid>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY
  "compiler from prefix-scan circuits to GPU kernels")
set(CPACK_PACKAGE_VERSION "${PROJECT_VERSION}")
set(CPACK_RESOURCE_FILE_LICENSE "${PROJECT_SOURCE_DIR}/LICENSE")
set(CPACK_GENERATOR "TXZ;DEB")
set(CPACK_PACKAGE_FILE_NAME "scanc-${PROJECT_VERSION}-linux-x86_64")
set(CPACK_PROJECT_CONFIG_FILE
  "${PROJECT_SOURCE_DIR}/packaging/PackageGenerator.cmake")
# With several threads, xz cuts its output elsewhere.
set(CPACK_THREADS 1)
# One time and one mode for the same kind of file, whoever packs.
set(CPACK_PRE_BUILD_SCRIPTS 
  "${PROJECT_SOURCE_DIR}/packaging/NormalizeFiles.cmake")
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
  OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE
  WORLD_READ WORLD_EXECUTE)

set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "cmake (>= 3.25)")
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION
"scanc takes a prefix scan, with an operator and a circuit of your own,
proves that it is one, and writes PTX, a C launcher and a description in
JSON, which any application can embed: no CUDA toolkit is needed to build
it, and no library to run it but the driver.
.
The package has the compiler, its language server, a CMake package, a C++
layer over the launchers, examples and documentation.")

include(CPack)
