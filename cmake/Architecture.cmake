# FASTSHA2_ARCH: the folder of src/arch that is compiled beside portable.
string(TOLOWER "${CMAKE_SYSTEM_PROCESSOR}" processor)
if(processor MATCHES "^(x86_64|amd64)$")
  set(detected x86)
else()
  set(detected portable)
endif()
set(FASTSHA2_ARCH "${detected}" CACHE STRING "Folder of src/arch to compile: x86 or portable")
if(NOT EXISTS "${PROJECT_SOURCE_DIR}/src/arch/${FASTSHA2_ARCH}/backends.c")
  message(FATAL_ERROR "FASTSHA2_ARCH is '${FASTSHA2_ARCH}', but allowed are the folders of src/arch")
endif()

# Branch targets and shadow stacks are marked, so that the module does not switch them off for its process.
set(FASTSHA2_ARCH_OPTIONS "")
if(FASTSHA2_ARCH STREQUAL "x86")
  set(FASTSHA2_ARCH_OPTIONS -fcf-protection=full)
endif()
