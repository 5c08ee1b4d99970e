package import DocumentModel

/// The entries of a BibTeX file.
package struct BibTeXFile: Sendable {
  package struct Entry: Sendable, Hashable {
    package var type: String
    package var key: String
    /// Values by names in lower case, in LaTeX.
    var fields: [String: String] = [:]
  }

  package private(set) var entries: [Entry] = []
  private var strings = Self.months
  private let text: [UInt8]
  private var at = 0

  private static let mostEntries = 20_000
  /// In bytes: longer values are cut off.
  private static let longestValue = 100_000

  /// Reads as many entries as are well formed.
  package init(_ bytes: [UInt8]) {
    text = bytes
    while entries.count < Self.mostEntries, let sign = text[at...].firstIndex(of: 0x40) {
      at = sign + 1
      readEntry()
    }
  }

  // MARK: entries

  private mutating func readEntry() {
    let type = word().lowercased()
    skipBlanks()
    guard let open = next, open == 0x7B || open == 0x28, !type.isEmpty,
      type != "comment", type != "preamble"
    else { return }
    at += 1
    skipBlanks()
    if type == "string" {
      if let (name, value) = field() { strings[name] = value }
      return
    }
    let start = at
    while let byte = next, ![0x2C, 0x7D, 0x29, 0x0A].contains(byte) { at += 1 }
    var entry = Entry(type: type, key: String(decoding: text[start..<at], as: UTF8.self).trimmed)
    while next == 0x2C {
      at += 1
      guard let (name, value) = field() else { break }
      if entry.fields[name] == nil { entry.fields[name] = value }
    }
    entries.append(entry)
  }

  private mutating func field() -> (name: String, value: String)? {
    skipBlanks()
    let name = word().lowercased()
    skipBlanks()
    guard !name.isEmpty, next == 0x3D else { return nil }
    at += 1
    var value: [UInt8] = []
    while true {
      skipBlanks()
      let part = part()
      if value.count < Self.longestValue { value += part.prefix(Self.longestValue) }
      skipBlanks()
      guard next == 0x23 else { break }
      at += 1
    }
    return (name, String(decoding: value, as: UTF8.self))
  }

  /// Reads a value in braces or quotation marks, a number, or the name of a string.
  private mutating func part() -> ArraySlice<UInt8> {
    guard next == 0x7B || next == 0x22 else {
      let name = word()
      return (strings[name.lowercased()].map { Array($0.utf8) } ?? Array(name.utf8))[...]
    }
    let isQuoted = next == 0x22
    at += 1
    let start = at
    var depth = 0
    while let byte = next {
      if byte == 0x5C {
        at = min(at + 2, text.count)
        continue
      }
      if byte == 0x22, isQuoted, depth == 0 { break }
      if byte == 0x7B { depth += 1 }
      if byte == 0x7D {
        if depth == 0 { break }
        depth -= 1
      }
      at += 1
    }
    defer { at = min(at + 1, text.count) }
    return text[start..<at]
  }

  // MARK: bytes

  private var next: UInt8? { at < text.count ? text[at] : nil }

  private mutating func skipBlanks() {
    while let byte = next, byte <= 0x20 { at += 1 }
  }

  private mutating func word() -> String {
    let start = at
    while let byte = next, byte > 0x20, !Self.ends.contains(byte) { at += 1 }
    return String(decoding: text[start..<at], as: UTF8.self)
  }

  private static let ends = Set("{}(),=#\"@%".utf8)
  private static let months: [String: String] = Dictionary(
    uniqueKeysWithValues: zip(
      ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"],
      (1...12).map(String.init)))
}

extension BibTeXFile.Entry {
  /// The entry's fields as those of a document beside it.
  package var record: BibliographicRecord {
    var record = BibliographicRecord()
    for (field, names) in Self.names {
      let value = names.lazy.map(text).first { !$0.isEmpty } ?? ""
      record.add(field, field == .doi ? DOI.bare(value) : value, from: .sidecar)
    }
    record.add(.year, String(text("date").prefix(4)), from: .sidecar)
    if text("archiveprefix").lowercased() == "arxiv" || text("eprinttype").lowercased() == "arxiv" {
      record.add(.arxiv, text("eprint"), from: .sidecar)
    }
    record.add(.key, key, from: .sidecar)
    record.add(.type, BibTeX.types.first { $0.bibTeX == type }?.csl ?? "", from: .sidecar)
    let people = fields["author"] ?? fields["editor"] ?? ""
    record.add(authors: Self.people(people), from: .sidecar)
    return record
  }

  private static let names: [(BibliographicRecord.Field, [String])] = [
    (.title, ["title"]), (.year, ["year"]),
    (.venue, ["journal", "journaltitle", "booktitle", "school", "institution"]),
    (.volume, ["volume"]), (.issue, ["number", "issue"]), (.pages, ["pages"]),
    (.publisher, ["publisher"]), (.isbn, ["isbn"]), (.doi, ["doi"]),
  ]

  package func text(_ name: String) -> String { LaTeXText.decoded(fields[name] ?? "") }

  /// Splits names at `and` outside braces.
  private static func people(_ text: String) -> [PersonName] {
    var parts = [""]
    var depth = 0
    for word in text.split(whereSeparator: \.isWhitespace) {
      if word == "and", depth == 0 {
        parts.append("")
      } else {
        parts[parts.count - 1] += (parts[parts.count - 1].isEmpty ? "" : " ") + word
        depth += word.count { $0 == "{" } - word.count { $0 == "}" }
      }
    }
    return parts.filter { !$0.isEmpty && $0 != "others" }.map { part in
      let isWhole = part.hasPrefix("{") && part.hasSuffix("}") && !part.dropFirst().contains("{")
      let name = LaTeXText.decoded(part)
      return isWhole ? PersonName(surname: name) : PersonName(name)
    }
  }

  /// Whether the entry names an attached file, as JabRef and Zotero write it: `Text:files/12/a.pdf:application/pdf`.
  package func names(file: String) -> Bool {
    let value = (fields["file"] ?? "").replacing("\\:", with: ":").replacing("\\_", with: "_")
    return value.split { ":;{}".contains($0) }.contains { part in
      part.split { "/\\".contains($0) }.last.map { String($0).trimmed } == file
    }
  }
}
