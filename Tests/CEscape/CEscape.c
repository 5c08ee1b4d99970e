#define _GNU_SOURCE
#include "CEscape.h"
#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <signal.h>
#include <string.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

// Called directly, so that no library's own precaution comes before the sandbox's.
static long call(long number, long a, long b, long c, long d, long e) {
  return syscall(number, a, b, c, d, e, 0L);
}

static long try_fork(void) { return call(__NR_clone, SIGCHLD, 0, 0, 0, 0); }
static long try_execute(void) {
  char *arguments[] = {"true", NULL};
  return call(__NR_execve, (long)"/bin/true", (long)arguments, 0, 0, 0);
}
static long try_ptrace(void) { return call(__NR_ptrace, PTRACE_TRACEME, 0, 0, 0, 0); }
static long try_kill_parent(void) { return call(__NR_kill, getppid(), 0, 0, 0, 0); }
static long try_signal_by_descriptor(void) { return call(__NR_fcntl, 2, F_SETOWN, 1, 0, 0); }
static long try_socket(void) { return call(__NR_socket, AF_INET, SOCK_STREAM, 0, 0, 0); }
static long try_socket_pair(void) {
  int pair[2];
  return call(__NR_socketpair, AF_UNIX, SOCK_STREAM, 0, (long)pair, 0);
}
static long try_bpf(void) { return call(__NR_bpf, 0, 0, 0, 0, 0); }
static long try_performance_events(void) { return call(__NR_perf_event_open, 0, 0, -1, -1, 0); }
static long try_io_uring(void) { return call(__NR_io_uring_setup, 1, 0, 0, 0, 0); }
static long try_user_faults(void) { return call(__NR_userfaultfd, 0, 0, 0, 0, 0); }
static long try_keyring(void) { return call(__NR_keyctl, 0, -3, 0, 0, 0); }
static long try_mount(void) { return call(__NR_mount, 0, (long)"/tmp", (long)"tmpfs", 0, 0); }
static long try_unshare(void) { return call(__NR_unshare, 0x10000000, 0, 0, 0, 0); }
static long try_set_limit(void) {
  struct rlimit all = {RLIM_INFINITY, RLIM_INFINITY};
  return call(__NR_prlimit64, 0, RLIMIT_DATA, (long)&all, 0, 0);
}
static long try_other_memory(void) {
  char byte;
  struct iovec here = {&byte, 1}, there = {&byte, 1};
  return call(__NR_process_vm_readv, getppid(), (long)&here, 1, (long)&there, 1);
}
static long try_anonymous_file(void) { return call(__NR_memfd_create, (long)"x", 0, 0, 0, 0); }
static long try_truncate(void) { return call(__NR_ftruncate, 2, 0, 0, 0, 0); }
static long try_unlink(void) { return call(__NR_unlinkat, AT_FDCWD, (long)"/tmp/none", 0, 0, 0); }
static long try_make_folder(void) {
  return call(__NR_mkdirat, AT_FDCWD, (long)"/tmp/none", 0700, 0, 0);
}
static long try_change_mode(void) {
  return call(__NR_fchmodat, AT_FDCWD, (long)"/tmp", 01777, 0, 0);
}
static long try_link(void) {
  return call(__NR_symlinkat, (long)"/etc/passwd", AT_FDCWD, (long)"/tmp/none", 0, 0);
}
// Given a socket that is not there: a system that allows the call itself answers with EBADF.
static long try_connect(void) { return call(__NR_connect, 99, 0, 0, 0, 0); }
static long try_bind(void) { return call(__NR_bind, 99, 0, 0, 0, 0); }
// Signal 0 is harmless if the sandbox does not hold.
static long try_kill_other(void) { return call(__NR_kill, 1, 0, 0, 0, 0); }
static long try_kill_all(void) { return call(__NR_kill, -1, 0, 0, 0, 0); }
static long try_queue_signal(void) { return call(__NR_rt_sigqueueinfo, getppid(), 0, 0, 0, 0); }
static long try_trace_other(void) { return call(__NR_ptrace, PTRACE_SEIZE, getppid(), 0, 0, 0); }
static long try_process_descriptor(void) { return call(__NR_pidfd_open, getppid(), 0, 0, 0, 0); }
static long try_clone_anew(void) { return call(__NR_clone3, 0, 0, 0, 0, 0); }
static long try_change_root(void) { return call(__NR_chroot, (long)"/tmp", 0, 0, 0, 0); }
static long try_set_user(void) { return call(__NR_setuid, 0, 0, 0, 0, 0); }
static long try_open_by_handle(void) { return call(__NR_open_by_handle_at, AT_FDCWD, 0, 0, 0, 0); }
static long try_watch_files(void) { return call(__NR_inotify_init1, 0, 0, 0, 0, 0); }
static long try_timer(void) { return call(__NR_timer_create, 0, 0, 0, 0, 0); }
static long try_load_module(void) { return call(__NR_finit_module, 99, (long)"", 0, 0, 0); }
static long try_dumpable(void) { return call(__NR_prctl, PR_SET_DUMPABLE, 1, 0, 0, 0); }
// Letters put into the terminal's input would be commands of the shell.
static long try_terminal_input(void) { return call(__NR_ioctl, 2, TIOCSTI, (long)"x", 0, 0); }
static long try_open_tree(void) { return call(428, AT_FDCWD, (long)"/", 0, 0, 0); }
static long try_other_numbers(void) { return call(4095, 0, 0, 0, 0, 0); }
#if defined(__x86_64__)
// getpid by its x32 number: filters that only look at the low ones let it through.
static long try_old_calls(void) { return call(0x40000000 | __NR_getpid, 0, 0, 0, 0, 0); }
#else
static long try_old_calls(void) { return call(1 << 20, 0, 0, 0, 0, 0); }
#endif

static long map(size_t count, long protection, long flags) {
  return syscall(__NR_mmap, 0L, count, protection, flags, -1L, 0L);
}
static long try_shared_memory(void) { return map(1 << 20, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS); }
static long try_growing_stack(void) {
  return map(1 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_GROWSDOWN);
}
static long try_locked_memory(void) {
  return map(1 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_LOCKED);
}
static long try_huge_read_only(void) {
  return map(1UL << 40, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE);
}
// Page tables of so much would take 8 GB.
static long try_many_read_only(void) {
  for (int index = 0; index < 1024; index++) {
    if (map(4UL << 30, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE) < 0) return -1;
  }
  return 0;
}
static long try_move_memory(void) {
  long memory = map(1 << 16, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS);
  return call(__NR_mremap, memory, 1 << 16, 1 << 16, MREMAP_MAYMOVE | MREMAP_FIXED, memory + (1 << 20));
}
static int word;
static long try_futex_priority(void) { return call(__NR_futex, (long)&word, FUTEX_LOCK_PI, 0, 0, 0); }
static long try_futex_requeue(void) {
  return call(__NR_futex, (long)&word, FUTEX_CMP_REQUEUE_PI | FUTEX_PRIVATE_FLAG, 1, 0, (long)&word);
}
static long try_futex_wake_operation(void) {
  return call(__NR_futex, (long)&word, FUTEX_WAKE_OP, 1, 0, (long)&word);
}
static long try_futex_wake(void) { return call(__NR_futex, (long)&word, FUTEX_WAKE | FUTEX_PRIVATE_FLAG, 1, 0, 0); }
static long message(long number, int descriptor, int flags) {
  char byte = 0;
  struct iovec part = {&byte, 1};
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
  return call(number, descriptor, (long)&message, flags, 0, 0);
}
static long try_peek(void) { return message(__NR_recvmsg, 3, MSG_PEEK); }
static long try_out_of_band(void) { return message(__NR_sendmsg, 3, MSG_OOB); }
static long try_send_elsewhere(void) { return message(__NR_sendmsg, 2, MSG_NOSIGNAL); }
static long try_open_path(void) { return call(__NR_openat, AT_FDCWD, (long)"/", O_PATH | O_DIRECTORY, 0, 0); }
static long try_stat_passwords(void) {
  struct stat status;
  return call(__NR_newfstatat, AT_FDCWD, (long)"/etc/passwd", (long)&status, 0, 0);
}

static const struct { const char *name; long (*make)(void); } tries[] = {
  {"fork", try_fork}, {"execute", try_execute}, {"ptrace", try_ptrace},
  {"killParent", try_kill_parent}, {"signalParentByDescriptor", try_signal_by_descriptor},
  {"socket", try_socket}, {"socketPair", try_socket_pair}, {"bpf", try_bpf},
  {"performanceEvents", try_performance_events}, {"ioUring", try_io_uring},
  {"userFaults", try_user_faults}, {"keyring", try_keyring}, {"mount", try_mount},
  {"unshare", try_unshare}, {"setLimit", try_set_limit}, {"readOtherMemory", try_other_memory},
  {"anonymousFile", try_anonymous_file}, {"truncate", try_truncate}, {"unlink", try_unlink},
  {"makeFolder", try_make_folder}, {"changeMode", try_change_mode}, {"link", try_link},
  {"oldCalls", try_old_calls}, {"connect", try_connect}, {"bind", try_bind},
  {"killOther", try_kill_other}, {"killAll", try_kill_all}, {"queueSignal", try_queue_signal},
  {"traceOther", try_trace_other}, {"processDescriptor", try_process_descriptor},
  {"cloneAnew", try_clone_anew}, {"changeRoot", try_change_root}, {"setUser", try_set_user},
  {"openByHandle", try_open_by_handle}, {"watchFiles", try_watch_files}, {"timer", try_timer},
  {"loadModule", try_load_module}, {"dumpable", try_dumpable},
  {"terminalInput", try_terminal_input}, {"openTree", try_open_tree},
  {"otherNumbers", try_other_numbers}, {"sharedMemory", try_shared_memory},
  {"growingStack", try_growing_stack}, {"lockedMemory", try_locked_memory},
  {"hugeReadOnly", try_huge_read_only}, {"manyReadOnly", try_many_read_only},
  {"moveMemory", try_move_memory}, {"futexPriority", try_futex_priority},
  {"futexRequeue", try_futex_requeue}, {"futexWakeOperation", try_futex_wake_operation},
  {"futexWake", try_futex_wake}, {"peek", try_peek}, {"outOfBand", try_out_of_band},
  {"sendElsewhere", try_send_elsewhere}, {"openPath", try_open_path},
  {"statPasswords", try_stat_passwords},
};

int cescape_try(const char *name) {
  for (size_t index = 0; index < sizeof tries / sizeof tries[0]; index++) {
    if (strcmp(tries[index].name, name) == 0) return tries[index].make() < 0 ? errno : 0;
  }
  return -1;
}
