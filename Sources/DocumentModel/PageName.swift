/// A page as the user names it: `12` and `#12` are the twelfth page, `iv` and `label:iv` refer to page labels.
///
/// A number larger than the page count is looked up as a label: a reprint may begin with page 501.
package enum PageName {
  package struct Match: Sendable, Hashable {
    /// The page index from 0.
    package var page: Int
    package var kind: Kind

    package init(page: Int, kind: Kind) {
      self.page = page
      self.kind = kind
    }
  }

  package enum Kind: Sendable, Hashable {
    /// A bare number, used as the page number in the file.
    case number
    /// Unambiguous: `#12`, `label:iv` or a label with letters.
    case exact
    /// A bare number larger than the page count, used as a label.
    case numberedLabel
  }

  /// Returns the named page; nil if there is none. `labels` is called only if a label is needed; its texts are empty for pages without a label of their own.
  package static func match<Failure>(
    _ text: String, count: Int, labels: () throws(Failure) -> [String]
  ) throws(Failure) -> Match? {
    if text.hasPrefix("#") {
      return number(text.dropFirst(), count).map { Match(page: $0, kind: .exact) }
    }
    if let label = exactLabel(text) {
      return page(labelled: label, try labels()).map { Match(page: $0, kind: .exact) }
    }
    if let number = number(text[...], count) { return Match(page: number, kind: .number) }
    let kind = isNumber(text) ? Kind.numberedLabel : .exact
    return page(labelled: text, try labels()).map { Match(page: $0, kind: kind) }
  }

  /// Returns the first page with a label. Case is ignored for labels with letters unless the exact label exists.
  package static func page(labelled label: String, _ labels: [String]) -> Int? {
    guard !label.isEmpty else { return nil }
    if let same = pages(labelled: label, labels).first { return same }
    guard label.contains(where: \.isLetter) else { return nil }
    let (length, lower) = (label.utf8.count, label.lowercased())
    return labels.firstIndex { $0.utf8.count == length && $0.lowercased() == lower }
  }

  /// Returns the indices from 0 of all pages with exactly this label.
  package static func pages(labelled label: String, _ labels: [String]) -> [Int] {
    let own = Int(label).map { $0 - 1 }
    return labels.indices.filter {
      labels[$0] == label || $0 == own && labels[$0].isEmpty && isNumber(label)
    }
  }

  /// Returns the text after `label:`; nil if the name has no such prefix.
  package static func exactLabel(_ text: String) -> String? {
    text.hasPrefix("label:") ? String(text.dropFirst("label:".count)) : nil
  }

  /// Returns the name of a page for output: its label, or its number if the document has no labels.
  package static func shown(page: Int, label: String) -> String {
    label.isEmpty ? String(page + 1) : label
  }

  /// Whether a text consists of digits only, without a sign.
  package static func isNumber(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
  }

  private static func number(_ digits: Substring, _ count: Int) -> Int? {
    guard isNumber(String(digits)), let number = Int(digits), (1...max(1, count)).contains(number),
      count > 0
    else { return nil }
    return number - 1
  }
}
