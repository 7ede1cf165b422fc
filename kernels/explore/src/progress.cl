// Small programs that end or not, depending on what a scheduler promises: kernel pN is test N of tests/data/explore/progress.json.
// A group of one work-item is a thread of the test; m[0] and m[1] are its memory.
#include "explore.h"

kernel void p0(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: if (exchange(m, 0, 0) == 1) goto i0a; return; }
    i0b: if (exchange(m, 0, 1) == 0) goto i0b; return;
}
kernel void p1(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: if (exchange(m, 0, 1) == 0) goto i0a; return; }
    i0b: if (exchange(m, 0, 0) == 1) goto i0b; return;
}
kernel void p2(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: if (exchange(m, 0, 1) == 0) goto i0a; return; }
    i0b: if (exchange(m, 0, 0) == 0) goto i0b; return;
}
kernel void p3(global volatile int *m) {
    if (get_group_id(0) == 0) { store(m, 0, 1); return; }
    i0b: if (load(m, 0) == 0) goto i0b; return;
}
kernel void p4(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: if (exchange(m, 0, 0) == 1) goto i0a; store(m, 0, 1); return; }
    i0b: if (exchange(m, 0, 1) == 0) goto i0b; return;
}
kernel void p5(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: if (exchange(m, 0, 1) == 1) goto i0a; return; }
    if (exchange(m, 0, 1) == 1) goto endb; store(m, 0, 0); endb: return;
}
kernel void p6(global volatile int *m) {
    if (get_group_id(0) == 0) { if (load(m, 0) == 1) goto enda; i1a: if (load(m, 0) == 0) goto i1a; enda: return; }
    store(m, 0, 1); return;
}
kernel void p7(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: if (load(m, 0) == 0) goto i0a; i1a: if (exchange(m, 0, 0) == 1) goto i1a; return; }
    i0b: if (exchange(m, 0, 1) == 0) goto i0b; return;
}
kernel void p8(global volatile int *m) {
    if (get_group_id(0) == 0) { store(m, 0, 1); i1a: if (exchange(m, 0, 1) == 0) goto i1a; return; }
    i0b: if (exchange(m, 0, 0) == 0) goto i0b; return;
}
kernel void p9(global volatile int *m) {
    if (get_group_id(0) == 0) { store(m, 0, 0); store(m, 0, 1); return; }
    i0b: if (load(m, 0) == 0) goto i0b; return;
}
kernel void p10(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: store(m, 0, 1); if (exchange(m, 0, 0) == 1) goto i0a; return; }
    i0b: if (exchange(m, 0, 0) == 0) goto i0b; return;
}
kernel void p11(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: if (exchange(m, 0, 1) == 0) goto i0a; return; }
    i0b: if (load(m, 0) == 1) goto endb; if (exchange(m, 0, 0) == 1) goto i0b; endb: return;
}
kernel void p12(global volatile int *m) {
    if (get_group_id(0) == 0) { if (exchange(m, 0, 1) == 1) goto enda; store(m, 0, 0); enda: return; }
    i0b: if (exchange(m, 0, 1) == 1) goto i0b; return;
}
kernel void p13(global volatile int *m) {
    if (get_group_id(0) == 0) { store(m, 0, 0); i1a: if (exchange(m, 0, 1) == 0) goto i1a; return; }
    i0b: if (load(m, 0) == 0) goto i0b; return;
}
kernel void p14(global volatile int *m) {
    if (get_group_id(0) == 0) { store(m, 0, 1); return; }
    if (load(m, 0) == 1) goto endb; i1b: if (load(m, 0) == 0) goto i1b; endb: return;
}
kernel void p15(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: if (exchange(m, 0, 1) == 0) goto i0a; return; }
    i0b: if (exchange(m, 0, 0) == 0) goto endb; if (load(m, 0) == 0) goto i0b; endb: return;
}
kernel void p16(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: if (load(m, 0) == 1) goto i0a; return; }
    store(m, 0, 1); store(m, 0, 0); return;
}
kernel void p17(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: if (exchange(m, 0, 1) == 0) goto i0a; i1a: if (exchange(m, 0, 0) == 1) goto i1a; return; }
    i0b: if (exchange(m, 0, 0) == 1) goto i0b; return;
}
kernel void p18(global volatile int *m) {
    if (get_group_id(0) == 0) { store(m, 0, 1); i1a: if (load(m, 0) == 1) goto i1a; return; }
    i0b: if (exchange(m, 0, 0) == 0) goto i0b; return;
}
kernel void p19(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: if (exchange(m, 0, 0) == 0) goto i0a; return; }
    store(m, 0, 1); i1b: if (load(m, 0) == 1) goto i1b; return;
}
kernel void p20(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: if (load(m, 0) == 0) goto i0a; return; }
    store(m, 0, 0); store(m, 0, 1); return;
}
kernel void p21(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: if (exchange(m, 0, 1) == 0) goto i0a; store(m, 0, 1); return; }
    i0b: if (exchange(m, 0, 0) == 1) goto i0b; return;
}
kernel void p22(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: if (exchange(m, 0, 0) == 1) goto i0a; return; }
    i0b: if (exchange(m, 0, 1) == 1) goto endb; if (exchange(m, 0, 1) == 1) goto i0b; endb: return;
}
kernel void p23(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: if (exchange(m, 0, 1) == 0) goto i0a; return; }
    i0b: if (exchange(m, 0, 0) == 1) goto i0b; if (load(m, 0) == 1) goto i0b; return;
}
kernel void p24(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: if (exchange(m, 0, 0) == 0) goto i0a; return; }
    i0b: if (exchange(m, 0, 1) == 1) goto endb; if (exchange(m, 0, 1) == 1) goto i0b; endb: return;
}
kernel void p25(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: if (exchange(m, 0, 0) == 0) goto i0a; return; }
    i0b: store(m, 0, 1); if (exchange(m, 0, 0) == 1) goto i0b; return;
}
kernel void p26(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: if (exchange(m, 0, 0) == 1) goto i0a; store(m, 0, 0); return; }
    i0b: if (exchange(m, 0, 1) == 0) goto i0b; return;
}
kernel void p27(global volatile int *m) {
    if (get_group_id(0) == 0) { store(m, 0, 1); store(m, 0, 1); return; }
    i0b: if (load(m, 0) == 0) goto i0b; return;
}
kernel void p28(global volatile int *m) {
    if (get_group_id(0) == 0) { if (load(m, 0) == 1) goto enda; i1a: if (exchange(m, 0, 0) == 0) goto i1a; enda: return; }
    i0b: if (exchange(m, 0, 1) == 0) goto i0b; return;
}
kernel void p29(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: if (exchange(m, 0, 1) == 0) goto i0a; if (load(m, 0) == 0) goto i0a; return; }
    i0b: if (exchange(m, 0, 0) == 1) goto i0b; return;
}
kernel void p30(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: if (exchange(m, 0, 1) == 0) goto i0a; return; }
    i0b: if (exchange(m, 0, 0) == 1) goto i0b; if (exchange(m, 0, 0) == 1) goto i0b; return;
}
kernel void p31(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: if (exchange(m, 0, 1) == 0) goto i0a; return; }
    i0b: if (exchange(m, 0, 0) == 0) goto i0b; if (exchange(m, 0, 1) == 1) goto i0b; return;
}
kernel void p32(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: if (exchange(m, 0, 1) == 0) goto i0a; return; }
    i0b: if (load(m, 0) == 1) goto endb; if (exchange(m, 0, 0) == 0) goto i0b; endb: return;
}
kernel void p33(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: store(m, 0, 0); if (exchange(m, 0, 0) == 1) goto i0a; return; }
    i0b: if (exchange(m, 0, 1) == 0) goto i0b; return;
}
kernel void p34(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: if (load(m, 0) == 0) goto i0a; return; }
    store(m, 0, 1); store(m, 0, 1); return;
}
kernel void p35(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: if (load(m, 0) == 0) goto i0a; return; }
    i0b: if (exchange(m, 0, 1) == 0) goto i0b; store(m, 0, 1); return;
}
kernel void p36(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: if (exchange(m, 0, 0) == 1) goto enda; if (exchange(m, 0, 1) == 0) goto i0a; enda: return; }
    i0b: if (exchange(m, 0, 1) == 1) goto i0b; return;
}
kernel void p37(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: if (exchange(m, 0, 1) == 1) goto i0a; return; }
    store(m, 0, 1); i1b: if (exchange(m, 0, 0) == 1) goto i1b; return;
}
kernel void p38(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: if (load(m, 0) == 0) goto i0a; store(m, 0, 1); return; }
    i0b: if (exchange(m, 0, 1) == 0) goto i0b; return;
}
kernel void p39(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: if (exchange(m, 0, 0) == 0) goto i0a; store(m, 0, 1); return; }
    i0b: if (exchange(m, 0, 1) == 0) goto i0b; return;
}
kernel void p40(global volatile int *m) {
    if (get_group_id(0) == 0) { if (exchange(m, 0, 1) == 1) goto enda; i1a: if (exchange(m, 0, 0) == 1) goto i1a; enda: return; }
    i0b: if (exchange(m, 0, 1) == 0) goto i0b; return;
}
kernel void p41(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: if (exchange(m, 0, 0) == 1) goto i0a; return; }
    i0b: if (exchange(m, 0, 1) == 1) goto endb; if (load(m, 0) == 1) goto i0b; endb: return;
}
kernel void p42(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: if (exchange(m, 0, 0) == 0) goto i0a; store(m, 0, 0); return; }
    i0b: if (exchange(m, 0, 1) == 0) goto i0b; return;
}
kernel void p43(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: if (exchange(m, 0, 0) == 0) goto i0a; return; }
    i0b: if (exchange(m, 0, 1) == 0) goto i0b; if (load(m, 0) == 0) goto i0b; return;
}
kernel void p44(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: if (exchange(m, 0, 1) == 0) goto i0a; return; }
    i0b: if (load(m, 0) == 0) goto i0b; i1b: if (exchange(m, 0, 0) == 1) goto i1b; return;
}
kernel void p45(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: if (exchange(m, 0, 0) == 1) goto i0a; return; }
    i0b: store(m, 0, 1); if (load(m, 0) == 0) goto i0b; return;
}
kernel void p46(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: if (exchange(m, 0, 1) == 0) goto i0a; i1a: if (exchange(m, 0, 1) == 0) goto i1a; return; }
    i0b: if (exchange(m, 0, 0) == 1) goto i0b; return;
}
kernel void p47(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: if (exchange(m, 0, 1) == 1) goto enda; if (exchange(m, 0, 1) == 0) goto i0a; enda: return; }
    i0b: if (exchange(m, 0, 0) == 0) goto i0b; return;
}
kernel void p48(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: if (exchange(m, 0, 0) == 1) goto i0a; return; }
    i0b: if (exchange(m, 0, 1) == 1) goto endb; if (exchange(m, 0, 1) == 0) goto i0b; endb: return;
}
kernel void p49(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: store(m, 0, 1); if (exchange(m, 0, 1) == 0) goto i0a; return; }
    i0b: if (exchange(m, 0, 0) == 1) goto i0b; return;
}
kernel void p50(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: if (exchange(m, 0, 0) == 1) goto i0a; return; }
    i0b: if (exchange(m, 0, 1) == 0) goto i0b; store(m, 0, 1); return;
}
kernel void p51(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: if (exchange(m, 0, 0) == 1) goto i0a; if (exchange(m, 0, 1) == 1) goto i0a; return; }
    i0b: if (exchange(m, 0, 1) == 0) goto i0b; return;
}
kernel void p52(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: store(m, 0, 1); if (exchange(m, 0, 1) == 0) goto i0a; return; }
    i0b: if (exchange(m, 0, 0) == 0) goto i0b; return;
}
kernel void p53(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: if (exchange(m, 0, 1) == 1) goto enda; if (exchange(m, 0, 1) == 0) goto i0a; enda: return; }
    i0b: if (exchange(m, 0, 0) == 1) goto i0b; return;
}
kernel void p54(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: if (exchange(m, 0, 1) == 0) goto i0a; return; }
    i0b: if (load(m, 0) == 0) goto i0b; store(m, 0, 0); return;
}
kernel void p55(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: store(m, 0, 0); if (exchange(m, 0, 1) == 1) goto i0a; return; }
    i0b: if (exchange(m, 0, 1) == 0) goto i0b; return;
}
kernel void p56(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: if (exchange(m, 0, 1) == 0) goto i0a; return; }
    i0b: if (exchange(m, 0, 0) == 1) goto endb; if (exchange(m, 0, 0) == 0) goto i0b; endb: return;
}
kernel void p57(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: if (exchange(m, 0, 0) == 0) goto i0a; return; }
    i0b: if (exchange(m, 0, 1) == 0) goto i0b; i1b: if (exchange(m, 0, 1) == 0) goto i1b; return;
}
kernel void p58(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: if (exchange(m, 0, 0) == 1) goto i0a; return; }
    i0b: if (exchange(m, 0, 1) == 0) goto i0b; if (exchange(m, 0, 0) == 0) goto i0b; return;
}
kernel void p59(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: if (exchange(m, 0, 0) == 0) goto i0a; if (exchange(m, 0, 1) == 1) goto i0a; return; }
    i0b: if (exchange(m, 0, 1) == 0) goto i0b; return;
}
kernel void p60(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: if (exchange(m, 0, 0) == 0) goto enda; if (exchange(m, 0, 0) == 0) goto i0a; enda: return; }
    i0b: if (exchange(m, 0, 1) == 0) goto i0b; return;
}
kernel void p61(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: if (exchange(m, 0, 0) == 0) goto i0a; return; }
    store(m, 0, 0); i1b: if (exchange(m, 0, 1) == 0) goto i1b; return;
}
kernel void p62(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: if (exchange(m, 0, 0) == 1) goto i0a; return; }
    store(m, 0, 1); i1b: if (exchange(m, 0, 1) == 0) goto i1b; return;
}
kernel void p63(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: if (exchange(m, 0, 0) == 0) goto i0a; i1a: if (exchange(m, 0, 1) == 0) goto i1a; return; }
    i0b: if (exchange(m, 0, 1) == 0) goto i0b; return;
}
kernel void p64(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: if (exchange(m, 0, 0) == 0) goto i0a; return; }
    i0b: if (exchange(m, 0, 1) == 1) goto endb; if (load(m, 0) == 1) goto i0b; endb: return;
}
kernel void p65(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: if (exchange(m, 0, 0) == 0) goto i0a; i1a: if (exchange(m, 0, 0) == 1) goto i1a; return; }
    i0b: if (exchange(m, 0, 1) == 0) goto i0b; return;
}
kernel void p66(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: if (exchange(m, 0, 1) == 0) goto i0a; return; }
    i0b: store(m, 0, 0); if (exchange(m, 0, 1) == 1) goto i0b; return;
}
kernel void p67(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: if (exchange(m, 0, 0) == 1) goto i0a; i1a: if (exchange(m, 0, 0) == 1) goto i1a; return; }
    i0b: if (exchange(m, 0, 1) == 0) goto i0b; return;
}
kernel void p68(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: if (exchange(m, 0, 1) == 0) goto i0a; return; }
    if (load(m, 0) == 1) goto endb; i1b: if (load(m, 0) == 0) goto i1b; endb: return;
}
kernel void p69(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: if (exchange(m, 0, 1) == 0) goto i0a; i1a: if (exchange(m, 0, 0) == 1) goto i1a; return; }
    i0b: if (exchange(m, 0, 1) == 0) goto i0b; return;
}
kernel void p70(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: if (exchange(m, 0, 0) == 0) goto i0a; return; }
    i0b: if (exchange(m, 0, 1) == 0) goto i0b; store(m, 0, 1); return;
}
kernel void p71(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: if (load(m, 0) == 1) goto enda; if (exchange(m, 0, 0) == 1) goto i0a; enda: return; }
    i0b: if (exchange(m, 0, 1) == 0) goto i0b; return;
}
kernel void p72(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: if (exchange(m, 0, 1) == 0) goto i0a; return; }
    if (load(m, 0) == 1) goto endb; i1b: if (exchange(m, 0, 0) == 0) goto i1b; endb: return;
}
kernel void p73(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: if (exchange(m, 0, 0) == 1) goto i0a; i1a: if (exchange(m, 0, 1) == 0) goto i1a; return; }
    i0b: if (exchange(m, 0, 1) == 0) goto i0b; return;
}
kernel void p74(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: if (exchange(m, 0, 1) == 0) goto i0a; i1a: if (exchange(m, 0, 0) == 1) goto i1a; return; }
    i0b: if (exchange(m, 0, 1) == 1) goto i0b; return;
}
kernel void p75(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: if (exchange(m, 0, 0) == 1) goto i0a; return; }
    i0b: if (exchange(m, 0, 1) == 0) goto i0b; store(m, 0, 0); return;
}
kernel void p76(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: if (exchange(m, 0, 1) == 0) goto i0a; store(m, 0, 1); return; }
    i0b: if (exchange(m, 0, 0) == 0) goto i0b; return;
}
kernel void p77(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: if (exchange(m, 0, 0) == 1) goto i0a; return; }
    i0b: if (exchange(m, 0, 1) == 0) goto i0b; i1b: if (exchange(m, 0, 0) == 1) goto i1b; return;
}
kernel void p78(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: if (exchange(m, 0, 1) == 0) goto i0a; return; }
    if (load(m, 0) == 0) goto endb; i1b: if (exchange(m, 0, 0) == 1) goto i1b; endb: return;
}
kernel void p79(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: if (exchange(m, 0, 1) == 0) goto i0a; store(m, 0, 0); return; }
    i0b: if (exchange(m, 0, 0) == 1) goto i0b; return;
}
kernel void p80(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: if (exchange(m, 0, 1) == 0) goto i0a; return; }
    if (exchange(m, 0, 1) == 0) goto endb; i1b: if (exchange(m, 0, 0) == 1) goto i1b; endb: return;
}
kernel void p81(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: if (exchange(m, 0, 0) == 1) goto enda; if (exchange(m, 0, 0) == 1) goto i0a; enda: return; }
    i0b: if (exchange(m, 0, 1) == 0) goto i0b; return;
}
kernel void p82(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: if (load(m, 0) == 1) goto i0a; return; }
    store(m, 0, 1); i1b: if (exchange(m, 0, 0) == 1) goto i1b; return;
}
kernel void p83(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: if (exchange(m, 0, 1) == 0) goto i0a; if (load(m, 0) == 0) goto i0a; return; }
    i0b: if (exchange(m, 0, 0) == 0) goto i0b; return;
}
kernel void p84(global volatile int *m) {
    if (get_group_id(0) == 0) { store(m, 0, 1); i1a: if (exchange(m, 0, 0) == 1) goto i1a; return; }
    i0b: if (load(m, 0) == 1) goto i0b; return;
}
kernel void p85(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: if (exchange(m, 0, 1) == 1) goto enda; if (exchange(m, 0, 1) == 1) goto i0a; enda: return; }
    i0b: if (exchange(m, 0, 0) == 0) goto i0b; return;
}
kernel void p86(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: if (exchange(m, 0, 0) == 0) goto i0a; return; }
    i0b: if (exchange(m, 0, 1) == 0) goto i0b; if (exchange(m, 0, 1) == 0) goto i0b; return;
}
kernel void p87(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: if (exchange(m, 0, 1) == 1) goto i0a; return; }
    if (exchange(m, 0, 1) == 1) goto endb; i1b: if (exchange(m, 0, 0) == 1) goto i1b; endb: return;
}
kernel void p88(global volatile int *m) {
    if (get_group_id(0) == 0) { store(m, 0, 1); i1a: if (exchange(m, 0, 0) == 1) goto i1a; return; }
    i0b: if (exchange(m, 0, 1) == 0) goto i0b; return;
}
kernel void p89(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: if (exchange(m, 0, 1) == 0) goto i0a; return; }
    i0b: if (exchange(m, 0, 1) == 0) goto i0b; i1b: if (exchange(m, 0, 0) == 1) goto i1b; return;
}
kernel void p90(global volatile int *m) {
    if (get_group_id(0) == 0) { if (exchange(m, 0, 0) == 1) goto enda; i1a: if (exchange(m, 0, 0) == 1) goto i1a; enda: return; }
    i0b: if (exchange(m, 0, 1) == 0) goto i0b; return;
}
kernel void p91(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: if (exchange(m, 0, 0) == 0) goto i0a; i1a: if (exchange(m, 0, 0) == 0) goto i1a; return; }
    store(m, 0, 1); i1b: if (exchange(m, 0, 1) == 1) goto i1b; return;
}
kernel void p92(global volatile int *m) {
    if (get_group_id(0) == 0) { store(m, 0, 1); i1a: if (exchange(m, 0, 1) == 1) goto i1a; return; }
    i0b: if (exchange(m, 0, 0) == 0) goto i0b; i1b: if (exchange(m, 0, 0) == 0) goto i1b; return;
}
kernel void p93(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: if (exchange(m, 0, 0) == 0) goto i0a; if (exchange(m, 0, 1) == 0) goto i0a; return; }
    store(m, 0, 1); i1b: if (exchange(m, 0, 1) == 1) goto i1b; return;
}
kernel void p94(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: store(m, 0, 1); if (exchange(m, 0, 0) == 1) goto i0a; return; }
    i0b: if (load(m, 0) == 1) goto i0b; if (exchange(m, 0, 0) == 0) goto i0b; return;
}
kernel void p95(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: if (load(m, 0) == 1) goto i0a; if (exchange(m, 0, 0) == 0) goto i0a; return; }
    i0b: store(m, 0, 1); if (exchange(m, 0, 0) == 1) goto i0b; return;
}
kernel void p96(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: if (exchange(m, 0, 0) == 0) goto i0a; return; }
    i0b: store(m, 0, 1); if (exchange(m, 0, 0) == 1) goto i0b; store(m, 0, 1); return;
}
kernel void p97(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: store(m, 0, 1); if (exchange(m, 0, 0) == 1) goto i0a; return; }
    if (exchange(m, 0, 0) == 1) goto endb; i1b: if (exchange(m, 0, 0) == 0) goto i1b; endb: return;
}
kernel void p98(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: if (exchange(m, 0, 0) == 1) goto enda; if (exchange(m, 0, 0) == 0) goto i0a; enda: return; }
    i0b: store(m, 0, 1); if (exchange(m, 0, 0) == 1) goto i0b; return;
}
kernel void p99(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: store(m, 0, 1); if (exchange(m, 0, 0) == 1) goto i0a; return; }
    i0b: if (exchange(m, 0, 0) == 1) goto endb; if (exchange(m, 0, 0) == 0) goto i0b; endb: return;
}
kernel void p100(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: store(m, 0, 1); if (exchange(m, 0, 0) == 1) goto i0a; return; }
    i0b: if (load(m, 0) == 0) goto i0b; if (exchange(m, 0, 0) == 0) goto i0b; return;
}
kernel void p101(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: if (load(m, 0) == 0) goto i0a; if (exchange(m, 0, 0) == 0) goto i0a; return; }
    i0b: store(m, 0, 1); if (exchange(m, 0, 0) == 1) goto i0b; return;
}
kernel void p102(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: store(m, 0, 1); if (exchange(m, 0, 0) == 1) goto i0a; return; }
    i0b: if (load(m, 0) == 1) goto i0b; i1b: if (exchange(m, 0, 0) == 0) goto i1b; return;
}
kernel void p103(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: if (load(m, 0) == 1) goto i0a; i1a: if (exchange(m, 0, 0) == 0) goto i1a; return; }
    i0b: store(m, 0, 1); if (exchange(m, 0, 0) == 1) goto i0b; return;
}
kernel void p104(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: if (exchange(m, 0, 1) == 0) goto i2a; i1a: if (exchange(m, 0, 0) == 1) goto i1a; i2a: if (exchange(m, 0, 0) == 1) goto i0a; return; }
    i0b: if (exchange(m, 0, 1) == 1) goto i0b; return;
}
kernel void p105(global volatile int *m) {
    if (get_group_id(0) == 0) { store(m, 0, 1); i1a: if (load(m, 0) == 1) goto i1a; return; }
    if (exchange(m, 0, 0) == 1) goto endb; i1b: if (exchange(m, 0, 0) == 0) goto i1b; endb: return;
}
kernel void p106(global volatile int *m) {
    if (get_group_id(0) == 0) { if (exchange(m, 0, 1) == 1) goto enda; i1a: if (exchange(m, 0, 1) == 1) goto i1a; enda: return; }
    if (exchange(m, 0, 1) == 0) goto endb; store(m, 0, 0); endb: return;
}
kernel void p107(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: store(m, 0, 1); if (load(m, 0) == 0) goto enda; if (exchange(m, 0, 0) == 1) goto i0a; enda: return; }
    i0b: if (exchange(m, 0, 0) == 0) goto i0b; return;
}
kernel void p108(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: if (exchange(m, 0, 0) == 0) goto i0a; return; }
    store(m, 0, 1); i1b: if (load(m, 0) == 0) goto endb; if (load(m, 0) == 1) goto i1b; endb: return;
}
kernel void p109(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: if (exchange(m, 0, 0) == 0) goto i0a; return; }
    store(m, 0, 1); if (load(m, 0) == 0) goto endb; i2b: if (load(m, 0) == 1) goto i2b; endb: return;
}
kernel void p110(global volatile int *m) {
    if (get_group_id(0) == 0) { store(m, 0, 1); if (exchange(m, 0, 1) == 0) goto enda; i2a: if (exchange(m, 0, 1) == 1) goto i2a; enda: return; }
    i0b: if (exchange(m, 0, 0) == 0) goto i0b; return;
}
kernel void p111(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: if (exchange(m, 0, 0) == 0) goto i0a; return; }
    store(m, 0, 1); i1b: if (exchange(m, 0, 1) == 0) goto endb; if (exchange(m, 0, 1) == 1) goto i1b; endb: return;
}
kernel void p112(global volatile int *m) {
    if (get_group_id(0) == 0) { store(m, 0, 1); i1a: if (load(m, 0) == 1) goto i1a; i2a: if (exchange(m, 0, 1) == 0) goto i2a; return; }
    i0b: if (exchange(m, 0, 0) == 0) goto i0b; return;
}
kernel void p113(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: if (exchange(m, 0, 0) == 0) goto i0a; return; }
    store(m, 0, 1); i1b: if (load(m, 0) == 1) goto i1b; i2b: if (exchange(m, 0, 1) == 0) goto i2b; return;
}
kernel void p114(global volatile int *m) {
    if (get_group_id(0) == 0) { store(m, 0, 1); i1a: if (exchange(m, 0, 1) == 1) goto i1a; i2a: if (exchange(m, 0, 0) == 1) goto i2a; return; }
    i0b: if (exchange(m, 0, 0) == 0) goto i0b; return;
}
kernel void p115(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: if (load(m, 0) == 1) goto enda; if (load(m, 0) == 1) goto enda; if (load(m, 0) == 0) goto i0a; enda: return; }
    store(m, 0, 1); return;
}
kernel void p116(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: if (exchange(m, 0, 1) == 1) goto i0a; return; }
    i0b: if (exchange(m, 0, 1) == 0) goto i2b; store(m, 0, 0); i2b: if (exchange(m, 0, 0) == 1) goto i0b; return;
}
kernel void p117(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: if (exchange(m, 0, 1) == 0) goto i2a; store(m, 0, 0); i2a: if (exchange(m, 0, 0) == 1) goto i0a; return; }
    i0b: if (exchange(m, 0, 1) == 1) goto i0b; return;
}
kernel void p118(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: if (exchange(m, 0, 1) == 1) goto enda; store(m, 0, 0); if (load(m, 0) == 0) goto i0a; enda: return; }
    i0b: if (exchange(m, 0, 1) == 1) goto i0b; return;
}
kernel void p119(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: if (exchange(m, 0, 1) == 1) goto i0a; return; }
    i0b: if (exchange(m, 0, 1) == 1) goto i2b; store(m, 0, 0); i2b: if (exchange(m, 0, 0) == 0) goto i0b; return;
}
kernel void p120(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: if (exchange(m, 0, 1) == 1) goto i0a; return; }
    i0b: if (exchange(m, 0, 1) == 1) goto endb; store(m, 0, 0); if (exchange(m, 0, 0) == 0) goto i0b; endb: return;
}
kernel void p121(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: if (exchange(m, 0, 1) == 1) goto enda; store(m, 0, 0); if (exchange(m, 0, 0) == 0) goto i0a; enda: return; }
    i0b: if (exchange(m, 0, 1) == 1) goto i0b; return;
}
kernel void p122(global volatile int *m) {
    if (get_group_id(0) == 0) { if (exchange(m, 0, 1) == 1) goto enda; store(m, 0, 0); i2a: if (exchange(m, 0, 0) == 0) goto i2a; enda: return; }
    i0b: if (exchange(m, 0, 1) == 1) goto i0b; return;
}
kernel void p123(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: if (exchange(m, 0, 1) == 1) goto i2a; i1a: if (exchange(m, 0, 0) == 1) goto i0a; i2a: if (exchange(m, 0, 0) == 1) goto i1a; return; }
    i0b: if (exchange(m, 0, 1) == 1) goto i0b; return;
}
kernel void p124(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: if (exchange(m, 0, 1) == 1) goto i0a; return; }
    i0b: if (exchange(m, 0, 1) == 1) goto i2b; i1b: if (exchange(m, 0, 0) == 1) goto i0b; i2b: if (exchange(m, 0, 0) == 1) goto i1b; return;
}
kernel void p125(global volatile int *m) {
    if (get_group_id(0) == 0) { store(m, 0, 1); i1a: if (exchange(m, 0, 1) == 1) goto i1a; return; }
    i0b: if (load(m, 0) == 0) goto i0b; store(m, 0, 0); return;
}
kernel void p126(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: if (load(m, 1) == 0) goto i0a; store(m, 0, 1); return; }
    store(m, 1, 1); i1b: if (load(m, 0) == 0) goto i1b; return;
}
kernel void p127(global volatile int *m) {
    if (get_group_id(0) == 0) { store(m, 1, 1); i1a: if (load(m, 0) == 0) goto i1a; return; }
    i0b: if (load(m, 1) == 0) goto i0b; store(m, 0, 1); return;
}
kernel void p128(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: if (exchange(m, 0, 1) == 1) goto i0a; return; }
    if (exchange(m, 0, 1) == 1) goto endb; store(m, 0, 0); i2b: if (load(m, 0) == 0) goto i2b; endb: return;
}
kernel void p129(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: store(m, 0, 1); if (exchange(m, 0, 0) == 1) goto i0a; i2a: if (exchange(m, 0, 1) == 0) goto i2a; return; }
    i0b: if (exchange(m, 0, 0) == 0) goto i0b; return;
}
kernel void p130(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: if (exchange(m, 0, 0) == 0) goto i0a; return; }
    i0b: store(m, 0, 1); if (exchange(m, 0, 0) == 1) goto i0b; i2b: if (exchange(m, 0, 1) == 0) goto i2b; return;
}
kernel void p131(global volatile int *m) {
    if (get_group_id(0) == 0) { store(m, 0, 1); store(m, 1, 1); return; }
    i0b: if (load(m, 0) == 0) goto i0b; i1b: if (load(m, 1) == 0) goto i1b; return;
}
kernel void p132(global volatile int *m) {
    if (get_group_id(0) == 0) { if (exchange(m, 0, 1) == 1) goto i2a; store(m, 0, 0); i2a: if (load(m, 0) == 0) goto i2a; return; }
    i0b: if (exchange(m, 0, 1) == 1) goto i0b; return;
}
kernel void p133(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: if (exchange(m, 0, 1) == 1) goto i0a; return; }
    if (exchange(m, 0, 1) == 1) goto i2b; store(m, 0, 0); i2b: if (load(m, 0) == 0) goto i2b; return;
}
kernel void p134(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: if (exchange(m, 0, 1) == 1) goto i0a; return; }
    if (exchange(m, 0, 1) == 1) goto i2b; store(m, 0, 0); i2b: if (exchange(m, 0, 0) == 0) goto i2b; return;
}
kernel void p135(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: if (exchange(m, 0, 1) == 1) goto i0a; return; }
    i0b: if (exchange(m, 0, 0) == 1) goto i2b; if (exchange(m, 0, 1) == 1) goto endb; i2b: if (exchange(m, 0, 0) == 1) goto i0b; endb: return;
}
kernel void p136(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: if (exchange(m, 0, 1) == 0) goto i0a; store(m, 1, 1); return; }
    i0b: if (load(m, 1) == 0) goto i0b; if (exchange(m, 0, 0) == 1) goto i0b; return;
}
kernel void p137(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: if (exchange(m, 0, 0) == 0) goto i0a; return; }
    store(m, 0, 1); if (exchange(m, 0, 1) == 1) goto endb; store(m, 0, 0); endb: return;
}
kernel void p138(global volatile int *m) {
    if (get_group_id(0) == 0) { store(m, 0, 1); if (exchange(m, 0, 1) == 1) goto enda; store(m, 0, 0); enda: return; }
    i0b: if (exchange(m, 0, 0) == 0) goto i0b; return;
}
kernel void p139(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: if (exchange(m, 0, 1) == 1) goto i0a; return; }
    if (exchange(m, 0, 1) == 1) goto endb; i1b: store(m, 0, 0); if (exchange(m, 0, 1) == 0) goto i1b; endb: return;
}
kernel void p140(global volatile int *m) {
    if (get_group_id(0) == 0) { if (exchange(m, 0, 1) == 1) goto enda; i1a: store(m, 0, 0); if (exchange(m, 0, 1) == 0) goto i1a; enda: return; }
    i0b: if (exchange(m, 0, 1) == 1) goto i0b; return;
}
kernel void p141(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: if (load(m, 0) == 0) goto i0a; i1a: if (exchange(m, 0, 0) == 0) goto i1a; return; }
    i0b: store(m, 0, 1); if (exchange(m, 0, 0) == 1) goto i0b; return;
}
kernel void p142(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: store(m, 0, 1); if (exchange(m, 0, 0) == 1) goto i0a; return; }
    i0b: if (load(m, 0) == 0) goto i0b; i1b: if (exchange(m, 0, 0) == 0) goto i1b; return;
}
kernel void p143(global volatile int *m) {
    if (get_group_id(0) == 0) { store(m, 0, 1); i1a: if (load(m, 0) == 1) goto i1a; return; }
    i0b: if (exchange(m, 0, 0) == 1) goto endb; if (exchange(m, 0, 0) == 0) goto i0b; endb: return;
}
kernel void p144(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: if (exchange(m, 0, 0) == 1) goto enda; if (exchange(m, 0, 0) == 0) goto i0a; enda: return; }
    store(m, 0, 1); i1b: if (load(m, 0) == 1) goto i1b; return;
}
kernel void p145(global volatile int *m) {
    if (get_group_id(0) == 0) { store(m, 0, 1); i1a: if (load(m, 1) == 0) goto i1a; return; }
    i0b: if (load(m, 0) == 0) goto i0b; store(m, 1, 1); return;
}
kernel void p146(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: if (load(m, 0) == 0) goto i0a; store(m, 1, 1); return; }
    store(m, 0, 1); i1b: if (load(m, 1) == 0) goto i1b; return;
}
kernel void p147(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: if (exchange(m, 0, 0) == 0) goto i0a; return; }
    store(m, 0, 1); if (load(m, 0) == 1) goto endb; store(m, 0, 1); endb: return;
}
kernel void p148(global volatile int *m) {
    if (get_group_id(0) == 0) { if (exchange(m, 0, 1) == 1) goto i2a; i1a: store(m, 0, 0); i2a: if (exchange(m, 0, 1) == 0) goto i1a; return; }
    i0b: if (exchange(m, 0, 1) == 1) goto i0b; return;
}
kernel void p149(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: if (exchange(m, 0, 1) == 1) goto i0a; return; }
    if (exchange(m, 0, 1) == 1) goto i2b; i1b: store(m, 0, 0); i2b: if (exchange(m, 0, 1) == 0) goto i1b; return;
}
kernel void p150(global volatile int *m) {
    if (get_group_id(0) == 0) { store(m, 1, 1); store(m, 0, 1); return; }
    i0b: if (load(m, 1) == 0) goto i0b; if (load(m, 0) == 0) goto i0b; return;
}
kernel void p151(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: if (load(m, 0) == 0) goto i0a; if (exchange(m, 1, 0) == 1) goto i0a; return; }
    i0b: if (exchange(m, 1, 1) == 0) goto i0b; store(m, 0, 1); return;
}
kernel void p152(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: if (exchange(m, 0, 1) == 1) goto i0a; return; }
    i0b: if (exchange(m, 0, 1) == 1) goto endb; store(m, 0, 0); if (load(m, 0) == 0) goto i0b; endb: return;
}
kernel void p153(global volatile int *m) {
    if (get_group_id(0) == 0) { if (exchange(m, 0, 1) == 1) goto enda; i1a: store(m, 0, 0); if (exchange(m, 0, 1) == 0) goto i1a; enda: return; }
    i0b: if (exchange(m, 0, 1) == 1) goto i0b; return;
}
kernel void p154(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: if (exchange(m, 0, 1) == 1) goto enda; store(m, 0, 0); if (load(m, 0) == 1) goto i0a; enda: return; }
    i0b: if (exchange(m, 0, 1) == 1) goto i0b; return;
}
kernel void p155(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: if (exchange(m, 0, 0) == 1) goto enda; if (exchange(m, 0, 1) == 0) goto i0a; store(m, 0, 0); enda: return; }
    i0b: if (exchange(m, 0, 1) == 1) goto i0b; return;
}
kernel void p156(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: if (load(m, 0) == 1) goto i2a; if (load(m, 0) == 1) goto enda; i2a: if (load(m, 0) == 0) goto i0a; enda: return; }
    store(m, 0, 1); return;
}
kernel void p157(global volatile int *m) {
    if (get_group_id(0) == 0) { if (exchange(m, 0, 1) == 1) goto enda; i1a: if (load(m, 1) == 0) goto i1a; enda: return; }
    if (exchange(m, 0, 1) == 0) goto endb; store(m, 1, 1); endb: return;
}
kernel void p158(global volatile int *m) {
    if (get_group_id(0) == 0) { if (exchange(m, 0, 1) == 0) goto enda; store(m, 0, 0); enda: return; }
    if (exchange(m, 0, 1) == 1) goto endb; i1b: if (load(m, 0) == 1) goto i1b; endb: return;
}
kernel void p159(global volatile int *m) {
    if (get_group_id(0) == 0) { if (exchange(m, 0, 1) == 1) goto enda; i1a: if (load(m, 0) == 1) goto i1a; enda: return; }
    if (exchange(m, 0, 1) == 0) goto endb; store(m, 0, 0); endb: return;
}
kernel void p160(global volatile int *m) {
    if (get_group_id(0) == 0) { store(m, 0, 1); return; }
    i0b: if (load(m, 0) == 0) goto i2b; i1b: if (load(m, 0) == 0) goto i0b; i2b: if (load(m, 0) == 0) goto i1b; return;
}
kernel void p161(global volatile int *m) {
    if (get_group_id(0) == 0) { store(m, 0, 1); return; }
    if (load(m, 0) == 0) goto i2b; i1b: if (load(m, 0) == 0) goto i1b; i2b: if (load(m, 0) == 0) goto i1b; return;
}
kernel void p162(global volatile int *m) {
    if (get_group_id(0) == 0) { store(m, 0, 1); return; }
    if (load(m, 0) == 1) goto i2b; if (load(m, 0) == 1) goto endb; i2b: if (load(m, 0) == 0) goto i2b; endb: return;
}
kernel void p163(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: if (exchange(m, 0, 1) == 0) goto i2a; i1a: if (exchange(m, 0, 0) == 0) goto i0a; i2a: if (exchange(m, 0, 0) == 1) goto i1a; return; }
    i0b: if (exchange(m, 0, 1) == 1) goto i0b; return;
}
kernel void p164(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: if (exchange(m, 0, 0) == 0) goto i0a; return; }
    store(m, 0, 1); if (exchange(m, 0, 1) == 0) goto endb; i2b: if (load(m, 0) == 1) goto i2b; endb: return;
}
kernel void p165(global volatile int *m) {
    if (get_group_id(0) == 0) { store(m, 0, 1); if (exchange(m, 0, 1) == 0) goto enda; i2a: if (load(m, 0) == 1) goto i2a; enda: return; }
    i0b: if (exchange(m, 0, 0) == 0) goto i0b; return;
}
kernel void p166(global volatile int *m) {
    if (get_group_id(0) == 0) { store(m, 0, 1); if (load(m, 0) == 0) goto enda; i2a: if (exchange(m, 0, 1) == 1) goto i2a; enda: return; }
    i0b: if (exchange(m, 0, 0) == 0) goto i0b; return;
}
kernel void p167(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: if (exchange(m, 0, 0) == 0) goto i0a; return; }
    i0b: store(m, 0, 1); if (exchange(m, 0, 1) == 0) goto endb; if (exchange(m, 0, 0) == 1) goto i0b; endb: return;
}
kernel void p168(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: if (exchange(m, 0, 1) == 1) goto i2a; i1a: if (load(m, 0) == 1) goto i1a; i2a: if (exchange(m, 0, 1) == 0) goto i0a; return; }
    i0b: if (exchange(m, 0, 0) == 0) goto i0b; return;
}
kernel void p169(global volatile int *m) {
    if (get_group_id(0) == 0) { store(m, 0, 1); if (exchange(m, 0, 0) == 0) goto enda; store(m, 0, 1); enda: return; }
    i0b: if (exchange(m, 0, 0) == 0) goto i0b; return;
}
kernel void p170(global volatile int *m) {
    if (get_group_id(0) == 0) { if (exchange(m, 0, 1) == 1) goto enda; i1a: if (exchange(m, 0, 1) == 1) goto i1a; enda: return; }
    i0b: if (exchange(m, 0, 0) == 1) goto endb; if (exchange(m, 0, 1) == 1) goto i0b; endb: return;
}
kernel void p171(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: if (exchange(m, 0, 0) == 1) goto enda; if (exchange(m, 0, 1) == 1) goto i0a; enda: return; }
    if (exchange(m, 0, 1) == 1) goto endb; i1b: if (exchange(m, 0, 1) == 1) goto i1b; endb: return;
}
kernel void p172(global volatile int *m) {
    if (get_group_id(0) == 0) { store(m, 0, 1); i1a: if (load(m, 0) == 0) goto i1a; return; }
    i0b: if (exchange(m, 0, 0) == 0) goto i0b; store(m, 0, 1); return;
}
kernel void p173(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: if (exchange(m, 0, 0) == 0) goto i0a; return; }
    i0b: if (exchange(m, 0, 1) == 1) goto i2b; if (exchange(m, 0, 0) == 1) goto i0b; i2b: if (exchange(m, 0, 1) == 0) goto i0b; return;
}
kernel void p174(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: if (exchange(m, 0, 1) == 1) goto i2a; if (exchange(m, 0, 0) == 1) goto i0a; i2a: if (exchange(m, 0, 1) == 0) goto i0a; return; }
    i0b: if (exchange(m, 0, 0) == 0) goto i0b; return;
}
kernel void p175(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: if (exchange(m, 0, 0) == 0) goto i0a; return; }
    store(m, 0, 1); i1b: if (exchange(m, 0, 1) == 0) goto endb; if (load(m, 0) == 1) goto i1b; endb: return;
}
kernel void p176(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: if (exchange(m, 0, 1) == 1) goto i2a; store(m, 0, 1); i2a: if (exchange(m, 0, 1) == 0) goto i0a; return; }
    i0b: if (exchange(m, 0, 0) == 1) goto i0b; return;
}
kernel void p177(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: if (load(m, 0) == 1) goto i0a; return; }
    if (get_group_id(0) == 1) { i0b: if (exchange(m, 0, 0) == 0) goto i0b; return; }
    store(m, 0, 1); return;
}
kernel void p178(global volatile int *m) {
    if (get_group_id(0) == 0) { store(m, 0, 1); return; }
    if (get_group_id(0) == 1) { i0b: if (load(m, 0) == 1) goto i0b; return; }
    i0c: if (exchange(m, 0, 0) == 0) goto i0c; return;
}
kernel void p179(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: if (exchange(m, 0, 0) == 0) goto i0a; return; }
    if (get_group_id(0) == 1) { store(m, 0, 1); return; }
    i0c: if (load(m, 0) == 1) goto i0c; return;
}
kernel void p180(global volatile int *m) {
    if (get_group_id(0) == 0) { store(m, 0, 1); return; }
    if (get_group_id(0) == 1) { i0b: if (exchange(m, 0, 0) == 0) goto i0b; return; }
    i0c: if (load(m, 0) == 1) goto i0c; return;
}
kernel void p181(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: if (exchange(m, 0, 0) == 0) goto i0a; return; }
    if (get_group_id(0) == 1) { i0b: if (load(m, 0) == 1) goto i0b; return; }
    store(m, 0, 1); return;
}
kernel void p182(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: if (exchange(m, 0, 0) == 0) goto i0a; return; }
    if (get_group_id(0) == 1) { i0b: if (exchange(m, 0, 1) == 1) goto i0b; return; }
    i0c: if (exchange(m, 0, 1) == 1) goto i0c; return;
}
kernel void p183(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: if (load(m, 0) == 0) goto i0a; return; }
    if (get_group_id(0) == 1) { store(m, 0, 1); return; }
    i0c: if (load(m, 0) == 0) goto i0c; return;
}
kernel void p184(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: if (load(m, 0) == 0) goto i0a; return; }
    if (get_group_id(0) == 1) { i0b: if (load(m, 0) == 0) goto i0b; return; }
    store(m, 0, 1); return;
}
kernel void p185(global volatile int *m) {
    if (get_group_id(0) == 0) { store(m, 0, 1); return; }
    if (get_group_id(0) == 1) { i0b: if (exchange(m, 0, 0) == 0) goto i0b; return; }
    i0c: if (exchange(m, 0, 1) == 1) goto i0c; return;
}
kernel void p186(global volatile int *m) {
    if (get_group_id(0) == 0) { store(m, 0, 1); return; }
    if (get_group_id(0) == 1) { i0b: if (exchange(m, 0, 1) == 1) goto i0b; return; }
    i0c: if (exchange(m, 0, 0) == 0) goto i0c; return;
}
kernel void p187(global volatile int *m) {
    if (get_group_id(0) == 0) { store(m, 0, 1); return; }
    if (get_group_id(0) == 1) { i0b: if (load(m, 1) == 0) goto i0b; return; }
    i0c: if (load(m, 0) == 0) goto i0c; store(m, 1, 1); return;
}
kernel void p188(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: if (load(m, 1) == 0) goto i0a; return; }
    if (get_group_id(0) == 1) { i0b: if (load(m, 0) == 0) goto i0b; store(m, 1, 1); return; }
    store(m, 0, 1); return;
}
kernel void p189(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: if (load(m, 0) == 0) goto i0a; return; }
    if (get_group_id(0) == 1) { i0b: if (load(m, 1) == 0) goto i0b; store(m, 0, 1); return; }
    store(m, 1, 1); return;
}
kernel void p190(global volatile int *m) {
    if (get_group_id(0) == 0) { store(m, 1, 1); return; }
    if (get_group_id(0) == 1) { i0b: if (load(m, 1) == 0) goto i0b; store(m, 0, 1); return; }
    i0c: if (load(m, 0) == 0) goto i0c; return;
}
kernel void p191(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: if (load(m, 1) == 0) goto i0a; store(m, 0, 1); return; }
    if (get_group_id(0) == 1) { i0b: if (load(m, 0) == 0) goto i0b; return; }
    store(m, 1, 1); return;
}
kernel void p192(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: if (load(m, 0) == 0) goto i0a; return; }
    if (get_group_id(0) == 1) { store(m, 0, 1); return; }
    i0c: if (exchange(m, 0, 0) == 0) goto i0c; store(m, 0, 1); return;
}
kernel void p193(global volatile int *m) {
    if (get_group_id(0) == 0) { store(m, 0, 1); return; }
    if (get_group_id(0) == 1) { i0b: if (load(m, 0) == 0) goto i0b; return; }
    i0c: if (exchange(m, 0, 0) == 0) goto i0c; store(m, 0, 1); return;
}
kernel void p194(global volatile int *m) {
    if (get_group_id(0) == 0) { store(m, 0, 1); return; }
    if (get_group_id(0) == 1) { i0b: if (exchange(m, 0, 0) == 0) goto i0b; store(m, 0, 1); return; }
    i0c: if (load(m, 0) == 0) goto i0c; return;
}
kernel void p195(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: if (exchange(m, 0, 0) == 0) goto i0a; store(m, 0, 1); return; }
    if (get_group_id(0) == 1) { i0b: if (load(m, 0) == 0) goto i0b; return; }
    store(m, 0, 1); return;
}
kernel void p196(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: if (exchange(m, 0, 0) == 0) goto i0a; if (exchange(m, 0, 1) == 0) goto i0a; return; }
    if (get_group_id(0) == 1) { i0b: if (exchange(m, 0, 1) == 1) goto i0b; return; }
    i0c: if (exchange(m, 0, 1) == 1) goto i0c; return;
}
kernel void p197(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: if (exchange(m, 0, 1) == 1) goto i0a; return; }
    if (get_group_id(0) == 1) { i0b: if (exchange(m, 0, 1) == 1) goto i0b; return; }
    i0c: if (exchange(m, 0, 0) == 0) goto i0c; if (exchange(m, 0, 1) == 0) goto i0c; return;
}
kernel void p198(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: if (exchange(m, 0, 1) == 1) goto i0a; return; }
    if (get_group_id(0) == 1) { i0b: if (exchange(m, 0, 0) == 0) goto i0b; if (exchange(m, 0, 1) == 0) goto i0b; return; }
    i0c: if (exchange(m, 0, 1) == 1) goto i0c; return;
}
kernel void p199(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: if (exchange(m, 0, 1) == 1) goto i0a; return; }
    if (get_group_id(0) == 1) { i0b: if (exchange(m, 0, 1) == 1) goto i0b; return; }
    i0c: if (exchange(m, 0, 0) == 0) goto i0c; i1c: if (load(m, 0) == 0) goto i1c; return;
}
kernel void p200(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: if (exchange(m, 0, 1) == 1) goto i0a; return; }
    if (get_group_id(0) == 1) { i0b: if (exchange(m, 0, 1) == 1) goto i0b; return; }
    i0c: if (exchange(m, 0, 0) == 0) goto i0c; i1c: if (exchange(m, 0, 0) == 0) goto i1c; return;
}
kernel void p201(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: if (exchange(m, 0, 1) == 1) goto i0a; return; }
    if (get_group_id(0) == 1) { i0b: if (exchange(m, 0, 0) == 0) goto i0b; i1b: if (exchange(m, 0, 0) == 0) goto i1b; return; }
    i0c: if (exchange(m, 0, 1) == 1) goto i0c; return;
}
kernel void p202(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: if (exchange(m, 0, 1) == 1) goto i0a; return; }
    if (get_group_id(0) == 1) { i0b: if (exchange(m, 0, 1) == 0) goto endb; if (exchange(m, 0, 0) == 1) goto i0b; endb: return; }
    i0c: if (exchange(m, 0, 0) == 0) goto i0c; return;
}
kernel void p203(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: if (exchange(m, 0, 0) == 0) goto i0a; return; }
    if (get_group_id(0) == 1) { i0b: if (exchange(m, 0, 1) == 0) goto endb; if (exchange(m, 0, 0) == 1) goto i0b; endb: return; }
    i0c: if (exchange(m, 0, 1) == 1) goto i0c; return;
}
kernel void p204(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: if (exchange(m, 0, 1) == 1) goto i0a; return; }
    if (get_group_id(0) == 1) { i0b: if (exchange(m, 0, 0) == 0) goto i0b; return; }
    i0c: if (exchange(m, 0, 1) == 0) goto endc; if (exchange(m, 0, 0) == 1) goto i0c; endc: return;
}
kernel void p205(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: if (exchange(m, 0, 1) == 0) goto enda; if (exchange(m, 0, 0) == 1) goto i0a; enda: return; }
    if (get_group_id(0) == 1) { i0b: if (exchange(m, 0, 0) == 0) goto i0b; return; }
    i0c: if (exchange(m, 0, 1) == 1) goto i0c; return;
}
kernel void p206(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: if (exchange(m, 0, 0) == 0) goto i0a; return; }
    if (get_group_id(0) == 1) { store(m, 0, 1); i1b: if (exchange(m, 0, 1) == 1) goto i1b; return; }
    i0c: if (load(m, 0) == 0) goto i0c; return;
}
kernel void p207(global volatile int *m) {
    if (get_group_id(0) == 0) { store(m, 0, 1); i1a: if (exchange(m, 0, 1) == 1) goto i1a; return; }
    if (get_group_id(0) == 1) { i0b: if (load(m, 0) == 0) goto i0b; return; }
    i0c: if (exchange(m, 0, 0) == 0) goto i0c; return;
}
kernel void p208(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: if (load(m, 0) == 0) goto i0a; return; }
    if (get_group_id(0) == 1) { i0b: if (exchange(m, 0, 0) == 0) goto i0b; return; }
    store(m, 0, 1); i1c: if (exchange(m, 0, 1) == 1) goto i1c; return;
}
kernel void p209(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: if (exchange(m, 0, 1) == 1) goto i0a; return; }
    if (get_group_id(0) == 1) { i0b: if (exchange(m, 0, 0) == 0) goto i0b; return; }
    i0c: if (exchange(m, 0, 1) == 0) goto endc; if (exchange(m, 0, 1) == 1) goto i0c; endc: return;
}
kernel void p210(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: if (exchange(m, 0, 1) == 0) goto enda; if (exchange(m, 0, 1) == 1) goto i0a; enda: return; }
    if (get_group_id(0) == 1) { i0b: if (exchange(m, 0, 0) == 0) goto i0b; return; }
    i0c: if (exchange(m, 0, 1) == 1) goto i0c; return;
}
kernel void p211(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: if (exchange(m, 0, 1) == 0) goto enda; if (exchange(m, 0, 1) == 1) goto i0a; enda: return; }
    if (get_group_id(0) == 1) { i0b: if (exchange(m, 0, 1) == 1) goto i0b; return; }
    i0c: if (exchange(m, 0, 0) == 0) goto i0c; return;
}
kernel void p212(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: if (exchange(m, 0, 1) == 1) goto i0a; return; }
    if (get_group_id(0) == 1) { i0b: if (exchange(m, 0, 0) == 0) goto i0b; return; }
    if (exchange(m, 0, 1) == 0) goto endc; i1c: if (load(m, 0) == 1) goto i1c; endc: return;
}
kernel void p213(global volatile int *m) {
    if (get_group_id(0) == 0) { if (exchange(m, 0, 1) == 0) goto enda; i1a: if (load(m, 0) == 1) goto i1a; enda: return; }
    if (get_group_id(0) == 1) { i0b: if (exchange(m, 0, 1) == 1) goto i0b; return; }
    i0c: if (exchange(m, 0, 0) == 0) goto i0c; return;
}
kernel void p214(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: if (exchange(m, 0, 1) == 1) goto i0a; return; }
    if (get_group_id(0) == 1) { if (exchange(m, 0, 1) == 0) goto endb; i1b: if (load(m, 0) == 1) goto i1b; endb: return; }
    i0c: if (exchange(m, 0, 0) == 0) goto i0c; return;
}
kernel void p215(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: if (exchange(m, 0, 0) == 0) goto i0a; return; }
    if (get_group_id(0) == 1) { i0b: if (exchange(m, 0, 1) == 1) goto i0b; return; }
    if (exchange(m, 0, 1) == 0) goto endc; i1c: if (load(m, 0) == 1) goto i1c; endc: return;
}
kernel void p216(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: if (exchange(m, 0, 0) == 0) goto i0a; return; }
    if (get_group_id(0) == 1) { i0b: if (exchange(m, 0, 1) == 1) goto i0b; return; }
    i0c: if (exchange(m, 0, 1) == 0) goto endc; if (load(m, 0) == 1) goto i0c; endc: return;
}
kernel void p217(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: if (exchange(m, 0, 1) == 0) goto enda; if (load(m, 0) == 1) goto i0a; enda: return; }
    if (get_group_id(0) == 1) { i0b: if (exchange(m, 0, 0) == 0) goto i0b; return; }
    i0c: if (exchange(m, 0, 1) == 1) goto i0c; return;
}
kernel void p218(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: if (exchange(m, 0, 1) == 1) goto i0a; return; }
    if (get_group_id(0) == 1) { i0b: if (exchange(m, 0, 1) == 0) goto endb; if (load(m, 0) == 1) goto i0b; endb: return; }
    i0c: if (exchange(m, 0, 0) == 0) goto i0c; return;
}
kernel void p219(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: if (exchange(m, 0, 0) == 0) goto i0a; return; }
    if (get_group_id(0) == 1) { i0b: if (exchange(m, 0, 1) == 1) goto i0b; return; }
    if (exchange(m, 0, 1) == 0) goto endc; i1c: if (exchange(m, 0, 1) == 1) goto i1c; endc: return;
}
kernel void p220(global volatile int *m) {
    if (get_group_id(0) == 0) { if (exchange(m, 0, 1) == 0) goto enda; i1a: if (exchange(m, 0, 1) == 1) goto i1a; enda: return; }
    if (get_group_id(0) == 1) { i0b: if (exchange(m, 0, 0) == 0) goto i0b; return; }
    i0c: if (exchange(m, 0, 1) == 1) goto i0c; return;
}
kernel void p221(global volatile int *m) {
    if (get_group_id(0) == 0) { if (exchange(m, 0, 1) == 0) goto enda; i1a: if (exchange(m, 0, 1) == 1) goto i1a; enda: return; }
    if (get_group_id(0) == 1) { i0b: if (exchange(m, 0, 1) == 1) goto i0b; return; }
    i0c: if (exchange(m, 0, 0) == 0) goto i0c; return;
}
kernel void p222(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: if (exchange(m, 0, 1) == 1) goto i0a; return; }
    if (get_group_id(0) == 1) { if (exchange(m, 0, 1) == 0) goto endb; i1b: if (exchange(m, 0, 1) == 1) goto i1b; endb: return; }
    i0c: if (exchange(m, 0, 0) == 0) goto i0c; return;
}
kernel void p223(global volatile int *m) {
    if (get_group_id(0) == 0) { store(m, 0, 1); return; }
    if (get_group_id(0) == 1) { if (load(m, 0) == 0) goto endb; store(m, 0, 1); endb: return; }
    i0c: if (exchange(m, 0, 0) == 0) goto i0c; return;
}
kernel void p224(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: if (load(m, 0) == 0) goto enda; if (exchange(m, 0, 1) == 1) goto i0a; enda: return; }
    if (get_group_id(0) == 1) { i0b: if (exchange(m, 0, 0) == 0) goto i0b; return; }
    store(m, 0, 1); return;
}
kernel void p225(global volatile int *m) {
    if (get_group_id(0) == 0) { store(m, 0, 1); return; }
    if (get_group_id(0) == 1) { i0b: if (load(m, 0) == 0) goto endb; if (exchange(m, 0, 1) == 1) goto i0b; endb: return; }
    i0c: if (exchange(m, 0, 0) == 0) goto i0c; return;
}
kernel void p226(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: if (load(m, 0) == 0) goto enda; if (exchange(m, 0, 1) == 1) goto i0a; enda: return; }
    if (get_group_id(0) == 1) { store(m, 0, 1); return; }
    i0c: if (exchange(m, 0, 0) == 0) goto i0c; return;
}
kernel void p227(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: if (exchange(m, 0, 0) == 0) goto i0a; return; }
    if (get_group_id(0) == 1) { store(m, 0, 1); return; }
    i0c: if (load(m, 0) == 0) goto endc; if (exchange(m, 0, 1) == 1) goto i0c; endc: return;
}
kernel void p228(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: if (exchange(m, 0, 0) == 0) goto i0a; return; }
    if (get_group_id(0) == 1) { if (load(m, 0) == 0) goto endb; i1b: if (exchange(m, 0, 1) == 1) goto i1b; endb: return; }
    store(m, 0, 1); return;
}
kernel void p229(global volatile int *m) {
    if (get_group_id(0) == 0) { store(m, 0, 1); return; }
    if (get_group_id(0) == 1) { i0b: if (exchange(m, 0, 0) == 0) goto i0b; return; }
    if (load(m, 0) == 0) goto endc; i1c: if (exchange(m, 0, 1) == 1) goto i1c; endc: return;
}
kernel void p230(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: if (exchange(m, 0, 0) == 0) goto i0a; return; }
    if (get_group_id(0) == 1) { if (load(m, 0) == 0) goto endb; store(m, 0, 1); endb: return; }
    store(m, 0, 1); return;
}
kernel void p231(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: if (load(m, 0) == 0) goto i0a; if (load(m, 1) == 0) goto i0a; return; }
    if (get_group_id(0) == 1) { store(m, 1, 1); return; }
    store(m, 0, 1); return;
}
kernel void p232(global volatile int *m) {
    if (get_group_id(0) == 0) { store(m, 1, 1); return; }
    if (get_group_id(0) == 1) { store(m, 0, 1); return; }
    i0c: if (load(m, 0) == 0) goto i0c; if (load(m, 1) == 0) goto i0c; return;
}
kernel void p233(global volatile int *m) {
    if (get_group_id(0) == 0) { store(m, 0, 1); return; }
    if (get_group_id(0) == 1) { i0b: if (exchange(m, 0, 0) == 0) goto i0b; return; }
    if (exchange(m, 0, 0) == 0) goto endc; store(m, 0, 1); endc: return;
}
kernel void p234(global volatile int *m) {
    if (get_group_id(0) == 0) { if (exchange(m, 0, 0) == 0) goto enda; store(m, 0, 1); enda: return; }
    if (get_group_id(0) == 1) { i0b: if (exchange(m, 0, 0) == 0) goto i0b; return; }
    store(m, 0, 1); return;
}
kernel void p235(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: if (exchange(m, 0, 0) == 0) goto i0a; return; }
    if (get_group_id(0) == 1) { if (exchange(m, 0, 0) == 0) goto endb; store(m, 0, 1); endb: return; }
    store(m, 0, 1); return;
}
kernel void p236(global volatile int *m) {
    if (get_group_id(0) == 0) { store(m, 1, 1); return; }
    if (get_group_id(0) == 1) { store(m, 0, 1); return; }
    i0c: if (load(m, 0) == 0) goto i0c; i1c: if (load(m, 1) == 0) goto i1c; return;
}
kernel void p237(global volatile int *m) {
    if (get_group_id(0) == 0) { store(m, 0, 1); return; }
    if (get_group_id(0) == 1) { store(m, 1, 1); return; }
    i0c: if (load(m, 0) == 0) goto i0c; i1c: if (load(m, 1) == 0) goto i1c; return;
}
kernel void p238(global volatile int *m) {
    if (get_group_id(0) == 0) { i0a: if (load(m, 0) == 0) goto i0a; i1a: if (load(m, 1) == 0) goto i1a; return; }
    if (get_group_id(0) == 1) { store(m, 0, 1); return; }
    store(m, 1, 1); return;
}
