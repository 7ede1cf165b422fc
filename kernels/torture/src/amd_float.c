/* The kernels of f32.c that mean the same on RDNA3: four roundings by MODE. */
#define fmodes amd_fmodes
#define fdiv amd_fdiv
#define fmisc amd_fmisc
#include "f32.c"
