/// Adds `/Rotate`, which cairo does not support, to one page of a PDF by an incremental update (PDF 32000-1, 7.5.6).
enum TurnedPage {
  /// Returns the file with page `index` (from 0) rotated 90° clockwise; nil if it is not as cairo 1.16 writes it.
  static func update(_ bytes: [UInt8], page index: Int) -> [UInt8]? {
    let text = String(decoding: bytes, as: Unicode.ASCII.self)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    // An object begins with "N 0 obj" on a line of its own or before its dictionary.
    var number = 0
    var pages: [(number: Int, body: [Substring])] = []
    var body: [Substring] = []
    for line in lines {
      if line.hasSuffix(" 0 obj") || line.contains(" 0 obj <<") {
        number = Int(line.prefix { $0.isNumber }) ?? 0
        body = [line]
      } else {
        body.append(line)
      }
      if line == "endobj",
        body.contains(where: { $0.contains("/Type /Page ") || $0.hasSuffix("/Type /Page") })
      {
        pages.append((number, body))
      }
    }
    guard pages.indices.contains(index),
      let start = lines.last(where: { !$0.isEmpty && $0.allSatisfy(\.isNumber) }),
      let trailer = lines.lastIndex(where: { $0.hasPrefix("trailer") }),
      let end = lines[trailer...].firstIndex(where: { $0.contains(">>") })
    else { return nil }
    let page = pages[index]
    let object = page.body.map { line in
      line.replacing("/Type /Page", with: "/Type /Page /Rotate 90")
    }.joined(separator: "\n")
    let offset = bytes.count
    let dictionary = lines[trailer...end].joined(separator: "\n")
      .replacing(">>", with: "/Prev \(start) >>")
    let table = offset + object.utf8.count + 1
    let update = """
      \(object)
      xref
      \(page.number) 1
      \(padded(offset)) 00000 n\u{20}
      \(dictionary)
      startxref
      \(table)
      %%EOF

      """
    return bytes + Array(update.utf8)
  }

  private static func padded(_ number: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, 10 - digits.count)) + digits
  }
}

extension StringProtocol {
  /// Returns the text with the first occurrence of `part` replaced.
  fileprivate func replacing(_ part: String, with other: String) -> String {
    var rest = self[...]
    var before = ""
    while !rest.isEmpty {
      if rest.hasPrefix(part) { return before + other + rest.dropFirst(part.count) }
      before.append(rest.removeFirst())
    }
    return before
  }
}
