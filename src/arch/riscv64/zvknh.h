/*
 * The steps of a compressor in the vector instructions of Zvknh, as text of assembly; FIPS 180-4, sections 6.2.2
 * and 6.4.2; RISC-V Cryptography Extensions, Volume II.
 *
 * Assembly, as gcc has functions for these instructions from 14 on only; those of Zvknh and Zvkb by their numbers, as
 * binutils 2.40 and LLVM 14 do not know them. Arguments are numbers of vector registers: of the first in a group
 * where LMUL is more than 1. The operands that the steps name are those of both compressors: state, state_2 (its
 * third word), order (the offsets that put f, e, b, a in order), blocks, size (of four words), vl.
 *
 * The working variables lie in two vectors, the last first: abef = {f, e, b, a} and cdgh = {h, g, d, c}.
 */
#ifndef FASTSHA2_RISCV64_ZVKNH_H
#define FASTSHA2_RISCV64_ZVKNH_H

// clang-format off: a line of assembly is a line here
/* No blanks, as C99 promises 4095 characters of a string and no more. */
#define LINE(text) text "\n"
#define INSN(opcode, funct6, vd, vs2, vs1) \
    LINE(".insn r " opcode ",2," funct6 ",x" #vd ",x" #vs1 ",x" #vs2)

#define VSHA2MS(vd, vs2, vs1) INSN("0x77", "0x5b", vd, vs2, vs1)
#define VSHA2CH(vd, vs2, vs1) INSN("0x77", "0x5d", vd, vs2, vs1)
#define VSHA2CL(vd, vs2, vs1) INSN("0x77", "0x5f", vd, vs2, vs1)
#define VREV8(vd, vs2) INSN("0x57", "0x25", vd, vs2, 9)
#define VADD(vd, vs2, vs1) LINE("vadd.vv v" #vd ",v" #vs2 ",v" #vs1)

/* From here on vectors are of four words of SEW, e32 or e64, each in so many registers. */
#define SET_WORDS(sew, lmul) LINE("vsetivli x0,4," sew "," lmul ",ta,ma")

/* The mask v0 takes the first element; index takes four offsets of a byte each. */
#define SET_ORDER(index)               \
    LINE("vsetivli x0,4,e32,m1,ta,ma") \
    LINE("vmv.v.i v0,1")               \
    LINE("vmv.v.x v" #index ",%[order]")

#define LOAD_STATE(abef, cdgh, index)                \
    LINE("vluxei8.v v" #abef ",(%[state]),v" #index) \
    LINE("vluxei8.v v" #cdgh ",(%[state_2]),v" #index)

#define STORE_STATE(abef, cdgh, index)               \
    LINE("vsuxei8.v v" #abef ",(%[state]),v" #index) \
    LINE("vsuxei8.v v" #cdgh ",(%[state_2]),v" #index)

#define LOAD_BYTES(w)                  \
    LINE("vle8.v v" #w ",(%[blocks])") \
    LINE("add %[blocks],%[blocks],%[size]")

/* A block, by bytes: Linux promises vector accesses of words on word boundaries alone. The words of all four vectors,
   of one group of registers, are reversed at once, whatever else the registers hold. */
#define LOAD_W(sew, lmul, lmul_4, w0, w4, w8, w12)    \
    LINE("vsetvli x0,%[size],e8," lmul ",ta,ma")      \
    LOAD_BYTES(w0)                                    \
    LOAD_BYTES(w4)                                    \
    LOAD_BYTES(w8)                                    \
    LOAD_BYTES(w12)                                   \
    LINE("vsetvli %[vl],x0," sew "," lmul_4 ",ta,ma") \
    VREV8(w0, w0)                                     \
    SET_WORDS(sew, lmul)

/* Four rounds with the words w; wk may be k. The variables come to lie where they were. */
#define ROUNDS4(abef, cdgh, wk, k, w) \
    VADD(wk, w, k)                    \
    VSHA2CL(cdgh, abef, wk)           \
    VSHA2CH(abef, cdgh, wk)

/* Four rounds, and words W[t + 16] to W[t + 19] in the place of the four that they used; what does not depend on
   the rounds stands where they wait for each other. VSHA2MS wants the fifth word beside three of the third vector. */
#define ROUNDS4_EXTEND(abef, cdgh, wk, k, w0, w4, w8, w12, w4_w8) \
    VADD(wk, w0, k)                                               \
    LINE("vmerge.vvm v" #w4_w8 ",v" #w8 ",v" #w4 ",v0")           \
    VSHA2CL(cdgh, abef, wk)                                       \
    VSHA2MS(w0, w4_w8, w12)                                       \
    VSHA2CH(abef, cdgh, wk)

/*
 * A whole call where a vector of four words is one register. load_k loads K into registers from v12 on; rounds is
 * what is done with a block's W in v8 to v11 and the variables in v2 and v3.
 */
#define COMPRESS_M1(sew, load_k, rounds)                                                \
    SET_ORDER(1)                                                                        \
    SET_WORDS(sew, "m1")                                                                \
    LOAD_STATE(2, 3, 1)                                                                 \
    load_k LINE("1:") LOAD_W(sew, "m1", "m4", 8, 9, 10, 11) LINE("vmv2r.v v4,v2")       \
        rounds VADD(2, 2, 4) VADD(3, 3, 5) LINE("bne %[blocks],%[end],1b") SET_ORDER(1) \
            SET_WORDS(sew, "m1") STORE_STATE(2, 3, 1)

#define ROUNDS16_EXTEND_M1(k0, k4, k8, k12)      \
    ROUNDS4_EXTEND(2, 3, 6, k0, 8, 9, 10, 11, 1) \
    ROUNDS4_EXTEND(2, 3, 7, k4, 9, 10, 11, 8, 1) \
    ROUNDS4_EXTEND(2, 3, 6, k8, 10, 11, 8, 9, 1) \
    ROUNDS4_EXTEND(2, 3, 7, k12, 11, 8, 9, 10, 1)

#define ROUNDS16_M1(k0, k4, k8, k12) \
    ROUNDS4(2, 3, 6, k0, 8)          \
    ROUNDS4(2, 3, 7, k4, 9)          \
    ROUNDS4(2, 3, 6, k8, 10)         \
    ROUNDS4(2, 3, 7, k12, 11)

#define LOAD_K16(load_k4, k0, k4, k8, k12) load_k4(k0) load_k4(k4) load_k4(k8) load_k4(k12)
// clang-format on

/* gcc before 13 has no names for vector registers, and no use for them. */
#define VECTORS                                                                                    \
    "v0", "v1", "v2", "v3", "v4", "v5", "v6", "v7", "v8", "v9", "v10", "v11", "v12", "v13", "v14", \
        "v15", "v16", "v17", "v18", "v19", "v20", "v21", "v22", "v23", "v24", "v25", "v26", "v27", \
        "v28", "v29", "v30", "v31"
#if defined(__clang__)
#define CLOBBERED VECTORS, "memory"
#elif __GNUC__ >= 13
#define CLOBBERED VECTORS, "vl", "vtype", "memory"
#else
#define CLOBBERED "memory"
#endif

#endif
