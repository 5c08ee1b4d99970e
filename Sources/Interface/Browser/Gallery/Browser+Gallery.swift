import Canvas
import DocumentModel
import Messages
import Widgets

/// The height of a sheet of paper relative to its width; pictures of the gallery have room for one.
private let sheetRatio = 1.3
/// Rows below a thumbnail: two of the name, and the tile's lower edge with progress and tags.
private let linesBelow = 3

extension Browser {
  /// The tiles of the gallery on the screen; nil if a list is shown.
  func galleryTiles(pictures: PictureView, size: Size) -> TileGrid? {
    guard isGallery, let tab = current else { return nil }
    return pictures.tiles(of: tab, in: BrowserLayout(self, size: size).list)
  }

  /// Returns the cells of a tile that its picture may use.
  func pictureBox(in frame: Rect) -> Rect {
    Rect(
      x: frame.x + 1, y: frame.y + 1, width: frame.width - 3,
      height: frame.height - 1 - linesBelow)
  }

  /// Shows the documents as pictures, or as a list again.
  mutating func toggleGallery(environment: Environment) -> [Effect] {
    changeGallery(environment: environment) { $0.isShown.toggle() }
  }

  /// Changes the appearance of the gallery, and sorts again if that moves rows.
  mutating func changeGallery(environment: Environment, _ change: (inout GalleryStyle) -> Void)
    -> [Effect]
  {
    guard let tab = current else { return [] }
    var look = tab.options.gallery ?? GalleryStyle()
    change(&look)
    tabs[self.tab].options.gallery = look
    let isMoved = tabs[self.tab].options.grouping != tab.options.grouping
    return isMoved ? order(self.tab, environment: environment) : []
  }

  /// Groups documents by a property in the gallery; nil ends grouping.
  mutating func group(by grouping: Grouping?, environment: Environment, _ notices: inout Notices)
    -> [Effect]
  {
    notices.say(grouping.map { "Sections by \($0.words)" } ?? "No sections")
    return changeGallery(environment: environment) { look in
      look.grouping = grouping
      if grouping != nil { look.isShown = true }
    }
  }

  mutating func moveInGallery(columns: Int, rows: Int, pictures: PictureView, size: Size) {
    guard let tab = current, let tiles = galleryTiles(pictures: pictures, size: size) else {
      return
    }
    tabs[self.tab].moveCursor(
      to: tiles.moved(tab.cursor, columns: columns, rows: rows))
  }

  /// Scrolls so that the cursor is visible; returns the visible rows.
  mutating func revealRows(_ layout: BrowserLayout, pictures: PictureView, size: Size) -> Range<Int>
  {
    if let tiles = galleryTiles(pictures: pictures, size: size) {
      tabs[tab].galleryTop = tiles.top
      return tiles.visible
    }
    let height = layout.list.height
    tabs[tab].reveal(height: height)
    let top = tabs[tab].top
    return top..<top + max(1, height)
  }

  /// Whether newly known facts move rows to another section.
  func changesSections(
    _ index: Int, _ facts: [FilePath: FileFacts], _ documents: [FilePath: DocumentFacts],
    environment: Environment
  ) -> Bool {
    let tab = tabs[index]
    guard let grouping = tab.options.grouping, grouping != .folder else { return false }
    func key(_ facts: FileFacts?, _ document: DocumentFacts?) -> SectionKey {
      SectionKey(
        FolderEntry(name: "", kind: .file), grouping, facts, document, zone: environment.zone)
    }
    return Set(facts.keys).union(documents.keys).contains { row in
      key(facts[row] ?? tab.facts[row], documents[row] ?? tab.documents[row])
        != key(tab.facts[row], tab.documents[row])
    }
  }

  /// Whether the browser on the screen shows a gallery.
  var isGallery: Bool {
    isShown && glance == nil && current?.options.isGallery == true
  }

  /// Returns the title of a section.
  func title(of section: GallerySection, _ tab: BrowserTab) -> String {
    switch section.key {
    case .folders: "Folders"
    case .folder(let path):
      path.text.isEmpty
        ? tab.place.folder.map(shortened) ?? tab.place.name : shortened(path.text)
    case .named(let name): name
    case .year(let year): year.isOfFile ? "\(year.text) date of the file" : year.text
    case .unknown:
      switch tab.options.grouping {
      case .tag: "No tag"
      case .author: "No author"
      case .year, .folder, nil: "No date"
      }
    }
  }
}

extension PictureView {
  /// Arranges a tab's rows as tiles, scrolled so that the cursor is visible.
  func tiles(of tab: BrowserTab, in area: Rect) -> TileGrid {
    let wide = min(tab.options.gallery?.width ?? 0, max(4, area.width - 3))
    let cell = cellSize
    let high = Double(wide * cell.width) * sheetRatio / Double(cell.height)
    let height = min(max(3, Int(high.rounded())), max(3, area.height - linesBelow - 2))
    return TileGrid(
      count: tab.rows.count, tile: Size(width: wide + 3, height: height + 1 + linesBelow),
      view: Size(width: area.width, height: area.height), top: tab.galleryTop,
      sections: tab.sections.map(\.first)
    ).showing(tab.cursor)
  }

  /// The size of a cell in pixels, or a usual size if unknown.
  var cellSize: PictureTerms.CellSize { terms?.cell ?? .init(width: 8, height: 16) }
}
