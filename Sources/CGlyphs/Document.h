#pragma once
// A document of poppler's core, and what was returned from it last.
#include "CGlyphs.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

// Poppler's headers need this order.
#include <Object.h>

#include <GlobalParams.h>
#include <PDFDoc.h>
#include <Page.h>

class NamedDestinations;
class Reader;

struct CGlyphDocument {
    // The first one decides for the process what happens to poppler's messages.
    GlobalParamsIniter params{[](ErrorCategory, Goffset, const char *) {}};
    std::unique_ptr<PDFDoc> document;
    /// Made for the first page that is read.
    std::shared_ptr<Reader> reader;
    /// Made for the first name that is looked up.
    std::shared_ptr<NamedDestinations> destinations;
    /// Targets of the names that were looked up.
    std::map<std::string, CGlyphTarget> named;
    /// What was returned last.
    std::string text;
    std::vector<CGlyphLink> links;
    std::vector<CGlyphOutlineItem> items;
    std::vector<size_t> fonts;

    /// A page (from 0), null if poppler has none.
    Page *page(int index)
    {
        Page *found = document->getPage(index + 1);
        return found && found->isOk() ? found : nullptr;
    }
};

/// Calls poppler, and returns `otherwise` if memory runs out.
template<typename Result, typename Body>
Result guarded(Result otherwise, Body body)
{
    try {
        return body();
    } catch (...) {
        return otherwise;
    }
}

/// The size of a displayed page.
inline std::pair<double, double> displayedSize(const Page &page)
{
    const double width = page.getCropWidth(), height = page.getCropHeight();
    return page.getRotate() % 180 != 0 ? std::pair(height, width) : std::pair(width, height);
}

/// A page's rotation: 0, 90, 180 or 270 degrees clockwise.
inline int rotation(const Page &page)
{
    return ((page.getRotate() % 360) + 360) % 360;
}
