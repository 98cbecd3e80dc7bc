# fastsha2_backend(HASH NAME ARCH [FLAGS flag…] [OPTIONAL] [WITH kernel…])
#
# Declares the compressor src/arch/ARCH/HASH_NAME.c, with the instruction-set flags that it alone is compiled
# with. Its name becomes a valid configuration value on every architecture; its file is compiled where ARCH
# is the target's. OPTIONAL: only if FASTSHA2_<HASH>_<NAME> is set to true or, where it is not set, if this
# compiler can; backend_config.h then has it as 1 or 0 for the row. WITH: what it has beside the compressor, each in a
# file src/arch/ARCH/HASH_KERNEL_NAME.c with the same flags.
function(fastsha2_backend hash name arch)
  cmake_parse_arguments(PARSE_ARGV 3 arg "OPTIONAL" "" "FLAGS;WITH")
  string(TOUPPER "${hash}" hash_upper)
  string(TOUPPER "${name}" name_upper)

  set(names "FASTSHA2_${hash_upper}_NAMES")
  if("${${names}}" MATCHES "\"${name}\"")
    # known by another architecture's
  elseif(DEFINED ${names})
    set(${names} "${${names}}, \"${name}\"" PARENT_SCOPE)
  else()
    set(${names} "\"${name}\"" PARENT_SCOPE)
  endif()

  if(NOT arch STREQUAL FASTSHA2_ARCH AND NOT arch STREQUAL "portable")
    return()
  endif()
  set(file "${PROJECT_SOURCE_DIR}/src/arch/${arch}/${hash}_${name}.c")
  if(arg_OPTIONAL)
    set(have "FASTSHA2_${hash_upper}_${name_upper}")
    if(NOT DEFINED ${have})
      fastsha2_compiles(${have} "${file}" ${arg_FLAGS})
    endif()
    set(value 0)
    if(${have})
      set(value 1)
    else()
      message(STATUS "${hash} ${name} is left out: it was not asked for, or this compiler cannot assemble it")
    endif()
    set(FASTSHA2_BACKEND_CONFIG
      "${FASTSHA2_BACKEND_CONFIG}#define ${have} ${value}\n" PARENT_SCOPE)
    if(NOT value)
      return()
    endif()
  endif()
  set(files "${file}")
  foreach(kernel IN LISTS arg_WITH)
    list(APPEND files "${PROJECT_SOURCE_DIR}/src/arch/${arch}/${hash}_${kernel}_${name}.c")
  endforeach()
  # A kernel's memcpy is a load or a store. Where clang cannot see its bounds it checks each: lsx took 1.25 to 1.5 times
  # the instructions.
  set_source_files_properties(${files} PROPERTIES COMPILE_OPTIONS "${arg_FLAGS};-U_FORTIFY_SOURCE")
  target_sources(fastsha2_engine PRIVATE ${files})
endfunction()

# Sets RESULT in the cache to whether the compiler and its assembler accept the file with these flags.
function(fastsha2_compiles result file)
  set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
  string(JOIN " " flags "-I${PROJECT_SOURCE_DIR}/src" ${ARGN})
  try_compile(${result} "${PROJECT_BINARY_DIR}/probe" "${file}"
    COMPILE_DEFINITIONS "${flags}" C_STANDARD 11)
endfunction()
