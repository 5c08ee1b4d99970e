#include "CRaster.h"
#include "Loading.h"
#include <jxl/decode.h>
#include <stddef.h>
#include <stdlib.h>

#define FUNCTIONS(USE) \
  USE(JxlDecoderCreate) USE(JxlDecoderDestroy) USE(JxlDecoderSubscribeEvents) USE(JxlDecoderSetUnpremultiplyAlpha) \
  USE(JxlDecoderSetInput) USE(JxlDecoderCloseInput) USE(JxlDecoderProcessInput) USE(JxlDecoderGetBasicInfo) \
  USE(JxlDecoderSetPreferredColorProfile) USE(JxlDecoderImageOutBufferSize) USE(JxlDecoderSetImageOutBuffer)

static struct { FUNCTIONS(CRASTER_FIELD) } library;
static int is_loaded;

int craster_load_jpeg_xl(void) {
  // Each minor version has its own name until there is a version 1.
  static const char *const names[] = {"libjxl.so.0.7", "libjxl.so.0.8", "libjxl.so.0.9", "libjxl.so.0.10", "libjxl.so.0.11", NULL};
  void *handle = is_loaded ? NULL : craster_open_library(names);
  if (!handle) return is_loaded;
  FUNCTIONS(CRASTER_RESOLVE)
  is_loaded = 1;
  return is_loaded;
}

struct state {
  JxlDecoder *decoder;
  JxlBasicInfo info;
  uint8_t *pixels;
  size_t size;
};

static int read_header(struct state *state, const struct craster_receiver *receiver) {
  if (library.JxlDecoderGetBasicInfo(state->decoder, &state->info) != JXL_DEC_SUCCESS) return CRASTER_DAMAGED;
  uint32_t width = state->info.xsize, height = state->info.ysize;
  if ((uint64_t)width * height > CRASTER_MOST_WHOLE_PIXELS) return CRASTER_TOO_LARGE;
  return craster_is_known(receiver, width, height) ? CRASTER_STOPPED : CRASTER_DONE;
}

/// Has the colours be those of screens where the library can convert them: it cannot if the file keeps the pixels of another format.
static void choose_colours(struct state *state) {
  JxlColorEncoding colours = {
    .color_space = state->info.num_color_channels == 1 ? JXL_COLOR_SPACE_GRAY : JXL_COLOR_SPACE_RGB,
    .white_point = JXL_WHITE_POINT_D65, .primaries = JXL_PRIMARIES_SRGB, .transfer_function = JXL_TRANSFER_FUNCTION_SRGB,
    .rendering_intent = JXL_RENDERING_INTENT_RELATIVE};
  library.JxlDecoderSetPreferredColorProfile(state->decoder, &colours);
}

static int make_room(struct state *state) {
  const JxlPixelFormat format = {4, JXL_TYPE_UINT8, JXL_NATIVE_ENDIAN, 0};
  if (library.JxlDecoderImageOutBufferSize(state->decoder, &format, &state->size) != JXL_DEC_SUCCESS) return CRASTER_DAMAGED;
  if (state->pixels || state->size != (size_t)state->info.xsize * state->info.ysize * 4) return CRASTER_DAMAGED;
  state->pixels = malloc(state->size);
  if (!state->pixels) return CRASTER_NO_MEMORY;
  return library.JxlDecoderSetImageOutBuffer(state->decoder, &format, state->pixels, state->size) == JXL_DEC_SUCCESS
           ? CRASTER_DONE : CRASTER_DAMAGED;
}

static int give_rows(const struct state *state, const struct craster_receiver *receiver) {
  if (!state->pixels) return CRASTER_DAMAGED;
  if (receiver->begin(receiver->context, state->info.xsize, state->info.ysize)) return CRASTER_STOPPED;
  for (uint32_t y = 0; y < state->info.ysize; y++) {
    if (receiver->row(receiver->context, state->pixels + (size_t)y * state->info.xsize * 4)) return CRASTER_STOPPED;
  }
  return CRASTER_DONE;
}

static int decode(struct state *state, const struct craster_receiver *receiver) {
  for (;;) {
    int outcome;
    switch (library.JxlDecoderProcessInput(state->decoder)) {
    case JXL_DEC_BASIC_INFO:
      outcome = read_header(state, receiver);
      break;
    case JXL_DEC_COLOR_ENCODING:
      choose_colours(state);
      outcome = CRASTER_DONE;
      break;
    case JXL_DEC_NEED_IMAGE_OUT_BUFFER:
      outcome = make_room(state);
      break;
    case JXL_DEC_FULL_IMAGE: return give_rows(state, receiver);
    default: return CRASTER_DAMAGED;
    }
    if (outcome != CRASTER_DONE) return outcome;
  }
}

int craster_jpeg_xl(const uint8_t *bytes, size_t count, uint32_t least, const struct craster_receiver *receiver) {
  (void)least;
  if (!is_loaded) return CRASTER_NOT_LOADED;
  // Without a runner the library starts no threads.
  struct state state = {.decoder = library.JxlDecoderCreate(NULL)};
  if (!state.decoder) return CRASTER_NO_MEMORY;
  int outcome = CRASTER_DAMAGED;
  int events = JXL_DEC_BASIC_INFO | JXL_DEC_COLOR_ENCODING | JXL_DEC_FULL_IMAGE;
  if (library.JxlDecoderSubscribeEvents(state.decoder, events) == JXL_DEC_SUCCESS
      && library.JxlDecoderSetUnpremultiplyAlpha(state.decoder, JXL_TRUE) == JXL_DEC_SUCCESS
      && library.JxlDecoderSetInput(state.decoder, bytes, count) == JXL_DEC_SUCCESS) {
    library.JxlDecoderCloseInput(state.decoder);
    outcome = decode(&state, receiver);
  }
  library.JxlDecoderDestroy(state.decoder);
  free(state.pixels);
  return outcome;
}
