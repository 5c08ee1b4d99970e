#define _GNU_SOURCE
#include "CLinux.h"
#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

ssize_t clinux_send(int socket, const void *bytes, size_t count, int descriptor) {
  struct iovec part = {(void *)bytes, count};
  union { char bytes[CMSG_SPACE(sizeof(int))]; struct cmsghdr align; } control;
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
  if (descriptor >= 0) {
    memset(&control, 0, sizeof control);
    message.msg_control = control.bytes;
    message.msg_controllen = sizeof control.bytes;
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof(int));
    memcpy(CMSG_DATA(header), &descriptor, sizeof(int));
  }
  ssize_t sent;
  do sent = sendmsg(socket, &message, MSG_NOSIGNAL); while (sent < 0 && errno == EINTR);
  return sent;
}

ssize_t clinux_receive(int socket, void *bytes, size_t count, int *descriptor) {
  struct iovec part = {bytes, count};
  union { char bytes[CMSG_SPACE(sizeof(int) * 4)]; struct cmsghdr align; } control;
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1,
                           .msg_control = control.bytes, .msg_controllen = sizeof control.bytes};
  if (descriptor) *descriptor = -1;
  ssize_t got;
  do got = recvmsg(socket, &message, MSG_CMSG_CLOEXEC); while (got < 0 && errno == EINTR);
  if (got < 0) return got;
  for (struct cmsghdr *header = CMSG_FIRSTHDR(&message); header; header = CMSG_NXTHDR(&message, header)) {
    if (header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS) continue;
    size_t descriptors = (header->cmsg_len - CMSG_LEN(0)) / sizeof(int);
    for (size_t index = 0; index < descriptors; index++) {
      int one;
      memcpy(&one, CMSG_DATA(header) + index * sizeof(int), sizeof one);
      if (descriptor && *descriptor < 0) *descriptor = one; else close(one);
    }
  }
  return got;
}

static int memory_of(const char *name, size_t size, int seals) {
  int memory = memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (memory < 0) return -1;
  if (ftruncate(memory, (off_t)size) < 0 || fcntl(memory, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | seals) < 0) {
    int failure = errno;
    close(memory);
    errno = failure;
    return -1;
  }
  return memory;
}

int clinux_shared_memory(const char *name, size_t size) { return memory_of(name, size, F_SEAL_SEAL); }

int clinux_picture_memory(const char *name, size_t size) { return memory_of(name, size, 0); }

int clinux_forbid_writing(int memory) { return fcntl(memory, F_ADD_SEALS, F_SEAL_WRITE | F_SEAL_SEAL); }

int clinux_forbids_writing(int memory) {
  int seals = fcntl(memory, F_GET_SEALS);
  return seals >= 0 && (seals & F_SEAL_WRITE) != 0;
}

void clinux_terminal_stops(sigset_t *signals) {
  sigemptyset(signals);
  sigaddset(signals, SIGTSTP);
  sigaddset(signals, SIGTTIN);
  sigaddset(signals, SIGTTOU);
}

pid_t clinux_spawn_worker(const char *path, char *const arguments[], char *const environment[],
                          int socket, int memory, int error) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  sigset_t stops, all;
  pid_t pid = -1;
  // Out of the way of 0 to 4 first, so that no dup2 overwrites one that is still needed.
  int high_socket = fcntl(socket, F_DUPFD_CLOEXEC, 16);
  int high_memory = memory >= 0 ? fcntl(memory, F_DUPFD_CLOEXEC, 16) : -1;
  int high_error = error >= 0 ? fcntl(error, F_DUPFD_CLOEXEC, 16) : -1;
  if (high_socket < 0 || (memory >= 0 && high_memory < 0) || (error >= 0 && high_error < 0)) {
    int failure = errno;
    if (high_socket >= 0) close(high_socket);
    if (high_memory >= 0) close(high_memory);
    errno = failure;
    return -1;
  }
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
  if (high_error >= 0) posix_spawn_file_actions_adddup2(&actions, high_error, 2);
  else posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, high_socket, 3);
  if (high_memory >= 0) posix_spawn_file_actions_adddup2(&actions, high_memory, 4);
  posix_spawn_file_actions_addclosefrom_np(&actions, high_memory >= 0 ? 5 : 4);
  // It is never stopped by a terminal. One that was, between its start and its program, would keep our own threads from stopping: the
  // system waits for the one that starts it, and the shell for all of them.
  clinux_terminal_stops(&stops);
  sigfillset(&all);
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setsigmask(&attributes, &stops);
  posix_spawnattr_setsigdefault(&attributes, &all);
  posix_spawnattr_setpgroup(&attributes, 0);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
  int failure = posix_spawn(&pid, path, &actions, &attributes, arguments, environment);
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  close(high_socket);
  if (high_memory >= 0) close(high_memory);
  if (high_error >= 0) close(high_error);
  if (failure) { errno = failure; return -1; }
  return pid;
}

int clinux_process_descriptor(pid_t pid) { return (int)syscall(__NR_pidfd_open, pid, 0); }

int clinux_signal_of(int status) { return WIFSIGNALED(status) ? WTERMSIG(status) : 0; }

int clinux_exit_of(int status) { return WIFEXITED(status) ? WEXITSTATUS(status) : -1; }

static volatile sig_atomic_t exit_without_memory;

static void last_words(int number) {
  if (errno == ENOMEM) _exit(exit_without_memory);
  signal(number, SIG_DFL);
  raise(number);
}

void clinux_share_heaps(int most) { mallopt(M_ARENA_MAX, most); }

void clinux_exit_without_memory(int status) {
  // Where the heap is at its end malloc would make another one, with calls the sandbox does not allow.
  clinux_share_heaps(1);
  // Some libraries say so on standard output; without a buffer of its own that would be asked first whether it is a terminal.
  static char words[1024];
  setvbuf(stdout, words, _IOFBF, sizeof words);
  // Not deferred: returning from a handler is a call the sandbox does not allow.
  struct sigaction action = {.sa_handler = last_words, .sa_flags = SA_NODEFER};
  exit_without_memory = status;
  sigaction(SIGABRT, &action, NULL);
}

int64_t clinux_peer_user(int socket) {
  struct ucred peer;
  socklen_t size = sizeof peer;
  return getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &size) < 0 ? -1 : (int64_t)peer.uid;
}

int clinux_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC); }
