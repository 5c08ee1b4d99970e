import Comparison
import DocumentModel
import Services
import Text

/// Names the places of changes: by page, by line or by the heading above.
struct DiffPlaces {
  private let versions: VersionPair
  private let comparison: TextComparison

  init(_ versions: VersionPair, _ comparison: TextComparison) {
    self.versions = versions
    self.comparison = comparison
  }

  /// Returns the name of a passage's place; the old page only if it is another.
  func name(of passage: ChangedPassage) -> String {
    let word = min(passage.position, comparison.new.words.count - 1)
    guard word >= 0 else { return "start" }
    let place = Self.place(of: word, in: comparison.new, of: versions.new)
    let heading = comparison.new.heading(before: word).map { Output.line($0) }
    var names = [place, heading].compactMap(\.self)
    if names.isEmpty { names = ["start"] }
    if versions.old.summary.hasPages, versions.new.summary.hasPages,
      let old = comparison.oldPage(of: passage).map(versions.old.pageName),
      old != versions.new.pageName(comparison.new.page(of: word))
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
      ?? comparison.old.heading(before: word).map { "“\(Output.line($0))”" } ?? ""
  }

  private static func place(
    of word: Int, in text: ComparedText, of document: CommandDocument
  ) -> String? {
    if document.summary.hasPages { return "page \(document.pageName(text.page(of: word)))" }
    return text.paragraph(of: word).line.map { "line \($0)" }
  }
}

extension ComparedText {
  /// Returns the text of the heading that a word is under; nil if there is none.
  func heading(before word: Int) -> String? {
    let number = paragraph(of: word).number
    let above = paragraphs.last { paragraph in
      guard paragraph.number <= number, case .heading = paragraph.flow.kind else { return false }
      return true
    }
    return above.map { text($0.words) }
  }
}
