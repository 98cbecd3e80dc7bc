# Cross-compiles to Debian's armhf; debian.cmake says by which variables.
set(FASTSHA2_PROCESSOR armv7l)
set(FASTSHA2_TRIPLE arm-linux-gnueabihf)
include(${CMAKE_CURRENT_LIST_DIR}/debian.cmake)
