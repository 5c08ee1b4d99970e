import DocumentModel
import Foundation
import TestSupport
import Thumbnails

/// A cache and a folder of files, gone with the test.
struct ThumbnailBench: ~Copyable {
  let folder: TemporaryFolder
  let cache: ThumbnailCache

  init(keepsRemovable: Bool = true) throws {
    let made = try TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: made.path + "/files", withIntermediateDirectories: true)
    cache = ThumbnailCache(in: made.path + "/cache", keepsRemovable: keepsRemovable)
    folder = made
  }

  /// Writes a file; gives its path.
  func file(_ name: String, _ text: String = "text") throws -> String {
    let path = folder.path + "/files/" + name
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    return path
  }

  /// Keeps a picture of one colour.
  @discardableResult
  func keep(
    _ source: ThumbnailSource, _ size: ThumbnailSize = .normal, side: Int = 8
  ) throws -> String {
    let facts = PictureFacts(width: side, height: side)
    let pixels = [UInt8](repeating: 200, count: facts.byteCount)
    return try pixels.withUnsafeBytes {
      try cache.keep(facts, $0, of: source, size, mimeType: "text/plain", pageCount: 3)
    }
  }

  /// The path of the found thumbnail.
  func found(_ source: ThumbnailSource, _ size: ThumbnailSize = .normal) -> String? {
    if case .kept(let kept) = cache.find(source, size) { kept.path } else { nil }
  }

  /// Sets when a file was changed last.
  func age(_ path: String, by seconds: TimeInterval) throws {
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: -seconds)], ofItemAtPath: path)
  }

  func mode(_ path: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    return (attributes[.posixPermissions] as? Int) ?? 0
  }
}
