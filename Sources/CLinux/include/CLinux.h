#pragma once
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>
#include "CLinuxFiles.h"

/// Sends bytes and at most one descriptor (-1: none) as one message; -1 and errno on failure.
ssize_t clinux_send(int socket, const void *bytes, size_t count, int descriptor);
/// Receives one message; `descriptor` gets the one that came with it or -1. Others that came are closed.
ssize_t clinux_receive(int socket, void *bytes, size_t count, int *descriptor);
/// Shared memory of a fixed size, sealed against shrinking and growing; -1 and errno on failure.
int clinux_shared_memory(const char *name, size_t size);
/// Memory of a fixed size that `clinux_forbid_writing` can make one that nobody writes to; -1 and errno on failure.
int clinux_picture_memory(const char *name, size_t size);
/// Nobody writes to a memory from here on; -1 and EBUSY while somebody has it mapped for writing.
int clinux_forbid_writing(int memory);
/// 1 if that was done to a memory.
int clinux_forbids_writing(int memory);
/// The signals by which a terminal stops programs (SIGTSTP, SIGTTIN, SIGTTOU), and no others.
void clinux_terminal_stops(sigset_t *signals);
/// Spawns with descriptors 0 and 1 on /dev/null, 2 on `error`, 3 = `socket`, 4 = `memory` (-1: none), nothing else.
pid_t clinux_spawn_worker(const char *path, char *const arguments[], char *const environment[],
                          int socket, int memory, int error);
/// Serves copies of this process, which must have one thread: says so on a socket, and returns 0 in each copy that is asked for, with the
/// descriptors that came as 3 and 4; -1 in the process itself when nobody is there any more.
int clinux_serve_copies(int control);
/// Whether the first message of a process is that of one that serves copies.
int clinux_is_template(int control);
/// Has it copied, with descriptors 3 = `socket` and 4 = `memory`; the copy is a child of the process that spawned the other, and -1 if there
/// is none within `patience` milliseconds.
pid_t clinux_copy_template(int control, int socket, int memory, int patience);
/// Signal that ended a child by its wait status; 0 where it exited.
int clinux_signal_of(int status);
/// Status a child exited with; -1 where a signal ended it.
int clinux_exit_of(int status);
/// Has this process of one thread live with a lack of memory inside the sandbox: malloc fails, and where a library aborts over that the
/// process exits with a status.
void clinux_exit_without_memory(int status);
/// Has all threads that are made from now on share so many heaps: what one of them has given back, the others use.
void clinux_share_heaps(int most);
/// A descriptor that becomes readable when the child ends; -1 where the kernel has none.
int clinux_process_descriptor(pid_t pid);

/// The user at the other end of a Unix socket; -1 and errno on failure.
int64_t clinux_peer_user(int socket);

/// What of the sandbox could not be had, as bits.
enum { CLINUX_NO_LANDLOCK = 1, CLINUX_NO_SECCOMP = 2, CLINUX_NO_NEW_PRIVS_MISSING = 4, CLINUX_NO_LIMITS = 8,
       CLINUX_NO_NAMESPACES = 16 };
/// Has the kernel end this process first when it runs out of memory; before all below, which hide the file for that.
void clinux_sandbox_offer(void);
/// A user, mount, PID and IPC namespace of its own, with a root that has nothing but copies of the given folders and files; `links` are
/// symbolic links on the way to them. Changes nothing about what can be read where the kernel or its settings do not allow it.
int clinux_sandbox_namespaces(const char *const *paths, size_t count, const char *const *links, size_t link_count,
                              int has_threads);
/// Memory, address space, processor, files and processes a worker may have.
int clinux_sandbox_limits(uint64_t memory, uint64_t addresses, uint64_t seconds, int64_t tasks);
/// No new privileges, not dumpable, dies with its parent.
int clinux_sandbox_process(void);
/// Read-only access to the given folders and files, to nothing else.
int clinux_sandbox_landlock(const char *const *paths, size_t count);
/// Shuts the system call filter.
int clinux_sandbox_seccomp(int has_threads);

/// What tells a file apart and when it changed; times in nanoseconds since 1970-01-01 UTC, `birth` 0 where it is not known.
struct clinux_facts { uint64_t device, inode; int64_t birth, size, modified; uint32_t mode; };
/// Looks at a file through its links; -1 and errno on failure.
int clinux_look(const char *path, struct clinux_facts *facts);
/// As pipe2(2) with O_CLOEXEC, which Swift's Glibc has not.
int clinux_pipe(int ends[2]);
/// As getxattr(2), setxattr(2) and removexattr(2), which Swift's Glibc has not.
ssize_t clinux_path_attribute(const char *path, const char *name, void *bytes, size_t count);
int clinux_set_path_attribute(const char *path, const char *name, const void *bytes, size_t count);
int clinux_remove_path_attribute(const char *path, const char *name);
