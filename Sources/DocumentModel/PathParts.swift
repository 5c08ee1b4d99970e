/// Splits and joins paths. All functions work on bytes: a combining mark after a slash forms one `Character` with it.
package enum PathParts {
  /// Returns the parent folder of a path; `.` for a bare name. The path is not resolved.
  package static func folder(of path: String) -> String {
    let trimmed = trimming(path)
    guard let slash = trimmed.utf8.lastIndex(of: 0x2F) else { return "." }
    return slash == trimmed.startIndex ? "/" : String(trimmed[..<slash])
  }

  /// Returns the last component of a path; `/` for the root.
  package static func name(of path: String) -> String {
    let trimmed = trimming(path)
    guard let slash = trimmed.utf8.lastIndex(of: 0x2F) else { return trimmed }
    return trimmed == "/" ? "/" : String(trimmed[trimmed.utf8.index(after: slash)...])
  }

  /// Returns the path of a name in a folder.
  package static func joined(_ folder: String, _ name: String) -> String {
    folder.utf8.last == 0x2F ? folder + name : folder + "/" + name
  }

  /// Whether a path begins with a slash.
  package static func isAbsolute(_ path: some StringProtocol) -> Bool { path.utf8.first == 0x2F }

  /// Whether a path ends with a slash, as written for a folder.
  package static func endsWithSlash(_ path: String) -> Bool { path.utf8.last == 0x2F }

  /// Returns the components of a path, without empty ones.
  package static func names(of path: String) -> [Substring] {
    path.utf8.split(separator: 0x2F).map { Substring($0) }
  }

  /// Whether a path is the folder's or lies below it.
  package static func lies(_ path: String, in folder: String) -> Bool {
    folder == "/" || same(path, folder) || path.utf8.starts(with: joined(folder, "").utf8)
  }

  /// Abbreviates the home folder to `~`, unless the home folder is the root.
  package static func shortened(_ path: String, home: String) -> String {
    let home = trimming(home)
    guard home != "/", lies(path, in: home) else { return path }
    return "~" + String(Substring(path.utf8.dropFirst(home.utf8.count)))
  }

  /// Expands `~`, alone or before a slash, to the home folder.
  package static func expanded(_ path: String, home: String) -> String {
    guard same(path, "~") || path.utf8.starts(with: "~/".utf8) else { return path }
    return home + String(Substring(path.utf8.dropFirst()))
  }

  /// Removes trailing slashes.
  package static func trimming(_ path: String) -> String {
    guard path.utf8.last == 0x2F else { return path }
    var rest = path[...]
    // By bytes: a combining mark before the slash may form one character with it.
    while rest.utf8.count > 1, rest.utf8.last == 0x2F {
      rest = rest[..<rest.utf8.index(before: rest.endIndex)]
    }
    return String(rest)
  }

  /// Splits a name into stem and extension with its dot: `a.tar.gz` is `a` and `.tar.gz`, `.profile` has none.
  package static func split(_ name: String) -> (stem: String, ending: String) {
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex, name.last != "." else {
      return (name, "")
    }
    let (stem, ending) = (String(name[..<dot]), String(name[dot...]))
    if stem.hasSuffix(".tar"), stem != ".tar" { return (String(stem.dropLast(4)), ".tar" + ending) }
    return (stem, ending)
  }

  /// Whether two names have the same bytes; Swift's `==` treats `é` and `e` with a combining accent as equal.
  package static func same(_ one: String, _ other: String) -> Bool {
    one.utf8.elementsEqual(other.utf8)
  }

  /// Whether a file may have this name: not empty, no slash, no NUL, at most 255 bytes, not `.` or `..`.
  package static func isName(_ name: String) -> Bool {
    let bytes = PathBytes.bytes(name)
    return !bytes.isEmpty && bytes.count <= 255 && !bytes.contains(0x2F) && !bytes.contains(0)
      && name != "." && name != ".."
  }
}
