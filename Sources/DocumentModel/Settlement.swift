/// Whose contents count, where two have changed a file.
package enum Settlement: Sendable, Hashable {
  /// Ours go into a file of their own beside it, theirs stay.
  case keepBoth
  case theirs
  case ours
}
