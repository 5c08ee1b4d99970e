import DocumentModel
import Interface
import Text
import Wire

/// Marks of another document, or of another version of it, onto their words.
extension AnnotationImport {
  /// What is done to the document when marks that are told to lie on other words than they would here go where theirs are, with their answers.
  struct Placed {
    /// Those whose words are not here have no place.
    var step: AnnotationStep
    /// So many lie elsewhere than they were told to.
    var moved = 0
  }

  func placed(
    _ changes: [AnnotationChange], _ kept: CommandAnnotations
  ) throws(CommandDocument.Failure) -> Placed {
    let document = maker.document
    let marks = changes.filter { $0.before == nil }.compactMap(\.after).filter {
      anchors[$0.id] != nil
    }
    guard !marks.isEmpty else { return Placed(step: AnnotationStep(changes)) }
    // Read as they are told, so that what was told of this document is the same.
    let report = try AnnotationReport(document, marks, maker.preferences.annotationColors)
    var here: [AnnotationID: [String]] = [:]
    for entry in report.entries {
      here[entry.annotation.id] = [entry.anchor?.quote, entry.quote].compactMap(\.self)
      for member in entry.members { here[member.annotation.id] = [member.quote] }
    }
    var strays: [AnnotationID: TextAnchor] = [:]
    var textless: [Int: Bool] = [:]
    for mark in marks {
      guard let wanted = anchors[mark.id] else { continue }
      let found = here[mark.id] ?? []
      if found.contains(where: { AnchorText.isSame(wanted.quote, $0) }) { continue }
      if found.allSatisfy(\.isEmpty) {
        // A picture of the page says nothing against its place.
        let isTextless = textless[mark.page] ?? document.isTextless(mark.page)
        textless[mark.page] = isTextless
        if isTextless { continue }
      }
      strays[mark.id] = wanted
    }
    guard !strays.isEmpty else { return Placed(step: AnnotationStep(changes)) }
    func isStray(_ change: AnnotationChange) -> Bool {
      guard change.before == nil, let new = change.after else { return false }
      return strays[new.id] != nil || new.replyTo.map { strays[$0] != nil } ?? false
    }
    let placing = try kept.placing(changes.filter(isStray).compactMap(\.after), strays)
    func new(_ annotations: [Annotation]) -> [AnnotationChange] {
      annotations.map { AnnotationChange(before: nil, after: $0) }
    }
    var lost = placing.lost
    for index in lost.indices { lost[index].anchor = strays[lost[index].id] }
    return Placed(
      step: AnnotationStep(
        changes.filter { !isStray($0) } + new(placing.placed), unplaced: new(lost)),
      moved: placing.placed.count { strays[$0.id] != nil })
  }
}

extension CommandDocument {
  /// Whether a page has no words, as far as it can be read.
  fileprivate func isTextless(_ page: Int) -> Bool {
    guard let reply = try? ask(.text(page: page)), case .text(let text) = reply else { return true }
    return text.scalars.isEmpty
  }
}
