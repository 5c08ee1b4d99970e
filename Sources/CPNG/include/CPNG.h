#pragma once
#include <stddef.h>
#include <stdint.h>

/// A text that stands in a file; keyword and text are Latin-1 or, in `text`, UTF-8.
struct cpng_text { const char *keyword; const char *text; };

/// A picture to be written: rows of 32 bits a pixel, in memory blue, green, red and one more that is left out.
/// With `has_alpha` that one is written as alpha, and colours are, gray or not.
struct cpng_picture {
  const uint8_t *pixels;
  uint32_t width, height;
  size_t stride;
  /// Blue, green and red are the same everywhere: one is written.
  int is_gray;
  int has_alpha;
  /// Packed in a third of the time to somewhat more bytes, for a file that nobody keeps.
  int is_quick;
  /// Pixels a metre each way; 0 where it is not known.
  uint32_t density;
  const struct cpng_text *texts;
  size_t text_count;
};

/// Takes bytes of the file; not 0 stops the writing.
typedef int (*cpng_sink)(void *context, const uint8_t *bytes, size_t count);

/// Writes a PNG file; -1 where libpng gave up or the sink did.
int cpng_write(const struct cpng_picture *picture, cpng_sink sink, void *context);
