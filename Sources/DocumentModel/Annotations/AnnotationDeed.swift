/// One row of a document's journal of annotations.
package struct AnnotationDeed: Sendable, Hashable, Codable {
  package enum Kind: Int, Sendable, Hashable, Codable {
    case edit = 0
    case undo = 1
    case redo = 2
    /// Put onto another version of the document, by its words.
    case placed = 3
    /// Found no place in another version.
    case detached = 4
    /// Another program did it in the file.
    case outside = 5
    /// An edit of the pages was taken back or done again: the file has what was done up to the deed `of` (nil: nothing), and what was
    /// done since, on other pages, is on another line.
    case returned = 6
    /// What found no room in the file when all else was written, as it is to be: it waits in all files from then on, until the next deed of
    /// this kind that says all (`of` is nil); one that goes on from another (`of`) adds to what waits.
    case waiting = 7
  }

  /// Ascends through the journal.
  package var number: Int
  package var kind: Kind
  /// Which deed was undone or redone.
  package var of: Int?
  /// What came of it, as it was done: of an undoing, what took the other back.
  package var step: AnnotationStep
  /// Number of the document's version, from 0, that its places are of.
  package var version: Int

  package init(
    number: Int, kind: Kind, of: Int? = nil, step: AnnotationStep, version: Int = 0
  ) {
    self.number = number
    self.kind = kind
    self.of = of
    self.step = step
    self.version = version
  }
}
