/// Plain text as bytes: unchanged parts stay the same to the byte.
///
/// Changes are merged by lines unless both change the same lines.
package struct PlainTextFormat: DocumentFormat {
  /// Whatever an editor makes is taken, in any encoding; else it must be UTF-8.
  private let takesAll: Bool

  package init(takingAll: Bool = false) { takesAll = takingAll }

  package func contents(from bytes: [UInt8]) throws(FilesError.Reason) -> [UInt8] {
    guard takesAll || Self.isText(bytes) else { throw .notItsFormat }
    return bytes
  }

  package func bytes(of contents: [UInt8]) -> [UInt8] { contents }

  package func merged(base: [UInt8], ours: [UInt8], theirs: [UInt8]) -> [UInt8]? {
    // Lines are known by their ends: in encodings of two bytes or four those are in the midst of something.
    guard ![base, ours, theirs].contains(where: { $0.contains(0) }) else { return nil }
    return LineMerge.merged(base: base, ours: ours, theirs: theirs)
  }

  /// Whether UTF-8 lines can be appended.
  package static func isText(_ bytes: [UInt8]) -> Bool {
    !bytes.contains(0) && String(validating: bytes, as: UTF8.self) != nil
  }

  /// Returns the text with lines appended, using its line endings.
  package static func appending(_ lines: [String], to text: [UInt8]) -> [UInt8] {
    let end: [UInt8] =
      text.firstIndex(of: 0x0A).map { $0 > 0 && text[$0 - 1] == 0x0D } == true
      ? [0x0D, 0x0A] : [0x0A]
    var text = text
    if let last = text.last, last != 0x0A { text += end }
    for line in lines { text += Array(line.utf8) + end }
    return text
  }
}
