import Glibc

/// More documents than there are: the long ones of a library taken apart by qpdf into pieces of ten pages, each with its own fonts and
/// pictures as it had them in the whole.
struct DocumentParts {
  private let sources: [(path: String, pages: Int)]
  private let folder: String
  private static let pages = 10

  init(of files: [String], in folder: String) throws(Command.Failure) {
    _ = try Command("mkdir", "-p", folder).time()
    self.folder = folder
    var sources: [(path: String, pages: Int)] = []
    for file in files {
      // What qpdf cannot read has no parts.
      let answer = try Command("qpdf", "--show-npages", file).output(isQuiet: true)
      let pages = Int(answer.filter(\.isNumber)) ?? 0
      if pages >= 2 * Self.pages { sources.append((file, pages)) }
    }
    self.sources = sources
  }

  /// So many parts, the second ten pages of each document first, then the third: no document has more of them than it must.
  func first(_ count: Int) throws(Command.Failure) -> [String] {
    var parts: [String] = []
    var piece = 1
    while parts.count < count {
      let long = sources.filter { $0.pages >= (piece + 1) * Self.pages }
      guard !long.isEmpty else {
        throw Command.Failure(description: "there are no more than \(parts.count) parts")
      }
      for source in long where parts.count < count {
        let part = "\(folder)/\(parts.count).pdf"
        let range = "\(piece * Self.pages + 1)-\((piece + 1) * Self.pages)"
        _ = Command("qpdf", "--empty", "--pages", source.path, range, "--", part).timeAtAnyEnd()
        if access(part, R_OK) == 0 { parts.append(part) }
      }
      piece += 1
    }
    return parts
  }
}
