// Groups that meet: each round, every group adds up what all groups wrote in the round before. `data` holds two rows of a word a group.
// HIP's grid.sync() is a function of AMD's device libraries, CUDA's is of its headers.
typedef unsigned int uint;
#ifdef __AMDGCN__
extern "C" __attribute__((device)) void __ockl_grid_sync(void);
#define ITEM __builtin_amdgcn_workitem_id_x()
#define GROUP __builtin_amdgcn_workgroup_id_x()
#define sync_grid __ockl_grid_sync
#else
#include <cooperative_groups.h>
#define ITEM threadIdx.x
#define GROUP blockIdx.x
__device__ static void sync_grid() { cooperative_groups::this_grid().sync(); }
#endif

extern "C" __attribute__((global)) void rounds(uint *data, uint groups, uint count) {
  for (uint round = 0; round < count; round++) {
    uint *from = data + round % 2 * groups, *to = data + (round + 1) % 2 * groups;
    if (ITEM == 0) {
      uint sum = GROUP + 1;
      for (uint i = 0; i < groups; i++) sum += ((volatile uint *)from)[i];
      to[GROUP] = sum;
    }
    sync_grid();
  }
}
