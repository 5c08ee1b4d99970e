/// A state that a reviewer gives to an annotation (PDF 32000-1, table 171); the raw value is its name on the command line.
package enum ReviewState: String, Sendable, Hashable, Codable, CaseIterable {
  case accepted
  case rejected
  case cancelled
  case completed
  /// The reviewer withdraws the state given before.
  case none
  case marked
  case unmarked

  /// `/State` in a file.
  package var fileName: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }

  /// `/StateModel` in a file: states of the two models are independent of each other.
  package var model: String { self == .marked || self == .unmarked ? "Marked" : "Review" }

  package init?(fileName: String) {
    guard let state = Self.allCases.first(where: { $0.fileName == fileName }) else { return nil }
    self = state
  }

  /// The states of the review model, in the order in which they are offered.
  package static let ofReview: [ReviewState] = [
    .accepted, .rejected, .cancelled, .completed, .none,
  ]
}
