import Text

/// The first rows of a plain listing by name, found while its entries come: for a first frame, the whole order follows.
package struct FirstRows: Sendable {
  private let count: Int
  private let types: [EntryType]
  private let options: ListOptions
  private var folders: FirstNames
  private var others: FirstNames

  /// Finds the first `count` rows; the sort order of `options` does not matter.
  package init(_ count: Int, types: [EntryType], options: ListOptions = ListOptions()) {
    self.count = count
    self.types = types
    self.options = options
    folders = FirstNames(count)
    others = FirstNames(count)
  }

  /// Adds an entry by its index, once, when its type is known.
  package mutating func add(_ entry: FolderEntry, at index: Int) {
    guard options.shows(entry, types) else { return }
    if options.foldersFirst, entry.kind == .folder {
      folders.add(entry.name, at: Int32(index))
    } else {
      others.add(entry.name, at: Int32(index))
    }
  }

  /// The rows as indices into the entries.
  package func rows(of entries: [FolderEntry]) -> [Int32] {
    let head = folders.found { entries[Int($0)].name }
    guard head.count < count else { return head }
    return Array((head + others.found { entries[Int($0)].name }).prefix(count))
  }
}
