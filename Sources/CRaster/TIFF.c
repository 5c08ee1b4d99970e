#include "CRaster.h"
#include "Loading.h"
#include <stdlib.h>
#include <string.h>
#include <tiffio.h>

enum { MOST_PAGES = 4096 };

// Of one block of memory that libtiff asks for; a file may name any size.
enum { LARGEST_BLOCK = 256 << 20 };

/// A file in memory, and where libtiff is in it.
struct input { const uint8_t *bytes; uint64_t count, at; };

static tmsize_t get(thandle_t handle, void *into, tmsize_t count) {
  struct input *input = handle;
  if (count < 0 || input->at >= input->count) return 0;
  uint64_t given = (uint64_t)count < input->count - input->at ? (uint64_t)count : input->count - input->at;
  memcpy(into, input->bytes + input->at, given);
  input->at += given;
  return (tmsize_t)given;
}

static tmsize_t refuse(thandle_t handle, void *bytes, tmsize_t count) {
  (void)handle; (void)bytes; (void)count;
  return -1;
}

static toff_t seek(thandle_t handle, toff_t offset, int from) {
  struct input *input = handle;
  input->at = from == SEEK_SET ? offset : from == SEEK_CUR ? input->at + offset : input->count + offset;
  return input->at;
}

static int leave_open(thandle_t handle) { (void)handle; return 0; }

static toff_t size(thandle_t handle) { return ((struct input *)handle)->count; }

static int map(thandle_t handle, void **base, toff_t *count) {
  struct input *input = handle;
  *base = (void *)input->bytes;
  *count = input->count;
  return 1;
}

static void unmap(thandle_t handle, void *base, toff_t count) { (void)handle; (void)base; (void)count; }

static int note_error(TIFF *file, void *errors, const char *module, const char *format, va_list list) {
  (void)file; (void)module; (void)format; (void)list;
  ++*(unsigned *)errors;
  return 1;
}

static int ignore(TIFF *file, void *context, const char *module, const char *format, va_list list) {
  (void)file; (void)context; (void)module; (void)format; (void)list;
  return 1;
}

// The chain of directories is followed here, since libtiff reads each of them in full, and counts those that are no pages.

/// How numbers are stored: TIFF and BigTIFF in both byte orders.
struct layout { const uint8_t *bytes; uint64_t count; int is_big_endian, is_big; };

static uint64_t number(const struct layout *file, uint64_t at, unsigned width) {
  if (at > file->count || file->count - at < width) return 0;
  uint64_t value = 0;
  for (unsigned index = 0; index < width; index++) {
    value = value << 8 | file->bytes[at + (file->is_big_endian ? index : width - 1 - index)];
  }
  return value;
}

static uint64_t first_directory(struct layout *file) {
  if (file->count < 16) return 0;
  file->is_big_endian = file->bytes[0] == 'M';
  file->is_big = number(file, 2, 2) == 43;
  return file->is_big ? number(file, 8, 8) : number(file, 4, 4);
}

/// Returns the offset of the directory after this; 0 after the last. `is_page` gets whether it is one, not a smaller copy or a mask.
static uint64_t next_directory(const struct layout *file, uint64_t directory, int *is_page) {
  enum { SUBFILE_TYPE = 254, SMALLER = 1, MASK = 4 };
  uint64_t count = number(file, directory, file->is_big ? 8 : 2), entry = directory + (file->is_big ? 8 : 2);
  uint64_t size = file->is_big ? 20 : 12;
  *is_page = 1;
  if (entry > file->count || count > (file->count - entry) / size) return 0;
  for (uint64_t index = 0; index < count; index++, entry += size) {
    if (number(file, entry, 2) == SUBFILE_TYPE) *is_page = !(number(file, entry + size - (file->is_big ? 8 : 4), 4) & (SMALLER | MASK));
  }
  return number(file, entry, file->is_big ? 8 : 4);
}

/// Returns how many pages there are before `limit`, and the offset of the last of them.
static uint32_t count_pages(struct layout *file, uint32_t limit, uint64_t *last) {
  uint64_t seen[MOST_PAGES];
  uint64_t first = first_directory(file), directory = first;
  uint32_t directories = 0, pages = 0;
  for (; directory && directory < file->count && pages < limit && directories < MOST_PAGES; directories++) {
    for (uint32_t index = 0; index < directories; index++) {
      if (seen[index] == directory) return pages;
    }
    seen[directories] = directory;
    int is_page;
    uint64_t next = next_directory(file, directory, &is_page);
    if (is_page) {
      *last = directory;
      pages++;
    }
    directory = next;
  }
  // A file of nothing but a smaller copy shows that.
  if (!pages && directories && limit) {
    *last = first;
    return 1;
  }
  return pages;
}

int craster_tiff_pages(const uint8_t *bytes, size_t count) {
  struct layout layout = {.bytes = bytes, .count = count};
  uint64_t last;
  return (int)count_pages(&layout, MOST_PAGES, &last);
}

/// How the file's colours are given and turned.
struct page {
  TIFF *file;
  uint32_t width, height;
  uint16_t orientation;
  /// Whether the colours are multiplied by the alpha, and whether there is one.
  int is_multiplied, has_alpha;
  /// Errors that libtiff has reported.
  unsigned *errors;
};

static int is_on_its_side(const struct page *page) { return page->orientation >= ORIENTATION_LEFTTOP; }

/// libtiff multiplies colours by an alpha unless it believes that they are already; those that are not are kept exact that way.
static void choose_alpha(struct page *page) {
  uint16_t count = 0, *kinds = NULL;
  TIFFGetField(page->file, TIFFTAG_EXTRASAMPLES, &count, &kinds);
  if (!count || !kinds) return;
  page->has_alpha = kinds[0] == EXTRASAMPLE_ASSOCALPHA || kinds[0] == EXTRASAMPLE_UNASSALPHA;
  page->is_multiplied = kinds[0] == EXTRASAMPLE_ASSOCALPHA;
  if (kinds[0] != EXTRASAMPLE_UNASSALPHA) return;
  // A copy: the array that libtiff gives is freed when it is set.
  uint16_t *changed = malloc(count * sizeof *changed);
  if (!changed) return;
  memcpy(changed, kinds, count * sizeof *changed);
  changed[0] = EXTRASAMPLE_ASSOCALPHA;
  if (!TIFFSetField(page->file, TIFFTAG_EXTRASAMPLES, count, changed)) page->is_multiplied = 1;
  free(changed);
}

static void finish_row(const struct page *page, uint8_t *row) {
  if (page->is_multiplied) craster_unmultiply(row, page->width);
  if (page->has_alpha) return;
  for (uint32_t x = 0; x < page->width; x++) row[(size_t)x * 4 + 3] = 255;
}

/// Reads rows into pixels that are all zero; returns 0 if there is nothing to see in them, since they are missing or damaged.
static int read_band(const struct page *page, TIFFRGBAImage *image, uint32_t first, uint32_t rows, uint32_t *pixels) {
  unsigned before = *page->errors;
  image->row_offset = (int)first;
  int is_read = TIFFRGBAImageGet(image, pixels, page->width, rows);
  size_t count = (size_t)page->width * rows;
  if (!is_read || *page->errors != before) {
    // A strip that ends early is shown, one of which nothing could be read is left transparent.
    size_t same = 1;
    while (same < count && pixels[same] == pixels[0]) same++;
    if (same == count) {
      memset(pixels, 0, count * 4);
      return 0;
    }
  }
  for (uint32_t y = 0; y < rows; y++) finish_row(page, (uint8_t *)(pixels + (size_t)y * page->width));
  return 1;
}

/// Gives the rows of a picture that is stored upright from strips or rows of tiles.
static int give_bands(const struct page *page, TIFFRGBAImage *image, uint32_t band, const struct craster_receiver *receiver) {
  uint32_t *pixels = malloc((size_t)page->width * band * 4);
  if (!pixels) return CRASTER_NO_MEMORY;
  int outcome = CRASTER_DAMAGED, is_begun = 0;
  uint32_t missing = 0;
  for (uint32_t first = 0; first < page->height; first += band) {
    uint32_t rows = page->height - first < band ? page->height - first : band;
    memset(pixels, 0, (size_t)page->width * rows * 4);
    if (!read_band(page, image, first, rows, pixels) && !is_begun) {
      missing += rows;
      continue;
    }
    if (!is_begun && receiver->begin(receiver->context, page->width, page->height)) goto stopped;
    if (!is_begun) {
      uint8_t *empty = missing ? calloc(page->width, 4) : NULL;
      int is_stopped = missing && !empty;
      while (missing && !is_stopped) {
        is_stopped = receiver->row(receiver->context, empty);
        missing--;
      }
      free(empty);
      if (is_stopped) goto stopped;
      is_begun = 1;
    }
    for (uint32_t y = 0; y < rows; y++) {
      if (receiver->row(receiver->context, (uint8_t *)(pixels + (size_t)y * page->width))) goto stopped;
    }
    outcome = CRASTER_DONE;
  }
  free(pixels);
  return outcome;
stopped:
  free(pixels);
  return CRASTER_STOPPED;
}

/// Gives the rows of a picture that must be turned.
static int give_turned(const struct page *page, TIFFRGBAImage *image, uint32_t band, const struct craster_receiver *receiver) {
  uint32_t *pixels = calloc((size_t)page->width * page->height, 4);
  if (!pixels) return CRASTER_NO_MEMORY;
  int outcome = CRASTER_DAMAGED;
  for (uint32_t first = 0; first < page->height; first += band) {
    uint32_t rows = page->height - first < band ? page->height - first : band;
    if (read_band(page, image, first, rows, pixels + (size_t)first * page->width)) outcome = CRASTER_DONE;
  }
  uint32_t width = is_on_its_side(page) ? page->height : page->width, height = is_on_its_side(page) ? page->width : page->height;
  // Which side the stored rows and columns start from.
  int from_right = page->orientation == ORIENTATION_TOPRIGHT || page->orientation == ORIENTATION_BOTRIGHT
    || page->orientation == ORIENTATION_RIGHTTOP || page->orientation == ORIENTATION_RIGHTBOT;
  int from_bottom = page->orientation == ORIENTATION_BOTRIGHT || page->orientation == ORIENTATION_BOTLEFT
    || page->orientation == ORIENTATION_RIGHTBOT || page->orientation == ORIENTATION_LEFTBOT;
  uint32_t *row = outcome == CRASTER_DONE ? malloc((size_t)width * 4) : NULL;
  if (outcome == CRASTER_DONE && !row) outcome = CRASTER_NO_MEMORY;
  if (outcome == CRASTER_DONE && receiver->begin(receiver->context, width, height)) outcome = CRASTER_STOPPED;
  for (uint32_t y = 0; y < height && outcome == CRASTER_DONE; y++) {
    uint32_t across = from_bottom ? height - 1 - y : y;
    for (uint32_t x = 0; x < width; x++) {
      uint32_t along = from_right ? width - 1 - x : x;
      row[x] = is_on_its_side(page) ? pixels[(size_t)along * page->width + across] : pixels[(size_t)across * page->width + along];
    }
    if (receiver->row(receiver->context, (uint8_t *)row)) outcome = CRASTER_STOPPED;
  }
  free(row);
  free(pixels);
  return outcome;
}

static int give_colours(const struct page *page, const struct craster_receiver *receiver) {
  uint32_t band = 0;
  if (!TIFFGetField(page->file, TIFFIsTiled(page->file) ? TIFFTAG_TILELENGTH : TIFFTAG_ROWSPERSTRIP, &band)) band = page->height;
  if (!band || band > page->height) band = page->height;
  uint64_t whole = (uint64_t)page->width * (page->orientation == ORIENTATION_TOPLEFT ? band : page->height);
  if (whole > CRASTER_MOST_WHOLE_PIXELS) return CRASTER_TOO_LARGE;
  char text[1024];
  TIFFRGBAImage image;
  if (!TIFFRGBAImageOK(page->file, text) || !TIFFRGBAImageBegin(&image, page->file, 0, text)) return CRASTER_DAMAGED;
  // Rows as they are stored.
  image.orientation = image.req_orientation = ORIENTATION_TOPLEFT;
  int outcome = page->orientation == ORIENTATION_TOPLEFT ? give_bands(page, &image, band, receiver) : give_turned(page, &image, band, receiver);
  TIFFRGBAImageEnd(&image);
  return outcome;
}

static uint16_t field(TIFF *file, uint32_t tag) {
  uint16_t value = 0;
  TIFFGetFieldDefaulted(file, tag, &value);
  return value;
}

/// Whether a page is black and white and upright: a fax or a scan, whose only strip is often larger than can be in memory with colours.
static int is_bilevel(const struct page *page) {
  uint16_t kind = field(page->file, TIFFTAG_PHOTOMETRIC);
  return field(page->file, TIFFTAG_BITSPERSAMPLE) == 1 && field(page->file, TIFFTAG_SAMPLESPERPIXEL) == 1 && !TIFFIsTiled(page->file)
    && (kind == PHOTOMETRIC_MINISWHITE || kind == PHOTOMETRIC_MINISBLACK) && page->orientation == ORIENTATION_TOPLEFT;
}

/// Returns how often each row is shown: rows of faxes of standard resolution lie twice as far apart as columns.
static uint32_t row_copies(TIFF *file) {
  float across = 0, down = 0;
  TIFFGetField(file, TIFFTAG_XRESOLUTION, &across);
  TIFFGetField(file, TIFFTAG_YRESOLUTION, &down);
  return down > 0 && across > down * 1.8f && across < down * 2.3f ? 2 : 1;
}

static int give_bilevel(const struct page *page, uint32_t copies, const struct craster_receiver *receiver) {
  tmsize_t size = TIFFScanlineSize(page->file);
  if (size <= 0 || (uint64_t)size < ((uint64_t)page->width + 7) / 8) return CRASTER_DAMAGED;
  uint8_t *bits = calloc(1, (size_t)size), *rgba = malloc((size_t)page->width * 4);
  int outcome = bits && rgba ? CRASTER_DONE : CRASTER_NO_MEMORY;
  uint8_t paper = field(page->file, TIFFTAG_PHOTOMETRIC) == PHOTOMETRIC_MINISWHITE ? 0xFF : 0;
  int is_broken = 0;
  for (uint32_t y = 0; y < page->height && outcome == CRASTER_DONE; y++) {
    if (!is_broken) is_broken = TIFFReadScanline(page->file, bits, y, 0) < 0;
    if (y == 0 && is_broken) outcome = CRASTER_DAMAGED;
    else if (y == 0 && receiver->begin(receiver->context, page->width, page->height * copies)) outcome = CRASTER_STOPPED;
    if (outcome != CRASTER_DONE) break;
    for (uint32_t x = 0; x < page->width; x++) {
      int is_white = ((bits[x / 8] ^ paper) >> (7 - x % 8)) & 1;
      memset(rgba + (size_t)x * 4, is_white ? 255 : 0, 3);
      rgba[(size_t)x * 4 + 3] = is_broken ? 0 : 255;
    }
    for (uint32_t copy = 0; copy < copies && outcome == CRASTER_DONE; copy++) {
      if (receiver->row(receiver->context, rgba)) outcome = CRASTER_STOPPED;
    }
  }
  free(bits);
  free(rgba);
  return outcome;
}

static int decode(struct page *page, const struct craster_receiver *receiver) {
  if (!TIFFGetField(page->file, TIFFTAG_IMAGEWIDTH, &page->width) || !TIFFGetField(page->file, TIFFTAG_IMAGELENGTH, &page->height)
      || !page->width || !page->height) {
    return CRASTER_DAMAGED;
  }
  page->orientation = field(page->file, TIFFTAG_ORIENTATION);
  if (page->orientation < ORIENTATION_TOPLEFT || page->orientation > ORIENTATION_LEFTBOT) page->orientation = ORIENTATION_TOPLEFT;
  int is_scan = is_bilevel(page);
  uint32_t copies = is_scan ? row_copies(page->file) : 1;
  if ((uint64_t)page->width * page->height * copies > CRASTER_MOST_PIXELS) return CRASTER_TOO_LARGE;
  uint32_t width = is_on_its_side(page) ? page->height : page->width, height = is_on_its_side(page) ? page->width : page->height;
  if (craster_is_known(receiver, width, height * copies)) return CRASTER_STOPPED;
  if (is_scan) return give_bilevel(page, copies, receiver);
  choose_alpha(page);
  return give_colours(page, receiver);
}

int craster_tiff_page(const uint8_t *bytes, size_t count, uint32_t index, uint32_t least, const struct craster_receiver *receiver) {
  (void)least;
  struct layout layout = {.bytes = bytes, .count = count};
  uint64_t directory = 0;
  if (index >= MOST_PAGES || count_pages(&layout, index + 1, &directory) != index + 1) return CRASTER_DAMAGED;
  unsigned errors = 0;
  TIFFOpenOptions *options = TIFFOpenOptionsAlloc();
  if (!options) return CRASTER_NO_MEMORY;
  TIFFOpenOptionsSetMaxSingleMemAlloc(options, LARGEST_BLOCK);
  TIFFOpenOptionsSetErrorHandlerExtR(options, note_error, &errors);
  TIFFOpenOptionsSetWarningHandlerExtR(options, ignore, NULL);
  struct input input = {bytes, count, 0};
  // Reads no directory yet (h), and strips' offsets when they are needed (D): the size is known where the file is cut before them.
  TIFF *file = TIFFClientOpenExt("", "rhD", &input, get, refuse, seek, leave_open, size, map, unmap, options);
  TIFFOpenOptionsFree(options);
  if (!file) return CRASTER_DAMAGED;
  struct page page = {.file = file, .errors = &errors};
  int outcome = TIFFSetSubDirectory(file, directory) ? decode(&page, receiver) : CRASTER_DAMAGED;
  TIFFClose(file);
  return outcome;
}

int craster_tiff(const uint8_t *bytes, size_t count, uint32_t least, const struct craster_receiver *receiver) {
  return craster_tiff_page(bytes, count, 0, least, receiver);
}
