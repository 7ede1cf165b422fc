// What the runtimes here share: the process that compiles and runs (device.py), which is told on a pipe what to do and answers a line, and
// memory that it shares. ISOTOPE_SUITE_DEVICE is that process's command line, ISOTOPE_SUITE_DIR the folder where files are put.
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

static int IDS;
static pthread_mutex_t LOCK = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static FILE *TO, *FROM;
static char ANSWER[1 << 20];

static const char *folder(void) { const char *d = getenv("ISOTOPE_SUITE_DIR"); return d ? d : "/tmp"; }

// Tells the device's process a line and gives what it answers.
static char *ask(const char *line) {
  if (!TO) {
    int a[2], b[2];
    const char *command = getenv("ISOTOPE_SUITE_DEVICE");
    if (!command || pipe2(a, O_CLOEXEC) || pipe2(b, O_CLOEXEC)) { fprintf(stderr, "ISOTOPE_SUITE_DEVICE is not set\n"); exit(3); }
    if (!fork()) {
      int out = fcntl(1, F_DUPFD, 10);
      char text[16];
      snprintf(text, sizeof text, "%d", out);
      setenv("ISOTOPE_SUITE_STDOUT", text, 1);
      unsetenv("LD_PRELOAD");
      dup2(a[0], 0); dup2(b[1], 1);
      execl("/bin/sh", "sh", "-c", command, (char *)0);
      _exit(127);
    }
    close(a[0]); close(b[1]);
    TO = fdopen(a[1], "w"); FROM = fdopen(b[0], "r");
  }
  fflush(stdout);
  fprintf(TO, "%s\n", line); fflush(TO);
  if (!fgets(ANSWER, sizeof ANSWER, FROM)) { fprintf(stderr, "the device's process ended\n"); exit(3); }
  ANSWER[strcspn(ANSWER, "\n")] = 0;
  return ANSWER;
}

// Memory of the device: a file of its own, mapped here.
static void *mapped(size_t n, int *id) {
  char path[4200];
  *id = ++IDS;
  snprintf(path, sizeof path, "%s/m%d", folder(), *id);
  int f = open(path, O_RDWR | O_CREAT | O_TRUNC, 0600);
  if (f < 0 || ftruncate(f, n)) { perror(path); exit(3); }
  void *bytes = mmap(0, n ? n : 1, PROT_READ | PROT_WRITE, MAP_SHARED, f, 0);
  close(f);
  if (bytes == MAP_FAILED) { perror(path); exit(3); }
  return bytes;
}
static void unmapped(void *bytes, size_t n, int id) {
  char path[4200];
  munmap(bytes, n ? n : 1);
  snprintf(path, sizeof path, "%s/m%d", folder(), id);
  unlink(path);
}
