// An OpenCL device as one of those that peers.py compares; the lines that it reads and answers are those of
// crates/isotope-cli/examples/peer.rs, but that `load` has a source file and `run` neither engine nor threads:
//
//   opencl PLATFORM FOLDER      the first CPU of the first platform whose name contains PLATFORM; FOLDER has iso_cl.h
//   opencl                      the platforms, their first devices and versions, one a line
//
// The kernel alone is timed by the device's own profile of its events (0 where it has none).
#define _GNU_SOURCE
#define CL_TARGET_OPENCL_VERSION 120
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include <CL/cl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { KERNELS = 64, PLATFORMS = 16 };

struct loaded {
  char id[64];
  cl_program program;
  cl_kernel kernel;
  cl_mem in, out;
  size_t groups, size, out_bytes;
  unsigned char *zeros;
  int warm;
};

static cl_context context;
static cl_device_id device;
static cl_command_queue queue;
static const char *include_dir;
static struct loaded all[KERNELS];
static int count;

static uint64_t now(clockid_t clock) {
  struct timespec t;
  clock_gettime(clock, &t);
  return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

#define TRY(call) \
  do { cl_int err_ = (call); if (err_ != CL_SUCCESS) { printf("error %s gave %d\n", #call, (int)err_); return; } } while (0)
#define NEED(what, code) \
  do { if ((code) != CL_SUCCESS) { printf("error %s gave %d\n", what, (int)(code)); return; } } while (0)

static char *read_file(const char *path, size_t *size) {
  FILE *f = fopen(path, "rb");
  if (!f) return NULL;
  fseek(f, 0, SEEK_END);
  long n = ftell(f);
  rewind(f);
  char *text = n < 0 ? NULL : malloc((size_t)n + 1);
  if (text && fread(text, 1, (size_t)n, f) != (size_t)n) { free(text); text = NULL; }
  fclose(f);
  if (text) { text[n] = 0; *size = (size_t)n; }
  return text;
}

static void load(char *words[], int n) {
  if (n < 9 || count == KERNELS) { printf("error load takes ID FILE ENTRY GROUPS SIZE DATA N OUT ARG.., of at most %d kernels\n", KERNELS); return; }
  struct loaded *k = &all[count];
  size_t source_size, data_size;
  char *source = read_file(words[2], &source_size), *data = read_file(words[6], &data_size);
  if (!source || !data) { printf("error cannot read `%s`\n", source ? words[6] : words[2]); free(source); free(data); return; }
  cl_uint items = (cl_uint)strtoul(words[7], NULL, 10);
  if (data_size < 4 * (size_t)items) { printf("error `%s` has fewer than %u words\n", words[6], items); return; }
  snprintf(k->id, sizeof k->id, "%s", words[1]);
  k->groups = strtoul(words[4], NULL, 10);
  k->size = strtoul(words[5], NULL, 10);
  k->out_bytes = 4 * strtoul(words[8], NULL, 10);
  cl_int err;
  k->program = clCreateProgramWithSource(context, 1, (const char **)&source, &source_size, &err);
  NEED("clCreateProgramWithSource", err);
  char options[4096];
  snprintf(options, sizeof options, "-cl-std=CL1.2 -I %s", include_dir);
  err = clBuildProgram(k->program, 1, &device, options, NULL, NULL);
  if (err != CL_SUCCESS) {
    static char log[1 << 16];
    clGetProgramBuildInfo(k->program, device, CL_PROGRAM_BUILD_LOG, sizeof log - 1, log, NULL);
    for (char *c = log; *c; c++) if (*c == '\n') *c = ' ';
    printf("error clBuildProgram gave %d: %s\n", (int)err, log);
    return;
  }
  k->kernel = clCreateKernel(k->program, words[3], &err);
  NEED("clCreateKernel", err);
  k->in = clCreateBuffer(context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, 4 * (size_t)items, data, &err);
  NEED("clCreateBuffer", err);
  k->out = clCreateBuffer(context, CL_MEM_READ_WRITE, k->out_bytes, NULL, &err);
  NEED("clCreateBuffer", err);
  k->zeros = calloc(1, k->out_bytes);
  if (!k->zeros) { printf("error no memory\n"); return; }
  for (int i = 9; i < n; i++) {
    cl_uint number = strcmp(words[i], "n") ? (cl_uint)strtoul(words[i], NULL, 10) : items;
    cl_mem *buffer = !strcmp(words[i], "in") ? &k->in : !strcmp(words[i], "out") ? &k->out : NULL;
    TRY(clSetKernelArg(k->kernel, (cl_uint)(i - 9), buffer ? sizeof *buffer : sizeof number, buffer ? (void *)buffer : (void *)&number));
  }
  free(source);
  free(data);
  count++;
  printf("ok\n");
}

static void run(char *words[], int n) {
  struct loaded *k = NULL;
  for (int i = 0; n == 3 && i < count; i++) if (!strcmp(all[i].id, words[1])) k = &all[i];
  if (!k) { printf("error run takes ID LAUNCHES, of a kernel that is loaded\n"); return; }
  unsigned launches = (unsigned)strtoul(words[2], NULL, 10), first = k->warm ? 0 : 1;
  uint64_t wall = 0, cpu = 0, kernel = 0;
  size_t global = k->groups * k->size;
  for (unsigned i = 0; i < launches + first; i++) {
    TRY(clEnqueueWriteBuffer(queue, k->out, CL_TRUE, 0, k->out_bytes, k->zeros, 0, NULL, NULL));
    TRY(clFinish(queue));
    cl_event event;
    uint64_t begun = now(CLOCK_MONOTONIC), busy = now(CLOCK_PROCESS_CPUTIME_ID);
    TRY(clEnqueueNDRangeKernel(queue, k->kernel, 1, NULL, &global, &k->size, 0, NULL, &event));
    TRY(clFinish(queue));
    uint64_t took = now(CLOCK_MONOTONIC) - begun, worked = now(CLOCK_PROCESS_CPUTIME_ID) - busy;
    cl_ulong start = 0, end = 0;
    if (clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START, sizeof start, &start, NULL) != CL_SUCCESS
        || clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof end, &end, NULL) != CL_SUCCESS)
      start = end = 0;
    clReleaseEvent(event);
    if (i >= first) { wall += took; cpu += worked; kernel += end - start; }
  }
  k->warm = 1;
  unsigned char *out = malloc(k->out_bytes);
  if (!out) { printf("error no memory\n"); return; }
  TRY(clEnqueueReadBuffer(queue, k->out, CL_TRUE, 0, k->out_bytes, out, 0, NULL, NULL));
  uint64_t hash = 0xcbf29ce484222325u;
  for (size_t i = 0; i < k->out_bytes; i++) hash = (hash ^ out[i]) * 0x100000001b3u;
  free(out);
  printf("%llu %llu %llu 0 0 %016llx\n", (unsigned long long)wall, (unsigned long long)cpu, (unsigned long long)kernel, (unsigned long long)hash);
}

int main(int argc, char **argv) {
  cl_platform_id platforms[PLATFORMS];
  cl_uint found = 0;
  clGetPlatformIDs(PLATFORMS, platforms, &found);
  if (found > PLATFORMS) found = PLATFORMS;
  for (cl_uint i = 0; i < found; i++) {
    char name[256] = "", version[256] = "", chip[256] = "";
    cl_device_id first;
    clGetPlatformInfo(platforms[i], CL_PLATFORM_NAME, sizeof name, name, NULL);
    clGetPlatformInfo(platforms[i], CL_PLATFORM_VERSION, sizeof version, version, NULL);
    if (clGetDeviceIDs(platforms[i], CL_DEVICE_TYPE_CPU, 1, &first, NULL) != CL_SUCCESS) continue;
    clGetDeviceInfo(first, CL_DRIVER_VERSION, sizeof chip, chip, NULL);
    if (argc < 3) printf("%s\t%s\t%s\n", name, version, chip);
    else if (strstr(name, argv[1])) { device = first; break; }
  }
  if (argc < 3) return 0;
  if (!device) { printf("error no platform `%s` with a CPU\n", argv[1]); return 1; }
  include_dir = argv[2];
  cl_int err;
  context = clCreateContext(NULL, 1, &device, NULL, NULL, &err);
  if (err == CL_SUCCESS) queue = clCreateCommandQueue(context, device, CL_QUEUE_PROFILING_ENABLE, &err);
  if (err != CL_SUCCESS) { printf("error no queue: %d\n", (int)err); return 1; }
  static char line[1 << 14];
  while (fgets(line, sizeof line, stdin)) {
    char *words[32];
    int n = 0;
    for (char *w = strtok(line, " \n"); w && n < 32; w = strtok(NULL, " \n")) words[n++] = w;
    if (n && !strcmp(words[0], "load")) load(words, n);
    else if (n && !strcmp(words[0], "run")) run(words, n);
    else printf("error neither load nor run\n");
    fflush(stdout);
  }
  return 0;
}
