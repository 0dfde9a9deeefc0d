/// Functions that are compiled for several instruction sets, of which the program takes the best that the processor
/// has:
///
///     CD_LEVELS(bool, cd_triangles_touch)(const struct cd_vec3 a[3], const struct cd_vec3 b[3])
///     {
///
/// defines what a header declares like any function. The Makefile compiles a file with such functions for the levels
/// v2 and v3 of x86-64, unless `march` names one instruction set or the machine is another; everything public
/// in such a file is defined so. Answers and counters must not depend on the level. A processor that lacks v2 is told
/// so in one line, before main().
#ifndef CD_BASE_LEVELS_H
#define CD_BASE_LEVELS_H

/// The level that functions are taken from, 2 or 3; 0 where they are compiled once. The environment variable
/// CDBENCH_LEVEL=2 lowers it.
unsigned cd_level(void);

#if !defined CD_LEVEL
#define CD_LEVELS(type, name) type name
#elif CD_LEVEL == 3
#define CD_LEVELS(type, name)                                                                                \
    __typeof__(name) name##_v3;                                                                              \
    type name##_v3
#else
// A jump, whatever the arguments are.
#define CD_LEVELS(type, name)                                                                                \
    __typeof__(name) name##_v2, name##_v3;                                                                   \
    __attribute__((used, visibility("hidden"))) __typeof__(name) *name##_best = name##_v2;                   \
    __attribute__((constructor)) static void choose_##name(void)                                             \
    {                                                                                                        \
        name##_best = cd_level() == 3 ? name##_v3 : name##_v2;                                               \
    }                                                                                                        \
    __asm__(".pushsection .text\n.p2align 4\n.globl " #name "\n.type " #name ", @function\n" #name           \
            ": jmp *" #name "_best(%rip)\n.size " #name ", . - " #name "\n.popsection");                     \
    type name##_v2
#endif

#endif
