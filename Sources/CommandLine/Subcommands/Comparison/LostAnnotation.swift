import Comparison
import DocumentModel
import Files
import Interface
import Services
import Text
import Wire

/// An annotation of the old version on words that the new one no longer has.
struct LostAnnotation {
  let annotation: Annotation
  /// The words it is on.
  let quote: String
  /// The words of the quote that were deleted.
  let deleted: String

  /// Returns those of the file and of the library, by page.
  static func all(
    _ versions: VersionPair, _ comparison: TextComparison
  ) throws(CommandDocument.Failure) -> [LostAnnotation] {
    let document = versions.old
    guard document.summary.canAnnotate else { return [] }
    let marks = try annotations(versions).filter { $0.kind.marksText && !$0.quads.isEmpty }
    let pages = Set(marks.map(\.page))
    guard !pages.isEmpty else { return [] }
    let words = comparison.old.words(on: pages)
    var found: [LostAnnotation] = []
    var last: (page: Int, text: PageText, rows: GlyphRows)?
    for mark in marks.sorted(by: { $0.page < $1.page }) {
      guard let onPage = words[mark.page] else { continue }
      if last?.page != mark.page {
        guard case .text(let text) = try document.ask(.text(page: mark.page)) else { continue }
        last = (mark.page, text, GlyphRows(text))
      }
      guard let last else { continue }
      let lit = Set(last.rows.lit(by: mark.quads.prefix(GlyphRows.mostQuads), in: last.text))
      let under = onPage.filter { !lit.isDisjoint(with: $0.indices) }.map(\.word)
      let gone = under.filter(comparison.isDeleted)
      guard !gone.isEmpty else { continue }
      func text(_ words: [Int]) -> String {
        words.map { comparison.old.text($0..<$0 + 1) }.joined(separator: " ")
      }
      found.append(LostAnnotation(annotation: mark, quote: text(under), deleted: text(gone)))
    }
    return found
  }

  private static func annotations(
    _ versions: VersionPair
  ) throws(CommandDocument.Failure) -> [Annotation] {
    guard let path = versions.old.path, !DocumentFile.isPipe(path) else {
      return try versions.old.annotations()
    }
    let kept = try CommandAnnotations(versions.old, path: path, password: versions.password)
    defer { kept.rest() }
    return kept.look.annotations
  }

  func line(_ document: CommandDocument) -> String {
    let label = label(document)
    let place =
      document.summary.hasPages
      ? "page \(document.pageName(annotation.page)): "
      : label.isEmpty ? "" : "page \(Output.line(label)): "
    let note = annotation.contents.isEmpty ? "" : " — \(Output.line(annotation.contents))"
    return
      "\(place)\(AnnotationStrings.name(of: annotation)) “\(Output.line(quote))”, without “\(Output.line(deleted))”\(note)"
  }

  private func label(_ document: CommandDocument) -> String {
    document.labels(ofPage: annotation.page).label(x: annotation.start.x, y: annotation.start.y)
  }

  func json(_ document: CommandDocument) -> [(String, JSON)] {
    [("kind", .string("annotation"))]
      + JSON.page(
        document.summary.hasPages ? annotation.page : nil,
        label: label(document)) + [
        ("id", .string(annotation.id.name)), ("type", .string(annotation.kind.rawValue)),
        ("quote", .string(quote)), ("deleted", .string(deleted)),
        ("note", .text(annotation.contents)),
      ]
  }
}

extension ComparedText {
  /// Returns the words that have characters on some pages, with the indices of these characters.
  fileprivate func words(on pages: Set<Int>) -> [Int: [(word: Int, indices: [Int])]] {
    var found: [Int: [(word: Int, indices: [Int])]] = [:]
    for index in words.indices where pages.contains(page(of: index)) {
      for (page, origins) in origins(of: index..<index + 1) where pages.contains(page) {
        found[page, default: []].append((index, origins.flatMap(Array.init)))
      }
    }
    return found
  }
}
