import DocumentModel

/// The fields of an entry, as far as its words and signs show them.
extension BibliographyEntry {
  /// The authors, one name each: `Müller, J.` or `John A. Nelder`.
  package var authors: [String] { EntryTitle(text).authors.printed }

  /// The title; empty if it is not recognised.
  package var title: String { EntryTitle(text).text }

  /// The year of publication without a letter; empty if there is none.
  package var year: String {
    // The year at the end is that of a visit.
    guard !isUndated, let year = years.first(where: { $0.first.map(Script.isDigit) == true })
    else { return "" }
    return EntryAuthors.string(year.prefix(4))
  }

  /// Whether `(n.d.)` follows the names.
  private var isUndated: Bool {
    let scalars = Array(text.unicodeScalars.map(\.value))
    return EntryAuthors.string(scalars.dropFirst(EntryAuthors(scalars).end).prefix(12)).contains(
      "(n.d.")
  }

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
    let key = EntryAuthors.string((name ?? []) + (years.first ?? []))
    let ascii = key.filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
    return ascii.isEmpty ? "entry" : ascii
  }
}
