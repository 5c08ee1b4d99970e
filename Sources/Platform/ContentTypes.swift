internal import CGLib

/// Types of files by the desktop's shared-mime-info, as MIME types (`application/pdf`).
package enum ContentTypes {
  /// The type where a name and a file's first bytes are weighed by shared-mime-info's rules; 4 KiB are plenty, without any the
  /// name's word is taken. GLib trusts names: `x.pdf` is a PDF whatever it holds.
  package static func of(_ name: String, head: [UInt8] = []) -> String {
    QuietGLib.begin()
    let type = SystemPath.lend(name) { name in
      head.withUnsafeBufferPointer {
        g_content_type_guess(name, $0.baseAddress, gsize($0.count), nil)
      }
    }
    return GText.taking(type) ?? "application/octet-stream"
  }
}
