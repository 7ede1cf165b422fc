// A CUDA or HIP runtime (-DHIP) whose device is Isotope: programs of clang's link with it in place of libcudart or libamdhip64. One device, streams
// in order that finish each command before they return. A pointer of the device is one of the host's into memory that device.py sees as a file;
// arguments of a kernel are searched for such pointers. The image that clang puts into a program is a text: the path of the cubin or code object.
#define _GNU_SOURCE
#include "device.h"
#ifdef HIP
#define __HIP_PLATFORM_AMD__
#include <hip/hip_runtime_api.h>
#define API hip
#define DEVICE "Isotope gfx1100"
typedef hipDeviceProp_t Properties;
typedef hipDeviceAttribute_t Attribute;
typedef hipFuncAttribute FunctionAttribute;
typedef hipFuncCache_t Cache;
typedef unsigned SharedBytes;
#else
#include <cuda_runtime_api.h>
#define API cuda
#define DEVICE "Isotope sm_50"
typedef struct cudaDeviceProp Properties;
typedef enum cudaDeviceAttr Attribute;
typedef enum cudaFuncAttribute FunctionAttribute;
typedef enum cudaFuncCache Cache;
typedef size_t SharedBytes;
#endif
// Both runtimes have the same functions, types and constants under a prefix of their own.
#define JOINED(a, b) a##b
#define JOIN(a, b) JOINED(a, b)
#define R(name) JOIN(API, name)
typedef R(Error_t) Error;
typedef R(Stream_t) Stream;
typedef R(Event_t) Event;

#define PREFIXED(name) JOIN(JOIN(__, API), name)

struct memory { struct memory *next; unsigned char *bytes; size_t size; int id; };
struct kernel { struct kernel *next; const void *host; char *name, *parameters; const char *image; };
struct object { struct object *next; const void *host; char *name; const char *image; struct memory *memory; };
static struct memory *MEMORIES;
static struct kernel *KERNELS;
static struct object *OBJECTS;
static Error LAST;
static struct { dim3 grid, block; size_t shared; Stream stream; } CALL[16];
static int CALLS;

static Error ended(Error e) { if (e) LAST = e; return e; }
static struct memory *find(const void *p) {
  for (struct memory *m = MEMORIES; m; m = m->next)
    if ((const unsigned char *)p >= m->bytes && (const unsigned char *)p < m->bytes + m->size) return m;
  return 0;
}
static struct memory *allocate(size_t n) {
  pthread_mutex_lock(&LOCK);
  struct memory *m = calloc(1, sizeof *m);
  m->size = n ? n : 1; m->bytes = mapped(m->size, &m->id); m->next = MEMORIES; MEMORIES = m;
  pthread_mutex_unlock(&LOCK);
  return m;
}

// What clang's programs call before main.
void **PREFIXED(RegisterFatBinary)(void *wrapper) {
  void **handle = calloc(1, sizeof *handle);
  *handle = *(void **)((char *)wrapper + 8);
  return handle;
}
void PREFIXED(RegisterFatBinaryEnd)(void **h) {}
void PREFIXED(UnregisterFatBinary)(void **h) {}
void PREFIXED(RegisterFunction)(void **h, const char *host, char *f, const char *name, int n, uint3 *t, uint3 *b, dim3 *x, dim3 *g, int *w) {
  struct kernel *k = calloc(1, sizeof *k);
  k->host = host; k->name = strdup(name); k->image = *h; k->next = KERNELS; KERNELS = k;
}
void PREFIXED(RegisterVar)(void **h, char *host, char *a, const char *name, int e, size_t size, int constant, int global) {
  struct object *o = calloc(1, sizeof *o);
  o->host = host; o->name = strdup(name); o->image = *h; o->memory = allocate(size); o->memory->size = size; o->next = OBJECTS; OBJECTS = o;
  // Its first contents are the file's until something writes it: an empty file says so.
  char path[4200]; snprintf(path, sizeof path, "%s/fresh%d", folder(), o->memory->id); fclose(fopen(path, "w"));
}
unsigned PREFIXED(PushCallConfiguration)(dim3 g, dim3 b, size_t s, Stream t) {
  if (CALLS < 16) { CALL[CALLS].grid = g; CALL[CALLS].block = b; CALL[CALLS].shared = s; CALL[CALLS++].stream = t; }
  return 0;
}
Error PREFIXED(PopCallConfiguration)(dim3 *g, dim3 *b, size_t *s, Stream *t) {
  if (!CALLS) return R(ErrorMissingConfiguration);
  *g = CALL[--CALLS].grid; *b = CALL[CALLS].block; *s = CALL[CALLS].shared; *t = CALL[CALLS].stream;
  return R(Success);
}

static struct kernel *kernel(const void *host) { for (struct kernel *k = KERNELS; k; k = k->next) if (k->host == host) return k; return 0; }
static struct object *object(const void *host) { for (struct object *o = OBJECTS; o; o = o->next) if (o->host == host) return o; return 0; }
static void written(struct object *o) { char path[4200]; snprintf(path, sizeof path, "%s/fresh%d", folder(), o->memory->id); unlink(path); }

// Argument bytes in pieces: pointers of the device, and what lies between.
static void argument(FILE *f, const unsigned char *bytes, size_t n) {
  size_t from = 0;
  fputc('\t', f);
  for (size_t at = 0; at <= n; at += 8) {
    void *p = 0;
    struct memory *m = 0;
    if (at + 8 <= n) { memcpy(&p, bytes + at, 8); m = find(p); }
    if (!m && at + 8 <= n) continue;
    size_t end = m ? at : n;
    if (end > from) { fprintf(f, "%svalue:", from ? "|" : ""); for (size_t i = from; i < end; i++) fprintf(f, "%02x", bytes[i]); }
    if (m) { fprintf(f, "%smemory:%d:%zu", at ? "|" : "", m->id, (size_t)((unsigned char *)p - m->bytes)); from = at + 8; }
  }
  if (!n) fprintf(f, "value:");
}
// The sizes of its arguments, as device.py says them, asked once.
static const char *parameters(struct kernel *k) {
  char *line;
  if (!k->parameters) {
    if (asprintf(&line, "parameters\t%s\t%s", k->image, k->name) < 0) abort();
    k->parameters = strdup(ask(line));
    free(line);
  }
  return k->parameters;
}
static Error launch(const void *host, dim3 g, dim3 b, void **arguments, size_t shared, int cooperative) {
  struct kernel *k = kernel(host);
  if (!k) return ended(R(ErrorInvalidDeviceFunction));
  pthread_mutex_lock(&LOCK);
  char *line; size_t length;
  const char *p = parameters(k);
  FILE *f = open_memstream(&line, &length);
  fprintf(f, "launch\t%s\t%s\t%u,%u,%u\t%u,%u,%u\t%zu\t%d\t", k->image, k->name, g.x, g.y, g.z, b.x, b.y, b.z, shared, cooperative);
  for (struct object *o = OBJECTS; o; o = o->next) if (!strcmp(o->image, k->image)) fprintf(f, "%s:%d ", o->name, o->memory->id);
  for (int i = 0; *p == ' '; i++) { size_t n = strtoul(p, (char **)&p, 10); argument(f, arguments[i], n); }
  fclose(f);
  char *said = ask(line);
  Error e = !strncmp(said, "ok", 2) ? R(Success) : !strncmp(said, "assert", 6) ? R(ErrorAssert) : R(ErrorLaunchFailure);
  free(line);
  pthread_mutex_unlock(&LOCK);
  return ended(e);
}
Error R(LaunchKernel)(const void *f, dim3 g, dim3 b, void **a, size_t s, Stream t) { return launch(f, g, b, a, s, 0); }
Error R(LaunchCooperativeKernel)(const void *f, dim3 g, dim3 b, void **a, SharedBytes s, Stream t) { return launch(f, g, b, a, s, 1); }

// Memory.
Error R(Malloc)(void **p, size_t n) { *p = allocate(n)->bytes; return R(Success); }
Error R(MallocManaged)(void **p, size_t n, unsigned f) { return R(Malloc)(p, n); }
Error R(MallocHost)(void **p, size_t n) { return R(Malloc)(p, n); }
Error R(HostAlloc)(void **p, size_t n, unsigned f) { return R(Malloc)(p, n); }
Error R(HostGetDevicePointer)(void **d, void *h, unsigned f) { *d = h; return R(Success); }
Error R(MallocPitch)(void **p, size_t *pitch, size_t w, size_t h) { *pitch = (w + 511) / 512 * 512; return R(Malloc)(p, *pitch * h); }
Error R(MallocAsync)(void **p, size_t n, Stream s) { return R(Malloc)(p, n); }
Error R(Free)(void *p) {
  pthread_mutex_lock(&LOCK);
  for (struct memory **m = &MEMORIES; *m; m = &(*m)->next)
    if ((*m)->bytes == p) { struct memory *old = *m; *m = old->next; unmapped(old->bytes, old->size, old->id); free(old); break; }
  pthread_mutex_unlock(&LOCK);
  return R(Success);
}
Error R(FreeHost)(void *p) { return R(Free)(p); }
Error R(FreeAsync)(void *p, Stream s) { return R(Free)(p); }
Error R(Memcpy)(void *to, const void *from, size_t n, enum R(MemcpyKind) k) { memmove(to, from, n); return R(Success); }
Error R(MemcpyAsync)(void *to, const void *from, size_t n, enum R(MemcpyKind) k, Stream s) { return R(Memcpy)(to, from, n, k); }
Error R(Memset)(void *p, int v, size_t n) { memset(p, v, n); return R(Success); }
Error R(MemsetAsync)(void *p, int v, size_t n, Stream s) { return R(Memset)(p, v, n); }
Error R(Memcpy2D)(void *to, size_t tp, const void *from, size_t fp, size_t w, size_t h, enum R(MemcpyKind) k) {
  for (size_t y = 0; y < h; y++) memmove((char *)to + y * tp, (const char *)from + y * fp, w);
  return R(Success);
}
Error R(Memcpy2DAsync)(void *to, size_t tp, const void *from, size_t fp, size_t w, size_t h, enum R(MemcpyKind) k, Stream s) { return R(Memcpy2D)(to, tp, from, fp, w, h, k); }
Error R(MemcpyToSymbol)(const void *s, const void *from, size_t n, size_t at, enum R(MemcpyKind) k) {
  struct object *o = object(s);
  if (!o || at + n > o->memory->size) return ended(R(ErrorInvalidSymbol));
  memcpy(o->memory->bytes + at, from, n); written(o);
  return R(Success);
}
Error R(MemcpyFromSymbol)(void *to, const void *s, size_t n, size_t at, enum R(MemcpyKind) k) {
  struct object *o = object(s);
  if (!o || at + n > o->memory->size) return ended(R(ErrorInvalidSymbol));
  memcpy(to, o->memory->bytes + at, n);
  return R(Success);
}
// What is written through the address cannot be seen: it counts as written.
Error R(GetSymbolAddress)(void **p, const void *s) {
  struct object *o = object(s);
  if (!o) return ended(R(ErrorInvalidSymbol));
  *p = o->memory->bytes; written(o);
  return R(Success);
}
Error R(GetSymbolSize)(size_t *n, const void *s) {
  struct object *o = object(s);
  if (!o) return ended(R(ErrorInvalidSymbol));
  *n = o->memory->size;
  return R(Success);
}
Error R(MemGetInfo)(size_t *f, size_t *t) { *f = *t = 1u << 30; return R(Success); }
Error R(MemPrefetchAsync)(const void *p, size_t n, int d, Stream s) { return R(Success); }
Error R(MemAdvise)(const void *p, size_t n, enum R(MemoryAdvise) a, int d) { return R(Success); }
Error R(HostRegister)(void *p, size_t n, unsigned f) { return R(Success); }
Error R(HostUnregister)(void *p) { return R(Success); }
Error R(StreamAttachMemAsync)(Stream s, void *p, size_t n, unsigned f) { return R(Success); }

// The device.
enum { GROUP = 1024, WAVE = 32, SHARED =
#ifdef HIP
64
#else
48
#endif
<< 10, PROCESSORS = 4 };
Error R(GetDeviceCount)(int *n) { *n = 1; return R(Success); }
Error R(GetDevice)(int *d) { *d = 0; return R(Success); }
Error R(SetDevice)(int d) { return d ? ended(R(ErrorInvalidDevice)) : R(Success); }
Error R(SetDeviceFlags)(unsigned f) { return R(Success); }
Error R(DeviceReset)(void) { return R(Success); }
Error R(DeviceSynchronize)(void) { return LAST; }
Error R(DriverGetVersion)(int *v) { *v = 12040; return R(Success); }
Error R(RuntimeGetVersion)(int *v) { *v = 12040; return R(Success); }
Error R(DeviceSetCacheConfig)(Cache c) { return R(Success); }
Error R(FuncSetCacheConfig)(const void *f, Cache c) { return R(Success); }
Error R(FuncSetAttribute)(const void *f, FunctionAttribute a, int v) { return R(Success); }
Error R(FuncGetAttributes)(struct R(FuncAttributes) *a, const void *f) { memset(a, 0, sizeof *a); a->maxThreadsPerBlock = GROUP; a->numRegs = 32; a->binaryVersion = a->ptxVersion = 50; return R(Success); }
Error R(DeviceCanAccessPeer)(int *can, int a, int b) { *can = 0; return R(Success); }
Error R(DeviceGetStreamPriorityRange)(int *least, int *greatest) { *least = *greatest = 0; return R(Success); }
Error R(OccupancyMaxActiveBlocksPerMultiprocessorWithFlags)(int *n, const void *f, int b, size_t s, unsigned g) { *n = 2; return R(Success); }
Error R(OccupancyMaxActiveBlocksPerMultiprocessor)(int *n, const void *f, int b, size_t s) { *n = 2; return R(Success); }
Error R(GetDeviceProperties)(Properties *p, int d) {
  memset(p, 0, sizeof *p);
  strcpy(p->name, DEVICE);
  p->totalGlobalMem = 1u << 30; p->sharedMemPerBlock = SHARED; p->regsPerBlock = 1 << 16; p->warpSize = WAVE; p->maxThreadsPerBlock = GROUP;
  for (int i = 0; i < 3; i++) { p->maxThreadsDim[i] = i < 2 ? GROUP : 64; p->maxGridSize[i] = i ? 65535 : 0x7fffffff; }
  p->clockRate = 1; p->totalConstMem = 64 << 10; p->multiProcessorCount = PROCESSORS; p->canMapHostMemory = p->managedMemory = 1;
  p->concurrentKernels = 1; p->maxThreadsPerMultiProcessor = 2 * GROUP; p->memoryBusWidth = 64; p->l2CacheSize = 1 << 20; p->cooperativeLaunch = 1;
  p->memoryClockRate = 1; p->concurrentManagedAccess = 1;
#ifdef HIP
  p->major = 11; strcpy(p->gcnArchName, "gfx1100"); p->maxSharedMemoryPerMultiProcessor = SHARED;
  p->arch.hasGlobalInt32Atomics = p->arch.hasSharedInt32Atomics = p->arch.hasGlobalInt64Atomics = p->arch.hasSharedInt64Atomics = p->arch.hasDoubles = 1;
  p->arch.hasGlobalFloatAtomicExch = p->arch.hasFloatAtomicAdd = p->arch.hasWarpVote = p->arch.hasWarpBallot = p->arch.hasWarpShuffle = 1;
  p->arch.has3dGrid = p->arch.hasThreadFenceSystem = p->arch.hasSyncThreadsExt = 1;
#else
  p->major = 5; p->unifiedAddressing = p->asyncEngineCount = 1; p->sharedMemPerMultiprocessor = 64 << 10; p->regsPerMultiprocessor = 1 << 16;
#endif
  return R(Success);
}
#ifdef HIP
#define ATTRIBUTE(name) hipDeviceAttribute##name
#define hipDeviceAttributeMultiProcessorCount hipDeviceAttributeMultiprocessorCount
#else
#define ATTRIBUTE(name) cudaDevAttr##name
#endif
Error R(DeviceGetAttribute)(int *v, Attribute a, int d) {
  Properties p;
  R(GetDeviceProperties)(&p, d);
  switch (a) {
  case ATTRIBUTE(ComputeCapabilityMajor): *v = p.major; break;
  case ATTRIBUTE(MaxThreadsPerBlock): *v = GROUP; break;
  case ATTRIBUTE(MultiProcessorCount): *v = PROCESSORS; break;
  case ATTRIBUTE(MaxGridDimX): *v = p.maxGridSize[0]; break;
  case ATTRIBUTE(MaxGridDimY): case ATTRIBUTE(MaxGridDimZ): *v = p.maxGridSize[1]; break;
  case ATTRIBUTE(MaxBlockDimX): case ATTRIBUTE(MaxBlockDimY): *v = GROUP; break;
  case ATTRIBUTE(MaxBlockDimZ): *v = p.maxThreadsDim[2]; break;
  case ATTRIBUTE(WarpSize): *v = WAVE; break;
  case ATTRIBUTE(MaxSharedMemoryPerBlock): *v = SHARED; break;
  case ATTRIBUTE(MaxThreadsPerMultiProcessor): *v = 2 * GROUP; break;
  case ATTRIBUTE(CooperativeLaunch): case ATTRIBUTE(UnifiedAddressing): case ATTRIBUTE(ManagedMemory): case ATTRIBUTE(ClockRate):
  case ATTRIBUTE(ConcurrentManagedAccess): *v = 1; break;
  default: *v = 0;
  }
  return R(Success);
}
#ifdef HIP
Error hipHostMalloc(void **p, size_t n, unsigned f) { return hipMalloc(p, n); }
Error hipHostFree(void *p) { return hipFree(p); }
Error hipExtMallocWithFlags(void **p, size_t n, unsigned f) { return hipMalloc(p, n); }
Error hipMemcpyWithStream(void *to, const void *from, size_t n, hipMemcpyKind k, Stream s) { return hipMemcpy(to, from, n, k); }
Error hipMemsetD8(hipDeviceptr_t p, unsigned char v, size_t n) { return hipMemset(p, v, n); }
Error hipOccupancyMaxPotentialBlockSize(int *grid, int *block, const void *f, size_t s, int limit) {
  *block = limit && limit < 256 ? limit : 256; *grid = 2 * PROCESSORS; return hipSuccess;
}
Error hipFuncGetAttribute(int *v, hipFunction_attribute a, hipFunction_t f) { *v = a == HIP_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK ? GROUP : 0; return hipSuccess; }
Error hipDeviceComputeCapability(int *major, int *minor, hipDevice_t d) { *major = 11; *minor = 0; return hipSuccess; }
Error hipDeviceGet(hipDevice_t *d, int n) { *d = 0; return hipSuccess; }
Error hipDeviceGetName(char *to, int n, hipDevice_t d) { snprintf(to, n, DEVICE); return hipSuccess; }
Error hipDeviceTotalMem(size_t *n, hipDevice_t d) { *n = 1u << 30; return hipSuccess; }
Error hipInit(unsigned f) { return hipSuccess; }
// A module: the file's path and the kernels asked for. Arguments come as pointers, or as one block with the kernel's own layout.
Error hipModuleLoad(hipModule_t *m, const char *path) { char *full = realpath(path, 0); *m = (hipModule_t)full; return full ? hipSuccess : ended(hipErrorFileNotFound); }
Error hipModuleLoadData(hipModule_t *m, const void *image) {
  const unsigned char *e = image;
  unsigned long sections; memcpy(&sections, e + 40, 8);
  size_t size = sections + (size_t)(e[58] | e[59] << 8) * (e[60] | e[61] << 8);
  char path[4200]; int id;
  void *bytes = mapped(size, &id);
  memcpy(bytes, image, size);
  snprintf(path, sizeof path, "%s/m%d", folder(), id);
  return hipModuleLoad(m, path);
}
Error hipModuleUnload(hipModule_t m) { return hipSuccess; }
Error hipModuleGetFunction(hipFunction_t *f, hipModule_t m, const char *name) {
  struct kernel *k = calloc(1, sizeof *k);
  k->host = k; k->name = strdup(name); k->image = (const char *)m; k->next = KERNELS; KERNELS = k;
  *f = (hipFunction_t)k;
  return hipSuccess;
}
Error hipModuleLaunchKernel(hipFunction_t f, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by, unsigned bz, unsigned shared, Stream s, void **arguments, void **extra) {
  void *pieces[256];
  if (!arguments) {
    unsigned char *block = 0;
    for (void **e = extra; *e != HIP_LAUNCH_PARAM_END; e += 2) if (*e == HIP_LAUNCH_PARAM_BUFFER_POINTER) block = e[1];
    size_t at = 0, n;
    int i = 0;
    for (const char *p = parameters((struct kernel *)f); *p == ' ' && i < 256; i++) {
      n = strtoul(p, (char **)&p, 10);
      size_t align = n >= 8 ? 8 : n ? n : 1;
      at = (at + align - 1) / align * align; pieces[i] = block + at; at += n;
    }
    arguments = pieces;
  }
  dim3 g = {gx, gy, gz}, b = {bx, by, bz};
  return launch(f, g, b, arguments, shared, 0);
}
Error hipModuleLaunchCooperativeKernel(hipFunction_t f, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by, unsigned bz, unsigned shared, Stream s, void **arguments) {
  dim3 g = {gx, gy, gz}, b = {bx, by, bz};
  return launch(f, g, b, arguments, shared, 1);
}
#else
Error cudaThreadSynchronize(void) { return LAST; }
Error cudaDeviceSetLimit(enum cudaLimit l, size_t n) { return cudaSuccess; }
Error cudaStreamSetAttribute(Stream s, cudaStreamAttrID a, const cudaStreamAttrValue *v) { return cudaSuccess; }
Error cudaDeviceGetP2PAttribute(int *v, enum cudaDeviceP2PAttr a, int x, int y) { *v = 0; return cudaSuccess; }
Error cudaMemcpyPeerAsync(void *to, int a, const void *from, int b, size_t n, Stream s) { return cudaMemcpy(to, from, n, cudaMemcpyDefault); }
Error cudaMemcpyPeer(void *to, int a, const void *from, int b, size_t n) { return cudaMemcpy(to, from, n, cudaMemcpyDefault); }
#endif

// Streams, events, errors.
Error R(StreamCreate)(Stream *s) { *s = calloc(1, 8); return R(Success); }
Error R(StreamCreateWithFlags)(Stream *s, unsigned f) { return R(StreamCreate)(s); }
Error R(StreamCreateWithPriority)(Stream *s, unsigned f, int p) { return R(StreamCreate)(s); }
Error R(StreamDestroy)(Stream s) { free(s); return R(Success); }
Error R(StreamSynchronize)(Stream s) { return LAST; }
Error R(StreamQuery)(Stream s) { return R(Success); }
Error R(StreamWaitEvent)(Stream s, Event e, unsigned f) { return R(Success); }
Error R(StreamAddCallback)(Stream s, R(StreamCallback_t) f, void *u, unsigned g) { f(s, R(Success), u); return R(Success); }
Error R(LaunchHostFunc)(Stream s, R(HostFn_t) f, void *u) { f(u); return R(Success); }
Error R(EventCreate)(Event *e) { *e = calloc(1, sizeof(struct timespec)); return R(Success); }
Error R(EventCreateWithFlags)(Event *e, unsigned f) { return R(EventCreate)(e); }
Error R(EventRecord)(Event e, Stream s) { clock_gettime(CLOCK_MONOTONIC, (struct timespec *)e); return R(Success); }
Error R(EventSynchronize)(Event e) { return R(Success); }
Error R(EventQuery)(Event e) { return R(Success); }
Error R(EventDestroy)(Event e) { free(e); return R(Success); }
Error R(EventElapsedTime)(float *ms, Event a, Event b) {
  struct timespec *x = (struct timespec *)a, *y = (struct timespec *)b;
  *ms = (y->tv_sec - x->tv_sec) * 1e3f + (y->tv_nsec - x->tv_nsec) * 1e-6f;
  return R(Success);
}
Error R(GetLastError)(void) { Error e = LAST; LAST = R(Success); return e; }
Error R(PeekAtLastError)(void) { return LAST; }
const char *R(GetErrorString)(Error e) { return e ? "error of the device" : "no error"; }
#define TEXT(x) TEXT_(x)
#define TEXT_(x) #x
const char *R(GetErrorName)(Error e) { return e == R(ErrorAssert) ? TEXT(API) "ErrorAssert" : e ? TEXT(API) "ErrorLaunchFailure" : TEXT(API) "Success"; }
