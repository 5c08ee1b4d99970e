import DocumentModel

/// The places of characters on their pages.
extension ReferenceFinder {
  func box(_ origin: Flow.Origin) -> Box? {
    guard origin.index >= 0, let boxes = texts[Int(origin.page)]?.boxes,
      Int(origin.index) < boxes.count
    else { return nil }
    return boxes[Int(origin.index)]
  }

  func firstRow(of paragraph: Flow.Paragraph) -> Box {
    var row: Box?
    for origin in paragraph.origins.prefix(12) where Int(origin.page) == paragraph.page {
      guard let box = box(origin), !box.isEmpty else { continue }
      guard let known = row else {
        row = box
        continue
      }
      guard box.y0 < known.y1, box.y1 > known.y0, box.x0 >= known.x0 else { break }
      row = known.union(box)
    }
    return row ?? paragraph.box
  }

  /// Returns the places of some characters, a box for each line.
  func pieces(of range: Range<Int>, in paragraph: Flow.Paragraph) -> [Piece] {
    var pieces: [Piece] = []
    var text = String.UnicodeScalarView()
    var last = Box.zero
    for index in range {
      let origin = paragraph.origins[index]
      if let box = box(origin), !box.isEmpty, !Script.isBlank(paragraph.scalars[index]) {
        let page = Int(origin.page)
        if let piece = pieces.last, piece.page == page,
          isBeside(piece.box, box) || isBelow(last, box)
        {
          pieces[pieces.count - 1].box = piece.box.union(box)
        } else {
          if !pieces.isEmpty { pieces[pieces.count - 1].text = String(text) }
          text = String.UnicodeScalarView()
          pieces.append(Piece(page: page, box: box, text: ""))
        }
        last = box
      }
      if let scalar = Unicode.Scalar(paragraph.scalars[index]) { text.append(scalar) }
    }
    if !pieces.isEmpty { pieces[pieces.count - 1].text = String(text) }
    return pieces
  }

  /// Whether a character continues a line.
  func isBeside(_ line: Box, _ box: Box) -> Bool {
    let overlap = min(line.y1, box.y1) - max(line.y0, box.y0)
    return overlap > 0.3 * min(line.height, box.height) && box.x0 > line.x0 - 2
      && box.x0 - line.x1 < 4 * max(line.height, box.height)
  }

  /// Whether a character follows another in a turned line, up or down.
  func isBelow(_ last: Box, _ box: Box) -> Bool {
    let overlap = min(last.x1, box.x1) - max(last.x0, box.x0)
    let gap = max(box.y0 - last.y1, last.y0 - box.y1)
    return overlap > 0.5 * min(last.width, box.width) && gap < max(last.width, box.width)
  }
}
