import Canvas
import DocumentModel
import Messages

/// A document's thumbnail, where its first page will be.
struct OpeningPicture {
  var source: ImageRequest.Source
  /// The position of the page and its visible part, in cells of the screen.
  var frame: Rect
  var place: Rect
  var facts: ThumbnailFacts
}

extension State {
  /// Returns the picture shown from the key press until the page arrives: the thumbnail, enlarged to the page's position if that
  /// is cheap.
  func openingPicture(of pane: Int) -> OpeningPicture? {
    guard let terms = pictures.terms, terms.scales, browser.glance != nil,
      let document = documents[panes[pane].document],
      document.isGlance, document.hasPages, panes[pane].page == 0,
      document.phase == .opening
        || (document.phase == .open && document.infos.isEmpty && document.pages[0] == nil),
      profile(of: pane) == .normal, let (source, facts) = browser.thumbnail(of: document.path)
    else { return nil }
    // How it is displayed is known once the document is open.
    let display =
      document.phase == .opening ? firstDisplay(of: document.id) : panes[pane].display
    guard display.look == .picture else { return nil }
    let rect = paneRect(pane)
    let size = PageSize(width: Double(facts.width), height: Double(facts.height))
    let pages = PageArrangement(
      view: Size(width: rect.width, height: rect.height), display: display,
      cell: terms.cell, pageCount: 1, size: { _ in size }, textBox: { _ in nil })
    guard var frame = pages.sheets(from: pages.spot(of: 0, nil)).first?.frame else { return nil }
    frame = frame.moved(to: rect)
    return frame.common(with: rect).map {
      OpeningPicture(source: source, frame: frame, place: $0, facts: facts)
    }
  }

  /// It is in the slot of the page, which takes its place without a gap.
  func openingRequest(of pane: Int, slot: Int) -> ImageRequest? {
    guard let picture = openingPicture(of: pane) else { return nil }
    func pixels(_ cells: Int) -> Int { cells * picture.facts.height / picture.frame.height }
    return ImageRequest(
      slot: slot, picture.source, in: picture.place,
      part: PixelRect(
        x: 0, y: pixels(picture.place.y - picture.frame.y), width: picture.facts.width,
        height: max(1, pixels(picture.place.height))))
  }

  /// Whether a pane's cells were painted for it.
  func paintOpeningPicture(_ pane: Int, into surface: inout Surface) -> Bool {
    guard let picture = openingPicture(of: pane) else { return false }
    surface.fill(paneRect(pane), SheetView.backdrop(self))
    surface.leave(picture.place, style: SheetView.backdrop(self))
    return true
  }
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
