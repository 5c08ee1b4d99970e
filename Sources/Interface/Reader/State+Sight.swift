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
    guard panes.indices.contains(index), let document = documents[panes[index].document] else {
      return []
    }
    if showsPictures(index) { return glyphsOnSheets(of: index) }
    let rect = textRect(of: index)
    var found: [VisibleGlyph] = []
    for (page, line, y) in linesInSight(of: index) {
      guard let boxes = document.pages[page]?.text.boxes else { break }
      let links = document.links[page]
      let left = rect.x - line.shift(by: panes[index].column, in: rect.width)
      for glyph in line.glyphs where glyph.origin >= 0 && Int(glyph.origin) < boxes.count {
        let x = left + Int(glyph.column)
        guard rect.contains(x: x, y: y) else { continue }
        found.append(
          VisibleGlyph(
            scalar: glyph.scalar, page: page, origin: Int(glyph.origin), x: x, y: y,
            link: links?.link(at: boxes[Int(glyph.origin)].middle)))
      }
    }
    return found
  }

  /// Returns the lines of text in a pane's window, each with its page and its row on the screen.
  func linesInSight(of index: Int) -> [(page: Int, line: TextLine, y: Int)] {
    guard let document = documents[panes[index].document] else { return [] }
    let rect = textRect(of: index)
    var found: [(page: Int, line: TextLine, y: Int)] = []
    var (page, from) = (panes[index].page, panes[index].line)
    while found.count < rect.height, page < document.pageCount,
      let lines = layout(index, page: page)?.lines
    {
      for line in lines.dropFirst(from).prefix(rect.height - found.count) {
        found.append((page, line, rect.y + found.count))
      }
      page += 1
      from = 0
    }
    return found
  }
}
