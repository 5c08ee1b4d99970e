/// The user's answer to a name conflict in a file operation.
package struct ClashAnswer: Sendable, Hashable {
  package enum Decision: Sendable, Hashable {
    /// Leave both files as they are.
    case skip
    /// Give the incoming file a new name.
    case keepBoth
    /// Move the existing file to the trash.
    case replace
    /// Cancel the rest of the operation.
    case stop
  }

  package var decision: Decision
  /// Whether the answer applies to all further conflicts of this operation.
  package var isForAll: Bool

  package init(_ decision: Decision, forAll: Bool = false) {
    self.decision = decision
    isForAll = forAll
  }
}
