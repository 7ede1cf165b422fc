// Nothing profiles here.
static inline int cudaProfilerStart(void) { return 0; }
static inline int cudaProfilerStop(void) { return 0; }
