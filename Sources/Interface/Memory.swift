/// Which remembered state has been read.
package struct Memory: Sendable {
  /// Whether remembered state has not been read yet, so nothing overwrites it.
  package var isAwaited = false
  package var areThemesAwaited = false
  /// Whether the library cannot be read or written.
  package var isBroken = false

  package init() {}
}
