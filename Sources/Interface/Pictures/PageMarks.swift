import Canvas
import DocumentModel
import Text

/// The colours of marks on page images, as 0xRRGGBB, chosen for white paper.
enum Pen {
  static let hit: UInt32 = 0xFFE066
  static let currentHit: UInt32 = 0xFF9F45
  static let selection: UInt32 = 0xA6CBFF
  /// The caret and the mark of the current section.
  static let pointer: UInt32 = 0xD9480F
  /// The outline of annotations of the previous version.
  static let carried: UInt32 = 0x868E96
}

/// Marks on page images: matches, selections, and annotations and fields they do not show yet.
enum PageMarks {
  /// Returns the marks on a drawing: hits, the selection, the caret, annotations, fields and, beside an outline, the start of the section.
  /// `isBefore`: for the image of an older generation, which lacks more of the document's changes.
  static func marks(
    _ state: State,
    on drawing: PageDrawing, _ document: Document, _ pane: Int, isBefore: Bool = false
  ) -> [PictureMark] {
    let placement = PagePlacement(drawing, of: state.pageSize(document, drawing.page))
    var marks: [PictureMark] = []
    func add(_ boxes: [Box], _ color: UInt32, _ paint: PictureMark.Paint = .tint) {
      let areas = boxes.compactMap { placement.pixels(of: $0, in: drawing.frame) }
      if !areas.isEmpty { marks.append(PictureMark(areas, color: color, paint: paint)) }
    }
    if let content = document.pages[drawing.page] {
      let lit = PaneView.lit(state, in: document.id, on: drawing.page)
      let pens: [(LitRange.Light, UInt32)] = [
        (.hit, Pen.hit), (.flash, Pen.hit), (.currentHit, Pen.currentHit),
        (.selection, Pen.selection),
      ]
      for (light, color) in pens {
        let ranges = lit.filter { $0.light == light }.map(\.range)
        add(ranges.flatMap { Self.boxes(of: $0, in: content.text) }, color)
      }
      for range in lit {
        guard case .change(let change, _) = range.light else { continue }
        let boxes = Self.boxes(of: range.range, in: content.text)
        if change == .gap {
          add(boxes.first.map { [Self.caret($0)] } ?? [], change.color, .solid)
        } else {
          add(boxes, change.color)
        }
      }
      if pane == state.panes.focus, let selection = state.selection,
        selection.document == document.id,
        selection.caret.page == drawing.page, let origin = state.origin(of: selection.caret),
        let box = content.text.boxes[safe: origin]
      {
        add([Self.caret(box)], Pen.pointer, .solid)
      }
    }
    marks += annotationMarks(state, on: drawing, document, pane, isBefore: isBefore)
    marks += fieldMarks(state, on: drawing, document, pane, isBefore: isBefore)
    if state.panel?.source == .outline, let destination = state.section(of: pane)?.destination,
      destination.page == drawing.page,
      let y = destination.y
    {
      add([Box(x0: 2, y0: Float(y), x1: 5, y1: Float(y) + 14)], Pen.pointer, .solid)
    }
    return marks
  }

  /// Returns a bar at a character's left edge, in points.
  private static func caret(_ box: Box) -> Box {
    let width = max(1.2, box.height * 0.12)
    return Box(x0: box.x0 - width / 2, y0: box.y0, x1: box.x0 + width / 2, y1: box.y1)
  }

  /// Returns the boxes of consecutive characters, merged by line.
  static func boxes(of range: Range<Int>, in text: PageText) -> [Box] {
    var lines: [Box] = []
    for box in text.boxes[range.clamped(to: text.boxes.indices)] where !box.isEmpty {
      if let last = lines.last, abs(last.middle.y - box.middle.y) < Double(last.height) / 2,
        box.x0 >= last.x0 - 1, box.x0 - last.x1 < last.height * 2
      {
        lines[lines.count - 1] = last.union(box)
      } else {
        lines.append(box)
      }
    }
    return lines
  }
}
