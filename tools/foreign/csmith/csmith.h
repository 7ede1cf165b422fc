// What programs of csmith include: its types, its guarded arithmetic by name, and results that go to memory. Ours, so that host
// and device compute the same.
typedef signed char int8_t; typedef short int16_t; typedef int int32_t; typedef long long int64_t;
typedef unsigned char uint8_t; typedef unsigned short uint16_t; typedef unsigned int uint32_t; typedef unsigned long long uint64_t;
typedef unsigned long size_t;
#define I static inline __attribute__((always_inline))
#define SIGNED(T,W,U,B) \
I T safe_unary_minus_func_##T##_s(T a){return (T)(W)(0-(U)a);} \
I T safe_add_func_##T##_s_s(T a,T b){return (T)((U)a+(U)b);} \
I T safe_sub_func_##T##_s_s(T a,T b){return (T)((U)a-(U)b);} \
I T safe_mul_func_##T##_s_s(T a,T b){return (T)((uint64_t)a*(uint64_t)b);} \
I T safe_mod_func_##T##_s_s(T a,T b){return (b==0||b==-1)?a:(T)(a%b);} \
I T safe_div_func_##T##_s_s(T a,T b){return (b==0||b==-1)?a:(T)(a/b);} \
I T safe_lshift_func_##T##_s_s(T a,int b){return (a<0||b<0||b>=B)?a:(T)((U)a<<b);} \
I T safe_lshift_func_##T##_s_u(T a,unsigned b){return (a<0||b>=B)?a:(T)((U)a<<b);} \
I T safe_rshift_func_##T##_s_s(T a,int b){return (a<0||b<0||b>=B)?a:(T)(a>>b);} \
I T safe_rshift_func_##T##_s_u(T a,unsigned b){return (a<0||b>=B)?a:(T)(a>>b);}
#define UNSIGNED(T,B) \
I T safe_unary_minus_func_##T##_u(T a){return (T)(0-a);} \
I T safe_add_func_##T##_u_u(T a,T b){return (T)(a+b);} \
I T safe_sub_func_##T##_u_u(T a,T b){return (T)(a-b);} \
I T safe_mul_func_##T##_u_u(T a,T b){return (T)((uint64_t)a*(uint64_t)b);} \
I T safe_mod_func_##T##_u_u(T a,T b){return b==0?a:(T)(a%b);} \
I T safe_div_func_##T##_u_u(T a,T b){return b==0?a:(T)(a/b);} \
I T safe_lshift_func_##T##_u_s(T a,int b){return (b<0||b>=B)?a:(T)((uint64_t)a<<b);} \
I T safe_lshift_func_##T##_u_u(T a,unsigned b){return (b>=B)?a:(T)((uint64_t)a<<b);} \
I T safe_rshift_func_##T##_u_s(T a,int b){return (b<0||b>=B)?a:(T)(a>>b);} \
I T safe_rshift_func_##T##_u_u(T a,unsigned b){return (b>=B)?a:(T)(a>>b);}
SIGNED(int8_t,int,uint32_t,8) SIGNED(int16_t,int,uint32_t,16) SIGNED(int32_t,int32_t,uint32_t,32) SIGNED(int64_t,int64_t,uint64_t,64)
UNSIGNED(uint8_t,8) UNSIGNED(uint16_t,16) UNSIGNED(uint32_t,32) UNSIGNED(uint64_t,64)
#define SAFEF(T,n) \
I T safe_add_func_##n##_f_f(T a,T b){return (a>1e6||a<-1e6||b>1e6||b<-1e6)?a:a+b;} \
I T safe_sub_func_##n##_f_f(T a,T b){return (a>1e6||a<-1e6||b>1e6||b<-1e6)?a:a-b;} \
I T safe_mul_func_##n##_f_f(T a,T b){return (a>1e6||a<-1e6||b>1e6||b<-1e6)?a:a*b;} \
I T safe_div_func_##n##_f_f(T a,T b){return (a>1e6||a<-1e6||b>1e6||b<1e-3)?a:a/b;}
SAFEF(float,float)
I int32_t safe_convert_func_float_to_int32_t(float a){return (a>-1e9f&&a<1e9f)?(int32_t)a:0x7fffffff;}

// One lane runs the program. The first word of the buffer takes the sum of all results, the second their number, the rest
// the first of them.
#ifdef DEVICE
typedef __attribute__((address_space(1))) uint64_t word;
#else
typedef uint64_t word;
#endif
static uint64_t crc32_context = 0xFFFFFFFFull;
static word *results;
static int count;
I void result(uint64_t v) {
  crc32_context = (crc32_context ^ v) * 0x9e3779b97f4a7c15ull;
  crc32_context ^= crc32_context >> 29;
  if (count < 250) results[2 + count++] = v;
}
#define transparent_crc(v, name, print) result((uint64_t)(v))
#define transparent_crc_bytes(p, n, name, print) \
  do { for (int byte_ = 0; byte_ < (int)(n); byte_++) result(((const uint8_t *)(p))[byte_]); } while (0)
#define platform_main_begin()
#define crc32_gentab()
#define printf(...) 0
#define platform_main_end(sum, print) (results[0] = (sum), results[1] = count)
#define main csmith_main
