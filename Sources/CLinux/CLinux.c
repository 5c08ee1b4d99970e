#include "CLinux.h"
#include <unistd.h>
int32_t clinux_page_size(void) { return (int32_t)sysconf(_SC_PAGESIZE); }
