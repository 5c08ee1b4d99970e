/// A page as a user names it: `12` is the twelfth page, `#12` too, `iv` and `label:iv` go by what the document calls its pages.
///
/// A number that no page has is looked for among the labels: a reprint may begin with page 501.
package enum PageName {
  package struct Match: Sendable, Hashable {
    /// From 0.
    package var page: Int
    package var kind: Kind

    package init(page: Int, kind: Kind) {
      self.page = page
      self.kind = kind
    }
  }

  package enum Kind: Sendable, Hashable {
    /// A bare number, taken as the page's place in the file.
    case number
    /// Exact, as `#12`, `label:iv` and a label with letters are.
    case exact
    /// A bare number beyond the last page, taken as a label.
    case numberedLabel
  }

  /// Returns the page that is meant; nil where there is none. `labels` is asked for only where a label is looked for, and has an
  /// empty text for a page that is called by its number.
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

  /// Returns the first page with a label; of labels with letters the case counts only where both are there.
  package static func page(labelled label: String, _ labels: [String]) -> Int? {
    guard !label.isEmpty else { return nil }
    if let same = pages(labelled: label, labels).first { return same }
    guard label.contains(where: \.isLetter) else { return nil }
    let (length, lower) = (label.utf8.count, label.lowercased())
    return labels.firstIndex { $0.utf8.count == length && $0.lowercased() == lower }
  }

  /// Returns all pages with exactly this label, from 0.
  package static func pages(labelled label: String, _ labels: [String]) -> [Int] {
    let own = Int(label).map { $0 - 1 }
    return labels.indices.filter {
      labels[$0] == label || $0 == own && labels[$0].isEmpty && isNumber(label)
    }
  }

  /// Returns what stands behind `label:`; nil where the text is no such name.
  package static func exactLabel(_ text: String) -> String? {
    text.hasPrefix("label:") ? String(text.dropFirst("label:".count)) : nil
  }

  /// Returns whether a text is a number, without a sign before it.
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
