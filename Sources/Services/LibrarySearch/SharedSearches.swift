import DocumentModel
import Files
import Library
import Messages
import Synchronization
import Text

/// Searches the shared libraries that this machine has joined, each on a queue of its own, so that none waits for another's server.
final class SharedSearches: Sendable {
  private let mailbox: Mailbox
  private let library: ReadingLibrary
  private let mounts: MountTable
  private let isWanted: @Sendable (Int) -> Bool
  private let lanes = Mutex<[String: SharedLane]>([:])

  /// `isWanted` says whether the results of a search are still awaited.
  init(
    _ machinery: SharedServices, isWanted: @escaping @Sendable (Int) -> Bool
  ) {
    mailbox = machinery.mailbox
    library = machinery.library
    mounts = machinery.lanes.mounts
    self.isWanted = isWanted
  }

  /// Posts the names of the joined libraries.
  func begin() {
    JoinedLibrary.load(from: library) { [mailbox] libraries in
      if !libraries.isEmpty { mailbox.post(.library(.joined(libraries.map(\.name)))) }
    }
  }

  /// Searches all libraries that are joined now.
  func find(_ number: Int, _ request: LibraryRequest) {
    // A folder is one of this machine, and related documents are those of its index.
    guard case .query(let text, let options) = request.source, request.folder.isEmpty,
      let query = try? LibraryQuery(text, options: options)
    else { return }
    JoinedLibrary.load(from: library) { [self] libraries in
      guard isWanted(number) else { return }
      for lane in lanes(of: libraries) { lane.find(number, query) }
    }
  }

  func loadHits(_ number: Int, _ place: DocumentPlace, in name: String) {
    lanes.withLock { $0[name] }?.loadHits(number, place)
  }

  /// Returns a lane for each library; those of libraries that were left or joined otherwise end.
  private func lanes(of libraries: [JoinedLibrary]) -> [SharedLane] {
    lanes.withLock { lanes in
      let before = lanes
      lanes = [:]
      for library in libraries {
        let lane = before[library.name].flatMap { $0.library == library ? $0 : nil }
        lanes[library.name] = lane ?? SharedLane(library, mailbox, mounts, isWanted: isWanted)
      }
      if Set(before.keys) != Set(lanes.keys) {
        mailbox.post(.library(.joined(libraries.map(\.name))))
      }
      return Array(lanes.values)
    }
  }
}
