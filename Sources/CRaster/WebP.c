#include "CRaster.h"
#include <webp/decode.h>
#include <webp/demux.h>

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

static int decode(const uint8_t *bytes, size_t count, uint32_t least, const struct craster_receiver *receiver) {
  WebPDecoderConfig config;
  if (!WebPInitDecoderConfig(&config)) return CRASTER_DAMAGED;
  VP8StatusCode status = WebPGetFeatures(bytes, count, &config.input);
  if (status != VP8_STATUS_OK) return outcome_of(status);
  if ((uint64_t)config.input.width * (uint64_t)config.input.height > CRASTER_MOST_WHOLE_PIXELS) {
    return CRASTER_TOO_LARGE;
  }
  if (craster_is_known(receiver, (uint32_t)config.input.width, (uint32_t)config.input.height)) return CRASTER_STOPPED;
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

/// The decoder takes pictures that stand still: of one that moves it is given the first, which has the size of all where it fills them.
static int decode_first(const uint8_t *bytes, size_t count, uint32_t least, const struct craster_receiver *receiver) {
  WebPData data = {bytes, count};
  WebPDemuxer *file = WebPDemux(&data);
  if (!file) return CRASTER_DAMAGED;
  WebPIterator first;
  int outcome = CRASTER_DAMAGED;
  if (WebPDemuxGetFrame(file, 1, &first)) {
    outcome = decode(first.fragment.bytes, first.fragment.size, least, receiver);
    WebPDemuxReleaseIterator(&first);
  }
  WebPDemuxDelete(file);
  return outcome;
}

int craster_webp(const uint8_t *bytes, size_t count, uint32_t least, const struct craster_receiver *receiver) {
  WebPBitstreamFeatures features;
  VP8StatusCode status = WebPGetFeatures(bytes, count, &features);
  if (status != VP8_STATUS_OK) return outcome_of(status);
  return features.has_animation ? decode_first(bytes, count, least, receiver) : decode(bytes, count, least, receiver);
}
