import DocumentModel
import Glibc

/// Paths as text (`PathBytes`) lent to the system and taken from it.
package enum SystemPath {
  /// A path the system gave as text.
  package static func text(_ path: UnsafePointer<CChar>) -> String {
    if let text = String(validatingCString: path) { return text }
    let bytes = UnsafeBufferPointer(start: path, count: strlen(path))
    return PathBytes.text(bytes.map { UInt8(bitPattern: $0) })
  }

  /// The bytes of a text that may have a path in it.
  static func bytes(_ text: String) -> [UInt8] { PathBytes.bytes(text) }

  /// Lends a path to the system.
  static func lend<Result>(_ path: String, _ body: (UnsafePointer<CChar>) -> Result) -> Result {
    body(bytes(path).map { CChar(bitPattern: $0) } + [0])
  }

  static func open(_ path: String, _ flags: Int32) -> Int32 { lend(path) { Glibc.open($0, flags) } }

  static func isThere(_ path: String, for use: Int32 = F_OK) -> Bool {
    lend(path) { access($0, use) } == 0
  }

  /// What the system says of a file; nil where it says nothing.
  static func status(_ path: String) -> stat? {
    var status = stat()
    return lend(path) { stat($0, &status) } == 0 ? status : nil
  }

  /// The path made absolute with its links resolved; nil where there is no such file.
  static func resolved(_ path: String) -> String? {
    guard let resolved = lend(path, { realpath($0, nil) }) else { return nil }
    defer { free(resolved) }
    return text(resolved)
  }
}
