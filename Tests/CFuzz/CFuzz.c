#include "CFuzz.h"
#include <unistd.h>

pid_t cfuzz_fork(void) { return fork(); }
