package import DocumentModel

/// Names of permissions.
package enum PermissionStrings {
  private static let words: [(Permissions, String)] = [
    (.print, "print"), (.copy, "copy"), (.modify, "change"), (.annotate, "annotate"),
    (.fillForms, "fill forms"),
  ]

  package static func text(_ permissions: Permissions) -> String {
    let given = words.filter { permissions.contains($0.0) }.map(\.1)
    if given.count == words.count { return "everything" }
    return given.isEmpty ? "reading only" : given.joined(separator: ", ")
  }
}
