import DocumentModel

/// Addresses within a book's container (EPUB 3.3, 4.2.5).
enum BookPath {
  /// Returns the path and fragment an address leads to from a file of the container; nil for web addresses and those that leave the
  /// container.
  static func resolved(_ address: String, from base: String) -> (path: String, fragment: String)? {
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
    return ArchiveFile.normal(folder + "/" + LinkAddress.decoded(path)).map { ($0, fragment) }
  }
}
