#pragma once
#include <dlfcn.h>
#include <stdint.h>

/// Opens a library by the first of these names, of which the last is NULL, that the system has; NULL if it has none.
void *craster_open_library(const char *const *names);

/// Open one library each; 0 if it is missing or lacks a function.
int craster_load_heif(void);
int craster_load_jpeg_xl(void);
int craster_load_svg(void);

// A library's functions are listed once: the list gives the fields of a table, with the types of the library's own header, and fills it.
#define CRASTER_FIELD(name) __typeof__(&name) name;
#define CRASTER_RESOLVE(name) \
  if (!(*(void **)&library.name = dlsym(handle, #name))) return 0;

/// Divides the colours of a row of pixels by their alpha.
static inline void craster_unmultiply(uint8_t *row, uint32_t width) {
  for (uint32_t x = 0; x < width; x++, row += 4) {
    unsigned alpha = row[3];
    if (alpha == 255) continue;
    for (int channel = 0; channel < 3; channel++) {
      unsigned colour = alpha ? (row[channel] * 255u + alpha / 2) / alpha : 0;
      row[channel] = (uint8_t)(colour > 255 ? 255 : colour);
    }
  }
}
