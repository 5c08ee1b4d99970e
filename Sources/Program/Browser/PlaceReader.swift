import Dispatch
import DocumentModel
import Files
import Glibc
import Interface
import Platform

/// Lists places for the browser's tabs, newest wish first; nothing of it holds the screen up.
// Unchecked: all that changes is touched on the queue only.
final class PlaceReader: @unchecked Sendable {
  private let mailbox: Mailbox
  private let types: EntryTypes
  private let queue: DispatchQueue
  private let ordering = DispatchQueue(label: "recto.ordering", qos: .userInitiated)
  private let looking = DispatchQueue(label: "recto.types", qos: .utility)
  private let reader: FolderReader
  private let ahead: ReadAhead
  private let wasRead: @Sendable (BrowserPlace, FolderVersion?) -> Void
  private let gatherer: any Gathering
  private var readings: [Int: Cancellation] = [:]
  private let newestOrder = NewestOrder()

  /// To put more entries in order takes longer than a frame may.
  private static let manyEntries = 3_000
  /// As many rows as any window has.
  private static let firstRows = 300
  /// In folders with more files of unknown type they stay unknown.
  private static let mostLooks = 400

  /// `wasRead` is told, on the queue of listings, what a folder was that has been read; nil if it could not be.
  init(
    mailbox: Mailbox, types: EntryTypes, gatherer: any Gathering, ahead: ReadAhead,
    wasRead: @escaping @Sendable (BrowserPlace, FolderVersion?) -> Void
  ) {
    self.wasRead = wasRead
    self.mailbox = mailbox
    self.types = types
    self.gatherer = gatherer
    self.ahead = ahead
    queue = ahead.queue
    reader = ahead.reader
  }

  func read(tab: Int, generation: Int, _ place: BrowserPlace) {
    queue.async { [self] in
      readings.removeValue(forKey: tab)?.cancel()
      switch place {
      case .folder(let path): read(folder: path, tab, generation)
      default:
        gatherer.entries(of: place) { [self] paths in
          let entries = paths.map { entry($0) }
          tell(entries, tab, generation, isWhole: true)
        }
      }
    }
  }

  /// A document gathered from somewhere; what it is its name says.
  private func entry(_ found: Gathered) -> FolderEntry {
    let name = found.name ?? PathParts.name(of: found.path)
    return FolderEntry(
      name: name, kind: found.isFolder ? .folder : found.isGone ? .gone : .file,
      type: found.isFolder ? 0 : types.type(of: name), path: found.path)
  }

  private func read(folder: String, _ tab: Int, _ generation: Int) {
    let listing = FolderListing(folder: folder, types: types)
    let portion = { @Sendable [self] (entries: [DirectoryEntry]) in
      listing.add(entries)
      if listing.isSlow { tell(listing.entries, tab, generation, isWhole: false) }
    }
    let end = { @Sendable [self] (result: Result<FolderVersion, FilesError>) in
      defer { wasRead(.folder(folder), try? result.get()) }
      switch result {
      case .failure(let error):
        mailbox.post(
          .browser(
            .unreadable(tab: tab, generation: generation, Sentences.text(error, file: folder))))
      case .success where listing.links.isEmpty:
        tell(listing.entries, tab, generation, isWhole: true)
        lookInside(listing, folder, tab, generation)
      case .success:
        let names = listing.links.map { listing.entries[$0].name }
        readings[tab] = reader.statuses(of: names, in: folder) { [self] statuses in
          listing.resolve(statuses)
          tell(listing.entries, tab, generation, isWhole: true)
          lookInside(listing, folder, tab, generation)
        }
      }
    }
    readings[tab] =
      ahead.take(folder, portion: portion, end: end)
      ?? reader.read(folder, portion: portion, end: end)
  }

  /// Files whose names say nothing are looked into, a few hundred at most.
  private func lookInside(
    _ listing: FolderListing, _ folder: String, _ tab: Int, _ generation: Int
  ) {
    let unknown = listing.unknown
    guard !unknown.isEmpty, unknown.count <= Self.mostLooks else { return }
    let token = readings[tab]
    looking.async { [self] in
      var types: [(place: Int, type: UInt16)] = []
      for (place, name) in unknown {
        if token?.isCancelled == true { return }
        let type = self.types.type(inside: PathParts.joined(folder, name))
        if type != 0 { types.append((place, type)) }
      }
      guard !types.isEmpty else { return }
      let found = types
      queue.async { [self] in
        guard token?.isCancelled != true else { return }
        listing.set(found)
        tell(listing.entries, tab, generation, isWhole: true)
      }
    }
  }

  private func tell(
    _ entries: [FolderEntry], _ tab: Int, _ generation: Int, isWhole: Bool
  ) {
    let order = ListOrder(
      entries: entries, types: types.all, facts: [:], documents: [:], options: ListOptions(),
      filter: "", keepsOrder: false)
    func post(_ entries: [FolderEntry], _ rows: [Int32]?, isWhole: Bool) {
      mailbox.post(
        .browser(
          .listed(tab: tab, generation: generation, entries, rows: rows, isWhole: isWhole)))
    }
    // The first frame needs no more than these.
    if entries.count > Self.manyEntries {
      let first = order.firstRows(Self.firstRows).map { entries[Int($0)] }
      post(first, Array(0..<Int32(first.count)), isWhole: false)
    }
    post(entries, order.rows(), isWhole: isWhole)
  }

  /// Puts a large listing in order; a wish that is no longer the newest of its tab ends where it is.
  func order(tab: Int, generation: Int, serial: Int, _ order: ListOrder) {
    newestOrder.set(serial, for: tab)
    ordering.async { [mailbox, newestOrder] in
      guard newestOrder.isNewest(serial, for: tab),
        let rows = order.rows(isStale: { !newestOrder.isNewest(serial, for: tab) })
      else { return }
      mailbox.post(
        .browser(.ordered(tab: tab, generation: generation, serial: serial, rows)))
    }
  }
}

/// The entries of a folder as they come, with what their names say of them.
// Unchecked: touched on the listing queue only.
private final class FolderListing: @unchecked Sendable {
  private(set) var entries: [FolderEntry] = []
  /// Places of entries whose kind the folder does not tell.
  private(set) var links: [Int] = []
  private let folder: String
  private let types: EntryTypes
  private let begun = ContinuousClock.now

  init(folder: String, types: EntryTypes) {
    self.folder = folder
    self.types = types
  }

  /// Reading takes so long that what there is should be seen.
  var isSlow: Bool { ContinuousClock.now - begun > .milliseconds(200) }

  func add(_ more: [DirectoryEntry]) {
    for found in more {
      if found.kind == .link || found.kind == .unknown { links.append(entries.count) }
      entries.append(
        FolderEntry(
          name: found.name, kind: kind(found.kind), isLink: found.kind == .link,
          type: found.kind == .folder ? 0 : types.type(of: found.name)))
    }
  }

  /// Files whose names do not tell what they are, with their places.
  var unknown: [(place: Int, name: String)] {
    entries.indices.filter { entries[$0].kind == .file && entries[$0].type == 0 }
      .map { ($0, entries[$0].name) }
  }

  func set(_ types: [(place: Int, type: UInt16)]) {
    for (place, type) in types { entries[place].type = type }
  }

  func resolve(_ statuses: [FileStatus?]) {
    for (place, status) in zip(links, statuses) {
      guard let status else { continue }
      entries[place].isLink = status.kind == .link
      switch status.target {
      case .kind(let target): entries[place].kind = kind(target)
      case .nothing, .loop, .denied: entries[place].kind = .brokenLink
      case nil: entries[place].kind = kind(status.kind)
      }
    }
  }

  private func kind(_ kind: FileKind) -> FolderEntry.Kind {
    switch kind {
    case .folder: .folder
    case .file, .link, .unknown: .file
    case .pipe, .socket, .device: .special
    }
  }
}
