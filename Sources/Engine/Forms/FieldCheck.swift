import DocumentModel

/// Compares a form before and after a section.
struct FieldCheck {
  private let old: AnnotatedFile
  private let new: AnnotatedFile

  /// What filling in has touched.
  struct Outcome {
    var written: Set<PDFObject.Reference> = []
    var pages: Set<Int> = []
  }

  /// Of the objects that are written anew these keys may be others.
  private static let keys = ["V", "I", "RV", "AP", "AS"]

  init(_ old: AnnotatedFile, _ new: AnnotatedFile) {
    self.old = old
    self.new = new
  }

  /// The fields hold what they are to hold and look so, and all others are as they were.
  func verify(_ edits: [FieldEdit]) throws(AnnotationObstacle) -> Outcome {
    let reader = FormReader(new.reader())
    let (before, after) = (FormReader(old.reader()).all(), reader.all())
    guard before.count == after.count else { throw .unverified }
    var wanted: [FieldID: [String]] = [:]
    for edit in edits { wanted[edit.id] = edit.value }
    for (id, one) in before {
      guard let two = after[id] else { throw .unverified }
      var field = one.field
      if let value = wanted[id] {
        field.value = value.map { PDFText.decoded(PDFText.encoded($0)) }
      }
      guard field == two.field else { throw .unverified }
    }
    var filling = FieldFilling(FormReader(old.reader()))
    for edit in edits { try filling.fill(edit) }
    var outcome = Outcome()
    for (place, object) in filling.objects {
      guard let found = new.file.object(place).dictionary,
        Self.rest(of: found) == Self.rest(of: old.file.object(place).dictionary ?? [:]),
        found["AS"] == object.entries["AS"]
      else { throw .unverified }
      outcome.written.insert(place)
      let looks = new.file.followed(found["AP"]).dictionary?["N"]
      for (key, wanted) in object.looks {
        let form = key.isEmpty ? looks : looks?.dictionary?[key]
        guard let form = form?.reference, new.file.data(of: form) == wanted.content else {
          throw .unverified
        }
      }
    }
    for edit in edits {
      outcome.pages.formUnion(after[edit.id]?.field.widgets.map(\.page) ?? [])
    }
    return outcome
  }

  private static func rest(of entries: [String: PDFObject]) -> [String: PDFObject] {
    var rest = entries
    for key in keys { rest[key] = nil }
    return rest
  }
}
