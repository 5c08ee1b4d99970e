/// How far the reading of the library has come.
package struct IndexProgress: Sendable, Hashable {
  package enum Phase: UInt8, Sendable, Hashable {
    /// Nothing is to be read.
    case idle
    /// Folders are looked through for what is new.
    case looking
    case reading
    case paused
    /// Another program reads for the same library.
    case elsewhere
  }

  package var phase = Phase.idle
  /// Documents read of those that are to be read.
  package var done = 0
  package var total = 0
  package var pages = 0
  /// Pages a second, lately.
  package var speed = 0.0
  /// Seconds; nil while that cannot be told.
  package var secondsLeft: Int?
  /// The name of a document that is being read; empty where there is none.
  package var current = ""
  /// Documents and pages that can be searched.
  package var documents = 0
  package var allPages = 0
  /// Documents that could not be read.
  package var failures = 0
  /// Folders that are chosen; none: nothing is read unless it is asked for.
  package var folders: [String] = []

  package init() {}
}
