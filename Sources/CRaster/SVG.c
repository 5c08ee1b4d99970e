#include "CRaster.h"
#include "Loading.h"
#include <cairo/cairo.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

// librsvg's interface (2.46 and newer), written out because its headers need those of GLib and gdk-pixbuf by their folders.
typedef struct rsvg_handle RsvgHandle;
typedef struct { double length; int unit; } RsvgLength;
typedef struct { double x, y, width, height; } RsvgRectangle;
enum { UNIT_PX = 1, UNIT_EM, UNIT_EX, UNIT_IN, UNIT_CM, UNIT_MM, UNIT_PT, UNIT_PC };
RsvgHandle *rsvg_handle_new_from_data(const uint8_t *bytes, size_t count, void **error);
int rsvg_handle_get_intrinsic_size_in_pixels(RsvgHandle *picture, double *width, double *height);
void rsvg_handle_get_intrinsic_dimensions(RsvgHandle *picture, int *has_width, RsvgLength *width, int *has_height, RsvgLength *height,
                                          int *has_box, RsvgRectangle *box);
int rsvg_handle_render_document(RsvgHandle *picture, cairo_t *context, const RsvgRectangle *viewport, void **error);
void g_object_unref(void *object);

#define FUNCTIONS(USE) \
  USE(rsvg_handle_new_from_data) USE(rsvg_handle_get_intrinsic_size_in_pixels) USE(rsvg_handle_get_intrinsic_dimensions) \
  USE(rsvg_handle_render_document) USE(g_object_unref)

static struct { FUNCTIONS(CRASTER_FIELD) } library;
static int is_loaded;

/// Bytes of an unpacked file; gzip makes a file up to a thousand times smaller.
enum { MOST_BYTES = 64 << 20 };
/// Bytes that are unpacked to recognise a file.
enum { HEAD = 16 << 10 };
/// The longest side of a cairo surface.
enum { LONGEST_SIDE = 32767 };

/// The root element's name and tag; `is_empty` if nothing follows the tag.
struct root { size_t name, name_count, end; int is_empty; };

static int begins(const uint8_t *bytes, size_t count, size_t at, const char *text) {
  size_t length = strlen(text);
  return at <= count && count - at >= length && memcmp(bytes + at, text, length) == 0;
}

static size_t find(const uint8_t *bytes, size_t count, size_t at, const char *text) {
  while (at < count && !begins(bytes, count, at, text)) at++;
  return at < count ? at + strlen(text) : count;
}

static int is_space(uint8_t byte) { return byte == ' ' || byte == '\t' || byte == '\n' || byte == '\r'; }

/// Returns the offset after a declaration or tag at `at`, whose quoted texts and, in brackets, further declarations may contain its end.
static size_t skip_markup(const uint8_t *bytes, size_t count, size_t at) {
  int depth = 0;
  while (at < count) {
    uint8_t byte = bytes[at];
    if (byte == '"' || byte == '\'') {
      const uint8_t *end = memchr(bytes + at + 1, byte, count - at - 1);
      if (!end) return count;
      at = (size_t)(end - bytes);
    } else if (begins(bytes, count, at, "<!--")) {
      at = find(bytes, count, at + 4, "-->") - 1;
    } else if (begins(bytes, count, at, "<?")) {
      at = find(bytes, count, at + 2, "?>") - 1;
    } else if (byte == '[') {
      depth++;
    } else if (byte == ']') {
      depth--;
    } else if (byte == '>' && depth <= 0) {
      return at + 1;
    }
    at++;
  }
  return count;
}

/// Finds the root element by its name, `svg` with any prefix; its tag's end is `count` if the tag is not complete.
static int find_root(const uint8_t *bytes, size_t count, struct root *root) {
  size_t at = begins(bytes, count, 0, "\xEF\xBB\xBF") ? 3 : 0;
  for (;;) {
    while (at < count && is_space(bytes[at])) at++;
    if (begins(bytes, count, at, "<?")) at = find(bytes, count, at + 2, "?>");
    else if (begins(bytes, count, at, "<!--")) at = find(bytes, count, at + 4, "-->");
    else if (begins(bytes, count, at, "<!")) at = skip_markup(bytes, count, at + 2);
    else break;
  }
  if (at >= count || bytes[at] != '<') return 0;
  root->name = ++at;
  size_t local = at;
  while (at < count && !is_space(bytes[at]) && bytes[at] != '>' && bytes[at] != '/') {
    if (bytes[at++] == ':') local = at;
  }
  root->name_count = at - root->name;
  if (at >= count || at - local != 3 || memcmp(bytes + local, "svg", 3) != 0) return 0;
  root->end = skip_markup(bytes, count, at);
  root->is_empty = root->end >= 2 && bytes[root->end - 2] == '/';
  return 1;
}

static int is_packed(const uint8_t *bytes, size_t count) { return count > 2 && bytes[0] == 0x1F && bytes[1] == 0x8B; }

/// Unpacks as much as there is and fits; returns how many bytes that was. `is_whole` gets whether it was all.
static size_t unpack(const uint8_t *bytes, size_t count, uint8_t *into, size_t room, int *is_whole) {
  z_stream stream = {.next_in = (Bytef *)bytes, .avail_in = count > UINT32_MAX ? UINT32_MAX : (uInt)count,
                     .next_out = into, .avail_out = (uInt)room};
  *is_whole = 0;
  if (inflateInit2(&stream, 16 + MAX_WBITS) != Z_OK) return 0;
  *is_whole = inflate(&stream, Z_FINISH) == Z_STREAM_END;
  inflateEnd(&stream);
  return room - stream.avail_out;
}

int craster_is_svg(const uint8_t *head, size_t count) {
  struct root root;
  if (!is_packed(head, count)) return find_root(head, count, &root);
  uint8_t *unpacked = malloc(HEAD);
  if (!unpacked) return 0;
  int is_whole;
  size_t length = unpack(head, count, unpacked, HEAD, &is_whole);
  int is_svg = find_root(unpacked, length, &root);
  free(unpacked);
  return is_svg;
}

/// Returns the offset after the name of the next pattern's tag at or after `at`, `count` if there is none; `tag` gets the tag's end, from which
/// to go on.
static size_t find_pattern(const uint8_t *bytes, size_t count, size_t at, size_t *tag) {
  while (at < count) {
    const uint8_t *start = memchr(bytes + at, '<', count - at);
    if (!start) return count;
    at = (size_t)(start - bytes) + 1;
    size_t name = at;
    while (name < count && name - at < 32 && bytes[name] > ' ' && bytes[name] != '>' && bytes[name] != '/') {
      if (bytes[name++] == ':') at = name;
    }
    if (name - at != 7 || !begins(bytes, count, at, "pattern")) continue;
    *tag = skip_markup(bytes, count, name);
    return name;
  }
  return count;
}

/// Lets patterns with a view box and no alignment begin at the corner of their tiles: librsvg 2.54 multiplies the distance by which it would
/// centre them by their scale, so that nothing of them is drawn. The whole pattern moves by less than a tile.
///
/// Returns a new text instead of `text`, which it frees, if there are such patterns; NULL if there is no memory.
static uint8_t *align_patterns(uint8_t *text, size_t *count) {
  static const char alignment[] = " preserveAspectRatio='xMinYMin'";
  const size_t added = sizeof alignment - 1;
  // Within the document type a pattern would be part of an entity in quotes.
  const size_t first = find(text, *count, 0, "<svg");
  size_t found = 0, tag = first;
  while (find_pattern(text, *count, tag, &tag) < *count) found++;
  if (!found) return text;
  uint8_t *aligned = malloc(*count + found * added + 1);
  size_t from = 0, to = 0, name = 0;
  tag = first;
  while (aligned && (name = find_pattern(text, *count, tag, &tag)) < *count) {
    if (find(text, tag, name, "viewBox") == tag || find(text, tag, name, "preserveAspectRatio") < tag) continue;
    memcpy(aligned + to, text + from, name - from);
    memcpy(aligned + to + name - from, alignment, added);
    to += name - from + added;
    from = name;
  }
  if (aligned) {
    memcpy(aligned + to, text + from, *count - from);
    *count += to - from;
  }
  free(text);
  return aligned;
}

static double pixels(RsvgLength length) {
  switch (length.unit) {
  case UNIT_PX: return length.length;
  case UNIT_IN: return length.length * 96;
  case UNIT_CM: return length.length * 96 / 2.54;
  case UNIT_MM: return length.length * 96 / 25.4;
  case UNIT_PT: return length.length * 96 / 72;
  case UNIT_PC: return length.length * 16;
  case UNIT_EM: return length.length * 16;
  case UNIT_EX: return length.length * 8;
  default: return 0;
  }
}

/// A picture's size in pixels of 1/96 inch, as CSS finds it (CSS Images 3, 5.3).
static void find_size(RsvgHandle *picture, double *width, double *height) {
  if (library.rsvg_handle_get_intrinsic_size_in_pixels(picture, width, height) && *width > 0 && *height > 0) return;
  int has_width, has_height, has_box;
  RsvgLength across, down;
  RsvgRectangle box;
  library.rsvg_handle_get_intrinsic_dimensions(picture, &has_width, &across, &has_height, &down, &has_box, &box);
  *width = has_width ? pixels(across) : 0;
  *height = has_height ? pixels(down) : 0;
  has_box = has_box && box.width > 0 && box.height > 0;
  if (has_box && *width > 0) *height = *width * box.height / box.width;
  else if (has_box && *height > 0) *width = *height * box.width / box.height;
  else if (has_box) (*width = box.width, *height = box.height);
  if (!(*width > 0)) *width = 300;
  if (!(*height > 0)) *height = 150;
}

/// Scales a size so that its longer side has `longer` pixels, and fewer if that were more than cairo or the memory can take.
static void fit(double width, double height, double longer, uint32_t *across, uint32_t *down) {
  double scale = fmin(longer, LONGEST_SIDE) / fmax(width, height);
  scale = fmin(scale, sqrt(CRASTER_MOST_WHOLE_PIXELS / width / height));
  *across = (uint32_t)fmax(1, fmin(floor(width * scale + 0.5), LONGEST_SIDE));
  *down = (uint32_t)fmax(1, fmin(floor(height * scale + 0.5), LONGEST_SIDE));
  while ((uint64_t)*across * *down > CRASTER_MOST_WHOLE_PIXELS) --*(*across > *down ? across : down);
}

/// Reads the size from the root element alone, so that it is known if the file is cut short, and before a large one is parsed.
static int read_size(const uint8_t *bytes, const struct root *root, double *width, double *height) {
  uint8_t *text = malloc(root->end + root->name_count + 3);
  if (!text) return CRASTER_NO_MEMORY;
  memcpy(text, bytes, root->end);
  size_t count = root->end;
  if (!root->is_empty) {
    memcpy(text + count, "</", 2);
    memcpy(text + count + 2, bytes + root->name, root->name_count);
    text[count + 2 + root->name_count] = '>';
    count += root->name_count + 3;
  }
  RsvgHandle *picture = library.rsvg_handle_new_from_data(text, count, NULL);
  free(text);
  if (!picture) return CRASTER_DAMAGED;
  find_size(picture, width, height);
  library.g_object_unref(picture);
  return isfinite(*width) && isfinite(*height) ? CRASTER_DONE : CRASTER_DAMAGED;
}

static int give_rows(cairo_surface_t *surface, uint32_t width, uint32_t height, const struct craster_receiver *receiver) {
  const uint8_t *data = cairo_image_surface_get_data(surface);
  size_t stride = (size_t)cairo_image_surface_get_stride(surface);
  if (receiver->begin(receiver->context, width, height)) return CRASTER_STOPPED;
  uint8_t *row = malloc((size_t)width * 4);
  if (!row) return CRASTER_NO_MEMORY;
  int outcome = CRASTER_DONE;
  for (uint32_t y = 0; y < height && outcome == CRASTER_DONE; y++) {
    const uint32_t *from = (const uint32_t *)(data + y * stride);
    for (uint32_t x = 0; x < width; x++) {
      row[(size_t)x * 4] = (uint8_t)(from[x] >> 16);
      row[(size_t)x * 4 + 1] = (uint8_t)(from[x] >> 8);
      row[(size_t)x * 4 + 2] = (uint8_t)from[x];
      row[(size_t)x * 4 + 3] = (uint8_t)(from[x] >> 24);
    }
    craster_unmultiply(row, width);
    if (receiver->row(receiver->context, row)) outcome = CRASTER_STOPPED;
  }
  free(row);
  return outcome;
}

/// Whether a surface shows anything.
static int has_pixels(cairo_surface_t *surface, uint32_t height) {
  const uint8_t *data = cairo_image_surface_get_data(surface);
  size_t count = (size_t)cairo_image_surface_get_stride(surface) * height;
  for (size_t index = 0; index < count; index++) {
    if (data[index]) return 1;
  }
  return 0;
}

static int draw(RsvgHandle *picture, uint32_t width, uint32_t height, const struct craster_receiver *receiver) {
  cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, (int)width, (int)height);
  cairo_t *context = cairo_create(surface);
  int outcome = CRASTER_NO_MEMORY;
  if (cairo_status(context) == CAIRO_STATUS_SUCCESS) {
    RsvgRectangle all = {0, 0, width, height};
    // A file of which some could not be drawn shows the rest, if there is any.
    int is_drawn = library.rsvg_handle_render_document(picture, context, &all, NULL);
    if (cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS) {
      cairo_surface_flush(surface);
      outcome = is_drawn || has_pixels(surface, height) ? give_rows(surface, width, height, receiver) : CRASTER_DAMAGED;
    }
  }
  cairo_destroy(context);
  cairo_surface_destroy(surface);
  return outcome;
}

static int decode(uint8_t *bytes, size_t count, int is_whole, uint32_t least, const struct craster_receiver *receiver) {
  struct root root;
  double width = 0, height = 0;
  if (!find_root(bytes, count, &root)) return CRASTER_DAMAGED;
  int outcome = read_size(bytes, &root, &width, &height);
  if (outcome != CRASTER_DONE) return outcome;
  uint32_t across, down;
  fit(width, height, fmax(width, height), &across, &down);
  if (craster_is_known(receiver, across, down)) return CRASTER_STOPPED;
  if (!is_whole) return CRASTER_DAMAGED;
  fit(width, height, least ? least : 1, &across, &down);
  // Without a base URI, nothing that the file refers to is opened.
  RsvgHandle *picture = library.rsvg_handle_new_from_data(bytes, count, NULL);
  if (!picture) return CRASTER_DAMAGED;
  outcome = draw(picture, across, down, receiver);
  library.g_object_unref(picture);
  return outcome;
}

int craster_svg(const uint8_t *bytes, size_t count, uint32_t least, const struct craster_receiver *receiver) {
  if (!is_loaded) return CRASTER_NOT_LOADED;
  int is_packed_file = is_packed(bytes, count), is_whole = 1;
  if (!is_packed_file && count > MOST_BYTES) return CRASTER_TOO_LARGE;
  // Pages of it that are not written to take no memory.
  size_t length = is_packed_file ? MOST_BYTES : count;
  uint8_t *text = malloc(length + 1);
  if (!text) return CRASTER_NO_MEMORY;
  if (is_packed_file) length = unpack(bytes, count, text, MOST_BYTES, &is_whole);
  else memcpy(text, bytes, count);
  if (is_whole) text = align_patterns(text, &length);
  if (!text) return CRASTER_NO_MEMORY;
  int outcome = length == MOST_BYTES && !is_whole ? CRASTER_TOO_LARGE : decode(text, length, is_whole, least, receiver);
  free(text);
  return outcome;
}

static int ignore_size(void *context, uint32_t width, uint32_t height) {
  (void)context; (void)width; (void)height;
  return 0;
}

static int ignore_row(void *context, const uint8_t *rgba) {
  (void)context; (void)rgba;
  return 0;
}

/// Draws once embedded pictures, for which gdk-pixbuf reads files. No text and no filter: pango and librsvg start threads for them, which
/// would live outside the sandbox.
static void warm(void) {
  static const char text[] =
    "<svg xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink' width='32' height='32'>"
    "<image width='1' height='1' xlink:href='data:image/png;base64,"
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='/>"
    "<image width='1' height='1' xlink:href='data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'/></svg>";
  const struct craster_receiver nobody = {NULL, NULL, ignore_size, ignore_row};
  craster_svg((const uint8_t *)text, sizeof text - 1, 32, &nobody);
}

int craster_load_svg(void) {
  static const char *const names[] = {"librsvg-2.so.2", NULL};
  void *handle = is_loaded ? NULL : craster_open_library(names);
  if (!handle) return is_loaded;
  FUNCTIONS(CRASTER_RESOLVE)
  // The sandbox does not say how many processors there are.
  setenv("RAYON_NUM_THREADS", "1", 1);
  is_loaded = 1;
  warm();
  return is_loaded;
}
