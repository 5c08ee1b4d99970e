/// Why a thumbnail is not kept.
package enum ThumbnailError: Error, Sendable, Hashable {
  /// It is one itself, or lies among them.
  case liesInCache
  /// It lies on what can be taken out of the machine, and nothing of that is to be kept.
  case isRemovable
  /// It changed while it was drawn.
  case hasChanged
  /// There is no memory to write it.
  case outOfMemory
  /// The system's number of what went wrong.
  case system(Int32)
}
