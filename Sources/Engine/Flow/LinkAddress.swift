import DocumentModel

/// The target of a link in a text.
enum LinkAddress: Hashable {
  /// A place in the same text, by its name.
  case place(String)
  case target(LinkTarget)

  /// Parses an address (RFC 3986): with a scheme a web address, else a file beside the text or a place in it.
  init(_ address: String) {
    if let scheme = Self.scheme(of: address) {
      guard scheme == "file" else {
        self = .target(.uri(address))
        return
      }
      // `file:///path` and `file://host/path`: of another machine's files nothing is known.
      let path = address.dropFirst(5)
      self = .target(
        .file(Self.decoded(path.hasPrefix("//") ? path.dropFirst(2) : path), page: nil, name: nil))
      return
    }
    if address.hasPrefix("//") {
      self = .target(.uri("https:" + address))
      return
    }
    let parts = address.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    let path = parts.first?.split(separator: "?", omittingEmptySubsequences: false).first ?? ""
    let fragment = parts.count > 1 ? Self.decoded(parts[1]) : ""
    if path.isEmpty {
      self = .place(fragment)
    } else if fragment.hasPrefix("page="), let page = Int(fragment.dropFirst(5)), page > 0 {
      self = .target(.file(Self.decoded(path), page: page - 1, name: nil))
    } else {
      self = .target(
        .file(Self.decoded(path), page: nil, name: fragment.isEmpty ? nil : fragment))
    }
  }

  /// Letters, digits, `+`, `-`, `.` before a colon; one letter is a drive.
  private static func scheme(of address: String) -> String? {
    guard let colon = address.firstIndex(of: ":") else { return nil }
    let scheme = address[..<colon]
    guard scheme.utf8.count > 1, scheme.first?.isLetter == true,
      scheme.unicodeScalars.allSatisfy({
        $0.isASCII && ($0.properties.isAlphabetic || "0123456789+-.".unicodeScalars.contains($0))
      })
    else { return nil }
    return scheme.lowercased()
  }

  /// Decodes `%20` and others; returns the text unchanged if the result is not UTF-8 or has control
  /// characters.
  static func decoded(_ text: Substring) -> String {
    let bytes = PathBytes.unescaped(text.utf8)
    guard !bytes.contains(where: { $0 < 0x20 }) else { return String(text) }
    return String(validating: bytes, as: UTF8.self) ?? String(text)
  }
}
