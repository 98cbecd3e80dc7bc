# Cross-compiles to Debian's riscv64; debian.cmake says by which variables.
set(FASTSHA2_PROCESSOR riscv64)
set(FASTSHA2_TRIPLE riscv64-linux-gnu)
include(${CMAKE_CURRENT_LIST_DIR}/debian.cmake)
