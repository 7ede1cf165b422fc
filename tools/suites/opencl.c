// An OpenCL runtime whose device is Isotope: programs that use OpenCL run unchanged with it in LD_PRELOAD.
//
// One platform, one device, queues in order that finish each command before they return. The memory of a buffer is a file that is mapped
// here; programs are compiled and kernels run by another process (device.py), which is told on a pipe what to do and answers a line.
// ISOTOPE_SUITE_DEVICE is that process's command line, ISOTOPE_SUITE_DIR the folder where files are put.
#define _GNU_SOURCE
#define CL_TARGET_OPENCL_VERSION 300
#define CL_USE_DEPRECATED_OPENCL_1_0_APIS
#define CL_USE_DEPRECATED_OPENCL_1_1_APIS
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#define CL_USE_DEPRECATED_OPENCL_2_0_APIS
#define CL_USE_DEPRECATED_OPENCL_2_1_APIS
#define CL_USE_DEPRECATED_OPENCL_2_2_APIS
#include <CL/cl.h>
#include "device.h"

// Loaders and programs look for a table of functions in the first word of a handle; nothing calls through it here.
#define HEAD void *table; int refs;
struct _cl_platform_id { HEAD };
struct _cl_device_id { HEAD };
struct _cl_context { HEAD };
struct _cl_command_queue { HEAD cl_command_queue_properties properties; cl_context context; };
struct _cl_mem {
  HEAD cl_mem parent, next; cl_mem_flags flags; size_t size, offset; unsigned char *bytes; void *host; int id, image;
  cl_image_format format; cl_image_desc shape; cl_context context;
};
struct _cl_sampler { HEAD };
struct _cl_program { HEAD int id; char *source, *log, *options, *kernels; cl_build_status status; cl_context context; };
struct arg { size_t size; int kind; unsigned char *value; cl_mem mem; size_t offset; };
enum { UNSET, VALUE, MEMORY, LOCAL, SAMPLER, NOTHING };
struct _cl_kernel { HEAD cl_program program; char name[512]; cl_uint count; size_t fixed[3], width, most, local, private; struct arg *args; };
struct _cl_event { HEAD cl_command_type type; cl_int status; cl_ulong at[4]; cl_command_queue queue; cl_context context; };

static struct _cl_platform_id PLATFORM = {0, 1};
static struct _cl_device_id DEVICE = {0, 1};
static cl_mem MEMORIES;
static void *make(size_t n) { void *p = calloc(1, n); if (!p) abort(); ((struct _cl_context *)p)->refs = 1; return p; }
static cl_ulong now(void) { struct timespec t; clock_gettime(CLOCK_MONOTONIC, &t); return t.tv_sec * 1000000000ull + t.tv_nsec; }
static char *copy(const char *s) { char *c = strdup(s ? s : ""); if (!c) abort(); return c; }

// Answers of clGet*Info: a value with its size, a text, a number.
static cl_int give(size_t n, const void *value, size_t room, void *to, size_t *size) {
  if (size) *size = n;
  if (to) { if (room < n) return CL_INVALID_VALUE; memcpy(to, value, n); }
  return CL_SUCCESS;
}
#define TEXT(s) return give(strlen(s) + 1, s, room, to, size)
#define NUMBER(type, x) do { type v_ = (type)(x); return give(sizeof v_, &v_, room, to, size); } while (0)
#define INFO size_t room, void *to, size_t *size
#define FAIL(code) do { if (err) *err = (code); return 0; } while (0)
#define DONE(x) do { if (err) *err = CL_SUCCESS; return (x); } while (0)
#define COUNTED(name, type, free_) \
  cl_int clRetain##name(type x) { if (!x) return CL_INVALID_VALUE; __sync_add_and_fetch(&x->refs, 1); return CL_SUCCESS; } \
  cl_int clRelease##name(type x) { if (!x) return CL_INVALID_VALUE; if (!__sync_sub_and_fetch(&x->refs, 1)) { free_; } return CL_SUCCESS; }

static void forget(cl_mem m) {
  pthread_mutex_lock(&LOCK);
  for (cl_mem *p = &MEMORIES; *p; p = &(*p)->next) if (*p == m) { *p = m->next; break; }
  pthread_mutex_unlock(&LOCK);
  if (m->parent) clReleaseMemObject(m->parent);
  else unmapped(m->bytes, m->size, m->id);
  free(m);
}
static void clear(cl_kernel k) { for (cl_uint i = 0; i < k->count; i++) free(k->args[i].value); clReleaseProgram(k->program); free(k->args); free(k); }
COUNTED(Context, cl_context, free(x))
COUNTED(CommandQueue, cl_command_queue, free(x))
COUNTED(MemObject, cl_mem, forget(x))
COUNTED(Sampler, cl_sampler, free(x))
COUNTED(Program, cl_program, (free(x->source), free(x->log), free(x->options), free(x->kernels), free(x)))
COUNTED(Kernel, cl_kernel, clear(x))
COUNTED(Event, cl_event, free(x))
cl_int clRetainDevice(cl_device_id d) { return d == &DEVICE ? CL_SUCCESS : CL_INVALID_DEVICE; }
cl_int clReleaseDevice(cl_device_id d) { return d == &DEVICE ? CL_SUCCESS : CL_INVALID_DEVICE; }

cl_int clGetPlatformIDs(cl_uint n, cl_platform_id *p, cl_uint *count) { if (p && n) *p = &PLATFORM; if (count) *count = 1; return CL_SUCCESS; }
cl_int clGetPlatformInfo(cl_platform_id p, cl_platform_info what, INFO) {
  switch (what) {
  case CL_PLATFORM_PROFILE: TEXT("FULL_PROFILE");
  case CL_PLATFORM_VERSION: TEXT("OpenCL 3.0 Isotope");
  case CL_PLATFORM_NAME: TEXT("Isotope");
  case CL_PLATFORM_VENDOR: TEXT("Isotope");
  case CL_PLATFORM_EXTENSIONS: TEXT("");
  case CL_PLATFORM_HOST_TIMER_RESOLUTION: NUMBER(cl_ulong, 0);
  case CL_PLATFORM_NUMERIC_VERSION: NUMBER(cl_version, CL_MAKE_VERSION(3, 0, 0));
  case CL_PLATFORM_EXTENSIONS_WITH_VERSION: return give(0, "", room, to, size);
  }
  return CL_INVALID_VALUE;
}
cl_int clGetDeviceIDs(cl_platform_id p, cl_device_type type, cl_uint n, cl_device_id *d, cl_uint *count) {
  if (!(type & (CL_DEVICE_TYPE_GPU | CL_DEVICE_TYPE_DEFAULT))) { if (count) *count = 0; return CL_DEVICE_NOT_FOUND; }
  if (d && n) *d = &DEVICE;
  if (count) *count = 1;
  return CL_SUCCESS;
}

// What is particular to a target comes from device.py: extensions, features, widths of waves.
static char *property(const char *name) { char line[128]; snprintf(line, sizeof line, "device\t%s", name); return ask(line); }
static size_t versions(const char *list, cl_version version, cl_name_version *out) {
  size_t n = 0;
  while (*list) {
    size_t l = strcspn(list, " ");
    if (l) { memset(&out[n], 0, sizeof *out); out[n].version = version; memcpy(out[n].name, list, l < 63 ? l : 63); n++; }
    list += l; list += *list == ' ';
  }
  return n;
}
cl_int clGetDeviceInfo(cl_device_id d, cl_device_info what, INFO) {
  static cl_name_version names[128];
  pthread_mutex_lock(&LOCK);
  int half = !!strstr(property("extensions"), "fp16"), twice = !!strstr(property("extensions"), "fp64"), groups = !!strstr(ANSWER, "subgroups");
  char extensions[4096]; snprintf(extensions, sizeof extensions, "%s", property("extensions"));
  pthread_mutex_unlock(&LOCK);
  const cl_device_fp_config floats = CL_FP_DENORM | CL_FP_INF_NAN | CL_FP_ROUND_TO_NEAREST | CL_FP_ROUND_TO_ZERO | CL_FP_ROUND_TO_INF | CL_FP_FMA;
  size_t most[3] = {1024, 1024, 1024};
  switch (what) {
  case CL_DEVICE_TYPE: NUMBER(cl_device_type, CL_DEVICE_TYPE_GPU);
  case CL_DEVICE_VENDOR_ID: NUMBER(cl_uint, 0);
  case CL_DEVICE_MAX_COMPUTE_UNITS: NUMBER(cl_uint, 4);
  case CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS: NUMBER(cl_uint, 3);
  case CL_DEVICE_MAX_WORK_GROUP_SIZE: NUMBER(size_t, atol(property("group")));
  case CL_DEVICE_MAX_WORK_ITEM_SIZES: most[0] = most[1] = most[2] = atol(property("group")); return give(sizeof most, most, room, to, size);
  case CL_DEVICE_MAX_CLOCK_FREQUENCY: NUMBER(cl_uint, 1);
  case CL_DEVICE_ADDRESS_BITS: NUMBER(cl_uint, 64);
  case CL_DEVICE_MAX_MEM_ALLOC_SIZE: NUMBER(cl_ulong, 1ull << 28);
  case CL_DEVICE_GLOBAL_MEM_SIZE: NUMBER(cl_ulong, 1ull << 30);
  case CL_DEVICE_LOCAL_MEM_SIZE: NUMBER(cl_ulong, 32 << 10);
  case CL_DEVICE_LOCAL_MEM_TYPE: NUMBER(cl_device_local_mem_type, CL_LOCAL);
  case CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE: NUMBER(cl_ulong, 64 << 10);
  case CL_DEVICE_MAX_CONSTANT_ARGS: NUMBER(cl_uint, 8);
  case CL_DEVICE_MAX_PARAMETER_SIZE: NUMBER(size_t, 1024);
  case CL_DEVICE_GLOBAL_MEM_CACHE_TYPE: NUMBER(cl_device_mem_cache_type, CL_READ_WRITE_CACHE);
  case CL_DEVICE_GLOBAL_MEM_CACHELINE_SIZE: NUMBER(cl_uint, 64);
  case CL_DEVICE_GLOBAL_MEM_CACHE_SIZE: NUMBER(cl_ulong, 1 << 20);
  case CL_DEVICE_MEM_BASE_ADDR_ALIGN: NUMBER(cl_uint, 1024);
  case CL_DEVICE_MIN_DATA_TYPE_ALIGN_SIZE: NUMBER(cl_uint, 128);
  case CL_DEVICE_PREFERRED_VECTOR_WIDTH_HALF: case CL_DEVICE_NATIVE_VECTOR_WIDTH_HALF: NUMBER(cl_uint, half);
  case CL_DEVICE_PREFERRED_VECTOR_WIDTH_DOUBLE: case CL_DEVICE_NATIVE_VECTOR_WIDTH_DOUBLE: NUMBER(cl_uint, twice);
  case CL_DEVICE_PREFERRED_VECTOR_WIDTH_CHAR: case CL_DEVICE_PREFERRED_VECTOR_WIDTH_SHORT: case CL_DEVICE_PREFERRED_VECTOR_WIDTH_INT:
  case CL_DEVICE_PREFERRED_VECTOR_WIDTH_LONG: case CL_DEVICE_PREFERRED_VECTOR_WIDTH_FLOAT: case CL_DEVICE_NATIVE_VECTOR_WIDTH_CHAR:
  case CL_DEVICE_NATIVE_VECTOR_WIDTH_SHORT: case CL_DEVICE_NATIVE_VECTOR_WIDTH_INT: case CL_DEVICE_NATIVE_VECTOR_WIDTH_LONG:
  case CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT: NUMBER(cl_uint, 1);
  case CL_DEVICE_SINGLE_FP_CONFIG: NUMBER(cl_device_fp_config, floats);
  case CL_DEVICE_DOUBLE_FP_CONFIG: NUMBER(cl_device_fp_config, twice ? floats : 0);
  case 0x1033 /* CL_DEVICE_HALF_FP_CONFIG */: NUMBER(cl_device_fp_config, half ? floats : 0);
  case CL_DEVICE_IMAGE_SUPPORT: NUMBER(cl_bool, 0);
  case CL_DEVICE_IMAGE2D_MAX_WIDTH: case CL_DEVICE_IMAGE2D_MAX_HEIGHT: case CL_DEVICE_IMAGE3D_MAX_WIDTH: case CL_DEVICE_IMAGE3D_MAX_HEIGHT:
  case CL_DEVICE_IMAGE3D_MAX_DEPTH: case CL_DEVICE_IMAGE_MAX_BUFFER_SIZE: case CL_DEVICE_IMAGE_MAX_ARRAY_SIZE: NUMBER(size_t, 1); // SHOC divides by it
  case CL_DEVICE_ERROR_CORRECTION_SUPPORT: case CL_DEVICE_HOST_UNIFIED_MEMORY: NUMBER(cl_bool, 0);
  case CL_DEVICE_PROFILING_TIMER_RESOLUTION: NUMBER(size_t, 1);
  case CL_DEVICE_ENDIAN_LITTLE: case CL_DEVICE_AVAILABLE: case CL_DEVICE_COMPILER_AVAILABLE: case CL_DEVICE_LINKER_AVAILABLE:
  case CL_DEVICE_PREFERRED_INTEROP_USER_SYNC: NUMBER(cl_bool, 1);
  case CL_DEVICE_EXECUTION_CAPABILITIES: NUMBER(cl_device_exec_capabilities, CL_EXEC_KERNEL);
  case CL_DEVICE_QUEUE_PROPERTIES: NUMBER(cl_command_queue_properties, CL_QUEUE_PROFILING_ENABLE);
  case CL_DEVICE_PLATFORM: NUMBER(cl_platform_id, &PLATFORM);
  case CL_DEVICE_NAME: TEXT(property("name"));
  case CL_DEVICE_VENDOR: TEXT("Isotope");
  case CL_DRIVER_VERSION: TEXT("1");
  case CL_DEVICE_PROFILE: TEXT("FULL_PROFILE");
  case CL_DEVICE_VERSION: TEXT("OpenCL 3.0 Isotope");
  case CL_DEVICE_OPENCL_C_VERSION: TEXT("OpenCL C 3.0 ");
  case CL_DEVICE_EXTENSIONS: TEXT(extensions);
  case CL_DEVICE_BUILT_IN_KERNELS: case CL_DEVICE_IL_VERSION: case CL_DEVICE_LATEST_CONFORMANCE_VERSION_PASSED: TEXT("");
  case CL_DEVICE_PRINTF_BUFFER_SIZE: NUMBER(size_t, 1 << 20);
  case CL_DEVICE_PARENT_DEVICE: NUMBER(cl_device_id, 0);
  case CL_DEVICE_REFERENCE_COUNT: NUMBER(cl_uint, 1);
  case CL_DEVICE_SVM_CAPABILITIES: case CL_DEVICE_PARTITION_AFFINITY_DOMAIN: NUMBER(cl_bitfield, 0);
  case CL_DEVICE_NUMERIC_VERSION: NUMBER(cl_version, CL_MAKE_VERSION(3, 0, 0));
  case CL_DEVICE_MAX_NUM_SUB_GROUPS: NUMBER(cl_uint, groups ? 128 : 0);
  case CL_DEVICE_SUB_GROUP_INDEPENDENT_FORWARD_PROGRESS: NUMBER(cl_bool, groups);
  case CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES: NUMBER(cl_bitfield, CL_DEVICE_ATOMIC_ORDER_RELAXED | CL_DEVICE_ATOMIC_ORDER_ACQ_REL | CL_DEVICE_ATOMIC_ORDER_SEQ_CST
      | CL_DEVICE_ATOMIC_SCOPE_WORK_ITEM | CL_DEVICE_ATOMIC_SCOPE_WORK_GROUP | CL_DEVICE_ATOMIC_SCOPE_DEVICE);
  case CL_DEVICE_ATOMIC_FENCE_CAPABILITIES: NUMBER(cl_bitfield, CL_DEVICE_ATOMIC_ORDER_RELAXED | CL_DEVICE_ATOMIC_ORDER_ACQ_REL | CL_DEVICE_ATOMIC_ORDER_SEQ_CST
      | CL_DEVICE_ATOMIC_SCOPE_WORK_ITEM | CL_DEVICE_ATOMIC_SCOPE_WORK_GROUP | CL_DEVICE_ATOMIC_SCOPE_DEVICE);
  case CL_DEVICE_GENERIC_ADDRESS_SPACE_SUPPORT: NUMBER(cl_bool, atol(property("generic")));
  case CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT: case CL_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT: case CL_DEVICE_PIPE_SUPPORT: NUMBER(cl_bool, 0);
  case CL_DEVICE_DEVICE_ENQUEUE_CAPABILITIES: NUMBER(cl_bitfield, 0);
  case CL_DEVICE_PREFERRED_WORK_GROUP_SIZE_MULTIPLE: NUMBER(size_t, 32);
  case CL_DEVICE_OPENCL_C_ALL_VERSIONS: {
    size_t n = versions("OpenCL\\C OpenCL\\C OpenCL\\C OpenCL\\C", 0, names);
    cl_version all[] = {CL_MAKE_VERSION(1, 0, 0), CL_MAKE_VERSION(1, 1, 0), CL_MAKE_VERSION(1, 2, 0), CL_MAKE_VERSION(3, 0, 0)};
    for (size_t i = 0; i < n; i++) { names[i].version = all[i]; strcpy(names[i].name, "OpenCL C"); }
    return give(n * sizeof *names, names, room, to, size);
  }
  case CL_DEVICE_OPENCL_C_FEATURES: return give(versions(property("features"), CL_MAKE_VERSION(3, 0, 0), names) * sizeof *names, names, room, to, size);
  case CL_DEVICE_EXTENSIONS_WITH_VERSION: return give(versions(extensions, CL_MAKE_VERSION(1, 0, 0), names) * sizeof *names, names, room, to, size);
  case CL_DEVICE_PARTITION_PROPERTIES: case CL_DEVICE_PARTITION_TYPE: case CL_DEVICE_ILS_WITH_VERSION: case CL_DEVICE_BUILT_IN_KERNELS_WITH_VERSION:
    return give(0, "", room, to, size);
  }
  if (what >= 0x1000 && what < 0x1080) NUMBER(cl_ulong, 0);
  return CL_INVALID_VALUE;
}

cl_context clCreateContext(const cl_context_properties *p, cl_uint n, const cl_device_id *d, void (CL_CALLBACK *f)(const char *, const void *, size_t, void *), void *u, cl_int *err) { DONE(make(sizeof(struct _cl_context))); }
cl_context clCreateContextFromType(const cl_context_properties *p, cl_device_type t, void (CL_CALLBACK *f)(const char *, const void *, size_t, void *), void *u, cl_int *err) {
  if (!(t & (CL_DEVICE_TYPE_GPU | CL_DEVICE_TYPE_DEFAULT))) FAIL(CL_DEVICE_NOT_FOUND);
  DONE(make(sizeof(struct _cl_context)));
}
cl_int clGetContextInfo(cl_context c, cl_context_info what, INFO) {
  switch (what) {
  case CL_CONTEXT_REFERENCE_COUNT: NUMBER(cl_uint, c->refs);
  case CL_CONTEXT_NUM_DEVICES: NUMBER(cl_uint, 1);
  case CL_CONTEXT_DEVICES: NUMBER(cl_device_id, &DEVICE);
  case CL_CONTEXT_PROPERTIES: return give(0, "", room, to, size);
  }
  return CL_INVALID_VALUE;
}
cl_command_queue clCreateCommandQueue(cl_context c, cl_device_id d, cl_command_queue_properties p, cl_int *err) {
  cl_command_queue q = make(sizeof *q);
  q->properties = p; q->context = c;
  DONE(q);
}
cl_command_queue clCreateCommandQueueWithProperties(cl_context c, cl_device_id d, const cl_queue_properties *p, cl_int *err) {
  cl_command_queue_properties all = 0;
  for (; p && *p; p += 2) if (*p == CL_QUEUE_PROPERTIES) all = p[1];
  if (all & CL_QUEUE_ON_DEVICE) FAIL(CL_INVALID_QUEUE_PROPERTIES);
  return clCreateCommandQueue(c, d, all, err);
}
cl_int clGetCommandQueueInfo(cl_command_queue q, cl_command_queue_info what, INFO) {
  switch (what) {
  case CL_QUEUE_CONTEXT: NUMBER(cl_context, q->context);
  case CL_QUEUE_DEVICE: NUMBER(cl_device_id, &DEVICE);
  case CL_QUEUE_REFERENCE_COUNT: NUMBER(cl_uint, q->refs);
  case CL_QUEUE_PROPERTIES: NUMBER(cl_command_queue_properties, q->properties);
  }
  return CL_INVALID_VALUE;
}

// Memory: a file of its own, mapped here and read and written by the device.
static cl_mem memory(cl_context c, cl_mem_flags flags, size_t n, void *host, cl_int *err) {
  pthread_mutex_lock(&LOCK);
  cl_mem m = make(sizeof *m);
  m->flags = flags; m->size = n; m->context = c;
  m->bytes = mapped(n, &m->id);
  if (host && flags & (CL_MEM_COPY_HOST_PTR | CL_MEM_USE_HOST_PTR)) memcpy(m->bytes, host, n);
  m->host = flags & CL_MEM_USE_HOST_PTR ? host : 0;
  m->next = MEMORIES; MEMORIES = m;
  pthread_mutex_unlock(&LOCK);
  DONE(m);
}
cl_mem clCreateBuffer(cl_context c, cl_mem_flags flags, size_t n, void *host, cl_int *err) {
  if (!n || n > 1ull << 30) FAIL(CL_INVALID_BUFFER_SIZE);
  if (host && !(flags & (CL_MEM_COPY_HOST_PTR | CL_MEM_USE_HOST_PTR))) FAIL(CL_INVALID_HOST_PTR);
  return memory(c, flags, n, host, err);
}
cl_mem clCreateBufferWithProperties(cl_context c, const cl_mem_properties *p, cl_mem_flags flags, size_t n, void *host, cl_int *err) { return clCreateBuffer(c, flags, n, host, err); }
cl_mem clCreateSubBuffer(cl_mem b, cl_mem_flags flags, cl_buffer_create_type t, const void *info, cl_int *err) {
  const cl_buffer_region *r = info;
  if (r->origin + r->size > b->size) FAIL(CL_INVALID_VALUE);
  cl_mem m = make(sizeof *m);
  *m = *b; m->refs = 1; m->parent = b; m->offset = r->origin; m->size = r->size; m->bytes = b->bytes + r->origin;
  clRetainMemObject(b);
  pthread_mutex_lock(&LOCK); m->next = MEMORIES; MEMORIES = m; pthread_mutex_unlock(&LOCK);
  DONE(m);
}
cl_int clGetMemObjectInfo(cl_mem m, cl_mem_info what, INFO) {
  switch (what) {
  case CL_MEM_TYPE: NUMBER(cl_mem_object_type, m->image ? m->shape.image_type : CL_MEM_OBJECT_BUFFER);
  case CL_MEM_FLAGS: NUMBER(cl_mem_flags, m->flags);
  case CL_MEM_SIZE: NUMBER(size_t, m->size);
  case CL_MEM_HOST_PTR: NUMBER(void *, m->host);
  case CL_MEM_MAP_COUNT: NUMBER(cl_uint, 0);
  case CL_MEM_REFERENCE_COUNT: NUMBER(cl_uint, m->refs);
  case CL_MEM_CONTEXT: NUMBER(cl_context, m->context);
  case CL_MEM_ASSOCIATED_MEMOBJECT: NUMBER(cl_mem, m->parent);
  case CL_MEM_OFFSET: NUMBER(size_t, m->offset);
  case CL_MEM_USES_SVM_POINTER: NUMBER(cl_bool, 0);
  case CL_MEM_PROPERTIES: return give(0, "", room, to, size);
  }
  return CL_INVALID_VALUE;
}

// Commands.
static cl_int finish(cl_command_queue q, cl_command_type type, cl_event *event, cl_int status) {
  if (event && status == CL_SUCCESS) {
    cl_event e = make(sizeof *e);
    e->type = type; e->queue = q; e->context = q ? q->context : 0;
    for (int i = 0; i < 4; i++) e->at[i] = now();
    *event = e;
  }
  return status;
}
#define WAIT cl_uint waits, const cl_event *wait, cl_event *event
#define INSIDE(m, at, n) if (!(m)) return CL_INVALID_MEM_OBJECT; if ((at) + (n) > (m)->size) return CL_INVALID_VALUE
cl_int clEnqueueReadBuffer(cl_command_queue q, cl_mem m, cl_bool b, size_t at, size_t n, void *to, WAIT) {
  INSIDE(m, at, n); memcpy(to, m->bytes + at, n);
  return finish(q, CL_COMMAND_READ_BUFFER, event, CL_SUCCESS);
}
cl_int clEnqueueWriteBuffer(cl_command_queue q, cl_mem m, cl_bool b, size_t at, size_t n, const void *from, WAIT) {
  INSIDE(m, at, n); memcpy(m->bytes + at, from, n);
  return finish(q, CL_COMMAND_WRITE_BUFFER, event, CL_SUCCESS);
}
cl_int clEnqueueCopyBuffer(cl_command_queue q, cl_mem a, cl_mem m, size_t from, size_t at, size_t n, WAIT) {
  INSIDE(a, from, n); INSIDE(m, at, n); memmove(m->bytes + at, a->bytes + from, n);
  return finish(q, CL_COMMAND_COPY_BUFFER, event, CL_SUCCESS);
}
cl_int clEnqueueFillBuffer(cl_command_queue q, cl_mem m, const void *p, size_t l, size_t at, size_t n, WAIT) {
  INSIDE(m, at, n);
  if (!l || at % l || n % l) return CL_INVALID_VALUE;
  for (size_t i = 0; i < n; i += l) memcpy(m->bytes + at + i, p, l);
  return finish(q, CL_COMMAND_FILL_BUFFER, event, CL_SUCCESS);
}
static void rows(unsigned char *to, const size_t *b, size_t bp, size_t bs, const unsigned char *from, const size_t *a, size_t ap, size_t as, const size_t *r) {
  if (!bp) bp = r[0];
  if (!ap) ap = r[0];
  if (!bs) bs = r[1] * bp;
  if (!as) as = r[1] * ap;
  for (size_t z = 0; z < r[2]; z++) for (size_t y = 0; y < r[1]; y++)
    memmove(to + b[0] + (b[1] + y) * bp + (b[2] + z) * bs, from + a[0] + (a[1] + y) * ap + (a[2] + z) * as, r[0]);
}
cl_int clEnqueueReadBufferRect(cl_command_queue q, cl_mem m, cl_bool b, const size_t *at, const size_t *h, const size_t *r, size_t p, size_t s, size_t hp, size_t hs, void *to, WAIT) {
  rows(to, h, hp, hs, m->bytes, at, p, s, r);
  return finish(q, CL_COMMAND_READ_BUFFER_RECT, event, CL_SUCCESS);
}
cl_int clEnqueueWriteBufferRect(cl_command_queue q, cl_mem m, cl_bool b, const size_t *at, const size_t *h, const size_t *r, size_t p, size_t s, size_t hp, size_t hs, const void *from, WAIT) {
  rows(m->bytes, at, p, s, from, h, hp, hs, r);
  return finish(q, CL_COMMAND_WRITE_BUFFER_RECT, event, CL_SUCCESS);
}
cl_int clEnqueueCopyBufferRect(cl_command_queue q, cl_mem a, cl_mem m, const size_t *from, const size_t *at, const size_t *r, size_t ap, size_t as, size_t p, size_t s, WAIT) {
  rows(m->bytes, at, p, s, a->bytes, from, ap, as, r);
  return finish(q, CL_COMMAND_COPY_BUFFER_RECT, event, CL_SUCCESS);
}
void *clEnqueueMapBuffer(cl_command_queue q, cl_mem m, cl_bool b, cl_map_flags f, size_t at, size_t n, WAIT, cl_int *err) {
  if (!m || at + n > m->size) FAIL(CL_INVALID_VALUE);
  finish(q, CL_COMMAND_MAP_BUFFER, event, CL_SUCCESS);
  if (m->host) { memcpy((char *)m->host + at, m->bytes + at, n); DONE((char *)m->host + at); }
  DONE(m->bytes + at);
}
cl_int clEnqueueUnmapMemObject(cl_command_queue q, cl_mem m, void *p, WAIT) {
  if (m->host) memcpy(m->bytes, m->host, m->size);
  return finish(q, CL_COMMAND_UNMAP_MEM_OBJECT, event, CL_SUCCESS);
}
cl_int clEnqueueMigrateMemObjects(cl_command_queue q, cl_uint n, const cl_mem *m, cl_mem_migration_flags f, WAIT) { return finish(q, CL_COMMAND_MIGRATE_MEM_OBJECTS, event, CL_SUCCESS); }
cl_int clEnqueueMarkerWithWaitList(cl_command_queue q, WAIT) { return finish(q, CL_COMMAND_MARKER, event, CL_SUCCESS); }
cl_int clEnqueueBarrierWithWaitList(cl_command_queue q, WAIT) { return finish(q, CL_COMMAND_BARRIER, event, CL_SUCCESS); }
cl_int clEnqueueMarker(cl_command_queue q, cl_event *event) { return finish(q, CL_COMMAND_MARKER, event, CL_SUCCESS); }
cl_int clEnqueueBarrier(cl_command_queue q) { return CL_SUCCESS; }
cl_int clEnqueueWaitForEvents(cl_command_queue q, cl_uint n, const cl_event *e) { return CL_SUCCESS; }
cl_int clFlush(cl_command_queue q) { return CL_SUCCESS; }
cl_int clFinish(cl_command_queue q) { return CL_SUCCESS; }
cl_int clWaitForEvents(cl_uint n, const cl_event *e) { return CL_SUCCESS; }
cl_event clCreateUserEvent(cl_context c, cl_int *err) {
  cl_event e = make(sizeof *e);
  e->type = CL_COMMAND_USER; e->context = c; e->status = CL_SUBMITTED;
  DONE(e);
}
cl_int clSetUserEventStatus(cl_event e, cl_int s) { e->status = s; return CL_SUCCESS; }
cl_int clSetEventCallback(cl_event e, cl_int s, void (CL_CALLBACK *f)(cl_event, cl_int, void *), void *u) { f(e, s, u); return CL_SUCCESS; }
cl_int clGetEventInfo(cl_event e, cl_event_info what, INFO) {
  switch (what) {
  case CL_EVENT_COMMAND_QUEUE: NUMBER(cl_command_queue, e->queue);
  case CL_EVENT_CONTEXT: NUMBER(cl_context, e->context);
  case CL_EVENT_COMMAND_TYPE: NUMBER(cl_command_type, e->type);
  case CL_EVENT_REFERENCE_COUNT: NUMBER(cl_uint, e->refs);
  case CL_EVENT_COMMAND_EXECUTION_STATUS: NUMBER(cl_int, e->status);
  }
  return CL_INVALID_VALUE;
}
cl_int clGetEventProfilingInfo(cl_event e, cl_profiling_info what, INFO) { NUMBER(cl_ulong, e->at[what & 3] + (what & 3)); }

// Programs and kernels.
cl_program clCreateProgramWithSource(cl_context c, cl_uint n, const char **text, const size_t *lengths, cl_int *err) {
  cl_program p = make(sizeof *p);
  size_t all = 0;
  for (cl_uint i = 0; i < n; i++) all += lengths && lengths[i] ? lengths[i] : strlen(text[i]);
  p->source = calloc(1, all + 1);
  for (cl_uint i = 0; i < n; i++) strncat(p->source, text[i], lengths && lengths[i] ? lengths[i] : strlen(text[i]));
  pthread_mutex_lock(&LOCK); p->id = ++IDS; pthread_mutex_unlock(&LOCK);
  p->context = c; p->log = copy(""); p->options = copy(""); p->kernels = copy(""); p->status = CL_BUILD_NONE;
  DONE(p);
}
cl_int clBuildProgram(cl_program p, cl_uint n, const cl_device_id *d, const char *options, void (CL_CALLBACK *f)(cl_program, void *), void *u) {
  char path[4200], *line;
  pthread_mutex_lock(&LOCK);
  snprintf(path, sizeof path, "%s/p%d.cl", folder(), p->id);
  FILE *out = fopen(path, "w");
  if (!out) { perror(path); exit(3); }
  fputs(p->source, out); fclose(out);
  char *plain = copy(options);
  for (char *c = plain; *c; c++) if (*c == '\n' || *c == '\t') *c = ' ';
  if (asprintf(&line, "build\t%d\t%s", p->id, plain) < 0) abort();
  char *said = ask(line);
  int good = !strncmp(said, "ok\t", 3);
  free(p->log); free(p->options); free(p->kernels);
  p->options = copy(options); p->kernels = copy(good ? said + 3 : ""); p->log = copy(good ? "" : said + 5);
  p->status = good ? CL_BUILD_SUCCESS : CL_BUILD_ERROR;
  free(line); free(plain);
  pthread_mutex_unlock(&LOCK);
  if (f) f(p, u);
  return good ? CL_SUCCESS : CL_BUILD_PROGRAM_FAILURE;
}
cl_int clGetProgramBuildInfo(cl_program p, cl_device_id d, cl_program_build_info what, INFO) {
  switch (what) {
  case CL_PROGRAM_BUILD_STATUS: NUMBER(cl_build_status, p->status);
  case CL_PROGRAM_BUILD_OPTIONS: TEXT(p->options);
  case CL_PROGRAM_BUILD_LOG: TEXT(p->log);
  case CL_PROGRAM_BINARY_TYPE: NUMBER(cl_program_binary_type, CL_PROGRAM_BINARY_TYPE_EXECUTABLE);
  case CL_PROGRAM_BUILD_GLOBAL_VARIABLE_TOTAL_SIZE: NUMBER(size_t, 0);
  }
  return CL_INVALID_VALUE;
}
// The list of a program's kernels: NAME:ARGUMENTS:X,Y,Z (the group size that the source requires, else 0):WIDTH:LOCAL:PRIVATE, spaces between.
cl_int clGetProgramInfo(cl_program p, cl_program_info what, INFO) {
  char names[1 << 16] = "";
  size_t n = 0;
  for (char *k = p->kernels; *k; n++) {
    size_t l = strcspn(k, ":");
    if (n) strcat(names, ";");
    strncat(names, k, l);
    k += strcspn(k, " "); k += *k == ' ';
  }
  switch (what) {
  case CL_PROGRAM_REFERENCE_COUNT: NUMBER(cl_uint, p->refs);
  case CL_PROGRAM_CONTEXT: NUMBER(cl_context, p->context);
  case CL_PROGRAM_NUM_DEVICES: NUMBER(cl_uint, 1);
  case CL_PROGRAM_DEVICES: NUMBER(cl_device_id, &DEVICE);
  case CL_PROGRAM_SOURCE: TEXT(p->source);
  case CL_PROGRAM_NUM_KERNELS: NUMBER(size_t, n);
  case CL_PROGRAM_KERNEL_NAMES: TEXT(names);
  case CL_PROGRAM_BINARY_SIZES: NUMBER(size_t, 0);
  case CL_PROGRAM_BINARIES: return CL_SUCCESS;
  }
  return CL_INVALID_VALUE;
}
static cl_kernel kernel(cl_program p, const char *at) {
  cl_kernel k = make(sizeof *k);
  if (sscanf(at, "%511[^:]:%u:%zu,%zu,%zu:%zu:%zu:%zu:%zu", k->name, &k->count, &k->fixed[0], &k->fixed[1], &k->fixed[2], &k->width, &k->most, &k->local, &k->private) != 9) abort();
  k->args = calloc(k->count + 1, sizeof *k->args);
  k->program = p;
  clRetainProgram(p);
  return k;
}
cl_kernel clCreateKernel(cl_program p, const char *name, cl_int *err) {
  if (p->status != CL_BUILD_SUCCESS) FAIL(CL_INVALID_PROGRAM_EXECUTABLE);
  for (char *k = p->kernels; *k;) {
    size_t l = strcspn(k, ":");
    if (strlen(name) == l && !strncmp(k, name, l)) DONE(kernel(p, k));
    k += strcspn(k, " "); k += *k == ' ';
  }
  FAIL(CL_INVALID_KERNEL_NAME);
}
cl_int clCreateKernelsInProgram(cl_program p, cl_uint n, cl_kernel *to, cl_uint *count) {
  cl_uint i = 0;
  for (char *k = p->kernels; *k; i++) {
    if (to && i < n) to[i] = kernel(p, k);
    k += strcspn(k, " "); k += *k == ' ';
  }
  if (count) *count = i;
  return CL_SUCCESS;
}
cl_int clGetKernelInfo(cl_kernel k, cl_kernel_info what, INFO) {
  switch (what) {
  case CL_KERNEL_FUNCTION_NAME: TEXT(k->name);
  case CL_KERNEL_NUM_ARGS: NUMBER(cl_uint, k->count);
  case CL_KERNEL_REFERENCE_COUNT: NUMBER(cl_uint, k->refs);
  case CL_KERNEL_CONTEXT: NUMBER(cl_context, k->program->context);
  case CL_KERNEL_PROGRAM: NUMBER(cl_program, k->program);
  case CL_KERNEL_ATTRIBUTES: TEXT("");
  }
  return CL_INVALID_VALUE;
}
cl_int clGetKernelWorkGroupInfo(cl_kernel k, cl_device_id d, cl_kernel_work_group_info what, INFO) {
  switch (what) {
  case CL_KERNEL_WORK_GROUP_SIZE: NUMBER(size_t, k->most ? k->most : 256);
  case CL_KERNEL_COMPILE_WORK_GROUP_SIZE: return give(sizeof k->fixed, k->fixed, room, to, size);
  case CL_KERNEL_LOCAL_MEM_SIZE: NUMBER(cl_ulong, k->local);
  case CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE: NUMBER(size_t, k->width);
  case CL_KERNEL_PRIVATE_MEM_SIZE: NUMBER(cl_ulong, k->private);
  }
  return CL_INVALID_VALUE;
}
cl_int clGetKernelSubGroupInfo(cl_kernel k, cl_device_id d, cl_kernel_sub_group_info what, size_t n, const void *in, INFO) {
  const size_t *l = in;
  size_t items = 1, shape[3] = {0, 1, 1};
  switch (what) {
  case CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE: NUMBER(size_t, k->width);
  case CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE:
    for (size_t i = 0; i < n / sizeof *l; i++) items *= l[i];
    NUMBER(size_t, (items + k->width - 1) / k->width);
  case CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT:
    shape[0] = *l * k->width <= (k->most ? k->most : 256) ? *l * k->width : 0;
    if (!shape[0]) shape[1] = shape[2] = 0;
    return give(room < sizeof shape ? room : sizeof shape, shape, room, to, size);
  case CL_KERNEL_MAX_NUM_SUB_GROUPS: NUMBER(size_t, (k->most ? k->most : 256) / k->width);
  case CL_KERNEL_COMPILE_NUM_SUB_GROUPS: NUMBER(size_t, 0);
  }
  return CL_INVALID_VALUE;
}
cl_int clSetKernelArg(cl_kernel k, cl_uint i, size_t n, const void *value) {
  if (!k || i >= k->count) return CL_INVALID_ARG_INDEX;
  struct arg *a = &k->args[i];
  free(a->value);
  memset(a, 0, sizeof *a);
  a->size = n;
  if (!value) { a->kind = LOCAL; return CL_SUCCESS; }
  if (n == sizeof(cl_mem)) {
    cl_mem given = *(cl_mem *)value;
    pthread_mutex_lock(&LOCK);
    for (cl_mem m = MEMORIES; m; m = m->next) if (m == given) { a->kind = MEMORY; a->mem = m; }
    pthread_mutex_unlock(&LOCK);
    if (a->mem) return CL_SUCCESS;
  }
  a->kind = VALUE;
  a->value = malloc(n + 1);
  memcpy(a->value, value, n);
  return CL_SUCCESS;
}
cl_int clEnqueueNDRangeKernel(cl_command_queue q, cl_kernel k, cl_uint dims, const size_t *offset, const size_t *global, const size_t *local, WAIT) {
  size_t g[3] = {1, 1, 1}, l[3] = {1, 1, 1}, o[3] = {0, 0, 0};
  if (dims < 1 || dims > 3) return CL_INVALID_WORK_DIMENSION;
  for (cl_uint i = 0; i < dims; i++) { g[i] = global[i]; o[i] = offset ? offset[i] : 0; l[i] = local ? local[i] : 0; }
  if (!local) {
    size_t left = 64;
    for (cl_uint i = 0; i < dims; i++) {
      l[i] = k->fixed[i];
      if (!l[0] || !l[i]) for (l[i] = g[i] < left ? g[i] : left; l[i] > 1 && g[i] % l[i];) l[i]--;
      left /= l[i] ? l[i] : 1;
      if (!left) left = 1;
    }
  }
  if (local) {
    size_t n = l[0] * l[1] * l[2];
    if (!n || n > (size_t)(k->most ? k->most : 1024)) return CL_INVALID_WORK_GROUP_SIZE;
    for (int i = 0; i < 3; i++) if (k->fixed[0] && k->fixed[i] != l[i]) return CL_INVALID_WORK_GROUP_SIZE;
  }
  pthread_mutex_lock(&LOCK);
  char *line; size_t length;
  FILE *f = open_memstream(&line, &length);
  fprintf(f, "run\t%d\t%s\t%u\t%zu,%zu,%zu\t%zu,%zu,%zu\t%zu,%zu,%zu", k->program->id, k->name, dims, g[0], g[1], g[2], l[0], l[1], l[2], o[0], o[1], o[2]);
  for (cl_uint i = 0; i < k->count; i++) {
    struct arg *a = &k->args[i];
    switch (a->kind) {
    case UNSET: fclose(f); free(line); pthread_mutex_unlock(&LOCK); return CL_INVALID_KERNEL_ARGS;
    case LOCAL: fprintf(f, "\tlocal:%zu", a->size); break;
    case MEMORY: fprintf(f, "\tmemory:%d:%zu", a->mem->id, a->mem->offset); break;
    default:
      fprintf(f, "\tvalue:");
      for (size_t j = 0; j < a->size; j++) fprintf(f, "%02x", a->value[j]);
    }
  }
  fclose(f);
  // Host memory of CL_MEM_USE_HOST_PTR is brought up to date at maps and reads.
  char *said = ask(line);
  cl_int status = !strncmp(said, "ok", 2) ? CL_SUCCESS : CL_OUT_OF_RESOURCES;
  free(line);
  pthread_mutex_unlock(&LOCK);
  return finish(q, CL_COMMAND_NDRANGE_KERNEL, event, status);
}
cl_int clEnqueueTask(cl_command_queue q, cl_kernel k, WAIT) { size_t one = 1; return clEnqueueNDRangeKernel(q, k, 1, 0, &one, &one, waits, wait, event); }
cl_int clUnloadCompiler(void) { return CL_SUCCESS; }
cl_int clUnloadPlatformCompiler(cl_platform_id p) { return CL_SUCCESS; }
void *clGetExtensionFunctionAddress(const char *name) { return strcmp(name, "clGetKernelSubGroupInfoKHR") ? 0 : (void *)clGetKernelSubGroupInfo; }
void *clGetExtensionFunctionAddressForPlatform(cl_platform_id p, const char *name) { return clGetExtensionFunctionAddress(name); }
cl_int clSetMemObjectDestructorCallback(cl_mem m, void (CL_CALLBACK *f)(cl_mem, void *), void *u) { return CL_SUCCESS; }
cl_int clSetContextDestructorCallback(cl_context m, void (CL_CALLBACK *f)(cl_context, void *), void *u) { return CL_SUCCESS; }
cl_int clGetSupportedImageFormats(cl_context c, cl_mem_flags f, cl_mem_object_type t, cl_uint n, cl_image_format *to, cl_uint *count) { if (count) *count = 0; return CL_SUCCESS; }

// What the device has not: images, samplers, shared virtual memory, pipes, other ways to make programs. Programs get the error that a device without it gives.
#define NO_OBJECT(type, name, ...) type name(__VA_ARGS__, cl_int *err) { FAIL(CL_INVALID_OPERATION); }
NO_OBJECT(cl_mem, clCreateImage, cl_context c, cl_mem_flags f, const cl_image_format *i, const cl_image_desc *d, void *h)
NO_OBJECT(cl_mem, clCreateImageWithProperties, cl_context c, const cl_mem_properties *p, cl_mem_flags f, const cl_image_format *i, const cl_image_desc *d, void *h)
NO_OBJECT(cl_mem, clCreateImage2D, cl_context c, cl_mem_flags f, const cl_image_format *i, size_t w, size_t h, size_t p, void *u)
NO_OBJECT(cl_mem, clCreateImage3D, cl_context c, cl_mem_flags f, const cl_image_format *i, size_t w, size_t h, size_t d, size_t p, size_t s, void *u)
NO_OBJECT(cl_mem, clCreatePipe, cl_context c, cl_mem_flags f, cl_uint s, cl_uint n, const cl_pipe_properties *p)
NO_OBJECT(cl_sampler, clCreateSampler, cl_context c, cl_bool n, cl_addressing_mode a, cl_filter_mode f)
NO_OBJECT(cl_sampler, clCreateSamplerWithProperties, cl_context c, const cl_sampler_properties *p)
NO_OBJECT(cl_program, clCreateProgramWithBinary, cl_context c, cl_uint n, const cl_device_id *d, const size_t *l, const unsigned char **b, cl_int *s)
NO_OBJECT(cl_program, clCreateProgramWithIL, cl_context c, const void *b, size_t n)
NO_OBJECT(cl_program, clCreateProgramWithBuiltInKernels, cl_context c, cl_uint n, const cl_device_id *d, const char *k)
NO_OBJECT(cl_program, clLinkProgram, cl_context c, cl_uint n, const cl_device_id *d, const char *o, cl_uint m, const cl_program *p, void (CL_CALLBACK *f)(cl_program, void *), void *u)
NO_OBJECT(cl_kernel, clCloneKernel, cl_kernel k)
#define NO_COMMAND(name, ...) cl_int name(__VA_ARGS__) { return CL_INVALID_OPERATION; }
NO_COMMAND(clCompileProgram, cl_program p, cl_uint n, const cl_device_id *d, const char *o, cl_uint m, const cl_program *h, const char **t, void (CL_CALLBACK *f)(cl_program, void *), void *u)
NO_COMMAND(clGetImageInfo, cl_mem m, cl_image_info what, INFO)
NO_COMMAND(clGetSamplerInfo, cl_sampler m, cl_sampler_info what, INFO)
NO_COMMAND(clGetKernelArgInfo, cl_kernel k, cl_uint i, cl_kernel_arg_info what, INFO)
NO_COMMAND(clCreateSubDevices, cl_device_id d, const cl_device_partition_property *p, cl_uint n, cl_device_id *to, cl_uint *count)
NO_COMMAND(clSetKernelArgSVMPointer, cl_kernel k, cl_uint i, const void *p)
NO_COMMAND(clSetKernelExecInfo, cl_kernel k, cl_kernel_exec_info i, size_t n, const void *p)
NO_COMMAND(clEnqueueSVMMemcpy, cl_command_queue q, cl_bool b, void *to, const void *from, size_t n, WAIT)
NO_COMMAND(clEnqueueSVMMap, cl_command_queue q, cl_bool b, cl_map_flags f, void *p, size_t n, WAIT)
NO_COMMAND(clEnqueueSVMUnmap, cl_command_queue q, void *p, WAIT)
NO_COMMAND(clEnqueueNativeKernel, cl_command_queue q, void (CL_CALLBACK *f)(void *), void *u, size_t n, cl_uint m, const cl_mem *l, const void **p, WAIT)
NO_COMMAND(clEnqueueReadImage, cl_command_queue q, cl_mem m, cl_bool b, const size_t *o, const size_t *r, size_t p, size_t s, void *to, WAIT)
NO_COMMAND(clEnqueueWriteImage, cl_command_queue q, cl_mem m, cl_bool b, const size_t *o, const size_t *r, size_t p, size_t s, const void *from, WAIT)
NO_COMMAND(clEnqueueCopyImage, cl_command_queue q, cl_mem a, cl_mem m, const size_t *o, const size_t *p, const size_t *r, WAIT)
NO_COMMAND(clEnqueueFillImage, cl_command_queue q, cl_mem m, const void *c, const size_t *o, const size_t *r, WAIT)
NO_COMMAND(clEnqueueCopyImageToBuffer, cl_command_queue q, cl_mem a, cl_mem m, const size_t *o, const size_t *r, size_t at, WAIT)
NO_COMMAND(clEnqueueCopyBufferToImage, cl_command_queue q, cl_mem a, cl_mem m, size_t at, const size_t *o, const size_t *r, WAIT)
void *clSVMAlloc(cl_context c, cl_svm_mem_flags f, size_t n, cl_uint a) { return 0; }
void clSVMFree(cl_context c, void *p) {}
void *clEnqueueMapImage(cl_command_queue q, cl_mem m, cl_bool b, cl_map_flags f, const size_t *o, const size_t *r, size_t *p, size_t *s, WAIT, cl_int *err) { FAIL(CL_INVALID_OPERATION); }
