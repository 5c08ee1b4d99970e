package import DocumentModel

/// The state that a reviewer has given to an annotation.
package struct GivenState: Sendable, Hashable {
  package var state: ReviewState
  package var author: String
  /// Seconds since 1970-01-01 UTC.
  package var time: Int64?
  /// The reply that gives it, which the reviewer's next state replies to.
  package var reply: AnnotationID
}

/// Review states: replies without a text of their own (PDF 32000-1, 12.5.6.3).
extension AnnotationList {
  /// Returns the states of an annotation, the latest of each reviewer and model, without those that were withdrawn.
  package func states(of id: AnnotationID) -> [GivenState] {
    latestStates(of: id).filter { $0.state != .none && $0.state != .unmarked }
  }

  /// Returns the latest state of each reviewer and model, in the order in which they were given.
  func latestStates(of id: AnnotationID) -> [GivenState] {
    var latest: [String: GivenState] = [:]
    // A reviewer's next state replies to the one before.
    var waiting = [id] + members(of: id).map(\.id)
    var seen = Set(waiting)
    while let next = waiting.popLast(), seen.count < 1_000 {
      for reply in (replies[next] ?? []).compactMap({ self[$0] })
      where reply.flags.contains(.isState) && seen.insert(reply.id).inserted {
        waiting.append(reply.id)
        guard let state = reply.state else { continue }
        let given = GivenState(
          state: state, author: reply.author, time: reply.modified ?? reply.created,
          reply: reply.id)
        let key = state.model + "\n" + reply.author
        let isLater = latest[key].map { isBefore($0, given, in: reply) } ?? true
        if isLater { latest[key] = given }
      }
    }
    return latest.values.sorted { ($0.time ?? 0, $0.author) < ($1.time ?? 0, $1.author) }
  }

  /// Whether a state is earlier than another; of two with the same time, the reply is later.
  private func isBefore(_ old: GivenState, _ new: GivenState, in reply: Annotation) -> Bool {
    let (a, b) = (old.time ?? 0, new.time ?? 0)
    return a == b ? reply.replyTo == old.reply : a < b
  }

  /// Returns the annotation that a new state of a reviewer replies to.
  package func stateTarget(
    of annotation: Annotation, _ state: ReviewState, by author: String
  ) -> AnnotationID {
    latestStates(of: annotation.id).first {
      $0.author == author && $0.state.model == state.model
    }?.reply ?? annotation.id
  }
}

extension Annotation {
  /// Makes the annotation a state of another, as Acrobat writes them: a hidden reply with a sentence as its text.
  package mutating func setState(
    _ state: ReviewState, of other: Annotation, in list: AnnotationList
  ) {
    reply(to: other)
    replyTo = list.stateTarget(of: other, state, by: author)
    flags.insert(.isState)
    self.state = state
    color = other.color
    contents = "\(state.fileName) set by \(author)"
  }
}

extension AnnotationStrings {
  /// The word for a state.
  package static func word(_ state: ReviewState) -> String { state.rawValue }

  /// The sign before a state.
  package static func sign(_ state: ReviewState) -> String {
    switch state {
    case .accepted: "✓"
    case .rejected: "✗"
    case .cancelled: "–"
    case .completed: "✔"
    case .marked: "☑"
    case .none, .unmarked: ""
    }
  }
}
