/// The files of an office document's container.
final class OfficeFiles {
  /// Returns a file by its path in the container.
  let bytes: (String) -> [UInt8]?
  /// Whether a file was not well-formed, and what could be read of it was.
  private(set) var isDamaged = false

  init(_ bytes: @escaping (String) -> [UInt8]?) { self.bytes = bytes }

  func tree(_ path: String) -> MarkupTree? {
    let tree = bytes(path).flatMap {
      MarkupParser.xml(MarkupEncoding.utf8($0), recovers: true)
    }
    if let tree, tree.isCut { isDamaged = true }
    return tree
  }

  /// Returns the outermost element of a file.
  func root(_ path: String) -> MarkupNode? { tree(path)?.root.elements.first { _ in true } }
}

/// The relationships of a part of an Office Open XML container (ECMA-376-2, 9).
struct OfficeRelations {
  struct Target {
    /// The last component of the relationship's type, as in "hyperlink".
    var kind: String
    /// A path in the container, or an address if external.
    var address: String
    var isExternal: Bool
  }

  private(set) var targets: [String: Target] = [:]
  private var order: [String] = []

  /// Reads the relationships of a part, or of the container if the path is empty.
  init(of part: String, in files: OfficeFiles) {
    let folder = OfficePath.folder(part)
    let name = part.dropFirst(folder.count)
    guard let root = files.root("\(folder)_rels/\(name).rels") else { return }
    for relation in root.children("Relationship") {
      guard let id = relation["Id"], let target = relation["Target"], targets[id] == nil else {
        continue
      }
      let isExternal = relation["TargetMode"] == "External"
      targets[id] = Target(
        kind: (relation["Type"] ?? "").split(separator: "/").last.map(String.init) ?? "",
        address: isExternal || target.hasPrefix("#")
          ? target : OfficePath.resolved(target, from: folder),
        isExternal: isExternal)
      order.append(id)
    }
  }

  subscript(_ id: String) -> Target? { targets[id] }

  /// Returns the path of the first part of a kind.
  func path(_ kind: String) -> String? {
    for id in order {
      if let target = targets[id], target.kind == kind, !target.isExternal { return target.address }
    }
    return nil
  }
}

enum OfficePath {
  /// Returns a path up to and with its last slash.
  static func folder(_ path: String) -> String {
    path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
  }

  /// Returns the path in the container of an address that is relative to a folder.
  static func resolved(_ address: String, from folder: String) -> String {
    var parts: [Substring] = []
    let path = address.hasPrefix("/") ? address : folder + address
    for part in path.split(separator: "/") where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(part) }
    }
    return parts.joined(separator: "/")
  }
}
