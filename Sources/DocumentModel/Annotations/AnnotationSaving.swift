/// When annotations are written into their document.
package enum AnnotationSaving: String, Sendable, Hashable, CaseIterable {
  case afterMoment = "after a moment"
  case onQuit = "on quit"
  /// They stay in the library.
  case never
}
