package import Glibc

/// Paths as text: a byte of a name that is no UTF-8 becomes a character of its own at the end of Unicode's last private plane, and back.
package enum SystemPath {
  /// U+10FF00 and the byte: none of them is in use, and those of 0x80 and above are all that is needed.
  private static let base: UInt32 = 0x10_FF00

  /// A path the system gave as text.
  package static func text(_ path: UnsafePointer<CChar>) -> String {
    let count = strlen(path)
    if !mayHaveBytes(path, count), let text = String(validatingCString: path) { return text }
    return slowText(Array(UnsafeRawBufferPointer(start: path, count: count)))
  }

  /// A name of so many bytes, without a zero at its end.
  package static func text(_ name: UnsafeRawBufferPointer) -> String {
    if let base = name.baseAddress, !mayHaveBytes(base, name.count),
      let text = String(validating: name, as: UTF8.self)
    {
      return text
    }
    return slowText(Array(name))
  }

  /// 0xF4 begins the characters of the last plane: a name that has one of those that stand for bytes is taken byte by byte.
  private static func mayHaveBytes(_ name: UnsafeRawPointer, _ count: Int) -> Bool {
    memchr(name, 0xF4, count) != nil
  }

  private static func slowText(_ bytes: [UInt8]) -> String {
    var view = String.UnicodeScalarView()
    var rest = bytes[...]
    while let byte = rest.first {
      let length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1
      if let text = String(validating: rest.prefix(length), as: UTF8.self),
        !text.unicodeScalars.contains(where: isByte)
      {
        view.append(contentsOf: text.unicodeScalars)
        rest = rest.dropFirst(length)
      } else {
        view.append(Unicode.Scalar(base + UInt32(byte)) ?? "\u{FFFD}")
        rest = rest.dropFirst()
      }
    }
    return String(view)
  }

  /// The bytes of a text that may have a path in it.
  package static func bytes(_ text: String) -> [UInt8] {
    guard !isPlain(text) else { return Array(text.utf8) }
    var bytes: [UInt8] = []
    for scalar in text.unicodeScalars {
      if isByte(scalar) {
        bytes.append(UInt8(scalar.value & 0xFF))
      } else {
        bytes += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
      }
    }
    return bytes
  }

  private static func isPlain(_ text: String) -> Bool {
    !text.utf8.contains(0xF4) || !text.unicodeScalars.contains(where: isByte)
  }

  private static func isByte(_ scalar: Unicode.Scalar) -> Bool {
    (base + 0x80...base + 0xFF).contains(scalar.value)
  }

  /// Lends a path to the system.
  package static func lend<Result>(_ path: String, _ body: (UnsafePointer<CChar>) -> Result)
    -> Result
  {
    isPlain(path)
      ? path.withCString(body) : body(bytes(path).map { CChar(bitPattern: $0) } + [0])
  }

  package static func open(_ path: String, _ flags: Int32) -> Int32 {
    lend(path) { Glibc.open($0, flags) }
  }

  package static func isThere(_ path: String, for use: Int32 = F_OK) -> Bool {
    lend(path) { access($0, use) } == 0
  }

  /// What the system says of a file; nil where it says nothing.
  package static func status(_ path: String) -> stat? {
    var status = stat()
    return lend(path) { stat($0, &status) } == 0 ? status : nil
  }

  /// The path made absolute with its links resolved; nil where there is no such file.
  package static func resolved(_ path: String) -> String? {
    guard let resolved = lend(path, { realpath($0, nil) }) else { return nil }
    defer { free(resolved) }
    return text(resolved)
  }
}
