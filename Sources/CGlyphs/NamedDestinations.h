#pragma once
// The named destinations of a document (12.3.2.3), read from the file once.
#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include <Object.h>

#include <Link.h>
#include <PDFDoc.h>
#include <XRef.h>

/// Finds destinations by their names.
///
/// Destinations are mostly in object streams, of which poppler keeps five: links to all parts of a book would have each stream decoded for
/// almost every link. All destinations of a stream are read together instead.
class NamedDestinations
{
public:
    explicit NamedDestinations(PDFDoc &document) : xref(*document.getXRef())
    {
        const Object catalog = xref.getCatalog();
        // Poppler prefers the dictionary of PDF 1.1.
        if (!catalog.isDict() || catalog.getDict()->hasKey("Dests")) {
            isWhole = false;
            return;
        }
        const Object names = catalog.dictLookup("Names");
        if (names.isDict()) {
            read(names.dictLookup("Dests"), 0);
        }
    }

    /// Whether a name that is not found is none of the document's.
    bool isWhole = true;

    /// Returns the destination of a name, null if it is not found.
    const LinkDest *find(const std::string &name)
    {
        const auto found = indices.find(name);
        if (found == indices.end()) {
            return nullptr;
        }
        Entry &entry = entries[found->second];
        if (!entry.isRead) {
            const Goffset stream = streamOf(entry.place);
            const auto all = streams.find(stream);
            if (stream != 0 && all != streams.end()) {
                for (const uint32_t index : all->second) {
                    // A stream that cannot be decoded would be tried for each.
                    if (!read(entries[index])) {
                        break;
                    }
                }
                streams.erase(all);
            }
            read(entry);
        }
        return entry.destination.get();
    }

private:
    struct Entry {
        Ref place;
        bool isRead;
        std::unique_ptr<LinkDest> destination;
    };

    static constexpr size_t mostNames = 200000, mostNodes = 200000, longestName = 256;
    static constexpr int deepest = 64;

    XRef &xref;
    std::vector<Entry> entries;
    std::unordered_map<std::string, uint32_t> indices;
    /// The entries in each object stream, by the number of the stream.
    std::unordered_map<Goffset, std::vector<uint32_t>> streams;
    std::set<int> seen;
    /// Nodes and names that were visited, those that are there twice as well.
    size_t nodeCount = 0, nameCount = 0;

    /// Reads a node of the name tree (7.9.6).
    void read(const Object &node, int depth)
    {
        if (depth > deepest || ++nodeCount > mostNodes) {
            isWhole = false;
            return;
        }
        if (!node.isDict()) {
            return;
        }
        const Object names = node.dictLookup("Names");
        for (int i = 0; names.isArray() && i + 1 < names.arrayGetLength(); i += 2) {
            if (++nameCount > mostNames) {
                isWhole = false;
                return;
            }
            const Object name = names.arrayGet(i);
            if (!name.isString()) {
                continue;
            }
            if (name.getString()->getLength() > static_cast<int>(longestName)) {
                isWhole = false;
                continue;
            }
            add(name.getString()->toStr(), names.arrayGetNF(i + 1));
        }
        const Object kids = node.dictLookup("Kids");
        for (int i = 0; kids.isArray() && i < kids.arrayGetLength(); ++i) {
            if (nodeCount > mostNodes) {
                return;
            }
            const Object &kid = kids.arrayGetNF(i);
            if (!kid.isRef() || seen.insert(kid.getRefNum()).second) {
                read(kids.arrayGet(i), depth + 1);
            }
        }
    }

    void add(const std::string &name, const Object &value)
    {
        if (!indices.emplace(name, static_cast<uint32_t>(entries.size())).second) {
            return;
        }
        if (!value.isRef()) {
            entries.push_back({Ref::INVALID(), true, destination(value)});
            return;
        }
        entries.push_back({value.getRef(), false, nullptr});
        if (const Goffset stream = streamOf(value.getRef())) {
            streams[stream].push_back(static_cast<uint32_t>(entries.size() - 1));
        }
    }

    /// Returns the number of the stream that an object is in, 0 if it is in none.
    Goffset streamOf(const Ref &place)
    {
        if (place.num < 0 || place.num >= xref.getNumObjects()) {
            return 0;
        }
        const XRefEntry *entry = xref.getEntry(place.num, false);
        return entry && entry->type == xrefEntryCompressed ? entry->offset : 0;
    }

    /// Returns false if the object is not there.
    bool read(Entry &entry)
    {
        if (entry.isRead) {
            return true;
        }
        entry.isRead = true;
        const Object value = xref.fetch(entry.place);
        entry.destination = destination(value);
        return !value.isNull();
    }

    static std::unique_ptr<LinkDest> destination(const Object &value)
    {
        const Object place = value.isDict() ? value.dictLookup("D") : value.copy();
        if (!place.isArray()) {
            return nullptr;
        }
        auto made = std::make_unique<LinkDest>(place.getArray());
        return made->isOk() ? std::move(made) : nullptr;
    }
};
