import Canvas
import Messages

/// The cells of each part of the browser.
struct BrowserLayout {
  /// Below the breadcrumbs; nil if there is one only.
  var tabs: Rect?
  var sidebar: Rect?
  /// The names of the columns.
  var headings: Rect
  var list: Rect
  var preview: Rect?
  /// The columns beside the name, from left to right.
  var columns: [(column: Column, rect: Rect)]
  /// Cells of the name.
  var name: Rect

  /// Narrow windows hide first the preview, then the sidebar.
  private static let previewFrom = 100
  /// Beside a gallery the preview would repeat what is already shown.
  private static let previewBesideGalleryFrom = 150
  private static let sidebarFrom = 58
  private static let shortestName = 22
}

extension BrowserLayout {
  init(_ browser: Browser, size: Size) {
    let hasTabs = browser.tabs.count > 1
    tabs = hasTabs ? Rect(x: 0, y: 1, width: size.width, height: 1) : nil
    let top = hasTabs ? 3 : 2
    let height = max(1, size.height - 1 - top)
    var left = 0
    var right = size.width
    sidebar = nil
    preview = nil
    if browser.showsSidebar, size.width >= Self.sidebarFrom {
      let width = min(max(12, browser.sidebarWidth ?? 20), size.width / 3)
      sidebar = Rect(x: 0, y: top, width: width, height: height)
      left = width + 1
    }
    let isGallery = browser.current?.options.isGallery == true
    if browser.showsPreview,
      size.width >= (isGallery ? Self.previewBesideGalleryFrom : Self.previewFrom),
      browser.choosing == nil || size.width >= 100
    {
      let fit = max(30, min(50, size.width * 3 / 10))
      let width = min(max(20, browser.previewWidth ?? fit), size.width / 2)
      right -= width
      preview = Rect(x: right + 1, y: top, width: width - 1, height: height)
    }
    let area = Rect(x: left, y: top, width: right - left, height: height)
    // A gallery has no columns, and headings of its own.
    let above = isGallery ? 0 : 1
    headings = Rect(x: area.x, y: area.y, width: area.width, height: above)
    list = Rect(
      x: area.x, y: area.y + above, width: area.width, height: max(1, height - above))
    (columns, name) = Self.columns(browser.current, in: list)
  }

  /// Returns the columns that fit beside a name of some length, from the right edge.
  private static func columns(
    _ tab: BrowserTab?, in list: Rect
  ) -> ([(column: Column, rect: Rect)], Rect) {
    var room = list.width - shortestName - 5
    var shown: Set<Column> = []
    let sort = tab.flatMap { $0.keepsOrder || $0.options.isByName ? nil : $0.options.sort }
    let chosen = tab?.columns ?? []
    let all = chosen + (sort.map { chosen.contains($0) ? [] : [$0] } ?? [])
    let wanted = all.filter { column in
      // A page count takes its room from the start: it is there for nearly all.
      !column.needsDocument || column == .pages || column == sort
        || tab?.filled.contains(column) == true
    }
    // The sort column matters most, then the first columns.
    for column in wanted.filter({ $0 == sort }) + wanted.filter({ $0 != sort }) {
      // The original folder of a trashed file is worth shortening its name; other columns are not.
      let more = Column.ofTrash.contains(column) ? 8 : 0
      guard column.width + 2 <= room + more else { continue }
      room -= column.width + 2
      shown.insert(column)
    }
    var x = list.maxX - 1
    var columns: [(column: Column, rect: Rect)] = []
    for column in wanted.reversed() where shown.contains(column) {
      x -= column.width
      columns.insert(
        (column, Rect(x: x, y: list.y, width: column.width, height: list.height)), at: 0)
      x -= 2
    }
    return (
      columns, Rect(x: list.x + 5, y: list.y, width: max(1, x - list.x - 5), height: list.height)
    )
  }
}
