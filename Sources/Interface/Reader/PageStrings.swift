package import DocumentModel

/// Sentences about pages as they are named.
package enum PageStrings {
  /// Returns the message for a page that does not exist.
  package static func missing(_ name: String, of count: Int, in file: String) -> String {
    "\(file) has no page “\(name)”; it has \(count)"
  }

  /// Returns what to say of a page whose number and label differ; nil where the name could mean nothing else.
  package static func note(
    _ match: PageName.Match, named text: String, labels: [String]
  ) -> String? {
    let label = match.page < labels.count ? labels[match.page] : ""
    switch match.kind {
    case .exact:
      let own = PageName.shown(page: match.page, label: label)
      let others = others(labelled: own, than: match.page, labels)
      return text.hasPrefix("#") || others.isEmpty
        ? nil : "page \(match.page + 1) of the file\(others)"
    case .numberedLabel:
      return "page \(match.page + 1) of the file, which is labelled \(text)"
        + others(labelled: label, than: match.page, labels)
    case .number:
      guard !label.isEmpty, label != text else { return nil }
      let taken = "page \(text) of the file, labelled \(label)"
      guard let other = PageName.pages(labelled: text, labels).first else { return taken }
      return "\(taken); label:\(text) is page \(other + 1)"
        + others(labelled: text, than: other, labels)
    }
  }

  /// Names further pages with a label; empty if there are none.
  private static func others(labelled label: String, than page: Int, _ labels: [String]) -> String {
    let others = PageName.pages(labelled: label, labels).filter { $0 != page }
    guard !label.isEmpty, let first = others.first else { return "" }
    return others.count == 1
      ? "; #\(first + 1) has the same label"
      : "; #\(first + 1) and \(others.count - 1) more have the same label"
  }
}
