#pragma once

#include "OldKernel.h"

/// Makes the system call of a try to get out of the cage; its error number, 0 where it came through, -1 for an unknown try.
int cescape_try(const char *name);
