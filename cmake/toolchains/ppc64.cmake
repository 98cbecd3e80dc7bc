# Cross-compiles to Debian's ppc64el; debian.cmake says by which variables.
set(FASTSHA2_PROCESSOR ppc64le)
set(FASTSHA2_TRIPLE powerpc64le-linux-gnu)
include(${CMAKE_CURRENT_LIST_DIR}/debian.cmake)
