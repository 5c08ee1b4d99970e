#pragma once
// A PDF as poppler's core reads it: what it says about itself, and the glyphs, paths and images of its pages in the order of their content
// streams.
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
  /// Whether it is one line or rectangle with horizontal and vertical sides only.
  uint8_t isStraight;
} CMark;

typedef struct {
  const char *name;
  /// In units of the font size, upwards.
  float ascent, descent;
  /// What the font size is multiplied by, for Type 3 fonts.
  float scale;
  uint8_t isFixed, isBold, isItalic, isType3, hasToUnicode, isComposite;
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

/// Texts of targets and of outline items are ranges of the `text` that is returned with them.
typedef struct {
  uint32_t start, length;
} CGlyphText;

typedef enum {
  CTargetNone,
  /// A place on a page.
  CTargetPage,
  /// A place on a page that poppler does not have, or does not have yet.
  CTargetLost,
  /// A named destination that is not in the document: `text`.
  CTargetName,
  /// `text`.
  CTargetURI,
  /// The file `text`, and in it the page or the destination `name`.
  CTargetFile,
  /// The named action `text` (12.6.4.11).
  CTargetNamed,
  CTargetLaunch,
  CTargetJavaScript,
  CTargetMovie,
  CTargetRendition,
  CTargetLayer,
  CTargetResetForm,
} CTargetKind;

typedef struct {
  uint8_t kind;
  /// From 0; -1 if there is none.
  int32_t page;
  /// Points on the displayed page, within it; NaN where the destination leaves it open.
  double x, y;
  CGlyphText text, name;
} CGlyphTarget;

typedef struct {
  float x0, y0, x1, y1;
  CGlyphTarget target;
} CGlyphLink;

typedef struct {
  /// 0 for the highest.
  uint16_t level;
  uint8_t isOpen;
  CGlyphText title;
  CGlyphTarget target;
} CGlyphOutlineItem;

typedef struct CGlyphDocument CGlyphDocument;

/// Opens a PDF with a password or NULL. The bytes must stay valid until it is closed. Returns NULL if poppler cannot open it; then
/// `isEncrypted` tells whether a password is missing or wrong.
CGlyphDocument *cglyph_open(const char *bytes, size_t length, const char *password, int *isEncrypted);
void cglyph_close(CGlyphDocument *document);

int cglyph_page_count(CGlyphDocument *document);
int cglyph_has_outline(CGlyphDocument *document);

/// Whether the catalogue (7.7.2) has an entry, or cannot be read.
int cglyph_has_entry(CGlyphDocument *document, const char *key);

/// The number of files in the document's tree of embedded files (7.11.4).
int cglyph_attachment_count(CGlyphDocument *document);

/// The 32 hexadecimal digits of the first file identifier (14.4), NULL if there is none. Valid until the next call that returns text.
const char *cglyph_identifier(CGlyphDocument *document);

/// A text string of the information dictionary (14.3.3), empty if there is none. Valid until the next call that returns text.
const char *cglyph_information(CGlyphDocument *document, const char *key, size_t *length);

/// The document's language (14.9.2), a text string, empty if it does not say. Valid until the next call that returns text.
const char *cglyph_language(CGlyphDocument *document, size_t *length);

/// The first `limit` bytes of the document's XMP packet (14.3.2), empty if there is none. Valid until the next call that returns text.
const char *cglyph_xmp(CGlyphDocument *document, size_t limit, size_t *length);

/// Bits of `CGlyphFacts.permissions`.
enum {
  CGlyphMayPrint = 1 << 0,
  CGlyphMayModify = 1 << 1,
  CGlyphMayCopy = 1 << 2,
  CGlyphMayAnnotate = 1 << 3,
  CGlyphMayFillForms = 1 << 4,
  CGlyphMayExtract = 1 << 5,
  CGlyphMayAssemble = 1 << 6,
  CGlyphMayPrintWell = 1 << 7,
};

typedef struct {
  int major, minor;
  uint32_t permissions;
  uint8_t isEncrypted, isLinearized;
} CGlyphFacts;

CGlyphFacts cglyph_facts(CGlyphDocument *document);

typedef struct {
  /// The size of the displayed page.
  double width, height;
  /// Clockwise, in degrees.
  int rotation;
  /// A text string (7.9.2.2), valid until the next call that returns text.
  const char *label;
  size_t labelLength;
} CGlyphPageFacts;

/// Returns 0 if there is no such page (from 0).
int cglyph_page_facts(CGlyphDocument *document, int page, CGlyphPageFacts *result);

/// Reads the links of a page (from 0), at most `most`. The result is valid until the next call that returns text. Returns their number, -1 if
/// there is no such page.
int cglyph_links(CGlyphDocument *document, int page, size_t most, const CGlyphLink **links, const char **text);

/// Reads the outline, at most `most` items on `levels` levels with `mostText` bytes of text, each before its children. The result is valid
/// until the next call that returns text. Returns the number of items.
int cglyph_outline(CGlyphDocument *document, size_t most, int levels, size_t mostText, const CGlyphOutlineItem **items, const char **text);

/// Looks up a named destination.
CGlyphTarget cglyph_destination(CGlyphDocument *document, const char *name, size_t length);

/// The number of annotations of a page (from 0) that are no links, form fields or pop-ups; -1 if there is no such page.
int cglyph_annotation_count(CGlyphDocument *document, int page);

/// The pixels of the largest image that a page (from 0) may paint; 0 if it has none.
double cglyph_largest_image(CGlyphDocument *document, int page);

/// Reads a page (from 0). The result is valid until the next call. Returns 0 if there is no such page.
int cglyph_read(CGlyphDocument *document, int page, size_t most_glyphs, size_t most_marks, CGlyphPage *result);

/// Numbers the fonts that a page (from 0) can use, without its content being read; they are valid until the next call. Returns 0 if there
/// is no such page, or it may use others, or composite ones.
int cglyph_page_fonts(CGlyphDocument *document, int page, const size_t **fonts, size_t *count);

/// How many fonts are numbered so far.
size_t cglyph_font_count(const CGlyphDocument *document);

CGlyphFont cglyph_font(const CGlyphDocument *document, size_t font);

/// Whether a simple font has a glyph for a code, as far as its dictionary says, whose name does not mean what poppler takes it for.
int cglyph_is_unclear(const CGlyphDocument *document, size_t font, uint32_t code);

/// The scalars of a simple font's code by poppler's account, NULL if there are none.
const uint32_t *cglyph_text(const CGlyphDocument *document, size_t font, uint32_t code, size_t *length);

/// The name of a code's glyph in a simple font, NULL if there is none.
const char *cglyph_name(const CGlyphDocument *document, size_t font, uint32_t code);

/// The Unicode scalar of a name in the Adobe Glyph List, 0 if it is not there.
uint32_t cglyph_listed(const CGlyphDocument *document, const char *name);

/// The same with the names of the Zapf Dingbats list, such as `a20`, which are codes in other fonts.
uint32_t cglyph_dingbat(const CGlyphDocument *document, const char *name);

#ifdef __cplusplus
}
#endif
