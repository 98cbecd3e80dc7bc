# FASTSHA2_MODULES_DIR: where the system's OpenSSL looks for providers, and FASTSHA2_MODULE_SUFFIX: what it
# appends to their names there.
if(NOT DEFINED FASTSHA2_MODULES_DIR)
  find_package(PkgConfig QUIET)
  if(PKG_CONFIG_FOUND)
    execute_process(COMMAND ${PKG_CONFIG_EXECUTABLE} --variable=modulesdir libcrypto
      OUTPUT_VARIABLE modules OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  endif()
  if(NOT modules)
    execute_process(COMMAND openssl version -m
      OUTPUT_VARIABLE modules OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
    string(REGEX REPLACE "^MODULESDIR: \"(.*)\"$" "\\1" modules "${modules}")
  endif()
  if(NOT modules)
    set(modules "${CMAKE_INSTALL_FULL_LIBDIR}/ossl-modules")
  endif()
endif()
set(FASTSHA2_MODULES_DIR "${modules}" CACHE PATH "Folder that the provider is installed to")

if(APPLE)
  set(FASTSHA2_MODULE_SUFFIX .dylib)
else()
  set(FASTSHA2_MODULE_SUFFIX ${CMAKE_SHARED_LIBRARY_SUFFIX})
endif()
