internal import CGLib

/// Types of files by the desktop's shared-mime-info, as MIME types (`application/pdf`).
package enum ContentTypes {
  /// Returns the type of a name by shared-mime-info's rules. Contents are examined in a worker: the rules are C, and the bytes untrusted.
  package static func of(_ name: String) -> String {
    QuietGLib.begin()
    let type = SystemPath.lend(name) { g_content_type_guess($0, nil, 0, nil) }
    return GText.taking(type) ?? "application/octet-stream"
  }
}
