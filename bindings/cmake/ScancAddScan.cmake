#===- ScancAddScan.cmake - A scan as a library of a CMake project ---------===//
#
# Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
#
#   scanc_add_scan(NAME
#     SOURCE file.mlir [SCAN scan]
#     | OP op TYPE type [STATE_TYPE type] [OUT_TYPE type]
#       [INCLUSIVE | EXCLUSIVE] [REVERSE] [INIT value]
#     [ARCHS arch] [STRATEGY strategy] [PLAN plan] [TUNING file.json]
#     [LIBDEVICE file.bc])
#
# makes NAME, a static library to link: scanc compiles the scan to a launcher,
# the project's own compiler compiles that. NAME.h is on the include path of
# what links NAME. docs/CMake.md describes each argument.
#
# Nothing is compiled at configure time, and no CUDA is needed to build.
#
#===----------------------------------------------------------------------===//

include_guard(GLOBAL)

# A message that begins with the call, as all of ours do.
function(_scanc_refuse name text)
  message(FATAL_ERROR "scanc_add_scan(${name}): ${text}")
endfunction()

# The name of every scan of a source, in order, less those in comments.
function(_scanc_list_scans source result)
  set(names)
  file(STRINGS "${source}" lines REGEX "prefix\\.scan[ \t]+@")
  foreach(line IN LISTS lines)
    string(REGEX REPLACE "//.*" "" line "${line}")
    while(line MATCHES "prefix\\.scan[ \t]+@\"?([A-Za-z_][A-Za-z0-9_$.]*)(.*)")
      list(APPEND names "${CMAKE_MATCH_1}")
      set(line "${CMAKE_MATCH_2}")
    endwhile()
  endforeach()
  set(${result} "${names}" PARENT_SCOPE)
endfunction()

# The launcher is C99 and C++ at once: the first language that the project has.
function(_scanc_choose_language name result)
  get_property(enabled GLOBAL PROPERTY ENABLED_LANGUAGES)
  foreach(language C CXX CUDA)
    if(language IN_LIST enabled)
      set(${result} ${language} PARENT_SCOPE)
      return()
    endif()
  endforeach()
  _scanc_refuse("${name}" "the launcher is C99 and C++; enable C, CXX or CUDA \
in project()")
endfunction()

# An argument that names a file: absolute, and there.
function(_scanc_find_file name argument path result)
  cmake_path(ABSOLUTE_PATH path BASE_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}"
    NORMALIZE)
  # One that the build makes is not there yet.
  get_source_file_property(generated "${path}" GENERATED)
  if(NOT generated AND NOT EXISTS "${path}")
    _scanc_refuse("${name}" "${argument}: there is no file ${path}")
  elseif(IS_DIRECTORY "${path}")
    _scanc_refuse("${name}" "${argument}: ${path} is a directory")
  endif()
  set(${result} "${path}" PARENT_SCOPE)
endfunction()

function(scanc_add_scan name)
  set(flags INCLUSIVE EXCLUSIVE REVERSE)
  set(of_operator TYPE STATE_TYPE OUT_TYPE INIT)
  set(values SOURCE SCAN OP ${of_operator} STRATEGY PLAN TUNING LIBDEVICE)
  cmake_parse_arguments(PARSE_ARGV 1 ARG "${flags}" "${values}" "ARGS;ARCHS")

  #===--------------------------------------------------------------------===//
  # What was asked for
  #===--------------------------------------------------------------------===//

  if(NOT name MATCHES "^[A-Za-z][A-Za-z0-9_]*$")
    _scanc_refuse("${name}" "NAME names functions of C; '${name}' is no \
identifier")
  elseif(TARGET ${name})
    _scanc_refuse("${name}" "NAME: there is a target '${name}' already")
  elseif(ARG_UNPARSED_ARGUMENTS)
    list(JOIN ARG_UNPARSED_ARGUMENTS "', '" words)
    list(JOIN flags ", " flag_names)
    list(JOIN values ", " value_names)
    _scanc_refuse("${name}" "unknown argument '${words}'; the arguments are \
${value_names}, ARCHS, ${flag_names}")
  elseif(ARG_KEYWORDS_MISSING_VALUES)
    list(JOIN ARG_KEYWORDS_MISSING_VALUES ", " words)
    _scanc_refuse("${name}" "${words}: a value is missing")
  elseif(NOT ARG_SOURCE AND NOT ARG_OP)
    _scanc_refuse("${name}" "expected SOURCE file.mlir, or OP and TYPE")
  elseif(ARG_SOURCE AND ARG_OP)
    _scanc_refuse("${name}" "SOURCE and OP are both given; a scan has one")
  elseif(ARG_OP AND NOT ARG_TYPE)
    _scanc_refuse("${name}" "OP needs TYPE, the type of an element")
  elseif(ARG_OP AND ARG_SCAN)
    _scanc_refuse("${name}" "SCAN chooses a scan of a SOURCE, and OP has none")
  elseif(ARG_INCLUSIVE AND ARG_EXCLUSIVE)
    _scanc_refuse("${name}" "INCLUSIVE and EXCLUSIVE are both given")
  elseif(ARG_PLAN AND ARG_STRATEGY)
    _scanc_refuse("${name}" "PLAN and STRATEGY are both given; a plan names \
its strategy")
  endif()
  if(ARG_SOURCE)
    foreach(argument IN LISTS of_operator flags)
      if(ARG_${argument} OR (DEFINED ARG_${argument} AND
          NOT "${ARG_${argument}}" STREQUAL "FALSE"))
        _scanc_refuse("${name}" "${argument} goes with OP; a SOURCE says it \
itself")
      endif()
    endforeach()
    if(ARG_PLAN)
      _scanc_refuse("${name}" "PLAN goes with OP; a SOURCE says it itself")
    endif()
  endif()

  list(LENGTH ARG_ARCHS count)
  if(count GREATER 1)
    list(JOIN ARG_ARCHS " " words)
    _scanc_refuse("${name}" "ARCHS ${words}: expected one architecture, the \
oldest that the scan is to run on; newer GPUs run its PTX, too")
  elseif(count EQUAL 1 AND NOT ARG_ARCHS MATCHES "^(sm_)?[0-9]+a?$")
    _scanc_refuse("${name}" "ARCHS: expected a number such as 90, got \
'${ARG_ARCHS}'")
  endif()

  #===--------------------------------------------------------------------===//
  # The command
  #===--------------------------------------------------------------------===//

  set(command)
  set(depends)
  set(scans)
  if(ARG_SOURCE)
    _scanc_find_file("${name}" SOURCE "${ARG_SOURCE}" source)
    list(APPEND command "${source}")
    list(APPEND depends "${source}")
    if(ARG_SCAN)
      list(APPEND command "--scan=${ARG_SCAN}")
      set(scans "${ARG_SCAN}")
    elseif(EXISTS "${source}")
      _scanc_list_scans("${source}" scans)
      # A scan more or less is another set of files.
      set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS
        "${source}")
    endif()
  else()
    list(APPEND command "--op=${ARG_OP}" "--type=${ARG_TYPE}")
    foreach(pair STATE_TYPE:state-type OUT_TYPE:out-type INIT:init)
      string(REPLACE ":" ";" pair ${pair})
      list(GET pair 0 argument)
      list(GET pair 1 flag)
      if(DEFINED ARG_${argument})
        list(APPEND command "--${flag}=${ARG_${argument}}")
      endif()
    endforeach()
    foreach(pair INCLUSIVE:inclusive EXCLUSIVE:exclusive REVERSE:reverse)
      string(REPLACE ":" ";" pair ${pair})
      list(GET pair 0 argument)
      list(GET pair 1 flag)
      if(ARG_${argument})
        list(APPEND command "--${flag}")
      endif()
    endforeach()
    if(ARG_PLAN)
      list(APPEND command "--plan=${ARG_PLAN}")
    endif()
  endif()
  if(ARG_ARCHS)
    string(REPLACE "sm_" "" arch "${ARG_ARCHS}")
    list(APPEND command "--arch=sm_${arch}")
  endif()
  if(ARG_STRATEGY)
    list(APPEND command "--strategy=${ARG_STRATEGY}")
  endif()
  foreach(pair TUNING:tuning LIBDEVICE:libdevice)
    string(REPLACE ":" ";" pair ${pair})
    list(GET pair 0 argument)
    list(GET pair 1 flag)
    if(ARG_${argument})
      _scanc_find_file("${name}" ${argument} "${ARG_${argument}}" path)
      list(APPEND command "--${flag}=${path}")
      list(APPEND depends "${path}")
    endif()
  endforeach()

  #===--------------------------------------------------------------------===//
  # The files, and the library made of them
  #===--------------------------------------------------------------------===//

  # The first scan of a file is called NAME, the others NAME_SCAN.
  set(bases "${name}")
  list(LENGTH scans count)
  if(count GREATER 1)
    list(REMOVE_AT scans 0)
    foreach(scan IN LISTS scans)
      list(APPEND bases "${name}_${scan}")
    endforeach()
  endif()
  set(folder "${CMAKE_CURRENT_BINARY_DIR}/scanc/${name}")
  file(MAKE_DIRECTORY "${folder}")
  set(outputs)
  set(sources)
  foreach(base IN LISTS bases)
    list(APPEND sources "${folder}/${base}.c")
    foreach(extension c h ptx json)
      list(APPEND outputs "${folder}/${base}.${extension}")
    endforeach()
  endforeach()
  add_custom_command(
    OUTPUT ${outputs}
    COMMAND scanc::scanc ${command} -o "${folder}/${name}"
    DEPENDS ${depends} scanc::scanc
    COMMENT "Compiling the scan ${name}"
    VERBATIM)

  _scanc_choose_language("${name}" language)
  set_source_files_properties(${sources} PROPERTIES LANGUAGE ${language})
  add_library(${name} STATIC ${sources})
  set_target_properties(${name} PROPERTIES
    POSITION_INDEPENDENT_CODE ON
    SCANC_PTX "${folder}/${name}.ptx"
    SCANC_JSON "${folder}/${name}.json")
  target_include_directories(${name} INTERFACE "$<BUILD_INTERFACE:${folder}>")
  # What the launcher does with the driver: it loads it, under a lock.
  set(THREADS_PREFER_PTHREAD_FLAG ON)
  find_package(Threads REQUIRED)
  target_link_libraries(${name} PUBLIC Threads::Threads ${CMAKE_DL_LIBS})
endfunction()
