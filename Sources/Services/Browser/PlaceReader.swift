import Dispatch
import DocumentModel
import Files
import Glibc
import Messages
import Platform

/// Lists places for the browser's tabs, newest request first, without blocking the screen.
// Unchecked: all that changes is touched on the queue only.
final class PlaceReader: @unchecked Sendable {
  private let mailbox: Mailbox
  private let types: EntryTypes
  private let queue: DispatchQueue
  private let ordering = DispatchQueue(label: "recto.ordering", qos: .userInitiated)
  private let lanes: DiskLanes
  private let reader: FolderReader
  private let ahead: ReadAhead
  private let wasRead: @Sendable (BrowserPlace, FolderVersion?) -> Void
  private let gatherer: any DocumentSources
  private var readings: [Int: Cancellation] = [:]
  private let newestOrder = NewestOrder()
  private let sniffed: SniffedTypes

  /// Sorting more entries would take longer than a frame.
  private static let manyEntries = 3_000

  /// `wasRead` is called on the listing queue with the version of a folder that was read; nil if it could not
  /// be.
  init(
    mailbox: Mailbox, types: EntryTypes, gatherer: any DocumentSources, lanes: DiskLanes,
    ahead: ReadAhead, sniffed: SniffedTypes = SniffedTypes(),
    wasRead: @escaping @Sendable (BrowserPlace, FolderVersion?) -> Void
  ) {
    self.sniffed = sniffed
    self.wasRead = wasRead
    self.mailbox = mailbox
    self.types = types
    self.gatherer = gatherer
    self.lanes = lanes
    self.ahead = ahead
    queue = ahead.queue
    reader = ahead.reader
  }

  func read(tab: Int, generation: Int, _ place: BrowserPlace) {
    queue.async { [self] in
      readings.removeValue(forKey: tab)?.cancel()
      let token = Cancellation()
      readings[tab] = token
      switch place {
      case .folder(let path): read(folder: path, tab, generation, token)
      default:
        gatherer.entries(of: place) { [self] paths in
          queue.async { [self] in
            guard !token.isCancelled else { return }
            let entries = paths.map { entry($0) }
            tell(zip(entries, paths), tab, generation)
            tell(entries, tab, generation, isWhole: true)
          }
        }
      }
    }
  }

  /// Reports trash facts of entries.
  private func tell(
    _ gathered: Zip2Sequence<[FolderEntry], [Gathered]>, _ tab: Int, _ generation: Int
  ) {
    var facts: [FilePath: TrashFacts] = [:]
    for (entry, found) in gathered { facts[entry.key] = found.trashed }
    guard !facts.isEmpty else { return }
    mailbox.post(.browser(.trashed(tab: tab, generation: generation, facts)))
  }

  /// Returns the row of a collected document, whose type follows from its name.
  private func entry(_ found: Gathered) -> FolderEntry {
    let name = found.name ?? PathParts.name(of: found.path)
    return FolderEntry(
      name: name, kind: found.isFolder ? .folder : found.isGone ? .gone : .file,
      type: found.isFolder ? 0 : types.type(of: name), path: found.path)
  }

  private func read(folder: String, _ tab: Int, _ generation: Int, _ token: Cancellation) {
    let listing = FolderListing(types: types, sniffed: sniffed.known(in: folder))
    let portion = { @Sendable [self] (entries: [DirectoryEntry]) in
      listing.add(entries)
      if listing.isSlow { tell(listing, tab, generation, isWhole: false) }
    }
    let end = { @Sendable [self] (result: Result<FolderVersion, FilesError>) in
      defer { wasRead(.folder(folder), try? result.get()) }
      sweep(listing.unfinished, in: folder)
      switch result {
      case .failure(let error) where error.reason == .notFound:
        mailbox.post(.browser(.vanished(.folder(folder))))
      case .failure(let error):
        mailbox.post(
          .browser(
            .unreadable(tab: tab, generation: generation, Sentences.text(error, file: folder))))
      case .success where listing.links.isEmpty:
        tell(listing, tab, generation, isWhole: true)
        lookInside(listing, folder, tab, generation, token)
      case .success:
        let names = listing.links.map { listing.entries[$0].name }
        reader.statuses(of: names, in: folder, cancellation: token) { [self] statuses in
          listing.resolve(statuses)
          tell(listing, tab, generation, isWhole: true)
          lookInside(listing, folder, tab, generation, token)
        }
      }
    }
    if ahead.take(folder, token, portion: portion, end: end) { return }
    reader.read(folder, cancellation: token, portion: portion, end: end)
  }

  /// Removes leftovers of killed copies and reports it; files still being written stay.
  private func sweep(_ leftovers: [String], in folder: String) {
    guard !leftovers.isEmpty else { return }
    lanes.add(at: folder) { [mailbox] _ in
      guard UnfinishedName.sweep(abandoned: leftovers, in: folder) > 0 else { return }
      mailbox.post(
        .notice(
          "An interrupted copy left an unfinished file here: it was removed, the original is complete",
          isError: false))
    }
  }

  /// Files whose names say nothing are looked into, a few hundred at most.
  private func lookInside(
    _ listing: FolderListing, _ folder: String, _ tab: Int, _ generation: Int,
    _ token: Cancellation
  ) {
    let unknown = listing.unknown
    guard !unknown.isEmpty, unknown.count <= SniffedTypes.mostSniffed else { return }
    let names = unknown.map(\.name)
    lanes.add(at: folder, cancellation: token) { [self] token in
      guard
        let found = sniffed.look(
          at: names, in: folder, token, inside: { types.type(inside: $0) })
      else { return }
      queue.async { [self] in
        guard !token.isCancelled, listing.set(found, at: unknown.map(\.place)) else { return }
        tell(listing.entries, tab, generation, isWhole: true)
      }
    }
  }

  /// Reports a listing; of many rows first those that the first frame needs.
  private func tell(_ listing: FolderListing, _ tab: Int, _ generation: Int, isWhole: Bool) {
    if listing.entries.count > Self.manyEntries {
      let first = listing.firstRows
      post(first, Array(0..<Int32(first.count)), tab, generation, isWhole: false)
    }
    tell(listing.entries, tab, generation, isWhole: isWhole)
  }

  private func tell(
    _ entries: [FolderEntry], _ tab: Int, _ generation: Int, isWhole: Bool
  ) {
    let order = ListOrder(
      entries: entries, types: types.all, facts: [:], documents: [:], options: ListOptions(),
      filter: "", keepsOrder: false)
    post(entries, order.rows(), tab, generation, isWhole: isWhole)
  }

  private func post(
    _ entries: [FolderEntry], _ rows: [Int32]?, _ tab: Int, _ generation: Int, isWhole: Bool
  ) {
    mailbox.post(
      .browser(.listed(tab: tab, generation: generation, entries, rows: rows, isWhole: isWhole)))
  }

  /// Sorts a large listing; an overtaken request stops.
  func order(tab: Int, generation: Int, serial: Int, _ order: ListOrder) {
    newestOrder.set(serial, for: tab)
    ordering.async { [mailbox, newestOrder] in
      guard newestOrder.isNewest(serial, for: tab),
        let rows = order.rows(isStale: { !newestOrder.isNewest(serial, for: tab) })
      else { return }
      mailbox.post(
        .browser(
          .ordered(
            tab: tab, generation: generation, serial: serial, rows,
            sections: order.sections(of: rows))))
    }
  }
}
