import DocumentModel

/// A web page with its images and style sheets in one file, as browsers save it (MHTML, RFC 2557).
struct WebArchive {
  /// A part of the message with its headers.
  private struct Part {
    /// By names in lower case; lines that continue are joined.
    var headers: [String: String] = [:]
    var body: ArraySlice<UInt8> = []

    var type: String { headers["content-type"] ?? "text/plain" }
    var isPage: Bool {
      type.lowercased().hasPrefix("text/html") || type.lowercased().hasPrefix("application/xhtml")
    }

    /// The value of a parameter of its type (RFC 2045, 5.1).
    func parameter(_ name: String) -> String? {
      for field in type.split(separator: ";").dropFirst() {
        let pair = field.split(separator: "=", maxSplits: 1)
        guard pair.count == 2, pair[0].filter({ !$0.isWhitespace }).lowercased() == name else {
          continue
        }
        return pair[1].filter { $0 != "\"" && !$0.isWhitespace }
      }
      return nil
    }

    /// Without the encoding it was sent in (RFC 2045, 6).
    var bytes: [UInt8] {
      switch headers["content-transfer-encoding"]?.lowercased() {
      case "base64": DataAddress.decoded(String(decoding: body, as: UTF8.self))
      case "quoted-printable": WebArchive.unquoted(body)
      default: Array(body)
      }
    }
  }

  private let page: Part
  /// By their addresses, and as `cid:` names them.
  private var parts: [String: Part] = [:]

  private static let (mostParts, deepest) = (10_000, 8)

  static func recognizes(_ head: [UInt8], named name: String) -> Bool {
    if name.hasSuffix(".mht") || name.hasSuffix(".mhtml") { return true }
    let text = String(decoding: head.prefix(2_048), as: UTF8.self).lowercased()
    return (text.hasPrefix("mime-version:") || text.hasPrefix("from: <saved by"))
      && text.contains("multipart/related")
  }

  /// Nil if there is no page in it.
  init?(_ bytes: [UInt8]) {
    var found: [Part] = []
    Self.collect(bytes[...], into: &found, depth: 0)
    guard let page = found.first(where: \.isPage) else { return nil }
    self.page = page
    for part in found {
      if let address = part.headers["content-location"] { parts[address] = part }
      if let id = part.headers["content-id"] {
        parts["cid:" + id.filter { $0 != "<" && $0 != ">" }] = part
      }
    }
  }

  /// The page's own text, and its encoding if its header names one.
  var html: (bytes: [UInt8], charset: String?) { (page.bytes, page.parameter("charset")) }

  /// The bytes of a file by its address in the page.
  func bytes(_ address: String) -> [UInt8]? {
    DataAddress.bytes(address) ?? (parts[address] ?? parts[absolute(address)])?.bytes
  }

  /// Returns what an address in the page leads to: files beside it are where it was saved from.
  func link(_ address: String) -> LinkAddress {
    let own = LinkAddress(address)
    guard case .target(.file) = own, !address.lowercased().hasPrefix("file:") else { return own }
    return LinkAddress(absolute(address))
  }

  /// The address against that of the page (RFC 3986, 5.2, without dots within).
  private func absolute(_ address: String) -> String {
    let base = page.headers["content-location"] ?? ""
    guard let scheme = base.firstRange(of: "://") else { return address }
    if address.hasPrefix("//") { return base[..<scheme.lowerBound] + ":" + address }
    var folders = base.split(separator: "/", omittingEmptySubsequences: false)
    folders = Array(folders.prefix(address.hasPrefix("/") ? 3 : max(3, folders.count - 1)))
    var rest = address.drop { $0 == "/" }
    while rest.hasPrefix("../") || rest.hasPrefix("./") {
      if rest.hasPrefix("../"), folders.count > 3 { folders.removeLast() }
      rest = rest.drop { $0 == "." }.dropFirst()
    }
    return folders.joined(separator: "/") + "/" + rest
  }

  // MARK: parts

  private static func collect(_ bytes: ArraySlice<UInt8>, into found: inout [Part], depth: Int) {
    let part = part(bytes)
    guard part.type.lowercased().hasPrefix("multipart/"), let boundary = part.parameter("boundary"),
      depth < deepest
    else {
      if found.count < mostParts { found.append(part) }
      return
    }
    for inner in pieces(of: part.body, between: Array(("--" + boundary).utf8)) {
      collect(inner, into: &found, depth: depth + 1)
    }
  }

  /// Reads headers up to the first empty line.
  private static func part(_ bytes: ArraySlice<UInt8>) -> Part {
    var part = Part()
    var name = ""
    var at = bytes.startIndex
    while at < bytes.endIndex {
      let end = bytes[at...].firstIndex(of: 0x0A) ?? bytes.endIndex
      let line = String(decoding: bytes[at..<end], as: UTF8.self)
      at = min(end + 1, bytes.endIndex)
      let isContinued = line.first == " " || line.first == "\t"
      let text = line.drop(while: \.isWhitespace)
      if text.isEmpty { break }
      if isContinued {
        part.headers[name]? += " " + trimmed(text)
      } else if let colon = line.firstIndex(of: ":") {
        name = line[..<colon].lowercased()
        part.headers[name] = trimmed(line[line.index(after: colon)...])
      }
    }
    part.body = bytes[at...]
    return part
  }

  private static func trimmed(_ text: Substring) -> String {
    var text = text.drop(while: \.isWhitespace)
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }

  /// The bytes between lines that begin with a boundary (RFC 2046, 5.1.1).
  private static func pieces(
    of body: ArraySlice<UInt8>, between boundary: [UInt8]
  ) -> [ArraySlice<UInt8>] {
    var pieces: [ArraySlice<UInt8>] = []
    var start: Int?
    var at = body.startIndex
    while at < body.endIndex, pieces.count < mostParts {
      let end = body[at...].firstIndex(of: 0x0A) ?? body.endIndex
      if body[at..<end].starts(with: boundary) {
        if let start { pieces.append(body[start..<at]) }
        start = min(end + 1, body.endIndex)
        if body[at..<end].dropFirst(boundary.count).starts(with: [0x2D, 0x2D]) { return pieces }
      }
      at = min(end + 1, body.endIndex)
    }
    if let start, start < body.endIndex { pieces.append(body[start...]) }
    return pieces
  }

  private static func unquoted(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var plain: [UInt8] = []
    plain.reserveCapacity(bytes.count)
    var at = bytes.startIndex
    while at < bytes.endIndex {
      let byte = bytes[at]
      at += 1
      guard byte == 0x3D else {
        plain.append(byte)
        continue
      }
      let digits = bytes[at...].prefix(2)
      if let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16), digits.count == 2 {
        plain.append(value)
        at += 2
      } else if digits.first == 0x0A {
        at += 1
      } else if digits.starts(with: [0x0D, 0x0A]) {
        at += 2
      } else {
        plain.append(byte)
      }
    }
    return plain
  }
}
