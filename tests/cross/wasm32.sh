# What .ci/cross is to know of WebAssembly; the program wasm32 beside this file does the rest.
# shellcheck shell=bash disable=SC2034
toolchain_package='chromium clang-19 dpkg-dev emscripten libclang-rt-19-dev-wasm32 lld-19 llvm-19 node-acorn nodejs
    perl wasi-libc'
