#define _GNU_SOURCE
#include "CLinux.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/capability.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

// The new root is built over a folder that every system has and no font lies in.
#define ROOT "/dev"

static int put(const char *path, const char *text) {
  int file = open(path, O_WRONLY | O_CLOEXEC);
  if (file < 0) return -1;
  ssize_t count = write(file, text, strlen(text));
  close(file);
  return count < 0 ? -1 : 0;
}

// Without a mapping the new root's own files could not be made. It maps the user to itself and nobody else.
static int map_user(uid_t user, gid_t group) {
  char line[64];
  put("/proc/self/setgroups", "deny");
  snprintf(line, sizeof line, "%u %u 1", user, user);
  if (put("/proc/self/uid_map", line) < 0) return -1;
  snprintf(line, sizeof line, "%u %u 1", group, group);
  return put("/proc/self/gid_map", line);
}

// The path in the new root; the folders above it are made.
static int place(const char *path, char *inside) {
  if (snprintf(inside, PATH_MAX, "%s%s", ROOT, path) >= PATH_MAX) return -1;
  for (char *slash = inside + sizeof ROOT; (slash = strchr(slash, '/')); slash++) {
    *slash = 0;
    int failed = mkdir(inside, 0755) < 0 && errno != EEXIST;
    *slash = '/';
    if (failed) return -1;
  }
  return 0;
}

static int show(const char *path) {
  struct stat kind;
  char inside[PATH_MAX];
  if (stat(path, &kind) < 0) return 0;
  if (path[0] != '/' || place(path, inside) < 0) return -1;
  if (S_ISDIR(kind.st_mode)) {
    if (mkdir(inside, 0755) < 0 && errno != EEXIST) return -1;
  } else {
    int file = open(inside, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    if (file < 0) return -1;
    close(file);
  }
  return mount(path, inside, NULL, MS_BIND | MS_REC, NULL);
}

static int copy_link(const char *path) {
  char inside[PATH_MAX], target[PATH_MAX];
  ssize_t count = readlink(path, target, sizeof target - 1);
  if (count < 0) return 0;
  target[count] = 0;
  if (path[0] != '/' || place(path, inside) < 0) return -1;
  return symlink(target, inside) < 0 && errno != EEXIST ? -1 : 0;
}

// The rights it has over its namespaces are of no more use.
static void drop_rights(void) {
  struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
  struct __user_cap_data_struct none[2] = {{0, 0, 0}, {0, 0, 0}};
  syscall(__NR_capset, &header, none);
}

int clinux_sandbox_namespaces(const char *const *paths, size_t count, const char *const *links, size_t link_count,
                              int has_threads) {
  uid_t user = getuid();
  gid_t group = getgid();
  // A thread cannot be in another namespace of processes than its first one, and the filter allows no process.
  int processes = has_threads ? 0 : CLONE_NEWPID;
  if (unshare(CLONE_NEWUSER | CLONE_NEWNS | processes | CLONE_NEWIPC) < 0) return CLINUX_NO_NAMESPACES;
  // What is mounted from here on is nobody else's: with a new user namespace all mounts are copies (mount_namespaces(7)).
  int failed = map_user(user, group) < 0 ||
    mount("none", ROOT, "tmpfs", MS_NOSUID | MS_NODEV | MS_NOEXEC, "mode=0755,size=4m") < 0;
  // Links come last: a folder on the way may be a link's own place only where nothing was to be shown in it.
  for (size_t index = 0; !failed && index < count; index++) failed = show(paths[index]) < 0;
  for (size_t index = 0; !failed && index < link_count; index++) failed = copy_link(links[index]) < 0;
  // Not pivot_root: the kernel waits for all processors before the old root is gone, and a start takes four times as long. There is no way
  // out without a right that is given up below and a folder that is open, and the filter knows neither call.
  failed = failed || chdir(ROOT) < 0 || chroot(".") < 0;
  drop_rights();
  return failed ? CLINUX_NO_NAMESPACES : 0;
}
