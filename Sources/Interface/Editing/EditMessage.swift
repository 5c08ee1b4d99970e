package import DocumentModel

/// What became of an edit of a document itself.
package enum EditMessage: Sendable {
  /// So far it has come.
  case underWay(DocumentID, serial: Int, EditPhase)
  /// The file is written anew.
  case edited(DocumentID, serial: Int, EditArrival)
  /// A new file is there.
  case copied(DocumentID, serial: Int, path: String, sentences: [String])
  /// Nothing was written: why. A copy with the edit could be.
  case refused(DocumentID, serial: Int, String, offersCopy: Bool)
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

/// A file that was written anew.
package struct EditArrival: Sendable, Hashable {
  /// What the file was and what it is; the names of versions are compared only.
  package var before: String
  package var after: String
  /// Where the pages stand now; nil where a version that was there before is there again.
  package var rearrangement: PageRearrangement?
  /// Pages that had been cut are there again: the version that had them, and where its pages stand now.
  package var returned: Returned?
  /// What a person should know of it.
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
