/// Office Open XML spreadsheets as XHTML (ECMA-376-1, 18): a heading and a table for each sheet.
enum SheetsMarkup {
  static func text(of files: OfficeFiles) -> OfficeText? {
    guard let path = OfficeText.mainPart(of: files), let root = files.root(path),
      root.name == "workbook"
    else { return nil }
    var reader = SheetsReader(path, root, files)
    reader.read(root)
    var text = OfficeText(tree: reader.writer.tree)
    text.readProperties(of: files)
    text.comments = reader.comments
    return text
  }
}

/// Reads the sheets of a workbook into a tree.
struct SheetsReader {
  let writer = OfficeWriter()
  private let files: OfficeFiles
  private let relations: OfficeRelations
  private let strings: [String]
  private let formats: [SheetNumberFormat]
  private let isFrom1904: Bool
  private(set) var comments: [OfficeComment] = []

  private struct Cell {
    var text: String
    var address: String?
    /// The identifiers of its comments.
    var comments: [String] = []
  }

  /// A cell's place, or the first cell of a range with its size.
  private struct Place: Hashable {
    var row: Int
    var column: Int
  }

  private static let mostStrings = 2_000_000
  /// Bytes of the text of a sheet.
  private static let mostText = 1 << 26
  private static let mostMerges = 100_000

  init(_ path: String, _ root: MarkupNode, _ files: OfficeFiles) {
    self.files = files
    relations = OfficeRelations(of: path, in: files)
    let shared = relations.path("sharedStrings").flatMap(files.root)
    strings = shared?.children("si").prefix(Self.mostStrings).map(Self.text) ?? []
    formats = SheetNumberFormat.read(relations.path("styles").flatMap(files.root))
    isFrom1904 = root.child("workbookPr").map { WordValue.isOn($0["date1904"] ?? "0") } ?? false
  }

  mutating func read(_ root: MarkupNode) {
    writer.begin(OfficeElement("body"))
    var known: Set<String> = []
    for sheet in root.child("sheets")?.children("sheet").map(\.self) ?? [] {
      let isHidden = sheet["state"].map { $0 != "visible" } ?? false
      guard !isHidden, let target = sheet["r:id"].flatMap({ relations[$0] }), !target.isExternal,
        target.kind == "worksheet", known.insert(target.address).inserted
      else { continue }
      writer.paragraph(OfficeElement("h2"))
      writer.put(sheet["name"] ?? "")
      writer.endParagraph()
      if let root = files.root(target.address) {
        readSheet(root, OfficeRelations(of: target.address, in: files))
      }
    }
    writer.end()
  }

  private mutating func readSheet(_ root: MarkupNode, _ relations: OfficeRelations) {
    var commented = readComments(relations.path("comments").flatMap(files.root))
    let merges = merges(root)
    let links = links(root, relations)
    var grid = SheetGrid<Cell>()
    var next = Place(row: 0, column: 0)
    var room = Self.mostText
    for row in root.child("sheetData")?.children("row").map(\.self) ?? [] {
      let line = OpenDocumentValue.number(row["r"], 1...Self.mostPlaces).map { $0 - 1 } ?? next.row
      next = Place(row: line, column: 0)
      for node in row.children("c") {
        let place = node["r"].flatMap(Self.place) ?? next
        next.column = place.column + 1
        let text = text(of: node)
        room -= text.utf8.count
        guard !text.isEmpty, room > 0 else { continue }
        let size = merges[place] ?? (1, 1)
        let cell = Cell(
          text: text, address: links[place], comments: commented.removeValue(forKey: place) ?? [])
        grid.add(
          .init(content: cell, columns: size.columns, rows: size.rows), row: place.row,
          column: place.column)
      }
      next.row = min(Self.mostPlaces, line + 1)
    }
    for (place, comments) in commented {
      let cell = Cell(text: OfficeComment.emptyCell, comments: comments)
      grid.add(.init(content: cell), row: place.row, column: place.column)
    }
    grid.write(to: writer) { element, cell in
      writer.begin(element)
      if let cell { put(cell) }
      writer.end()
    }
    readDrawings(relations)
  }

  /// Reads the comments of a sheet; returns their identifiers by their cells.
  private mutating func readComments(_ root: MarkupNode?) -> [Place: [String]] {
    let authors = root?.child("authors")?.children("author").map(\.words) ?? []
    var found: [Place: [String]] = [:]
    for node in root?.child("commentList")?.children("comment").map(\.self) ?? [] {
      guard let place = node["ref"].flatMap(Self.place) else { continue }
      let author = node["authorId"].flatMap { Int($0) } ?? -1
      let id = "cell-\(comments.count)"
      comments.append(
        OfficeComment(
          id: id, author: authors.indices.contains(author) ? authors[author] : "", date: "",
          text: node.child("text").map { String(Self.text(of: $0).trimmed) } ?? ""))
      found[place, default: []].append(id)
    }
    return found
  }

  /// Writes the images and charts of a sheet below it.
  private func readDrawings(_ relations: OfficeRelations) {
    guard let path = relations.path("drawing"), let root = files.root(path) else { return }
    let relations = OfficeRelations(of: path, in: files)
    for anchor in root.elements {
      let name = anchor.descendants.first { $0.name.hasSuffix(":cNvPr") }
      let words = name?["descr"] ?? name?["title"] ?? ""
      for node in anchor.descendants {
        if node.name == "a:blip", let target = node["r:embed"].flatMap({ relations[$0] }) {
          writer.paragraph(OfficeElement("p"))
          writer.put(OfficeElement("img", [("src", target.address), ("alt", words)]))
          writer.endParagraph()
        } else if node.name == "c:chart", let target = node["r:id"].flatMap({ relations[$0] }) {
          OfficeChart.write(files.root(target.address), words: words, to: writer)
        }
      }
    }
  }

  private func put(_ cell: Cell) {
    let inlines =
      cell.comments.map { OfficeElement("span", [("comment", $0)]) }
      + (cell.address.map { [OfficeElement("a", [("href", $0)])] } ?? [])
    writer.paragraph(OfficeElement("p"))
    let lines = cell.text.split(omittingEmptySubsequences: false) { $0.isNewline }
    for (index, line) in lines.enumerated() {
      if index > 0 { writer.put(OfficeElement("br"), inlines) }
      writer.put(String(line), inlines)
    }
    writer.endParagraph()
  }

  // MARK: cells

  /// The text of a string item, without its phonetic guides.
  private static func text(of item: MarkupNode) -> String {
    let text = item.elements.map { node in
      switch node.name {
      case "t": node.text
      case "r": node.children("t").map(\.text).joined()
      default: ""
      }
    }.joined()
    return text.utf8.count > 3 && text.contains("_x") ? decoded(text) : text
  }

  /// Characters that XML does not allow are written as "_x000D_".
  private static func decoded(_ text: String) -> String {
    var result = ""
    var rest = text[...]
    while let first = rest.first {
      let code = rest.prefix(7)
      if code.hasPrefix("_x"), code.hasSuffix("_"), code.count == 7,
        let value = UInt32(code.dropFirst(2).dropLast(), radix: 16)
      {
        if value != 0x0D, let scalar = UnicodeScalar(value) { result.unicodeScalars.append(scalar) }
        rest = rest.dropFirst(7)
      } else {
        result.append(first)
        rest = rest.dropFirst()
      }
    }
    return result
  }

  private func text(of cell: MarkupNode) -> String {
    let value = cell.child("v")?.text ?? ""
    // No program has computed it yet; one that is computed may be an empty string.
    if value.isEmpty, cell["t"] != "str", let formula = cell.child("f")?.text, !formula.isEmpty {
      return "=" + formula
    }
    switch cell["t"] {
    case "s":
      let index = Int(value) ?? -1
      return strings.indices.contains(index) ? strings[index] : ""
    case "inlineStr": return cell.child("is").map(Self.text) ?? ""
    case "b": return value == "1" ? "TRUE" : value.isEmpty ? "" : "FALSE"
    case "str", "e", "d": return value
    default:
      guard let number = Double(value), number.isFinite else { return value }
      let index = cell["s"].flatMap { Int($0) } ?? 0
      let format = formats.indices.contains(index) ? formats[index] : SheetNumberFormat("")
      return format.text(number, isFrom1904: isFrom1904)
    }
  }

  // MARK: places

  private static let mostPlaces = 1_048_576
  private static let mostColumns = 16_384

  /// Reads a place such as "B3".
  private static func place(_ name: String) -> Place? {
    var (row, column) = (0, 0)
    for byte in name.utf8 where byte != 0x24 {
      switch byte {
      case 0x41...0x5A where row == 0: column = column * 26 + Int(byte) - 0x40
      case 0x30...0x39: row = row * 10 + Int(byte) - 0x30
      default: return nil
      }
      guard row <= mostPlaces, column <= mostColumns else { return nil }
    }
    return row > 0 && column > 0 ? Place(row: row - 1, column: column - 1) : nil
  }

  /// Returns the sizes of merged cells by their first.
  private func merges(_ root: MarkupNode) -> [Place: (columns: Int, rows: Int)] {
    var merges: [Place: (columns: Int, rows: Int)] = [:]
    for node in root.child("mergeCells")?.children("mergeCell").prefix(Self.mostMerges).map(\.self)
      ?? []
    {
      let ends = (node["ref"] ?? "").split(separator: ":").compactMap { Self.place(String($0)) }
      guard ends.count == 2, ends[1].row >= ends[0].row, ends[1].column >= ends[0].column else {
        continue
      }
      merges[ends[0]] = (ends[1].column - ends[0].column + 1, ends[1].row - ends[0].row + 1)
    }
    return merges
  }

  private func links(_ root: MarkupNode, _ relations: OfficeRelations) -> [Place: String] {
    var links: [Place: String] = [:]
    for node in root.child("hyperlinks")?.children("hyperlink").map(\.self) ?? [] {
      let first = (node["ref"] ?? "").split(separator: ":").first.map(String.init)
      guard let place = first.flatMap(Self.place),
        let target = node["r:id"].flatMap({ relations[$0] }), target.isExternal
      else { continue }
      links[place] = target.address
    }
    return links
  }
}
