extension Citation {
  /// Returns a citation as plain text: `Author, Author: Title. Journal 8(87), 143, 2025. https://doi.org/…`.
  package static func line(_ record: BibliographicRecord) -> String {
    sentence(record, title: record[.title], address: address(record))
  }

  /// Returns a citation in Markdown with its title in italics and its DOI as a link.
  package static func markdown(_ record: BibliographicRecord) -> String {
    var plain = record
    plain.escapeForMarkdown()
    let title = plain[.title].isEmpty ? "" : "*\(plain[.title])*"
    let label = record[.doi].isEmpty ? record[.arxiv] : record[.doi]
    let scheme = record[.doi].isEmpty ? "arXiv:" : "doi:"
    let target = String(
      address(record).filter { !"()<>".contains($0) && !$0.isWhitespace })
    let name = scheme + Template.Values.escaped(label, opensLine: false)
    let link = label.isEmpty ? "" : "[\(name)](\(target))"
    return sentence(plain, title: title, address: link)
  }

  private static func sentence(
    _ record: BibliographicRecord, title: String, address: String
  ) -> String {
    let authors = record.authors.map(\.plain).joined(separator: ", ")
    let numbers = record[.volume] + (record[.issue].isEmpty ? "" : "(\(record[.issue]))")
    let venue = [record[.venue], numbers].filter { !$0.isEmpty }.joined(separator: " ")
    let place = [venue, record[.pages], record[.year]].filter { !$0.isEmpty }
    let parts = [words(author: authors, title: title), place.joined(separator: ", ")]
    let text = parts.filter { !$0.isEmpty }.joined(separator: ". ")
    return text + (text.isEmpty ? "" : ".") + (address.isEmpty ? "" : " " + address)
  }

  /// The address of the DOI, or of the preprint.
  private static func address(_ record: BibliographicRecord) -> String {
    if !record[.doi].isEmpty { return "https://doi.org/" + record[.doi] }
    return record[.arxiv].isEmpty ? "" : "https://arxiv.org/abs/" + record[.arxiv]
  }
}

extension BibliographicRecord {
  fileprivate mutating func escapeForMarkdown() {
    rewrite { Template.Values.escaped($0, opensLine: false) }
  }
}
