internal import CPoppler
import Glibc

/// Paths that fonts and poppler's character maps are read from.
package struct FontPaths: Sendable {
  /// Folders, and the files outside them that links in them lead to.
  package private(set) var readable = ["/usr/share/poppler"]
  /// Symbolic links outside the folders, on the way to those files.
  package private(set) var links: [String] = []

  /// Without any fonts.
  init() {}

  /// `configuration` is fontconfig's.
  init(_ configuration: OpaquePointer?) {
    if let folders = FcConfigGetFontDirs(configuration) {
      while let folder = FcStrListNext(folders) {
        let path = String(cString: folder)
        if !contains(path) { readable.append(path) }
      }
      FcStrListDone(folders)
    }
    addLinkedFonts(configuration)
  }

  package mutating func add(folders: [String]) { readable += folders.filter { !contains($0) } }

  private func contains(_ path: String) -> Bool {
    readable.contains { path == $0 || path.hasPrefix($0 + "/") }
  }

  /// Landlock judges a link's target: fonts linked to from elsewhere are named one by one.
  private mutating func addLinkedFonts(_ configuration: OpaquePointer?) {
    guard let set = FcConfigGetFonts(configuration, FcSetSystem) else { return }
    var (files, links): (Set<String>, Set<String>) = ([], [])
    for index in 0..<Int(set.pointee.nfont) {
      var file: UnsafeMutablePointer<FcChar8>?
      guard FcPatternGetString(set.pointee.fonts[index], FC_FILE, 0, &file) == FcResultMatch,
        let file
      else { continue }
      let path = String(cString: file)
      guard LinkTrail.target(of: path) != nil, let trail = LinkTrail(path), !contains(trail.end)
      else { continue }
      files.insert(trail.end)
      links.formUnion(trail.links.filter { !contains($0) })
    }
    readable += files.sorted()
    self.links = links.sorted()
  }
}

/// The target of a path, and all symbolic links on the way.
struct LinkTrail {
  private(set) var end = ""
  private(set) var links: [String] = []

  /// As many links as the kernel follows (path_resolution(7)).
  private static let mostLinks = 40

  /// Follows an absolute path; nil for a loop.
  init?(_ path: String) {
    var rest = Array(path.split(separator: "/").reversed())
    while let part = rest.popLast() {
      if part == "." { continue }
      if part == ".." {
        end = String(end[..<(end.lastIndex(of: "/") ?? end.startIndex)])
        continue
      }
      let next = end + "/" + part
      guard let target = Self.target(of: next) else {
        end = next
        continue
      }
      links.append(next)
      guard links.count <= Self.mostLinks else { return nil }
      if target.hasPrefix("/") { end = "" }
      rest += target.split(separator: "/").reversed()
    }
  }

  /// Returns the target of a symbolic link; nil if the path is no link.
  static func target(of path: String) -> String? {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(path, &buffer, buffer.count)
    guard count > 0 else { return nil }
    return String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
