#pragma once
// Glyphs, paths and images of a PDF's pages in the order of their content streams, from poppler's core.
//
// Coordinates are points from the top left corner of the displayed page (crop box, rotated).
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Bits of `CGlyph.flags`; the lowest two hold the reading direction: 0 right, 1 down, 2 left, 3 up.
enum {
  CGlyphDirection = 3,
  /// Text that is not painted (rendering modes 3 and 7), such as the result of OCR.
  CGlyphHidden = 1 << 2,
  /// The font writes vertically; `x`, `y` is the middle of the upper edge.
  CGlyphVertical = 1 << 3,
  /// The code has one byte, so that its font may name it.
  CGlyphSimple = 1 << 4,
  /// ActualText replaces the glyphs (PDF 32000-1, 14.9.4).
  CGlyphReplaced = 1 << 5,
  /// Content marked as an artifact (14.8.2.2).
  CGlyphArtifact = 1 << 6,
};

typedef struct {
  /// The origin on the baseline.
  float x, y;
  /// The advance, without character and word spacing.
  float dx, dy;
  float size;
  /// 0xRRGGBB.
  uint32_t color;
  uint32_t code;
  /// The range of `CGlyphPage.scalars`.
  uint32_t text;
  uint16_t count;
  uint16_t font;
  /// The marked-content identifier (14.7.4), -1 if there is none.
  int32_t content;
  uint8_t flags;
} CGlyph;

typedef enum { CMarkStroke = 1, CMarkFill, CMarkImage, CMarkShading } CMarkKind;

/// The box of a subpath, an image or a shading, cut to the clip box.
typedef struct {
  float x0, y0, x1, y1;
  /// The number of glyphs painted before it.
  uint32_t glyphs;
  uint32_t color;
  uint8_t kind;
  /// Whether it consists of one straight line or rectangle.
  uint8_t isStraight;
} CMark;

typedef struct {
  const char *name;
  /// In units of the font size, upwards.
  float ascent, descent;
  /// What the font size is multiplied by, for Type 3 fonts.
  float scale;
  uint8_t isFixed, isBold, isItalic, isType3, hasToUnicode, isSymbolic;
} CGlyphFont;

typedef struct {
  /// The size of the displayed page.
  double width, height;
  const CGlyph *glyphs;
  size_t glyphCount;
  const uint32_t *scalars;
  size_t scalarCount;
  const CMark *marks;
  size_t markCount;
  /// The font numbers are valid for the whole document.
  size_t fontCount;
  /// Whether something was left out because of a limit.
  int isCut;
} CGlyphPage;

typedef struct CGlyphDocument CGlyphDocument;

/// Opens a PDF. The bytes must stay valid until it is closed. `password` is the one that is known to open it, or NULL.
/// Returns NULL if poppler cannot open it.
CGlyphDocument *cglyph_open(const char *bytes, size_t length, const char *password);
void cglyph_close(CGlyphDocument *document);

/// Reads a page (from 0). The result is valid until the next call. Returns 0 if there is no such page.
int cglyph_read(CGlyphDocument *document, int page, size_t most_glyphs, size_t most_marks, CGlyphPage *result);

CGlyphFont cglyph_font(const CGlyphDocument *document, size_t font);

/// The name of a code's glyph in a simple font, NULL if there is none.
const char *cglyph_name(const CGlyphDocument *document, size_t font, uint32_t code);

/// The Unicode scalar of a name in the Adobe Glyph List, 0 if it is not there.
uint32_t cglyph_listed(const CGlyphDocument *document, const char *name);

#ifdef __cplusplus
}
#endif
