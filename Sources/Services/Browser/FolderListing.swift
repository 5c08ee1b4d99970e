import Dispatch
import DocumentModel
import Files
import Glibc
import Messages
import Platform

/// The entries of a folder as they arrive, with the types of their names.
// Unchecked: touched on the listing queue only.
final class FolderListing: @unchecked Sendable {
  private(set) var entries: [FolderEntry] = []
  /// The first rows of a long listing, found as entries arrive.
  private var first: FirstRows
  /// Entries whose kind the folder does not report.
  private(set) var links: [Int] = []
  private let types: EntryTypes
  private let sniffed: SniffedTypes.Folder
  /// Unfinished files of running or killed programs.
  private(set) var unfinished: [String] = []
  /// Places of files whose names say nothing.
  private var nameless: [Int] = []
  /// Links to unresponsive mounts, which are not queried again.
  private var silent: Set<Int> = []
  private let begun = ContinuousClock.now

  init(types: EntryTypes, sniffed: SniffedTypes.Folder) {
    self.types = types
    self.sniffed = sniffed
    first = FirstRows(Self.mostFirst, types: types.all)
  }

  /// At least the rows of the largest window.
  private static let mostFirst = 300

  /// The first entries of a plain listing in order; links are included once their targets are known.
  var firstRows: [FolderEntry] { first.rows(of: entries).map { entries[Int($0)] } }

  /// Whether reading takes so long that the first rows should be shown.
  var isSlow: Bool { ContinuousClock.now - begun > .milliseconds(200) }

  func add(_ more: [DirectoryEntry]) {
    for found in more {
      if UnfinishedName.isOne(found.name) {
        unfinished.append(found.name)
        continue
      }
      let isOpen = found.kind == .link || found.kind == .unknown
      if isOpen { links.append(entries.count) }
      var type = found.kind == .folder ? 0 : types.type(of: found.name)
      if type == 0, found.kind != .folder {
        nameless.append(entries.count)
        type = sniffed[FilePath(found.name)]?.type ?? 0
      }
      let entry = FolderEntry(
        name: found.name, kind: kind(found.kind), isLink: found.kind == .link, type: type)
      if !isOpen { first.add(entry, at: entries.count) }
      entries.append(entry)
    }
  }

  /// Files whose names do not determine a type, with their positions.
  var unknown: [(place: Int, name: String)] {
    nameless.filter { entries[$0].kind == .file && !silent.contains($0) }
      .map { ($0, entries[$0].name) }
  }

  /// Sets types; returns whether any changed.
  func set(_ types: [UInt16], at places: [Int]) -> Bool {
    var isNew = false
    for (place, type) in zip(places, types) where entries[place].type != type {
      entries[place].type = type
      isNew = true
    }
    return isNew
  }

  func resolve(_ statuses: [FileStatus?]) {
    for (place, status) in zip(links, statuses) {
      guard let status else { continue }
      entries[place].isLink = status.kind == .link
      if status.kind == .link, status.target == nil {
        silent.insert(place)
      } else {
        silent.remove(place)
      }
      switch status.target {
      case .kind(let target): entries[place].kind = kind(target)
      case .nothing, .loop, .denied: entries[place].kind = .brokenLink
      case nil: entries[place].kind = kind(status.kind)
      }
      // A folder's extension says nothing.
      if entries[place].kind == .folder { entries[place].type = 0 }
    }
    findFirst()
  }

  /// Searches again once links are known.
  private func findFirst() {
    first = FirstRows(Self.mostFirst, types: types.all)
    for (index, entry) in entries.enumerated() { first.add(entry, at: index) }
  }

  private func kind(_ kind: FileKind) -> FolderEntry.Kind {
    switch kind {
    case .folder: .folder
    case .file, .link, .unknown: .file
    case .pipe, .socket, .device: .special
    }
  }
}
