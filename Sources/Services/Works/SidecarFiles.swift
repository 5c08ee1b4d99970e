package import DocumentModel
import Files
import Glibc
import Platform
import Text

/// Finds the entry for a document in files beside it: BibTeX, papis, Zotero and CSL JSON.
package struct SidecarFiles {
  private let folder: String
  /// The document's file name.
  private let name: String
  /// The file name without its extension.
  private let stem: String
  private let doi: String

  /// Larger files are not read.
  private static let mostBytes = 4 << 20
  private static let mostFiles = 50
  private static let mostNames = 20_000

  /// `doi` is the document's own, empty if it is unknown.
  package init(beside path: String, doi: String) {
    folder = PathParts.folder(of: path)
    let name = PathParts.name(of: path)
    self.name = name
    stem = name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
    self.doi = doi
  }

  /// Returns the fields of the nearest entry; an empty record if there is none.
  package var record: BibliographicRecord {
    for file in files() {
      guard let contents = try? WholeFile(PathParts.joined(folder, file), atMost: Self.mostBytes)
      else { continue }
      let isOwn = file.hasPrefix(stem + ".")
      if let found = entry(contents.bytes, named: file, isOwn: isOwn), !found.isEmpty {
        return found
      }
    }
    return BibliographicRecord()
  }

  private func entry(
    _ bytes: [UInt8], named file: String, isOwn: Bool
  ) -> BibliographicRecord? {
    if file.hasSuffix(".bib") {
      let entries = BibTeXFile(bytes).entries
      let found = entries.first { $0.names(file: name) }
      return (found ?? named(entries, isOwn) { DOI.same($0.text("doi"), doi) })?.record
    }
    if file.hasSuffix(".yaml") { return PapisEntry(bytes, file: name)?.record }
    let items = CSLItem.items(in: bytes)
    return (items.first { $0.names(file: name) } ?? named(items, isOwn) { DOI.same($0.doi, doi) })?
      .record
  }

  /// Returns the entry with the document's DOI, or the only one of a file that is named like the document.
  private func named<Entry>(
    _ entries: [Entry], _ isOwn: Bool, hasDOI: (Entry) -> Bool
  ) -> Entry? {
    entries.first(where: hasDOI) ?? (isOwn && entries.count == 1 ? entries[0] : nil)
  }

  /// Returns the names of files that may have an entry, those named like the document first.
  private func files() -> [String] {
    guard let stream = SystemPath.lend(folder, { opendir($0) }) else { return [] }
    defer { closedir(stream) }
    var others: [String] = []
    var count = 0
    while count < Self.mostNames, let entry = readdir(stream) {
      count += 1
      let file = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { SystemPath.text($0) }
      }
      let isKnown = file.hasSuffix(".bib") || file.hasSuffix(".json") || file == "info.yaml"
      if isKnown, !file.hasPrefix(".") { others.append(file) }
    }
    let own = [stem + ".bib", stem + ".json", "info.yaml"].filter(others.contains)
    return own + others.filter { !own.contains($0) }.sorted().prefix(Self.mostFiles)
  }
}

/// The metadata that papis keeps in a document's folder.
struct PapisEntry {
  private let yaml: YAMLSubset

  private static let mostBytes = 1 << 18

  /// Returns nil if the entry is not about a file.
  init?(_ bytes: [UInt8], file: String) {
    var yaml = YAMLSubset()
    let text = String(decoding: bytes.prefix(Self.mostBytes), as: UTF8.self)
    for line in text.split(whereSeparator: \.isNewline) { yaml.take(String(line)) }
    yaml.finish()
    guard yaml.values["files"]?.contains(file) == true else { return nil }
    self.yaml = yaml
  }

  var record: BibliographicRecord {
    var record = BibliographicRecord()
    for (field, key) in Self.keys { record.add(field, yaml.words(key), from: .sidecar) }
    record.add(.doi, DOI.bare(yaml.words("doi")), from: .sidecar)
    record.add(
      .type, BibTeX.types.first { $0.bibTeX == yaml.words("type") }?.csl ?? "", from: .sidecar)
    record.add(authors: PersonName.list(yaml.words("author")), from: .sidecar)
    return record
  }

  private static let keys: [(BibliographicRecord.Field, String)] = [
    (.title, "title"), (.year, "year"), (.venue, "journal"), (.venue, "booktitle"),
    (.volume, "volume"), (.issue, "issue"), (.issue, "number"), (.pages, "pages"),
    (.publisher, "publisher"), (.isbn, "isbn"), (.key, "ref"),
  ]
}
