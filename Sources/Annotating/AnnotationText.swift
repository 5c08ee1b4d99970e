import Files
import Glibc

/// A temporary file with the text of an annotation, for an external editor.
package struct AnnotationText {
  package let file: String
  private let text: String

  /// The maximum size of an edited text, in bytes.
  private static let most = 1 << 20

  /// Writes the text into a new file in `/tmp`; nil if that fails.
  package init?(_ text: String) {
    self.text = text
    let ending = ".md"
    var template = Array("/tmp/recto-note-XXXXXX\(ending)".utf8CString)
    let descriptor = mkstemps(&template, Int32(ending.utf8.count))
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    file = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let bytes = Array((text.hasSuffix("\n") || text.isEmpty ? text : text + "\n").utf8)
    guard write(descriptor, bytes, bytes.count) == bytes.count else {
      unlink(file)
      return nil
    }
  }

  /// The edited text without trailing empty lines; nil if it is unchanged or cannot be read.
  package var changed: String? {
    guard let bytes = try? WholeFile(file, atMost: Self.most).bytes else { return nil }
    var now = String(decoding: bytes, as: UTF8.self)
    while let last = now.last, last.isNewline { now.removeLast() }
    return now == text ? nil : now
  }

  package func remove() { unlink(file) }
}
