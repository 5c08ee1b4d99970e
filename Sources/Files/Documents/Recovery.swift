import Platform

/// Contents that were not saved when their process ended.
package struct Recovery: Sendable, Equatable {
  /// The document's path.
  package var path: String
  /// The path of the copy.
  package var copy: String
  /// The file's contents when the changes started; nil if there was none.
  package var base: [UInt8]?
  package var contents: [UInt8]
  /// When they were kept, in seconds since 1970-01-01 UTC.
  package var time: Int64

  static let ending = ".recovery"
  private static let mark = "recto-recovery 1 "
  /// A first line: the mark, and the lengths of path, base (-1: none) and contents.
  private static let longestHead = 100

  static func bytes(path: String, base: [UInt8]?, contents: [UInt8]) -> [UInt8] {
    let path = SystemPath.bytes(path)
    let head = "\(mark)\(path.count) \(base?.count ?? -1) \(contents.count)\n"
    return Array(head.utf8) + path + (base ?? []) + contents
  }

  init(path: String, copy: String, base: [UInt8]?, contents: [UInt8], time: Int64) {
    self.path = path
    self.copy = copy
    self.base = base
    self.contents = contents
    self.time = time
  }

  /// Nil if the bytes are no such copy, or incomplete.
  init?(_ file: WholeFile, copy: String) {
    let bytes = file.bytes
    guard let end = bytes.prefix(Self.longestHead).firstIndex(of: 0x0A),
      bytes.starts(with: Self.mark.utf8)
    else { return nil }
    let numbers = String(decoding: bytes[Self.mark.utf8.count..<end], as: UTF8.self)
      .split(separator: " ").compactMap { Int($0) }
    guard numbers.count == 3, (1...4_096).contains(numbers[0]), numbers[1] >= -1, numbers[2] >= 0,
      numbers[1] <= bytes.count, numbers[2] <= bytes.count
    else { return nil }
    let baseStart = end + 1 + numbers[0]
    let start = baseStart + max(0, numbers[1])
    guard start + numbers[2] == bytes.count else { return nil }
    path = bytes[end + 1..<baseStart].withUnsafeBytes { SystemPath.text($0) }
    self.copy = copy
    base = numbers[1] < 0 ? nil : Array(bytes[baseStart..<start])
    contents = Array(bytes[start...])
    time = file.stamp.seconds
  }
}
