// Runs a command from start to end: seconds of the clock, of processors, and its largest size in bytes, on standard output; its own output is
// dropped. A program of its own, because Linux counts the size of the process that forked into that of the command.
#include <fcntl.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

int main(int argc, char **argv) {
  if (argc < 2) return 2;
  double begun = now();
  pid_t child = fork();
  if (child == 0) {
    dup2(open("/dev/null", O_WRONLY), 1);
    execvp(argv[1], argv + 1);
    _exit(127);
  }
  int status = 0;
  struct rusage used;
  if (child < 0 || wait4(child, &status, 0, &used) != child) return 2;
  double seconds = (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) + 1e-6 * (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec);
  printf("%.6f %.6f %lld\n", now() - begun, seconds, (long long)used.ru_maxrss * 1024);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}
