#===- Uninstall.cmake - Remove what an install has put there --------------===//
#
# Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
#
# cmake -DMANIFEST=BUILD/install_manifest.txt -P Uninstall.cmake
#
# With DESTDIR set as it was for the install. Folders of ours that are empty
# then go, too.
#
#===----------------------------------------------------------------------===//

cmake_minimum_required(VERSION 3.25)

if(NOT EXISTS "${MANIFEST}")
  message(FATAL_ERROR "nothing was installed from here: there is no ${MANIFEST}")
endif()
file(STRINGS "${MANIFEST}" files)
set(folders)
foreach(file IN LISTS files)
  file(REMOVE "$ENV{DESTDIR}${file}")
  cmake_path(GET file PARENT_PATH folder)
  while(folder MATCHES "/scanc(/|$)")
    list(APPEND folders "${folder}")
    cmake_path(GET folder PARENT_PATH folder)
  endwhile()
endforeach()
list(LENGTH files count)
list(REMOVE_DUPLICATES folders)
# The longest first, which are the innermost.
list(SORT folders ORDER DESCENDING)
foreach(folder IN LISTS folders)
  file(GLOB rest "$ENV{DESTDIR}${folder}/*" "$ENV{DESTDIR}${folder}/.*")
  if(NOT rest)
    file(REMOVE_RECURSE "$ENV{DESTDIR}${folder}")
  endif()
endforeach()
file(REMOVE "${MANIFEST}")
message(STATUS "removed ${count} files")
