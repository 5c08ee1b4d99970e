#include "CPNG.h"
#include <png.h>
#include <stdlib.h>
#include <string.h>

// libpng leaves by longjmp where something fails, which must not cross another language: it starts and ends here.

struct output { cpng_sink sink; void *context; };

static void put(png_structp file, png_bytep bytes, size_t count) {
  struct output *output = png_get_io_ptr(file);
  if (output->sink(output->context, bytes, count)) png_error(file, "stopped");
}

static void flush(png_structp file) { (void)file; }

static void fail(png_structp file, png_const_charp text) { (void)text; png_longjmp(file, 1); }

static void ignore(png_structp file, png_const_charp text) { (void)file; (void)text; }

static void set_texts(png_structp file, png_infop info, const struct cpng_picture *picture) {
  for (size_t index = 0; index < picture->text_count; index++) {
    png_text text;
    memset(&text, 0, sizeof text);
    text.compression = PNG_TEXT_COMPRESSION_NONE;
    text.key = (png_charp)picture->texts[index].keyword;
    text.text = (png_charp)picture->texts[index].text;
    png_set_text(file, info, &text, 1);
  }
}

static void write_rows(png_structp file, const struct cpng_picture *picture, uint8_t *gray) {
  for (uint32_t y = 0; y < picture->height; y++) {
    const uint8_t *row = picture->pixels + y * picture->stride;
    if (gray) {
      for (uint32_t x = 0; x < picture->width; x++) gray[x] = row[x * 4];
      row = gray;
    }
    png_write_row(file, row);
  }
}

int cpng_write(const struct cpng_picture *picture, cpng_sink sink, void *context) {
  struct output output = {sink, context};
  png_structp file = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, fail, ignore);
  if (!file) return -1;
  png_infop info = png_create_info_struct(file);
  int is_gray = picture->is_gray && !picture->has_alpha;
  uint8_t *gray = is_gray ? malloc(picture->width) : NULL;
  if (!info || (is_gray && !gray) || setjmp(png_jmpbuf(file))) {
    free(gray);
    png_destroy_write_struct(&file, &info);
    return -1;
  }
  png_set_write_fn(file, &output, put, flush);
  png_set_user_limits(file, 0x7FFFFFFF, 0x7FFFFFFF);
  png_set_IHDR(file, info, picture->width, picture->height, 8,
               gray ? PNG_COLOR_TYPE_GRAY : picture->has_alpha ? PNG_COLOR_TYPE_RGB_ALPHA : PNG_COLOR_TYPE_RGB, PNG_INTERLACE_NONE,
               PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  if (picture->is_quick) {
    png_set_compression_level(file, 1);
    // The difference to the row above, which on paper is mostly none.
    png_set_filter(file, PNG_FILTER_TYPE_BASE, PNG_FILTER_UP);
  }
  if (picture->density) png_set_pHYs(file, info, picture->density, picture->density, PNG_RESOLUTION_METER);
  set_texts(file, info, picture);
  png_write_info(file, info);
  if (!gray) {
    png_set_bgr(file);
    if (!picture->has_alpha) png_set_filler(file, 0, PNG_FILLER_AFTER);
  }
  write_rows(file, picture, gray);
  png_write_end(file, info);
  free(gray);
  png_destroy_write_struct(&file, &info);
  return 0;
}

