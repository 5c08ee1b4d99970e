#pragma once
#include <sys/types.h>

/// `fork`, which Swift does not show: only for a process without threads.
pid_t cfuzz_fork(void);
