/// What to do where a name is taken.
package struct ClashAnswer: Sendable, Hashable {
  package enum Decision: Sendable, Hashable {
    /// Leave both as they are.
    case skip
    /// The one that comes gets a new name.
    case keepBoth
    /// The one that is there goes to the trash.
    case replace
    /// Do no more.
    case stop
  }

  package var decision: Decision
  /// It holds for all that follow in this operation.
  package var isForAll: Bool

  package init(_ decision: Decision, forAll: Bool = false) {
    self.decision = decision
    isForAll = forAll
  }
}
