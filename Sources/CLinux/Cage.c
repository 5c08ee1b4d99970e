#define _GNU_SOURCE
#include "CLinux.h"
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <sys/mman.h>
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

int clinux_cage_limits(uint64_t memory, uint64_t seconds) {
  int bad = 0;
  bad |= limit(RLIMIT_DATA, memory, memory);
  bad |= limit(RLIMIT_NOFILE, 64, 64);
  bad |= limit(RLIMIT_NPROC, 0, 0);
  bad |= limit(RLIMIT_CORE, 0, 0);
  bad |= limit(RLIMIT_MEMLOCK, 0, 0);
  bad |= limit(RLIMIT_MSGQUEUE, 0, 0);
  bad |= limit(RLIMIT_FSIZE, 0, RLIM_INFINITY);
  // The signal of the soft limit can be blocked, what comes at the hard one cannot.
  bad |= limit(RLIMIT_CPU, seconds, seconds + 1);
  return bad ? CLINUX_NO_LIMITS : 0;
}

int clinux_cage_process(void) {
  // A mask inherited from whoever started us would keep SIGXCPU from ending a worker that spins.
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

int clinux_cage_landlock(const char *const *paths, size_t count) {
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

#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#else
#error "the cage knows x86_64 and aarch64"
#endif

#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define LOAD_ARGUMENT(index) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args) + 8 * (index))
#define IS(value, yes, no) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (value), (yes), (no))
#define HAS(bits, yes, no) BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, (bits), (yes), (no))
#define GIVE(result) BPF_STMT(BPF_RET | BPF_K, (result))
// Each row ends in a return, so that the call's number is still loaded for the next.
#define ALLOW(call) IS(call, 0, 1), GIVE(SECCOMP_RET_ALLOW)
#define ALLOW_WITHOUT(call, argument, bits, otherwise) \
  IS(call, 0, 4), LOAD_ARGUMENT(argument), HAS(bits, 1, 0), GIVE(SECCOMP_RET_ALLOW), GIVE(otherwise)
#define ALLOW_EQUAL(call, argument, value, otherwise) \
  IS(call, 0, 4), LOAD_ARGUMENT(argument), IS(value, 0, 1), GIVE(SECCOMP_RET_ALLOW), GIVE(otherwise)
#define ALLOW_ONLY(call, argument, one, two, three, otherwise) \
  IS(call, 0, 6), LOAD_ARGUMENT(argument), IS(one, 2, 0), IS(two, 1, 0), IS(three, 0, 1), \
    GIVE(SECCOMP_RET_ALLOW), GIVE(otherwise)

int clinux_cage_seccomp(void) {
  const uint32_t kill = SECCOMP_RET_KILL_PROCESS;
  const uint32_t refuse = SECCOMP_RET_ERRNO | EACCES;
  struct sock_filter rows[] = {
    LOAD(arch), IS(ARCHITECTURE, 1, 0), GIVE(kill), LOAD(nr),
    BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1), GIVE(kill),  // x32 numbers
    ALLOW(__NR_recvmsg),       // the wire
    ALLOW(__NR_sendmsg),       // the wire
    ALLOW(__NR_pread64),       // the document
    ALLOW(__NR_lseek),         // the document, fonts, CMaps
    ALLOW(__NR_read),          // fonts, CMaps (stdio)
    ALLOW(__NR_close),         // documents, fonts, CMaps
    ALLOW(__NR_newfstatat),    // glibc's fstat
    ALLOW(__NR_fstat),         // newer glibc's fstat
    ALLOW_WITHOUT(__NR_openat, 2, O_WRONLY | O_RDWR | O_CREAT | O_TRUNC | O_APPEND, refuse),  // fonts, CMaps; Landlock chooses which; libraries try and go on
    ALLOW_ONLY(__NR_fcntl, 1, F_GETFL, F_SETFD, F_DUPFD_CLOEXEC, refuse),  // the document's access mode and copies; FreeType's close-on-exec; F_SETOWN would send signals
    ALLOW_WITHOUT(__NR_mmap, 2, PROT_EXEC, kill),  // malloc, fonts, the shared page
    ALLOW(__NR_munmap),        // the same
    ALLOW(__NR_mremap),        // realloc of large blocks
    ALLOW(__NR_brk),           // malloc
    ALLOW_EQUAL(__NR_madvise, 2, MADV_DONTNEED, refuse),  // malloc_trim
    ALLOW(__NR_futex),         // GLib's, pixman's and Swift's locks
    ALLOW(__NR_write),         // errors on 2
    ALLOW(__NR_writev),        // glibc's last words before abort
    ALLOW(__NR_exit_group),    // the end
    ALLOW(__NR_rt_sigprocmask),  // abort() ends as SIGABRT
    ALLOW(__NR_rt_sigaction),    // abort()
    ALLOW(__NR_gettid),          // abort()
    ALLOW(__NR_getpid),          // abort()
    ALLOW_EQUAL(__NR_tgkill, 0, (uint32_t)getpid(), kill),  // abort()
    ALLOW(__NR_clock_gettime),   // the vDSO falls back to it under some clock sources
    ALLOW(__NR_getrandom),       // Swift's hash seed, when late
    ALLOW(__NR_sysinfo),         // glibc's qsort asks for the memory size once
    GIVE(kill),
  };
  struct sock_fprog program = {sizeof rows / sizeof rows[0], rows};
  return syscall(__NR_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program) ? CLINUX_NO_SECCOMP : 0;
}
