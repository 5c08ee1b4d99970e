#pragma once
#include <stdint.h>
/// Placeholder until the first call is needed.
int32_t clinux_page_size(void);
