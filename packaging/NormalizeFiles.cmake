#===- NormalizeFiles.cmake - The same package from the same files ---------===//
#
# Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
#
# cpack runs this on the files of a package before it packs them. Times are
# those of SOURCE_DATE_EPOCH, modes do not depend on a umask. What Debian's
# policy wants of a package is made here: compressed manuals, a changelog, and
# why lintian need not worry about libraries that are in the binary.
#
#===----------------------------------------------------------------------===//

cmake_minimum_required(VERSION 3.25)

if(NOT DEFINED ENV{SOURCE_DATE_EPOCH})
  message(FATAL_ERROR "SOURCE_DATE_EPOCH is not set; call utils/package")
endif()
set(root "${CPACK_TEMPORARY_DIRECTORY}")

macro(run)
  execute_process(COMMAND ${ARGN} COMMAND_ERROR_IS_FATAL ANY)
endmacro()

if(CPACK_GENERATOR STREQUAL "DEB")
  set(share "${root}/usr/share")
  set(doc "${share}/doc/scanc")
  run(date --utc --rfc-email --date=@$ENV{SOURCE_DATE_EPOCH}
    OUTPUT_VARIABLE date OUTPUT_STRIP_TRAILING_WHITESPACE)
  file(WRITE "${doc}/changelog.Debian"
"scanc (${CPACK_PACKAGE_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE}) stable; \
urgency=medium

  * What changed is in changelog.gz.

 -- ${CPACK_PACKAGE_CONTACT}  ${date}
")
  file(RENAME "${doc}/CHANGELOG.md" "${doc}/changelog")
  run(gzip -9n "${doc}/changelog" "${doc}/changelog.Debian")
  # Debian has the license's whole text, and `copyright` says where.
  file(REMOVE "${doc}/LICENSE")
  file(GLOB manuals "${share}/man/man1/*.1")
  run(gzip -9n ${manuals})
  # Debian's zsh looks there.
  file(RENAME "${share}/zsh/site-functions" "${share}/zsh/vendor-completions")
  file(WRITE "${share}/lintian/overrides/scanc"
"# One binary that runs on Debian 12 and Ubuntu 22.04 and later has LLVM 22 and
# what it needs in it: no release before has these.
scanc: embedded-library *usr/bin/scanc*
# It is no package of Debian's, which would have a bug to close.
scanc: initial-upload-closes-no-bugs *
")
endif()

run(find "${root}" -type d -exec chmod 755 {} +)
run(find "${root}" -type f -perm /111 -exec chmod 755 {} +)
run(find "${root}" -type f -not -perm /111 -exec chmod 644 {} +)
run(find "${root}" -exec touch --no-dereference
  --date=@$ENV{SOURCE_DATE_EPOCH} {} +)
