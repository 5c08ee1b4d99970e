/// Which version to keep if two programs changed a file.
package enum Settlement: Sendable, Hashable {
  /// Ours is saved as a separate file beside it, theirs stays.
  case keepBoth
  case theirs
  case ours
}
