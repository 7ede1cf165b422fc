// Shapes with and without data races. Each comes with variants that lack one thing: `norel`, `noacq`, `nobar`, or that say it for too few: `wg`.
#include "races.h"

// ---- groups of one work-item ---------------------------------------------------------------------------------------------------------

// Message passing: group 0 leaves a word and raises a flag, the others wait for it.
#define MP(NAME, REL, ACQ)                                                              \
  kernel void NAME(global int *data, global int *flag, global int *out) {               \
    if (ID == 0) { data[0] = 42; REL; STORE(flag, 1); }                                 \
    else { while (LOAD(flag) == 0) ; ACQ; out[ID] = data[0]; }                          \
  }
MP(mp, RELEASE_DEV, ACQUIRE_DEV)
MP(mp_norel, NOTHING, ACQUIRE_DEV)
MP(mp_noacq, RELEASE_DEV, NOTHING)
MP(mp_wg, RELEASE_WG, ACQUIRE_WG)
MP(mp_acq_wg, RELEASE_DEV, ACQUIRE_WG)
MP(mp_rel_wg, RELEASE_WG, ACQUIRE_DEV)

// The same without waiting: who does not see the flag does not look.
kernel void mp_look(global int *data, global int *flag, global int *out) {
  if (ID == 0) { data[0] = 42; RELEASE_DEV; STORE(flag, 1); }
  else if (LOAD(flag)) { ACQUIRE_DEV; out[ID] = data[0]; }
}

// The flag is an ordinary word.
kernel void mp_plain(global int *data, global int *flag, global int *out) {
  if (ID == 0) { data[0] = 42; RELEASE_DEV; flag[0] = 1; }
  else if (flag[0]) { ACQUIRE_DEV; out[ID] = data[0]; }
}

// Only an exchange raises it, only one lowers it: both ways.
#define PING(NAME, REL, ACQ)                                                                                    \
  kernel void NAME(global int *data, global int *flag) {                                                        \
    if (ID == 0) { data[0] = 1; REL; SWAP(flag, 1); while (LOAD(flag + 1) == 0) ; ACQ; data[1] = data[0]; }     \
    else { while (LOAD(flag) == 0) ; ACQ; data[0] = data[0] + 1; REL; SWAP(flag + 1, 1); }                      \
  }
PING(ping, RELEASE_DEV, ACQUIRE_DEV)
PING(ping_norel, NOTHING, ACQUIRE_DEV)

// Locks around a word that each group counts up.
#define LOCK(NAME, TAKE, ACQ, REL, GIVE) \
  kernel void NAME(global int *lock, global int *data) { TAKE; ACQ; data[0] = data[0] + 1; REL; GIVE; }
#define BY_CAS while (CAS(lock, 0, 1) != 0)
#define BY_SWAP while (SWAP(lock, 1) != 0)
#define BY_TEST do while (LOAD(lock) != 0) ; while (SWAP(lock, 1) != 0)
#define BY_TICKET int mine = ADD(lock, 1); while (LOAD(lock + 1) != mine)
LOCK(caslock, BY_CAS, ACQUIRE_DEV, RELEASE_DEV, STORE(lock, 0))
LOCK(caslock_acq2rlx, BY_CAS, NOTHING, RELEASE_DEV, STORE(lock, 0))
LOCK(caslock_rel2rlx, BY_CAS, ACQUIRE_DEV, NOTHING, STORE(lock, 0))
LOCK(caslock_dv2wg, BY_CAS, ACQUIRE_WG, RELEASE_WG, STORE(lock, 0))
LOCK(caslock_plain, BY_CAS, ACQUIRE_DEV, RELEASE_DEV, lock[0] = 0)
LOCK(swaplock, BY_SWAP, ACQUIRE_DEV, RELEASE_DEV, SWAP(lock, 0))
LOCK(ttaslock, BY_TEST, ACQUIRE_DEV, RELEASE_DEV, STORE(lock, 0))
LOCK(ttaslock_acq2rlx, BY_TEST, NOTHING, RELEASE_DEV, STORE(lock, 0))
LOCK(ttaslock_rel2rlx, BY_TEST, ACQUIRE_DEV, NOTHING, STORE(lock, 0))
LOCK(ttaslock_dv2wg, BY_TEST, ACQUIRE_WG, RELEASE_WG, STORE(lock, 0))
LOCK(ticketlock, BY_TICKET, ACQUIRE_DEV, RELEASE_DEV, STORE(lock + 1, mine + 1))
LOCK(ticketlock_acq2rlx, BY_TICKET, NOTHING, RELEASE_DEV, STORE(lock + 1, mine + 1))
LOCK(ticketlock_rel2rlx, BY_TICKET, ACQUIRE_DEV, NOTHING, STORE(lock + 1, mine + 1))
LOCK(ticketlock_dv2wg, BY_TICKET, ACQUIRE_WG, RELEASE_WG, STORE(lock + 1, mine + 1))
LOCK(nolock, NOTHING, NOTHING, NOTHING, NOTHING)

// The last group to come adds up what all have left.
#define LAST(NAME, REL, ACQ)                                                                       \
  kernel void NAME(global int *parts, global int *count, global int *sum, int n) {                 \
    parts[ID] = ID + 1; REL;                                                                       \
    if (ADD(count, 1) == n - 1) {                                                                  \
      ACQ; int s = 0;                                                                              \
      for (int i = 0; i < n; i++) s += parts[i];                                                   \
      sum[0] = s;                                                                                  \
    }                                                                                              \
  }
LAST(last_block, RELEASE_DEV, ACQUIRE_DEV)
LAST(last_block_norel, NOTHING, ACQUIRE_DEV)
LAST(last_block_noacq, RELEASE_DEV, NOTHING)
LAST(last_block_wg, RELEASE_WG, ACQUIRE_WG)

// A ring of two slots from one group to the other.
#define RING(NAME, REL, ACQ)                                                                                                      \
  kernel void NAME(global int *slots, global int *head, global int *out) {                                                        \
    if (ID == 0) for (int i = 0; i < 3; i++) { while (i - LOAD(head + 1) >= 2) ; ACQ; slots[i & 1] = i + 1; REL; STORE(head, i + 1); } \
    else for (int i = 0; i < 3; i++) { while (LOAD(head) == i) ; ACQ; out[i] = slots[i & 1]; REL; STORE(head + 1, i + 1); }           \
  }
RING(ring, RELEASE_DEV, ACQUIRE_DEV)
RING(ring_norel, NOTHING, ACQUIRE_DEV)
RING(ring_noacq, RELEASE_DEV, NOTHING)

// Counted by atomics alone; counted by atomics and read as an ordinary word; added up by ordinary accesses.
kernel void counter(global int *count, global int *out) { out[ID] = ADD(count, 1); }
kernel void counter_mixed(global int *count, global int *out) { if (ID == 0) out[0] = count[0]; else ADD(count, 1); }
kernel void reset_mixed(global int *count) { if (ID == 0) count[0] = 0; else ADD(count, 1); }
kernel void sum_plain(global int *sum) { sum[0] += ID + 1; }

// Nobody meets: own words; bytes of one word; words that all read; the same value from all.
kernel void own(global int *out) { out[ID] = ID; }
kernel void bytes(global uchar *out) { out[ID] = ID; }
kernel void readers(global const int *in, global int *out) { out[ID] = in[0] + in[1]; }
kernel void same_value(global int *out) { out[0] = 7; }

// A reader that tries again while the number of the version is odd or has changed; the words between are ordinary.
kernel void seqlock(global int *version, global int *data, global int *out) {
  if (ID == 0) { STORE(version, 1); RELEASE_DEV; data[0] = 5; RELEASE_DEV; STORE(version, 2); return; }
  int v, d;
  do { v = LOAD(version); ACQUIRE_DEV; d = data[0]; ACQUIRE_DEV; } while ((v & 1) || LOAD(version) != v);
  out[0] = d;
}

// Who waits reads the word in each round, before it knows that it may.
kernel void eager(global int *data, global int *flag, global int *out) {
  if (ID == 0) { data[0] = 42; RELEASE_DEV; STORE(flag, 1); return; }
  int f, d;
  do { f = LOAD(flag); ACQUIRE_DEV; d = data[0]; } while (f == 0 || d == 7);
  out[ID] = d;
}

// From one to the next to the last: what the middle was told, it tells.
#define CHAIN(NAME, MIDDLE_ACQ, MIDDLE_REL)                                                     \
  kernel void NAME(global int *data, global int *flag, global int *out) {                       \
    if (ID == 0) { data[0] = 42; RELEASE_DEV; STORE(flag, 1); }                                 \
    else if (ID == 1) { while (LOAD(flag) == 0) ; MIDDLE_ACQ; MIDDLE_REL; STORE(flag + 1, 1); } \
    else { while (LOAD(flag + 1) == 0) ; ACQUIRE_DEV; out[0] = data[0]; }                       \
  }
CHAIN(chain, ACQUIRE_DEV, RELEASE_DEV)
CHAIN(chain_norel, ACQUIRE_DEV, NOTHING)
CHAIN(chain_noacq, NOTHING, RELEASE_DEV)

// A read-modify-write between the flag's writer and its reader keeps what the writer told.
kernel void sequence(global int *data, global int *flag, global int *out) {
  if (ID == 0) { data[0] = 42; RELEASE_DEV; ADD(flag, 1); }
  else if (ID == 1) ADD(flag, 2);
  else { while (LOAD(flag) != 3) ; ACQUIRE_DEV; out[0] = data[0]; }
}

// ---- one group of two waves -----------------------------------------------------------------------------------------------------------

// Each lane reads what the lane across the group has left in local memory.
#define LDS(NAME, BAR)                                                       \
  WAVES kernel void NAME(global int *out) {                                  \
    local int s[2 * WAVE]; int i = get_local_id(0);                          \
    s[i] = i; BAR; out[i] = s[2 * WAVE - 1 - i];                             \
  }
LDS(lds, ALL)
LDS(lds_nobar, NOTHING)
LDS(lds_local, barrier(CLK_LOCAL_MEM_FENCE))
LDS(lds_half, if (W == 0) ALL)

// The same words again: the second write has to wait for the first reads.
#define REUSE(NAME, FIRST, SECOND, THIRD)                                    \
  WAVES kernel void NAME(global int *out) {                                  \
    local int s[2 * WAVE]; int i = get_local_id(0), j = 2 * WAVE - 1 - i;    \
    s[i] = i; FIRST; int a = s[j]; SECOND; s[i] = a + 1; THIRD; out[i] = s[j]; \
  }
REUSE(reuse, ALL, ALL, ALL)
REUSE(reuse_nobar, ALL, NOTHING, ALL)

// Two buffers in turn: one barrier a round is enough.
#define DOUBLE(NAME, SECOND, BAR)                                                           \
  WAVES kernel void NAME(global int *out) {                                                 \
    local int s[2][2 * WAVE]; int i = get_local_id(0), j = 2 * WAVE - 1 - i, v = i;         \
    for (int round = 0; round < 3; round++) {                                               \
      s[SECOND][i] = v; BAR; v = s[SECOND][j] + 1;                                          \
    }                                                                                       \
    out[i] = v;                                                                             \
  }
DOUBLE(doubled, round & 1, ALL)
DOUBLE(doubled_once, 0, ALL)
DOUBLE(doubled_nobar, round & 1, NOTHING)

// Wave 0 leaves a word in local memory and raises a flag there.
#define FLAG(NAME, REL, ACQ)                                                                \
  WAVES kernel void NAME(global int *out, int n) {                                          \
    local int data, flag;                                                                   \
    if (get_local_id(0) == 0) STORE_L(&flag, 0);                                            \
    ALL;                                                                                    \
    if (LANE == 0) {                                                                        \
      if (W == 0) { data = n; REL; STORE_L(&flag, 1); }                                    \
      else { while (LOAD_L(&flag) == 0) ; ACQ; out[0] = data; }                             \
    }                                                                                       \
  }
FLAG(lds_flag, RELEASE_WG, ACQUIRE_WG)
FLAG(lds_flag_norel, NOTHING, ACQUIRE_WG)

// The flag is in local memory, the word in global memory.
#define FLAG_GLOBAL(NAME, REL, ACQ)                                                         \
  WAVES kernel void NAME(global int *data, global int *out) {                               \
    local int flag;                                                                         \
    if (get_local_id(0) == 0) STORE_L(&flag, 0);                                            \
    ALL;                                                                                    \
    if (LANE == 0) {                                                                        \
      if (W == 0) { data[0] = 42; REL; STORE_L(&flag, 1); }                                 \
      else { while (LOAD_L(&flag) == 0) ; ACQ; out[0] = data[0]; }                          \
    }                                                                                       \
  }
FLAG_GLOBAL(flag_global, RELEASE_WG, ACQUIRE_WG)
FLAG_GLOBAL(flag_global_norel, NOTHING, ACQUIRE_WG)
FLAG_GLOBAL(flag_global_noacq, RELEASE_WG, NOTHING)

// A counter in local memory, by atomics, and by ordinary accesses.
WAVES kernel void lds_counter(global int *out) {
  local int count;
  if (get_local_id(0) == 0) count = 0;
  ALL;
  if (LANE == 0) ADD_L(&count, 1);
  ALL;
  if (LANE == 0) out[W] = count;
}
WAVES kernel void lds_counter_plain(global int *out) {
  local int count;
  if (get_local_id(0) == 0) count = 0;
  ALL;
  if (LANE == 0) count += 1;
  ALL;
  if (LANE == 0) out[W] = count;
}
WAVES kernel void lds_counter_early(global int *out) {
  local int count;
  if (get_local_id(0) == 0) count = 0;
  if (LANE == 0) ADD_L(&count, 1);
  ALL;
  if (LANE == 0) out[W] = count;
}

// Each word of global memory becomes the sum of its neighbours, for the group alone.
#define STENCIL(NAME, BAR)                                                                 \
  WAVES kernel void NAME(global int *x, global int *out) {                                 \
    int i = get_local_id(0);                                                               \
    x[i] = i; BAR; out[i] = (i ? x[i - 1] : 0) + (i + 1 < 2 * WAVE ? x[i + 1] : 0);        \
  }
STENCIL(stencil, ALL)
STENCIL(stencil_nobar, NOTHING)
STENCIL(stencil_local, barrier(CLK_LOCAL_MEM_FENCE))

// A sum by halves.
#define TREE(NAME, BAR)                                                                    \
  WAVES kernel void NAME(global int *out) {                                                \
    local int s[2 * WAVE]; int i = get_local_id(0);                                        \
    s[i] = i;                                                                              \
    for (int n = WAVE; n > 0; n /= 2) { BAR; if (i < n) s[i] += s[i + n]; }  \
    if (i == 0) out[0] = s[0];                                                             \
  }
TREE(tree, ALL)
TREE(tree_nobar, NOTHING)

// Message passing in global memory within the group.
#define MP_WG(NAME, REL, ACQ)                                                              \
  WAVES kernel void NAME(global int *data, global int *flag, global int *out) {            \
    if (LANE != 0) return;                                                                 \
    if (W == 0) { data[0] = 42; REL; STORE(flag, 1); }                                     \
    else { while (LOAD(flag) == 0) ; ACQ; out[0] = data[0]; }                              \
  }
MP_WG(group_mp, RELEASE_WG, ACQUIRE_WG)
MP_WG(group_mp_norel, NOTHING, ACQUIRE_WG)
MP_WG(group_mp_noacq, RELEASE_WG, NOTHING)

// ---- groups of two waves --------------------------------------------------------------------------------------------------------------

// A barrier of all groups: waves of group 0 wait for a group each, and let it go.
#define XF(NAME, REL, ACQ, BAR1, BAR2)                                                                   \
  WAVES kernel void NAME(global int *flag, global int *in, global int *out, int n) {                     \
    int me = ID * 2 + W;                                                                                 \
    if (LANE == 0) in[me] = me + 1;                                                                      \
    if (ID == 0) {                                                                                       \
      if (LANE == 0 && W + 1 < n) { while (LOAD(flag + W + 1) == 0) ; ACQ; }                             \
      BAR1;                                                                                              \
      if (LANE == 0 && W + 1 < n) { REL; STORE(flag + W + 1, 0); }                                       \
    } else {                                                                                             \
      BAR1;                                                                                              \
      if (get_local_id(0) == 0) { REL; STORE(flag + ID, 1); while (LOAD(flag + ID) == 1) ; ACQ; }        \
    }                                                                                                    \
    BAR2;                                                                                                \
    if (LANE == 0) { int s = 0; for (int i = 0; i < 2 * n; i++) s += in[i]; out[me] = s; }               \
  }
XF(xf_barrier, RELEASE_DEV, ACQUIRE_DEV, ALL, ALL)
XF(xf_barrier_rel2rlx, NOTHING, ACQUIRE_DEV, ALL, ALL)
XF(xf_barrier_acq2rlx, RELEASE_DEV, NOTHING, ALL, ALL)
XF(xf_barrier_dv2wg, RELEASE_WG, ACQUIRE_WG, ALL, ALL)
XF(xf_barrier_nobar1, RELEASE_DEV, ACQUIRE_DEV, NOTHING, ALL)
XF(xf_barrier_nobar2, RELEASE_DEV, ACQUIRE_DEV, ALL, NOTHING)
