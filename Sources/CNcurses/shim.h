#pragma once
#define _XOPEN_SOURCE_EXTENDED 1
#define NCURSES_WIDECHAR 1
#include <locale.h>
#include <stdio.h>
#include <ncurses.h>
#include <wchar.h>

// Macros and variables Swift cannot see.
// term.h would bring macros named as half the world's variables.
extern int setupterm(const char *name, int descriptor, int *status);
extern int tigetnum(const char *name);
static inline WINDOW *recto_stdscr(void) { return stdscr; }
static inline int recto_colors(void) { return COLORS; }
static inline int recto_color_pairs(void) { return COLOR_PAIRS; }
static const unsigned recto_bold = A_BOLD, recto_italic = A_ITALIC, recto_underline = A_UNDERLINE,
                      recto_reverse = A_REVERSE, recto_dim = A_DIM;
static inline int recto_set_cell(cchar_t *cell, const wchar_t *text, unsigned attributes, int pair) {
  return setcchar(cell, text, attributes, 0, &pair);
}
static inline SCREEN *recto_newterm(const char *name) { return newterm(name, stdout, stdin); }
static inline void recto_flush(void) { fflush(stdout); }
static inline void recto_clear_all(void) { clearok(curscr, TRUE); }
