// What an embedded TrueType program says of its glyphs, where the PDF says nothing or something wrong.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

// Poppler's headers need this order.
#include <poppler_private_export.h>

#include <fofi/FoFiTrueType.h>

class TrueTypeProgram
{
public:
    explicit TrueTypeProgram(std::vector<unsigned char> file);

    /// The name of the glyph that a simple symbolic font shows for a code, by the `post` table; empty if there is none.
    std::string name(unsigned code) const;

    /// The characters of its glyphs by the `cmap` table.
    std::unordered_map<int, uint32_t> characters() const;

    /// Whether its glyphs may be in the standard order of the Macintosh, as those of Windows' fonts are: by the widths of some of them.
    bool isInUsualOrder() const;

    /// The name of a glyph in that order; empty after its end.
    static const char *usualName(size_t glyph);

    /// Whether a glyph paints something, by the `loca` table.
    bool isVisible(size_t glyph) const;

private:
    std::vector<unsigned char> bytes;
    std::unique_ptr<FoFiTrueType> program;
    std::vector<std::string> names;

    size_t number(size_t at, size_t width) const;
    /// The start of a table; 0 if there is none.
    size_t table(size_t tag) const;
    void readNames();
};
