#pragma once
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/// Gives a file another name and replaces nothing: -1 and EEXIST where the name is taken, EINVAL where the file system cannot promise it.
int clinux_rename_new(const char *from, const char *to);
/// Has two names change places in one step; EINVAL where the file system cannot.
int clinux_exchange(const char *one, const char *other);
/// Makes `target` share the blocks of `source`; -1 where the file system cannot.
int clinux_clone(int source, int target);
/// Copies within the kernel from and to the same offset; -1 and errno on failure.
ssize_t clinux_copy_range(int source, int target, off_t offset, size_t count);
/// Copies within the kernel from one file's position to the other's; -1 and errno on failure.
ssize_t clinux_append(int source, int target, size_t count);
/// Makes a file without a name on a folder's file system; -1 and errno on failure.
int clinux_unnamed_file(const char *folder);
/// The next offset at or behind `from` where there is data (or a hole); -1 and ENXIO behind the last.
off_t clinux_next_data(int file, off_t from);
off_t clinux_next_hole(int file, off_t from);
/// Names of a file's extended attributes, each with a NUL behind it (flistxattr(2)).
ssize_t clinux_attribute_names(int file, char *names, size_t size);
ssize_t clinux_attribute(int file, const char *name, void *value, size_t size);
int clinux_set_attribute(int file, const char *name, const void *value, size_t size);
/// Entries of an open folder as `struct linux_dirent64`, as many as fit (getdents64(2)); 0 at the end.
ssize_t clinux_entries(int folder, void *buffer, size_t size);
/// The magic number of the file system that a path lies on (statfs(2)); 0 where it is not to be had.
uint64_t clinux_file_system(const char *path);
/// `open` as a function of its own.
int clinux_open(const char *path, int flags, mode_t mode);
