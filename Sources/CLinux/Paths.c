#define _GNU_SOURCE
#include "CLinux.h"
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/xattr.h>

/* As near as 64 bits come. */
static int64_t nanoseconds(struct statx_timestamp time) {
  int64_t result;
  if (__builtin_mul_overflow((int64_t)time.tv_sec, 1000000000, &result) ||
      __builtin_add_overflow(result, (int64_t)time.tv_nsec, &result))
    return time.tv_sec < 0 ? INT64_MIN : INT64_MAX;
  return result;
}

int clinux_look(const char *path, struct clinux_facts *facts) {
  struct statx status;
  if (statx(AT_FDCWD, path, AT_NO_AUTOMOUNT, STATX_BASIC_STATS | STATX_BTIME, &status) < 0) return -1;
  facts->device = makedev(status.stx_dev_major, status.stx_dev_minor);
  facts->inode = status.stx_ino;
  facts->birth = status.stx_mask & STATX_BTIME ? nanoseconds(status.stx_btime) : 0;
  facts->size = (int64_t)status.stx_size;
  facts->modified = nanoseconds(status.stx_mtime);
  facts->mode = status.stx_mode;
  return 0;
}

ssize_t clinux_path_attribute(const char *path, const char *name, void *bytes, size_t count) {
  return getxattr(path, name, bytes, count);
}

int clinux_set_path_attribute(const char *path, const char *name, const void *bytes, size_t count) {
  return setxattr(path, name, bytes, count, 0);
}

int clinux_remove_path_attribute(const char *path, const char *name) { return removexattr(path, name); }
