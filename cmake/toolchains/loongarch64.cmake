# Cross-compiles to Debian's loong64, by clang 19 and its tools, as Debian 12 has no others; debian.cmake says by
# which variables.
set(FASTSHA2_PROCESSOR loongarch64)
set(FASTSHA2_TRIPLE loongarch64-linux-gnu)
if(NOT FASTSHA2_CROSS_COMPILER)
  set(FASTSHA2_CROSS_COMPILER clang-19)
endif()
find_program(CMAKE_OBJCOPY NAMES llvm-objcopy-19 llvm-objcopy)
# As a flag of the compiler, for the one link that is no target: the static library's.
set(CMAKE_C_FLAGS_INIT "-fuse-ld=lld -Wno-unused-command-line-argument")
include(${CMAKE_CURRENT_LIST_DIR}/debian.cmake)
