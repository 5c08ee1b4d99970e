#include "CRaster.h"
#include <png.h>
#include <stdlib.h>
#include <string.h>

// libpng and libjpeg leave by longjmp where something fails, which must not cross another language: it starts and ends here.

struct input { const uint8_t *bytes; size_t left; };

static void get(png_structp file, png_bytep into, size_t count) {
  struct input *input = png_get_io_ptr(file);
  if (count > input->left) png_error(file, "cut short");
  memcpy(into, input->bytes, count);
  input->bytes += count;
  input->left -= count;
}

static void fail(png_structp file, png_const_charp text) { (void)text; png_longjmp(file, 1); }

static void ignore(png_structp file, png_const_charp text) { (void)file; (void)text; }

/// What must be freed when libpng has jumped.
struct state { uint8_t *pixels; int outcome; };

static int is_too_large(uint32_t width, uint32_t height, uint64_t most) {
  return (uint64_t)width * height > most;
}

/// All colours as red, green, blue and alpha of eight bits.
static void set_form(png_structp file) {
  png_set_expand(file);
  png_set_scale_16(file);
  png_set_gray_to_rgb(file);
  png_set_add_alpha(file, 0xFF, PNG_FILLER_AFTER);
}

static void read_rows(png_structp file, png_infop info, struct state *state,
                      const struct craster_receiver *receiver) {
  uint32_t width = png_get_image_width(file, info), height = png_get_image_height(file, info);
  int passes = png_set_interlace_handling(file);
  uint64_t most = passes > 1 ? CRASTER_MOST_WHOLE_PIXELS : CRASTER_MOST_PIXELS;
  if (is_too_large(width, height, most)) {
    state->outcome = CRASTER_TOO_LARGE;
    return;
  }
  if (craster_is_known(receiver, width, height)) {
    state->outcome = CRASTER_STOPPED;
    return;
  }
  png_read_update_info(file, info);
  size_t stride = png_get_rowbytes(file, info);
  if (stride != (size_t)width * 4) return;
  if (receiver->begin(receiver->context, width, height)) {
    state->outcome = CRASTER_STOPPED;
    return;
  }
  // The rows of an interlaced picture are whole after the last pass only.
  state->pixels = calloc(passes > 1 ? height : 1, stride);
  if (!state->pixels) {
    state->outcome = CRASTER_NO_MEMORY;
    return;
  }
  for (int pass = 0; pass < passes; pass++) {
    for (uint32_t y = 0; y < height; y++) {
      uint8_t *row = state->pixels + (passes > 1 ? y * stride : 0);
      png_read_row(file, row, NULL);
      if (pass == passes - 1 && receiver->row(receiver->context, row)) {
        state->outcome = CRASTER_STOPPED;
        return;
      }
    }
  }
  state->outcome = CRASTER_DONE;
}

int craster_png(const uint8_t *bytes, size_t count, uint32_t least, const struct craster_receiver *receiver) {
  (void)least;
  struct input input = {bytes, count};
  struct state *state = calloc(1, sizeof *state);
  if (!state) return CRASTER_NO_MEMORY;
  state->outcome = CRASTER_DAMAGED;
  png_structp file = png_create_read_struct(PNG_LIBPNG_VER_STRING, NULL, fail, ignore);
  png_infop info = file ? png_create_info_struct(file) : NULL;
  if (!info) {
    state->outcome = CRASTER_NO_MEMORY;
  } else if (!setjmp(png_jmpbuf(file))) {
    png_set_read_fn(file, &input, get);
    // Chunks beside the picture may be packed a thousand times.
    png_set_chunk_malloc_max(file, 8000000);
    png_set_chunk_cache_max(file, 128);
    png_set_keep_unknown_chunks(file, PNG_HANDLE_CHUNK_NEVER, NULL, 0);
    png_read_info(file, info);
    set_form(file);
    read_rows(file, info, state, receiver);
  }
  int outcome = state->outcome;
  free(state->pixels);
  free(state);
  if (file) png_destroy_read_struct(&file, &info, NULL);
  return outcome;
}
