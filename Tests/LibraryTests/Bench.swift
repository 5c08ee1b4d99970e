import CLinux
import DocumentModel
import Foundation
import Library
import Synchronization
import TestSupport

/// A library in a folder of a test's own, with documents beside it.
final class Bench {
  let folder: String
  let library: ReadingLibrary
  let troubles = Troubles()

  /// The troubles a library reported.
  final class Troubles: Sendable {
    private let list = Mutex<[LibraryTrouble]>([])
    func add(_ trouble: LibraryTrouble) { list.withLock { $0.append(trouble) } }
    var all: [LibraryTrouble] { list.withLock { $0 } }
  }

  init() throws {
    // Where attributes are to be had: /tmp may have none.
    folder =
      FileManager.default.temporaryDirectory.resolvingSymlinksInPath().path
      + "/recto-test-\(UUID().uuidString)"
    try FileManager.default.createDirectory(
      atPath: folder + "/docs", withIntermediateDirectories: true)
    let troubles = troubles
    library = ReadingLibrary(folder: folder + "/library", recents: folder + "/recently-used.xbel") {
      troubles.add($0)
    }
  }

  deinit {
    library.flush()
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// Another program on the same library.
  func another() -> ReadingLibrary {
    ReadingLibrary(folder: folder + "/library", recents: folder + "/recently-used.xbel")
  }

  func path(_ name: String) -> String { folder + "/docs/" + name }

  @discardableResult
  func make(_ name: String, _ text: String = "words") throws -> String {
    let path = path(name)
    try FileManager.default.createDirectory(
      atPath: URL(fileURLWithPath: path).deletingLastPathComponent().path,
      withIntermediateDirectories: true)
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    return path
  }

  func move(_ old: String, _ new: String) throws {
    try FileManager.default.createDirectory(
      atPath: URL(fileURLWithPath: path(new)).deletingLastPathComponent().path,
      withIntermediateDirectories: true)
    rename(path(old), path(new))
  }

  /// Waits for the answer of a library.
  static func wait<Value: Sendable>(
    _ ask: (@escaping @Sendable (Value) -> Void) -> Void
  ) -> Value? {
    let answer = Answered<Value>()
    ask { answer.give($0) }
    return answer.wait()
  }

  private final class Answered<Value: Sendable>: Sendable {
    private let value = Mutex<Value?>(nil)
    private let semaphore = DispatchSemaphore(value: 0)
    func give(_ given: Value) {
      value.withLock { $0 = given }
      semaphore.signal()
    }
    func wait() -> Value? {
      _ = semaphore.wait(timeout: .now() + 30)
      return value.withLock { $0 }
    }
  }
}

extension Bench {
  func tags(_ names: String..., in library: ReadingLibrary? = nil) -> [[String]] {
    let paths = names.map(path)
    let tags = Self.wait { (library ?? self.library).tags(of: paths, completion: $0) }
    return (tags ?? []).map { $0.map(\.name) }
  }

  @discardableResult
  func change(
    _ name: String, add: [String] = [], remove: [String] = [], in library: ReadingLibrary? = nil
  ) -> TagChange? {
    let path = path(name)
    let changes = Self.wait {
      (library ?? self.library).changeTags(
        of: [path], add: add.compactMap { TagName($0) }, remove: remove, completion: $0)
    }
    return changes?.first
  }

  func resolve(_ trace: FileTrace) -> FileTrace.Place? {
    Self.wait { self.library.resolve([trace], completion: $0) }?.first
  }

  /// The library's files with a tag.
  func tagged(_ name: String, in library: ReadingLibrary? = nil) -> [FileTrace] {
    Self.wait { (library ?? self.library).documents(tagged: name, completion: $0) } ?? []
  }

  func counts(in library: ReadingLibrary? = nil) -> [String: Int] {
    let tags = Self.wait { (library ?? self.library).allTags(completion: $0) } ?? []
    return Dictionary(tags.map { ($0.tag.name, $0.count) }) { first, _ in first }
  }

  /// The attribute of a file; nil where it has none.
  func attribute(_ name: String) -> String? {
    attributeBytes(name).map { String(decoding: $0, as: UTF8.self) }
  }

  func attributeBytes(_ name: String) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: 4_096)
    let count = clinux_path_attribute(path(name), "user.xdg.tags", &bytes, bytes.count)
    return count < 0 ? nil : Array(bytes[..<count])
  }

  /// As another program sets it; none takes it away.
  func setAttribute(_ value: String?, of name: String) {
    guard let value else {
      _ = clinux_remove_path_attribute(path(name), "user.xdg.tags")
      return
    }
    setBytes(Array(value.utf8), of: name)
  }

  func setBytes(_ bytes: [UInt8], of name: String) {
    _ = clinux_set_path_attribute(path(name), "user.xdg.tags", bytes, bytes.count)
  }

  /// Whether the folder of tests has attributes at all.
  static let hasAttributes: Bool = {
    let path = FileManager.default.temporaryDirectory.path + "/recto-test-\(UUID().uuidString)"
    _ = FileManager.default.createFile(atPath: path, contents: nil)
    defer { try? FileManager.default.removeItem(atPath: path) }
    return clinux_set_path_attribute(path, "user.xdg.tags", [0x61], 1) == 0
  }()
}

extension Bench {
  /// A file as a browser has seen it.
  func sighting(_ name: String) throws -> FileSighting {
    var facts = clinux_facts()
    guard clinux_look(path(name), &facts) == 0 else { throw CocoaError(.fileNoSuchFile) }
    return FileSighting(
      path: path(name), device: facts.device, inode: facts.inode, size: facts.size,
      modified: facts.modified)
  }
}
