package import DocumentModel

/// The result of an edit of a document itself.
package enum EditMessage: Sendable {
  /// So far it has come.
  case underWay(DocumentID, serial: Int, EditPhase)
  /// The file was rewritten.
  case edited(DocumentID, serial: Int, EditArrival)
  /// A new file is there.
  case copied(DocumentID, serial: Int, path: String, sentences: [String])
  /// Nothing was written: a sentence with the reason, and the worker's reason if it was the worker that refused.
  case refused(DocumentID, serial: Int, String, EditRefusal.Reason?)
  /// Pages could not be kept at hand: why.
  case notHeld(String)
}

/// A stage of an edit.
package enum EditPhase: String, Sendable, Hashable {
  case saving = "saving annotations"
  case reading = "reading"
  case making = "putting it together"
  case verifying = "verifying"
  case writing = "writing"
}

/// A file that was rewritten.
package struct EditArrival: Sendable, Hashable {
  /// The old and new versions; their names are only compared.
  package var before: String
  package var after: String
  /// The new page positions; nil if an earlier version was restored.
  package var rearrangement: PageRearrangement?
  /// Cut pages that were restored: the version that had them, and their positions now.
  package var returned: Returned?
  /// Messages for the user.
  package var sentences: [String]

  package struct Returned: Sendable, Hashable {
    package var version: String
    package var rearrangement: PageRearrangement

    package init(version: String, _ rearrangement: PageRearrangement) {
      self.version = version
      self.rearrangement = rearrangement
    }
  }

  package init(
    before: String, after: String, _ rearrangement: PageRearrangement?,
    returned: Returned? = nil, sentences: [String] = []
  ) {
    self.before = before
    self.after = after
    self.rearrangement = rearrangement
    self.returned = returned
    self.sentences = sentences
  }
}
