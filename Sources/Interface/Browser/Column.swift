/// A column of the browser's list.
package enum Column: String, Sendable, Hashable, Codable, CaseIterable {
  case name, title, author, year, pages, size, modified, progress, tags, kind
  /// Of what lies in the trash: when it was thrown away, and the folder it was in.
  case deleted, origin

  /// Those that only the trash has.
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

  /// As sentences name it.
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

  /// Only the document itself or the library tells it.
  package var needsDocument: Bool { scope.map { $0 >= .allDocuments } ?? false }

  /// How much has to be found out of all rows to put them in order by it; nil: nothing.
  var scope: FactScope? {
    switch self {
    case .title, .author, .pages, .year: .allContents
    case .progress, .tags: .allDocuments
    case .size, .modified: .allFiles
    case .name, .kind, .deleted, .origin: nil
    }
  }
}

/// How a listing is put in order and what of it is shown.
package struct ListOptions: Sendable, Hashable, Codable {
  package var sort = Column.name
  package var isReversed = false
  package var foldersFirst = true
  package var showsHidden = false
  /// Files that Recto does not open too.
  package var showsAll = false
  /// Documents stand under their titles, where they have some, in place of their file names.
  package var showsTitles = false
  /// Beside the name, in their order.
  package var columns: [Column] = [.pages, .progress, .modified, .tags]
  /// How it is shown as a gallery; nil: it never was.
  package var gallery: GalleryStyle?

  package init() {}

  /// By what stands first in each row: the name, or the title in its place.
  var isByName: Bool { sort == .name || sort == .title && showsTitles }

  /// Which way it goes, behind the heading of what it is sorted by.
  var arrow: String { isReversed ? " ▴" : " ▾" }
}
