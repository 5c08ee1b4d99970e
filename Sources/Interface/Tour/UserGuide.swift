import Messages

/// The user guide, Markdown files installed with Recto.
package enum UserGuide {
  /// The topics in reading order; each is a file `TOPIC.md`.
  package static let topics = [
    "getting-started", "reading", "searching", "annotating", "browser", "library", "pictures",
    "command-line", "remote", "sync", "shared-library", "settings", "terminals", "security",
    "troubleshooting",
  ]

  /// Returns the file name of a topic; nil if there is no such topic.
  package static func file(of topic: String) -> String? {
    topics.contains(topic) ? topic + ".md" : nil
  }
}
