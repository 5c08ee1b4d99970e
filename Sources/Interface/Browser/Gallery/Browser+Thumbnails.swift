import Canvas
import DocumentModel
import Messages
import Widgets

/// Milliseconds for which a preview stays blank while its picture is loading, so that its text does not flash.
private let previewPatience = 100
/// The slot of the picture in the first row's tile; the preview's slot precedes it.
private let firstTileSlot = 2_000_000

extension Rect {
  /// Returns the rectangle translated by the corner of another.
  func moved(to area: Rect) -> Rect {
    Rect(x: x + area.x, y: y + area.y, width: width, height: height)
  }
}

extension Browser {
  /// The pictures of the gallery and the preview, and those that may come into sight.
  func browserImages(pictures: PictureView, size: Size) -> (
    visible: [ImageRequest], ahead: [ImageRequest]
  ) {
    guard let terms = pictures.terms, terms.kind != .none, size.width >= smallestWindow.width,
      size.height >= smallestWindow.height, let tab = current
    else { return ([], []) }
    let preview = previewImage(pictures: pictures, size: size).map { [$0] } ?? []
    guard let tiles = galleryTiles(pictures: pictures, size: size) else { return (preview, []) }
    let area = BrowserLayout(self, size: size).list
    func request(_ row: Int, in area: Rect?) -> ImageRequest? {
      guard let entry = tab.entry(row) else { return nil }
      let path = FilePath(tab.path(of: entry))
      guard let facts = thumbnails.tile(path)?.picture else { return nil }
      let frame = tiles.frame(of: row).moved(to: BrowserLayout(self, size: size).list)
      return imageRequest(
        path, facts, pictures.place(of: facts, in: pictureBox(in: frame)), in: area,
        slot: firstTileSlot + row)
    }
    let (rows, around) = (tiles.visible, around(tiles))
    return (
      preview + rows.compactMap { request($0, in: area) },
      around.compactMap { request($0, in: nil) }
    )
  }

  fileprivate func previewImage(pictures: PictureView, size: Size) -> ImageRequest? {
    guard let rect = BrowserLayout(self, size: size).preview,
      let facts = shownPreviewPicture(pictures: pictures)
    else { return nil }
    let place = pictures.previewPlace(facts, in: rect.inset(left: 1, right: 1))
    return imageRequest(FilePath(preview.path), facts, place, in: rect, slot: firstTileSlot - 1)
  }

  /// The picture shown in the preview; nil if it shows text.
  func shownPreviewPicture(pictures: PictureView) -> ThumbnailFacts? {
    pictures.terms?.kind == .pixels ? preview.picture : nil
  }

  /// Whether the preview is blank for a moment, because its picture may come.
  func awaitsPreviewPicture(pictures: PictureView) -> Bool {
    pictures.terms?.kind == .pixels && preview.isPictureAsked
      && preview.picture == nil && !preview.isPictureless
      && !preview.isLate
  }

  /// Returns a drawing request for the part of a thumbnail in an area, or for all of it.
  fileprivate func imageRequest(
    _ path: FilePath, _ facts: ThumbnailFacts, _ place: Rect, in area: Rect?, slot: Int
  ) -> ImageRequest? {
    guard let seen = place.common(with: area ?? place) else { return nil }
    func pixels(_ cells: Int) -> Int { cells * facts.height / place.height }
    let (top, bottom) = (pixels(seen.y - place.y), pixels(seen.maxY - place.y))
    return ImageRequest(
      slot: slot, .thumbnail(path, version: facts.version), in: seen,
      part: seen == place
        ? nil : PixelRect(x: 0, y: top, width: facts.width, height: max(1, bottom - top)))
  }

  /// Whether the browser is about to show pictures, for which the terminal must be queried; false until it has rows.
  func wantsPicturesInBrowser(size: Size) -> Bool {
    guard isShown, glance == nil, let tab = current, !tab.rows.isEmpty
    else {
      return false
    }
    if tab.options.isGallery { return true }
    return BrowserLayout(self, size: size).preview != nil && preview.content != nil
      && tab.current.map(hasThumbnail) == true
  }

  /// Requests the thumbnails in and near the view if they differ from those of the last request.
  mutating func thumbnailRequests(pictures: PictureView, size: Size) -> [Effect] {
    let order = thumbnailOrder(pictures: pictures, size: size)
    guard order != thumbnails.asked else { return [] }
    thumbnails.asked = order
    return [.browse(.thumbnails(order))]
  }

  fileprivate func thumbnailOrder(pictures: PictureView, size: Size) -> ThumbnailOrder {
    guard let terms = pictures.terms, terms.kind != .none, let tab = current,
      let tiles = galleryTiles(pictures: pictures, size: size), !tiles.visible.isEmpty
    else { return ThumbnailOrder() }
    func paths(_ rows: some Sequence<Int>) -> [String] {
      rows.compactMap { tab.entry($0) }.filter(hasThumbnail).map { tab.path(of: $0) }
    }
    let box = pictureBox(in: tiles.frame(of: tiles.visible.lowerBound))
    return ThumbnailOrder(
      visible: paths(tiles.visible), near: paths(around(tiles)),
      fit: pictures.fit(box))
  }

  /// Requests the picture of the previewed file, once per file and again if it may have changed.
  mutating func previewThumbnailRequest(pictures: PictureView, size: Size) -> [Effect] {
    guard pictures.terms?.kind == .pixels, !preview.isPictureAsked,
      !preview.path.isEmpty, let rect = BrowserLayout(self, size: size).preview,
      let entry = current?.current, hasThumbnail(entry)
    else { return [] }
    preview.isPictureAsked = true
    let box = previewPictureBox(rect.inset(left: 1, right: 1))
    return [
      .browse(.previewThumbnail(path: preview.path, pictures.fit(box))),
      .remind(.preview(serial: preview.serial), milliseconds: previewPatience),
    ]
  }

  /// Whether a row may have a thumbnail.
  func hasThumbnail(_ entry: FolderEntry) -> Bool {
    guard entry.kind == .file, let type = types[safe: Int(entry.type)] else {
      return false
    }
    return type.isDocument || type.isPicture
  }

  /// Checks the thumbnails of files that turned out to have changed.
  func lookAgain(_ index: Int, _ facts: [FilePath: FileFacts]) -> [Effect] {
    let tab = tabs[index]
    guard index == self.tab, isGallery else { return [] }
    let paths = facts.filter { key, new in tab.facts[key].map { $0 != new } ?? false }.keys
      .map { key in tab.place.folder.map { PathParts.joined($0, key.text) } ?? key.text }
    return paths.isEmpty ? [] : [.browse(.lookAtThumbnails(paths))]
  }

  /// Stores an answer about a file's thumbnail.
  mutating func takeThumbnail(_ path: String, _ answer: ThumbnailAnswer, _ use: ThumbnailUse) {
    switch use {
    case .tile: self.thumbnails.store(FilePath(path), answer)
    case .preview:
      guard FilePath(path) == FilePath(self.preview.path) else { return }
      self.preview.picture = answer.picture
      self.preview.isPictureless = answer.picture == nil
    }
  }
}

extension PictureView {
  /// The cells of the preview's picture, as large as fits, at the top.
  func previewPlace(_ facts: ThumbnailFacts, in rect: Rect) -> Rect {
    var place = place(of: facts, in: previewPictureBox(rect))
    place.y = rect.y
    return place
  }

  /// Returns the cells that a thumbnail fills in a box: its aspect ratio is preserved, and it is at the bottom.
  func place(of facts: ThumbnailFacts, in box: Rect) -> Rect {
    let cells = fit(box).cells(facts.width, facts.height, isSmall: facts.isSmall)
    return Rect(
      x: box.x + (box.width - cells.columns) / 2, y: box.maxY - cells.rows, width: cells.columns,
      height: cells.rows)
  }

  fileprivate func fit(_ box: Rect) -> ThumbnailFit {
    ThumbnailFit(columns: box.width, rows: box.height, cell: cellSize)
  }
}

/// Rows that may become visible, the likeliest first: a window below and one above.
private func around(_ tiles: TileGrid) -> [Int] {
  let visible = tiles.visible
  let below = visible.upperBound..<min(tiles.count, visible.upperBound + visible.count)
  let above = max(0, visible.lowerBound - visible.count)..<visible.lowerBound
  return Array(below) + above.reversed()
}

/// The area of the preview's picture regardless of the text below; pictures are requested for it before the text is
/// known.
private func previewPictureBox(_ rect: Rect) -> Rect {
  Rect(x: rect.x, y: rect.y, width: rect.width, height: rect.height * 2 / 3)
}

/// The thumbnail shown in the place of a document's first page while that is loading.
struct OpeningPicture {
  var source: ImageRequest.Source
  /// The position of the page and its visible part, in cells of the screen.
  var frame: Rect
  var place: Rect
  var facts: ThumbnailFacts
}

extension Browser {
  /// Returns the thumbnail of a file shown last: the larger one beside the list, or a tile.
  func thumbnail(of path: String) -> (source: ImageRequest.Source, facts: ThumbnailFacts)? {
    let key = FilePath(path)
    let facts =
      key == FilePath(preview.path) && preview.picture != nil
      ? preview.picture : thumbnails.tile(key)?.picture
    return facts.map { (.thumbnail(key, version: $0.version), $0) }
  }
}
