package import DocumentModel

/// Places to go to, in sections that can be folded or hidden.
package struct Sidebar: Sendable, Hashable {
  package enum Section: String, Sendable, Hashable, Codable, CaseIterable {
    case recents = "Recents"
    case favourites = "Favourites"
    case searches = "Searches"
    case tags = "Tags"
    case places = "Places"
    case volumes = "Volumes"
  }

  package struct Item: Sendable, Hashable {
    package var place: BrowserPlace
    package var title: String
    package var glyph: String
    /// 0xRRGGBB of the glyph; nil: as text.
    package var color: UInt32?
    package var count: Int?
    /// Whether it is the desktop's folder for documents, whatever it is called.
    package var isForDocuments: Bool
    /// Identifies an unmounted volume; empty for anything else.
    package var volume = ""

    package init(
      place: BrowserPlace, title: String, glyph: String = " ", color: UInt32? = nil,
      count: Int? = nil, isForDocuments: Bool = false
    ) {
      self.place = place
      self.title = title
      self.glyph = glyph
      self.color = color
      self.count = count
      self.isForDocuments = isForDocuments
    }
  }

  /// A line of the sidebar: a section's name, or an item of one.
  package enum Row: Sendable, Hashable {
    case heading(Section)
    case item(Item)
    case search(SavedSearch)
  }

  package var items: [Section: [Item]] = [:]
  /// The saved searches in the user's order.
  package var searches: [SavedSearch] = []
  package var folded: Set<Section> = []
  package var hidden: Set<Section> = []
  package var cursor = 0

  package init() {}

  /// The visible rows in order; recents are shown without a heading.
  package var rows: [Row] {
    Section.allCases.flatMap { section -> [Row] in
      let rows =
        section == .searches ? searches.map(Row.search) : (items[section] ?? []).map(Row.item)
      guard !hidden.contains(section), !rows.isEmpty else { return [] }
      if section == .recents { return rows }
      return [.heading(section)] + (folded.contains(section) ? [] : rows)
    }
  }

  package mutating func fold(_ section: Section) {
    if folded.remove(section) == nil { folded.insert(section) }
    cursor = min(cursor, max(0, rows.count - 1))
  }
}
