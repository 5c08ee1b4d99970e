import DocumentModel
import Foundation
import Platform
import TestSupport
import Testing

@testable import Services

/// The user's cache of shared libraries, and the command that brings files.
@Suite struct SharedFilesTests {
  private let place = SharedPlace(library: "lab", collection: "papers", path: "2024/raft.pdf")

  @Test func placeholdersAreReplacedOnce() {
    let command = FetchCommand(["rclone", "cat", "a:{hash}", "{library}/{collection}/{path}", "{x"])
    #expect(
      command.words(for: place, hash: "ab")
        == ["rclone", "cat", "a:ab", "lab/papers/2024/raft.pdf", "{x"])
    var hostile = place
    // A shell, which ssh has, would run what the server says.
    for path in ["{hash}", "a; rm b", "$(b).pdf", "`b`", "a\nb"] {
      hostile.path = path
      #expect(command.words(for: hostile, hash: "ab") == nil, "\(path)")
      #expect(FetchCommand(["cat", "{hash}"]).words(for: hostile, hash: "ab") == ["cat", "ab"])
    }
    hostile.path = "-rf"
    #expect(FetchCommand(["cat", "{path}"]).words(for: hostile, hash: "ab") == nil)
    #expect(FetchCommand(["cat", "--in={path}"]).words(for: hostile, hash: "ab")?[1] == "--in=-rf")
    hostile.path = "a\0b"
    #expect(FetchCommand(["cat", "{path}"]).words(for: hostile, hash: "ab") == nil)
  }

  private func run(
    _ words: [String], _ hash: String, _ cache: SharedCache, while mayGoOn: () -> Bool = { true }
  ) -> Result<String, FetchCommand.Failure> {
    Result { () throws(FetchCommand.Failure) in
      try FetchCommand(words).run(place, hash: hash, in: cache, while: mayGoOn)
    }
  }

  private func sentence(_ result: Result<String, FetchCommand.Failure>) -> String {
    guard case .failure(.failed(let sentence)) = result else { return "\(result)" }
    return sentence
  }

  @Test func leavingALibraryKeepsFilesOfOthers() throws {
    let folder = try TemporaryFolder()
    let cache = SharedCache(root: folder.path + "/cache")
    func path(_ name: String) -> String {
      cache.path(of: Digest.sha256(Array(name.utf8)), named: name)
    }
    for name in ["a", "b", "c"] {
      #expect(cache.keep(path(name)) { $0(Array(name.utf8)) } != nil)
    }
    for (name, library) in [("a", "x"), ("b", "x"), ("b", "y"), ("c", "y"), ("b", "y")] {
      cache.mark(path(name), of: library)
    }
    #expect(cache.leave("x") == 1)
    #expect(!SystemPath.isThere(path("a")))
    #expect(SystemPath.isThere(path("b")) && SystemPath.isThere(path("c")))
    #expect(cache.leave("x") == 0 && cache.leave("y") == 2)
    #expect(!SystemPath.isThere(path("b")))
  }

  @Test func aCommandsOutputIsCachedOnlyWhole() throws {
    let folder = try TemporaryFolder()
    let cache = SharedCache(root: folder.path + "/cache")
    let bytes = (0..<700_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    try Data(bytes).write(to: URL(fileURLWithPath: folder.path + "/file"))
    let hash = Digest.sha256(bytes)
    let path = cache.path(of: hash, named: place.path)
    #expect(
      sentence(run(["cat", "/dev/null"], hash, cache))
        == "fetchCommand: cat has brought another file")
    #expect(
      sentence(run(["sh", "-c", "cat '\(folder.path)/file'; exit 3"], hash, cache))
        == "fetchCommand: sh has failed")
    #expect(
      sentence(run(["/nonexistent/program"], hash, cache)).hasSuffix("cannot be started"))
    // It would write for ever, and is ended.
    var asked = 0
    let stopped = run(["cat", "/dev/zero"], hash, cache) {
      asked += 1
      return asked < 20
    }
    guard case .failure(.cancelled) = stopped else { throw Mistake(text: "\(stopped)") }
    #expect(!FileManager.default.fileExists(atPath: path))
    let fetched = try run(["cat", folder.path + "/file"], hash, cache).get()
    #expect(fetched == path && path.hasSuffix("/\(hash)/raft.pdf"))
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data(bytes))
    // Nothing else is left of the others.
    let left = try FileManager.default.contentsOfDirectory(
      atPath: folder.path + "/cache/" + hash)
    #expect(left == ["raft.pdf"])
  }

  private struct Mistake: Error { var text: String }

  @Test func theCacheEvictsTheOldestOverItsBudget() throws {
    let folder = try TemporaryFolder()
    let cache = SharedCache(root: folder.path, budget: 2_500)
    var paths: [String] = []
    for (index, letter) in ["a", "b", "c"].enumerated() {
      let path = cache.path(of: String(repeating: letter, count: 64), named: "x.pdf")
      paths.append(path)
      if index == 2 {
        // The times of last use order files made in the same second.
        for (path, age) in zip(paths, [20.0, 10.0]) {
          let parent = URL(fileURLWithPath: path).deletingLastPathComponent().path
          try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSinceNow: -age)], ofItemAtPath: parent)
        }
      }
      #expect(cache.keep(path) { append in append([UInt8](repeating: 1, count: 1_000)) } == path)
    }
    #expect(paths.map { FileManager.default.fileExists(atPath: $0) } == [false, true, true])
  }

  @Test func namesFromAServerStayInsideTheCache() {
    let cache = SharedCache(root: "/cache")
    let hash = String(repeating: "a", count: 64)
    for (name, expected) in [
      ("2024/raft.pdf", "raft.pdf"), (".hidden", "hidden"), ("a\u{1B}[1m.pdf", "a [1m.pdf"),
      ("..", "document"), ("", "document"),
    ] {
      #expect(cache.path(of: hash, named: name) == "/cache/\(hash)/\(expected)")
    }
    #expect(SharedCache.isHash(hash) && !SharedCache.isHash("../" + hash.dropFirst(3)))
    #expect(!SharedCache.isHash(hash.uppercased()))
  }

  @Test func hitsMapToTheParagraphBefore() {
    let html = Array(
      "<h2 id=\"p3\">4</h2><p id=\"c3-0\">a</p><p id=\"c3-90\">b</p><p id=\"c4-10\">c</p>".utf8)
    for ((page, start), name) in [
      ((3, 0), "c3-0"), ((3, 89), "c3-0"), ((3, 400), "c3-90"), ((4, 12), "c4-10"),
      ((4, 2), "c3-90"), ((3, -1), "p3"), ((0, -1), ""), ((2, 5), ""),
    ] as [((Int, Int), String)] {
      #expect(SharedTextFile.anchor(in: html, page: page, start: start) == name, "\(page) \(start)")
    }
  }
}
