/// An entry of a document's annotation journal.
package struct JournalEntry: Sendable, Hashable, Codable {
  package enum Kind: Int, Sendable, Hashable, Codable {
    case edit = 0
    case undo = 1
    case redo = 2
    /// An annotation was placed in another version of the document by its text.
    case placed = 3
    /// An annotation found no place in another version of the document.
    case detached = 4
    /// Another program made the change in the file.
    case outside = 5
    /// A page edit was undone or redone. The file again has everything up to entry `of` (nil: nothing); entries made since then belong to the other pages and
    /// are on another branch.
    case returned = 6
    /// Changes for which the file had no room when all others were saved. They stay unsaved until the next entry of this kind with `of` nil, which lists all of
    /// them; an entry with `of` set adds to the list.
    case waiting = 7
    /// The user made the change on another machine and shared it with the members of a collection.
    case fetched = 8
  }

  /// Ascending within the journal.
  package var number: Int
  package var kind: Kind
  /// The number of the entry that was undone or redone.
  package var of: Int?
  /// The changes as they were made; for an undo, the changes that reverted the other entry.
  package var step: AnnotationEdit
  /// The document version, from 0, to which the coordinates refer.
  package var version: Int

  package init(
    number: Int, kind: Kind, of: Int? = nil, step: AnnotationEdit, version: Int = 0
  ) {
    self.number = number
    self.kind = kind
    self.of = of
    self.step = step
    self.version = version
  }
}
