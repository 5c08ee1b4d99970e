import DocumentModel
import Interface

/// What a document and its annotations allow, for subcommands that change them.
enum DocumentTerms {
  /// Before something is changed: refuses what cannot be, and what is only warned of unless it is wanted all the same.
  static func check(
    _ standing: SaveStatus, _ name: String, _ parsed: Arguments, ofForm isForm: Bool = false
  ) throws(CommandDocument.Failure) {
    let isCopy = parsed.options["output"] != nil
    // A copy may be repaired, lies where there is room, and no signature stands for it.
    if isCopy, let obstacle = standing.obstacle, copied.contains(obstacle) { return }
    if isCopy { try checkCopy(standing, name, ofForm: isForm) }
    try checkObstacle(standing, name, ofForm: isForm)
    let obstacle = isForm ? standing.formObstacle : standing.obstacle
    // What the file never takes costs it nothing: it is kept in the library, and that is told when it was.
    if let obstacle, libraryOnly.contains(obstacle) { return }
    let cautions = standing.cautions.counting(forForms: isForm)
    guard !isCopy, !cautions.isEmpty, parsed.options["yes"] == nil else { return }
    let words = AnnotationCaution.allCases.filter { cautions.contains($0) }
      .map { AnnotationStrings.sentence($0) }.joined(separator: " ")
    let goesOn =
      obstacle.map {
        "\(AnnotationStrings.reason($0, ofForm: isForm)): --yes keeps it in Recto's library"
      } ?? "--yes goes on"
    throw CommandDocument.Failure(
      sentence: "\(name): \(words) \(goesOn), -o writes a copy")
  }

  /// Before something is taken back or done again: who was warned of the rest when it was done is so of other names of the file, which may be new.
  static func checkNames(
    _ standing: SaveStatus, _ name: String, _ parsed: Arguments
  ) throws(CommandDocument.Failure) {
    guard standing.cautions.contains(.hardLinks), parsed.options["yes"] == nil else { return }
    throw CommandDocument.Failure(
      sentence: "\(name): \(AnnotationStrings.sentence(.hardLinks)) --yes goes on")
  }

  /// What is in no copy either can only be kept in the library.
  private static func checkCopy(
    _ standing: SaveStatus, _ name: String, ofForm isForm: Bool
  ) throws(CommandDocument.Failure) {
    let obstacle = isForm ? standing.formObstacle : standing.obstacle
    guard let obstacle, libraryOnly.contains(obstacle) else { return }
    throw CommandDocument.Failure(
      sentence:
        "\(name): \(AnnotationStrings.reason(obstacle, ofForm: isForm)), nor a copy of it; without -o it is kept in Recto's library"
    )
  }

  /// Those that a copy mends, or that there is nothing to be kept for; what else is in the way is kept in the library, as on the screen.
  static func checkObstacle(
    _ standing: SaveStatus, _ name: String, ofForm isForm: Bool = false
  ) throws(CommandDocument.Failure) {
    let obstacle = isForm ? standing.formObstacle : standing.obstacle
    guard let obstacle, let cure = cures[obstacle] else { return }
    throw CommandDocument.Failure(
      sentence: "\(name): \(AnnotationStrings.reason(obstacle, ofForm: isForm))\(cure)")
  }

  private static let cures: [SaveBlocker: String] = [
    .format: "", .noFile: "", .damaged: "; -o writes a repaired copy",
    .certified: "; -o writes a copy, for which the signature does not stand",
  ]
  private static let libraryOnly: Set<SaveBlocker> = [
    .forbidden, .encryption, .tooLarge, .unmendable,
  ]
  private static let copied: Set<SaveBlocker> = [.damaged, .certified]

  static func checkText(
    of annotation: Annotation, _ text: String
  ) throws(CommandDocument.Failure) {
    guard annotation.flags.contains(.contentsLocked), annotation.contents != text else { return }
    throw CommandDocument.Failure(
      sentence: "\(annotation.id.name): its text is locked by its maker")
  }

  static func checkRemoval(of annotation: Annotation) throws(CommandDocument.Failure) {
    guard annotation.flags.contains(.locked) else { return }
    throw CommandDocument.Failure(
      sentence: "\(annotation.id.name) is locked by its maker: it is neither moved nor deleted")
  }

  /// Writes the file; the exit status, where what was done is in the library only it is said why. `changes`: those that were done now.
  static func save(
    _ kept: CommandAnnotations, _ name: String, _ preferences: Preferences,
    _ changes: [AnnotationChange]? = nil, ofForm isForm: Bool = false
  ) throws(CommandDocument.Failure) -> Int32 {
    guard preferences.annotationSaving != .never else {
      Output.complain(
        "\(name): kept in Recto's library only, as saveAnnotations in the settings is “never”")
      return 0
    }
    try kept.save()
    let standing = kept.look.standing
    let isSaved = isForm ? standing.isFormSaved : standing.isSaved
    if standing.isSeenOnce, isSaved || !standing.leftOutPages.isEmpty {
      Output.complain("\(name): \(AnnotationStrings.seenOnce)")
    }
    guard !isSaved else { return 0 }
    if !standing.leftOutPages.isEmpty,
      let sentence = AnnotationStrings.sentence(standing, pageName: kept.pageName)
    {
      Output.complain("\(name): \(sentence)")
      return changes?.allSatisfy { !$0.isOn(standing.leftOutPages) } == true ? 0 : 2
    }
    let obstacle = isForm ? standing.formObstacle : standing.hindrance
    let reason = AnnotationStrings.reason(
      obstacle ?? .failed, ofForm: isForm || standing.isFormOnly)
    let cure =
      obstacle.map(libraryOnly.contains) == true
      ? ""
      : obstacle == .damaged ? "; -o writes a repaired copy with it" : "; -o writes a copy with it"
    Output.complain(
      "\(name): \(reason): it is kept in Recto's library and not in the file\(cure)")
    return 2
  }
}
