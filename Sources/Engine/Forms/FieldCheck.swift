import DocumentModel

/// Compares a form before and after a section.
struct FieldCheck {
  private let old: AnnotatedFile
  private let new: AnnotatedFile

  /// The objects changed by filling in.
  struct Outcome {
    var written: Set<PDFObject.Reference> = []
    var pages: Set<Int> = []
  }

  init(_ old: AnnotatedFile, _ new: AnnotatedFile) {
    self.old = old
    self.new = new
  }

  /// Verifies that the fields have their new values, and all others their old ones.
  func verify(_ edits: [FieldEdit]) throws(SaveBlocker) -> Outcome {
    let (before, after) = (FormReader(old.reader()).all(), FormReader(new.reader()).all())
    guard before.count == after.count else { throw .unverified }
    var wanted: [FieldID: [String]] = [:]
    for edit in edits { wanted[edit.id] = edit.value }
    var outcome = Outcome()
    for (id, one) in before {
      guard let two = after[id] else { throw .unverified }
      var field = one.field
      if let value = wanted[id] {
        field.value = value.map { PDFText.decoded(PDFText.encoded($0)) }
        outcome.written.formUnion(one.heads.keys)
        outcome.written.formUnion(one.widgets.map(\.reference))
        outcome.pages.formUnion(two.field.widgets.map(\.page))
      }
      guard field == two.field else { throw .unverified }
    }
    return outcome
  }
}
