// Opens a document in poppler's core, and reads what it says about itself.
#include "Document.h"

#include <iterator>
#include <optional>
#include <tuple>

#include <Catalog.h>
#include <Error.h>
#include <ErrorCodes.h>
#include <Stream.h>

CGlyphDocument *cglyph_open(const char *bytes, size_t length, const char *password, int *isEncrypted)
{
    *isEncrypted = 0;
    return guarded<CGlyphDocument *>(nullptr, [&]() -> CGlyphDocument * {
        auto opened = std::make_unique<CGlyphDocument>();
        std::optional<GooString> key;
        if (password) {
            key = GooString(password);
        }
        opened->document = std::make_unique<PDFDoc>(new MemStream(bytes, 0, static_cast<Goffset>(length), Object(objNull)), key, key);
        if (opened->document->isOk()) {
            return opened.release();
        }
        *isEncrypted = opened->document->getErrorCode() == errEncrypted;
        return nullptr;
    });
}

void cglyph_close(CGlyphDocument *document)
{
    delete document;
}

int cglyph_page_count(CGlyphDocument *document)
{
    return guarded(0, [&] { return document->document->getNumPages(); });
}

int cglyph_has_outline(CGlyphDocument *document)
{
    return guarded(0, [&] {
        // Poppler's `Outline` would read all entries of the first level.
        Object *outline = document->document->getCatalog()->getOutline();
        return outline->isDict() && outline->dictLookup("First").isDict() ? 1 : 0;
    });
}

int cglyph_has_entry(CGlyphDocument *document, const char *key)
{
    return guarded(1, [&] {
        const Object catalog = document->document->getXRef()->getCatalog();
        return !catalog.isDict() || catalog.getDict()->hasKey(key) ? 1 : 0;
    });
}

int cglyph_attachment_count(CGlyphDocument *document)
{
    return guarded(0, [&] { return document->document->getCatalog()->numEmbeddedFiles(); });
}

const char *cglyph_identifier(CGlyphDocument *document)
{
    return guarded<const char *>(nullptr, [&]() -> const char * {
        GooString first;
        if (!document->document->getID(&first, nullptr)) {
            return nullptr;
        }
        document->text = first.toStr();
        return document->text.c_str();
    });
}

const char *cglyph_information(CGlyphDocument *document, const char *key, size_t *length)
{
    document->text.clear();
    guarded(0, [&] {
        if (const auto entry = document->document->getDocInfoStringEntry(key)) {
            document->text = entry->toStr();
        }
        return 0;
    });
    *length = document->text.size();
    return document->text.data();
}

const char *cglyph_language(CGlyphDocument *document, size_t *length)
{
    document->text.clear();
    guarded(0, [&] {
        const Object catalog = document->document->getXRef()->getCatalog();
        const Object language = catalog.isDict() ? catalog.dictLookup("Lang") : Object(objNull);
        if (language.isString()) {
            document->text = language.getString()->toStr();
        }
        return 0;
    });
    *length = document->text.size();
    return document->text.data();
}

const char *cglyph_xmp(CGlyphDocument *document, size_t limit, size_t *length)
{
    document->text.clear();
    guarded(0, [&] {
        const Object catalog = document->document->getXRef()->getCatalog();
        if (!catalog.isDict()) {
            return 0;
        }
        Object metadata = catalog.dictLookup("Metadata");
        if (!metadata.isStream()) {
            return 0;
        }
        // poppler's own function reads streams of any length.
        Stream *stream = metadata.getStream();
        stream->reset();
        while (document->text.size() < limit) {
            const int byte = stream->getChar();
            if (byte == EOF) {
                break;
            }
            document->text.push_back(static_cast<char>(byte));
        }
        stream->close();
        return 0;
    });
    *length = document->text.size();
    return document->text.data();
}

CGlyphFacts cglyph_facts(CGlyphDocument *document)
{
    return guarded(CGlyphFacts{}, [&] {
        PDFDoc &source = *document->document;
        CGlyphFacts facts{};
        facts.major = source.getPDFMajorVersion();
        facts.minor = source.getPDFMinorVersion();
        // Poppler does not count encryption of attachments alone (7.6.4.1, EFOpen).
        facts.isEncrypted = source.getXRef()->getTrailerDict()->dictLookup("Encrypt").isDict();
        facts.isLinearized = source.isLinearized();
        const bool granted[] = {source.okToPrint(),    source.okToChange(),        source.okToCopy(),     source.okToAddNotes(),
                                source.okToFillForm(), source.okToAccessibility(), source.okToAssemble(), source.okToPrintHighRes()};
        for (size_t bit = 0; bit < std::size(granted); ++bit) {
            facts.permissions |= static_cast<uint32_t>(granted[bit]) << bit;
        }
        return facts;
    });
}

int cglyph_page_facts(CGlyphDocument *document, int page, CGlyphPageFacts *result)
{
    return guarded(0, [&] {
        Page *source = document->page(page);
        if (!source) {
            return 0;
        }
        GooString label;
        document->document->getCatalog()->indexToLabel(page, &label);
        document->text = label.toStr();
        *result = CGlyphPageFacts{};
        std::tie(result->width, result->height) = displayedSize(*source);
        result->rotation = rotation(*source);
        result->label = document->text.data();
        result->labelLength = document->text.size();
        return 1;
    });
}

int cglyph_annotation_count(CGlyphDocument *document, int page)
{
    return guarded(-1, [&] {
        Page *source = document->page(page);
        if (!source) {
            return -1;
        }
        const Object list = source->getAnnotsObject();
        int count = 0;
        for (int i = 0; list.isArray() && i < list.arrayGetLength(); ++i) {
            const Object annotation = list.arrayGet(i);
            if (!annotation.isDict()) {
                continue;
            }
            const Object kind = annotation.dictLookup("Subtype");
            count += kind.isName() && !kind.isName("Link") && !kind.isName("Widget") && !kind.isName("Popup");
        }
        return count;
    });
}
