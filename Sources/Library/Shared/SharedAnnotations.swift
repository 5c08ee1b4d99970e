package import DocumentModel

/// The annotations that all members of a collection have made of a document, as they follow from the members' edits.
///
/// The same edits in the same order give the same annotations on all machines. A member's edits of an annotation that another one made have no effect.
package struct SharedAnnotations: Sendable, Hashable {
  private struct Entry: Sendable, Hashable {
    var who: String
    /// nil after it was deleted.
    var annotation: Annotation?
    /// The annotation as it was when it was deleted, and whether that had been seen where it was deleted.
    var last: Annotation?
    var isLastSeen = true
    /// Whether only its member sees it.
    var isPrivate = false
  }

  private var entries: [AnnotationID: Entry] = [:]
  private var order: [AnnotationID] = []
  /// Annotations hidden by a keeper; the server does not send their changes to other members.
  private var hiddenIDs: Set<AnnotationID> = []

  /// Applies edits: those with a server's number first, in its order, then unsent ones in the given order.
  package init(_ edits: some Sequence<SharedEdit>) {
    for edit in SharedEdit.ordered(edits) { apply(edit) }
  }

  private mutating func apply(_ edit: SharedEdit) {
    let id = edit.annotation
    switch edit.kind {
    case .hide: hiddenIDs.insert(id)
    case .show: hiddenIDs.remove(id)
    case .tag, .untag: break
    case .change:
      guard let entry = entries[id] else {
        guard edit.change.after != nil else { return }
        return put(edit.change.after, id, by: edit.who)
      }
      guard entry.who == edit.who else { return }
      keepOverwritten(entry, by: edit)
      if edit.change.after == nil, let now = entry.annotation {
        entries[id]?.last = now
        entries[id]?.isLastSeen = edit.change.before?.contents == now.contents
      }
      entries[id]?.annotation = edit.change.rebased(on: entry.annotation).after
    }
  }

  private mutating func put(_ annotation: Annotation?, _ id: AnnotationID, by who: String) {
    if entries[id] == nil { order.append(id) }
    entries[id] = Entry(who: who, annotation: annotation)
  }

  /// Keeps a text as a reply if its author wrote over it on a machine that had not seen it, or deleted it there and undid that.
  ///
  /// A text that was withdrawn, or deleted by somebody who had seen it, is not shown to others when a late edit brings the annotation back.
  private mutating func keepOverwritten(_ entry: Entry, by edit: SharedEdit) {
    guard let after = edit.change.after,
      let now = entry.annotation ?? entry.last, !now.contents.isEmpty,
      ![edit.change.before?.contents, after.contents].contains(now.contents),
      edit.change.before?.contents != after.contents,
      // Shared again by the machine that withdrew it.
      entry.annotation != nil || !entry.isLastSeen || edit.change.before != nil
    else { return }
    var reply = now
    reply.id = AnnotationID("\(edit.who)-\(edit.id)-overwritten")
    guard entries[reply.id] == nil else { return }
    (reply.kind, reply.quads, reply.strokes) = (.note, [], [])
    (reply.replyTo, reply.tags, reply.picture, reply.state) = (now.id, nil, nil, nil)
    reply.flags.remove([.isGrouped, .isState])
    put(reply, reply.id, by: entry.who)
    entries[reply.id]?.isPrivate = entry.annotation == nil && entry.isLastSeen
  }

  /// The annotations that a keeper has hidden, as far as they are known: the user's own, and all to keepers.
  package var hidden: [Annotation] {
    order.compactMap { id in
      guard hiddenIDs.contains(id), let entry = entries[id], var annotation = entry.annotation
      else {
        return nil
      }
      annotation.author = entry.who
      return annotation
    }
  }

  /// Returns the annotations that a member has made and not deleted, hidden ones included, with the authors that they state.
  func made(by who: String) -> [Annotation] {
    order.compactMap { id in entries[id].flatMap { $0.who == who ? $0.annotation : nil } }
  }

  /// Returns the annotations that a member has made and withdrawn or deleted, as they were last.
  func withdrawn(by who: String) -> [Annotation] {
    order.compactMap { id in
      entries[id].flatMap { $0.who == who && $0.annotation == nil ? $0.last : nil }
    }
  }

  /// The subject of replies to annotations that were deleted.
  package static let subjectOfOrphans = "Reply to a deleted annotation"

  /// Returns the annotations that are not hidden, in the order in which they were made, each with its member as the author; those of `members` only, unless
  /// that is nil. Private ones are shown to `reader`.
  package func shown(of members: Set<String>? = nil, to reader: String? = nil) -> [Annotation] {
    order.compactMap { id in
      guard let entry = entries[id], !hiddenIDs.contains(id), var annotation = entry.annotation,
        members?.contains(entry.who) ?? true, !entry.isPrivate || entry.who == reader
      else { return nil }
      annotation.author = entry.who
      if let parent = annotation.replyTo, !annotation.flags.contains(.isState),
        hiddenIDs.contains(parent) || entries[parent].map({ $0.annotation == nil }) ?? false
      {
        annotation.subject = Self.subjectOfOrphans
      }
      return annotation
    }
  }
}
