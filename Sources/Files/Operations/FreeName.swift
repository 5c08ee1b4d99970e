import DocumentModel
import Platform

/// New names for files whose own is taken.
enum FreeName {
  enum Style {
    /// `name 2.pdf`, `name 3.pdf`.
    case number
    /// `name copy.pdf`, `name copy 2.pdf`.
    case copy
  }

  private static let most = 10_000

  /// Finds the first free name in a folder; throws `.exists` after ten thousand.
  static func find(
    for name: String, in folder: String, isFolder: Bool, style: Style
  ) throws(FilesError) -> String {
    // A dot in a folder's name begins no extension.
    let (stem, ending) = isFolder ? (name, "") : PathParts.split(name)
    let (base, first) = numbered(stem, style)
    for number in first..<first + most {
      let addition =
        switch style {
        case .number: " \(number)"
        case .copy: number == 1 ? " copy" : " copy \(number)"
        }
      let path = PathParts.joined(folder, fitting(base, addition + ending))
      if FileStatus(path) == nil { return path }
    }
    throw FilesError(.exists, PathParts.joined(folder, name))
  }

  /// A generated name continues counting: `a copy` becomes `a copy 2`, `a 2` becomes `a 3`.
  private static func numbered(_ stem: String, _ style: Style) -> (String, Int) {
    var base = stem
    var number = 1
    if let space = stem.lastIndex(of: " "), space != stem.startIndex,
      let count = Int(stem[stem.index(after: space)...]), (2...most).contains(count)
    {
      base = String(stem[..<space])
      number = count
    }
    switch style {
    case .number: return number > 1 ? (base, number + 1) : (stem, 2)
    case .copy:
      guard base.hasSuffix(" copy"), base != " copy" else { return (stem, 1) }
      return (String(base.dropLast(5)), number + 1)
    }
  }

  /// Cut at a character so that the whole is no longer than file systems take: 255 bytes.
  static func fitting(_ stem: String, _ rest: String) -> String {
    var stem = stem
    while SystemPath.bytes(stem + rest).count > 255, !stem.isEmpty { stem.removeLast() }
    return stem + rest
  }
}
