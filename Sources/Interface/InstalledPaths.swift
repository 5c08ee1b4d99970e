/// Paths of the sample document, the guide and the folder for downloads.
package struct InstalledPaths: Sendable {
  /// Attachments are offered to be saved here.
  package var downloads = ""
  /// Path of the sample document for the tour; empty if it is not installed.
  package var sample = ""
  /// The folder of the user guide; empty if it is not installed.
  package var guideFolder = ""

  package init() {}
}
