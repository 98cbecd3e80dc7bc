/* The features of a WebAssembly engine that back ends need. */
#ifndef FASTSHA2_WASM32_CPU_H
#define FASTSHA2_WASM32_CPU_H

enum cpu_feature {
    CPU_SIMD128 = 1 << 0,
};

#endif
