#include "CRaster.h"
#include <gif_lib.h>
#include <stdlib.h>
#include <string.h>

struct input { const uint8_t *bytes; size_t left; };

/// Zeros follow a file that is cut short: giflib takes them for the end of a picture, and keeps a last row that was read in full.
static int get(GifFileType *file, GifByteType *into, int count) {
  struct input *input = file->UserData;
  size_t given = (size_t)count < input->left ? (size_t)count : input->left;
  memcpy(into, input->bytes, given);
  memset(into + given, 0, (size_t)count - given);
  input->bytes += given;
  input->left -= given;
  return count;
}

/// Moves to the first picture; returns 0 if there is none. `transparent` gets the colour that is not drawn, -1 without one.
static int find_picture(GifFileType *file, int *transparent) {
  GifRecordType record;
  *transparent = NO_TRANSPARENT_COLOR;
  while (DGifGetRecordType(file, &record) == GIF_OK) {
    if (record == IMAGE_DESC_RECORD_TYPE) return DGifGetImageDesc(file) == GIF_OK;
    if (record != EXTENSION_RECORD_TYPE) return 0;
    int kind;
    GifByteType *block;
    if (DGifGetExtension(file, &kind, &block) != GIF_OK) return 0;
    while (block) {
      GraphicsControlBlock control;
      if (kind == GRAPHICS_EXT_FUNC_CODE && DGifExtensionToGCB(block[0], block + 1, &control) == GIF_OK) {
        *transparent = control.TransparentColor;
      }
      if (DGifGetExtensionNext(file, &block) != GIF_OK) return 0;
    }
  }
  return 0;
}

struct frame {
  GifFileType *file;
  const ColorMapObject *colours;
  int transparent;
  uint32_t left, top, width, height;
  /// Colour numbers: of all rows if the picture is interlaced, else of the row that was read last.
  uint8_t *indices;
  /// Which rows of an interlaced picture were read.
  uint8_t *is_read;
  int is_broken;
};

static int read_row(struct frame *frame, uint8_t *indices) {
  if (!frame->is_broken) frame->is_broken = DGifGetLine(frame->file, indices, (int)frame->width) != GIF_OK;
  return !frame->is_broken;
}

static void read_passes(struct frame *frame) {
  static const struct { uint32_t first, step; } passes[] = {{0, 8}, {4, 8}, {2, 4}, {1, 2}};
  for (int pass = 0; pass < 4; pass++) {
    for (uint32_t y = passes[pass].first; y < frame->height; y += passes[pass].step) {
      frame->is_read[y] = (uint8_t)read_row(frame, frame->indices + (size_t)y * frame->width);
      if (frame->is_broken) return;
    }
  }
}

/// Reads all rows if the picture is interlaced, else the first.
static int read_first(struct frame *frame) {
  int is_interlaced = frame->file->Image.Interlace;
  frame->indices = calloc(is_interlaced ? frame->height : 1, frame->width);
  if (is_interlaced) frame->is_read = calloc(frame->height, 1);
  if (!frame->indices || (is_interlaced && !frame->is_read)) return CRASTER_NO_MEMORY;
  if (!is_interlaced) return read_row(frame, frame->indices) ? CRASTER_DONE : CRASTER_DAMAGED;
  read_passes(frame);
  return frame->is_read[0] ? CRASTER_DONE : CRASTER_DAMAGED;
}

/// Returns the next row's colour numbers; NULL if the file ends before it. Rows that an interlaced picture lacks are those of a pass before.
static const uint8_t *row_at(struct frame *frame, uint32_t y) {
  if (!frame->is_read) return y == 0 || read_row(frame, frame->indices) ? frame->indices : NULL;
  for (uint32_t step = 1; step <= 8; step *= 2) {
    uint32_t row = y - y % step;
    if (frame->is_read[row]) return frame->indices + (size_t)row * frame->width;
  }
  return NULL;
}

static void paint(const struct frame *frame, const uint8_t *indices, uint8_t *rgba) {
  for (uint32_t x = 0; x < frame->width; x++, rgba += 4) {
    int index = indices[x];
    if (index == frame->transparent || index >= frame->colours->ColorCount) continue;
    GifColorType colour = frame->colours->Colors[index];
    rgba[0] = colour.Red;
    rgba[1] = colour.Green;
    rgba[2] = colour.Blue;
    rgba[3] = 255;
  }
}

static int give_rows(struct frame *frame, uint32_t width, uint32_t height, uint8_t *rgba, const struct craster_receiver *receiver) {
  for (uint32_t y = 0; y < height; y++) {
    memset(rgba, 0, (size_t)width * 4);
    // The screen is at least as large as the frame.
    if (y >= frame->top && y - frame->top < frame->height) {
      const uint8_t *indices = row_at(frame, y - frame->top);
      if (indices) paint(frame, indices, rgba + (size_t)frame->left * 4);
    }
    if (receiver->row(receiver->context, rgba)) return CRASTER_STOPPED;
  }
  return CRASTER_DONE;
}

static int decode(struct frame *frame, const struct craster_receiver *receiver) {
  GifFileType *file = frame->file;
  uint32_t width = (uint32_t)file->SWidth, height = (uint32_t)file->SHeight;
  int has_picture = find_picture(file, &frame->transparent);
  if (has_picture) {
    GifImageDesc *picture = &file->Image;
    frame->left = (uint32_t)picture->Left;
    frame->top = (uint32_t)picture->Top;
    frame->width = (uint32_t)picture->Width;
    frame->height = (uint32_t)picture->Height;
    frame->colours = picture->ColorMap ? picture->ColorMap : file->SColorMap;
    // As browsers do, since some files give a screen that is too small.
    if (width < frame->left + frame->width) width = frame->left + frame->width;
    if (height < frame->top + frame->height) height = frame->top + frame->height;
  }
  if (!width || !height) return CRASTER_DAMAGED;
  uint64_t most = has_picture && file->Image.Interlace ? CRASTER_MOST_WHOLE_PIXELS : CRASTER_MOST_PIXELS;
  if ((uint64_t)width * height > most) return CRASTER_TOO_LARGE;
  if (craster_is_known(receiver, width, height)) return CRASTER_STOPPED;
  if (!has_picture || !frame->width || !frame->height || !frame->colours) return CRASTER_DAMAGED;
  int outcome = read_first(frame);
  if (outcome != CRASTER_DONE) return outcome;
  if (receiver->begin(receiver->context, width, height)) return CRASTER_STOPPED;
  uint8_t *rgba = malloc((size_t)width * 4);
  outcome = rgba ? give_rows(frame, width, height, rgba, receiver) : CRASTER_NO_MEMORY;
  free(rgba);
  return outcome;
}

int craster_gif(const uint8_t *bytes, size_t count, uint32_t least, const struct craster_receiver *receiver) {
  (void)least;
  enum { HEADER = 13 };
  if (count < HEADER) return CRASTER_DAMAGED;
  struct input input = {bytes, count};
  int error = 0;
  GifFileType *file = DGifOpen(&input, get, &error);
  if (!file) return error == D_GIF_ERR_NOT_ENOUGH_MEM ? CRASTER_NO_MEMORY : CRASTER_DAMAGED;
  struct frame frame = {.file = file};
  int outcome = decode(&frame, receiver);
  free(frame.indices);
  free(frame.is_read);
  DGifCloseFile(file, &error);
  return outcome;
}
