#define _GNU_SOURCE
#include "CLinuxFiles.h"
#include <errno.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <sys/xattr.h>
#include <unistd.h>

#ifndef RENAME_NOREPLACE
#define RENAME_NOREPLACE 1
#define RENAME_EXCHANGE 2
#endif

int clinux_rename_new(const char *from, const char *to) {
  return (int)syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE);
}

int clinux_exchange(const char *one, const char *other) {
  return (int)syscall(SYS_renameat2, AT_FDCWD, one, AT_FDCWD, other, RENAME_EXCHANGE);
}

int clinux_clone(int source, int target) { return ioctl(target, FICLONE, source); }

ssize_t clinux_copy_range(int source, int target, off_t offset, size_t count) {
  loff_t from = offset, to = offset;
  return copy_file_range(source, &from, target, &to, count, 0);
}

ssize_t clinux_append(int source, int target, size_t count) {
  return copy_file_range(source, NULL, target, NULL, count, 0);
}

int clinux_unnamed_file(const char *folder) { return open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600); }

off_t clinux_next_data(int file, off_t from) { return lseek(file, from, SEEK_DATA); }

off_t clinux_next_hole(int file, off_t from) { return lseek(file, from, SEEK_HOLE); }

ssize_t clinux_attribute_names(int file, char *names, size_t size) { return flistxattr(file, names, size); }

ssize_t clinux_attribute(int file, const char *name, void *value, size_t size) {
  return fgetxattr(file, name, value, size);
}

int clinux_set_attribute(int file, const char *name, const void *value, size_t size) {
  return fsetxattr(file, name, value, size, 0);
}

ssize_t clinux_entries(int folder, void *buffer, size_t size) {
  return syscall(SYS_getdents64, folder, buffer, size);
}

uint64_t clinux_file_system(const char *path) {
  struct statfs status;
  return statfs(path, &status) == 0 ? (uint64_t)status.f_type & 0xFFFFFFFF : 0;
}

int clinux_open(const char *path, int flags, mode_t mode) { return open(path, flags | O_CLOEXEC, mode); }
