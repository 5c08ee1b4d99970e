package import DocumentModel
import Sync

/// A document in a collection of a shared library, known by its bytes.
package struct SharedDocument: Sendable, Hashable {
  /// The id of the library.
  package var library: String
  package var collection: String
  /// SHA-256 in lower-case hexadecimal.
  package var hash: String
}

/// An edit of one annotation, or of a document's tags, by a member of a collection; it is never changed.
package struct SharedEdit: Sendable, Hashable {
  package enum Kind: Int, Sendable, Hashable {
    case change = 0
    /// A keeper hides the annotation, or shows it again.
    case hide = 1
    case show = 2
    /// The member gives the document a tag, or takes it away.
    case tag = 3
    case untag = 4
  }

  /// Random, 32 hexadecimal digits.
  package var id = Self.newID()
  /// The role of the member.
  package var who: String
  /// SHA-256 of the document.
  package var document: String
  /// The id of the annotation, or the tag.
  package var item: String
  package var kind = Kind.change
  /// Without effect unless the kind is `change`.
  package var change = AnnotationChange(before: nil, after: nil)
  /// Ascending within a collection; nil until the server has given it.
  package var number: Int?

  package var annotation: AnnotationID { AnnotationID(item) }

  /// Sorts edits by the server's numbers; those without one come last, in the given order.
  static func ordered(_ edits: some Sequence<SharedEdit>) -> [SharedEdit] {
    edits.enumerated().sorted {
      ($0.element.number ?? .max, $0.offset) < ($1.element.number ?? .max, $1.offset)
    }.map(\.element)
  }

  /// Makes an id.
  package static func newID() -> String {
    (0..<2).map { _ in
      let text = String(UInt64.random(in: .min ... .max), radix: 16)
      return String(repeating: "0", count: 16 - text.count) + text
    }.joined()
  }
}

/// Changes of annotations as JSON, as they are stored here and on servers.
enum SharedChangeText {
  static func of(_ change: AnnotationChange) -> String {
    SyncValue.text(portable(change)) ?? ""
  }

  /// Reads an edit's change from a server and cleans its strings; nil if it, or the item, is not one of its kind.
  static func change(
    _ text: String, _ kind: SharedEdit.Kind, of item: String
  ) -> AnnotationChange? {
    let none = AnnotationChange(before: nil, after: nil)
    switch kind {
    case .change: return change(text, of: AnnotationID(item))
    case .hide, .show: return none
    case .tag, .untag: return TagName(item)?.text == item ? none : nil
    }
  }

  private static func change(_ text: String, of id: AnnotationID) -> AnnotationChange? {
    guard id.name.utf8.count <= SyncLimits.id, CleanText.line(id.name) == id.name,
      let change = SyncValue.content(text, as: AnnotationChange.self), change.id == id,
      change.before.map({ $0.id == id }) ?? true
    else { return nil }
    let clean = AnnotationChange(before: change.before?.cleaned, after: change.after?.cleaned)
    guard (clean.before == nil) == (change.before == nil),
      (clean.after == nil) == (change.after == nil)
    else { return nil }
    return clean
  }

  /// Returns a change without what only this machine knows of the annotation.
  private static func portable(_ change: AnnotationChange) -> AnnotationChange {
    var change = change
    for side in [\AnnotationChange.before, \.after] {
      change[keyPath: side]?.anchor = nil
      change[keyPath: side]?.flags.remove(.hasAppearance)
    }
    // A picture that stays as it is need not be sent.
    if change.before?.picture == change.after?.picture {
      change.before?.picture = nil
      change.after?.picture = nil
    }
    return change
  }
}
