import Canvas
import DocumentModel
import Text

/// A visible character: its cell and its link.
struct VisibleGlyph {
  var scalar: UInt32
  /// Page index from 0, and the character's index there.
  var page: Int
  var origin: Int
  var x: Int
  var y: Int
  var link: Link?
}

extension State {
  /// The characters of the document in a pane's cells, line by line.
  func visibleGlyphs(of index: Int) -> [VisibleGlyph] {
    guard panes.indices.contains(index), let document = document(panes[index].document) else {
      return []
    }
    if showsPictures(index) { return glyphsOnSheets(of: index) }
    let pane = panes[index]
    let rect = textRect(of: index)
    var found: [VisibleGlyph] = []
    var y = rect.y
    var page = pane.page
    var line = pane.line
    while y < rect.maxY, page < document.pageCount {
      guard let layout = layout(index, page: page), let content = document.pages[page] else {
        break
      }
      let links = document.links[page]
      while line < layout.lines.count, y < rect.maxY {
        for glyph in layout.lines[line].glyphs
        where glyph.origin >= 0 && Int(glyph.origin) < content.text.boxes.count {
          let x = rect.x + Int(glyph.column) - pane.column
          guard rect.contains(x: x, y: y) else { continue }
          let middle = content.text.boxes[Int(glyph.origin)].middle
          found.append(
            VisibleGlyph(
              scalar: glyph.scalar, page: page, origin: Int(glyph.origin), x: x, y: y,
              link: links?.link(at: middle)))
        }
        line += 1
        y += 1
      }
      page += 1
      line = 0
    }
    return found
  }
}
