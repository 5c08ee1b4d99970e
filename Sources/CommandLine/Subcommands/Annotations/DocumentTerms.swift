import DocumentModel
import Interface
import Messages
import Services

/// The permissions of a document and its annotations, for subcommands that change them.
enum DocumentTerms {
  /// Throws if a change is impossible, or if it needs a warning and --yes is not given.
  static func check(
    _ saveStatus: SaveStatus, _ document: CommandDocument, _ parsed: Arguments,
    ofForm isForm: Bool = false
  ) throws(CommandDocument.Failure) {
    let isSigned = !saveStatus.cautions.isDisjoint(with: [.signed, .certified])
    let isWarned = isSigned && (parsed.options["yes"] == nil || parsed.options["output"] != nil)
    let isBroken = isWarned && (try? document.signatures())?.isBroken == true
    try check(saveStatus, document.name, parsed, ofForm: isForm, isBroken: isBroken)
  }

  /// `isBroken` says whether a signature is broken already.
  static func check(
    _ saveStatus: SaveStatus, _ name: String, _ parsed: Arguments, ofForm isForm: Bool = false,
    isBroken: Bool = false
  ) throws(CommandDocument.Failure) {
    let isCopy = parsed.options["output"] != nil
    if isCopy {
      warnOfCopy(saveStatus, name, ofForm: isForm, isBroken: isBroken)
      // A copy may be repaired, is in another folder, and no signature covers it.
      if saveStatus.obstacle?.text.copy == .cures { return }
      try checkCopy(saveStatus, name, ofForm: isForm)
    }
    try checkObstacle(saveStatus, name, ofForm: isForm)
    let obstacle = isForm ? saveStatus.formObstacle : saveStatus.obstacle
    // If the file can never be written, the edit stays in the library, which is reported afterwards.
    if obstacle?.text.copy == .impossible { return }
    let cautions = saveStatus.cautions.counting(forForms: isForm)
    guard !isCopy, !cautions.isEmpty, parsed.options["yes"] == nil else { return }
    let words = AnnotationStrings.sentences(cautions, isBroken: isBroken).joined(separator: " ")
    let goesOn =
      obstacle.map {
        "\(AnnotationStrings.reason($0, ofForm: isForm)): --yes keeps it in Recto's library"
      } ?? "--yes continues"
    throw CommandDocument.Failure(
      sentence: "\(name): \(words) \(goesOn), -o writes a copy")
  }

  /// Before an undo or redo: warns of other names of the file, which may be new; all other warnings were given with the edit.
  static func checkNames(
    _ saveStatus: SaveStatus, _ name: String, _ parsed: Arguments
  ) throws(CommandDocument.Failure) {
    guard saveStatus.cautions.contains(.hardLinks), parsed.options["yes"] == nil else { return }
    throw CommandDocument.Failure(
      sentence: "\(name): \(AnnotationStrings.sentence(.hardLinks)) --yes continues")
  }

  /// Says what other programs will report about a copy; a copy needs no consent, as the document stays as it is.
  private static func warnOfCopy(
    _ saveStatus: SaveStatus, _ name: String, ofForm isForm: Bool, isBroken: Bool
  ) {
    let obstacle = isForm ? saveStatus.formObstacle : saveStatus.obstacle
    if obstacle == .certified {
      let reason = AnnotationStrings.reason(.certified, ofForm: isForm)
      Output.complain("\(name): \(reason); programs will report that the copy was changed")
      return
    }
    let cautions = saveStatus.cautions.counting(forForms: isForm)
    if obstacle == .damaged {
      let signed = cautions.isDisjoint(with: [.signed, .certified]) ? "" : ", its signature broken"
      Output.complain("\(name): The file is damaged; the copy is repaired\(signed)")
      return
    }
    let shown = cautions.subtracting([.hardLinks])
    for sentence in AnnotationStrings.sentences(shown, isBroken: isBroken) {
      Output.complain("\(name): \(sentence)")
    }
  }

  /// Edits that no copy can have can only be kept in the library.
  private static func checkCopy(
    _ saveStatus: SaveStatus, _ name: String, ofForm isForm: Bool
  ) throws(CommandDocument.Failure) {
    let obstacle = isForm ? saveStatus.formObstacle : saveStatus.obstacle
    guard let obstacle, obstacle.text.copy == .impossible else { return }
    throw CommandDocument.Failure(
      sentence:
        "\(name): \(AnnotationStrings.reason(obstacle, ofForm: isForm)), nor a copy of it; without -o it is kept in Recto's library"
    )
  }

  /// Refuses edits that need a repaired copy or have no place to be kept; others are kept in the library, as on the screen.
  static func checkObstacle(
    _ saveStatus: SaveStatus, _ name: String, ofForm isForm: Bool = false
  ) throws(CommandDocument.Failure) {
    let obstacle = isForm ? saveStatus.formObstacle : saveStatus.obstacle
    guard let obstacle, let refusal = obstacle.text.refusal else { return }
    throw CommandDocument.Failure(
      sentence: "\(name): \(AnnotationStrings.reason(obstacle, ofForm: isForm))\(refusal)")
  }

  static func checkText(
    of annotation: Annotation, _ text: String
  ) throws(CommandDocument.Failure) {
    guard annotation.flags.contains(.contentsLocked), annotation.contents != text else { return }
    throw CommandDocument.Failure(
      sentence: "\(annotation.id.name): its text is locked")
  }

  static func checkRemoval(of annotation: Annotation) throws(CommandDocument.Failure) {
    guard annotation.flags.contains(.locked) else { return }
    throw CommandDocument.Failure(
      sentence: "\(annotation.id.name) is locked: it cannot be moved or deleted")
  }

  /// Writes the file; reports why if edits are in the library only. `changes` are the present edits. Returns the exit status.
  static func save(
    _ kept: CommandAnnotations, _ document: CommandDocument, _ preferences: Preferences,
    _ changes: [AnnotationChange]? = nil, ofForm isForm: Bool = false
  ) throws(CommandDocument.Failure) -> Int32 {
    let name = document.name
    if let (sentence, status) = kept.sendShared(isForm ? [] : changes) {
      Output.complain(
        "\(name): \(sentence); kept in Recto's library, not in the file; -o COPY writes a copy with them"
      )
      return status
    }
    guard preferences.annotationSaving != .never else {
      Output.complain(
        "\(name): kept in Recto's library only, as saveAnnotations in the settings is “never”")
      return 0
    }
    guard !kept.isOfCollection else {
      Output.complain(
        "\(name): kept in Recto's library only, as the file is a collection's; -o COPY writes a copy with them"
      )
      return 0
    }
    try kept.save()
    let saveStatus = kept.look.saveStatus
    let isSaved = isForm ? saveStatus.isFormSaved : saveStatus.isSaved
    if saveStatus.isSeenOnce, isSaved || !saveStatus.leftOutPages.isEmpty {
      Output.complain("\(name): \(AnnotationStrings.seenOnce)")
    }
    guard !isSaved else { return 0 }
    if !document.summary.hasPages {
      Output.complain("\(name): kept in Recto's library; files of this format are never changed")
      return 0
    }
    if !saveStatus.leftOutPages.isEmpty,
      let sentence = AnnotationStrings.sentence(saveStatus, pageName: document.pageName)
    {
      Output.complain("\(name): \(sentence)")
      return changes?.allSatisfy { !$0.isOn(saveStatus.leftOutPages) } == true ? 0 : 2
    }
    let obstacle = isForm ? saveStatus.formObstacle : saveStatus.hindrance
    let reason = AnnotationStrings.reason(
      obstacle ?? .failed, ofForm: isForm || saveStatus.isFormOnly)
    let cure =
      obstacle?.text.copy == .impossible
      ? ""
      : obstacle == .damaged ? "; -o writes a repaired copy with it" : "; -o writes a copy with it"
    Output.complain(
      "\(name): \(reason): it is kept in Recto's library and not in the file\(cure)")
    return 2
  }
}
