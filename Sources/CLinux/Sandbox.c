#define _GNU_SOURCE
#include "CLinux.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

// Never above what the user's own limits allow: asking for more would fail, and leave no limit at all.
static int limit(int resource, uint64_t soft, uint64_t hard) {
  struct rlimit value;
  if (getrlimit(resource, &value) == 0) {
    if (hard > value.rlim_max) hard = value.rlim_max;
    if (soft > hard) soft = hard;
  }
  value = (struct rlimit){soft, hard};
  return setrlimit(resource, &value);
}

// Of the main thread's stack, which RLIMIT_DATA does not count: what is usual, also where the user's own limit is none.
enum { STACK = 64 << 20 };

int clinux_sandbox_limits(uint64_t memory, uint64_t addresses, uint64_t seconds, int64_t tasks) {
  int bad = 0;
  bad |= limit(RLIMIT_DATA, memory, memory);
  // RLIMIT_DATA counts neither mappings that are only read nor their page tables.
  bad |= limit(RLIMIT_AS, addresses, addresses);
  struct rlimit stack;
  uint64_t most = getrlimit(RLIMIT_STACK, &stack) == 0 && stack.rlim_cur < STACK ? stack.rlim_cur : STACK;
  bad |= limit(RLIMIT_STACK, most, most);
  bad |= limit(RLIMIT_NOFILE, 64, 64);
  if (tasks >= 0) bad |= limit(RLIMIT_NPROC, (uint64_t)tasks, (uint64_t)tasks);
  bad |= limit(RLIMIT_CORE, 0, 0);
  bad |= limit(RLIMIT_MEMLOCK, 0, 0);
  bad |= limit(RLIMIT_MSGQUEUE, 0, 0);
  bad |= limit(RLIMIT_FSIZE, 0, RLIM_INFINITY);
  // The signal of the soft limit can be blocked, what comes at the hard one cannot.
  bad |= limit(RLIMIT_CPU, seconds, seconds + 1);
  return bad ? CLINUX_NO_LIMITS : 0;
}

// The kernel, when it runs out of memory, ends a worker before the reader and before the user's other programs.
enum { FIRST_TO_GO = 500 };

void clinux_sandbox_offer(void) {
  char text[16] = "";
  int file = open("/proc/self/oom_score_adj", O_RDWR | O_CLOEXEC);
  if (file < 0) return;
  ssize_t count = read(file, text, sizeof text - 1);
  if (count > 0 && atoi(text) < FIRST_TO_GO) {
    int length = snprintf(text, sizeof text, "%d", FIRST_TO_GO);
    if (pwrite(file, text, (size_t)length, 0) < 0) { /* Nothing is lost: the kernel then chooses by size. */ }
  }
  close(file);
}

int clinux_sandbox_process(void) {
  // An inherited signal mask would keep SIGXCPU from ending a worker that spins.
  sigset_t stops;
  clinux_terminal_stops(&stops);
  sigprocmask(SIG_SETMASK, &stops, NULL);
  signal(SIGXCPU, SIG_DFL);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  prctl(PR_SET_DUMPABLE, 0);
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) ? CLINUX_NO_NEW_PRIVS_MISSING : 0;
}

// Landlock's interface, written out because older headers lack the newer rights.
struct landlock_ruleset { uint64_t fs, net, scoped; };
struct landlock_path { uint64_t allowed; int32_t parent; } __attribute__((packed));
#ifndef __NR_landlock_create_ruleset
#define __NR_landlock_create_ruleset 444
#define __NR_landlock_add_rule 445
#define __NR_landlock_restrict_self 446
#endif
enum { READ_FILE = 1 << 2, READ_DIR = 1 << 3, RULE_PATH = 1, ASK_VERSION = 1 };

int clinux_sandbox_landlock(const char *const *paths, size_t count) {
  long version = syscall(__NR_landlock_create_ruleset, NULL, 0, ASK_VERSION);
  if (version < 1) return CLINUX_NO_LANDLOCK;
  // Rights known to each version: 13 of the first, REFER, TRUNCATE, IOCTL_DEV.
  int rights = version == 1 ? 13 : version == 2 ? 14 : version < 5 ? 15 : 16;
  struct landlock_ruleset set = {(1ULL << rights) - 1, version >= 4 ? 3 : 0, version >= 6 ? 3 : 0};
  size_t size = version >= 6 ? 24 : version >= 4 ? 16 : 8;
  int ruleset = (int)syscall(__NR_landlock_create_ruleset, &set, size, 0);
  if (ruleset < 0) return CLINUX_NO_LANDLOCK;
  for (size_t index = 0; index < count; index++) {
    int file = open(paths[index], O_PATH | O_CLOEXEC);
    struct stat kind;
    if (file < 0) continue;
    if (fstat(file, &kind) == 0) {
      struct landlock_path rule = {S_ISDIR(kind.st_mode) ? READ_FILE | READ_DIR : READ_FILE, file};
      syscall(__NR_landlock_add_rule, ruleset, RULE_PATH, &rule, 0);
    }
    close(file);
  }
  int failed = syscall(__NR_landlock_restrict_self, ruleset, 0) != 0;
  close(ruleset);
  return failed ? CLINUX_NO_LANDLOCK : 0;
}
