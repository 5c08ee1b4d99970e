// Reads the glyphs, paths and images of a page from poppler's core.
#include "Document.h"
#include "TrueTypeProgram.h"

#include <algorithm>
#include <bitset>
#include <cmath>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include <Dict.h>
#include <Gfx.h>
#include <GfxFont.h>
#include <GfxState.h>
#include <OutputDev.h>
#include <Stream.h>
#include <UTF.h>
#include <goo/GooString.h>
#include <goo/gmem.h>

namespace {

/// The number of fonts of a document, and of nested marked contents and soft masks.
constexpr size_t mostFonts = 65000;
constexpr size_t mostLevels = 10000;
/// The number of scalars of one code.
constexpr int mostScalars = 64;
/// The number of scalars of all codes of all fonts that are kept.
constexpr size_t mostTexts = 4 << 20;
/// The bytes of all font programs that are kept.
constexpr size_t mostPrograms = 16 << 20;
/// The fonts and forms of a page that are looked through before its content is read.
constexpr size_t mostObjects = 1000;

struct Font {
    std::string name;
    CGlyphFont facts{};
    /// Names and texts by code, of simple fonts only.
    std::vector<std::string> names;
    std::vector<std::u32string> texts;
    /// Codes that have a glyph, as far as the font's dictionary says.
    std::bitset<256> shown;
    /// Of a composite font: codes that its ToUnicode map calls a blank, or repeats, and what the program says of its glyphs once there
    /// are two of either.
    std::set<CharCode> blanks;
    std::set<CharCode> echoes;
    std::optional<TrueTypeProgram> program;
    std::unordered_map<int, Unicode> characters;
};

/// The size of a Type 3 font's letters, whose units may be anything: its own, if its glyphs are as wide as those of a text, as in the fonts of
/// pdfTeX and Matplotlib, else poppler's guess (`TextPage::updateFont`).
double scaleOfType3(const Gfx8BitFont &font)
{
    int m = -1, letter = -1, any = -1;
    double sum = 0;
    int count = 0;
    for (int code = 0; code < 256; ++code) {
        const char *name = font.getCharName(code);
        if (font.getWidth(code) > 0) {
            sum += font.getWidth(code);
            ++count;
        }
        bool isOne = name && name[0] && !name[1];
        if (isOne && name[0] == 'm') {
            m = code;
        }
        if (letter < 0 && isOne && ((name[0] >= 'A' && name[0] <= 'Z') || (name[0] >= 'a' && name[0] <= 'z'))) {
            letter = code;
        }
        if (any < 0 && name && font.getWidth(code) > 0) {
            any = code;
        }
    }
    double scale = 1;
    if (m >= 0 && font.getWidth(m) > 0) {
        scale = font.getWidth(m) / 0.6;
    } else if (letter >= 0 && font.getWidth(letter) > 0) {
        scale = font.getWidth(letter) / 0.5;
    } else if (any >= 0) {
        scale = font.getWidth(any) / 0.5;
    }
    if (sum > 0.25 * count && sum < 1.1 * count) {
        scale = 1;
    }
    const double *matrix = font.getFontMatrix();
    return matrix[0] != 0 ? scale * std::fabs(matrix[3] / matrix[0]) : scale;
}

/// Whether a font's narrow and wide letters are equally wide, whatever its name and flags say: fonts of bitmaps have neither.
bool isFixed(const Gfx8BitFont &font, const std::vector<std::u32string> &texts)
{
    static const std::u32string narrow = U"ijlI", wide = U"mwMW";
    // Codes that are not in the font all have this width.
    const double missing = font.getWidth(1);
    double width = 0;
    bool hasNarrow = false, hasWide = false;
    for (size_t code = 0; code < texts.size(); ++code) {
        const bool isNarrow = texts[code].size() == 1 && narrow.find(texts[code]) != std::u32string::npos;
        const bool isWide = texts[code].size() == 1 && wide.find(texts[code]) != std::u32string::npos;
        const double own = isNarrow || isWide ? font.getWidth(static_cast<unsigned char>(code)) : 0;
        if (own <= 0 || own == missing) {
            continue;
        }
        if (width > 0 && std::fabs(own - width) > 0.01 * width) {
            return false;
        }
        width = own;
        hasNarrow = hasNarrow || isNarrow;
        hasWide = hasWide || isWide;
    }
    return hasNarrow && hasWide;
}

} // namespace

class Reader : public OutputDev
{
public:
    std::vector<CGlyph> glyphs;
    std::vector<uint32_t> scalars;
    std::vector<CMark> marks;
    std::vector<Font> fonts;
    size_t mostGlyphs = 0, mostMarks = 0;
    bool isCut = false;
    /// Whether a font's program was read after some of its glyphs were.
    bool hasLearned = false;
    XRef *xref = nullptr;

    void clear()
    {
        glyphs.clear();
        scalars.clear();
        marks.clear();
        levels.clear();
        maskDepth = 0;
        groups.clear();
        replaced.reset();
        isCut = false;
        hasLearned = false;
    }

    bool upsideDown() override { return true; }
    bool useDrawChar() override { return true; }
    bool interpretType3Chars() override { return false; }
    bool useTilingPatternFill() override { return true; }
    bool useShadedFills(int) override { return true; }

    void drawChar(GfxState *state, double x, double y, double dx, double dy, double, double, CharCode code, int bytes, const Unicode *u, int length) override
    {
        if (maskDepth > 0) {
            return;
        }
        if (glyphs.size() >= mostGlyphs || scalars.size() >= 4 * mostGlyphs) {
            isCut = true;
            return;
        }
        GfxFont *font = state->getFont().get();
        if (!font) {
            return;
        }
        const Ref id = *font->getID();
        if (current != id) {
            current = id;
            currentFont = number(*font);
        }
        // Spacing is not part of the glyph.
        double space = state->getCharSpace();
        if (code == 0x20 && bytes == 1) {
            space += state->getWordSpace();
        }
        double sx, sy, px, py, w, h;
        const int isVertical = font->getWMode();
        if (isVertical) {
            state->textTransformDelta(0, space, &sx, &sy);
        } else {
            state->textTransformDelta(space * state->getHorizScaling(), 0, &sx, &sy);
        }
        state->transformDelta(dx - sx, dy - sy, &w, &h);
        state->transform(x, y, &px, &py);
        const double width = state->getPageWidth(), height = state->getPageHeight();
        if (!(px + w >= 0 && px <= width && py + h >= 0 && py <= height && std::fabs(w) <= width && std::fabs(h) <= height)) {
            return;
        }
        double m[4];
        state->getFontTransMat(&m[0], &m[1], &m[2], &m[3]);
        int direction;
        if (std::fabs(m[0] * m[3]) > std::fabs(m[1] * m[2])) {
            direction = (m[0] > 0 || m[3] < 0) ? 0 : 2;
        } else {
            direction = m[2] > 0 ? 1 : 3;
        }
        if (isVertical) {
            direction = (direction + 1) & 3;
        }
        // The font's own matrix may turn the glyphs of a Type 3 font.
        if (fonts[currentFont].facts.isType3 && w * w + h * h > 0) {
            direction = std::fabs(w) >= std::fabs(h) ? (w >= 0 ? 0 : 2) : (h >= 0 ? 1 : 3);
        }
        double size = state->getTransformedFontSize() * fonts[currentFont].facts.scale;
        if (!std::isfinite(size) || isClipped(state, px + w / 2, py + h / 2, size)) {
            return;
        }
        CGlyph glyph{};
        glyph.x = static_cast<float>(px);
        glyph.y = static_cast<float>(py);
        glyph.dx = static_cast<float>(w);
        glyph.dy = static_cast<float>(h);
        glyph.size = static_cast<float>(size);
        GfxRGB color;
        state->getFillRGB(&color);
        glyph.color = rgb(color);
        glyph.code = code;
        glyph.font = static_cast<uint16_t>(currentFont);
        glyph.content = levels.empty() ? -1 : levels.back().content;
        glyph.flags = static_cast<uint8_t>(direction);
        if ((state->getRender() & 3) == 3) {
            glyph.flags |= CGlyphHidden;
        }
        if (isVertical) {
            glyph.flags |= CGlyphVertical;
        }
        if (!font->isCIDFont()) {
            glyph.flags |= CGlyphSimple;
        }
        if (!levels.empty() && levels.back().isArtifact) {
            glyph.flags |= CGlyphArtifact;
        }
        glyph.text = static_cast<uint32_t>(scalars.size());
        const auto &texts = fonts[currentFont].texts;
        if (code < texts.size() && numbers.size() < mostFonts) {
            glyph.count = static_cast<uint16_t>(texts[code].size());
            scalars.insert(scalars.end(), texts[code].begin(), texts[code].end());
        } else {
            Unicode meant = length == 1 ? u[0] : 0;
            if (font->isCIDFont() && length == 1 && (meant == 0x20 || meant == code)) {
                meant = character(static_cast<GfxCIDFont &>(*font), code, meant);
                u = &meant;
            }
            glyph.count = static_cast<uint16_t>(std::clamp(length, 0, mostScalars));
            scalars.insert(scalars.end(), u, u + glyph.count);
        }
        glyphs.push_back(glyph);
    }

    void beginActualText(GfxState *, const GooString *text) override
    {
        if (maskDepth == 0) {
            replaced = Replacement{text->toStr(), glyphs.size()};
        }
    }

    /// Puts the ActualText in the place of its glyphs if they are on one line; otherwise nothing says which belongs to which.
    void endActualText(GfxState *) override
    {
        if (!replaced) {
            return;
        }
        const Replacement span = std::move(*replaced);
        replaced.reset();
        if (span.first >= glyphs.size()) {
            return;
        }
        CGlyph whole = glyphs[span.first];
        float x0 = whole.x, x1 = whole.x, y0 = whole.y, y1 = whole.y;
        for (size_t at = span.first; at < glyphs.size(); ++at) {
            const CGlyph &glyph = glyphs[at];
            if ((glyph.flags & CGlyphDirection) != (whole.flags & CGlyphDirection)) {
                return;
            }
            x0 = std::min({x0, glyph.x, glyph.x + glyph.dx});
            x1 = std::max({x1, glyph.x, glyph.x + glyph.dx});
            y0 = std::min({y0, glyph.y, glyph.y + glyph.dy});
            y1 = std::max({y1, glyph.y, glyph.y + glyph.dy});
            whole.size = std::max(whole.size, glyph.size);
        }
        const bool isUpright = (whole.flags & 1) == 0;
        if ((isUpright ? y1 - y0 : x1 - x0) > 0.8f * whole.size) {
            return;
        }
        Unicode *text = nullptr;
        const int length = TextStringToUCS4(span.text, &text);
        const size_t count = static_cast<size_t>(std::clamp(length, 0, 4096));
        // A text for many glyphs that says less than half of them describes them instead of spelling them.
        if (count * 2 < glyphs.size() - span.first && count != 0) {
            gfree(text);
            return;
        }
        glyphs.resize(span.first);
        if (count > 0) {
            whole.dx = isUpright ? x1 - x0 : 0;
            whole.dy = isUpright ? 0 : y1 - y0;
            whole.x = isUpright ? x0 : whole.x;
            whole.y = isUpright ? whole.y : y0;
            whole.text = static_cast<uint32_t>(scalars.size());
            whole.count = static_cast<uint16_t>(count);
            whole.flags |= CGlyphReplaced;
            scalars.insert(scalars.end(), text, text + count);
            glyphs.push_back(whole);
        }
        gfree(text);
    }

    void beginMarkedContent(const char *name, Dict *properties) override
    {
        Level level = levels.empty() ? Level{} : levels.back();
        if (properties) {
            Object number = properties->lookup("MCID");
            if (number.isInt()) {
                level.content = number.getInt();
            }
        }
        if (name && std::string(name) == "Artifact") {
            level.isArtifact = true;
        }
        if (levels.size() < mostLevels) {
            levels.push_back(level);
        }
    }

    void endMarkedContent(GfxState *) override
    {
        if (!levels.empty()) {
            levels.pop_back();
        }
    }

    void stroke(GfxState *state) override
    {
        GfxRGB color;
        state->getStrokeRGB(&color);
        double scale = std::sqrt(std::fabs(state->getCTM()[0] * state->getCTM()[3] - state->getCTM()[1] * state->getCTM()[2]));
        if (state->getStrokeOpacity() > 0) {
            addPath(state, CMarkStroke, rgb(color), state->getLineWidth() * scale / 2);
        }
    }
    void fill(GfxState *state) override
    {
        GfxRGB color;
        state->getFillRGB(&color);
        if (state->getFillOpacity() > 0) {
            addPath(state, CMarkFill, rgb(color), 0);
        }
    }
    void eoFill(GfxState *state) override { fill(state); }

    bool tilingPatternFill(GfxState *state, Gfx *, Catalog *, GfxTilingPattern *, const double *, int, int, int, int, double, double) override { return addClip(state); }
    bool functionShadedFill(GfxState *state, GfxFunctionShading *) override { return addClip(state); }
    bool axialShadedFill(GfxState *state, GfxAxialShading *, double, double) override { return addClip(state); }
    bool axialShadedSupportExtend(GfxState *, GfxAxialShading *) override { return true; }
    bool radialShadedFill(GfxState *state, GfxRadialShading *, double, double) override { return addClip(state); }
    bool radialShadedSupportExtend(GfxState *, GfxRadialShading *) override { return true; }
    bool gouraudTriangleShadedFill(GfxState *state, GfxGouraudTriangleShading *) override { return addClip(state); }
    bool patchMeshShadedFill(GfxState *state, GfxPatchMeshShading *) override { return addClip(state); }

    void drawImageMask(GfxState *state, Object *ref, Stream *stream, int width, int height, bool invert, bool interpolate, bool isInline) override
    {
        if (width == 1 && height == 1) {
            // Ghostscript writes rules so, such as the bars of fractions.
            GfxRGB color;
            state->getFillRGB(&color);
            addImage(state, CMarkFill, rgb(color));
        } else {
            addImage(state);
        }
        OutputDev::drawImageMask(state, ref, stream, width, height, invert, interpolate, isInline);
    }
    void setSoftMaskFromImageMask(GfxState *state, Object *ref, Stream *stream, int width, int height, bool invert, bool isInline, double *) override
    {
        OutputDev::drawImageMask(state, ref, stream, width, height, invert, false, isInline);
    }
    void drawImage(GfxState *state, Object *ref, Stream *stream, int width, int height, GfxImageColorMap *colors, bool interpolate, const int *mask, bool isInline) override
    {
        addImage(state);
        OutputDev::drawImage(state, ref, stream, width, height, colors, interpolate, mask, isInline);
    }

    void beginTransparencyGroup(GfxState *, const double *, GfxColorSpace *, bool, bool, bool isMask) override
    {
        if (groups.size() < mostLevels) {
            groups.push_back(isMask);
        }
        maskDepth += isMask;
    }
    void endTransparencyGroup(GfxState *) override
    {
        if (!groups.empty()) {
            maskDepth -= groups.back();
            groups.pop_back();
        }
    }

    /// Numbers the fonts that content with these resources can use. Returns false if some of them may not be known before the content is
    /// read, or what their codes mean is not.
    bool addFonts(const Object &resources, std::set<int> &met, std::vector<size_t> &found)
    {
        if (!resources.isDict()) {
            return true;
        }
        const Object dictionary = resources.dictLookup("Font");
        for (int i = 0; dictionary.isDict() && i < dictionary.dictGetLength(); ++i) {
            const Object &place = dictionary.dictGetValNF(i);
            if (!place.isRef()) {
                return false;
            }
            const Ref id = place.getRef();
            if (met.insert(id.num).second) {
                auto known = numbers.find({id.num, id.gen});
                if (known == numbers.end()) {
                    const Object entry = place.fetch(xref);
                    const auto font = entry.isDict() ? GfxFont::makeFont(xref, "", id, entry.getDict()) : nullptr;
                    if (!font || font->isCIDFont() || fonts.size() >= mostFonts) {
                        return false;
                    }
                    number(*font);
                    known = numbers.find({id.num, id.gen});
                }
                if (fonts[known->second].texts.empty()) {
                    return false;
                }
                found.push_back(known->second);
            }
        }
        const Object states = resources.dictLookup("ExtGState");
        for (int i = 0; states.isDict() && i < states.dictGetLength(); ++i) {
            const Object state = states.dictGetVal(i);
            if (state.isDict() && state.getDict()->hasKey("Font")) {
                return false;
            }
        }
        const Object objects = resources.dictLookup("XObject");
        for (int i = 0; objects.isDict() && i < objects.dictGetLength(); ++i) {
            const Object &place = objects.dictGetValNF(i);
            if (!place.isRef() || met.size() > mostObjects) {
                return false;
            }
            if (met.insert(place.getRefNum()).second) {
                const Object form = place.fetch(xref);
                if (form.isStream() && !addFonts(form.streamGetDict()->lookup("Resources"), met, found)) {
                    return false;
                }
            }
        }
        return true;
    }

    /// Replaces the simple fonts read since the last call by copies without program, encoding and ToUnicode map: poppler builds
    /// the fonts of every page again, and only widths are needed then.
    void lighten(XRef *xref)
    {
        for (const Ref ref : heavy) {
            const Object old = xref->fetch(ref);
            if (!old.isDict() || !old.dictLookup("Widths").isArray()) {
                continue;
            }
            Object light(old.getDict()->copy(xref));
            const Object descriptor = old.dictLookup("FontDescriptor");
            if (descriptor.isDict()) {
                Object facts(descriptor.getDict()->copy(xref));
                for (const char *key : {"FontFile", "FontFile2", "FontFile3"}) {
                    facts.getDict()->remove(key);
                }
                light.dictSet("FontDescriptor", std::move(facts));
            }
            light.getDict()->remove("Encoding");
            light.getDict()->remove("ToUnicode");
            xref->setModifiedObject(&light, ref);
        }
        heavy.clear();
    }

private:
    struct Level {
        int32_t content = -1;
        bool isArtifact = false;
    };
    struct Replacement {
        std::string text;
        size_t first;
    };

    std::vector<Level> levels;
    std::vector<bool> groups;
    int maskDepth = 0;
    std::optional<Replacement> replaced;
    std::map<std::pair<int, int>, size_t> numbers;
    /// Simple fonts whose names and texts are known since the last page.
    std::vector<Ref> heavy;
    size_t textCount = 0;
    /// The bytes of the programs that are kept.
    size_t programs = 0;
    Ref current = Ref::INVALID();
    size_t currentFont = 0;

    static uint32_t rgb(const GfxRGB &color)
    {
        return static_cast<uint32_t>(colToByte(color.r)) << 16 | static_cast<uint32_t>(colToByte(color.g)) << 8 | colToByte(color.b);
    }

    /// The character of a composite font's code that its ToUnicode map calls a blank or repeats. If it calls several codes a blank, it lies
    /// of some, as those of mathematical fonts in old exports do; if codes are the numbers of glyphs, they are no characters, too. The
    /// program's `cmap` says more, or the usual order of its glyphs.
    Unicode character(GfxCIDFont &font, CharCode code, Unicode given)
    {
        Font &entry = fonts[currentFont];
        const bool isBlank = given == 0x20;
        const bool isMapped = font.getCIDToGID() != nullptr;
        auto &doubted = isBlank ? entry.blanks : entry.echoes;
        if (doubted.size() < 2) {
            doubted.insert(code);
            const bool isTrueType = font.getType() == fontCIDType2 || font.getType() == fontCIDType2OT;
            if (doubted.size() < 2 || !isTrueType || (isMapped && !isBlank)) {
                return given;
            }
            auto file = entry.program ? std::nullopt : font.readEmbFontFile(xref);
            if (file && programs < mostPrograms) {
                programs += file->size();
                entry.program.emplace(std::move(*file));
                entry.characters = entry.program->characters();
            }
            hasLearned |= entry.program.has_value();
        }
        if (!entry.program || (isMapped && (!isBlank || code >= font.getCIDToGIDLen()))) {
            return given;
        }
        const int glyph = isMapped ? font.getCIDToGID()[code] : static_cast<int>(code);
        const auto known = entry.characters.find(glyph);
        if (known != entry.characters.end()) {
            return known->second;
        }
        if (isBlank) {
            return entry.program->isVisible(glyph) ? 0xFFFD : 0x20;
        }
        if (!entry.characters.empty() || !entry.program->isInUsualOrder()) {
            return given;
        }
        const Unicode usual = globalParams->mapNameToUnicodeText(TrueTypeProgram::usualName(glyph));
        return usual ? usual : entry.program->isVisible(glyph) ? 0xFFFD : 0x20;
    }

    size_t number(GfxFont &font)
    {
        const std::pair<int, int> key(font.getID()->num, font.getID()->gen);
        auto known = numbers.find(key);
        if (known != numbers.end()) {
            return known->second;
        }
        if (fonts.size() >= mostFonts) {
            return 0;
        }
        Font entry;
        entry.name = font.getName().value_or("");
        entry.facts.ascent = static_cast<float>(font.getAscent());
        entry.facts.descent = static_cast<float>(font.getDescent());
        entry.facts.scale = 1;
        entry.facts.isBold = font.isBold();
        entry.facts.isItalic = font.isItalic();
        entry.facts.isComposite = font.isCIDFont();
        entry.facts.isType3 = font.getType() == fontType3;
        entry.facts.hasToUnicode = font.hasToUnicodeCMap();
        // Fonts that share a long map could fill the memory.
        const bool hasRoom = textCount < mostTexts;
        if (!font.isCIDFont()) {
            const auto &simple = static_cast<const Gfx8BitFont &>(font);
            entry.names.resize(256);
            entry.texts.resize(hasRoom ? 256 : 0);
            // Without an encoding, poppler's names are those of the standard one, whatever the font shows.
            std::optional<TrueTypeProgram> program;
            if (font.getType() == fontTrueType && !simple.getHasEncoding()) {
                if (auto file = font.readEmbFontFile(xref)) {
                    program.emplace(std::move(*file));
                }
            }
            // The names of a Type 3 font are those of its procedures; others come from its base encoding and show nothing.
            const Dict *procedures = entry.facts.isType3 ? static_cast<Gfx8BitFont &>(font).getCharProcs() : nullptr;
            for (int code = 0; code < 256; ++code) {
                const std::string own = program ? program->name(code) : "";
                if (!own.empty()) {
                    entry.names[code] = own.substr(0, 128);
                } else if (const char *name = simple.getCharName(code); name && (!procedures || procedures->hasKey(name))) {
                    entry.names[code] = std::string(name).substr(0, 128);
                }
                if (!hasRoom) {
                    continue;
                }
                const char byte = static_cast<char>(code);
                const Unicode *text = nullptr;
                CharCode same;
                int length = 0;
                double dx, dy, ox, oy;
                simple.getNextChar(&byte, 1, &same, &text, &length, &dx, &dy, &ox, &oy);
                entry.texts[code].assign(text, text + std::clamp(length, 0, mostScalars));
                textCount += entry.texts[code].size();
            }
            const bool isNamed = font.getType() != fontType3 && font.getType() != fontTrueType && font.getType() != fontTrueTypeOT;
            for (int code = 0; code < 256; ++code) {
                const std::string &name = entry.names[code];
                entry.shown[code] = isNamed ? !name.empty() && name != ".notdef" : simple.getWidth(static_cast<unsigned char>(code)) != 0;
            }
            entry.facts.isFixed = isFixed(simple, entry.texts);
            if (entry.facts.isType3) {
                const double scale = scaleOfType3(simple);
                entry.facts.scale = std::isfinite(scale) ? static_cast<float>(scale) : 1;
            }
        }
        fonts.push_back(std::move(entry));
        numbers.emplace(key, fonts.size() - 1);
        // Fonts within a page's own dictionary have generations that poppler makes up (`GfxFontDict`).
        if (hasRoom && !font.isCIDFont() && font.getType() != fontType3 && key.second < 65536) {
            heavy.push_back(*font.getID());
        }
        return fonts.size() - 1;
    }

    /// Whether a glyph lies outside the clip box, by more than its size.
    static bool isClipped(GfxState *state, double x, double y, double size)
    {
        double x0, y0, x1, y1;
        state->getClipBBox(&x0, &y0, &x1, &y1);
        return x < x0 - size || x > x1 + size || y < y0 - size || y > y1 + size;
    }

    void add(GfxState *state, double x0, double y0, double x1, double y1, CMarkKind kind, uint32_t color, bool isStraight)
    {
        double cx0, cy0, cx1, cy1;
        state->getClipBBox(&cx0, &cy0, &cx1, &cy1);
        x0 = std::max(x0, cx0);
        y0 = std::max(y0, cy0);
        x1 = std::min(x1, cx1);
        y1 = std::min(y1, cy1);
        if (!(x0 <= x1 && y0 <= y1)) {
            return;
        }
        if (marks.size() >= mostMarks) {
            isCut = true;
            // The last one grows, so that nothing painted lies outside all boxes.
            if (!marks.empty()) {
                CMark &last = marks.back();
                last.x0 = std::min(last.x0, static_cast<float>(x0));
                last.y0 = std::min(last.y0, static_cast<float>(y0));
                last.x1 = std::max(last.x1, static_cast<float>(x1));
                last.y1 = std::max(last.y1, static_cast<float>(y1));
                last.isStraight = 0;
            }
            return;
        }
        CMark mark{};
        mark.x0 = static_cast<float>(x0);
        mark.y0 = static_cast<float>(y0);
        mark.x1 = static_cast<float>(x1);
        mark.y1 = static_cast<float>(y1);
        mark.glyphs = static_cast<uint32_t>(glyphs.size());
        mark.color = color;
        mark.kind = static_cast<uint8_t>(kind);
        mark.isStraight = isStraight;
        marks.push_back(mark);
    }

    /// The length of a side that is neither horizontal nor vertical, 0 for other sides.
    static double slant(double dx, double dy)
    {
        const double small = std::min(std::fabs(dx), std::fabs(dy)), large = std::max(std::fabs(dx), std::fabs(dy));
        return small > 0.3 + 0.02 * large ? large : 0;
    }

    void addPath(GfxState *state, CMarkKind kind, uint32_t color, double pad)
    {
        if (maskDepth > 0) {
            return;
        }
        const GfxPath *path = state->getPath();
        for (int i = 0; i < path->getNumSubpaths(); ++i) {
            const GfxSubpath *part = path->getSubpath(i);
            double x0 = INFINITY, y0 = INFINITY, x1 = -INFINITY, y1 = -INFINITY;
            double lastX = 0, lastY = 0, slanted = 0;
            bool isStraight = part->getNumPoints() <= 5;
            for (int j = 0; j < part->getNumPoints(); ++j) {
                double x, y;
                state->transform(part->getX(j), part->getY(j), &x, &y);
                x0 = std::min(x0, x);
                y0 = std::min(y0, y);
                x1 = std::max(x1, x);
                y1 = std::max(y1, y);
                isStraight = isStraight && !part->getCurve(j);
                slanted = j > 0 ? std::max(slanted, slant(x - lastX, y - lastY)) : 0;
                lastX = x;
                lastY = y;
            }
            // The sides of a border's mitred ends are slanted, too, but short.
            isStraight = isStraight && slanted <= 0.25 * std::max(x1 - x0, y1 - y0);
            if (std::isfinite(x0 + y0 + x1 + y1)) {
                add(state, x0 - pad, y0 - pad, x1 + pad, y1 + pad, kind, color, isStraight);
            }
        }
    }

    void addImage(GfxState *state, CMarkKind kind = CMarkImage, uint32_t color = 0)
    {
        if (maskDepth > 0) {
            return;
        }
        double x0 = INFINITY, y0 = INFINITY, x1 = -INFINITY, y1 = -INFINITY;
        for (int corner = 0; corner < 4; ++corner) {
            double x, y;
            state->transform(corner & 1, corner >> 1, &x, &y);
            x0 = std::min(x0, x);
            y0 = std::min(y0, y);
            x1 = std::max(x1, x);
            y1 = std::max(y1, y);
        }
        if (std::isfinite(x0 + y0 + x1 + y1)) {
            add(state, x0, y0, x1, y1, kind, color, kind == CMarkFill);
        }
    }

    bool addClip(GfxState *state)
    {
        if (maskDepth == 0) {
            add(state, -INFINITY, -INFINITY, INFINITY, INFINITY, CMarkShading, 0, false);
        }
        return true;
    }
};

static Reader &readerOf(CGlyphDocument &document)
{
    if (!document.reader) {
        document.reader = std::make_shared<Reader>();
    }
    document.reader->xref = document.document->getXRef();
    return *document.reader;
}

int cglyph_read(CGlyphDocument *document, int page, size_t most_glyphs, size_t most_marks, CGlyphPage *result)
{
    return guarded(0, [&] {
        Page *source = document->page(page);
        if (!source) {
            return 0;
        }
        Reader &reader = readerOf(*document);
        reader.mostGlyphs = most_glyphs;
        reader.mostMarks = most_marks;
        for (int round = 0; round == 0 || (round == 1 && reader.hasLearned); ++round) {
            reader.clear();
            std::unique_ptr<Gfx> gfx(source->createGfx(&reader, 72, 72, 0, false, true, -1, -1, -1, -1, false, nullptr, nullptr));
            source->display(gfx.get());
        }
        reader.lighten(document->document->getXRef());
        *result = CGlyphPage{};
        std::tie(result->width, result->height) = displayedSize(*source);
        result->glyphs = reader.glyphs.data();
        result->glyphCount = reader.glyphs.size();
        result->scalars = reader.scalars.data();
        result->scalarCount = reader.scalars.size();
        result->marks = reader.marks.data();
        result->markCount = reader.marks.size();
        result->fontCount = reader.fonts.size();
        result->isCut = reader.isCut;
        return 1;
    });
}

int cglyph_page_fonts(CGlyphDocument *document, int page, const size_t **fonts, size_t *count)
{
    document->fonts.clear();
    return guarded(0, [&] {
        Page *source = document->page(page);
        if (!source) {
            return 0;
        }
        Reader &reader = readerOf(*document);
        std::set<int> met;
        if (!reader.addFonts(*source->getResourceDictObject(), met, document->fonts)) {
            return 0;
        }
        *fonts = document->fonts.data();
        *count = document->fonts.size();
        return 1;
    });
}

size_t cglyph_font_count(const CGlyphDocument *document)
{
    return document->reader ? document->reader->fonts.size() : 0;
}

int cglyph_is_unclear(const CGlyphDocument *document, size_t font, uint32_t code)
{
    const Font &entry = document->reader->fonts[font];
    if (code >= 256 || !entry.shown[code]) {
        return 0;
    }
    // Most names say what poppler says: the rest need a closer look.
    const std::u32string &text = entry.texts[code];
    return text.size() != 1 || text[0] < 0x20 || text[0] >= 0xD800 || globalParams->mapNameToUnicodeText(entry.names[code].c_str()) != text[0];
}

const uint32_t *cglyph_text(const CGlyphDocument *document, size_t font, uint32_t code, size_t *length)
{
    static_assert(sizeof(char32_t) == sizeof(uint32_t));
    const Font &entry = document->reader->fonts[font];
    *length = code < entry.texts.size() ? entry.texts[code].size() : 0;
    return *length ? reinterpret_cast<const uint32_t *>(entry.texts[code].data()) : nullptr;
}

CGlyphFont cglyph_font(const CGlyphDocument *document, size_t font)
{
    const Font &entry = document->reader->fonts[font];
    CGlyphFont facts = entry.facts;
    facts.name = entry.name.c_str();
    return facts;
}

const char *cglyph_name(const CGlyphDocument *document, size_t font, uint32_t code)
{
    const Font &entry = document->reader->fonts[font];
    return code < entry.names.size() && !entry.names[code].empty() ? entry.names[code].c_str() : nullptr;
}

uint32_t cglyph_listed(const CGlyphDocument *, const char *name)
{
    return globalParams->mapNameToUnicodeText(name);
}

uint32_t cglyph_dingbat(const CGlyphDocument *, const char *name)
{
    return globalParams->mapNameToUnicodeAll(name);
}
