internal import CPango

/// The style of a piece of text.
struct Face {
  /// In Pango's notation: `Linux Libertine O 11`.
  var font: String
  /// The space above and below in points.
  var above = 0.0
  var below = 6.0
  /// The indent in points of the first line, and of all lines.
  var indent = 0.0
  var left = 0.0
  var isJustified = false
  var isCentred = false
  /// The number of first lines that must be on one page.
  var keptLines = 2
}

/// The area for text on a page, in points.
struct TextFrame {
  var x: Double
  var y: Double
  var width: Double
  var height: Double
}

/// Sets text into frames line by line and requests the next frame when one is full.
final class Typesetter {
  let sheet: Sheet
  private var frame: TextFrame
  /// The top of the next line.
  private(set) var y: Double
  private let nextFrame: () -> TextFrame

  init(_ sheet: Sheet, first: TextFrame, next: @escaping () -> TextFrame) {
    self.sheet = sheet
    frame = first
    y = first.y
    nextFrame = next
  }

  var left: Double { frame.x }
  var width: Double { frame.width }

  /// Continues in the next frame unless this one is empty.
  func turn() {
    if y > frame.y { begin() }
  }

  /// Continues in the next frame in any case.
  func begin() {
    frame = nextFrame()
    y = frame.y
  }

  /// Reserves height in points, here or in the next frame; returns its top.
  func reserve(_ height: Double) -> Double {
    if y + height > frame.y + frame.height { turn() }
    defer { y += height }
    return y
  }

  func skip(_ points: Double) {
    if y > frame.y { y += points }
  }

  /// Sets Pango markup; `[[words|target]]` in it becomes a link, with a target without a colon as a named destination.
  func set(_ source: String, _ face: Face, hyphens: [String: String] = [:]) {
    // Pango's <tt> uses whatever monospace font a machine has.
    let source = source.replacing("<tt>", with: "<span font_family=\"DejaVu Sans Mono\">")
      .replacing("</tt>", with: "</span>")
    let (markup, links) = Typesetter.links(in: Typesetter.hyphenated(source, hyphens))
    let layout = Self.layout(
      markup, face, width: frame.width - face.left, context: sheet.context)
    defer { g_object_unref(UnsafeMutableRawPointer(layout)) }
    skip(face.above)
    guard let iterator = pango_layout_get_iter(layout) else { return }
    defer { pango_layout_iter_free(iterator) }
    let count = Int(pango_layout_get_line_count(layout))
    var index = 0
    repeat {
      var top: Int32 = 0
      var bottom: Int32 = 0
      pango_layout_iter_get_line_yrange(iterator, &top, &bottom)
      let height = points(bottom - top)
      let isKept = index == 0 && count > 1
      let needed = isKept ? height * Double(min(face.keptLines, count)) : height
      if y + needed > frame.y + frame.height { turn() }
      var extents = PangoRectangle()
      pango_layout_iter_get_line_extents(iterator, nil, &extents)
      let baseline = points(pango_layout_iter_get_baseline(iterator) - top)
      let x = frame.x + face.left + points(extents.x)
      cairo_move_to(sheet.context, x, y + baseline)
      let line = pango_layout_iter_get_line_readonly(iterator)
      pango_cairo_show_layout_line(sheet.context, line)
      if let line { place(links, in: line, x: x, top: y, height: height) }
      y += height
      index += 1
    } while pango_layout_iter_next_line(iterator) != 0
    y += face.below
  }

  private func place(
    _ links: [Link], in line: UnsafeMutablePointer<PangoLayoutLine>, x: Double, top: Double,
    height: Double
  ) {
    let start = line.pointee.start_index
    let end = start + line.pointee.length
    for link in links where link.start < end && link.end > start {
      var from: Int32 = 0
      var to: Int32 = 0
      pango_layout_line_index_to_x(line, max(start, link.start), 0, &from)
      pango_layout_line_index_to_x(line, min(end, link.end), 0, &to)
      let target = link.target.contains(":") ? "uri='\(link.target)'" : "dest='\(link.target)'"
      sheet.link(
        target, x: x + points(from), y: top, width: points(to - from), height: height)
    }
  }

  /// Sets one line at a position outside the flow: running heads and page numbers.
  static func line(
    _ markup: String, font: String, on sheet: Sheet, x: Double, y: Double, width: Double,
    isCentred: Bool = false
  ) {
    let layout = layout(
      markup, Face(font: font, isCentred: isCentred), width: width, context: sheet.context)
    defer { g_object_unref(UnsafeMutableRawPointer(layout)) }
    cairo_move_to(sheet.context, x, y)
    pango_cairo_show_layout(sheet.context, layout)
  }

  private static func layout(
    _ markup: String, _ face: Face, width: Double, context: OpaquePointer
  ) -> OpaquePointer {
    let layout: OpaquePointer = pango_cairo_create_layout(context)
    let description = pango_font_description_from_string(face.font)
    pango_layout_set_font_description(layout, description)
    pango_font_description_free(description)
    pango_layout_set_width(layout, Int32(width * Double(PANGO_SCALE)))
    pango_layout_set_indent(layout, Int32(face.indent * Double(PANGO_SCALE)))
    pango_layout_set_justify(layout, face.isJustified ? 1 : 0)
    pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR)
    if face.isCentred { pango_layout_set_alignment(layout, PANGO_ALIGN_CENTER) }
    pango_layout_set_line_spacing(layout, 1.18)
    // Libertine's ligatures of Th, tt and ft get no Unicode characters in the file.
    pango_layout_set_markup(layout, "<span font_features='liga=0'>\(markup)</span>", -1)
    return layout
  }

  // MARK: marks in the text

  private struct Link {
    /// Byte offsets in the text without its markup.
    var start: Int32
    var end: Int32
    var target: String
  }

  /// Returns the text without link marks, and the links' byte ranges in the text without markup.
  private static func links(in source: String) -> (markup: String, links: [Link]) {
    var markup = ""
    var links: [Link] = []
    var rest = Substring(source)
    while let open = rest.range(of: "[["), let close = rest[open.upperBound...].range(of: "]]") {
      markup += rest[..<open.lowerBound]
      let parts = rest[open.upperBound..<close.lowerBound].split(separator: "|")
      let words = String(parts.first ?? "")
      let start = plainLength(markup)
      markup += "<span foreground='#1f62a8'>" + words + "</span>"
      links.append(
        Link(start: start, end: start + plainLength(words), target: String(parts.last ?? "")))
      rest = rest[close.upperBound...]
    }
    return (markup + rest, links)
  }

  /// Returns the byte length of a text without tags and with its entities as characters.
  private static func plainLength(_ markup: String) -> Int32 {
    var count: Int32 = 0
    var isTag = false
    var isEntity = false
    for byte in markup.utf8 {
      switch byte {
      case UInt8(ascii: "<"): isTag = true
      case UInt8(ascii: ">") where isTag: isTag = false
      case UInt8(ascii: "&"): isEntity = true
      case UInt8(ascii: ";") where isEntity:
        isEntity = false
        count += 1
      default: if !isTag, !isEntity { count += 1 }
      }
    }
    return count
  }

  /// Inserts soft hyphens into the words of a table.
  private static func hyphenated(_ source: String, _ hyphens: [String: String]) -> String {
    guard !hyphens.isEmpty else { return source }
    var result = ""
    var word = ""
    for character in source + "\u{0}" {
      if character.isLetter {
        word.append(character)
        continue
      }
      let broken = hyphens[word.lowercased()] ?? word
      var letters = word.makeIterator()
      for part in broken where !word.isEmpty {
        result.append(part == "·" ? "\u{AD}" : letters.next() ?? part)
      }
      word = ""
      if character != "\u{0}" { result.append(character) }
    }
    return result
  }
}

/// Converts Pango units to points.
private func points(_ units: Int32) -> Double { Double(units) / Double(PANGO_SCALE) }

extension Substring {
  /// Returns the range of the first occurrence of a text.
  fileprivate func range(of text: String) -> Range<Index>? {
    var start = startIndex
    while start < endIndex {
      if self[start...].hasPrefix(text) { return start..<index(start, offsetBy: text.count) }
      start = index(after: start)
    }
    return nil
  }
}
