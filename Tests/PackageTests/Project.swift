import Foundation

/// The files of this package.
enum Project {
  static let top = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The folders in `Sources`.
  static let folders: [String] = {
    let names = try? FileManager.default.contentsOfDirectory(
      atPath: top.appendingPathComponent("Sources").path)
    return (names ?? []).sorted()
  }()

  static func text(of path: String) -> String {
    (try? String(contentsOf: top.appendingPathComponent(path), encoding: .utf8)) ?? ""
  }

  /// The Swift files of a folder in `Sources`, by their paths there.
  static func sources(of module: String) -> [(name: String, text: String)] {
    let folder = top.appendingPathComponent("Sources/" + module)
    let names = FileManager.default.enumerator(atPath: folder.path)?.allObjects as? [String] ?? []
    return names.filter { $0.hasSuffix(".swift") }.sorted().map { name in
      (module + "/" + name, text(of: "Sources/\(module)/\(name)"))
    }
  }
}
