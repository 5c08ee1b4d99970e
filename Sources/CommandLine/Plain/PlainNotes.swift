import DocumentModel
import Interface
import Messages
import Services
import Text

/// The annotations of a document in `--plain`.
final class PlainNotes {
  typealias Failure = CommandDocument.Failure

  private let document: CommandDocument
  private let kept: CommandAnnotations
  private let preferences = Preferences.ofUser

  init(_ document: CommandDocument, path: String, password: [UInt8]) throws(Failure) {
    try CommandAnnotations.check(document)
    guard !path.isEmpty else { throw Failure(sentence: Sentences.annotationsWantFile) }
    self.document = document
    kept = try CommandAnnotations(document, path: path, password: password)
  }

  /// Returns the visible annotations in reading order.
  func entries() throws(Failure) -> [AnnotationReport.Entry] {
    try AnnotationReport(
      document, kept.look.annotations, detached: kept.look.detached, preferences.annotationColors
    ).entries.filter(\.isShown)
  }

  /// Returns an annotation and its replies as one line.
  static func words(_ entry: AnnotationReport.Entry) -> String {
    let answers = entry.replies.map { "answer: \($0.reply.contents)" }
    return
      ([
        entry.isDetached
          ? "without a place in this version"
          : (entry.isOnPage ? "page " : "at ") + entry.label, entry.facts,
        entry.quote.isEmpty ? "" : "“\(entry.quote)”",
        entry.annotation.contents,
      ] + answers)
      .filter { !$0.isEmpty }.joined(separator: ", ")
  }

  /// Adds a note at a point of a page, nil for the page's corner, and saves it.
  func add(_ words: String, page: Int, at place: Point?) throws {
    let parsed = try Arguments([], AnnotateCommand.form)
    try DocumentTerms.check(kept.saveStatus(), document, parsed)
    var maker = AnnotationMaker(document, parsed, preferences)
    let note = try maker.note(words, page: page, at: place ?? Point(x: 0, y: 0))
    let done = try kept.perform(
      .edit(AnnotationEdit([AnnotationChange(before: nil, after: note)]))
    ).annotations
    _ = try DocumentTerms.save(kept, document, preferences, done)
  }

  /// Undoes the last edit and saves; returns false if there is none.
  func undo() throws -> Bool {
    guard kept.look.saveStatus.canUndo else { return false }
    try DocumentTerms.checkObstacle(kept.saveStatus(), document.name)
    let done = try kept.perform(.undo).annotations
    _ = try DocumentTerms.save(kept, document, preferences, done)
    return true
  }
}
