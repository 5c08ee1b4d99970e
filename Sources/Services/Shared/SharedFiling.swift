import DocumentModel
import Glibc
package import Library
import Platform

/// Stores the files of a collection's documents in the databases of its library, for readers who do not have its folder.
package struct SharedFiling {
  package struct Outcome: Sendable {
    package var stored = 0
    package var bytes = 0
    /// Documents whose file is not here, or is another version.
    package var passedOver = 0
    /// Documents for which there was no space within the budget.
    package var left = 0
  }

  private let root: String
  private let budget: Int

  /// `root` is the collection's folder here, `budget` the most bytes that all files in one database may have.
  package init(root: String, budget: Int) { (self.root, self.budget) = (root, budget) }

  package func run(
    _ collection: String, in databases: SharedDatabases, while mayGoOn: () -> Bool
  ) throws(SharedLibraryError) -> Outcome {
    guard SharedIndexing.isMounted(root) else { throw .folderMissing(root) }
    var outcome = Outcome()
    try databases.each { _, database throws(SharedLibraryError) in
      var last = 0
      while mayGoOn() {
        let documents = try database.withoutFile(in: collection, after: last)
        guard let next = documents.last?.id, next > last else { return }
        last = next
        for document in documents where mayGoOn() {
          try store(document, in: database, &outcome)
        }
      }
    }
    return outcome
  }

  private func store(
    _ document: FilelessDocument, in database: SharedDatabase, _ outcome: inout Outcome
  ) throws(SharedLibraryError) {
    // A server could ask for a file outside the collection's folder.
    guard let path = SharedPlace.path(document.path, below: root),
      SharedIndexing.isInside(path, root)
    else {
      outcome.passedOver += 1
      return
    }
    let descriptor = SystemPath.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    var status = stat()
    guard descriptor >= 0, fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG
    else {
      if descriptor >= 0 { close(descriptor) }
      outcome.passedOver += 1
      return
    }
    defer { close(descriptor) }
    let sum = RunningDigest()
    let filing = try database.storeFile(
      of: document.id, size: Int(status.st_size), budget: budget,
      next: {
        guard let bytes = Self.piece(of: descriptor) else { return nil }
        sum.add(bytes)
        return bytes
      }, isWhole: { sum.hex == document.hash })
    switch filing {
    case .stored:
      outcome.stored += 1
      outcome.bytes += Int(status.st_size)
    case .refused: outcome.left += 1
    case .changed: outcome.passedOver += 1
    }
  }

  /// Returns the next bytes of a file, as many as a piece has unless it ends; nil at the end, or if it cannot be read.
  private static func piece(of descriptor: Int32) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: SharedDatabase.piece)
    var filled = 0
    while filled < bytes.count {
      let count = bytes.withUnsafeMutableBytes {
        read(descriptor, $0.baseAddress.map { $0 + filled }, $0.count - filled)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      filled += count
    }
    guard filled > 0 else { return nil }
    return filled == bytes.count ? bytes : Array(bytes[..<filled])
  }
}
