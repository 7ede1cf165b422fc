/* The kernel of f64.c that means the same on RDNA3: four roundings by MODE. */
#define dmodes amd_dmodes
#define ddiv amd_ddiv
#include "f64.c"
