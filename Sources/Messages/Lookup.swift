/// A request for the output of a user's action in a card.
package struct LookupRequest: Sendable, Hashable {
  /// Output of other requests is dropped.
  package var number: Int
  package var action: Int
  package var context: ActionContext

  package init(number: Int, action: Int, context: ActionContext) {
    self.number = number
    self.action = action
    self.context = context
  }
}

/// Output of a program for a card, as it comes in.
package enum LookupNews: Sendable, Hashable {
  /// More lines, free of escape sequences.
  case lines([String])
  /// It has ended; nil, or a sentence that says why there is no more.
  case ended(String?)
}
