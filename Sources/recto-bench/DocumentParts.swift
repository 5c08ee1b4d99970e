import Glibc

/// More documents than there are: the long ones of a library taken apart by qpdf into pieces of ten pages, each with its own fonts and
/// pictures as it had them in the whole.
struct DocumentParts {
  /// Of each document that has some, in their order.
  private let parts: [[String]]
  /// Pages of a part, and those of a document that are taken apart at the most.
  private static let (pages, mostPages) = (10, 2_000)

  init(of files: [String], in folder: String) throws(Command.Failure) {
    var parts: [[String]] = []
    for (number, file) in files.enumerated() {
      // What qpdf cannot read has no parts.
      let answer = try Command("qpdf", "--show-npages", file).output(isQuiet: true)
      let count = min(Int(answer.filter(\.isNumber)) ?? 0, Self.mostPages)
      guard count >= 2 * Self.pages else { continue }
      let place = "\(folder)/\(number)"
      _ = try Command("mkdir", "-p", place).time()
      // Its first pages are there with the whole of it.
      _ = Command(
        "qpdf", "--empty", "--pages", file, "\(Self.pages + 1)-\(count)", "--",
        "--split-pages=\(Self.pages)", place + "/part-%d.pdf"
      ).timeAtAnyEnd()
      parts.append(
        try Command("find", place, "-name", "*.pdf", "-type", "f").output().split(separator: "\n")
          .map(String.init).sorted())
    }
    self.parts = parts
  }

  /// So many parts, the first of each document, then the second: no document has more of them than it must.
  func first(_ count: Int) throws(Command.Failure) -> [String] {
    var chosen: [String] = []
    for depth in 0..<(parts.map(\.count).max() ?? 0) {
      chosen += parts.compactMap { depth < $0.count ? $0[depth] : nil }
    }
    guard chosen.count >= count else {
      throw Command.Failure(description: "there are no more than \(chosen.count) parts")
    }
    return Array(chosen.prefix(max(0, count)))
  }
}
