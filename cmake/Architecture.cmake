# FASTSHA2_ARCH: the folder of src/arch that is compiled beside portable.
string(TOLOWER "${CMAKE_SYSTEM_PROCESSOR}" processor)
if(processor STREQUAL "wasm32" OR EMSCRIPTEN)
  set(detected wasm32)
elseif(processor MATCHES "^(x86_64|amd64|i[3-6]86)$")
  if(CMAKE_SIZEOF_VOID_P EQUAL 4) # which a 64-bit kernel does not tell
    set(detected i386)
  else()
    set(detected x86)
  endif()
elseif(processor MATCHES "^(aarch64(_be)?|arm64)$")
  set(detected arm64)
elseif(processor MATCHES "^loong(arch)?64$")
  set(detected loongarch64)
elseif(processor MATCHES "^(ppc|powerpc)64(le|el)?$")
  set(detected ppc64)
elseif(processor STREQUAL "riscv64")
  set(detected riscv64)
elseif(processor STREQUAL "s390x")
  set(detected s390x)
else()
  set(detected portable)
endif()
set(FASTSHA2_ARCH "${detected}" CACHE STRING "Folder of src/arch to compile: x86, arm64, …, or portable")
if(NOT EXISTS "${PROJECT_SOURCE_DIR}/src/arch/${FASTSHA2_ARCH}/backends.c")
  message(FATAL_ERROR "FASTSHA2_ARCH is '${FASTSHA2_ARCH}', but allowed are the folders of src/arch")
endif()

# Branch targets and shadow stacks are marked, so that the module does not switch them off for its process.
set(FASTSHA2_ARCH_OPTIONS "")
if(FASTSHA2_ARCH MATCHES "^(x86|i386)$")
  # Aligned code: without it, any change elsewhere moves a short message's time by 10 to 30 ns on Zen 5.
  set(FASTSHA2_ARCH_OPTIONS -fcf-protection=full -falign-functions=64 -falign-loops=32
    $<$<C_COMPILER_ID:GNU>:-falign-jumps=32>)
elseif(FASTSHA2_ARCH STREQUAL "arm64" AND NOT APPLE)
  # Atomic operations in place: outlined ones ask for the processor in a constructor.
  set(FASTSHA2_ARCH_OPTIONS -mbranch-protection=bti -mno-outline-atomics)
elseif(FASTSHA2_ARCH STREQUAL "riscv64")
  # gcc's scheduling ahead of register allocation makes it run out of registers: 3% of portable's instructions, 3 to 4%
  # of zbb's.
  set(FASTSHA2_ARCH_OPTIONS $<$<C_COMPILER_ID:GNU>:-fno-schedule-insns>)
endif()

# How deep compressors and the functions around them may leave words on the stack, in bytes: 1,000 of avx2 with gcc 12 on
# x86-64. Elsewhere there are larger frames: lasx alone has one of 1,408 bytes, RISC-V's scalar rows of 1,008; areas for
# registers in each; and where a word of SHA-512 takes two registers, more is spilled.
if(detected MATCHES "^(x86|arm64)$")
  set(FASTSHA2_WIPE_STACK_MAX 1152)
else()
  set(FASTSHA2_WIPE_STACK_MAX 3072)
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
