# Cross-compiles to Debian's arm64; debian.cmake says by which variables.
set(FASTSHA2_PROCESSOR aarch64)
set(FASTSHA2_TRIPLE aarch64-linux-gnu)
include(${CMAKE_CURRENT_LIST_DIR}/debian.cmake)
