import DocumentModel

/// Addresses within a book's container (EPUB 3.3, 4.2.5).
enum BookPath {
  /// Signs by which an address is more than a path: `#`, `%`, `:` and `?`.
  private static let signs: [UInt8] = [0x23, 0x25, 0x3A, 0x3F]

  /// Returns the path and fragment an address leads to from a file of the container; nil for web addresses and those that leave the
  /// container.
  static func resolved(_ address: String, from base: String) -> (path: String, fragment: String)? {
    if ArchiveFile.isNormal(address), !address.utf8.contains(where: signs.contains) {
      let folder = base.utf8.lastIndex(of: 0x2F).map { base[...$0] } ?? ""
      return (folder + address, "")
    }
    if let colon = address.firstIndex(of: ":"),
      !address[..<colon].contains(where: { "/?#".contains($0) })
    {
      return nil
    }
    let parts = address.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    let path = parts.first?.split(separator: "?", omittingEmptySubsequences: false).first ?? ""
    let fragment = parts.count > 1 ? LinkAddress.decoded(parts[1]) : ""
    guard !path.isEmpty else { return (base, fragment) }
    let folder =
      path.hasPrefix("/") ? "" : base.split(separator: "/").dropLast().joined(separator: "/")
    return (normal(folder + "/" + LinkAddress.decoded(path)), fragment)
  }

  /// The path without `.` and `..`; a step above the container's root stays there, as in addresses of the web.
  private static func normal(_ path: String) -> String {
    var parts: [Substring] = []
    for part in path.split(separator: "/") where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(part) }
    }
    return parts.joined(separator: "/")
  }
}
