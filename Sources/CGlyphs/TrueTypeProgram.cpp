// Reads what an embedded TrueType program says of its glyphs.
#include "TrueTypeProgram.h"

#include <algorithm>
#include <sstream>

namespace {

/// Glyph names in the standard order of the Macintosh (Apple, TrueType Reference Manual, `post`).
const char *const standardNames =
    ".notdef .null nonmarkingreturn space exclam quotedbl numbersign dollar percent ampersand quotesingle parenleft parenright asterisk plus comma hyphen "
    "period slash zero one two three four five six seven eight nine colon semicolon less equal greater question at A B C D E F G H I J K L M N O P Q R S T "
    "U V W X Y Z bracketleft backslash bracketright asciicircum underscore grave a b c d e f g h i j k l m n o p q r s t u v w x y z braceleft bar "
    "braceright asciitilde Adieresis Aring Ccedilla Eacute Ntilde Odieresis Udieresis aacute agrave acircumflex adieresis atilde aring ccedilla eacute "
    "egrave ecircumflex edieresis iacute igrave icircumflex idieresis ntilde oacute ograve ocircumflex odieresis otilde uacute ugrave ucircumflex udieresis "
    "dagger degree cent sterling section bullet paragraph germandbls registered copyright trademark acute dieresis notequal AE Oslash infinity plusminus "
    "lessequal greaterequal yen mu partialdiff summation product pi integral ordfeminine ordmasculine Omega ae oslash questiondown exclamdown logicalnot "
    "radical florin approxequal Delta guillemotleft guillemotright ellipsis nonbreakingspace Agrave Atilde Otilde OE oe endash emdash quotedblleft "
    "quotedblright quoteleft quoteright divide lozenge ydieresis Ydieresis fraction currency guilsinglleft guilsinglright fi fl daggerdbl periodcentered "
    "quotesinglbase quotedblbase perthousand Acircumflex Ecircumflex Aacute Edieresis Egrave Iacute Icircumflex Idieresis Igrave Oacute Ocircumflex apple "
    "Ograve Uacute Ucircumflex Ugrave dotlessi circumflex tilde macron breve dotaccent ring cedilla hungarumlaut ogonek caron Lslash lslash Scaron scaron "
    "Zcaron zcaron brokenbar Eth eth Yacute yacute Thorn thorn minus multiply onesuperior twosuperior threesuperior onehalf onequarter threequarters franc "
    "Gbreve gbreve Idotaccent Scedilla scedilla Cacute cacute Ccaron ccaron dcroat ";

const std::vector<std::string> &standardOrder()
{
    static const std::vector<std::string> order = [] {
        std::istringstream words(standardNames);
        std::vector<std::string> names;
        for (std::string name; words >> name;) {
            names.push_back(name);
        }
        return names;
    }();
    return order;
}

} // namespace

TrueTypeProgram::TrueTypeProgram(std::vector<unsigned char> file)
    : bytes(std::move(file))
{
    program = FoFiTrueType::make(bytes.data(), static_cast<int>(bytes.size()));
    if (program) {
        readNames();
    }
}

size_t TrueTypeProgram::number(size_t at, size_t width) const
{
    size_t value = 0;
    for (size_t i = at; i < at + width; ++i) {
        value = value << 8 | (i < bytes.size() ? bytes[i] : 0);
    }
    return value;
}

size_t TrueTypeProgram::table(size_t tag) const
{
    for (size_t i = 0, count = number(4, 2); i < count; ++i) {
        if (number(12 + 16 * i, 4) == tag) {
            return number(20 + 16 * i, 4);
        }
    }
    return 0;
}

/// Reads a `post` table of format 2: an index for each glyph, then the names that are not standard.
void TrueTypeProgram::readNames()
{
    const size_t start = table(0x706F7374), end = bytes.size();
    if (start == 0 || start + 34 > end || number(start, 4) != 0x20000) {
        return;
    }
    const size_t count = std::min(number(start + 32, 2), (end - start - 34) / 2);
    std::vector<std::string> others;
    for (size_t at = start + 34 + 2 * count; at < end && others.size() < count;) {
        const size_t size = std::min<size_t>(bytes[at], end - at - 1);
        others.emplace_back(bytes.begin() + at + 1, bytes.begin() + at + 1 + size);
        at += 1 + size;
    }
    const auto &standard = standardOrder();
    names.resize(count);
    for (size_t glyph = 0; glyph < count; ++glyph) {
        const size_t index = number(start + 34 + 2 * glyph, 2);
        if (index < standard.size()) {
            names[glyph] = standard[index];
        } else if (index - standard.size() < others.size()) {
            names[glyph] = others[index - standard.size()];
        }
    }
}

std::string TrueTypeProgram::name(unsigned code) const
{
    if (!program || names.empty()) {
        return "";
    }
    // Symbolic fonts have their codes as they are or in the private area (PDF 32000-1, 9.6.6.4).
    const int symbols = program->findCmap(3, 0), macintosh = program->findCmap(1, 0);
    int glyph = macintosh >= 0 ? program->mapCodeToGID(macintosh, code) : 0;
    for (unsigned base : {0xF000u, 0u}) {
        if (glyph <= 0 && symbols >= 0) {
            glyph = program->mapCodeToGID(symbols, base + code);
        }
    }
    return glyph > 0 && static_cast<size_t>(glyph) < names.size() ? names[glyph] : "";
}

std::unordered_map<int, uint32_t> TrueTypeProgram::characters() const
{
    std::unordered_map<int, uint32_t> found;
    if (!program) {
        return found;
    }
    int map = program->findCmap(3, 10);
    map = map >= 0 ? map : program->findCmap(3, 1);
    map = map >= 0 ? map : program->findCmap(0, 3);
    if (map < 0) {
        return found;
    }
    // The Basic Multilingual Plane without the private area, and the mathematical letters.
    for (const auto &[first, last] : {std::pair<uint32_t, uint32_t>{0x20, 0xDFFF}, {0xF900, 0xFFFD}, {0x1D400, 0x1D7FF}}) {
        for (uint32_t scalar = first; scalar <= last; ++scalar) {
            if (const int glyph = program->mapCodeToGID(map, scalar); glyph > 0) {
                found.emplace(glyph, scalar);
            }
        }
    }
    return found;
}

bool TrueTypeProgram::isVisible(size_t glyph) const
{
    const size_t start = table(0x6C6F6361), head = table(0x68656164);
    if (start == 0 || head == 0) {
        return false;
    }
    const size_t width = number(head + 50, 2) == 0 ? 2 : 4;
    return number(start + glyph * width, width) < number(start + (glyph + 1) * width, width);
}

bool TrueTypeProgram::isInUsualOrder() const
{
    const size_t sizes = table(0x6D617870), header = table(0x68686561), metrics = table(0x686D7478);
    if (sizes == 0 || header == 0 || metrics == 0 || number(sizes + 4, 2) < standardOrder().size()) {
        return false;
    }
    const size_t count = number(header + 34, 2);
    const auto width = [&](size_t glyph) { return count == 0 ? 0 : number(metrics + 4 * std::min(glyph, count - 1), 2); };
    constexpr size_t space = 3, leftParenthesis = 11, comma = 15, stop = 17, zero = 19, nine = 28, i = 76, m = 80;
    for (size_t digit = zero; digit <= nine; ++digit) {
        if (width(digit) != width(zero)) {
            return false;
        }
    }
    return width(space) > 0 && width(leftParenthesis) == width(leftParenthesis + 1) && width(comma) == width(stop) && width(i) <= width(m);
}

const char *TrueTypeProgram::usualName(size_t glyph)
{
    const auto &order = standardOrder();
    return glyph < order.size() ? order[glyph].c_str() : "";
}
