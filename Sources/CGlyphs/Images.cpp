// Measures the images of a page without decoding them.
#include "Document.h"

#include <algorithm>

namespace {

constexpr int mostObjects = 512, mostLevels = 4;

double number(const Object &object)
{
    return object.isNum() ? object.getNum() : 0;
}

/// The pixels of the largest image among resources, forms included.
double largest(Dict *resources, int level, int &left)
{
    double most = 0;
    const Object objects = resources->lookup("XObject");
    for (int index = 0; objects.isDict() && index < objects.dictGetLength() && left > 0; ++index, --left) {
        const Object object = objects.dictGetVal(index);
        if (!object.isStream()) {
            continue;
        }
        Dict *entries = object.streamGetDict();
        const Object kind = entries->lookup("Subtype");
        if (kind.isName("Image")) {
            most = std::max(most, number(entries->lookup("Width")) * number(entries->lookup("Height")));
        } else if (kind.isName("Form") && level < mostLevels) {
            const Object nested = entries->lookup("Resources");
            if (nested.isDict()) {
                most = std::max(most, largest(nested.getDict(), level + 1, left));
            }
        }
    }
    return most;
}

} // namespace

extern "C" double cglyph_largest_image(CGlyphDocument *opened, int index)
{
    return guarded(0.0, [&] {
        Page *page = opened->page(index);
        Dict *resources = page ? page->getResourceDict() : nullptr;
        int left = mostObjects;
        return resources ? largest(resources, 0, left) : 0.0;
    });
}
