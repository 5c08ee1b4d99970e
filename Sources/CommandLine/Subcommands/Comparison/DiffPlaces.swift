import Comparison
import DocumentModel
import Services
import Text

/// Names the places of changes: by page, by line or by the heading above.
struct DiffPlaces {
  private let versions: VersionPair
  private let comparison: TextComparison
  private let oldHeadings: Headings
  private let newHeadings: Headings

  init(_ versions: VersionPair, _ comparison: TextComparison) {
    self.versions = versions
    self.comparison = comparison
    oldHeadings = Headings(comparison.old)
    newHeadings = Headings(comparison.new)
  }

  /// Returns the name of the place of a passage's first change; the old page only if it is another.
  func name(of passage: ChangedPassage) -> String {
    let first = comparison.firstWords(of: passage)
    guard let word = first.new else { return "start" }
    let place = Self.place(of: word, in: comparison.new, of: versions.new)
    let heading = newHeadings.text(above: word).map { Output.line($0) }
    var names = [place, heading].compactMap(\.self)
    if names.isEmpty { names = ["start"] }
    if let new = versions.new.pageName(of: word, in: comparison.new),
      let old = first.old.flatMap({
        versions.old.pageName(of: $0, in: comparison.old)
      }), old != new
    {
      names[0] += " (was \(old))"
    }
    return names.joined(separator: " · ")
  }

  func name(of figure: FigureChange) -> String {
    guard versions.new.summary.hasPages else { return "figure" }
    return figure.newPage.map { "page \(versions.new.pageName($0))" }
      ?? figure.oldPage.map { "old page \(versions.old.pageName($0))" } ?? "figure"
  }

  /// Returns the name of a word's place in the old version.
  func old(of word: Int) -> String {
    Self.place(of: word, in: comparison.old, of: versions.old)
      ?? oldHeadings.text(above: word).map { "“\(Output.line($0))”" } ?? ""
  }

  private static func place(
    of word: Int, in text: ComparedText, of document: CommandDocument
  ) -> String? {
    if let page = document.pageName(of: word, in: text) { return "page \(page)" }
    return text.paragraph(of: word).line.map { "line \($0)" }
  }
}

extension CommandDocument {
  /// Returns the page of a word, in a book that of the printed edition; nil if it is on none.
  fileprivate func pageName(of word: Int, in text: ComparedText) -> String? {
    if summary.hasPages { return pageName(text.page(of: word)) }
    let label = printedPage(of: word, in: text)
    return label.isEmpty ? nil : Output.line(label)
  }

  /// Returns the label of a word's page in a book with pages of a printed edition; empty if it is on none.
  func printedPage(of word: Int, in text: ComparedText) -> String {
    guard (try? hasPrintedPages()) == true, let place = text.origins(of: word..<word + 1).first,
      let character = place.origins.first?.lowerBound
    else { return "" }
    return pageLabel(place.page, at: character)
  }
}

/// The headings of a text, to name the one that a word is under.
private struct Headings {
  private let text: ComparedText
  /// Indices of paragraphs, ascending.
  private let headings: [Int]

  init(_ text: ComparedText) {
    self.text = text
    headings = text.paragraphs.indices.filter { index in
      if case .heading = text.paragraphs[index].flow.kind { true } else { false }
    }
  }

  /// Returns the text of the heading that a word is under; nil if there is none.
  func text(above word: Int) -> String? {
    let number = text.paragraph(of: word).number
    let above = headings.prefixCount { text.paragraphs[$0].number <= number }
    return above > 0 ? text.text(text.paragraphs[headings[above - 1]].words) : nil
  }
}
