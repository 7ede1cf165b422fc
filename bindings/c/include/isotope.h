/* Isotope for C and C++: what GPU atomics and synchronization do, bit for bit.
 *
 * Link libisotope_c (shared or static); docs/c.md has examples, and example/ a project with CMake. Calls that give an
 * isotope_status say how they ended, and isotope_last_error() why. Handles may be NULL, which is an error in words. Nothing aborts.
 * Operations and files may be shared by threads, a launch is for one thread at a time, and error texts are each thread's own. */

#ifndef ISOTOPE_H
#define ISOTOPE_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

/**
 * How a call ended. The four kinds of results of GPU code never mix: what the caller did wrong, what the modelled machine does, what no document
 * settles, what Isotope does not model.
 */
typedef enum isotope_status {
  /**
   * As asked. A launch has completed.
   */
  ISOTOPE_STATUS_OK = 0,
  /**
   * What the caller did wrong; `isotope_last_error` says what was expected, found, and where.
   */
  ISOTOPE_STATUS_ERROR = 1,
  /**
   * The machine faults.
   */
  ISOTOPE_STATUS_FAULT = 2,
  /**
   * The launch never ends, which is proven.
   */
  ISOTOPE_STATUS_DEADLOCK = 3,
  /**
   * The launch was given up; whether it ends is not known.
   */
  ISOTOPE_STATUS_UNDECIDED = 4,
  /**
   * The documents leave open what happens.
   */
  ISOTOPE_STATUS_UNSPECIFIED = 5,
  /**
   * Isotope does not model what was asked for.
   */
  ISOTOPE_STATUS_NOT_MODELLED = 6,
  /**
   * A mistake of Isotope; its message went to stderr.
   */
  ISOTOPE_STATUS_BUG = 101,
} isotope_status;

/**
 * A file with kernels. It does not change: threads may share it.
 */
typedef struct isotope_image isotope_image;

/**
 * A launch of a kernel. One thread at a time may use it.
 */
typedef struct isotope_launch isotope_launch;

/**
 * An operation by its name. It does not change: threads may share it.
 */
typedef struct isotope_op isotope_op;

/**
 * What ran.
 */
typedef struct isotope_stats {
  /**
   * Instructions of waves.
   */
  uint64_t wave_instructions;
  /**
   * The same, times the lanes that executed them.
   */
  uint64_t lane_instructions;
  /**
   * Atomic operations of lanes.
   */
  uint64_t lane_atomics;
} isotope_stats;

/**
 * Where a launch stopped.
 */
typedef struct isotope_place {
  /**
   * Whether it stopped at one place; nothing else counts where it did not.
   */
  bool known;
  /**
   * Index of the group in x, y, z.
   */
  uint32_t group[3];
  /**
   * Wave of the group.
   */
  uint32_t wave;
  /**
   * The first lane that it happened in; -1 where it is the whole wave.
   */
  int32_t lane;
  /**
   * Byte address of the instruction from the start of the kernel's code.
   */
  uint32_t address;
} isotope_place;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * The version, such as `0.2.0`. It lives for ever.
 */
const char *isotope_version(void);

/**
 * Why the last call of this thread that did not end with `ISOTOPE_STATUS_OK`, or gave NULL or 0 for want of an answer, did so; empty where there was
 * none. Calls that do what is asked leave it alone, and it lives until another one fails.
 */
const char *isotope_last_error(void);

/**
 * Frees text that a function gave to be freed. NULL does nothing.
 *
 * What the caller keeps: `string` is NULL, or text from this library that is not used afterwards.
 */
void isotope_string_free(char *string);

/**
 * Builds the tables of all instruction sets, some milliseconds each, which otherwise happens at their first use. They stay until the process ends, and
 * checkers of leaks may tell of them: call this where they do not look, as the example does.
 */
void isotope_warm_up(void);

/**
 * What a panic inside becomes: for tests of who embeds the library. Always `ISOTOPE_STATUS_BUG`.
 */
enum isotope_status isotope_try_a_bug(void);

/**
 * Reads the bytes of a cubin, an AMD code object, or a zebin that has its code.
 */
enum isotope_status isotope_image_load(const uint8_t *bytes, size_t size, struct isotope_image **out);

/**
 * Reads what Intel's compiler wrote for one kernel: the text of a `.zeinfo`, or a zebin, and the kernel's vISA, text or binary.
 */
enum isotope_status isotope_image_load_visa(const uint8_t *info,
                                            size_t info_size,
                                            const uint8_t *code,
                                            size_t code_size,
                                            struct isotope_image **out);

/**
 * Frees a file. NULL does nothing. Launches that were made of it go on to work.
 */
void isotope_image_free(struct isotope_image *image);

/**
 * Whose code it is, such as `sm_50`. It lives as long as the file.
 */
const char *isotope_image_target(const struct isotope_image *image);

/**
 * How many kernels it has.
 */
size_t isotope_image_kernel_count(const struct isotope_image *image);

/**
 * The name of one, counted from 0; NULL when there are fewer. It lives as long as the file.
 */
const char *isotope_image_kernel_name(const struct isotope_image *image, size_t index);

/**
 * What it holds, as `isotope info --json` has it: kernels, arguments, registers, what is not modelled. A launch of each kernel is tried. To be freed
 * with `isotope_string_free`; NULL on errors.
 */
char *isotope_image_info(const struct isotope_image *image);

/**
 * A launch of a kernel of one group of one work-item, without arguments. `kernel` is a name, a demangled one or a part that no other has; NULL is the
 * only one of the file.
 */
enum isotope_status isotope_launch_new(const struct isotope_image *image,
                                       const char *kernel,
                                       struct isotope_launch **out);

/**
 * Frees a launch. NULL does nothing.
 */
void isotope_launch_free(struct isotope_launch *launch);

/**
 * Groups, and the size of one, in x, y, z.
 */
enum isotope_status isotope_launch_shape(struct isotope_launch *launch,
                                         uint32_t groups_x,
                                         uint32_t groups_y,
                                         uint32_t groups_z,
                                         uint32_t size_x,
                                         uint32_t size_y,
                                         uint32_t size_z);

/**
 * The next argument: the address of a buffer with these bytes, which are copied now.
 */
enum isotope_status isotope_launch_input(struct isotope_launch *launch,
                                         const char *name,
                                         const void *bytes,
                                         size_t size);

/**
 * The next argument: the address of a buffer that begins with these bytes as they are when the launch runs. They are replaced by what the kernel
 * left, also when the launch stops early, and must live until then.
 */
enum isotope_status isotope_launch_inout(struct isotope_launch *launch,
                                         const char *name,
                                         void *bytes,
                                         size_t size);

/**
 * The next argument: so many bytes by value, such as a number or a struct as C has it.
 */
enum isotope_status isotope_launch_value(struct isotope_launch *launch, const void *value, size_t size);

/**
 * The next argument: a number of 32 bits.
 */
enum isotope_status isotope_launch_u32(struct isotope_launch *launch, uint32_t value);

/**
 * The next argument: a number of 64 bits.
 */
enum isotope_status isotope_launch_u64(struct isotope_launch *launch, uint64_t value);

/**
 * The next argument: a float of 32 bits.
 */
enum isotope_status isotope_launch_f32(struct isotope_launch *launch, float value);

/**
 * The next argument, as `isotope run --arg` takes it: `out=u32[16]:0`, `local:256`, `&out+16`, `1500`. What is left of a buffer of it,
 * `isotope_launch_read` gives.
 */
enum isotope_status isotope_launch_argument(struct isotope_launch *launch,
                                            const char *argument);

/**
 * An option by the name that it has on the command line: `seed`, `threads`, `engine` (`auto`, `interp` or `jit`), `max-steps`, `resident`, `shared`, `stack`,
 * `heap`, `cooperative` (0 or 1), and as often as wanted `assume` (`nv.l2_nan=quiet`), `set` (`gws.base=8`), `symbol` (`counter=7`), `buffer` (`pool=u32[64]:0`).
 */
enum isotope_status isotope_launch_option(struct isotope_launch *launch,
                                          const char *name,
                                          const char *value);

/**
 * Runs it, as often as wanted. `ISOTOPE_STATUS_OK` is a launch that has completed; others say how it ended, and `isotope_last_error` in words. `stats` and
 * `place` may be NULL.
 *
 * What the caller keeps: no other thread uses the buffers of `isotope_launch_inout` meanwhile.
 */
enum isotope_status isotope_launch_run(struct isotope_launch *launch,
                                       struct isotope_stats *stats,
                                       struct isotope_place *place);

/**
 * How the last run ended: `completed`, `faulted`, `deadlock`, `livelock`, `undecided`, `unspecified`, `not modelled`; empty before. It lives until the launch
 * runs again or is freed.
 */
const char *isotope_launch_outcome(const struct isotope_launch *launch);

/**
 * What the kernel printed in the last run, up to a zero in it. It lives until the launch runs again or is freed.
 */
const char *isotope_launch_printed(const struct isotope_launch *launch);

/**
 * The bytes that a buffer, or data of the file, had after the last run. `bytes` has room for `size` of them; `needed` (or NULL) is how many there are.
 */
enum isotope_status isotope_launch_read(const struct isotope_launch *launch,
                                        const char *name,
                                        void *bytes,
                                        size_t size,
                                        size_t *needed);

/**
 * Reads `TARGET:OP[,KEY=VALUE]..`, such as `gfx1100:ds_max_rtn_f32,fp_denorm=15`; the keys are those of `isotope op`.
 */
enum isotope_status isotope_op_new(const char *spec, struct isotope_op **out);

/**
 * Frees an operation. NULL does nothing.
 */
void isotope_op_free(struct isotope_op *op);

/**
 * The width in bits of its elements; where the width of memory decides, the smaller one. 0 where no document defines the operation, and on errors.
 */
uint32_t isotope_op_width(const struct isotope_op *op);

/**
 * How many sources it takes beside memory: 0, 1 or 2.
 */
uint32_t isotope_op_sources(const struct isotope_op *op);

/**
 * The rule that decides where results are open (`isotope_op_apply_u32`), its stable name and a sentence. It lives as long as the operation.
 */
const char *isotope_op_open_rule(const struct isotope_op *op);

/**
 * The formula and the rules that decide, with grade and source, as lines. To be freed with `isotope_string_free`; NULL on errors.
 */
char *isotope_op_explain(const struct isotope_op *op);

/**
 * The same, and before it how the operation comes to its result on these bits. Sources that it does not take are not looked at.
 */
char *isotope_op_explain_bits(const struct isotope_op *op,
                              uint64_t mem,
                              uint64_t src0,
                              uint64_t src1);

/**
 * Computes the operation on `count` elements of 32 bits: `new_values` is what memory holds afterwards, `returned` the returned values (NULL if they are
 * not wanted). A source has `count` elements, or one that counts for all; sources that the operation does not take are not looked at. Floats
 * are their bits. `new_values` and `returned` may be arrays that are read, and must not overlap each other.
 *
 * Elements that the documents leave open are not written; `open` (NULL where that is not wanted) is 1 there and 0 elsewhere, `left_open` (or
 * NULL) how many there are, and `isotope_op_open_rule` the rule.
 */
enum isotope_status isotope_op_apply_u32(const struct isotope_op *op,
                                         size_t count,
                                         const uint32_t *mem,
                                         const uint32_t *src0,
                                         size_t src0_count,
                                         const uint32_t *src1,
                                         size_t src1_count,
                                         uint32_t *new_values,
                                         uint32_t *returned,
                                         uint8_t *open,
                                         size_t *left_open);

/**
 * The same on elements of 64 bits.
 */
enum isotope_status isotope_op_apply_u64(const struct isotope_op *op,
                                         size_t count,
                                         const uint64_t *mem,
                                         const uint64_t *src0,
                                         size_t src0_count,
                                         const uint64_t *src1,
                                         size_t src1_count,
                                         uint64_t *new_values,
                                         uint64_t *returned,
                                         uint8_t *open,
                                         size_t *left_open);

/**
 * The same on elements of 16 bits.
 */
enum isotope_status isotope_op_apply_u16(const struct isotope_op *op,
                                         size_t count,
                                         const uint16_t *mem,
                                         const uint16_t *src0,
                                         size_t src0_count,
                                         const uint16_t *src1,
                                         size_t src1_count,
                                         uint16_t *new_values,
                                         uint16_t *returned,
                                         uint8_t *open,
                                         size_t *left_open);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* ISOTOPE_H */
