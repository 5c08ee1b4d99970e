import CLinux
import DocumentModel
import Foundation
import Platform
import Synchronization
import TestSupport
import Testing

@testable import Files

/// A folder for one test, and short ways to fill it and look into it.
struct FilesBench: ~Copyable {
  let path: String

  /// In memory, if requested, where there is such a place: tests that do the same hundreds of times do not wait for a disk.
  init(inMemory: Bool = false) throws {
    let memory = "/dev/shm"
    let place =
      inMemory && access(memory, W_OK) == 0
      ? memory : FileManager.default.temporaryDirectory.path
    path = place + "/recto-test-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  /// Not by Foundation, which leaves names that are no UTF-8.
  deinit { try? TreeRemoval.remove(path, Disk()) }

  /// For tests of two file systems: nil where there is no second one.
  static func onOtherFileSystem(than bench: borrowing FilesBench) -> String? {
    let other = "/dev/shm/recto-test-\(UUID().uuidString)"
    guard let here = FileStamp(of: bench.path)?.device,
      (try? FileManager.default.createDirectory(atPath: other, withIntermediateDirectories: false))
        != nil
    else { return nil }
    if FileStamp(of: other)?.device != here { return other }
    try? FileManager.default.removeItem(atPath: other)
    return nil
  }

  func at(_ name: String) -> String { path + "/" + name }

  func make(_ name: String, _ text: String = "") {
    let file = SystemPath.lend(at(name)) { fopen($0, "w") }
    defer { if let file { fclose(file) } }
    fputs(text, file)
  }

  func makeFolder(_ name: String) { SystemPath.lend(at(name)) { _ = mkdir($0, 0o755) } }

  func link(_ name: String, to target: String) { _ = symlink(target, at(name)) }

  func text(_ name: String) -> String? { FilesBench.text(at(name)) }

  static func text(_ path: String) -> String? {
    let file = SystemPath.open(path, O_RDONLY)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    let count = read(file, &bytes, bytes.count)
    return count < 0 ? nil : String(decoding: bytes[..<count], as: UTF8.self)
  }

  /// All names in a folder of it, hidden ones too.
  func names(_ name: String = "") -> Set<String> { FilesBench.names(at(name)) }

  static func names(_ path: String) -> Set<String> {
    Set((try? FolderReader.names(in: path).map(\.name)) ?? [])
  }

  /// How many names there are: sets of text hold two spellings of an accent for one.
  static func count(_ path: String) -> Int { (try? FolderReader.names(in: path).count) ?? 0 }

  func status(_ name: String) throws -> FileStatus { try #require(FileStatus(at(name))) }

  /// Whether the file system has such attributes and took it.
  func setAttribute(_ attribute: String, _ value: [UInt8], of name: String) -> Bool {
    let file = SystemPath.open(at(name), O_RDONLY)
    defer { close(file) }
    return clinux_set_attribute(file, attribute, value, value.count) == 0
  }

  func attribute(_ attribute: String, of name: String) -> [UInt8]? {
    let file = SystemPath.open(at(name), O_RDONLY)
    defer { close(file) }
    var value = [UInt8](repeating: 0, count: 256)
    let count = clinux_attribute(file, attribute, &value, value.count)
    return count < 0 ? nil : Array(value[..<count])
  }

  /// A trash that nothing is ever put into by these means: GIO's own takes what is put.
  var trash: TrashCan { TrashCan(home: at("Trash"), volumes: []) }

  func around(
    disk: Disk = Disk(), _ decision: ClashAnswer.Decision = .skip
  ) -> FileOperation.Surroundings {
    FileOperation.Surroundings(trash: trash, disk: disk, decide: { _ in ClashAnswer(decision) })
  }
}

extension Disk {
  /// Fails the Nth call of a kind, or every one.
  static func failing(_ call: Call, with number: Int32, at place: Int? = nil) -> Disk {
    let count = Counter()
    return Disk { called, _ in
      guard called == call else { return nil }
      let now = count.next()
      return place == nil || place == now ? number : nil
    }
  }
}

/// Counts from 1.
final class Counter: Sendable {
  private let count = Atomic<Int>(0)

  func next() -> Int { count.add(1, ordering: .relaxed).newValue }
}

/// Names that file systems take and programs stumble over.
let hostileNames = [
  "two\nlines.pdf", "esc\u{1B}[31mred.pdf", "caf\u{10FFE9}.pdf", "\u{10FFFF}\u{10FF80}",
  "\u{202E}fdp.exe", "שלום.pdf", String(repeating: "n", count: 255), "e\u{301}.pdf", "\u{E9}.pdf",
  " ", "-rf", "a\\b", "%2e%2e", "…", "a'b\"c$d`e",
]
