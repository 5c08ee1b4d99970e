/// A column of the browser's list.
package enum Column: String, Sendable, Hashable, Codable, CaseIterable {
  case name, title, author, year, pages, size, modified, progress, tags, kind
  /// In the trash: the deletion date, and the original folder.
  case deleted, origin

  /// Columns that only the trash has.
  package static let ofTrash: [Column] = [.deleted, .origin]
  package static let everywhere = allCases.filter { !ofTrash.contains($0) }

  /// One that all places have, by its name in the settings.
  package init?(everywhere name: String) {
    guard let column = Column(rawValue: name), Self.everywhere.contains(column) else { return nil }
    self = column
  }

  package var heading: String {
    switch self {
    case .name: "Name"
    case .title: "Title"
    case .author: "Author"
    case .year: "Year"
    case .pages: "Pages"
    case .size: "Size"
    case .modified: "Modified"
    case .progress: "Read"
    case .tags: "Tags"
    case .kind: "Kind"
    case .deleted: "Deleted"
    case .origin: "From"
    }
  }

  /// Its name in sentences.
  package var words: String {
    switch self {
    case .progress: "how much was read"
    case .modified: "date"
    case .deleted: "date of deletion"
    case .origin: "where it was"
    default: heading.lowercased()
    }
  }

  /// Cells it takes; the name takes the rest.
  package var width: Int {
    switch self {
    case .name: 0
    case .title: 32
    case .author: 18
    case .pages, .year: 6
    case .size: 8
    case .modified: 9
    case .progress: 4
    case .tags: 8
    case .kind: 14
    case .deleted: 9
    case .origin: 16
    }
  }

  package var isNumber: Bool { self == .pages || self == .size || self == .year }

  /// Whether its values come from the document or the library.
  package var needsDocument: Bool { scope.map { $0 >= .allDocuments } ?? false }

  /// The facts of all rows that sorting by it needs; nil if none.
  package var scope: FactScope? {
    switch self {
    case .title, .author, .pages, .year: .allContents
    case .progress, .tags: .allDocuments
    case .size, .modified: .allFiles
    case .name, .kind, .deleted, .origin: nil
    }
  }
}

/// How a listing is sorted and what it shows.
package struct ListOptions: Sendable, Hashable, Codable {
  package var sort = Column.name
  package var isReversed = false
  package var foldersFirst = true
  package var showsHidden = false
  /// Files that Recto does not open too.
  package var showsAll = false
  /// Shows titles instead of file names where documents have them.
  package var showsTitles = false
  /// Beside the name, in their order.
  package var columns: [Column] = [.pages, .progress, .modified, .tags]
  /// Its appearance as a gallery; nil if it never was one.
  package var gallery: GalleryStyle?

  package init() {}

  /// Whether rows are sorted by their first text: the name, or the title shown instead.
  package var isByName: Bool { sort == .name || sort == .title && showsTitles }

  /// The direction mark after the heading of the sort column.
  package var arrow: String { isReversed ? " ▴" : " ▾" }
}
