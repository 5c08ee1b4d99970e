#pragma once

#include "OldKernel.h"

/// Makes the system call of a try to get out of the cage; its error number, 0 where it came through, -1 for an unknown try.
int cescape_try(const char *name);
/// Works for so much of a processor's time, on one that another thread has for most of the time: once in a process.
void cescape_work_beside_others(long milliseconds);
