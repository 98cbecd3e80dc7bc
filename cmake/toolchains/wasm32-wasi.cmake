# Cross-compiles to WebAssembly with the system interface WASI, by clang 19 and wasi-libc as Debian has them. From
# outside: OPENSSL_ROOT_DIR, a folder with include/ and lib/libcrypto.a, such as tests/wasm/libcrypto makes;
# FASTSHA2_CROSS_COMPILER, another clang; FASTSHA2_SYSROOT, another wasi-libc.
set(CMAKE_SYSTEM_NAME Generic) # CMake knows WASI from 3.31 on
set(CMAKE_SYSTEM_PROCESSOR wasm32)
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES FASTSHA2_SYSROOT FASTSHA2_CROSS_COMPILER)

if(NOT FASTSHA2_CROSS_COMPILER)
  set(FASTSHA2_CROSS_COMPILER clang-19)
endif()
if(NOT FASTSHA2_SYSROOT)
  set(FASTSHA2_SYSROOT /usr)
endif()
set(CMAKE_C_COMPILER ${FASTSHA2_CROSS_COMPILER})
set(CMAKE_C_COMPILER_TARGET wasm32-wasi)
set(CMAKE_SYSROOT ${FASTSHA2_SYSROOT})
# Else clang runs wasm-opt where Binaryen is installed: the same program everywhere, and a link ten seconds shorter.
set(CMAKE_EXE_LINKER_FLAGS_INIT -O0) # with --no-wasm-opt clang 19 links nothing at all
set(CMAKE_FIND_ROOT_PATH ${OPENSSL_ROOT_DIR})
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)

# Node runs what is built; a folder of its own stands for the program's /tmp.
find_program(FASTSHA2_NODE node)
set(CMAKE_CROSSCOMPILING_EMULATOR ${FASTSHA2_NODE} --no-warnings ${CMAKE_CURRENT_LIST_DIR}/../../tests/wasm/wasi.mjs)
