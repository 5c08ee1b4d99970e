/// The progress of indexing the library.
package struct IndexProgress: Sendable, Hashable {
  package enum Phase: UInt8, Sendable, Hashable {
    /// There is nothing to index.
    case idle
    /// Folders are being scanned for new files.
    case looking
    case reading
    case paused
    /// Another process indexes the same library.
    case elsewhere
  }

  package var phase = Phase.idle
  /// The number of documents indexed, of those to index.
  package var done = 0
  package var total = 0
  package var pages = 0
  /// Recent speed in pages per second.
  package var speed = 0.0
  /// The remaining time in seconds; nil while it cannot be estimated.
  package var secondsLeft: Int?
  /// The name of the document being indexed; empty if there is none.
  package var current = ""
  /// The number of searchable documents and pages.
  package var documents = 0
  package var allPages = 0
  /// The number of documents that could not be read.
  package var failures = 0
  /// The chosen folders. If empty, nothing is indexed unless requested.
  package var folders: [String] = []

  package init() {}
}
