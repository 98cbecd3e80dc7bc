# What the toolchain files of Debian's architectures share. Set before it is included: FASTSHA2_PROCESSOR, and
# FASTSHA2_TRIPLE as Debian spells it; FASTSHA2_COMPILER_TRIPLE if its compilers spell it otherwise. From outside:
#   FASTSHA2_SYSROOT         root of the architecture's packages, such as tests/tools/debian-root makes
#   FASTSHA2_CROSS_COMPILER  a clang, in place of Debian's gcc for the architecture
#   FASTSHA2_EMULATOR        runs the tests that are built
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR ${FASTSHA2_PROCESSOR})
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES FASTSHA2_SYSROOT FASTSHA2_CROSS_COMPILER)
if(NOT FASTSHA2_COMPILER_TRIPLE)
  set(FASTSHA2_COMPILER_TRIPLE ${FASTSHA2_TRIPLE})
endif()

if(NOT FASTSHA2_CROSS_COMPILER)
  set(CMAKE_C_COMPILER ${FASTSHA2_COMPILER_TRIPLE}-gcc)
else()
  set(CMAKE_C_COMPILER ${FASTSHA2_CROSS_COMPILER})
  set(CMAKE_C_COMPILER_TARGET ${FASTSHA2_COMPILER_TRIPLE})
  find_program(CMAKE_OBJCOPY ${FASTSHA2_COMPILER_TRIPLE}-objcopy) # a clang finds the machine's own
endif()

set(CMAKE_SYSROOT ${FASTSHA2_SYSROOT})
set(CMAKE_FIND_ROOT_PATH ${FASTSHA2_SYSROOT})
set(CMAKE_LIBRARY_ARCHITECTURE ${FASTSHA2_TRIPLE})
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
set(ENV{PKG_CONFIG_SYSROOT_DIR} ${FASTSHA2_SYSROOT})
set(ENV{PKG_CONFIG_LIBDIR}
  ${FASTSHA2_SYSROOT}/usr/lib/${FASTSHA2_TRIPLE}/pkgconfig:${FASTSHA2_SYSROOT}/usr/share/pkgconfig)
if(FASTSHA2_EMULATOR)
  set(CMAKE_CROSSCOMPILING_EMULATOR ${FASTSHA2_EMULATOR})
endif()

# pkg-config would put the root before it.
set(FASTSHA2_MODULES_DIR /usr/lib/${FASTSHA2_TRIPLE}/ossl-modules CACHE PATH
  "Folder that the provider is installed to")
