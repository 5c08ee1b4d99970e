internal import CDjVu
import DocumentModel
import Glibc
import Wire

/// The address of a link or an outline item: `#page`, or one of the web.
struct DjVuAddress {
  private let text: String

  init(_ text: String) {
    self.text = text.trimmed
  }

  /// Returns what it leads to; nil if it is empty. `page` is the page it is on.
  func target(_ names: DjVuPageNames, from page: Int) -> LinkTarget? {
    guard !text.isEmpty else { return nil }
    guard text.hasPrefix("#") else { return Self.external(text) }
    let name = String(text.dropFirst())
    guard !name.isEmpty else { return nil }
    let found =
      names.page(named: name, from: page)
      ?? names.page(named: LinkAddress.decoded(name[...]), from: page)
    return found.map { .destination(Destination(page: $0)) } ?? .named(name)
  }

  private static func external(_ text: String) -> LinkTarget? {
    switch LinkAddress(CleanText.address(text)) {
    case .target(let target): target
    // Options of a viewer, such as `?djvuopts&zoom=page`.
    case .place: nil
    }
  }
}

/// The areas of a page that are links or have comments, with boxes in points.
struct DjVuMapAreas {
  private var areas: [Area] = []

  private struct Area {
    let box: Box
    let address: String
    let comment: String
  }

  init(_ annotations: DjVuExpression, on page: DjVuPage) {
    guard let list = ddjvu_anno_get_hyperlinks(annotations.raw) else { return }
    defer { free(list) }
    var budget = Limit.strings
    var next = list
    while let raw = next.pointee, areas.count < Limit.links {
      next += 1
      guard let area = Self.area(DjVuExpression(raw), page) else { continue }
      budget -= area.address.utf8.count + area.comment.utf8.count
      guard budget >= 0 else { break }
      areas.append(area)
    }
  }

  /// Reads `(maparea address comment (rect x y w h) …)`, where an address may be `(url address
  /// frame)`.
  private static func area(_ expression: DjVuExpression, _ page: DjVuPage) -> Area? {
    var parts = expression.items
    guard parts.next()?.name == "maparea", let address = parts.next(), let comment = parts.next(),
      let shape = parts.next(), let box = box(of: shape, page)
    else { return nil }
    var url = address.items
    let written = url.next()?.name == "url" ? url.next() : address
    return Area(
      box: box, address: written?.text(most: Limit.string) ?? "",
      comment: comment.text(most: Limit.string) ?? "")
  }

  /// The box around a shape; its numbers are pixels of the displayed page with y up.
  private static func box(of shape: DjVuExpression, _ page: DjVuPage) -> Box? {
    var parts = shape.items
    let kind = parts.next()?.name
    var numbers: [Int] = []
    for part in parts.rest.items {
      guard let number = part.number, numbers.count < Self.mostNumbers else { return nil }
      numbers.append(number)
    }
    switch kind {
    case "rect", "oval", "text":
      guard numbers.count == 4 else { return nil }
      let (x, y, width, height) = (numbers[0], numbers[1], numbers[2], numbers[3])
      return page.box(x, y, x + width, y + height)
    case "poly", "line":
      guard numbers.count >= 4, numbers.count.isMultiple(of: 2) else { return nil }
      let across = stride(from: 0, to: numbers.count, by: 2).map { numbers[$0] }
      let up = stride(from: 1, to: numbers.count, by: 2).map { numbers[$0] }
      guard let left = across.min(), let right = across.max(), let bottom = up.min(),
        let top = up.max()
      else { return nil }
      return page.box(left, bottom, right, top)
    default: return nil
    }
  }

  /// Coordinates of a polygon.
  private static let mostNumbers = 100_000

  func links(_ names: DjVuPageNames, from page: Int) -> [Link] {
    areas.compactMap { area in
      DjVuAddress(area.address).target(names, from: page).map { Link(box: area.box, target: $0) }
    }
  }

  /// The areas with comments that are no links, as highlights.
  func annotations(on page: Int) -> [Annotation] {
    areas.enumerated().compactMap { number, area in
      let comment = String(CleanText.contents(area.comment).trimmed)
      guard area.address.isEmpty, !comment.isEmpty else { return nil }
      var annotation = Annotation(
        id: AnnotationID("object-\(page)-\(number)"), page: page, kind: .highlight, box: area.box,
        quads: [Quad(area.box)], color: 0xFFD100)
      annotation.contents = comment
      return annotation
    }
  }

  /// The comments of areas that are no links: highlighted text, notes, arrows. Those of links say
  /// where they lead.
  var notes: PageNotes {
    var notes = PageNotes()
    for area in areas where area.address.isEmpty {
      notes.isAnnotated = true
      let text = CleanText.line(area.comment).trimmed
      if !text.isEmpty { notes.texts.append(text) }
    }
    return notes
  }
}
