# What is watched at run time: a stack that was written over, and calls of the C library that write beyond an object.
# Flags of the user's own go before. Measured with gcc 12: neither costs a compressor or a short message 1%.
include(CheckCCompilerFlag)
include(CheckCSourceCompiles)

if(NOT FASTSHA2_ARCH STREQUAL "wasm32" AND NOT CMAKE_C_FLAGS MATCHES "-stack-protector") # wasm32 has its own stack of calls
  check_c_compiler_flag(-fstack-protector-strong FASTSHA2_STACK_PROTECTOR)
  if(FASTSHA2_STACK_PROTECTOR)
    add_compile_options(-fstack-protector-strong)
  endif()
endif()

# The C library refuses it without optimisation, and sanitizers see more without it.
set(CMAKE_TRY_COMPILE_CONFIGURATION "${CMAKE_BUILD_TYPE}")
check_c_source_compiles("
  #if !defined __OPTIMIZE__ || defined _FORTIFY_SOURCE
  #error
  #endif
  int main(void) { return 0; }" FASTSHA2_FORTIFY)
unset(CMAKE_TRY_COMPILE_CONFIGURATION)
if(FASTSHA2_FORTIFY AND NOT CMAKE_C_FLAGS MATCHES "-fsanitize")
  add_compile_definitions(_FORTIFY_SOURCE=3)
endif()
