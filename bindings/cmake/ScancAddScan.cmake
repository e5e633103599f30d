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
#       [INCLUSIVE | EXCLUSIVE] [REVERSE] [INIT value] [TOTAL]
#       [STATES state...] [PLAN plan]
#     [DOMAINS domain...] [ARCHS arch...] [STRATEGY strategy]
#     [TUNING file.json] [LIBDEVICE file.bc])
#
# makes NAME, a static library to link: scanc compiles the scan to a launcher,
# the project's own compiler compiles that. NAME.h is on the include path of
# what links NAME. docs/CMake.md describes each argument.
#
# At configure time scanc is asked, where there is one, whether it takes the
# arguments. It compiles when the project is built. No CUDA is needed to build.
#
#===----------------------------------------------------------------------===//

include_guard(GLOBAL)
include("${CMAKE_CURRENT_LIST_DIR}/ScancBlame.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/ScancForms.cmake")

# A message that begins with the call, as all of ours do.
function(_scanc_refuse name text)
  message(FATAL_ERROR "scanc_add_scan(${name}): ${text}")
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

# An argument that names a file: absolute, and there. `generated_result`: it is
# the build that makes the file.
function(_scanc_find_file name argument path result generated_result)
  cmake_path(ABSOLUTE_PATH path BASE_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}"
    NORMALIZE)
  get_source_file_property(generated "${path}" GENERATED)
  if(NOT generated AND NOT EXISTS "${path}")
    _scanc_refuse("${name}" "${argument}: there is no file ${path}")
  elseif(IS_DIRECTORY "${path}")
    _scanc_refuse("${name}" "${argument}: ${path} is a directory")
  endif()
  set(${result} "${path}" PARENT_SCOPE)
  set(${generated_result} "${generated}" PARENT_SCOPE)
endfunction()

# The architectures as scanc calls them.
function(_scanc_read_archs name words result)
  set(archs)
  # A list in quotes is a list, too.
  string(REPLACE "\\;" ";" words "${words}")
  foreach(word IN LISTS words)
    if(word STREQUAL "native")
      set(arch native)
    elseif(word MATCHES "^(sm_)?([0-9]+[a-z]?)$")
      set(arch "sm_${CMAKE_MATCH_2}")
    else()
      _scanc_refuse("${name}" "ARCHS: expected numbers such as 80 90, or \
native, got '${word}'")
    endif()
    if(arch IN_LIST archs)
      _scanc_refuse("${name}" "ARCHS: '${word}' is given twice")
    endif()
    list(APPEND archs "${arch}")
  endforeach()
  set(${result} "${archs}" PARENT_SCOPE)
endfunction()

# The domains as scanc calls them, which knows what they are.
function(_scanc_read_domains name words result)
  set(domains)
  string(REPLACE "\\;" ";" words "${words}")
  foreach(word IN LISTS words)
    if(NOT word MATCHES "^[a-z_]+$")
      _scanc_refuse("${name}" "DOMAINS: expected names such as line rows, got \
'${word}'")
    elseif(word IN_LIST domains)
      _scanc_refuse("${name}" "DOMAINS: '${word}' is given twice")
    endif()
    list(APPEND domains "${word}")
  endforeach()
  set(${result} "${domains}" PARENT_SCOPE)
endfunction()

# Which states of chains lie in memory.
function(_scanc_read_states name words result)
  set(states)
  string(REPLACE "\\;" ";" words "${words}")
  foreach(word IN LISTS words)
    if(NOT word MATCHES "^(initial|final)$")
      _scanc_refuse("${name}" "STATES: expected initial or final, got \
'${word}'")
    elseif(word IN_LIST states)
      _scanc_refuse("${name}" "STATES: '${word}' is given twice")
    endif()
    list(APPEND states "${word}")
  endforeach()
  set(${result} "${states}" PARENT_SCOPE)
endfunction()

# The scanc that can be asked now, if there is one; `is_built_result`: the build
# makes another before it compiles scans.
function(_scanc_find_program result is_built_result)
  set(${result} "" PARENT_SCOPE)
  set(${is_built_result} FALSE PARENT_SCOPE)
  get_target_property(program scanc::scanc IMPORTED_LOCATION)
  if(program AND EXISTS "${program}")
    set(${result} "${program}" PARENT_SCOPE)
  endif()
  get_target_property(makers scanc::scanc MANUALLY_ADDED_DEPENDENCIES)
  if(makers)
    set(${is_built_result} TRUE PARENT_SCOPE)
  endif()
endfunction()

# Asks scanc for what `flags` ask for in these phases, as NAME.PHASE.mlir in a
# folder that is made anew. That takes 30 ms.
function(_scanc_emit program flags phases folder name
    status_result errors_result)
  file(REMOVE_RECURSE "${folder}")
  file(MAKE_DIRECTORY "${folder}")
  execute_process(
    COMMAND "${program}" ${flags} "--emit=${phases}" -o "${folder}/${name}"
    RESULT_VARIABLE status OUTPUT_QUIET ERROR_VARIABLE errors)
  set(${status_result} "${status}" PARENT_SCOPE)
  set(${errors_result} "${errors}" PARENT_SCOPE)
endfunction()

# The names of the prefix.scans in the modules of a folder that are in this
# phase; `has_more_result`: whether one of them is of more than a line.
function(_scanc_read_scans folder phase names_result has_more_result)
  set(names)
  set(has_more FALSE)
  file(GLOB modules "${folder}/*.${phase}.mlir")
  foreach(module IN LISTS modules)
    # scanc prints one in a line of its own, whatever the source is like.
    file(STRINGS "${module}" lines REGEX "^ *prefix\\.scan @")
    foreach(line IN LISTS lines)
      if(line MATCHES "@([A-Za-z0-9_]+)")
        list(APPEND names "${CMAKE_MATCH_1}")
      endif()
      if(line MATCHES " domain ([a-z_, ]+)" AND
          NOT CMAKE_MATCH_1 MATCHES "^line( |$)")
        set(has_more TRUE)
      endif()
    endforeach()
  endforeach()
  list(REMOVE_DUPLICATES names)
  set(${names_result} "${names}" PARENT_SCOPE)
  set(${has_more_result} "${has_more}" PARENT_SCOPE)
endfunction()

# Asks scanc for the plan of what `flags` ask for. Refuses what it refuses,
# unless that has a place in the source: the build says that, for editors find
# the place in what a build says. Else, the forms of the scans and their
# architectures; empty lists where scanc has not said.
function(_scanc_ask name folder flags has_source forms_result archs_result)
  set(${forms_result} "" PARENT_SCOPE)
  set(${archs_result} "" PARENT_SCOPE)
  _scanc_find_program(program is_built)
  if(NOT program)
    return()
  endif()
  # The source has the scans, the plan has the forms of each.
  set(asked "${folder}/asked")
  set(scans)
  _scanc_emit("${program}" "${flags}" source,plan "${asked}" "${name}"
    status errors)
  if(status EQUAL 0)
    _scanc_read_scans("${asked}" source scans has_more)
  else()
    # A SOURCE that is a plan has no earlier phase to show.
    _scanc_emit("${program}" "${flags}" plan "${asked}" "${name}" status errors)
  endif()
  if(status EQUAL 0)
    _scanc_read_scans("${asked}" plan forms has_more)
    if(scans OR NOT has_more)
      _scanc_pair_forms("${scans}" "${forms}" pairs)
      set(${forms_result} "${pairs}" PARENT_SCOPE)
    endif()
    set(archs)
    file(GLOB plans "${asked}/*.plan.mlir")
    foreach(plan IN LISTS plans)
      if(plan MATCHES "\\.(sm_[0-9]+[a-z]?)\\.plan\\.mlir$")
        list(APPEND archs "${CMAKE_MATCH_1}")
      endif()
    endforeach()
    set(${archs_result} "${archs}" PARENT_SCOPE)
  elseif(status MATCHES "^[123]$")
    _scanc_blame("${errors}" argument text)
    if(NOT argument AND NOT has_source)
      string(REGEX REPLACE "^scanc: error: " "" text "${errors}")
      string(STRIP "${text}" text)
      _scanc_spell("${flags}" argument)
    endif()
    if(argument AND is_built)
      message(WARNING "scanc_add_scan(${name}): ${argument}: ${text}\n\
The scanc of the last build says so; the build makes it anew.")
    elseif(argument)
      _scanc_refuse("${name}" "${argument}: ${text}")
    endif()
  endif()
  file(REMOVE_RECURSE "${asked}")
endfunction()

function(scanc_add_scan name)
  set(flags INCLUSIVE EXCLUSIVE REVERSE TOTAL)
  set(of_operator TYPE STATE_TYPE OUT_TYPE INIT)
  set(values SOURCE SCAN OP ${of_operator} PLAN STRATEGY TUNING LIBDEVICE)
  set(lists DOMAINS ARCHS STATES)

  #===--------------------------------------------------------------------===//
  # What was asked for
  #===--------------------------------------------------------------------===//

  if(NOT name MATCHES "^[A-Za-z][A-Za-z0-9_]*$")
    _scanc_refuse("${name}" "NAME names functions of C; '${name}' is no \
identifier")
  elseif(name MATCHES "^(all|ALL_BUILD|clean|edit_cache|help|install|INSTALL|\
package|PACKAGE|package_source|preinstall|rebuild_cache|RUN_TESTS|test|\
ZERO_CHECK)$")
    _scanc_refuse("${name}" "NAME: CMake has a target '${name}' of its own")
  elseif(TARGET ${name})
    _scanc_refuse("${name}" "NAME: there is a target '${name}' already")
  endif()
  # Of a keyword that comes twice, and of an empty value, CMake says nothing.
  set(seen)
  set(keyword "the first argument")
  math(EXPR last "${ARGC} - 1")
  foreach(index RANGE ${last})
    set(word "${ARGV${index}}")
    if(word IN_LIST flags OR word IN_LIST values OR word IN_LIST lists)
      if(word IN_LIST seen)
        _scanc_refuse("${name}" "${word} is given twice")
      endif()
      set(keyword "${word}")
      list(APPEND seen "${word}")
    elseif(word STREQUAL "")
      _scanc_refuse("${name}" "${keyword}: the value is empty; is a variable \
unset?")
    elseif(word MATCHES ";" AND NOT keyword IN_LIST lists)
      _scanc_refuse("${name}" "${keyword}: expected one value, got '${word}'")
    endif()
  endforeach()
  cmake_parse_arguments(PARSE_ARGV 1 ARG "${flags}" "${values}" "${lists}")
  if(ARG_UNPARSED_ARGUMENTS)
    list(JOIN ARG_UNPARSED_ARGUMENTS "', '" words)
    list(JOIN flags ", " flag_names)
    list(JOIN values ", " value_names)
    list(JOIN lists ", " list_names)
    _scanc_refuse("${name}" "unknown argument '${words}'; the arguments are \
${value_names}, ${list_names}, ${flag_names}")
  elseif(ARG_KEYWORDS_MISSING_VALUES)
    list(JOIN ARG_KEYWORDS_MISSING_VALUES ", " words)
    _scanc_refuse("${name}" "${words}: a value is missing")
  elseif(NOT DEFINED ARG_SOURCE AND NOT DEFINED ARG_OP)
    _scanc_refuse("${name}" "expected SOURCE file.mlir, or OP and TYPE")
  elseif(DEFINED ARG_SOURCE AND DEFINED ARG_OP)
    _scanc_refuse("${name}" "SOURCE and OP are both given; a scan has one")
  elseif(DEFINED ARG_OP AND NOT DEFINED ARG_TYPE)
    _scanc_refuse("${name}" "OP needs TYPE, the type of an element")
  elseif(DEFINED ARG_OP AND DEFINED ARG_SCAN)
    _scanc_refuse("${name}" "SCAN chooses a scan of a SOURCE, and OP has none")
  elseif(ARG_INCLUSIVE AND ARG_EXCLUSIVE)
    _scanc_refuse("${name}" "INCLUSIVE and EXCLUSIVE are both given")
  elseif(ARG_INCLUSIVE AND ARG_TOTAL)
    _scanc_refuse("${name}" "TOTAL goes with an exclusive scan, and INCLUSIVE \
is given")
  elseif(DEFINED ARG_PLAN AND DEFINED ARG_STRATEGY)
    _scanc_refuse("${name}" "PLAN and STRATEGY are both given; a plan names \
its strategy")
  endif()
  if(DEFINED ARG_SOURCE)
    foreach(argument IN LISTS of_operator flags ITEMS PLAN STATES)
      # A flag that is not there is FALSE, and no value of ours is.
      if(DEFINED ARG_${argument} AND NOT "${ARG_${argument}}" STREQUAL "FALSE")
        _scanc_refuse("${name}" "${argument} goes with OP; a SOURCE says it \
itself")
      endif()
    endforeach()
  endif()
  _scanc_read_domains("${name}" "${ARG_DOMAINS}" domains)
  _scanc_read_states("${name}" "${ARG_STATES}" states)
  _scanc_read_archs("${name}" "${ARG_ARCHS}" archs)

  #===--------------------------------------------------------------------===//
  # The command
  #===--------------------------------------------------------------------===//

  set(command)
  # What scanc is asked now. Of a file that the build makes it knows nothing;
  # whether it takes the other arguments, another scan shows.
  set(asked)
  set(stands_in FALSE)
  set(depends)
  if(DEFINED ARG_SOURCE)
    _scanc_find_file("${name}" SOURCE "${ARG_SOURCE}" source generated)
    list(APPEND command "${source}")
    list(APPEND depends "${source}")
    if(generated)
      set(asked --op=add --type=i32)
      set(stands_in TRUE)
    else()
      # A scan more or less is another set of files.
      set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS
        "${source}")
    endif()
  endif()
  foreach(pair SCAN:scan OP:op TYPE:type STATE_TYPE:state-type
      OUT_TYPE:out-type INIT:init PLAN:plan STRATEGY:strategy)
    string(REPLACE ":" ";" pair ${pair})
    list(GET pair 0 argument)
    list(GET pair 1 flag)
    if(DEFINED ARG_${argument})
      list(APPEND command "--${flag}=${ARG_${argument}}")
      if(stands_in AND argument STREQUAL "STRATEGY")
        list(APPEND asked "--${flag}=${ARG_${argument}}")
      endif()
    endif()
  endforeach()
  foreach(argument IN LISTS flags)
    if(ARG_${argument})
      string(TOLOWER "${argument}" flag)
      list(APPEND command "--${flag}")
    endif()
  endforeach()
  if(states)
    list(JOIN states "," words)
    list(APPEND command "--states=${words}")
  endif()
  if(domains)
    list(JOIN domains "," words)
    list(APPEND command "--domain=${words}")
    list(APPEND asked "--domain=${words}")
  endif()
  if(archs)
    list(JOIN archs "," words)
    list(APPEND command "--arch=${words}")
    list(APPEND asked "--arch=${words}")
  endif()
  if(NOT stands_in)
    set(asked "${command}")
  endif()
  if(DEFINED ARG_TUNING)
    _scanc_find_file("${name}" TUNING "${ARG_TUNING}" path generated)
    list(APPEND command "--tuning=${path}")
    list(APPEND depends "${path}")
    if(NOT generated)
      list(APPEND asked "--tuning=${path}")
    endif()
  endif()
  if(DEFINED ARG_LIBDEVICE)
    _scanc_find_file("${name}" LIBDEVICE "${ARG_LIBDEVICE}" path generated)
    list(APPEND command "--libdevice=${path}")
    list(APPEND depends "${path}")
  endif()

  #===--------------------------------------------------------------------===//
  # The files, and the library made of them
  #===--------------------------------------------------------------------===//

  set(folder "${CMAKE_CURRENT_BINARY_DIR}/scanc/${name}")
  file(MAKE_DIRECTORY "${folder}")
  _scanc_ask("${name}" "${folder}" "${asked}" "${ARG_SOURCE}" forms known_archs)
  # The forms of the scans are known from scanc now, or else from the last
  # build, or else once it is built. What nobody knows yet is linked, too; only
  # its header is no file that a build tool knows to be made.
  set(guess)
  if(stands_in)
    set(guess "${forms}")
    set(forms)
  endif()
  if(NOT forms AND EXISTS "${folder}/${name}.forms")
    file(STRINGS "${folder}/${name}.forms" forms)
  endif()
  if(NOT forms)
    set(forms "${guess}")
  endif()
  if(NOT forms)
    _scanc_guess_forms("${name}" "${domains}" forms)
  endif()
  list(JOIN forms "\n" words)
  file(CONFIGURE OUTPUT "${folder}/${name}.forms" CONTENT "${words}\n" @ONLY)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS
    "${folder}/${name}.forms")

  # One architecture needs no name in that of its PTX.
  list(LENGTH archs count)
  set(suffixes ".ptx")
  if(count GREATER 1)
    if(NOT known_archs)
      set(known_archs "${archs}")
      list(REMOVE_ITEM known_archs native)
    endif()
    list(SORT known_archs COMPARE NATURAL)
    list(TRANSFORM known_archs PREPEND "." OUTPUT_VARIABLE suffixes)
    list(TRANSFORM suffixes APPEND ".ptx")
  endif()
  set(outputs "${folder}/${name}.all.c")
  set(ptx)
  set(json)
  _scanc_list_scans("${forms}" scans)
  foreach(scan IN LISTS scans)
    list(APPEND outputs "${folder}/${scan}.c" "${folder}/${scan}.h")
    _scanc_list_forms("${forms}" "${scan}" own_forms)
    set(own_ptx)
    set(own_json)
    foreach(form IN LISTS own_forms)
      list(APPEND own_json "${folder}/${form}.json")
      foreach(suffix IN LISTS suffixes)
        list(APPEND own_ptx "${folder}/${form}${suffix}")
      endforeach()
    endforeach()
    list(APPEND outputs ${own_json} ${own_ptx})
    if(scan STREQUAL name)
      set(ptx "${own_ptx}")
      set(json "${own_json}")
    endif()
  endforeach()
  set(script "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/ScancCompile.cmake")
  add_custom_command(
    OUTPUT ${outputs}
    COMMAND ${CMAKE_COMMAND} -P "${script}" -- "${name}" "${folder}"
      "$<TARGET_FILE:scanc::scanc>" ${command}
    DEPENDS ${depends} "${script}" scanc::scanc
    COMMENT "Compiling the scan ${name}"
    VERBATIM)

  _scanc_choose_language("${name}" language)
  set_source_files_properties("${folder}/${name}.all.c" PROPERTIES
    LANGUAGE ${language})
  add_library(${name} STATIC "${folder}/${name}.all.c")
  set_target_properties(${name} PROPERTIES
    POSITION_INDEPENDENT_CODE ON
    SCANC_PTX "${ptx}"
    SCANC_JSON "${json}")
  target_include_directories(${name} INTERFACE "$<BUILD_INTERFACE:${folder}>")
  # A project's warnings are about code that somebody writes.
  target_compile_options(${name} PRIVATE -w)
  # What the launcher does with the driver: it loads it, under a lock.
  if(language STREQUAL "CUDA")
    # FindThreads wants C or C++.
    target_link_libraries(${name} PUBLIC pthread ${CMAKE_DL_LIBS})
  else()
    set(THREADS_PREFER_PTHREAD_FLAG ON)
    find_package(Threads REQUIRED)
    target_link_libraries(${name} PUBLIC Threads::Threads ${CMAKE_DL_LIBS})
  endif()
endfunction()
