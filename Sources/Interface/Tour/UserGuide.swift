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

extension State {
  /// Opens a topic of the user guide; closing it returns to the browser if it was opened there.
  mutating func openGuide(_ topic: String) -> [Effect] {
    guard let file = UserGuide.file(of: topic) else {
      say(
        "There is no topic “\(topic)”: \(UserGuide.topics.joined(separator: ", "))", isError: true)
      return []
    }
    let path = "\(environment.installed.guideFolder)/\(file)"
    return browser.isShown || isFinding ? read([path]) : open(path: path, start: .remembered)
  }
}
