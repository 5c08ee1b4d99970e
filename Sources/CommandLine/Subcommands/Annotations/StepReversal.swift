import DocumentModel
import Interface
import Messages
import Services

/// Undoes or redoes the last edits of a document's annotations and form, for `recto annotate` and `recto form`.
struct StepReversal {
  let document: CommandDocument
  let kept: CommandAnnotations
  let parsed: Arguments
  let preferences: Preferences
  var isOfForm = false

  /// Undoes or redoes once for each `--undo` or `--redo`; prints the outcome for each annotation and the values of fields.
  func run(isRedo: Bool) throws -> Int32 {
    let saveStatus = kept.saveStatus()
    // A certification keeps edits out of the file; they are in the library and can be undone there.
    if (isOfForm ? saveStatus.formObstacle : saveStatus.obstacle) != .certified {
      try DocumentTerms.checkObstacle(saveStatus, document.name, ofForm: isOfForm)
    }
    try DocumentTerms.checkNames(kept.look.saveStatus, document.name, parsed)
    let wanted = parsed.values(of: isRedo ? "redo" : "undo").count
    var all = CommandAnnotations.Outcome()
    var done = 0
    while done < wanted, isRedo ? kept.look.saveStatus.canRedo : kept.look.saveStatus.canUndo {
      let outcome = try kept.perform(isRedo ? .redo : .undo)
      all.annotations += outcome.annotations
      all.fields += outcome.fields
      done += 1
      guard parsed.options["json"] == nil else { continue }
      for line in try lines(outcome, isRedo: isRedo) { Output.write(line + "\n") }
    }
    let words = isRedo ? "redone" : "undone"
    if parsed.options["json"] != nil {
      Output.write(
        AnnotationJSON.text(
          all.annotations.compactMap(AnnotationJSON.changed)
            + held(all.fields).map { FormCommand.json($0, document) }))
    }
    guard done > 0 else {
      throw CommandDocument.Failure(
        sentence:
          "\(document.name): no edit of annotations or form left to be \(words)",
        isNothing: true)
    }
    if done < wanted {
      Output.complain("\(document.name): only \(done) of \(wanted) could be \(words)")
    }
    return try DocumentTerms.save(
      kept, document, preferences, all.annotations, ofForm: all.isOfFormOnly)
  }

  private func lines(
    _ outcome: CommandAnnotations.Outcome, isRedo: Bool
  ) throws(CommandDocument.Failure) -> [String] {
    let all = AnnotationReversal.all(
      of: outcome.annotations, isRedo: isRedo, detached: outcome.detached)
    let annotations = all.map { one in
      let annotation = one.annotation
      let words = annotation.contents.isEmpty ? annotation.anchor?.quote ?? "" : annotation.contents
      let line = words.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      let quote = line.isEmpty ? "" : " “\(line.prefix(60))\(line.count > 60 ? "…" : "")”"
      let place =
        if outcome.placeless.contains(annotation.id) {
          ", which has no place here,"
        } else if outcome.detached.contains(annotation.id) {
          ""
        } else {
          " on \(document.placeWords(annotation))"
        }
      return Output.line("\(annotation.id.name)  \(one.name)\(quote)\(place) \(one.outcome)")
    }
    let unseen = AnnotationReversal.all(of: outcome.unseen, isRedo: isRedo).map {
      Output.line("\($0.annotation.id.name)  \($0.name), which has no place here, \($0.outcome)")
    }
    return annotations + unseen + held(outcome.fields).map { FormCommand.line($0, document) }
  }

  /// Returns fields with their present values.
  private func held(_ changes: [FieldChange]) -> [FormField] {
    FormFiller.held(changes, among: kept.look.fields)
  }
}
