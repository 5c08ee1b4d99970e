import DocumentModel

/// The fields of an entry, as far as its words and signs show them.
extension BibliographyEntry {
  /// The authors, one name each: `Müller, J.` or `John A. Nelder`.
  package var authors: [String] {
    let scalars = Array(text.unicodeScalars.map(\.value))
    let start = EntryLabel.read(scalars)?.end ?? 0
    let end = EntryAuthors(scalars).end
    guard start < end else { return [] }
    var names: [String] = []
    for part in Self.split(Array(scalars[start..<end])) {
      // Initials belong to the name before them.
      if Self.areInitials(part), let last = names.last, !last.contains(",") {
        names[names.count - 1] = last + ", " + part
      } else {
        names.append(part)
      }
    }
    return names
  }

  /// The title; empty if it is not recognised.
  package var title: String {
    let scalars = Array(text.unicodeScalars.map(\.value))
    var at = EntryAuthors(scalars).end
    // The full stop after the names, and the year in parentheses or not.
    while at < scalars.count {
      if let end = Year.end(at: at, in: scalars) {
        at = end
      } else if Script.isLetter(scalars[at]) || Script.isDigit(scalars[at])
        || Self.quotes.contains(scalars[at])
      {
        break
      } else {
        at += 1
      }
    }
    guard at < scalars.count else { return "" }
    let isQuoted = Self.quotes.contains(scalars[at])
    let start = isQuoted ? at + 1 : at
    var end = start
    while end < scalars.count, !(isQuoted ? Self.closes(scalars[end]) : Self.isEnd(end, scalars)) {
      end += 1
    }
    var title = Self.string(scalars[start..<end]).trimmed
    // The last field may have no full stop before the year.
    if !year.isEmpty, title.hasSuffix(", " + year) { title.removeLast(year.count + 2) }
    return title.last.map { ".,".contains($0) } == true ? String(title.dropLast()) : title
  }

  /// The year of publication without a letter; empty if there is none.
  package var year: String { Self.string((years.first ?? []).prefix(4)) }

  /// The DOI; nil if none is printed.
  package var doi: String? {
    addresses.lazy.compactMap {
      $0.hasPrefix(Self.doiHost) ? String($0.dropFirst(Self.doiHost.count)) : nil
    }
    .first { $0.hasPrefix("10.") }
  }

  /// The web address that is no DOI; nil if none is printed.
  package var address: String? {
    addresses.first { !$0.contains("doi.org/") && !$0.hasPrefix("mailto:") }
  }

  private static let doiHost = "https://doi.org/"

  private var addresses: [String] {
    let scalars = Array(text.unicodeScalars.map(\.value))
    // Lines were joined with blanks.
    return PrintedAddress.all(in: scalars) { _ in true }.compactMap {
      if case .uri(let address) = $0.target { address } else { nil }
    }
  }

  /// Returns an entry of BibTeX; `key` is its citation key.
  package func bibTeX(key: String) -> String {
    let fields = [
      ("author", authors.joined(separator: " and ")), ("title", title), ("year", year),
      ("doi", doi ?? ""), ("url", address ?? ""), ("note", title.isEmpty ? text : ""),
    ]
    // Styles read addresses as they are.
    let verbatim: Set<String> = ["doi", "url"]
    let lines = fields.filter { !$0.1.isEmpty }.map { name, value in
      let text =
        verbatim.contains(name) ? value.filter { !"{}\\".contains($0) } : BibTeX.escaped(value)
      return "  \(name) = {\(text)},\n"
    }
    return "@misc{\(key),\n\(lines.joined())}\n"
  }

  /// A citation key of ASCII letters and digits: the first author's surname and the year with its letter.
  package var citationKey: String {
    let own = names.prefix(firstAuthor)
    // `Müller, J.` begins with the surname, `John A. Nelder` ends with it.
    let isInverted = authors.first?.contains(",") == true
    let name = isInverted ? own.first : own.last { $0.count > 1 }
    let key = Self.string((name ?? []) + (years.first ?? []))
    let ascii = key.filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
    return ascii.isEmpty ? "entry" : ascii
  }

  private static func split(_ text: [UInt32]) -> [String] {
    let words = string(text[...]).replacing(" and ", with: ",").replacing(" & ", with: ",")
    return words.split { ",;&".contains($0) }.map { String($0).trimmed }
      .map { $0.hasPrefix("and ") ? String($0.dropFirst(4)) : $0 }.filter {
        !$0.isEmpty && $0 != "."
      }
  }

  private static func areInitials(_ name: String) -> Bool {
    name.split { " .-‐".contains($0) }.allSatisfy {
      $0.count == 1 || $0.count == 2 && $0.allSatisfy(\.isUppercase)
    }
  }

  private static let quotes: Set<UInt32> = [0x22, 0x201C, 0x201E, 0xAB, 0x2018]

  private static func closes(_ scalar: UInt32) -> Bool {
    [0x22, 0x201D, 0x201C, 0xBB, 0x2019].contains(scalar)
  }

  /// Whether a sentence ends: a full stop after a word, before a blank or the end.
  private static func isEnd(_ index: Int, _ text: [UInt32]) -> Bool {
    guard text[index] == 0x2E || text[index] == 0x3F else { return false }
    guard index + 1 < text.count else { return true }
    return Script.isBlank(text[index + 1]) && index > 1 && !Script.isBlank(text[index - 2])
  }

  private static func string(_ scalars: some Sequence<UInt32>) -> String {
    String(String.UnicodeScalarView(scalars.compactMap(Unicode.Scalar.init)))
  }
}
