// A CUDA runtime whose device is Isotope: programs of clang's link with it in place of libcudart. One device, streams in order that finish
// each command before they return. A pointer of the device is one of the host's into memory that device.py sees as a file; arguments of a
// kernel are searched for such pointers. The image that clang puts into a program is a text: the path of the cubin.
#define _GNU_SOURCE
#include "device.h"
#include <cuda_runtime_api.h>

struct memory { struct memory *next; unsigned char *bytes; size_t size; int id; };
struct kernel { struct kernel *next; const void *host; char *name, *parameters; const char *image; };
struct object { struct object *next; const void *host; char *name; const char *image; struct memory *memory; };
static struct memory *MEMORIES;
static struct kernel *KERNELS;
static struct object *OBJECTS;
static cudaError_t LAST;
static struct { dim3 grid, block; size_t shared; cudaStream_t stream; } CALL[16];
static int CALLS;

static cudaError_t ended(cudaError_t e) { if (e) LAST = e; return e; }
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
void **__cudaRegisterFatBinary(void *wrapper) {
  void **handle = calloc(1, sizeof *handle);
  *handle = *(void **)((char *)wrapper + 8);
  return handle;
}
void __cudaRegisterFatBinaryEnd(void **h) {}
void __cudaUnregisterFatBinary(void **h) {}
void __cudaRegisterFunction(void **h, const char *host, char *f, const char *name, int n, uint3 *t, uint3 *b, dim3 *x, dim3 *g, int *w) {
  struct kernel *k = calloc(1, sizeof *k);
  k->host = host; k->name = strdup(name); k->image = *h; k->next = KERNELS; KERNELS = k;
}
void __cudaRegisterVar(void **h, char *host, char *a, const char *name, int e, size_t size, int constant, int global) {
  struct object *o = calloc(1, sizeof *o);
  o->host = host; o->name = strdup(name); o->image = *h; o->memory = allocate(size); o->memory->size = size; o->next = OBJECTS; OBJECTS = o;
  // Its first contents are the file's until somebody writes it: an empty file says so.
  char path[4200]; snprintf(path, sizeof path, "%s/fresh%d", folder(), o->memory->id); fclose(fopen(path, "w"));
}
unsigned __cudaPushCallConfiguration(dim3 g, dim3 b, size_t s, struct CUstream_st *t) {
  if (CALLS < 16) { CALL[CALLS].grid = g; CALL[CALLS].block = b; CALL[CALLS].shared = s; CALL[CALLS++].stream = t; }
  return 0;
}
cudaError_t __cudaPopCallConfiguration(dim3 *g, dim3 *b, size_t *s, void *t) {
  if (!CALLS) return cudaErrorMissingConfiguration;
  *g = CALL[--CALLS].grid; *b = CALL[CALLS].block; *s = CALL[CALLS].shared; *(cudaStream_t *)t = CALL[CALLS].stream;
  return cudaSuccess;
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
static cudaError_t launch(const void *host, dim3 g, dim3 b, void **arguments, size_t shared, int cooperative) {
  struct kernel *k = kernel(host);
  if (!k) return ended(cudaErrorInvalidDeviceFunction);
  pthread_mutex_lock(&LOCK);
  char *line; size_t length;
  if (!k->parameters) {
    if (asprintf(&line, "parameters\t%s\t%s", k->image, k->name) < 0) abort();
    k->parameters = strdup(ask(line));
    free(line);
  }
  FILE *f = open_memstream(&line, &length);
  fprintf(f, "launch\t%s\t%s\t%u,%u,%u\t%u,%u,%u\t%zu\t%d\t", k->image, k->name, g.x, g.y, g.z, b.x, b.y, b.z, shared, cooperative);
  for (struct object *o = OBJECTS; o; o = o->next) if (!strcmp(o->image, k->image)) fprintf(f, "%s:%d ", o->name, o->memory->id);
  const char *p = k->parameters;
  for (int i = 0; *p == ' '; i++) { size_t n = strtoul(p, (char **)&p, 10); argument(f, arguments[i], n); }
  fclose(f);
  char *said = ask(line);
  cudaError_t e = !strncmp(said, "ok", 2) ? cudaSuccess : !strncmp(said, "assert", 6) ? cudaErrorAssert : cudaErrorLaunchFailure;
  free(line);
  pthread_mutex_unlock(&LOCK);
  return ended(e);
}
cudaError_t cudaLaunchKernel(const void *f, dim3 g, dim3 b, void **a, size_t s, cudaStream_t t) { return launch(f, g, b, a, s, 0); }
cudaError_t cudaLaunchCooperativeKernel(const void *f, dim3 g, dim3 b, void **a, size_t s, cudaStream_t t) { return launch(f, g, b, a, s, 1); }

// Memory.
cudaError_t cudaMalloc(void **p, size_t n) { *p = allocate(n)->bytes; return cudaSuccess; }
cudaError_t cudaMallocManaged(void **p, size_t n, unsigned f) { return cudaMalloc(p, n); }
cudaError_t cudaMallocHost(void **p, size_t n) { return cudaMalloc(p, n); }
cudaError_t cudaHostAlloc(void **p, size_t n, unsigned f) { return cudaMalloc(p, n); }
cudaError_t cudaHostGetDevicePointer(void **d, void *h, unsigned f) { *d = h; return cudaSuccess; }
cudaError_t cudaMallocPitch(void **p, size_t *pitch, size_t w, size_t h) { *pitch = (w + 511) / 512 * 512; return cudaMalloc(p, *pitch * h); }
cudaError_t cudaMallocAsync(void **p, size_t n, cudaStream_t s) { return cudaMalloc(p, n); }
cudaError_t cudaFree(void *p) {
  pthread_mutex_lock(&LOCK);
  for (struct memory **m = &MEMORIES; *m; m = &(*m)->next)
    if ((*m)->bytes == p) { struct memory *old = *m; *m = old->next; unmapped(old->bytes, old->size, old->id); free(old); break; }
  pthread_mutex_unlock(&LOCK);
  return cudaSuccess;
}
cudaError_t cudaFreeHost(void *p) { return cudaFree(p); }
cudaError_t cudaFreeAsync(void *p, cudaStream_t s) { return cudaFree(p); }
cudaError_t cudaMemcpy(void *to, const void *from, size_t n, enum cudaMemcpyKind k) { memmove(to, from, n); return cudaSuccess; }
cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t n, enum cudaMemcpyKind k, cudaStream_t s) { return cudaMemcpy(to, from, n, k); }
cudaError_t cudaMemset(void *p, int v, size_t n) { memset(p, v, n); return cudaSuccess; }
cudaError_t cudaMemsetAsync(void *p, int v, size_t n, cudaStream_t s) { return cudaMemset(p, v, n); }
cudaError_t cudaMemcpy2D(void *to, size_t tp, const void *from, size_t fp, size_t w, size_t h, enum cudaMemcpyKind k) {
  for (size_t y = 0; y < h; y++) memmove((char *)to + y * tp, (const char *)from + y * fp, w);
  return cudaSuccess;
}
cudaError_t cudaMemcpy2DAsync(void *to, size_t tp, const void *from, size_t fp, size_t w, size_t h, enum cudaMemcpyKind k, cudaStream_t s) { return cudaMemcpy2D(to, tp, from, fp, w, h, k); }
cudaError_t cudaMemcpyToSymbol(const void *s, const void *from, size_t n, size_t at, enum cudaMemcpyKind k) {
  struct object *o = object(s);
  if (!o || at + n > o->memory->size) return ended(cudaErrorInvalidSymbol);
  memcpy(o->memory->bytes + at, from, n); written(o);
  return cudaSuccess;
}
cudaError_t cudaMemcpyFromSymbol(void *to, const void *s, size_t n, size_t at, enum cudaMemcpyKind k) {
  struct object *o = object(s);
  if (!o || at + n > o->memory->size) return ended(cudaErrorInvalidSymbol);
  memcpy(to, o->memory->bytes + at, n);
  return cudaSuccess;
}
cudaError_t cudaMemGetInfo(size_t *f, size_t *t) { *f = *t = 1u << 30; return cudaSuccess; }
cudaError_t cudaMemPrefetchAsync(const void *p, size_t n, int d, cudaStream_t s) { return cudaSuccess; }
cudaError_t cudaMemAdvise(const void *p, size_t n, enum cudaMemoryAdvise a, int d) { return cudaSuccess; }
cudaError_t cudaHostRegister(void *p, size_t n, unsigned f) { return cudaSuccess; }
cudaError_t cudaHostUnregister(void *p) { return cudaSuccess; }
cudaError_t cudaStreamAttachMemAsync(cudaStream_t s, void *p, size_t n, unsigned f) { return cudaSuccess; }

// The device.
cudaError_t cudaGetDeviceCount(int *n) { *n = 1; return cudaSuccess; }
cudaError_t cudaGetDevice(int *d) { *d = 0; return cudaSuccess; }
cudaError_t cudaSetDevice(int d) { return d ? ended(cudaErrorInvalidDevice) : cudaSuccess; }
cudaError_t cudaSetDeviceFlags(unsigned f) { return cudaSuccess; }
cudaError_t cudaDeviceReset(void) { return cudaSuccess; }
cudaError_t cudaDeviceSynchronize(void) { return LAST; }
cudaError_t cudaThreadSynchronize(void) { return LAST; }
cudaError_t cudaDriverGetVersion(int *v) { *v = 12040; return cudaSuccess; }
cudaError_t cudaRuntimeGetVersion(int *v) { *v = 12040; return cudaSuccess; }
cudaError_t cudaDeviceSetCacheConfig(enum cudaFuncCache c) { return cudaSuccess; }
cudaError_t cudaFuncSetCacheConfig(const void *f, enum cudaFuncCache c) { return cudaSuccess; }
cudaError_t cudaFuncSetAttribute(const void *f, enum cudaFuncAttribute a, int v) { return cudaSuccess; }
cudaError_t cudaFuncGetAttributes(struct cudaFuncAttributes *a, const void *f) { memset(a, 0, sizeof *a); a->maxThreadsPerBlock = 1024; a->numRegs = 32; a->binaryVersion = a->ptxVersion = 50; return cudaSuccess; }
cudaError_t cudaDeviceSetLimit(enum cudaLimit l, size_t n) { return cudaSuccess; }
cudaError_t cudaDeviceCanAccessPeer(int *can, int a, int b) { *can = 0; return cudaSuccess; }
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *n, const void *f, int b, size_t s, unsigned g) { *n = 2; return cudaSuccess; }
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *n, const void *f, int b, size_t s) { *n = 2; return cudaSuccess; }
cudaError_t cudaGetDeviceProperties(struct cudaDeviceProp *p, int d) {
  memset(p, 0, sizeof *p);
  strcpy(p->name, "Isotope sm_50");
  p->totalGlobalMem = 1u << 30; p->sharedMemPerBlock = 48 << 10; p->regsPerBlock = 1 << 16; p->warpSize = 32; p->maxThreadsPerBlock = 1024;
  for (int i = 0; i < 3; i++) { p->maxThreadsDim[i] = i < 2 ? 1024 : 64; p->maxGridSize[i] = i ? 65535 : 0x7fffffff; }
  p->clockRate = 1; p->totalConstMem = 64 << 10; p->major = 5; p->multiProcessorCount = 4; p->canMapHostMemory = p->unifiedAddressing = p->managedMemory = 1;
  p->concurrentKernels = 1; p->maxThreadsPerMultiProcessor = 2048; p->sharedMemPerMultiprocessor = 64 << 10; p->regsPerMultiprocessor = 1 << 16; p->memoryBusWidth = 64;
  p->l2CacheSize = 1 << 20; p->cooperativeLaunch = 1; p->asyncEngineCount = 1; p->memoryClockRate = 1; p->concurrentManagedAccess = 1;
  return cudaSuccess;
}
cudaError_t cudaDeviceGetAttribute(int *v, enum cudaDeviceAttr a, int d) {
  switch (a) {
  case cudaDevAttrComputeCapabilityMajor: *v = 5; break;
  case cudaDevAttrMaxThreadsPerBlock: *v = 1024; break;
  case cudaDevAttrMultiProcessorCount: *v = 4; break;
  case cudaDevAttrWarpSize: *v = 32; break;
  case cudaDevAttrMaxSharedMemoryPerBlock: *v = 48 << 10; break;
  case cudaDevAttrCooperativeLaunch: case cudaDevAttrUnifiedAddressing: case cudaDevAttrManagedMemory: case cudaDevAttrClockRate: case cudaDevAttrConcurrentManagedAccess: *v = 1; break;
  default: *v = 0;
  }
  return cudaSuccess;
}

// Streams, events, errors.
cudaError_t cudaStreamCreate(cudaStream_t *s) { *s = calloc(1, 8); return cudaSuccess; }
cudaError_t cudaStreamCreateWithFlags(cudaStream_t *s, unsigned f) { return cudaStreamCreate(s); }
cudaError_t cudaStreamCreateWithPriority(cudaStream_t *s, unsigned f, int p) { return cudaStreamCreate(s); }
cudaError_t cudaStreamDestroy(cudaStream_t s) { free(s); return cudaSuccess; }
cudaError_t cudaStreamSynchronize(cudaStream_t s) { return LAST; }
cudaError_t cudaStreamQuery(cudaStream_t s) { return cudaSuccess; }
cudaError_t cudaStreamWaitEvent(cudaStream_t s, cudaEvent_t e, unsigned f) { return cudaSuccess; }
cudaError_t cudaStreamAddCallback(cudaStream_t s, cudaStreamCallback_t f, void *u, unsigned g) { f(s, cudaSuccess, u); return cudaSuccess; }
cudaError_t cudaLaunchHostFunc(cudaStream_t s, cudaHostFn_t f, void *u) { f(u); return cudaSuccess; }
cudaError_t cudaEventCreate(cudaEvent_t *e) { *e = calloc(1, sizeof(struct timespec)); return cudaSuccess; }
cudaError_t cudaEventCreateWithFlags(cudaEvent_t *e, unsigned f) { return cudaEventCreate(e); }
cudaError_t cudaEventRecord(cudaEvent_t e, cudaStream_t s) { clock_gettime(CLOCK_MONOTONIC, (struct timespec *)e); return cudaSuccess; }
cudaError_t cudaEventSynchronize(cudaEvent_t e) { return cudaSuccess; }
cudaError_t cudaEventQuery(cudaEvent_t e) { return cudaSuccess; }
cudaError_t cudaEventDestroy(cudaEvent_t e) { free(e); return cudaSuccess; }
cudaError_t cudaEventElapsedTime(float *ms, cudaEvent_t a, cudaEvent_t b) {
  struct timespec *x = (struct timespec *)a, *y = (struct timespec *)b;
  *ms = (y->tv_sec - x->tv_sec) * 1e3f + (y->tv_nsec - x->tv_nsec) * 1e-6f;
  return cudaSuccess;
}
cudaError_t cudaGetLastError(void) { cudaError_t e = LAST; LAST = cudaSuccess; return e; }
cudaError_t cudaPeekAtLastError(void) { return LAST; }
const char *cudaGetErrorString(cudaError_t e) { return e ? "error of the device" : "no error"; }
const char *cudaGetErrorName(cudaError_t e) { return e == cudaErrorAssert ? "cudaErrorAssert" : e ? "cudaErrorLaunchFailure" : "cudaSuccess"; }
