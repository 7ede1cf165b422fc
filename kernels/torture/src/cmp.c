/* Written by tools/gen_cmp.py. */
#include "torture.h"
OP2(u32, "r", u32, "r", u32, "r", p_eq_u32, "{.reg .pred p; setp.eq.u32 p, %1, %2; selp.u32 %0, 7, 9, p;}", a == b ? 7 : 9)
OP2(u32, "r", u32, "r", u32, "r", s_eq_u32, "set.eq.u32.u32 %0, %1, %2;", a == b ? ~0u : 0)
OP2(float, "f", u32, "r", u32, "r", f_eq_u32, "set.eq.f32.u32 %0, %1, %2;", a == b ? 1.0f : 0.0f)
OP3(u32, "r", u32, "r", u32, "r", u32, "r", b_eq_u32, "{.reg .pred p,q,r; setp.gt.s32 r, %3, 77; setp.eq.and.u32 p|q, %1, %2, r; selp.u32 %0, 1, 0, p; @q or.b32 %0, %0, 2;}", ((a == b) & (((s32)c > 77)) ? 1 : 0) | ((!(a == b)) & (((s32)c > 77)) ? 2 : 0))
OP1(u32, "r", u32, "r", i_eq_u32, "{.reg .pred p; setp.eq.u32 p, %1, 5; selp.u32 %0, 7, 9, p;}", a == 5 ? 7 : 9)
OP2(u32, "r", u32, "r", u32, "r", p_ne_u32, "{.reg .pred p; setp.ne.u32 p, %1, %2; selp.u32 %0, 7, 9, p;}", a != b ? 7 : 9)
OP2(u32, "r", u32, "r", u32, "r", s_ne_u32, "set.ne.u32.u32 %0, %1, %2;", a != b ? ~0u : 0)
OP2(float, "f", u32, "r", u32, "r", f_ne_u32, "set.ne.f32.u32 %0, %1, %2;", a != b ? 1.0f : 0.0f)
OP3(u32, "r", u32, "r", u32, "r", u32, "r", b_ne_u32, "{.reg .pred p,q,r; setp.gt.s32 r, %3, 77; setp.ne.or.u32 p|q, %1, %2, r; selp.u32 %0, 1, 0, p; @q or.b32 %0, %0, 2;}", ((a != b) | (((s32)c > 77)) ? 1 : 0) | ((!(a != b)) | (((s32)c > 77)) ? 2 : 0))
OP1(u32, "r", u32, "r", i_ne_u32, "{.reg .pred p; setp.ne.u32 p, %1, 0; selp.u32 %0, 7, 9, p;}", a != 0 ? 7 : 9)
OP2(u32, "r", u32, "r", u32, "r", p_lt_u32, "{.reg .pred p; setp.lt.u32 p, %1, %2; selp.u32 %0, 7, 9, p;}", a < b ? 7 : 9)
OP2(u32, "r", u32, "r", u32, "r", s_lt_u32, "set.lt.u32.u32 %0, %1, %2;", a < b ? ~0u : 0)
OP2(float, "f", u32, "r", u32, "r", f_lt_u32, "set.lt.f32.u32 %0, %1, %2;", a < b ? 1.0f : 0.0f)
OP3(u32, "r", u32, "r", u32, "r", u32, "r", b_lt_u32, "{.reg .pred p,q,r; setp.gt.s32 r, %3, 77; setp.lt.xor.u32 p|q, %1, %2, r; selp.u32 %0, 1, 0, p; @q or.b32 %0, %0, 2;}", ((a < b) ^ (((s32)c > 77)) ? 1 : 0) | ((!(a < b)) ^ (((s32)c > 77)) ? 2 : 0))
OP1(u32, "r", u32, "r", i_lt_u32, "{.reg .pred p; setp.lt.u32 p, %1, 5; selp.u32 %0, 7, 9, p;}", a < 5 ? 7 : 9)
OP2(u32, "r", u32, "r", u32, "r", p_le_u32, "{.reg .pred p; setp.le.u32 p, %1, %2; selp.u32 %0, 7, 9, p;}", a <= b ? 7 : 9)
OP2(u32, "r", u32, "r", u32, "r", s_le_u32, "set.le.u32.u32 %0, %1, %2;", a <= b ? ~0u : 0)
OP2(float, "f", u32, "r", u32, "r", f_le_u32, "set.le.f32.u32 %0, %1, %2;", a <= b ? 1.0f : 0.0f)
OP3(u32, "r", u32, "r", u32, "r", u32, "r", b_le_u32, "{.reg .pred p,q,r; setp.gt.s32 r, %3, 77; setp.le.and.u32 p|q, %1, %2, r; selp.u32 %0, 1, 0, p; @q or.b32 %0, %0, 2;}", ((a <= b) & (((s32)c > 77)) ? 1 : 0) | ((!(a <= b)) & (((s32)c > 77)) ? 2 : 0))
OP1(u32, "r", u32, "r", i_le_u32, "{.reg .pred p; setp.le.u32 p, %1, 0; selp.u32 %0, 7, 9, p;}", a <= 0 ? 7 : 9)
OP2(u32, "r", u32, "r", u32, "r", p_gt_u32, "{.reg .pred p; setp.gt.u32 p, %1, %2; selp.u32 %0, 7, 9, p;}", a > b ? 7 : 9)
OP2(u32, "r", u32, "r", u32, "r", s_gt_u32, "set.gt.u32.u32 %0, %1, %2;", a > b ? ~0u : 0)
OP2(float, "f", u32, "r", u32, "r", f_gt_u32, "set.gt.f32.u32 %0, %1, %2;", a > b ? 1.0f : 0.0f)
OP3(u32, "r", u32, "r", u32, "r", u32, "r", b_gt_u32, "{.reg .pred p,q,r; setp.gt.s32 r, %3, 77; setp.gt.or.u32 p|q, %1, %2, !r; selp.u32 %0, 1, 0, p; @q or.b32 %0, %0, 2;}", ((a > b) | (!((s32)c > 77)) ? 1 : 0) | ((!(a > b)) | (!((s32)c > 77)) ? 2 : 0))
OP1(u32, "r", u32, "r", i_gt_u32, "{.reg .pred p; setp.gt.u32 p, %1, 5; selp.u32 %0, 7, 9, p;}", a > 5 ? 7 : 9)
OP2(u32, "r", u32, "r", u32, "r", p_ge_u32, "{.reg .pred p; setp.ge.u32 p, %1, %2; selp.u32 %0, 7, 9, p;}", a >= b ? 7 : 9)
OP2(u32, "r", u32, "r", u32, "r", s_ge_u32, "set.ge.u32.u32 %0, %1, %2;", a >= b ? ~0u : 0)
OP2(float, "f", u32, "r", u32, "r", f_ge_u32, "set.ge.f32.u32 %0, %1, %2;", a >= b ? 1.0f : 0.0f)
OP3(u32, "r", u32, "r", u32, "r", u32, "r", b_ge_u32, "{.reg .pred p,q,r; setp.gt.s32 r, %3, 77; setp.ge.xor.u32 p|q, %1, %2, !r; selp.u32 %0, 1, 0, p; @q or.b32 %0, %0, 2;}", ((a >= b) ^ (!((s32)c > 77)) ? 1 : 0) | ((!(a >= b)) ^ (!((s32)c > 77)) ? 2 : 0))
OP1(u32, "r", u32, "r", i_ge_u32, "{.reg .pred p; setp.ge.u32 p, %1, 0; selp.u32 %0, 7, 9, p;}", a >= 0 ? 7 : 9)
OP2(u32, "r", s32, "r", s32, "r", p_eq_s32, "{.reg .pred p; setp.eq.s32 p, %1, %2; selp.u32 %0, 7, 9, p;}", a == b ? 7 : 9)
OP2(u32, "r", s32, "r", s32, "r", s_eq_s32, "set.eq.u32.s32 %0, %1, %2;", a == b ? ~0u : 0)
OP2(float, "f", s32, "r", s32, "r", f_eq_s32, "set.eq.f32.s32 %0, %1, %2;", a == b ? 1.0f : 0.0f)
OP3(u32, "r", s32, "r", s32, "r", u32, "r", b_eq_s32, "{.reg .pred p,q,r; setp.gt.s32 r, %3, 77; setp.eq.and.s32 p|q, %1, %2, !r; selp.u32 %0, 1, 0, p; @q or.b32 %0, %0, 2;}", ((a == b) & (!((s32)c > 77)) ? 1 : 0) | ((!(a == b)) & (!((s32)c > 77)) ? 2 : 0))
OP1(u32, "r", s32, "r", i_eq_s32, "{.reg .pred p; setp.eq.s32 p, %1, 5; selp.u32 %0, 7, 9, p;}", a == 5 ? 7 : 9)
OP2(u32, "r", s32, "r", s32, "r", p_ne_s32, "{.reg .pred p; setp.ne.s32 p, %1, %2; selp.u32 %0, 7, 9, p;}", a != b ? 7 : 9)
OP2(u32, "r", s32, "r", s32, "r", s_ne_s32, "set.ne.u32.s32 %0, %1, %2;", a != b ? ~0u : 0)
OP2(float, "f", s32, "r", s32, "r", f_ne_s32, "set.ne.f32.s32 %0, %1, %2;", a != b ? 1.0f : 0.0f)
OP3(u32, "r", s32, "r", s32, "r", u32, "r", b_ne_s32, "{.reg .pred p,q,r; setp.gt.s32 r, %3, 77; setp.ne.or.s32 p|q, %1, %2, !r; selp.u32 %0, 1, 0, p; @q or.b32 %0, %0, 2;}", ((a != b) | (!((s32)c > 77)) ? 1 : 0) | ((!(a != b)) | (!((s32)c > 77)) ? 2 : 0))
OP1(u32, "r", s32, "r", i_ne_s32, "{.reg .pred p; setp.ne.s32 p, %1, 0; selp.u32 %0, 7, 9, p;}", a != 0 ? 7 : 9)
OP2(u32, "r", s32, "r", s32, "r", p_lt_s32, "{.reg .pred p; setp.lt.s32 p, %1, %2; selp.u32 %0, 7, 9, p;}", a < b ? 7 : 9)
OP2(u32, "r", s32, "r", s32, "r", s_lt_s32, "set.lt.u32.s32 %0, %1, %2;", a < b ? ~0u : 0)
OP2(float, "f", s32, "r", s32, "r", f_lt_s32, "set.lt.f32.s32 %0, %1, %2;", a < b ? 1.0f : 0.0f)
OP3(u32, "r", s32, "r", s32, "r", u32, "r", b_lt_s32, "{.reg .pred p,q,r; setp.gt.s32 r, %3, 77; setp.lt.xor.s32 p|q, %1, %2, r; selp.u32 %0, 1, 0, p; @q or.b32 %0, %0, 2;}", ((a < b) ^ (((s32)c > 77)) ? 1 : 0) | ((!(a < b)) ^ (((s32)c > 77)) ? 2 : 0))
OP1(u32, "r", s32, "r", i_lt_s32, "{.reg .pred p; setp.lt.s32 p, %1, 5; selp.u32 %0, 7, 9, p;}", a < 5 ? 7 : 9)
OP2(u32, "r", s32, "r", s32, "r", p_le_s32, "{.reg .pred p; setp.le.s32 p, %1, %2; selp.u32 %0, 7, 9, p;}", a <= b ? 7 : 9)
OP2(u32, "r", s32, "r", s32, "r", s_le_s32, "set.le.u32.s32 %0, %1, %2;", a <= b ? ~0u : 0)
OP2(float, "f", s32, "r", s32, "r", f_le_s32, "set.le.f32.s32 %0, %1, %2;", a <= b ? 1.0f : 0.0f)
OP3(u32, "r", s32, "r", s32, "r", u32, "r", b_le_s32, "{.reg .pred p,q,r; setp.gt.s32 r, %3, 77; setp.le.and.s32 p|q, %1, %2, r; selp.u32 %0, 1, 0, p; @q or.b32 %0, %0, 2;}", ((a <= b) & (((s32)c > 77)) ? 1 : 0) | ((!(a <= b)) & (((s32)c > 77)) ? 2 : 0))
OP1(u32, "r", s32, "r", i_le_s32, "{.reg .pred p; setp.le.s32 p, %1, 0; selp.u32 %0, 7, 9, p;}", a <= 0 ? 7 : 9)
OP2(u32, "r", s32, "r", s32, "r", p_gt_s32, "{.reg .pred p; setp.gt.s32 p, %1, %2; selp.u32 %0, 7, 9, p;}", a > b ? 7 : 9)
OP2(u32, "r", s32, "r", s32, "r", s_gt_s32, "set.gt.u32.s32 %0, %1, %2;", a > b ? ~0u : 0)
OP2(float, "f", s32, "r", s32, "r", f_gt_s32, "set.gt.f32.s32 %0, %1, %2;", a > b ? 1.0f : 0.0f)
OP3(u32, "r", s32, "r", s32, "r", u32, "r", b_gt_s32, "{.reg .pred p,q,r; setp.gt.s32 r, %3, 77; setp.gt.or.s32 p|q, %1, %2, r; selp.u32 %0, 1, 0, p; @q or.b32 %0, %0, 2;}", ((a > b) | (((s32)c > 77)) ? 1 : 0) | ((!(a > b)) | (((s32)c > 77)) ? 2 : 0))
OP1(u32, "r", s32, "r", i_gt_s32, "{.reg .pred p; setp.gt.s32 p, %1, 5; selp.u32 %0, 7, 9, p;}", a > 5 ? 7 : 9)
OP2(u32, "r", s32, "r", s32, "r", p_ge_s32, "{.reg .pred p; setp.ge.s32 p, %1, %2; selp.u32 %0, 7, 9, p;}", a >= b ? 7 : 9)
OP2(u32, "r", s32, "r", s32, "r", s_ge_s32, "set.ge.u32.s32 %0, %1, %2;", a >= b ? ~0u : 0)
OP2(float, "f", s32, "r", s32, "r", f_ge_s32, "set.ge.f32.s32 %0, %1, %2;", a >= b ? 1.0f : 0.0f)
OP3(u32, "r", s32, "r", s32, "r", u32, "r", b_ge_s32, "{.reg .pred p,q,r; setp.gt.s32 r, %3, 77; setp.ge.xor.s32 p|q, %1, %2, r; selp.u32 %0, 1, 0, p; @q or.b32 %0, %0, 2;}", ((a >= b) ^ (((s32)c > 77)) ? 1 : 0) | ((!(a >= b)) ^ (((s32)c > 77)) ? 2 : 0))
OP1(u32, "r", s32, "r", i_ge_s32, "{.reg .pred p; setp.ge.s32 p, %1, 0; selp.u32 %0, 7, 9, p;}", a >= 0 ? 7 : 9)
OP2(u32, "r", u64, "l", u64, "l", p_eq_u64, "{.reg .pred p; setp.eq.u64 p, %1, %2; selp.u32 %0, 7, 9, p;}", a == b ? 7 : 9)
OP2(u32, "r", u64, "l", u64, "l", s_eq_u64, "set.eq.u32.u64 %0, %1, %2;", a == b ? ~0u : 0)
OP2(float, "f", u64, "l", u64, "l", f_eq_u64, "set.eq.f32.u64 %0, %1, %2;", a == b ? 1.0f : 0.0f)
OP3(u32, "r", u64, "l", u64, "l", u32, "r", b_eq_u64, "{.reg .pred p,q,r; setp.gt.s32 r, %3, 77; setp.eq.and.u64 p|q, %1, %2, !r; selp.u32 %0, 1, 0, p; @q or.b32 %0, %0, 2;}", ((a == b) & (!((s32)c > 77)) ? 1 : 0) | ((!(a == b)) & (!((s32)c > 77)) ? 2 : 0))
OP1(u32, "r", u64, "l", i_eq_u64, "{.reg .pred p; setp.eq.u64 p, %1, 5; selp.u32 %0, 7, 9, p;}", a == 5 ? 7 : 9)
OP2(u32, "r", u64, "l", u64, "l", p_ne_u64, "{.reg .pred p; setp.ne.u64 p, %1, %2; selp.u32 %0, 7, 9, p;}", a != b ? 7 : 9)
OP2(u32, "r", u64, "l", u64, "l", s_ne_u64, "set.ne.u32.u64 %0, %1, %2;", a != b ? ~0u : 0)
OP2(float, "f", u64, "l", u64, "l", f_ne_u64, "set.ne.f32.u64 %0, %1, %2;", a != b ? 1.0f : 0.0f)
OP3(u32, "r", u64, "l", u64, "l", u32, "r", b_ne_u64, "{.reg .pred p,q,r; setp.gt.s32 r, %3, 77; setp.ne.or.u64 p|q, %1, %2, !r; selp.u32 %0, 1, 0, p; @q or.b32 %0, %0, 2;}", ((a != b) | (!((s32)c > 77)) ? 1 : 0) | ((!(a != b)) | (!((s32)c > 77)) ? 2 : 0))
OP1(u32, "r", u64, "l", i_ne_u64, "{.reg .pred p; setp.ne.u64 p, %1, 0; selp.u32 %0, 7, 9, p;}", a != 0 ? 7 : 9)
OP2(u32, "r", u64, "l", u64, "l", p_lt_u64, "{.reg .pred p; setp.lt.u64 p, %1, %2; selp.u32 %0, 7, 9, p;}", a < b ? 7 : 9)
OP2(u32, "r", u64, "l", u64, "l", s_lt_u64, "set.lt.u32.u64 %0, %1, %2;", a < b ? ~0u : 0)
OP2(float, "f", u64, "l", u64, "l", f_lt_u64, "set.lt.f32.u64 %0, %1, %2;", a < b ? 1.0f : 0.0f)
OP3(u32, "r", u64, "l", u64, "l", u32, "r", b_lt_u64, "{.reg .pred p,q,r; setp.gt.s32 r, %3, 77; setp.lt.xor.u64 p|q, %1, %2, !r; selp.u32 %0, 1, 0, p; @q or.b32 %0, %0, 2;}", ((a < b) ^ (!((s32)c > 77)) ? 1 : 0) | ((!(a < b)) ^ (!((s32)c > 77)) ? 2 : 0))
OP1(u32, "r", u64, "l", i_lt_u64, "{.reg .pred p; setp.lt.u64 p, %1, 5; selp.u32 %0, 7, 9, p;}", a < 5 ? 7 : 9)
OP2(u32, "r", u64, "l", u64, "l", p_le_u64, "{.reg .pred p; setp.le.u64 p, %1, %2; selp.u32 %0, 7, 9, p;}", a <= b ? 7 : 9)
OP2(u32, "r", u64, "l", u64, "l", s_le_u64, "set.le.u32.u64 %0, %1, %2;", a <= b ? ~0u : 0)
OP2(float, "f", u64, "l", u64, "l", f_le_u64, "set.le.f32.u64 %0, %1, %2;", a <= b ? 1.0f : 0.0f)
OP3(u32, "r", u64, "l", u64, "l", u32, "r", b_le_u64, "{.reg .pred p,q,r; setp.gt.s32 r, %3, 77; setp.le.and.u64 p|q, %1, %2, !r; selp.u32 %0, 1, 0, p; @q or.b32 %0, %0, 2;}", ((a <= b) & (!((s32)c > 77)) ? 1 : 0) | ((!(a <= b)) & (!((s32)c > 77)) ? 2 : 0))
OP1(u32, "r", u64, "l", i_le_u64, "{.reg .pred p; setp.le.u64 p, %1, 0; selp.u32 %0, 7, 9, p;}", a <= 0 ? 7 : 9)
OP2(u32, "r", u64, "l", u64, "l", p_gt_u64, "{.reg .pred p; setp.gt.u64 p, %1, %2; selp.u32 %0, 7, 9, p;}", a > b ? 7 : 9)
OP2(u32, "r", u64, "l", u64, "l", s_gt_u64, "set.gt.u32.u64 %0, %1, %2;", a > b ? ~0u : 0)
OP2(float, "f", u64, "l", u64, "l", f_gt_u64, "set.gt.f32.u64 %0, %1, %2;", a > b ? 1.0f : 0.0f)
OP3(u32, "r", u64, "l", u64, "l", u32, "r", b_gt_u64, "{.reg .pred p,q,r; setp.gt.s32 r, %3, 77; setp.gt.or.u64 p|q, %1, %2, r; selp.u32 %0, 1, 0, p; @q or.b32 %0, %0, 2;}", ((a > b) | (((s32)c > 77)) ? 1 : 0) | ((!(a > b)) | (((s32)c > 77)) ? 2 : 0))
OP1(u32, "r", u64, "l", i_gt_u64, "{.reg .pred p; setp.gt.u64 p, %1, 5; selp.u32 %0, 7, 9, p;}", a > 5 ? 7 : 9)
OP2(u32, "r", u64, "l", u64, "l", p_ge_u64, "{.reg .pred p; setp.ge.u64 p, %1, %2; selp.u32 %0, 7, 9, p;}", a >= b ? 7 : 9)
OP2(u32, "r", u64, "l", u64, "l", s_ge_u64, "set.ge.u32.u64 %0, %1, %2;", a >= b ? ~0u : 0)
OP2(float, "f", u64, "l", u64, "l", f_ge_u64, "set.ge.f32.u64 %0, %1, %2;", a >= b ? 1.0f : 0.0f)
OP3(u32, "r", u64, "l", u64, "l", u32, "r", b_ge_u64, "{.reg .pred p,q,r; setp.gt.s32 r, %3, 77; setp.ge.xor.u64 p|q, %1, %2, r; selp.u32 %0, 1, 0, p; @q or.b32 %0, %0, 2;}", ((a >= b) ^ (((s32)c > 77)) ? 1 : 0) | ((!(a >= b)) ^ (((s32)c > 77)) ? 2 : 0))
OP1(u32, "r", u64, "l", i_ge_u64, "{.reg .pred p; setp.ge.u64 p, %1, 0; selp.u32 %0, 7, 9, p;}", a >= 0 ? 7 : 9)
OP2(u32, "r", s64, "l", s64, "l", p_eq_s64, "{.reg .pred p; setp.eq.s64 p, %1, %2; selp.u32 %0, 7, 9, p;}", a == b ? 7 : 9)
OP2(u32, "r", s64, "l", s64, "l", s_eq_s64, "set.eq.u32.s64 %0, %1, %2;", a == b ? ~0u : 0)
OP2(float, "f", s64, "l", s64, "l", f_eq_s64, "set.eq.f32.s64 %0, %1, %2;", a == b ? 1.0f : 0.0f)
OP3(u32, "r", s64, "l", s64, "l", u32, "r", b_eq_s64, "{.reg .pred p,q,r; setp.gt.s32 r, %3, 77; setp.eq.and.s64 p|q, %1, %2, r; selp.u32 %0, 1, 0, p; @q or.b32 %0, %0, 2;}", ((a == b) & (((s32)c > 77)) ? 1 : 0) | ((!(a == b)) & (((s32)c > 77)) ? 2 : 0))
OP1(u32, "r", s64, "l", i_eq_s64, "{.reg .pred p; setp.eq.s64 p, %1, 5; selp.u32 %0, 7, 9, p;}", a == 5 ? 7 : 9)
OP2(u32, "r", s64, "l", s64, "l", p_ne_s64, "{.reg .pred p; setp.ne.s64 p, %1, %2; selp.u32 %0, 7, 9, p;}", a != b ? 7 : 9)
OP2(u32, "r", s64, "l", s64, "l", s_ne_s64, "set.ne.u32.s64 %0, %1, %2;", a != b ? ~0u : 0)
OP2(float, "f", s64, "l", s64, "l", f_ne_s64, "set.ne.f32.s64 %0, %1, %2;", a != b ? 1.0f : 0.0f)
OP3(u32, "r", s64, "l", s64, "l", u32, "r", b_ne_s64, "{.reg .pred p,q,r; setp.gt.s32 r, %3, 77; setp.ne.or.s64 p|q, %1, %2, r; selp.u32 %0, 1, 0, p; @q or.b32 %0, %0, 2;}", ((a != b) | (((s32)c > 77)) ? 1 : 0) | ((!(a != b)) | (((s32)c > 77)) ? 2 : 0))
OP1(u32, "r", s64, "l", i_ne_s64, "{.reg .pred p; setp.ne.s64 p, %1, 0; selp.u32 %0, 7, 9, p;}", a != 0 ? 7 : 9)
OP2(u32, "r", s64, "l", s64, "l", p_lt_s64, "{.reg .pred p; setp.lt.s64 p, %1, %2; selp.u32 %0, 7, 9, p;}", a < b ? 7 : 9)
OP2(u32, "r", s64, "l", s64, "l", s_lt_s64, "set.lt.u32.s64 %0, %1, %2;", a < b ? ~0u : 0)
OP2(float, "f", s64, "l", s64, "l", f_lt_s64, "set.lt.f32.s64 %0, %1, %2;", a < b ? 1.0f : 0.0f)
OP3(u32, "r", s64, "l", s64, "l", u32, "r", b_lt_s64, "{.reg .pred p,q,r; setp.gt.s32 r, %3, 77; setp.lt.xor.s64 p|q, %1, %2, !r; selp.u32 %0, 1, 0, p; @q or.b32 %0, %0, 2;}", ((a < b) ^ (!((s32)c > 77)) ? 1 : 0) | ((!(a < b)) ^ (!((s32)c > 77)) ? 2 : 0))
OP1(u32, "r", s64, "l", i_lt_s64, "{.reg .pred p; setp.lt.s64 p, %1, 5; selp.u32 %0, 7, 9, p;}", a < 5 ? 7 : 9)
OP2(u32, "r", s64, "l", s64, "l", p_le_s64, "{.reg .pred p; setp.le.s64 p, %1, %2; selp.u32 %0, 7, 9, p;}", a <= b ? 7 : 9)
OP2(u32, "r", s64, "l", s64, "l", s_le_s64, "set.le.u32.s64 %0, %1, %2;", a <= b ? ~0u : 0)
OP2(float, "f", s64, "l", s64, "l", f_le_s64, "set.le.f32.s64 %0, %1, %2;", a <= b ? 1.0f : 0.0f)
OP3(u32, "r", s64, "l", s64, "l", u32, "r", b_le_s64, "{.reg .pred p,q,r; setp.gt.s32 r, %3, 77; setp.le.and.s64 p|q, %1, %2, !r; selp.u32 %0, 1, 0, p; @q or.b32 %0, %0, 2;}", ((a <= b) & (!((s32)c > 77)) ? 1 : 0) | ((!(a <= b)) & (!((s32)c > 77)) ? 2 : 0))
OP1(u32, "r", s64, "l", i_le_s64, "{.reg .pred p; setp.le.s64 p, %1, 0; selp.u32 %0, 7, 9, p;}", a <= 0 ? 7 : 9)
OP2(u32, "r", s64, "l", s64, "l", p_gt_s64, "{.reg .pred p; setp.gt.s64 p, %1, %2; selp.u32 %0, 7, 9, p;}", a > b ? 7 : 9)
OP2(u32, "r", s64, "l", s64, "l", s_gt_s64, "set.gt.u32.s64 %0, %1, %2;", a > b ? ~0u : 0)
OP2(float, "f", s64, "l", s64, "l", f_gt_s64, "set.gt.f32.s64 %0, %1, %2;", a > b ? 1.0f : 0.0f)
OP3(u32, "r", s64, "l", s64, "l", u32, "r", b_gt_s64, "{.reg .pred p,q,r; setp.gt.s32 r, %3, 77; setp.gt.or.s64 p|q, %1, %2, !r; selp.u32 %0, 1, 0, p; @q or.b32 %0, %0, 2;}", ((a > b) | (!((s32)c > 77)) ? 1 : 0) | ((!(a > b)) | (!((s32)c > 77)) ? 2 : 0))
OP1(u32, "r", s64, "l", i_gt_s64, "{.reg .pred p; setp.gt.s64 p, %1, 5; selp.u32 %0, 7, 9, p;}", a > 5 ? 7 : 9)
OP2(u32, "r", s64, "l", s64, "l", p_ge_s64, "{.reg .pred p; setp.ge.s64 p, %1, %2; selp.u32 %0, 7, 9, p;}", a >= b ? 7 : 9)
OP2(u32, "r", s64, "l", s64, "l", s_ge_s64, "set.ge.u32.s64 %0, %1, %2;", a >= b ? ~0u : 0)
OP2(float, "f", s64, "l", s64, "l", f_ge_s64, "set.ge.f32.s64 %0, %1, %2;", a >= b ? 1.0f : 0.0f)
OP3(u32, "r", s64, "l", s64, "l", u32, "r", b_ge_s64, "{.reg .pred p,q,r; setp.gt.s32 r, %3, 77; setp.ge.xor.s64 p|q, %1, %2, !r; selp.u32 %0, 1, 0, p; @q or.b32 %0, %0, 2;}", ((a >= b) ^ (!((s32)c > 77)) ? 1 : 0) | ((!(a >= b)) ^ (!((s32)c > 77)) ? 2 : 0))
OP1(u32, "r", s64, "l", i_ge_s64, "{.reg .pred p; setp.ge.s64 p, %1, 0; selp.u32 %0, 7, 9, p;}", a >= 0 ? 7 : 9)
OP2(u32, "r", u16, "h", u16, "h", p_eq_u16, "{.reg .pred p; setp.eq.u16 p, %1, %2; selp.u32 %0, 7, 9, p;}", a == b ? 7 : 9)
OP2(u32, "r", u16, "h", u16, "h", p_ne_u16, "{.reg .pred p; setp.ne.u16 p, %1, %2; selp.u32 %0, 7, 9, p;}", a != b ? 7 : 9)
OP2(u32, "r", u16, "h", u16, "h", p_lt_u16, "{.reg .pred p; setp.lt.u16 p, %1, %2; selp.u32 %0, 7, 9, p;}", a < b ? 7 : 9)
OP2(u32, "r", u16, "h", u16, "h", p_le_u16, "{.reg .pred p; setp.le.u16 p, %1, %2; selp.u32 %0, 7, 9, p;}", a <= b ? 7 : 9)
OP2(u32, "r", u16, "h", u16, "h", p_gt_u16, "{.reg .pred p; setp.gt.u16 p, %1, %2; selp.u32 %0, 7, 9, p;}", a > b ? 7 : 9)
OP2(u32, "r", u16, "h", u16, "h", p_ge_u16, "{.reg .pred p; setp.ge.u16 p, %1, %2; selp.u32 %0, 7, 9, p;}", a >= b ? 7 : 9)
OP2(u32, "r", s16, "h", s16, "h", p_eq_s16, "{.reg .pred p; setp.eq.s16 p, %1, %2; selp.u32 %0, 7, 9, p;}", a == b ? 7 : 9)
OP2(u32, "r", s16, "h", s16, "h", p_ne_s16, "{.reg .pred p; setp.ne.s16 p, %1, %2; selp.u32 %0, 7, 9, p;}", a != b ? 7 : 9)
OP2(u32, "r", s16, "h", s16, "h", p_lt_s16, "{.reg .pred p; setp.lt.s16 p, %1, %2; selp.u32 %0, 7, 9, p;}", a < b ? 7 : 9)
OP2(u32, "r", s16, "h", s16, "h", p_le_s16, "{.reg .pred p; setp.le.s16 p, %1, %2; selp.u32 %0, 7, 9, p;}", a <= b ? 7 : 9)
OP2(u32, "r", s16, "h", s16, "h", p_gt_s16, "{.reg .pred p; setp.gt.s16 p, %1, %2; selp.u32 %0, 7, 9, p;}", a > b ? 7 : 9)
OP2(u32, "r", s16, "h", s16, "h", p_ge_s16, "{.reg .pred p; setp.ge.s16 p, %1, %2; selp.u32 %0, 7, 9, p;}", a >= b ? 7 : 9)
OP3(u32, "r", u32, "r", u32, "r", s32, "r", slct, "slct.u32.s32 %0, %1, %2, %3;", c >= 0 ? a : b)
OP3(u32, "r", u32, "r", u32, "r", float, "f", slctf, "slct.u32.f32 %0, %1, %2, %3;", c >= 0 ? a : b)
OP3(u32, "r", u32, "r", u32, "r", float, "f", slctff, "slct.ftz.u32.f32 %0, %1, %2, %3;", (c >= 0 || fabsf(c) < 0x1p-126f) ? a : b)
OP3(u64, "l", u64, "l", u64, "l", s32, "r", slct64, "slct.s64.s32 %0, %1, %2, %3;", c >= 0 ? a : b)
KERNEL cmpint(ARGS) {
  BEGIN
  u32 w0 = W(0), w1 = W(1), w2 = W(2), how = in[i * 8 + 7]; u64 x = LW(1), y = LW(2);
  if (how & 0x20000000) w1 = w0;
  if (how & 0x40000000) y = (y & 0xffffffffull) | (x & ~0xffffffffull);
  if ((how >> 27 & 3) == 3) y = x;
  O(p_eq_u32(w0, w1));
  O(s_eq_u32(w0, w1));
  O(FB(f_eq_u32(w0, w1)));
  O(b_eq_u32(w0, w1, w2));
  O(i_eq_u32(w0));
  O(p_ne_u32(w0, w1));
  O(s_ne_u32(w0, w1));
  O(FB(f_ne_u32(w0, w1)));
  O(b_ne_u32(w0, w1, w2));
  O(i_ne_u32(w0));
  O(p_lt_u32(w0, w1));
  O(s_lt_u32(w0, w1));
  O(FB(f_lt_u32(w0, w1)));
  O(b_lt_u32(w0, w1, w2));
  O(i_lt_u32(w0));
  O(p_le_u32(w0, w1));
  O(s_le_u32(w0, w1));
  O(FB(f_le_u32(w0, w1)));
  O(b_le_u32(w0, w1, w2));
  O(i_le_u32(w0));
  O(p_gt_u32(w0, w1));
  O(s_gt_u32(w0, w1));
  O(FB(f_gt_u32(w0, w1)));
  O(b_gt_u32(w0, w1, w2));
  O(i_gt_u32(w0));
  O(p_ge_u32(w0, w1));
  O(s_ge_u32(w0, w1));
  O(FB(f_ge_u32(w0, w1)));
  O(b_ge_u32(w0, w1, w2));
  O(i_ge_u32(w0));
  O(p_eq_s32(w0, w1));
  O(s_eq_s32(w0, w1));
  O(FB(f_eq_s32(w0, w1)));
  O(b_eq_s32(w0, w1, w2));
  O(i_eq_s32(w0));
  O(p_ne_s32(w0, w1));
  O(s_ne_s32(w0, w1));
  O(FB(f_ne_s32(w0, w1)));
  O(b_ne_s32(w0, w1, w2));
  O(i_ne_s32(w0));
  O(p_lt_s32(w0, w1));
  O(s_lt_s32(w0, w1));
  O(FB(f_lt_s32(w0, w1)));
  O(b_lt_s32(w0, w1, w2));
  O(i_lt_s32(w0));
  O(p_le_s32(w0, w1));
  O(s_le_s32(w0, w1));
  O(FB(f_le_s32(w0, w1)));
  O(b_le_s32(w0, w1, w2));
  O(i_le_s32(w0));
  O(p_gt_s32(w0, w1));
  O(s_gt_s32(w0, w1));
  O(FB(f_gt_s32(w0, w1)));
  O(b_gt_s32(w0, w1, w2));
  O(i_gt_s32(w0));
  O(p_ge_s32(w0, w1));
  O(s_ge_s32(w0, w1));
  O(FB(f_ge_s32(w0, w1)));
  O(b_ge_s32(w0, w1, w2));
  O(i_ge_s32(w0));
  O(p_eq_u64(x, y));
  O(s_eq_u64(x, y));
  O(FB(f_eq_u64(x, y)));
  O(b_eq_u64(x, y, w2));
  O(i_eq_u64(x));
  O(p_ne_u64(x, y));
  O(s_ne_u64(x, y));
  O(FB(f_ne_u64(x, y)));
  O(b_ne_u64(x, y, w2));
  O(i_ne_u64(x));
  O(p_lt_u64(x, y));
  O(s_lt_u64(x, y));
  O(FB(f_lt_u64(x, y)));
  O(b_lt_u64(x, y, w2));
  O(i_lt_u64(x));
  O(p_le_u64(x, y));
  O(s_le_u64(x, y));
  O(FB(f_le_u64(x, y)));
  O(b_le_u64(x, y, w2));
  O(i_le_u64(x));
  O(p_gt_u64(x, y));
  O(s_gt_u64(x, y));
  O(FB(f_gt_u64(x, y)));
  O(b_gt_u64(x, y, w2));
  O(i_gt_u64(x));
  O(p_ge_u64(x, y));
  O(s_ge_u64(x, y));
  O(FB(f_ge_u64(x, y)));
  O(b_ge_u64(x, y, w2));
  O(i_ge_u64(x));
  O(p_eq_s64(x, y));
  O(s_eq_s64(x, y));
  O(FB(f_eq_s64(x, y)));
  O(b_eq_s64(x, y, w2));
  O(i_eq_s64(x));
  O(p_ne_s64(x, y));
  O(s_ne_s64(x, y));
  O(FB(f_ne_s64(x, y)));
  O(b_ne_s64(x, y, w2));
  O(i_ne_s64(x));
  O(p_lt_s64(x, y));
  O(s_lt_s64(x, y));
  O(FB(f_lt_s64(x, y)));
  O(b_lt_s64(x, y, w2));
  O(i_lt_s64(x));
  O(p_le_s64(x, y));
  O(s_le_s64(x, y));
  O(FB(f_le_s64(x, y)));
  O(b_le_s64(x, y, w2));
  O(i_le_s64(x));
  O(p_gt_s64(x, y));
  O(s_gt_s64(x, y));
  O(FB(f_gt_s64(x, y)));
  O(b_gt_s64(x, y, w2));
  O(i_gt_s64(x));
  O(p_ge_s64(x, y));
  O(s_ge_s64(x, y));
  O(FB(f_ge_s64(x, y)));
  O(b_ge_s64(x, y, w2));
  O(i_ge_s64(x));
  O(p_eq_u16(w0, w1));
  O(p_ne_u16(w0, w1));
  O(p_lt_u16(w0, w1));
  O(p_le_u16(w0, w1));
  O(p_gt_u16(w0, w1));
  O(p_ge_u16(w0, w1));
  O(p_eq_s16(w0, w1));
  O(p_ne_s16(w0, w1));
  O(p_lt_s16(w0, w1));
  O(p_le_s16(w0, w1));
  O(p_gt_s16(w0, w1));
  O(p_ge_s16(w0, w1));
  O(slct(w0, w1, w2)); O(slctf(w0, w1, BITS(float, w2))); O(slctff(w0, w1, BITS(float, w2))); O64(slct64(x, y, w2));
}
#define ZF(x) (((x) < 0x1p-126f && (x) > -0x1p-126f) ? 0.0f : (x))
OP2(u32, "r", float, "f", float, "f", p_eq_f32, "{.reg .pred p; setp.eq.f32 p, %1, %2; selp.u32 %0, 7, 9, p;}", (a == b) ? 7 : 9)
OP2(u32, "r", float, "f", float, "f", s_eq_f32, "set.eq.u32.f32 %0, %1, %2;", (a == b) ? ~0u : 0)
OP2(float, "f", float, "f", float, "f", f_eq_f32, "set.eq.f32.f32 %0, %1, %2;", (a == b) ? 1.0f : 0.0f)
OP3(u32, "r", float, "f", float, "f", u32, "r", b_eq_f32, "{.reg .pred p,q,r; setp.gt.s32 r, %3, 77; setp.eq.and.f32 p|q, %1, %2, r; selp.u32 %0, 1, 0, p; @q or.b32 %0, %0, 2;}", (((a == b) ? 1 : 0) & ((s32)c > 77) ? 1 : 0) | (((a == b) ? 0 : 1) & ((s32)c > 77) ? 2 : 0))
OP2(u32, "r", float, "f", float, "f", z_eq_f32, "{.reg .pred p; setp.eq.ftz.f32 p, %1, %2; selp.u32 %0, 7, 9, p;}", (ZF(a) == ZF(b)) ? 7 : 9)
OP2(u32, "r", float, "f", float, "f", p_ne_f32, "{.reg .pred p; setp.ne.f32 p, %1, %2; selp.u32 %0, 7, 9, p;}", (a < b || a > b) ? 7 : 9)
OP2(u32, "r", float, "f", float, "f", s_ne_f32, "set.ne.u32.f32 %0, %1, %2;", (a < b || a > b) ? ~0u : 0)
OP2(float, "f", float, "f", float, "f", f_ne_f32, "set.ne.f32.f32 %0, %1, %2;", (a < b || a > b) ? 1.0f : 0.0f)
OP3(u32, "r", float, "f", float, "f", u32, "r", b_ne_f32, "{.reg .pred p,q,r; setp.gt.s32 r, %3, 77; setp.ne.or.f32 p|q, %1, %2, r; selp.u32 %0, 1, 0, p; @q or.b32 %0, %0, 2;}", (((a < b || a > b) ? 1 : 0) | ((s32)c > 77) ? 1 : 0) | (((a < b || a > b) ? 0 : 1) | ((s32)c > 77) ? 2 : 0))
OP2(u32, "r", float, "f", float, "f", z_ne_f32, "{.reg .pred p; setp.ne.ftz.f32 p, %1, %2; selp.u32 %0, 7, 9, p;}", (ZF(a) < ZF(b) || ZF(a) > ZF(b)) ? 7 : 9)
OP2(u32, "r", float, "f", float, "f", p_lt_f32, "{.reg .pred p; setp.lt.f32 p, %1, %2; selp.u32 %0, 7, 9, p;}", (a < b) ? 7 : 9)
OP2(u32, "r", float, "f", float, "f", s_lt_f32, "set.lt.u32.f32 %0, %1, %2;", (a < b) ? ~0u : 0)
OP2(float, "f", float, "f", float, "f", f_lt_f32, "set.lt.f32.f32 %0, %1, %2;", (a < b) ? 1.0f : 0.0f)
OP3(u32, "r", float, "f", float, "f", u32, "r", b_lt_f32, "{.reg .pred p,q,r; setp.gt.s32 r, %3, 77; setp.lt.xor.f32 p|q, %1, %2, r; selp.u32 %0, 1, 0, p; @q or.b32 %0, %0, 2;}", (((a < b) ? 1 : 0) ^ ((s32)c > 77) ? 1 : 0) | (((a < b) ? 0 : 1) ^ ((s32)c > 77) ? 2 : 0))
OP2(u32, "r", float, "f", float, "f", z_lt_f32, "{.reg .pred p; setp.lt.ftz.f32 p, %1, %2; selp.u32 %0, 7, 9, p;}", (ZF(a) < ZF(b)) ? 7 : 9)
OP2(u32, "r", float, "f", float, "f", p_le_f32, "{.reg .pred p; setp.le.f32 p, %1, %2; selp.u32 %0, 7, 9, p;}", (a <= b) ? 7 : 9)
OP2(u32, "r", float, "f", float, "f", s_le_f32, "set.le.u32.f32 %0, %1, %2;", (a <= b) ? ~0u : 0)
OP2(float, "f", float, "f", float, "f", f_le_f32, "set.le.f32.f32 %0, %1, %2;", (a <= b) ? 1.0f : 0.0f)
OP3(u32, "r", float, "f", float, "f", u32, "r", b_le_f32, "{.reg .pred p,q,r; setp.gt.s32 r, %3, 77; setp.le.and.f32 p|q, %1, %2, r; selp.u32 %0, 1, 0, p; @q or.b32 %0, %0, 2;}", (((a <= b) ? 1 : 0) & ((s32)c > 77) ? 1 : 0) | (((a <= b) ? 0 : 1) & ((s32)c > 77) ? 2 : 0))
OP2(u32, "r", float, "f", float, "f", z_le_f32, "{.reg .pred p; setp.le.ftz.f32 p, %1, %2; selp.u32 %0, 7, 9, p;}", (ZF(a) <= ZF(b)) ? 7 : 9)
OP2(u32, "r", float, "f", float, "f", p_gt_f32, "{.reg .pred p; setp.gt.f32 p, %1, %2; selp.u32 %0, 7, 9, p;}", (a > b) ? 7 : 9)
OP2(u32, "r", float, "f", float, "f", s_gt_f32, "set.gt.u32.f32 %0, %1, %2;", (a > b) ? ~0u : 0)
OP2(float, "f", float, "f", float, "f", f_gt_f32, "set.gt.f32.f32 %0, %1, %2;", (a > b) ? 1.0f : 0.0f)
OP3(u32, "r", float, "f", float, "f", u32, "r", b_gt_f32, "{.reg .pred p,q,r; setp.gt.s32 r, %3, 77; setp.gt.or.f32 p|q, %1, %2, r; selp.u32 %0, 1, 0, p; @q or.b32 %0, %0, 2;}", (((a > b) ? 1 : 0) | ((s32)c > 77) ? 1 : 0) | (((a > b) ? 0 : 1) | ((s32)c > 77) ? 2 : 0))
OP2(u32, "r", float, "f", float, "f", z_gt_f32, "{.reg .pred p; setp.gt.ftz.f32 p, %1, %2; selp.u32 %0, 7, 9, p;}", (ZF(a) > ZF(b)) ? 7 : 9)
OP2(u32, "r", float, "f", float, "f", p_ge_f32, "{.reg .pred p; setp.ge.f32 p, %1, %2; selp.u32 %0, 7, 9, p;}", (a >= b) ? 7 : 9)
OP2(u32, "r", float, "f", float, "f", s_ge_f32, "set.ge.u32.f32 %0, %1, %2;", (a >= b) ? ~0u : 0)
OP2(float, "f", float, "f", float, "f", f_ge_f32, "set.ge.f32.f32 %0, %1, %2;", (a >= b) ? 1.0f : 0.0f)
OP3(u32, "r", float, "f", float, "f", u32, "r", b_ge_f32, "{.reg .pred p,q,r; setp.gt.s32 r, %3, 77; setp.ge.xor.f32 p|q, %1, %2, r; selp.u32 %0, 1, 0, p; @q or.b32 %0, %0, 2;}", (((a >= b) ? 1 : 0) ^ ((s32)c > 77) ? 1 : 0) | (((a >= b) ? 0 : 1) ^ ((s32)c > 77) ? 2 : 0))
OP2(u32, "r", float, "f", float, "f", z_ge_f32, "{.reg .pred p; setp.ge.ftz.f32 p, %1, %2; selp.u32 %0, 7, 9, p;}", (ZF(a) >= ZF(b)) ? 7 : 9)
OP2(u32, "r", float, "f", float, "f", p_num_f32, "{.reg .pred p; setp.num.f32 p, %1, %2; selp.u32 %0, 7, 9, p;}", (!(a != a || b != b)) ? 7 : 9)
OP2(u32, "r", float, "f", float, "f", s_num_f32, "set.num.u32.f32 %0, %1, %2;", (!(a != a || b != b)) ? ~0u : 0)
OP2(float, "f", float, "f", float, "f", f_num_f32, "set.num.f32.f32 %0, %1, %2;", (!(a != a || b != b)) ? 1.0f : 0.0f)
OP3(u32, "r", float, "f", float, "f", u32, "r", b_num_f32, "{.reg .pred p,q,r; setp.gt.s32 r, %3, 77; setp.num.and.f32 p|q, %1, %2, r; selp.u32 %0, 1, 0, p; @q or.b32 %0, %0, 2;}", (((!(a != a || b != b)) ? 1 : 0) & ((s32)c > 77) ? 1 : 0) | (((!(a != a || b != b)) ? 0 : 1) & ((s32)c > 77) ? 2 : 0))
OP2(u32, "r", float, "f", float, "f", z_num_f32, "{.reg .pred p; setp.num.ftz.f32 p, %1, %2; selp.u32 %0, 7, 9, p;}", (!(a != a || b != b)) ? 7 : 9)
OP2(u32, "r", float, "f", float, "f", p_nan_f32, "{.reg .pred p; setp.nan.f32 p, %1, %2; selp.u32 %0, 7, 9, p;}", ((a != a || b != b)) ? 7 : 9)
OP2(u32, "r", float, "f", float, "f", s_nan_f32, "set.nan.u32.f32 %0, %1, %2;", ((a != a || b != b)) ? ~0u : 0)
OP2(float, "f", float, "f", float, "f", f_nan_f32, "set.nan.f32.f32 %0, %1, %2;", ((a != a || b != b)) ? 1.0f : 0.0f)
OP3(u32, "r", float, "f", float, "f", u32, "r", b_nan_f32, "{.reg .pred p,q,r; setp.gt.s32 r, %3, 77; setp.nan.or.f32 p|q, %1, %2, r; selp.u32 %0, 1, 0, p; @q or.b32 %0, %0, 2;}", ((((a != a || b != b)) ? 1 : 0) | ((s32)c > 77) ? 1 : 0) | ((((a != a || b != b)) ? 0 : 1) | ((s32)c > 77) ? 2 : 0))
OP2(u32, "r", float, "f", float, "f", z_nan_f32, "{.reg .pred p; setp.nan.ftz.f32 p, %1, %2; selp.u32 %0, 7, 9, p;}", ((a != a || b != b)) ? 7 : 9)
OP2(u32, "r", float, "f", float, "f", p_equ_f32, "{.reg .pred p; setp.equ.f32 p, %1, %2; selp.u32 %0, 7, 9, p;}", (!(a < b || a > b)) ? 7 : 9)
OP2(u32, "r", float, "f", float, "f", s_equ_f32, "set.equ.u32.f32 %0, %1, %2;", (!(a < b || a > b)) ? ~0u : 0)
OP2(float, "f", float, "f", float, "f", f_equ_f32, "set.equ.f32.f32 %0, %1, %2;", (!(a < b || a > b)) ? 1.0f : 0.0f)
OP3(u32, "r", float, "f", float, "f", u32, "r", b_equ_f32, "{.reg .pred p,q,r; setp.gt.s32 r, %3, 77; setp.equ.xor.f32 p|q, %1, %2, r; selp.u32 %0, 1, 0, p; @q or.b32 %0, %0, 2;}", (((!(a < b || a > b)) ? 1 : 0) ^ ((s32)c > 77) ? 1 : 0) | (((!(a < b || a > b)) ? 0 : 1) ^ ((s32)c > 77) ? 2 : 0))
OP2(u32, "r", float, "f", float, "f", z_equ_f32, "{.reg .pred p; setp.equ.ftz.f32 p, %1, %2; selp.u32 %0, 7, 9, p;}", (!(ZF(a) < ZF(b) || ZF(a) > ZF(b))) ? 7 : 9)
OP2(u32, "r", float, "f", float, "f", p_neu_f32, "{.reg .pred p; setp.neu.f32 p, %1, %2; selp.u32 %0, 7, 9, p;}", (!(a == b)) ? 7 : 9)
OP2(u32, "r", float, "f", float, "f", s_neu_f32, "set.neu.u32.f32 %0, %1, %2;", (!(a == b)) ? ~0u : 0)
OP2(float, "f", float, "f", float, "f", f_neu_f32, "set.neu.f32.f32 %0, %1, %2;", (!(a == b)) ? 1.0f : 0.0f)
OP3(u32, "r", float, "f", float, "f", u32, "r", b_neu_f32, "{.reg .pred p,q,r; setp.gt.s32 r, %3, 77; setp.neu.and.f32 p|q, %1, %2, r; selp.u32 %0, 1, 0, p; @q or.b32 %0, %0, 2;}", (((!(a == b)) ? 1 : 0) & ((s32)c > 77) ? 1 : 0) | (((!(a == b)) ? 0 : 1) & ((s32)c > 77) ? 2 : 0))
OP2(u32, "r", float, "f", float, "f", z_neu_f32, "{.reg .pred p; setp.neu.ftz.f32 p, %1, %2; selp.u32 %0, 7, 9, p;}", (!(ZF(a) == ZF(b))) ? 7 : 9)
OP2(u32, "r", float, "f", float, "f", p_ltu_f32, "{.reg .pred p; setp.ltu.f32 p, %1, %2; selp.u32 %0, 7, 9, p;}", (!(a >= b)) ? 7 : 9)
OP2(u32, "r", float, "f", float, "f", s_ltu_f32, "set.ltu.u32.f32 %0, %1, %2;", (!(a >= b)) ? ~0u : 0)
OP2(float, "f", float, "f", float, "f", f_ltu_f32, "set.ltu.f32.f32 %0, %1, %2;", (!(a >= b)) ? 1.0f : 0.0f)
OP3(u32, "r", float, "f", float, "f", u32, "r", b_ltu_f32, "{.reg .pred p,q,r; setp.gt.s32 r, %3, 77; setp.ltu.or.f32 p|q, %1, %2, r; selp.u32 %0, 1, 0, p; @q or.b32 %0, %0, 2;}", (((!(a >= b)) ? 1 : 0) | ((s32)c > 77) ? 1 : 0) | (((!(a >= b)) ? 0 : 1) | ((s32)c > 77) ? 2 : 0))
OP2(u32, "r", float, "f", float, "f", z_ltu_f32, "{.reg .pred p; setp.ltu.ftz.f32 p, %1, %2; selp.u32 %0, 7, 9, p;}", (!(ZF(a) >= ZF(b))) ? 7 : 9)
OP2(u32, "r", float, "f", float, "f", p_leu_f32, "{.reg .pred p; setp.leu.f32 p, %1, %2; selp.u32 %0, 7, 9, p;}", (!(a > b)) ? 7 : 9)
OP2(u32, "r", float, "f", float, "f", s_leu_f32, "set.leu.u32.f32 %0, %1, %2;", (!(a > b)) ? ~0u : 0)
OP2(float, "f", float, "f", float, "f", f_leu_f32, "set.leu.f32.f32 %0, %1, %2;", (!(a > b)) ? 1.0f : 0.0f)
OP3(u32, "r", float, "f", float, "f", u32, "r", b_leu_f32, "{.reg .pred p,q,r; setp.gt.s32 r, %3, 77; setp.leu.xor.f32 p|q, %1, %2, r; selp.u32 %0, 1, 0, p; @q or.b32 %0, %0, 2;}", (((!(a > b)) ? 1 : 0) ^ ((s32)c > 77) ? 1 : 0) | (((!(a > b)) ? 0 : 1) ^ ((s32)c > 77) ? 2 : 0))
OP2(u32, "r", float, "f", float, "f", z_leu_f32, "{.reg .pred p; setp.leu.ftz.f32 p, %1, %2; selp.u32 %0, 7, 9, p;}", (!(ZF(a) > ZF(b))) ? 7 : 9)
OP2(u32, "r", float, "f", float, "f", p_gtu_f32, "{.reg .pred p; setp.gtu.f32 p, %1, %2; selp.u32 %0, 7, 9, p;}", (!(a <= b)) ? 7 : 9)
OP2(u32, "r", float, "f", float, "f", s_gtu_f32, "set.gtu.u32.f32 %0, %1, %2;", (!(a <= b)) ? ~0u : 0)
OP2(float, "f", float, "f", float, "f", f_gtu_f32, "set.gtu.f32.f32 %0, %1, %2;", (!(a <= b)) ? 1.0f : 0.0f)
OP3(u32, "r", float, "f", float, "f", u32, "r", b_gtu_f32, "{.reg .pred p,q,r; setp.gt.s32 r, %3, 77; setp.gtu.and.f32 p|q, %1, %2, r; selp.u32 %0, 1, 0, p; @q or.b32 %0, %0, 2;}", (((!(a <= b)) ? 1 : 0) & ((s32)c > 77) ? 1 : 0) | (((!(a <= b)) ? 0 : 1) & ((s32)c > 77) ? 2 : 0))
OP2(u32, "r", float, "f", float, "f", z_gtu_f32, "{.reg .pred p; setp.gtu.ftz.f32 p, %1, %2; selp.u32 %0, 7, 9, p;}", (!(ZF(a) <= ZF(b))) ? 7 : 9)
OP2(u32, "r", float, "f", float, "f", p_geu_f32, "{.reg .pred p; setp.geu.f32 p, %1, %2; selp.u32 %0, 7, 9, p;}", (!(a < b)) ? 7 : 9)
OP2(u32, "r", float, "f", float, "f", s_geu_f32, "set.geu.u32.f32 %0, %1, %2;", (!(a < b)) ? ~0u : 0)
OP2(float, "f", float, "f", float, "f", f_geu_f32, "set.geu.f32.f32 %0, %1, %2;", (!(a < b)) ? 1.0f : 0.0f)
OP3(u32, "r", float, "f", float, "f", u32, "r", b_geu_f32, "{.reg .pred p,q,r; setp.gt.s32 r, %3, 77; setp.geu.or.f32 p|q, %1, %2, r; selp.u32 %0, 1, 0, p; @q or.b32 %0, %0, 2;}", (((!(a < b)) ? 1 : 0) | ((s32)c > 77) ? 1 : 0) | (((!(a < b)) ? 0 : 1) | ((s32)c > 77) ? 2 : 0))
OP2(u32, "r", float, "f", float, "f", z_geu_f32, "{.reg .pred p; setp.geu.ftz.f32 p, %1, %2; selp.u32 %0, 7, 9, p;}", (!(ZF(a) < ZF(b))) ? 7 : 9)
OP2(u32, "r", double, "d", double, "d", p_eq_f64, "{.reg .pred p; setp.eq.f64 p, %1, %2; selp.u32 %0, 7, 9, p;}", (a == b) ? 7 : 9)
OP2(u32, "r", double, "d", double, "d", s_eq_f64, "set.eq.u32.f64 %0, %1, %2;", (a == b) ? ~0u : 0)
OP2(float, "f", double, "d", double, "d", f_eq_f64, "set.eq.f32.f64 %0, %1, %2;", (a == b) ? 1.0f : 0.0f)
OP3(u32, "r", double, "d", double, "d", u32, "r", b_eq_f64, "{.reg .pred p,q,r; setp.gt.s32 r, %3, 77; setp.eq.xor.f64 p|q, %1, %2, r; selp.u32 %0, 1, 0, p; @q or.b32 %0, %0, 2;}", (((a == b) ? 1 : 0) ^ ((s32)c > 77) ? 1 : 0) | (((a == b) ? 0 : 1) ^ ((s32)c > 77) ? 2 : 0))
OP2(u32, "r", double, "d", double, "d", p_ne_f64, "{.reg .pred p; setp.ne.f64 p, %1, %2; selp.u32 %0, 7, 9, p;}", (a < b || a > b) ? 7 : 9)
OP2(u32, "r", double, "d", double, "d", s_ne_f64, "set.ne.u32.f64 %0, %1, %2;", (a < b || a > b) ? ~0u : 0)
OP2(float, "f", double, "d", double, "d", f_ne_f64, "set.ne.f32.f64 %0, %1, %2;", (a < b || a > b) ? 1.0f : 0.0f)
OP3(u32, "r", double, "d", double, "d", u32, "r", b_ne_f64, "{.reg .pred p,q,r; setp.gt.s32 r, %3, 77; setp.ne.and.f64 p|q, %1, %2, r; selp.u32 %0, 1, 0, p; @q or.b32 %0, %0, 2;}", (((a < b || a > b) ? 1 : 0) & ((s32)c > 77) ? 1 : 0) | (((a < b || a > b) ? 0 : 1) & ((s32)c > 77) ? 2 : 0))
OP2(u32, "r", double, "d", double, "d", p_lt_f64, "{.reg .pred p; setp.lt.f64 p, %1, %2; selp.u32 %0, 7, 9, p;}", (a < b) ? 7 : 9)
OP2(u32, "r", double, "d", double, "d", s_lt_f64, "set.lt.u32.f64 %0, %1, %2;", (a < b) ? ~0u : 0)
OP2(float, "f", double, "d", double, "d", f_lt_f64, "set.lt.f32.f64 %0, %1, %2;", (a < b) ? 1.0f : 0.0f)
OP3(u32, "r", double, "d", double, "d", u32, "r", b_lt_f64, "{.reg .pred p,q,r; setp.gt.s32 r, %3, 77; setp.lt.or.f64 p|q, %1, %2, r; selp.u32 %0, 1, 0, p; @q or.b32 %0, %0, 2;}", (((a < b) ? 1 : 0) | ((s32)c > 77) ? 1 : 0) | (((a < b) ? 0 : 1) | ((s32)c > 77) ? 2 : 0))
OP2(u32, "r", double, "d", double, "d", p_le_f64, "{.reg .pred p; setp.le.f64 p, %1, %2; selp.u32 %0, 7, 9, p;}", (a <= b) ? 7 : 9)
OP2(u32, "r", double, "d", double, "d", s_le_f64, "set.le.u32.f64 %0, %1, %2;", (a <= b) ? ~0u : 0)
OP2(float, "f", double, "d", double, "d", f_le_f64, "set.le.f32.f64 %0, %1, %2;", (a <= b) ? 1.0f : 0.0f)
OP3(u32, "r", double, "d", double, "d", u32, "r", b_le_f64, "{.reg .pred p,q,r; setp.gt.s32 r, %3, 77; setp.le.xor.f64 p|q, %1, %2, r; selp.u32 %0, 1, 0, p; @q or.b32 %0, %0, 2;}", (((a <= b) ? 1 : 0) ^ ((s32)c > 77) ? 1 : 0) | (((a <= b) ? 0 : 1) ^ ((s32)c > 77) ? 2 : 0))
OP2(u32, "r", double, "d", double, "d", p_gt_f64, "{.reg .pred p; setp.gt.f64 p, %1, %2; selp.u32 %0, 7, 9, p;}", (a > b) ? 7 : 9)
OP2(u32, "r", double, "d", double, "d", s_gt_f64, "set.gt.u32.f64 %0, %1, %2;", (a > b) ? ~0u : 0)
OP2(float, "f", double, "d", double, "d", f_gt_f64, "set.gt.f32.f64 %0, %1, %2;", (a > b) ? 1.0f : 0.0f)
OP3(u32, "r", double, "d", double, "d", u32, "r", b_gt_f64, "{.reg .pred p,q,r; setp.gt.s32 r, %3, 77; setp.gt.and.f64 p|q, %1, %2, r; selp.u32 %0, 1, 0, p; @q or.b32 %0, %0, 2;}", (((a > b) ? 1 : 0) & ((s32)c > 77) ? 1 : 0) | (((a > b) ? 0 : 1) & ((s32)c > 77) ? 2 : 0))
OP2(u32, "r", double, "d", double, "d", p_ge_f64, "{.reg .pred p; setp.ge.f64 p, %1, %2; selp.u32 %0, 7, 9, p;}", (a >= b) ? 7 : 9)
OP2(u32, "r", double, "d", double, "d", s_ge_f64, "set.ge.u32.f64 %0, %1, %2;", (a >= b) ? ~0u : 0)
OP2(float, "f", double, "d", double, "d", f_ge_f64, "set.ge.f32.f64 %0, %1, %2;", (a >= b) ? 1.0f : 0.0f)
OP3(u32, "r", double, "d", double, "d", u32, "r", b_ge_f64, "{.reg .pred p,q,r; setp.gt.s32 r, %3, 77; setp.ge.or.f64 p|q, %1, %2, r; selp.u32 %0, 1, 0, p; @q or.b32 %0, %0, 2;}", (((a >= b) ? 1 : 0) | ((s32)c > 77) ? 1 : 0) | (((a >= b) ? 0 : 1) | ((s32)c > 77) ? 2 : 0))
OP2(u32, "r", double, "d", double, "d", p_num_f64, "{.reg .pred p; setp.num.f64 p, %1, %2; selp.u32 %0, 7, 9, p;}", (!(a != a || b != b)) ? 7 : 9)
OP2(u32, "r", double, "d", double, "d", s_num_f64, "set.num.u32.f64 %0, %1, %2;", (!(a != a || b != b)) ? ~0u : 0)
OP2(float, "f", double, "d", double, "d", f_num_f64, "set.num.f32.f64 %0, %1, %2;", (!(a != a || b != b)) ? 1.0f : 0.0f)
OP3(u32, "r", double, "d", double, "d", u32, "r", b_num_f64, "{.reg .pred p,q,r; setp.gt.s32 r, %3, 77; setp.num.xor.f64 p|q, %1, %2, r; selp.u32 %0, 1, 0, p; @q or.b32 %0, %0, 2;}", (((!(a != a || b != b)) ? 1 : 0) ^ ((s32)c > 77) ? 1 : 0) | (((!(a != a || b != b)) ? 0 : 1) ^ ((s32)c > 77) ? 2 : 0))
OP2(u32, "r", double, "d", double, "d", p_nan_f64, "{.reg .pred p; setp.nan.f64 p, %1, %2; selp.u32 %0, 7, 9, p;}", ((a != a || b != b)) ? 7 : 9)
OP2(u32, "r", double, "d", double, "d", s_nan_f64, "set.nan.u32.f64 %0, %1, %2;", ((a != a || b != b)) ? ~0u : 0)
OP2(float, "f", double, "d", double, "d", f_nan_f64, "set.nan.f32.f64 %0, %1, %2;", ((a != a || b != b)) ? 1.0f : 0.0f)
OP3(u32, "r", double, "d", double, "d", u32, "r", b_nan_f64, "{.reg .pred p,q,r; setp.gt.s32 r, %3, 77; setp.nan.and.f64 p|q, %1, %2, r; selp.u32 %0, 1, 0, p; @q or.b32 %0, %0, 2;}", ((((a != a || b != b)) ? 1 : 0) & ((s32)c > 77) ? 1 : 0) | ((((a != a || b != b)) ? 0 : 1) & ((s32)c > 77) ? 2 : 0))
OP2(u32, "r", double, "d", double, "d", p_equ_f64, "{.reg .pred p; setp.equ.f64 p, %1, %2; selp.u32 %0, 7, 9, p;}", (!(a < b || a > b)) ? 7 : 9)
OP2(u32, "r", double, "d", double, "d", s_equ_f64, "set.equ.u32.f64 %0, %1, %2;", (!(a < b || a > b)) ? ~0u : 0)
OP2(float, "f", double, "d", double, "d", f_equ_f64, "set.equ.f32.f64 %0, %1, %2;", (!(a < b || a > b)) ? 1.0f : 0.0f)
OP3(u32, "r", double, "d", double, "d", u32, "r", b_equ_f64, "{.reg .pred p,q,r; setp.gt.s32 r, %3, 77; setp.equ.or.f64 p|q, %1, %2, r; selp.u32 %0, 1, 0, p; @q or.b32 %0, %0, 2;}", (((!(a < b || a > b)) ? 1 : 0) | ((s32)c > 77) ? 1 : 0) | (((!(a < b || a > b)) ? 0 : 1) | ((s32)c > 77) ? 2 : 0))
OP2(u32, "r", double, "d", double, "d", p_neu_f64, "{.reg .pred p; setp.neu.f64 p, %1, %2; selp.u32 %0, 7, 9, p;}", (!(a == b)) ? 7 : 9)
OP2(u32, "r", double, "d", double, "d", s_neu_f64, "set.neu.u32.f64 %0, %1, %2;", (!(a == b)) ? ~0u : 0)
OP2(float, "f", double, "d", double, "d", f_neu_f64, "set.neu.f32.f64 %0, %1, %2;", (!(a == b)) ? 1.0f : 0.0f)
OP3(u32, "r", double, "d", double, "d", u32, "r", b_neu_f64, "{.reg .pred p,q,r; setp.gt.s32 r, %3, 77; setp.neu.xor.f64 p|q, %1, %2, r; selp.u32 %0, 1, 0, p; @q or.b32 %0, %0, 2;}", (((!(a == b)) ? 1 : 0) ^ ((s32)c > 77) ? 1 : 0) | (((!(a == b)) ? 0 : 1) ^ ((s32)c > 77) ? 2 : 0))
OP2(u32, "r", double, "d", double, "d", p_ltu_f64, "{.reg .pred p; setp.ltu.f64 p, %1, %2; selp.u32 %0, 7, 9, p;}", (!(a >= b)) ? 7 : 9)
OP2(u32, "r", double, "d", double, "d", s_ltu_f64, "set.ltu.u32.f64 %0, %1, %2;", (!(a >= b)) ? ~0u : 0)
OP2(float, "f", double, "d", double, "d", f_ltu_f64, "set.ltu.f32.f64 %0, %1, %2;", (!(a >= b)) ? 1.0f : 0.0f)
OP3(u32, "r", double, "d", double, "d", u32, "r", b_ltu_f64, "{.reg .pred p,q,r; setp.gt.s32 r, %3, 77; setp.ltu.and.f64 p|q, %1, %2, r; selp.u32 %0, 1, 0, p; @q or.b32 %0, %0, 2;}", (((!(a >= b)) ? 1 : 0) & ((s32)c > 77) ? 1 : 0) | (((!(a >= b)) ? 0 : 1) & ((s32)c > 77) ? 2 : 0))
OP2(u32, "r", double, "d", double, "d", p_leu_f64, "{.reg .pred p; setp.leu.f64 p, %1, %2; selp.u32 %0, 7, 9, p;}", (!(a > b)) ? 7 : 9)
OP2(u32, "r", double, "d", double, "d", s_leu_f64, "set.leu.u32.f64 %0, %1, %2;", (!(a > b)) ? ~0u : 0)
OP2(float, "f", double, "d", double, "d", f_leu_f64, "set.leu.f32.f64 %0, %1, %2;", (!(a > b)) ? 1.0f : 0.0f)
OP3(u32, "r", double, "d", double, "d", u32, "r", b_leu_f64, "{.reg .pred p,q,r; setp.gt.s32 r, %3, 77; setp.leu.or.f64 p|q, %1, %2, r; selp.u32 %0, 1, 0, p; @q or.b32 %0, %0, 2;}", (((!(a > b)) ? 1 : 0) | ((s32)c > 77) ? 1 : 0) | (((!(a > b)) ? 0 : 1) | ((s32)c > 77) ? 2 : 0))
OP2(u32, "r", double, "d", double, "d", p_gtu_f64, "{.reg .pred p; setp.gtu.f64 p, %1, %2; selp.u32 %0, 7, 9, p;}", (!(a <= b)) ? 7 : 9)
OP2(u32, "r", double, "d", double, "d", s_gtu_f64, "set.gtu.u32.f64 %0, %1, %2;", (!(a <= b)) ? ~0u : 0)
OP2(float, "f", double, "d", double, "d", f_gtu_f64, "set.gtu.f32.f64 %0, %1, %2;", (!(a <= b)) ? 1.0f : 0.0f)
OP3(u32, "r", double, "d", double, "d", u32, "r", b_gtu_f64, "{.reg .pred p,q,r; setp.gt.s32 r, %3, 77; setp.gtu.xor.f64 p|q, %1, %2, r; selp.u32 %0, 1, 0, p; @q or.b32 %0, %0, 2;}", (((!(a <= b)) ? 1 : 0) ^ ((s32)c > 77) ? 1 : 0) | (((!(a <= b)) ? 0 : 1) ^ ((s32)c > 77) ? 2 : 0))
OP2(u32, "r", double, "d", double, "d", p_geu_f64, "{.reg .pred p; setp.geu.f64 p, %1, %2; selp.u32 %0, 7, 9, p;}", (!(a < b)) ? 7 : 9)
OP2(u32, "r", double, "d", double, "d", s_geu_f64, "set.geu.u32.f64 %0, %1, %2;", (!(a < b)) ? ~0u : 0)
OP2(float, "f", double, "d", double, "d", f_geu_f64, "set.geu.f32.f64 %0, %1, %2;", (!(a < b)) ? 1.0f : 0.0f)
OP3(u32, "r", double, "d", double, "d", u32, "r", b_geu_f64, "{.reg .pred p,q,r; setp.gt.s32 r, %3, 77; setp.geu.and.f64 p|q, %1, %2, r; selp.u32 %0, 1, 0, p; @q or.b32 %0, %0, 2;}", (((!(a < b)) ? 1 : 0) & ((s32)c > 77) ? 1 : 0) | (((!(a < b)) ? 0 : 1) & ((s32)c > 77) ? 2 : 0))
INLINE float fabs_(float a) { return BITS(float, BITS(u32, a) & 0x7fffffff); }
KERNEL cmpfloat(ARGS) {
  BEGIN
  float x = F(0), y = F(1); u32 w2 = in[i * 8 + 6], how = in[i * 8 + 7]; double u = D(1), v = D(2);
  if (how & 0x20000000) y = x;
  if (how & 0x40000000) v = u;
  O(p_eq_f32(x, y));
  O(s_eq_f32(x, y));
  O(FB(f_eq_f32(x, y)));
  O(b_eq_f32(x, y, w2));
  O(z_eq_f32(x, y));
  O(p_ne_f32(x, y));
  O(s_ne_f32(x, y));
  O(FB(f_ne_f32(x, y)));
  O(b_ne_f32(x, y, w2));
  O(z_ne_f32(x, y));
  O(p_lt_f32(x, y));
  O(s_lt_f32(x, y));
  O(FB(f_lt_f32(x, y)));
  O(b_lt_f32(x, y, w2));
  O(z_lt_f32(x, y));
  O(p_le_f32(x, y));
  O(s_le_f32(x, y));
  O(FB(f_le_f32(x, y)));
  O(b_le_f32(x, y, w2));
  O(z_le_f32(x, y));
  O(p_gt_f32(x, y));
  O(s_gt_f32(x, y));
  O(FB(f_gt_f32(x, y)));
  O(b_gt_f32(x, y, w2));
  O(z_gt_f32(x, y));
  O(p_ge_f32(x, y));
  O(s_ge_f32(x, y));
  O(FB(f_ge_f32(x, y)));
  O(b_ge_f32(x, y, w2));
  O(z_ge_f32(x, y));
  O(p_num_f32(x, y));
  O(s_num_f32(x, y));
  O(FB(f_num_f32(x, y)));
  O(b_num_f32(x, y, w2));
  O(z_num_f32(x, y));
  O(p_nan_f32(x, y));
  O(s_nan_f32(x, y));
  O(FB(f_nan_f32(x, y)));
  O(b_nan_f32(x, y, w2));
  O(z_nan_f32(x, y));
  O(p_equ_f32(x, y));
  O(s_equ_f32(x, y));
  O(FB(f_equ_f32(x, y)));
  O(b_equ_f32(x, y, w2));
  O(z_equ_f32(x, y));
  O(p_neu_f32(x, y));
  O(s_neu_f32(x, y));
  O(FB(f_neu_f32(x, y)));
  O(b_neu_f32(x, y, w2));
  O(z_neu_f32(x, y));
  O(p_ltu_f32(x, y));
  O(s_ltu_f32(x, y));
  O(FB(f_ltu_f32(x, y)));
  O(b_ltu_f32(x, y, w2));
  O(z_ltu_f32(x, y));
  O(p_leu_f32(x, y));
  O(s_leu_f32(x, y));
  O(FB(f_leu_f32(x, y)));
  O(b_leu_f32(x, y, w2));
  O(z_leu_f32(x, y));
  O(p_gtu_f32(x, y));
  O(s_gtu_f32(x, y));
  O(FB(f_gtu_f32(x, y)));
  O(b_gtu_f32(x, y, w2));
  O(z_gtu_f32(x, y));
  O(p_geu_f32(x, y));
  O(s_geu_f32(x, y));
  O(FB(f_geu_f32(x, y)));
  O(b_geu_f32(x, y, w2));
  O(z_geu_f32(x, y));
  O(p_eq_f64(u, v));
  O(s_eq_f64(u, v));
  O(FB(f_eq_f64(u, v)));
  O(b_eq_f64(u, v, w2));
  O(p_ne_f64(u, v));
  O(s_ne_f64(u, v));
  O(FB(f_ne_f64(u, v)));
  O(b_ne_f64(u, v, w2));
  O(p_lt_f64(u, v));
  O(s_lt_f64(u, v));
  O(FB(f_lt_f64(u, v)));
  O(b_lt_f64(u, v, w2));
  O(p_le_f64(u, v));
  O(s_le_f64(u, v));
  O(FB(f_le_f64(u, v)));
  O(b_le_f64(u, v, w2));
  O(p_gt_f64(u, v));
  O(s_gt_f64(u, v));
  O(FB(f_gt_f64(u, v)));
  O(b_gt_f64(u, v, w2));
  O(p_ge_f64(u, v));
  O(s_ge_f64(u, v));
  O(FB(f_ge_f64(u, v)));
  O(b_ge_f64(u, v, w2));
  O(p_num_f64(u, v));
  O(s_num_f64(u, v));
  O(FB(f_num_f64(u, v)));
  O(b_num_f64(u, v, w2));
  O(p_nan_f64(u, v));
  O(s_nan_f64(u, v));
  O(FB(f_nan_f64(u, v)));
  O(b_nan_f64(u, v, w2));
  O(p_equ_f64(u, v));
  O(s_equ_f64(u, v));
  O(FB(f_equ_f64(u, v)));
  O(b_equ_f64(u, v, w2));
  O(p_neu_f64(u, v));
  O(s_neu_f64(u, v));
  O(FB(f_neu_f64(u, v)));
  O(b_neu_f64(u, v, w2));
  O(p_ltu_f64(u, v));
  O(s_ltu_f64(u, v));
  O(FB(f_ltu_f64(u, v)));
  O(b_ltu_f64(u, v, w2));
  O(p_leu_f64(u, v));
  O(s_leu_f64(u, v));
  O(FB(f_leu_f64(u, v)));
  O(b_leu_f64(u, v, w2));
  O(p_gtu_f64(u, v));
  O(s_gtu_f64(u, v));
  O(FB(f_gtu_f64(u, v)));
  O(b_gtu_f64(u, v, w2));
  O(p_geu_f64(u, v));
  O(s_geu_f64(u, v));
  O(FB(f_geu_f64(u, v)));
  O(b_geu_f64(u, v, w2));
  O(x < 1.5f); O(u >= 0.25); O(fabs_(x) < fabs_(y)); O(-x < y); O(u != u); O((x > 0 && y < 1) || u > v);
}
