package import DocumentModel
package import Files
import Library
import Platform

/// Finds files in the index of this machine that have the bytes of documents of shared libraries.
///
/// Only files of the same size are read, and each only once while it does not change. Blocks, so it is used on one background queue.
package final class OwnCopies {
  private let mounts: MountTable
  private let mayGoOn: () -> Bool
  private var end: ContinuousClock.Instant?
  private var index: LibraryIndex?
  /// The stamps and hashes of files that were read, by path.
  private var known: [String: (stamp: String, hash: String)] = [:]

  /// Files of the same size that are compared with a document.
  private static let mostFiles = 20

  package init(_ mounts: MountTable, while mayGoOn: @escaping () -> Bool = { true }) {
    self.mounts = mounts
    self.mayGoOn = mayGoOn
  }

  /// Adds to shared documents the paths of files with the same bytes, as far as `time` allows reading files.
  package func mark(_ documents: inout [DocumentHits], within time: Duration? = nil) {
    end = time.map { .now + $0 }
    defer { end = nil }
    let sizes = Set(documents.lazy.filter(\.isShared).map(\.size)).subtracting([0])
    guard let paths = paths(ofSizes: sizes) else { return }
    for index in documents.indices {
      guard case .shared(_, let hash) = documents[index].place else { continue }
      let size = documents[index].size
      documents[index].copy = path(of: hash, size: size, among: paths[size] ?? []) ?? ""
    }
  }

  /// Returns the path of a file with a hash and a size in bytes.
  func path(of hash: String, size: Int64) -> String? {
    guard size > 0, let paths = paths(ofSizes: [size]) else { return nil }
    return path(of: hash, size: size, among: paths[size] ?? [])
  }

  private func paths(ofSizes sizes: Set<Int64>) -> [Int64: [String]]? {
    guard !sizes.isEmpty, LibraryIndex.isThere() else { return nil }
    if index == nil { index = try? LibraryIndex(mends: false) }
    return try? index?.paths(ofSizes: sizes)
  }

  private func path(of hash: String, size: Int64, among paths: [String]) -> String? {
    guard SharedCache.isHash(hash) else { return nil }
    return paths.prefix(Self.mostFiles).first { path in
      !mounts.mount(of: path).mayHang && FileStatus(path)?.stamp.size == size
        && self.hash(of: path) == hash
    }
  }

  private func isInTime() -> Bool { mayGoOn() && end.map { .now < $0 } ?? true }

  private func hash(of path: String) -> String? {
    let stamp = SystemPath.stamp(of: path)
    if let known = known[path], known.stamp == stamp { return known.hash }
    guard let hash = Digest.sha256(file: path, while: isInTime) else { return nil }
    known[path] = (stamp, hash)
    return hash
  }
}
