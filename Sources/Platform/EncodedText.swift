internal import CGLib

/// Texts in other encodings than UTF-8.
package enum EncodedText {
  /// Returns a text in UTF-8; nil if the encoding is not known, or the text is not of it.
  package static func utf8(_ text: [UInt8], in encoding: String) -> [UInt8]? {
    var count: gsize = 0
    let converted = text.withUnsafeBufferPointer { bytes in
      bytes.withMemoryRebound(to: CChar.self) {
        g_convert($0.baseAddress, gssize($0.count), "UTF-8", encoding, nil, &count, nil)
      }
    }
    guard let converted else { return nil }
    defer { g_free(converted) }
    return UnsafeRawBufferPointer(start: converted, count: Int(count)).map { $0 }
  }
}
