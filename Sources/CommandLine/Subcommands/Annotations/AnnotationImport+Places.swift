import Annotating
import DocumentModel
import Interface
import Messages
import Text
import Wire

/// Places annotations of another document or version on their words.
extension AnnotationImport {
  /// The edit that moves annotations to their words when these are elsewhere in this document, with their replies.
  struct Placed {
    /// Annotations without their words here have no place.
    var step: AnnotationEdit
    /// The number placed elsewhere than recorded.
    var moved = 0
  }

  /// Changes with those marks that are added put onto their words.
  func placed(
    _ changes: [AnnotationChange], _ kept: CommandAnnotations
  ) throws(CommandDocument.Failure) -> Placed {
    let document = maker.document
    let changes = try keepingPlaces(changes, document)
    let marks = changes.filter { $0.before == nil }.compactMap(\.after).filter {
      anchors[$0.id] != nil
    }
    let here = try words(under: marks, document)
    var strays: [AnnotationID: TextAnchor] = [:]
    var textless: [Int: Bool] = [:]
    for mark in marks {
      guard let wanted = anchors[mark.id] else { continue }
      let found = here[mark.id] ?? []
      if found.contains(where: { AnchorText.isSame(wanted.quote, $0) }) { continue }
      if mark.page < document.summary.pageCount, found.allSatisfy(\.isEmpty) {
        // A picture of the page says nothing against its place.
        let isTextless = textless[mark.page] ?? document.isTextless(mark.page)
        textless[mark.page] = isTextless
        if isTextless { continue }
      }
      strays[mark.id] = wanted
    }
    let made = changes.filter { $0.before == nil }.compactMap(\.after)
    let pages = document.summary.pageCount
    let homeless = Set(strays.keys).union(made.filter { $0.page >= pages }.map(\.id))
    guard !homeless.isEmpty else { return Placed(step: AnnotationEdit(changes)) }
    let threads = AnnotationThreads(made)
    func isStray(_ change: AnnotationChange) -> Bool {
      guard change.before == nil, let id = change.id else { return false }
      return threads.chain(from: id).contains(where: homeless.contains)
    }
    let placing = try kept.placing(changes.filter(isStray).compactMap(\.after), strays)
    func new(_ annotations: [Annotation]) -> [AnnotationChange] {
      annotations.map { AnnotationChange(before: nil, after: $0) }
    }
    var lost = placing.lost
    for index in lost.indices { lost[index].anchor = strays[lost[index].id] }
    return Placed(
      step: AnnotationEdit(
        changes.filter { !isStray($0) } + new(placing.placed), unplaced: new(lost)),
      moved: marks.count { mark in
        placing.placed.contains { $0.id == mark.id && !$0.isAtPlace(of: mark) }
      })
  }
}

extension AnnotationImport {
  /// Keeps existing annotations in place, unless their words are at the recorded place.
  private func keepingPlaces(
    _ changes: [AnnotationChange], _ document: CommandDocument
  ) throws(CommandDocument.Failure) -> [AnnotationChange] {
    let moved = changes.filter { $0.before != nil && $0.id.flatMap { anchors[$0] } != nil }
    guard !moved.isEmpty else { return changes }
    let there = try words(under: moved.compactMap(\.after), document)
    let staying = Set(
      moved.compactMap(\.before).map(\.id).filter { id in
        guard let wanted = anchors[id]?.quote else { return false }
        return there[id]?.contains { AnchorText.isSame(wanted, $0) } != true
      })
    return changes.compactMap { change in
      guard let before = change.before, var after = change.after,
        staying.contains(list.root(of: before).id)
      else { return change }
      after.takePlace(of: before)
      // If only the time differs now, the place was its only change.
      var same = after
      same.modified = before.modified
      return same == before ? nil : AnnotationChange(before: before, after: after)
    }
  }

  /// Returns the words under annotations, in each form they may be recorded.
  ///
  /// They are read the way they were written, so that records of this document match; anchors in the records say nothing about it.
  private func words(
    under marks: [Annotation], _ document: CommandDocument
  ) throws(CommandDocument.Failure) -> [AnnotationID: [String]] {
    guard !marks.isEmpty else { return [:] }
    let bare = marks.map { mark in
      var bare = mark
      bare.anchor = nil
      return bare
    }
    let report = try AnnotationReport(
      document, bare, maker.preferences.annotationColors, withAnchors: true)
    var words: [AnnotationID: [String]] = [:]
    for entry in report.entries {
      words[entry.annotation.id] = [entry.anchor?.quote, entry.quote].compactMap(\.self)
      for member in entry.members { words[member.annotation.id] = [member.quote] }
    }
    return words
  }
}

extension CommandDocument {
  /// Whether a page has no words, as far as it can be read.
  fileprivate func isTextless(_ page: Int) -> Bool {
    guard let reply = try? ask(.text(page: page)), case .text(let text) = reply else { return true }
    return text.scalars.isEmpty
  }
}
