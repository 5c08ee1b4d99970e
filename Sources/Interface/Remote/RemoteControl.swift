package import DocumentModel
package import Messages

/// The unanswered requests of other programs, and the state that only they query.
package struct RemoteControl: Sendable {
  /// The purpose a document was opened for.
  enum Aim: Sendable, Hashable {
    case reading
    /// The reply is sent when the document is closed.
    case closing
    /// A line of a source is shown in it.
    case line(Int, source: String)
  }

  /// A document that was opened by a request, until that is answered.
  struct Opening: Sendable {
    var request: RemoteRequest
    var document: DocumentID
    var aim: Aim
    /// The number or label of the page asked for; nil for another place.
    var page: String?
    /// Whether it has been open since; one that never was cannot be waited for.
    var hasOpened = false
  }

  /// The name, the process and the folder of this Recto.
  package var identity = JSON.null
  /// Commands that wait until the document on the screen is open, in order.
  package var waiting: [RemoteRequest] = []
  var openings: [Opening] = []
  /// The annotation that was made last, and the document it is in.
  var made: (document: DocumentID, annotation: Annotation)?

  package init() {}

  /// Takes note of an annotation that was made in a document.
  mutating func note(_ changes: [AnnotationChange], in document: DocumentID) {
    guard let new = changes.last(where: { $0.before == nil })?.after else { return }
    made = (document, new)
  }
}
