/// Why a thumbnail is not kept.
package enum ThumbnailError: Error, Sendable, Hashable {
  /// The file is in the folder of thumbnails.
  case liesInCache
  /// The file is on a removable medium, whose thumbnails are not stored.
  case isRemovable
  /// The file changed while it was drawn.
  case hasChanged
  /// There is no memory to write it.
  case outOfMemory
  /// The system's number of what went wrong.
  case system(Int32)
}
