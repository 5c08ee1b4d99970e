#define _GNU_SOURCE
#include "CLinux.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

// What a template says when it can be copied.
static const char word[] = "recto template";

// A copy is a child of the template's parent, which waits for it as for those it spawned, and whose end is the copy's. Without a stack or a
// thread's descriptor the order of clone's arguments, which differs between processors, does not matter.
static pid_t copy(void) { return (pid_t)syscall(SYS_clone, CLONE_PARENT | SIGCHLD, 0, 0, 0, 0); }

int clinux_serve_copies(int control) {
  if (clinux_send(control, word, sizeof word, -1) != sizeof word) return -1;
  for (;;) {
    char byte;
    int given[2] = {-1, -1};
    for (int index = 0; index < 2; index++)
      if (clinux_receive(control, &byte, 1, &given[index]) != 1 || given[index] < 0) return -1;
    pid_t pid = copy();
    if (pid == 0) {
      // Out of the way of each other first.
      int socket = fcntl(given[0], F_DUPFD_CLOEXEC, 16), memory = fcntl(given[1], F_DUPFD_CLOEXEC, 16);
      close(given[0]);
      close(given[1]);
      // The first of the two closes the way to the template.
      if (dup2(socket, 3) < 0 || dup2(memory, 4) < 0) _exit(1);
      close(socket);
      close(memory);
      setpgid(0, 0);
      return 0;
    }
    close(given[0]);
    close(given[1]);
    if (clinux_send(control, &pid, sizeof pid, -1) != sizeof pid) return -1;
  }
}

int clinux_is_template(int control) {
  char said[sizeof word];
  return clinux_receive(control, said, sizeof said, NULL) == sizeof word && memcmp(said, word, sizeof word) == 0;
}

pid_t clinux_copy_template(int control, int socket, int memory, int patience) {
  pid_t pid = -1;
  struct pollfd answer = {.fd = control, .events = POLLIN};
  if (clinux_send(control, "", 1, socket) != 1 || clinux_send(control, "", 1, memory) != 1) return -1;
  int ready;
  // A copy that was made in spite of a signal, such as that of a resized window, would never be waited for.
  do ready = poll(&answer, 1, patience); while (ready < 0 && errno == EINTR);
  if (ready != 1 || clinux_receive(control, &pid, sizeof pid, NULL) != sizeof pid) return -1;
  // Only a child of our own is ever waited for, or killed.
  return pid > 0 && waitpid(pid, NULL, WNOHANG) == 0 ? pid : -1;
}
