internal import CGLib

/// Types of files by the desktop's shared-mime-info, as MIME types (`application/pdf`).
package enum ContentTypes {
  package struct Guess: Sendable, Hashable {
    package var type: String
    /// The name says nothing of the type, or several types at once.
    package var isUncertain: Bool
  }

  /// The type a name promises; nothing is read. GLib trusts names: `x.pdf` is a PDF whatever it holds.
  package static func ofName(_ name: String) -> Guess {
    QuietGLib.begin()
    var isUncertain: gboolean = 0
    let type = SystemPath.lend(name) { g_content_type_guess($0, nil, 0, &isUncertain) }
    return Guess(
      type: GText.taking(type) ?? unknown, isUncertain: isUncertain != 0)
  }

  /// The type a file's first bytes betray, whatever its name; 4 KiB are plenty.
  package static func ofContent(_ head: [UInt8]) -> Guess {
    guard !head.isEmpty else { return Guess(type: unknown, isUncertain: true) }
    QuietGLib.begin()
    var isUncertain: gboolean = 0
    let type = g_content_type_guess(nil, head, gsize(head.count), &isUncertain)
    return Guess(
      type: GText.taking(type) ?? unknown, isUncertain: isUncertain != 0)
  }

  /// The type where name and bytes are weighed by shared-mime-info's rules.
  package static func of(_ name: String, head: [UInt8]) -> Guess {
    QuietGLib.begin()
    var isUncertain: gboolean = 0
    let type = SystemPath.lend(name) { name in
      head.withUnsafeBufferPointer {
        g_content_type_guess(name, $0.baseAddress, gsize($0.count), &isUncertain)
      }
    }
    return Guess(
      type: GText.taking(type) ?? unknown, isUncertain: isUncertain != 0)
  }

  /// Whether a type is another or one of its kind: `text/markdown` is `text/plain`.
  package static func conforms(_ type: String, to other: String) -> Bool {
    QuietGLib.begin()
    return g_content_type_is_a(type, other) != 0
  }

  /// The type in words, in the user's language: `PDF document`.
  package static func description(of type: String) -> String {
    QuietGLib.begin()
    return GText.taking(g_content_type_get_description(type)) ?? type
  }

  /// The type itself where it is the name of one, the one it is an alias of, else nil.
  package static func known(_ mime: String) -> String? {
    QuietGLib.begin()
    return GText.taking(g_content_type_from_mime_type(mime))
  }

  package static let unknown = "application/octet-stream"
}
