#include "CRaster.h"
#include <webp/decode.h>

static int outcome_of(VP8StatusCode status) {
  switch (status) {
  case VP8_STATUS_OK: return CRASTER_DONE;
  case VP8_STATUS_OUT_OF_MEMORY: return CRASTER_NO_MEMORY;
  default: return CRASTER_DAMAGED;
  }
}

/// Has the decoder leave out what is not needed.
static void choose_scale(WebPDecoderConfig *config, uint32_t least) {
  uint64_t width = (uint64_t)config->input.width, height = (uint64_t)config->input.height;
  uint64_t longer = width > height ? width : height;
  if (longer <= least) return;
  config->options.use_scaling = 1;
  config->options.scaled_width = (int)(width * least / longer);
  config->options.scaled_height = (int)(height * least / longer);
  if (config->options.scaled_width < 1) config->options.scaled_width = 1;
  if (config->options.scaled_height < 1) config->options.scaled_height = 1;
}

int craster_webp(const uint8_t *bytes, size_t count, uint32_t least, const struct craster_receiver *receiver) {
  WebPDecoderConfig config;
  if (!WebPInitDecoderConfig(&config)) return CRASTER_DAMAGED;
  VP8StatusCode status = WebPGetFeatures(bytes, count, &config.input);
  if (status != VP8_STATUS_OK) return outcome_of(status);
  if ((uint64_t)config.input.width * (uint64_t)config.input.height > CRASTER_MOST_WHOLE_PIXELS) {
    return CRASTER_TOO_LARGE;
  }
  choose_scale(&config, least);
  config.output.colorspace = MODE_RGBA;
  status = WebPDecode(bytes, count, &config);
  int outcome = outcome_of(status);
  if (outcome == CRASTER_DONE) {
    uint32_t height = (uint32_t)config.output.height;
    if (receiver->begin(receiver->context, (uint32_t)config.output.width, height)) outcome = CRASTER_STOPPED;
    for (uint32_t y = 0; y < height && outcome == CRASTER_DONE; y++) {
      const uint8_t *row = config.output.u.RGBA.rgba + (size_t)y * (size_t)config.output.u.RGBA.stride;
      if (receiver->row(receiver->context, row)) outcome = CRASTER_STOPPED;
    }
  }
  WebPFreeDecBuffer(&config.output);
  return outcome;
}
