/* Checks the arithmetic of an emulator against Isotope: copy it, and put your own functions in `mine`.
 * Prints each operation with the first difference and why Isotope's result is what it is. Ends with 0 when the one mistake is found that
 * `mine` makes on purpose, and no other. */
#include <isotope.h>

#include "warm_up.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- the emulator's own ---- */

static float as_float(uint32_t bits) {
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static uint32_t as_bits(float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static uint32_t inc(uint32_t old, uint32_t src) { return old >= src ? 0 : old + 1; }
static uint32_t csub(uint32_t old, uint32_t src) { return old < src ? 0 : old - src; }
static uint32_t cmpswap(uint32_t old, uint32_t value, uint32_t comparand) { return old == comparand ? value : old; }
/* What many write: the C library's maximum. It loses the sign of zeros and the rules of NaNs. */
static uint32_t fmax_wrong(uint32_t old, uint32_t src) { return as_bits(fmaxf(as_float(old), as_float(src))); }

struct mine {
    const char *operation;
    uint32_t (*one)(uint32_t, uint32_t);
    uint32_t (*two)(uint32_t, uint32_t, uint32_t);
    int wrong; /* on purpose */
};

static const struct mine mine[] = {
    {"gfx1100:ds_inc_rtn_u32", inc, NULL, 0},
    {"sm_50:ATOM.INC", inc, NULL, 0},
    {"gfx1100:global_atomic_csub_u32", csub, NULL, 0},
    {"gfx1100:ds_cmpstore_rtn_b32", NULL, cmpswap, 0},
    {"gfx1100:ds_max_rtn_f32,fp_denorm=15", fmax_wrong, NULL, 1},
};

/* ---- the check ---- */

enum { COUNT = 1 << 16 };

static const uint32_t special[] = {0,          1,          0x80000000, 0x80000001, 0x007fffff, 0x00800000, 0x3f800000, 0x7f7fffff,
                                   0x7f800000, 0xff800000, 0x7f800001, 0x7fc00000, 0xffc00001, 0x7fffffff, 0xffffffff, 7};
enum { SPECIAL = sizeof special / sizeof special[0] };

static uint64_t state = 1;

static uint32_t draw(void) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(state >> 32);
}

/* All pairs of special values first, then drawn bits. */
static void fill(uint32_t *mem, uint32_t *src0, uint32_t *src1) {
    for (size_t i = 0; i < COUNT; i++) {
        int pair = i < SPECIAL * SPECIAL;
        mem[i] = pair ? special[i / SPECIAL] : draw();
        src0[i] = pair ? special[i % SPECIAL] : draw();
        src1[i] = draw() % 2 ? mem[i] : draw();
    }
}

/* 1 when both agree, 0 when not, -1 when Isotope could not be asked. */
static int check(const struct mine *op) {
    static uint32_t mem[COUNT], src0[COUNT], src1[COUNT], expected[COUNT];
    static uint8_t open[COUNT];
    isotope_op *isotope;
    if (isotope_op_new(op->operation, &isotope) != ISOTOPE_STATUS_OK) {
        fprintf(stderr, "%s\n", isotope_last_error());
        return -1;
    }
    fill(mem, src0, src1);
    if (isotope_op_apply_u32(isotope, COUNT, mem, src0, COUNT, src1, COUNT, expected, NULL, open, NULL) != ISOTOPE_STATUS_OK) {
        fprintf(stderr, "%s: %s\n", op->operation, isotope_last_error());
        isotope_op_free(isotope);
        return -1;
    }
    size_t different = 0, first = 0;
    for (size_t i = 0; i < COUNT; i++) {
        uint32_t found = op->one ? op->one(mem[i], src0[i]) : op->two(mem[i], src0[i], src1[i]);
        /* Where documents leave a result open, anything is right. */
        if (open[i] || found == expected[i])
            continue;
        if (different++ == 0)
            first = i;
    }
    printf("%-36s %zu of %d differ\n", op->operation, different, COUNT);
    if (different) {
        char *why = isotope_op_explain_bits(isotope, mem[first], src0[first], src1[first]);
        printf("  mem=0x%08x src0=0x%08x: expected 0x%08x\n%s\n", mem[first], src0[first], expected[first], why ? why : isotope_last_error());
        isotope_string_free(why);
    }
    isotope_op_free(isotope);
    return different == 0;
}

int main(void) {
    int wrong = 0;
    warm_up();
    printf("Isotope %s\n", isotope_version());
    for (size_t i = 0; i < sizeof mine / sizeof mine[0]; i++)
        wrong += check(&mine[i]) != !mine[i].wrong;
    return wrong ? EXIT_FAILURE : EXIT_SUCCESS;
}
