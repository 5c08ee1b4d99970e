package import DocumentModel

/// The place of a block in a document, which stays the same while the document's words do: `page=3&char=1024`.
///
/// It is written with `#` after a file's name or URI. Documents without pages have parts.
package struct BlockAddress: Sendable, Hashable {
  package enum Place: Sendable, Hashable {
    /// All of the page.
    case top
    /// The block's first character (index from 0) among those of the page.
    case character(Int)
    /// The box of a block without characters, in points.
    case box(Box)
  }

  /// The page or part, from 0.
  package var page: Int
  package var place: Place
  package var hasPages: Bool

  /// Reads what follows `#`; nil unless it has the form that `text` gives.
  package init?(_ text: some StringProtocol) {
    let parameters = text.split(separator: "&")
    guard (1...2).contains(parameters.count) else { return nil }
    func value(_ parameter: Substring, of name: String) -> Substring? {
      parameter.hasPrefix(name + "=") ? parameter.dropFirst(name.count + 1) : nil
    }
    let first = Substring(parameters[0])
    let page = value(first, of: "page")
    guard let number = (page ?? value(first, of: "part")).flatMap({ Int($0) }),
      (1...Int(Int32.max)).contains(number)
    else { return nil }
    (self.page, hasPages) = (number - 1, page != nil)
    guard parameters.count > 1 else {
      place = .top
      return
    }
    let second = Substring(parameters[1])
    if let index = value(second, of: "char").flatMap({ Int($0) }),
      (0...Int(Int32.max)).contains(index)
    {
      place = .character(index)
    } else if let sides = value(second, of: "viewrect")?.split(separator: ",")
      .compactMap({ Int16($0) }).map({ Float($0) }), sides.count == 4
    {
      place = .box(
        Box(x0: sides[0], y0: sides[1], x1: sides[0] + sides[2], y1: sides[1] + sides[3]))
    } else {
      return nil
    }
  }

  /// Makes the address of a page or part.
  package init(page: Int, hasPages: Bool) {
    (self.page, place, self.hasPages) = (page, .top, hasPages)
  }

  /// Makes the address of a match's first character.
  package init(page: Int, character: Int, hasPages: Bool) {
    (self.page, place, self.hasPages) = (page, .character(character), hasPages)
  }

  /// Makes the address of a paragraph.
  package init(_ paragraph: Flow.Paragraph, hasPages: Bool) {
    page = paragraph.page
    self.hasPages = hasPages
    let own = paragraph.origins.first { $0.index >= 0 && Int($0.page) == paragraph.page }
    place = own.map { .character(Int($0.index)) } ?? .box(paragraph.box)
  }

  /// With `#` before it.
  package var written: String {
    let page = "#\(hasPages ? "page" : "part")=\(self.page + 1)"
    switch place {
    case .top: return page
    case .character(let index): return "\(page)&char=\(index)"
    // As in the parameters for opening PDF files (RFC 8118, 3).
    case .box(let box):
      let sides = [box.x0, box.y0, box.width, box.height].map {
        String(Int16(exactly: $0.rounded()) ?? 0)
      }
      return "\(page)&viewrect=\(sides.joined(separator: ","))"
    }
  }
}

extension BlockAddress {
  /// Returns the index of the block that it names among those up to its page, in their order; else of the one whose first character is
  /// the nearest before it.
  package func nearest(among blocks: [BlockAddress]) -> Int {
    if let same = blocks.firstIndex(of: self) { return same }
    guard case .character(let index) = place else {
      return blocks.firstIndex { $0.page == page } ?? 0
    }
    let before = blocks.indices.compactMap { at -> (at: Int, index: Int)? in
      guard blocks[at].page == page, case .character(let own) = blocks[at].place, own <= index
      else { return nil }
      return (at, own)
    }
    return before.max { $0.index < $1.index }?.at ?? blocks.firstIndex { $0.page == page } ?? 0
  }
}
