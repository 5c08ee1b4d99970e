import Glibc

/// Makes more documents: the long ones of a library are split by qpdf into parts of ten pages, each with its own fonts and images.
struct DocumentParts {
  /// For each document that has parts, its parts in order.
  private let parts: [[String]]
  /// The pages per part, and the pages split per document at most.
  private static let (pages, mostPages) = (10, 2_000)

  init(of files: [String], in folder: String) throws(ProgramRun.Failure) {
    var parts: [[String]] = []
    for (number, file) in files.enumerated() {
      // Files that qpdf cannot read have no parts.
      let answer = try ProgramRun("qpdf", "--show-npages", file).output(isQuiet: true)
      let count = min(Int(answer.filter(\.isNumber)) ?? 0, Self.mostPages)
      guard count >= 2 * Self.pages else { continue }
      let place = "\(folder)/\(number)"
      _ = try ProgramRun("mkdir", "-p", place).time()
      // The first pages are left out, since the whole document has them too.
      _ = ProgramRun(
        "qpdf", "--empty", "--pages", file, "\(Self.pages + 1)-\(count)", "--",
        "--split-pages=\(Self.pages)", place + "/part-%d.pdf"
      ).timeAtAnyEnd()
      parts.append(
        try ProgramRun("find", place, "-name", "*.pdf", "-type", "f").output().split(
          separator: "\n"
        )
        .map(String.init).sorted())
    }
    self.parts = parts
  }

  /// Returns the first part of each document, then the second and so on, so that parts are spread evenly.
  func first(_ count: Int) throws(ProgramRun.Failure) -> [String] {
    var chosen: [String] = []
    for depth in 0..<(parts.map(\.count).max() ?? 0) {
      chosen += parts.compactMap { depth < $0.count ? $0[depth] : nil }
    }
    guard chosen.count >= count else {
      throw ProgramRun.Failure(description: "there are no more than \(chosen.count) parts")
    }
    return Array(chosen.prefix(max(0, count)))
  }
}
