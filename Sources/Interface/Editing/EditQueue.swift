import DocumentModel
package import Messages

/// The edits of a document itself: running, waiting and finished ones.
package struct EditQueue: Sendable {
  /// The edit that is under way.
  package struct Current: Sendable, Hashable {
    package var serial: Int
    package var request: EditRequest
    package var phase: EditPhase?
    /// Its file is written; the new version is being opened.
    package var arrival: EditArrival?
    /// The generation as which the edited file is being opened.
    package var generation: Int?
  }

  /// A finished edit, kept to move marks back.
  struct Step: Sendable {
    var before: String
    var after: String
    var rearrangement: PageRearrangement
    /// Marks on removed pages: their old and new places.
    var displaced: [String: (from: Place, to: Place)] = [:]
  }

  package var current: Current?
  /// In the order in which they were requested.
  package var waiting: [EditRequest] = []
  var steps: [Step] = []
  private static let mostSteps = 500

  package var isBusy: Bool { current != nil }
  /// Whether a requested edit is not written yet.
  var isPending: Bool { isBusy || !waiting.isEmpty }

  mutating func add(_ step: Step) {
    steps.removeAll { $0.before == step.before && $0.after == step.after }
    steps.append(step)
    if steps.count > Self.mostSteps { steps.removeFirst() }
  }
}

/// Cut or copied pages, to be pasted here or in another document.
package struct PagesAtHand: Sendable, Hashable {
  package var count: Int
  /// Title of the document they are of.
  package var title: String
}
