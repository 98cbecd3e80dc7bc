# FASTSHA2_ARCH: the folder of src/arch that is compiled beside portable.
string(TOLOWER "${CMAKE_SYSTEM_PROCESSOR}" processor)
if(processor STREQUAL "wasm32" OR EMSCRIPTEN)
  set(detected wasm32)
elseif(processor MATCHES "^(x86_64|amd64)$")
  set(detected x86)
elseif(processor MATCHES "^(aarch64(_be)?|arm64)$")
  set(detected arm64)
else()
  set(detected portable)
endif()
set(FASTSHA2_ARCH "${detected}" CACHE STRING "Folder of src/arch to compile: x86, arm64, wasm32 or portable")
if(NOT EXISTS "${PROJECT_SOURCE_DIR}/src/arch/${FASTSHA2_ARCH}/backends.c")
  message(FATAL_ERROR "FASTSHA2_ARCH is '${FASTSHA2_ARCH}', but allowed are the folders of src/arch")
endif()

# Branch targets and shadow stacks are marked, so that the module does not switch them off for its process.
set(FASTSHA2_ARCH_OPTIONS "")
if(FASTSHA2_ARCH STREQUAL "x86")
  # Aligned code: without it, any change elsewhere moves a short message's time by 10 to 30 ns on Zen 5.
  set(FASTSHA2_ARCH_OPTIONS -fcf-protection=full -falign-functions=64 -falign-loops=32
    $<$<C_COMPILER_ID:GNU>:-falign-jumps=32>)
elseif(FASTSHA2_ARCH STREQUAL "arm64" AND NOT APPLE)
  set(FASTSHA2_ARCH_OPTIONS -mbranch-protection=bti)
endif()

# WebAssembly cannot ask for features: an engine without SIMD128 refuses a program that holds any of it.
if(FASTSHA2_ARCH STREQUAL "wasm32")
  option(FASTSHA2_SIMD128 "wasm32: build the back ends in SIMD128, which the engine must then have" ON)
  set(FASTSHA2_SHA256_SIMD128 ${FASTSHA2_SIMD128})
  set(FASTSHA2_SHA512_SIMD128 ${FASTSHA2_SIMD128})
  if(NOT EMSCRIPTEN)
    set(CMAKE_EXECUTABLE_SUFFIX .wasm) # which the platform Generic unsets
  endif()
endif()
