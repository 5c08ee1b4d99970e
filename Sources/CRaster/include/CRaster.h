#pragma once
#include <stddef.h>
#include <stdint.h>

/// Whoever takes a picture's rows; not 0 stops the decoder.
struct craster_receiver {
  void *context;
  /// So large it is, by its header; NULL where nobody asks. Nothing has been decoded yet.
  int (*learn)(void *context, uint32_t width, uint32_t height);
  /// So many rows of so many pixels will follow.
  int (*begin)(void *context, uint32_t width, uint32_t height);
  /// The next row from the top: red, green, blue and alpha of each pixel, the colours not multiplied by it.
  int (*row)(void *context, const uint8_t *rgba);
};

/// How decoding ended.
enum { CRASTER_DONE = 0, CRASTER_DAMAGED = 1, CRASTER_NO_MEMORY = 2, CRASTER_TOO_LARGE = 3, CRASTER_STOPPED = 4,
       CRASTER_NOT_LOADED = 5 };

/// Pixels of a picture that comes row by row, and of one that must be in memory whole before its first row can be given.
#define CRASTER_MOST_PIXELS 400000000
#define CRASTER_MOST_WHOLE_PIXELS 64000000

/// Whether the receiver has heard enough when it knows how large a picture is.
static inline int craster_is_known(const struct craster_receiver *receiver, uint32_t width, uint32_t height) {
  return receiver->learn && receiver->learn(receiver->context, width, height);
}

/// Decode a file in memory; of one that moves its first picture. `least`: the longer side needs no more
/// pixels than that, so that a decoder that can leave some out may.
int craster_png(const uint8_t *bytes, size_t count, uint32_t least, const struct craster_receiver *receiver);
int craster_jpeg(const uint8_t *bytes, size_t count, uint32_t least, const struct craster_receiver *receiver);
int craster_webp(const uint8_t *bytes, size_t count, uint32_t least, const struct craster_receiver *receiver);
int craster_gif(const uint8_t *bytes, size_t count, uint32_t least, const struct craster_receiver *receiver);
int craster_tiff(const uint8_t *bytes, size_t count, uint32_t least, const struct craster_receiver *receiver);

/// Returns the number of pages of a TIFF file, 4096 at most; smaller copies of pages and masks are not counted. 0 if it is no TIFF file.
int craster_tiff_pages(const uint8_t *bytes, size_t count);
/// Decodes one page of a TIFF file; the first is 0.
int craster_tiff_page(const uint8_t *bytes, size_t count, uint32_t page, uint32_t least, const struct craster_receiver *receiver);

/// Libraries that `craster_load_more` could open, as bits.
enum { CRASTER_HEIF = 1, CRASTER_JPEG_XL = 2, CRASTER_SVG = 4 };

/// Opens the libraries of the decoders below, which return CRASTER_NOT_LOADED without it; returns those it found. Must be called before the
/// sandbox is shut, after fontconfig has read its configuration.
int craster_load_more(void);

int craster_heif(const uint8_t *bytes, size_t count, uint32_t least, const struct craster_receiver *receiver);
/// The number of images in a file, and one of them; the main image is the first.
int craster_heif_pages(const uint8_t *bytes, size_t count);
int craster_heif_page(const uint8_t *bytes, size_t count, uint32_t page, uint32_t least, const struct craster_receiver *receiver);
int craster_jpeg_xl(const uint8_t *bytes, size_t count, uint32_t least, const struct craster_receiver *receiver);
/// Draws the picture so that its longer side has `least` pixels. `learn` is called with the size that the file asks for, at 96 dpi.
int craster_svg(const uint8_t *bytes, size_t count, uint32_t least, const struct craster_receiver *receiver);

/// Whether the root element of a file that begins with these bytes is an SVG picture, also if gzip has packed it.
int craster_is_svg(const uint8_t *head, size_t count);
