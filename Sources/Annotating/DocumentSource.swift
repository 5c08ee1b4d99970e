import DocumentModel
import Platform

/// Finds the source from which a document is typeset.
enum DocumentSource {
  /// The extensions of sources, and of files that typesetting leaves beside a document. Letters and certificates are written again and again in one
  /// file of an office program, whose extensions say nothing, and `.md` or `.org` may be somebody's notes on the document.
  private static let extensions = [
    "tex", "ltx", "lyx", "texi", "typ", "qmd", "Rmd", "ms", "me", "mom", "synctex.gz", "aux",
  ]

  /// Whether a file with the name of the document and one of these extensions is in its folder or in the folder above, as of a build folder.
  static func isBeside(_ path: String) -> Bool {
    let name = PathParts.name(of: path)
    let stem = name.utf8.lastIndex(of: 0x2E).map { String(name[..<$0]) } ?? name
    let folder = PathParts.folder(of: path)
    return [folder, PathParts.folder(of: folder)].contains { folder in
      extensions.contains { SystemPath.isThere(PathParts.joined(folder, "\(stem).\($0)")) }
    }
  }
}
