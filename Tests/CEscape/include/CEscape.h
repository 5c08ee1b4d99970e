#pragma once

#include "OldKernel.h"

/// Makes the system call of an attempt to escape the sandbox; returns its error number, 0 on success, -1 for an unknown attempt.
int cescape_try(const char *name);
/// Works for so much of a processor's time, on one that another thread has for most of the time: once in a process.
void cescape_work_beside_others(long milliseconds);
