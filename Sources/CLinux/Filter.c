#define _GNU_SOURCE
#include "CLinux.h"
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/futex.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#else
#error "the sandbox knows x86_64 and aarch64"
#endif

#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define LOAD_ARGUMENT(index) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args) + 8 * (index))
#define LOAD_HIGH_ARGUMENT(index) \
  BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args) + 8 * (index) + 4)
#define AND(bits) BPF_STMT(BPF_ALU | BPF_AND | BPF_K, (bits))
#define IS(value, yes, no) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (value), (yes), (no))
#define HAS(bits, yes, no) BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, (bits), (yes), (no))
#define GIVE(result) BPF_STMT(BPF_RET | BPF_K, (result))
// Each row ends in a return, so that the call's number is still loaded for the next.
#define ALLOW(call) IS(call, 0, 1), GIVE(SECCOMP_RET_ALLOW)
#define ALLOW_WITHOUT(call, argument, bits, otherwise) \
  IS(call, 0, 4), LOAD_ARGUMENT(argument), HAS(bits, 1, 0), GIVE(SECCOMP_RET_ALLOW), GIVE(otherwise)
#define ALLOW_EQUAL(call, argument, value, otherwise) \
  IS(call, 0, 4), LOAD_ARGUMENT(argument), IS(value, 0, 1), GIVE(SECCOMP_RET_ALLOW), GIVE(otherwise)
// Only with none but these bits.
#define ALLOW_ONLY_BITS(call, argument, bits, otherwise) ALLOW_WITHOUT(call, argument, ~(uint32_t)(bits), otherwise)
// Only on one descriptor and with exactly these flags.
#define ALLOW_MESSAGE(call, descriptor, flags) \
  IS(call, 0, 6), LOAD_ARGUMENT(0), IS(descriptor, 0, 3), LOAD_ARGUMENT(2), IS(flags, 0, 1), \
    GIVE(SECCOMP_RET_ALLOW), GIVE(SECCOMP_RET_KILL_PROCESS)
#define ALLOW_ONLY(call, argument, one, two, three, otherwise) \
  IS(call, 0, 6), LOAD_ARGUMENT(argument), IS(one, 2, 0), IS(two, 1, 0), IS(three, 0, 1), \
    GIVE(SECCOMP_RET_ALLOW), GIVE(otherwise)

// The socket to the reader, as `clinux_spawn_worker` places it.
enum { WIRE = 3 };
// The higher half of a length: 16 GB and more, as much as RLIMIT_AS leaves.
enum { LARGEST_MAPPING = 4 };
// What a file may be opened with; O_LARGEFILE is 0 in glibc's headers where it says nothing, but not in the call.
enum { READING = O_RDONLY | O_CLOEXEC | O_DIRECTORY | O_NOCTTY | O_NONBLOCK | O_NOFOLLOW | 0100000 };

// glibc's flags of a new thread: no process, no namespace, no signal handlers of its own.
enum {
  THREAD = CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD | CLONE_SYSVSEM | CLONE_SETTLS |
    CLONE_PARENT_SETTID | CLONE_CHILD_CLEARTID
};

#ifdef __NR_access
#define ALLOW_ACCESS ALLOW_EQUAL(__NR_access, 1, R_OK, SECCOMP_RET_ERRNO | EACCES),
enum { ACCESS_ROWS = 5 };
#else
#define ALLOW_ACCESS
enum { ACCESS_ROWS = 0 };
#endif
// The rows of libraries with threads, which are skipped where the worker has none.
enum { THREAD_ROWS = 2 + 5 + 5 + 2 + 2 + 2 + 5 + 2 + 2 + 5 + ACCESS_ROWS };

int clinux_sandbox_seccomp(int has_threads) {
  const uint32_t kill = SECCOMP_RET_KILL_PROCESS;
  const uint32_t refuse = SECCOMP_RET_ERRNO | EACCES;
  struct sock_filter rows[] = {
    LOAD(arch), IS(ARCHITECTURE, 1, 0), GIVE(kill), LOAD(nr),
    BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1), GIVE(kill),  // x32 numbers
    ALLOW_MESSAGE(__NR_recvmsg, WIRE, MSG_CMSG_CLOEXEC),  // the wire
    ALLOW_MESSAGE(__NR_sendmsg, WIRE, MSG_NOSIGNAL),      // the wire
    ALLOW(__NR_pread64),       // the document
    ALLOW(__NR_lseek),         // the document, fonts, CMaps
    ALLOW(__NR_read),          // fonts, CMaps (stdio)
    ALLOW(__NR_close),         // documents, fonts, CMaps
    ALLOW(__NR_newfstatat),    // glibc's fstat
    ALLOW(__NR_fstat),         // newer glibc's fstat
    ALLOW_ONLY_BITS(__NR_openat, 2, READING, refuse),  // fonts, CMaps; Landlock chooses which; libraries try and go on
    ALLOW_ONLY(__NR_fcntl, 1, F_GETFL, F_SETFD, F_DUPFD_CLOEXEC, refuse),  // the document's access mode and copies; FreeType's close-on-exec; F_SETOWN would send signals
    // malloc, fonts, the document, the shared page. Shared anonymous memory and stacks that grow are counted by no limit, and the page
    // tables of a mapping that is only read take memory too.
    IS(__NR_mmap, 0, 12),
      LOAD_ARGUMENT(2), HAS(PROT_EXEC, 8, 0),
      LOAD_ARGUMENT(3), HAS(MAP_GROWSDOWN | MAP_LOCKED | MAP_HUGETLB, 7, 0),
      AND(MAP_SHARED | MAP_ANONYMOUS), IS(MAP_SHARED | MAP_ANONYMOUS, 5, 0),
      LOAD_HIGH_ARGUMENT(1), BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, LARGEST_MAPPING, 0, 1),
      GIVE(SECCOMP_RET_ERRNO | ENOMEM), GIVE(SECCOMP_RET_ALLOW), GIVE(kill), GIVE(refuse),
    ALLOW(__NR_munmap),        // the same
    ALLOW_ONLY_BITS(__NR_mremap, 3, MREMAP_MAYMOVE, refuse),  // realloc of large blocks
    ALLOW(__NR_brk),           // malloc
    ALLOW_EQUAL(__NR_madvise, 2, MADV_DONTNEED, refuse),  // malloc_trim
    // GLib's, pixman's and glibc's locks; those that hand a lock on, requeue waiters or inherit priorities are none of theirs.
    IS(__NR_futex, 0, 7), LOAD_ARGUMENT(1), AND(~(uint32_t)(FUTEX_PRIVATE_FLAG | FUTEX_CLOCK_REALTIME)),
      IS(FUTEX_WAIT, 3, 0), IS(FUTEX_WAKE, 2, 0), IS(FUTEX_WAIT_BITSET, 1, 0), GIVE(kill), GIVE(SECCOMP_RET_ALLOW),
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
    BPF_STMT(BPF_JMP | BPF_JA | BPF_K, has_threads ? 0 : THREAD_ROWS),
    // Its flags lie in memory that no filter sees; glibc then takes clone.
    IS(__NR_clone3, 0, 1), GIVE(SECCOMP_RET_ERRNO | ENOSYS),
    ALLOW_EQUAL(__NR_clone, 0, THREAD, kill),
    ALLOW_ONLY_BITS(__NR_mprotect, 2, PROT_READ | PROT_WRITE, kill),  // a thread's stack and heap
    ALLOW(__NR_set_robust_list),                                      // a thread's beginning
    ALLOW(__NR_rseq),                                                 // the same
    ALLOW(__NR_exit),                                                 // a thread's end
    ALLOW_EQUAL(__NR_prctl, 0, PR_SET_NAME, kill),                    // a thread's name
    ALLOW(__NR_sched_yield),                                          // threads that wait for a moment
    IS(__NR_sched_getaffinity, 0, 1), GIVE(refuse),                   // libraries then take one processor for granted
    ALLOW_EQUAL(__NR_faccessat, 2, R_OK, refuse),                     // fonts: opening them says no less
    ALLOW_ACCESS
    GIVE(kill),
  };
  struct sock_fprog program = {sizeof rows / sizeof rows[0], rows};
  // Also for threads that a library may have started by now; a worker without threads has none.
  int others = has_threads ? SECCOMP_FILTER_FLAG_TSYNC : 0;
  return syscall(__NR_seccomp, SECCOMP_SET_MODE_FILTER, others, &program) ? CLINUX_NO_SECCOMP : 0;
}
