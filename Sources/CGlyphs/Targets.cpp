// Reads links, outline and destinations from poppler's core.
#include "Document.h"
#include "NamedDestinations.h"

#include <algorithm>
#include <cmath>

#include <Catalog.h>
#include <Link.h>
#include <Outline.h>
#include <goo/GooString.h>

namespace {

struct Point {
    double x, y;
};

/// A point of the page's own coordinates on the displayed page; a part that is NaN stays so.
Point displayed(const Page &page, double x, double y)
{
    const PDFRectangle &crop = *page.getCropBox();
    switch (rotation(page)) {
    case 90:
        return {y - crop.y1, x - crop.x1};
    case 180:
        return {crop.x2 - x, y - crop.y1};
    case 270:
        return {crop.y2 - y, crop.x2 - x};
    default:
        return {x - crop.x1, crop.y2 - y};
    }
}

/// Reads targets of actions and collects their texts.
class TargetReader
{
public:
    TargetReader(CGlyphDocument &opened) : opened(opened), text(opened.text) { text.clear(); }

    CGlyphText add(const std::string &piece)
    {
        const CGlyphText range{static_cast<uint32_t>(text.size()), static_cast<uint32_t>(std::min(piece.size(), mostLength))};
        text.append(piece, 0, range.length);
        return range;
    }

    CGlyphText add(const GooString *piece) { return add(piece ? piece->toStr() : std::string()); }

    CGlyphTarget read(const LinkAction *action)
    {
        CGlyphTarget target{};
        target.page = -1;
        target.x = target.y = NAN;
        if (!action || !action->isOk()) {
            return target;
        }
        switch (action->getKind()) {
        case actionGoTo: {
            const auto &link = static_cast<const LinkGoTo &>(*action);
            if (link.getDest()) {
                return read(*link.getDest());
            }
            const GooString *name = link.getNamedDest();
            const CGlyphTarget found = lookUp(name->toStr());
            if (found.kind != CTargetNone) {
                return found;
            }
            target.kind = name->getLength() > 0 ? CTargetName : CTargetNone;
            target.text = add(name);
            break;
        }
        case actionGoToR: {
            const auto &link = static_cast<const LinkGoToR &>(*action);
            target.kind = CTargetFile;
            target.text = add(link.getFileName());
            target.name = add(link.getNamedDest());
            if (target.name.length == 0 && link.getDest() && !link.getDest()->isPageRef() && link.getDest()->getPageNum() > 0) {
                target.page = link.getDest()->getPageNum() - 1;
            }
            break;
        }
        case actionURI:
            target.kind = CTargetURI;
            target.text = add(static_cast<const LinkURI &>(*action).getURI());
            break;
        case actionNamed:
            target.kind = CTargetNamed;
            target.text = add(static_cast<const LinkNamed &>(*action).getName());
            break;
        case actionLaunch:
            target.kind = CTargetLaunch;
            break;
        case actionJavaScript:
            target.kind = CTargetJavaScript;
            break;
        case actionMovie:
            target.kind = CTargetMovie;
            break;
        case actionRendition:
            target.kind = CTargetRendition;
            break;
        case actionOCGState:
            target.kind = CTargetLayer;
            break;
        case actionResetForm:
            target.kind = CTargetResetForm;
            break;
        default:
            break;
        }
        return target;
    }

    CGlyphTarget read(const LinkDest &destination)
    {
        CGlyphTarget target{};
        target.kind = CTargetLost;
        const int number = destination.isPageRef() ? opened.document->findPage(destination.getPageRef()) : destination.getPageNum();
        target.page = number - 1;
        const Page *page = number >= 1 && number <= opened.document->getNumPages() ? opened.page(number - 1) : nullptr;
        if (!page) {
            return target;
        }
        // The rectangle to be shown whole has no say in the marks of the two.
        const bool isRectangle = destination.getKind() == destFitR;
        const Point place = displayed(
            *page, isRectangle || destination.getChangeLeft() ? destination.getLeft() : NAN, isRectangle || destination.getChangeTop() ? destination.getTop() : NAN);
        target.kind = CTargetPage;
        const auto [width, height] = displayedSize(*page);
        target.x = std::isfinite(place.x) ? std::clamp(place.x, 0.0, std::max(width, 0.0)) : NAN;
        target.y = std::isfinite(place.y) ? std::clamp(place.y, 0.0, std::max(height, 0.0)) : NAN;
        return target;
    }

    /// Returns the target of a named destination, of kind `CTargetNone` if the document has none of that name.
    CGlyphTarget lookUp(const std::string &name)
    {
        const auto known = opened.named.find(name);
        if (known != opened.named.end()) {
            return known->second;
        }
        const CGlyphTarget target = readNamed(name);
        if (opened.named.size() < mostNames && name.size() < longestName) {
            opened.named.emplace(name, target);
        }
        return target;
    }

    /// Adds a title, which poppler gives as scalars or halves of surrogate pairs.
    CGlyphText add(const Unicode *title, int length)
    {
        std::string utf8;
        for (int i = 0; i < length && utf8.size() < mostLength; ++i) {
            const Unicode scalar = title[i] > 0x10FFFF || (title[i] >> 11) == 0x1B ? 0xFFFD : title[i];
            if (scalar < 0x80) {
                utf8 += static_cast<char>(scalar);
                continue;
            }
            const int more = scalar < 0x800 ? 1 : scalar < 0x10000 ? 2 : 3;
            utf8 += static_cast<char>((0xFF00 >> (more + 1) & 0xFF) | scalar >> 6 * more);
            for (int part = more - 1; part >= 0; --part) {
                utf8 += static_cast<char>(0x80 | (scalar >> 6 * part & 0x3F));
            }
        }
        return add(utf8);
    }

private:
    CGlyphTarget readNamed(const std::string &name)
    {
        if (!opened.destinations) {
            opened.destinations = std::make_shared<NamedDestinations>(*opened.document);
        }
        if (const LinkDest *found = opened.destinations->find(name)) {
            return read(*found);
        }
        if (opened.destinations->isWhole) {
            return CGlyphTarget{};
        }
        const GooString key(name);
        const auto found = opened.document->findDest(&key);
        return found && found->isOk() ? read(*found) : CGlyphTarget{};
    }

    /// Bytes of one text.
    static constexpr size_t mostLength = 1 << 20;
    /// The number and length of the names whose targets are kept.
    static constexpr size_t mostNames = 20000, longestName = 256;

    CGlyphDocument &opened;
    std::string &text;
};

class OutlineReader
{
public:
    CGlyphDocument &opened;
    TargetReader targets{opened};
    const size_t most;
    const int levels;
    const size_t mostText;

    void read(const std::vector<OutlineItem *> *items, int level)
    {
        if (!items || level >= levels) {
            return;
        }
        for (OutlineItem *item : *items) {
            if (opened.items.size() >= most || opened.text.size() > mostText) {
                return;
            }
            CGlyphOutlineItem entry{};
            entry.level = static_cast<uint16_t>(level);
            entry.isOpen = item->isOpen();
            entry.title = targets.add(item->getTitle(), item->getTitleLength());
            entry.target = targets.read(item->getAction());
            opened.items.push_back(entry);
            if (item->hasKids()) {
                item->open();
                read(item->getKids(), level + 1);
            }
        }
    }
};

/// The action of a link annotation (12.5.6.5), null if it has none.
std::unique_ptr<LinkAction> actionOf(const Object &annotation, Catalog &catalog)
{
    const Object place = annotation.dictLookup("Dest");
    if (!place.isNull()) {
        return LinkAction::parseDest(&place);
    }
    const Object action = annotation.dictLookup("A");
    return action.isDict() ? LinkAction::parseAction(&action, catalog.getBaseURI()) : nullptr;
}

/// Sets the area of a link on the displayed page; false if it has none.
bool setArea(CGlyphLink &link, const Page &page, const Object &box)
{
    double sides[4];
    if (!box.isArray() || box.arrayGetLength() != 4) {
        return false;
    }
    for (int side = 0; side < 4; ++side) {
        const Object value = box.arrayGet(side);
        if (!value.isNum()) {
            return false;
        }
        sides[side] = value.getNum();
    }
    const Point one = displayed(page, sides[0], sides[1]), two = displayed(page, sides[2], sides[3]);
    link.x0 = static_cast<float>(std::min(one.x, two.x));
    link.y0 = static_cast<float>(std::min(one.y, two.y));
    link.x1 = static_cast<float>(std::max(one.x, two.x));
    link.y1 = static_cast<float>(std::max(one.y, two.y));
    return true;
}

} // namespace

int cglyph_links(CGlyphDocument *document, int page, size_t most, const CGlyphLink **links, const char **text)
{
    return guarded(-1, [&] {
        document->links.clear();
        Page *source = document->page(page);
        if (!source) {
            return -1;
        }
        TargetReader targets(*document);
        const Object list = source->getAnnotsObject();
        for (int i = 0; list.isArray() && i < list.arrayGetLength() && document->links.size() < most; ++i) {
            const Object annotation = list.arrayGet(i);
            CGlyphLink link{};
            if (!annotation.isDict() || !annotation.dictLookup("Subtype").isName("Link") || !setArea(link, *source, annotation.dictLookup("Rect"))) {
                continue;
            }
            link.target = targets.read(actionOf(annotation, *document->document->getCatalog()).get());
            if (link.target.kind != CTargetNone) {
                document->links.push_back(link);
            }
        }
        *links = document->links.data();
        *text = document->text.data();
        return static_cast<int>(document->links.size());
    });
}

int cglyph_outline(CGlyphDocument *document, size_t most, int levels, size_t mostText, const CGlyphOutlineItem **items, const char **text)
{
    return guarded(0, [&] {
        document->items.clear();
        PDFDoc &source = *document->document;
        // Not the document's own, which would keep every item.
        Outline outline(source.getCatalog()->getOutline(), source.getXRef(), &source);
        OutlineReader{*document, TargetReader(*document), most, levels, mostText}.read(outline.getItems(), 0);
        *items = document->items.data();
        *text = document->text.data();
        return static_cast<int>(document->items.size());
    });
}

CGlyphTarget cglyph_destination(CGlyphDocument *document, const char *name, size_t length)
{
    return guarded(CGlyphTarget{}, [&] {
        return TargetReader(*document).lookUp(std::string(name, length));
    });
}
