#include "CRaster.h"
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <jpeglib.h>
#include <jerror.h>

/// Scans of a progressive file; one that costs a second may stand there a thousand times.
enum { MOST_SCANS = 200 };

struct failure { struct jpeg_error_mgr manager; jmp_buf place; };

static void leave(j_common_ptr file) { longjmp(((struct failure *)file->err)->place, 1); }

static void ignore(j_common_ptr file, int level) { (void)file; (void)level; }

static void say_nothing(j_common_ptr file) { (void)file; }

static void count_scans(j_common_ptr file) {
  if (file->is_decompressor && ((j_decompress_ptr)file)->input_scan_number > MOST_SCANS) leave(file);
}

/// The four inks of a printer as colours of a screen; Adobe's files have them turned over.
static void mix_inks(uint8_t *row, uint32_t width, int is_turned) {
  for (uint32_t x = 0; x < width; x++, row += 4) {
    unsigned key = is_turned ? row[3] : 255 - row[3];
    for (int channel = 0; channel < 3; channel++) {
      unsigned ink = is_turned ? row[channel] : 255 - row[channel];
      row[channel] = (uint8_t)(ink * key / 255);
    }
    row[3] = 255;
  }
}

/// The most pixels that may be left out: an eighth, a quarter or a half of each side is still enough.
static void choose_scale(j_decompress_ptr file, uint32_t least) {
  uint32_t longer = file->image_width > file->image_height ? file->image_width : file->image_height;
  file->scale_denom = 1;
  // Twice what is needed: what is left is averaged better than the decoder does.
  while (file->scale_denom < 8 && longer / (file->scale_denom * 2) >= (uint64_t)least * 2) file->scale_denom *= 2;
}

static int read_rows(j_decompress_ptr file, uint8_t **row, uint32_t least, const struct craster_receiver *receiver) {
  jpeg_read_header(file, TRUE);
  uint64_t most = jpeg_has_multiple_scans(file) ? CRASTER_MOST_WHOLE_PIXELS : CRASTER_MOST_PIXELS;
  if ((uint64_t)file->image_width * file->image_height > most) return CRASTER_TOO_LARGE;
  if (craster_is_known(receiver, file->image_width, file->image_height)) return CRASTER_STOPPED;
  int has_inks = file->jpeg_color_space == JCS_CMYK || file->jpeg_color_space == JCS_YCCK;
  file->out_color_space = has_inks ? JCS_CMYK : JCS_EXT_RGBA;
  choose_scale(file, least);
  jpeg_start_decompress(file);
  if (file->output_components != 4) return CRASTER_DAMAGED;
  if (receiver->begin(receiver->context, file->output_width, file->output_height)) return CRASTER_STOPPED;
  *row = malloc((size_t)file->output_width * 4);
  if (!*row) return CRASTER_NO_MEMORY;
  while (file->output_scanline < file->output_height) {
    if (jpeg_read_scanlines(file, row, 1) != 1) return CRASTER_DAMAGED;
    if (has_inks) mix_inks(*row, file->output_width, file->saw_Adobe_marker);
    if (receiver->row(receiver->context, *row)) return CRASTER_STOPPED;
  }
  return CRASTER_DONE;
}

struct state {
  struct jpeg_decompress_struct file;
  struct failure failure;
  struct jpeg_progress_mgr progress;
  uint8_t *row;
};

int craster_jpeg(const uint8_t *bytes, size_t count, uint32_t least, const struct craster_receiver *receiver) {
  // Apart from the stack, where what a jump leaves behind is not known.
  struct state *state = calloc(1, sizeof *state);
  if (!state) return CRASTER_NO_MEMORY;
  state->file.err = jpeg_std_error(&state->failure.manager);
  state->failure.manager.error_exit = leave;
  state->failure.manager.emit_message = ignore;
  state->failure.manager.output_message = say_nothing;
  state->progress.progress_monitor = count_scans;
  int outcome;
  if (setjmp(state->failure.place)) {
    outcome = state->failure.manager.msg_code == JERR_OUT_OF_MEMORY ? CRASTER_NO_MEMORY : CRASTER_DAMAGED;
  } else {
    jpeg_create_decompress(&state->file);
    state->file.progress = &state->progress;
    jpeg_mem_src(&state->file, bytes, count);
    outcome = read_rows(&state->file, &state->row, least, receiver);
  }
  jpeg_destroy_decompress(&state->file);
  free(state->row);
  free(state);
  return outcome;
}
