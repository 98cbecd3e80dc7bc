# Cross-compiles to Debian's i386; debian.cmake says by which variables.
set(FASTSHA2_PROCESSOR i686)
set(FASTSHA2_TRIPLE i386-linux-gnu)
set(FASTSHA2_COMPILER_TRIPLE i686-linux-gnu)
include(${CMAKE_CURRENT_LIST_DIR}/debian.cmake)
