/// A work in the bibliography of a document, as its entry names it.
package struct ListedWork: Sendable, Hashable {
  package var title: String
  /// The words of the first author's name.
  package var author: String
  /// The DOI's or another address; nil if the entry has none.
  package var address: String?

  /// The DOI in lower case; nil if the address is another one.
  package var doi: String? {
    guard let address, let host = address.firstRange(of: "doi.org/") else { return nil }
    return address[host.upperBound...].lowercased()
  }

  package init(title: String, author: String, address: String?) {
    self.title = title
    self.author = author
    self.address = address
  }
}

/// A document of the library that is a cited work.
package struct FoundWork: Sendable, Hashable {
  package var path: String
  /// Whether the first author is known to be the same; else only the title is.
  package var isCertain: Bool

  package init(path: String, isCertain: Bool) {
    self.path = path
    self.isCertain = isCertain
  }
}
