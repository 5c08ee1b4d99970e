import DocumentModel
import Files
import Glibc
import Platform

/// Names of a folder as lines in a file, to be changed in an editor.
package struct NameSheet {
  let folder: String
  let names: [String]
  package let file: String

  /// Writes the names of paths in one folder; nil if they are in several, or it cannot be written.
  package init?(_ paths: [String]) {
    guard let first = paths.first else { return nil }
    folder = PathParts.folder(of: first)
    let folder = folder
    guard paths.allSatisfy({ PathParts.same(PathParts.folder(of: $0), folder) }) else { return nil }
    names = paths.map { PathParts.name(of: $0) }
    var template = Array("/tmp/recto-names-XXXXXX".utf8CString)
    let descriptor = mkstemp(&template)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    file = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let text = Array((RenameMany.lines(for: names).joined(separator: "\n") + "\n").utf8)
    guard write(descriptor, text, text.count) == text.count else { return nil }
  }

  package func remove() { unlink(file) }

  /// The names that were changed; the first mistake is thrown.
  func changes() throws(RenameMany.Mistake) -> [RenamePair] {
    var lines: [String] = []
    if let stream = fopen(file, "r") {
      defer { fclose(stream) }
      var line: UnsafeMutablePointer<CChar>?
      var room = 0
      defer { free(line) }
      while case let count = getline(&line, &room, stream), count >= 0, let line {
        let bytes = UnsafeBufferPointer(start: line, count: count).map { UInt8(bitPattern: $0) }
        var text = String(decoding: bytes, as: UTF8.self)
        if text.hasSuffix("\n") { text.removeLast() }
        lines.append(text)
      }
    }
    var others: [String] = []
    if let stream = SystemPath.lend(folder, { opendir($0) }) {
      defer { closedir(stream) }
      while let entry = readdir(stream) {
        others.append(
          withUnsafePointer(to: &entry.pointee.d_name) {
            $0.withMemoryRebound(to: CChar.self, capacity: 256) { SystemPath.text($0) }
          })
      }
    }
    return try RenameMany.plan(names, lines: lines, others: others)
  }
}
