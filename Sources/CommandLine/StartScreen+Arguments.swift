import DocumentModel
import Files
import Glibc
import Interface
import Platform
import Program
import Remote
import Services

extension StartScreen {
  static let flags: Set<String> = ["choose", "multiple", "null", "comic"]

  static let valued: [String: OptionForm.Value] = [
    "reveal": .file, "cwd-file": .file, "server": .text,
  ]

  /// Separates a command line's words into documents and folders.
  init(_ parsed: Arguments) throws(Arguments.Mistake) {
    self.init()
    let isComic = parsed.options["comic"] != nil
    for word in parsed.words {
      if word != "-", !isComic, Self.isFolder(word) {
        folders.append(DocumentFile.absolute(word))
      } else {
        documents.append(DocumentArgument(word))
      }
    }
    if parsed.options["choose"] != nil {
      choosing = Browser.Choosing(takesMany: parsed.options["multiple"] != nil)
      endsWithNul = parsed.options["null"] != nil
    } else if let option = ["multiple", "null"].first(where: { parsed.options[$0] != nil }) {
      throw Arguments.Mistake(sentence: "--\(option) is for --choose")
    }
    folderFile = parsed.options["cwd-file"]
    forward = try parsed.options["synctex-forward"].map { (value) throws(Arguments.Mistake) in
      try SyncTeXForward(value, parsed).action
    }
    if let name = parsed.options["server"] {
      if let objection = RemoteFolder.objection(to: name) {
        throw Arguments.Mistake(sentence: objection)
      }
      server = name
    }
    if let path = parsed.options["reveal"] { reveal = try Self.revealed(path) }
    guard choosing != nil || reveal != nil, let document = documents.first else { return }
    throw Arguments.Mistake(
      sentence: choosing == nil
        ? "--reveal takes one file and nothing else" : "\(document.path) is not a folder")
  }

  /// Returns the path of a file to reveal: its folder's real path with the given name, since a link itself is shown.
  private static func revealed(_ path: String) throws(Arguments.Mistake) -> String {
    var status = stat()
    guard SystemPath.lend(path, { lstat($0, &status) }) == 0 else {
      throw Arguments.Mistake(
        sentence: Sentences.text(DocumentFile.SystemError(number: errno), file: path))
    }
    let name = PathParts.name(of: path)
    guard ![".", "..", "", "/"].contains(name) else { return DocumentFile.absolute(path) }
    return PathParts.joined(DocumentFile.absolute(PathParts.folder(of: path)), name)
  }
}
