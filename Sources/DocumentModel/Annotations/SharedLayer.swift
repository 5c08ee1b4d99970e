/// The annotations of a document's collections, and what is known there of the user's own.
package struct SharedLayer: Sendable, Hashable {
  /// The members' annotations, the user's among them, each with its member as the author.
  package var annotations: [Annotation] = []
  /// The names of the collections; empty if the document is in none.
  package var collections: [String] = []
  /// The tags that members have given the document.
  package var tags: [SharedTag] = []
  /// Whether new annotations are for all members.
  package var isOpen = false
  /// The user's annotations that are for all members.
  package var own: Set<AnnotationID> = []
  /// The user's annotations that were withdrawn or deleted, on any machine, as they were last: one that is still here has its newest text.
  package var withdrawn: [Annotation] = []
  /// Why annotations of the user were not taken by the server.
  package var refusals: [AnnotationID: String] = [:]
  /// Why a server could not be asked; empty if all answered.
  package var trouble = ""

  package init() {}
}

/// A tag that members of a collection have given a document.
package struct SharedTag: Sendable, Hashable {
  package var name: String
  /// By name.
  package var members: [String]

  package init(name: String, members: [String]) {
    self.name = name
    self.members = members
  }
}
