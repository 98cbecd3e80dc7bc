# Cross-compiles to Debian's s390x; debian.cmake says by which variables.
set(FASTSHA2_PROCESSOR s390x)
set(FASTSHA2_TRIPLE s390x-linux-gnu)
include(${CMAKE_CURRENT_LIST_DIR}/debian.cmake)
