#include "CRaster.h"
#include "Loading.h"
#include <stddef.h>

void *craster_open_library(const char *const *names) {
  void *handle = NULL;
  // All functions are bound at once: the sandbox does not let the table of functions be changed later.
  for (; *names && !handle; names++) handle = dlopen(*names, RTLD_NOW | RTLD_LOCAL);
  return handle;
}

int craster_load_more(void) {
  return (craster_load_heif() ? CRASTER_HEIF : 0) | (craster_load_jpeg_xl() ? CRASTER_JPEG_XL : 0) | (craster_load_svg() ? CRASTER_SVG : 0);
}
