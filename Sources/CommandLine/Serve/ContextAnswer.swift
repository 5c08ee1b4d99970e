/// Lines of an answer, up to a size that a model can take.
struct ContextAnswer {
  private(set) var text = ""
  private(set) var count = 0
  private(set) var isCut = false

  /// Bytes of an answer.
  private static let most = 60_000

  /// Adds a line; false if it has no room and was left out.
  mutating func add(_ line: String) -> Bool {
    guard count == 0 || text.utf8.count + line.utf8.count < Self.most else {
      isCut = true
      return false
    }
    text += line + "\n"
    count += 1
    return true
  }

  /// Adds a last remark, if there is one.
  mutating func end(_ remark: String?) {
    guard let remark, !remark.isEmpty else { return }
    text += "(\(remark))\n"
  }
}
