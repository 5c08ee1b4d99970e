#include "CRaster.h"
#include "Loading.h"
#include <libheif/heif.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#define FUNCTIONS(USE) \
  USE(heif_init) USE(heif_context_alloc) USE(heif_context_free) USE(heif_context_set_max_decoding_threads) \
  USE(heif_context_read_from_memory_without_copy) USE(heif_context_read_from_reader) \
  USE(heif_context_get_primary_image_handle) USE(heif_image_handle_release) \
  USE(heif_context_get_primary_image_ID) USE(heif_context_get_number_of_top_level_images) \
  USE(heif_context_get_list_of_top_level_image_IDs) USE(heif_context_get_image_handle) \
  USE(heif_image_handle_get_width) USE(heif_image_handle_get_height) USE(heif_image_handle_is_premultiplied_alpha) \
  USE(heif_decoding_options_alloc) USE(heif_decoding_options_free) USE(heif_decode_image) USE(heif_image_release) \
  USE(heif_image_get_primary_width) USE(heif_image_get_primary_height) USE(heif_image_get_plane_readonly)

static struct { FUNCTIONS(CRASTER_FIELD) } library;
static int is_loaded;

int craster_load_heif(void) {
  static const char *const names[] = {"libheif.so.1", "libheif.so.2", NULL};
  void *handle = is_loaded ? NULL : craster_open_library(names);
  if (!handle) return is_loaded;
  FUNCTIONS(CRASTER_RESOLVE)
  // Newer versions look for their decoders in a folder.
  is_loaded = library.heif_init(NULL).code == heif_error_Ok;
  return is_loaded;
}

static int outcome_of(struct heif_error error) {
  switch (error.code) {
  case heif_error_Ok: return CRASTER_DONE;
  case heif_error_Memory_allocation_error:
    return error.subcode == heif_suberror_Security_limit_exceeded ? CRASTER_TOO_LARGE : CRASTER_NO_MEMORY;
  default: return CRASTER_DAMAGED;
  }
}

static int give_rows(const struct heif_image *image, int is_multiplied, const struct craster_receiver *receiver) {
  int stride = 0;
  const uint8_t *pixels = library.heif_image_get_plane_readonly(image, heif_channel_interleaved, &stride);
  int width = library.heif_image_get_primary_width(image), height = library.heif_image_get_primary_height(image);
  if (!pixels || width < 1 || height < 1 || stride < width * 4) return CRASTER_DAMAGED;
  if (receiver->begin(receiver->context, (uint32_t)width, (uint32_t)height)) return CRASTER_STOPPED;
  uint8_t *row = malloc((size_t)width * 4);
  if (!row) return CRASTER_NO_MEMORY;
  int outcome = CRASTER_DONE;
  for (int y = 0; y < height && outcome == CRASTER_DONE; y++) {
    memcpy(row, pixels + (size_t)y * (size_t)stride, (size_t)width * 4);
    if (is_multiplied) craster_unmultiply(row, (uint32_t)width);
    if (receiver->row(receiver->context, row)) outcome = CRASTER_STOPPED;
  }
  free(row);
  return outcome;
}

static int decode(const struct heif_image_handle *handle, const struct craster_receiver *receiver) {
  int width = library.heif_image_handle_get_width(handle), height = library.heif_image_handle_get_height(handle);
  if (width < 1 || height < 1) return CRASTER_DAMAGED;
  if ((uint64_t)width * (uint64_t)height > CRASTER_MOST_WHOLE_PIXELS) return CRASTER_TOO_LARGE;
  if (craster_is_known(receiver, (uint32_t)width, (uint32_t)height)) return CRASTER_STOPPED;
  struct heif_decoding_options *options = library.heif_decoding_options_alloc();
  if (!options) return CRASTER_NO_MEMORY;
  options->convert_hdr_to_8bit = 1;
  struct heif_image *image = NULL;
  int outcome = outcome_of(library.heif_decode_image(handle, &image, heif_colorspace_RGB, heif_chroma_interleaved_RGBA, options));
  library.heif_decoding_options_free(options);
  if (outcome == CRASTER_DONE) outcome = give_rows(image, library.heif_image_handle_is_premultiplied_alpha(handle), receiver);
  if (image) library.heif_image_release(image);
  return outcome;
}

// libheif refuses a file that ends within its pixels: to learn the size from its beginning it is given as long as its boxes say.

/// Bytes of a file whose size is learned from its beginning; a box may claim any length, and libheif sets memory aside for parts of it.
enum { LONGEST_FILE = 256 << 20 };

struct head { const uint8_t *bytes; uint64_t count, length, at; };

static int64_t position(void *context) { return (int64_t)((struct head *)context)->at; }

static int get(void *into, size_t count, void *context) {
  struct head *head = context;
  if (head->at > head->length || head->length - head->at < count) return 1;
  // Zeros follow what there is: an assertion of libheif fails where reading does.
  size_t there = head->at < head->count ? (size_t)(head->count - head->at) : 0;
  if (there > count) there = count;
  if (there) memcpy(into, head->bytes + head->at, there);
  if (count > there) memset((uint8_t *)into + there, 0, count - there);
  head->at += count;
  return 0;
}

static int seek(int64_t offset, void *context) {
  struct head *head = context;
  if (offset < 0 || (uint64_t)offset > head->length) return 1;
  head->at = (uint64_t)offset;
  return 0;
}

static enum heif_reader_grow_status wait(int64_t size, void *context) {
  return (uint64_t)size <= ((struct head *)context)->length ? heif_reader_grow_status_size_reached : heif_reader_grow_status_size_beyond_eof;
}

static uint64_t big_endian(const uint8_t *bytes, unsigned count) {
  uint64_t value = 0;
  for (unsigned index = 0; index < count; index++) value = value << 8 | bytes[index];
  return value;
}

/// Returns the end of the box in which the file is cut short; 0 if it is not, or not known.
static uint64_t end_of_boxes(const uint8_t *bytes, uint64_t count) {
  for (uint64_t at = 0; at <= count && count - at >= 16;) {
    uint64_t size = big_endian(bytes + at, 4);
    if (size == 1) size = big_endian(bytes + at + 8, 8);
    if (size < 8 || size > INT64_MAX - at) return 0;
    at += size;
    if (at > count) return at <= LONGEST_FILE ? at : 0;
  }
  return 0;
}

static void learn_size(const uint8_t *bytes, size_t count, const struct craster_receiver *receiver) {
  static const struct heif_reader reader = {1, position, get, seek, wait};
  struct head head = {.bytes = bytes, .count = count, .length = end_of_boxes(bytes, count)};
  struct heif_context *file = head.length ? library.heif_context_alloc() : NULL;
  struct heif_image_handle *handle = NULL;
  if (!file) return;
  library.heif_context_set_max_decoding_threads(file, 0);
  if (library.heif_context_read_from_reader(file, &reader, &head, NULL).code == heif_error_Ok
      && library.heif_context_get_primary_image_handle(file, &handle).code == heif_error_Ok) {
    int width = library.heif_image_handle_get_width(handle), height = library.heif_image_handle_get_height(handle);
    if (width > 0 && height > 0) craster_is_known(receiver, (uint32_t)width, (uint32_t)height);
    library.heif_image_handle_release(handle);
  }
  library.heif_context_free(file);
}

/// Images of a file that are pages.
enum { MOST_PAGES = 1000 };

/// Finds a page: the file's main image is the first, the others follow in their order.
static struct heif_error find_page(struct heif_context *file, uint32_t page, struct heif_image_handle **handle) {
  if (page == 0) return library.heif_context_get_primary_image_handle(file, handle);
  heif_item_id images[MOST_PAGES], main = 0;
  int count = library.heif_context_get_list_of_top_level_image_IDs(file, images, MOST_PAGES);
  struct heif_error error = library.heif_context_get_primary_image_ID(file, &main);
  for (int index = 0; index < count && error.code == heif_error_Ok; index++)
    if (images[index] != main && --page == 0) return library.heif_context_get_image_handle(file, images[index], handle);
  return error.code == heif_error_Ok ? (struct heif_error){heif_error_Usage_error, heif_suberror_Unspecified, ""} : error;
}

int craster_heif_pages(const uint8_t *bytes, size_t count) {
  struct heif_context *file = is_loaded ? library.heif_context_alloc() : NULL;
  if (!file) return 1;
  int pages = 1;
  if (library.heif_context_read_from_memory_without_copy(file, bytes, count, NULL).code == heif_error_Ok)
    pages = library.heif_context_get_number_of_top_level_images(file);
  library.heif_context_free(file);
  return pages < MOST_PAGES ? pages : MOST_PAGES;
}

int craster_heif_page(const uint8_t *bytes, size_t count, uint32_t page, uint32_t least, const struct craster_receiver *receiver) {
  (void)least;
  if (!is_loaded) return CRASTER_NOT_LOADED;
  struct heif_context *file = library.heif_context_alloc();
  if (!file) return CRASTER_NO_MEMORY;
  library.heif_context_set_max_decoding_threads(file, 0);
  int outcome = outcome_of(library.heif_context_read_from_memory_without_copy(file, bytes, count, NULL));
  if (outcome == CRASTER_DAMAGED && receiver->learn) learn_size(bytes, count, receiver);
  struct heif_image_handle *handle = NULL;
  if (outcome == CRASTER_DONE) outcome = outcome_of(find_page(file, page, &handle));
  if (outcome == CRASTER_DONE) outcome = decode(handle, receiver);
  if (handle) library.heif_image_handle_release(handle);
  library.heif_context_free(file);
  return outcome;
}

int craster_heif(const uint8_t *bytes, size_t count, uint32_t least, const struct craster_receiver *receiver) {
  return craster_heif_page(bytes, count, 0, least, receiver);
}
