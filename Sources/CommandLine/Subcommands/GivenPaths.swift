import DocumentModel

/// Paths as the user gave them: a file has the name that was given, a file in a folder has the folder's given name and its path below it.
struct GivenPaths {
  /// Absolute paths and the words given for them; empty for none.
  private var given: [(path: String, word: String)] = []

  /// The first of several that lead to a file names it.
  mutating func add(_ path: String, as word: String) {
    given.append((path, word))
  }

  /// Returns how to show an absolute path; unchanged if no given word leads there.
  func shown(_ path: String) -> String {
    for (folder, word) in given {
      if PathParts.same(path, folder), !word.isEmpty { return word }
      let top = PathParts.endsWithSlash(folder) ? folder : folder + "/"
      guard PathParts.same(String(decoding: path.utf8.prefix(top.utf8.count), as: UTF8.self), top)
      else { continue }
      let rest = String(decoding: path.utf8.dropFirst(top.utf8.count), as: UTF8.self)
      return word.isEmpty ? rest : PathParts.joined(word, rest)
    }
    return path
  }
}
