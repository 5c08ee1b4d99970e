import DocumentModel
import Messages
import Text

/// The line or the words that a jump led to, highlighted for a moment.
package struct Flash: Sendable, Hashable {
  var page: Int
  /// Points from the top and left edges.
  var x: Double?
  var y: Double
  /// The lines of the words; none highlights the line at the point.
  var boxes: [Box]
  var serial = 0
  var isTimed = false
  var isOver = false

  static let milliseconds = 900
}

extension Documents {
  /// Highlights the line at a point of the focused document for a moment, or the words in some boxes.
  mutating func flash(_ page: Int, x: Double?, y: Double, boxes: [Box] = [], pane: Pane?) {
    guard let index = pane.flatMap({ self.index(of: $0.document) }) else { return }
    let serial = (self[index].flash?.serial ?? 0) + 1
    self[index].flash = Flash(page: page, x: x, y: y, boxes: boxes, serial: serial)
  }

  /// Starts the time of a highlight once its page is loaded.
  mutating func timeFlash() -> [Effect] {
    indices.compactMap { index in
      guard let flash = self[index].flash, !flash.isTimed, !flash.isOver,
        self[index].pages[flash.page] != nil
      else { return nil }
      self[index].flash?.isTimed = true
      return .remind(
        .flash(self[index].id, serial: flash.serial), milliseconds: Flash.milliseconds)
    }
  }

  mutating func endFlash(_ id: DocumentID, _ serial: Int) {
    guard let index = self.index(of: id), self[index].flash?.serial == serial else {
      return
    }
    self[index].flash?.isOver = true
  }
}

extension Flash {
  /// Returns the characters of a page that are highlighted for a moment; none of an image.
  static func flashed(_ state: State, in id: DocumentID, on page: Int) -> [LitRange] {
    guard let document = state.documents[id], let flash = document.flash, !flash.isOver,
      flash.page == page, let content = document.pages[page]
    else { return [] }
    let text = content.text
    guard flash.boxes.isEmpty else {
      return flash.boxes.compactMap { box in
        let inside = text.boxes.indices.filter { box.contains(text.boxes[$0].middle) }
        guard let first = inside.first, let last = inside.last else { return nil }
        return LitRange(range: first..<last + 1, light: .flash)
      }
    }
    let view = state.panes.firstIndex { $0.document == id }
    guard let view, let layout = state.layout(view, page: page) else {
      let start = text.offset(atY: flash.y, x: flash.x)
      let row = text.scalars[min(start, text.scalars.count)...].prefix { $0 != 0x0A }
      return row.isEmpty ? [] : [LitRange(range: row.indices, light: .flash)]
    }
    let start = layout.line(atY: flash.y, x: flash.x, in: content, page: page)
    let figures = DocumentFigure.all(in: content.blocks, page: page)
    let line = layout.lines[safe: layout.captionLine(from: start, of: figures)]
    let origins = line?.glyphs.map { Int($0.origin) }.filter { $0 >= 0 } ?? []
    guard let first = origins.min(), let last = origins.max() else { return [] }
    return [LitRange(range: first..<last + 1, light: .flash)]
  }
}
