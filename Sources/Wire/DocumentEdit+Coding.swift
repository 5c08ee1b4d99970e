package import DocumentModel

/// Edits of a document as bytes.
package enum DocumentEdits {
  package static func encoded(_ edits: [DocumentEdit]) -> [UInt8] {
    var writer = ByteWriter()
    for edit in writer.counted(edits) { writer.write(edit) }
    return writer.bytes
  }

  package static func decoded(_ bytes: [UInt8]) throws(WireError) -> [DocumentEdit] {
    var reader = ByteReader(bytes)
    var edits: [DocumentEdit] = []
    for _ in 0..<(try reader.count(limit: Limit.edits, of: 2)) {
      edits.append(try reader.documentEdit())
    }
    try reader.end()
    return edits
  }
}

extension ByteWriter {
  mutating func write(_ edit: DocumentEdit) {
    switch edit {
    case .insert(let file, let pages, let place):
      write(UInt8(1))
      write(count: file)
      if let pages = present(pages) { write(pages: pages) }
      write(count: place)
    case .remove(let pages):
      write(UInt8(2))
      write(pages: pages)
    case .keep(let pages):
      write(UInt8(3))
      write(pages: pages)
    case .move(let pages, let place):
      write(UInt8(4))
      write(pages: pages)
      write(count: place)
    case .exchange(let one, let other):
      write(UInt8(5))
      write(count: one)
      write(count: other)
    case .rotate(let pages, let degrees):
      write(UInt8(6))
      write(pages: pages)
      write(UInt16((degrees % 360 + 360) % 360))
    case .describe(let field, let text):
      write(UInt8(7))
      write(case: field)
      write(text)
    case .addEntry(let title, let page, let place):
      write(UInt8(8))
      write(title)
      write(count: page)
      write(place)
    case .renameEntry(let name, let title):
      write(UInt8(9))
      write(name)
      write(title)
    case .removeEntry(let name):
      write(UInt8(10))
      write(name)
    case .moveEntry(let name, let place):
      write(UInt8(11))
      write(name)
      write(place)
    case .addText(let page, let words):
      write(UInt8(12))
      write(count: page)
      for word in counted(words) { write(word) }
    }
  }

  private mutating func write(_ word: PlacedWord) {
    write(word.text)
    write(plain: [word.x, word.y, word.width, word.size])
    write(UInt8(word.turn.rawValue))
    write(word.isRightToLeft)
  }

  private mutating func write(pages: [Int]) {
    for page in counted(pages) { write(count: page) }
  }

  private mutating func write(_ name: OutlineName) {
    switch name {
    case .title(let title):
      write(UInt8(0))
      write(title)
    case .number(let number):
      write(UInt8(1))
      write(count: number)
    }
  }

  private mutating func write(_ place: OutlinePlace) {
    switch place {
    case .end: write(UInt8(0))
    case .under(let name):
      write(UInt8(1))
      write(name)
    case .before(let name):
      write(UInt8(2))
      write(name)
    case .after(let name):
      write(UInt8(3))
      write(name)
    }
  }

  mutating func write(_ work: EditWork) {
    for file in counted(work.files) {
      write(Int64(file.count))
      write(raw: Array(file.password.prefix(1_024)))
    }
    write(Int64(work.editsCount))
    write(Int64(work.roomOffset))
    write(Int64(work.room))
    write(work.isCopy)
    write(work.breaksSignatures)
    write(work.moment)
  }

  mutating func write(_ outcome: EditOutcome) {
    write(Int64(outcome.byteCount))
    write(count: outcome.pageCount)
    write(cases: outcome.cautions)
  }

  mutating func write(_ refusal: EditRefusal) {
    write(case: refusal.reason)
    write(count: refusal.file)
  }
}

extension ByteReader {
  mutating func documentEdit() throws(WireError) -> DocumentEdit {
    let kind = try byte()
    switch kind {
    case 1:
      let file = try index()
      let pages = try bool() ? try pages() : nil
      return .insert(file: file, pages: pages, at: try page())
    case 2: return .remove(try pages())
    case 3: return .keep(try pages())
    case 4: return .move(try pages(), to: try page())
    case 5: return .exchange(try page(), try page())
    case 6: return .rotate(try pages(), by: Int(try integer(UInt16.self)))
    case 7: return .describe(try oneCase(), try string())
    case 8: return .addEntry(title: try string(), page: try page(), try place())
    case 9: return .renameEntry(try outlineName(), to: try string())
    case 10: return .removeEntry(try outlineName())
    case 11: return .moveEntry(try outlineName(), try place())
    case 12:
      let page = try page()
      var words: [PlacedWord] = []
      for _ in 0..<(try count(limit: Limit.characters, of: 22)) { words.append(try placedWord()) }
      return .addText(page: page, words)
    default: throw .unknownKind(kind)
    }
  }

  private mutating func placedWord() throws(WireError) -> PlacedWord {
    let text = try string()
    let numbers = try plain(4, zero: Float(0))
    guard numbers.allSatisfy({ abs($0) <= Float(Limit.pageSide) }),
      let turn = QuarterTurn(rawValue: Int(try byte()))
    else { throw .invalid("word") }
    return PlacedWord(
      text: text, x: numbers[0], y: numbers[1], width: numbers[2], size: numbers[3], turn: turn,
      isRightToLeft: try bool())
  }

  private mutating func page() throws(WireError) -> Int {
    let page = try index()
    guard page <= Limit.pageCount else { throw .invalid("page") }
    return page
  }

  private mutating func pages() throws(WireError) -> [Int] {
    var pages: [Int] = []
    for _ in 0..<(try count(limit: Limit.pageCount, of: 4)) { pages.append(try page()) }
    return pages
  }

  private mutating func outlineName() throws(WireError) -> OutlineName {
    switch try byte() {
    case 0: .title(try string())
    case 1: .number(try index())
    case let kind: throw .unknownKind(kind)
    }
  }

  private mutating func place() throws(WireError) -> OutlinePlace {
    switch try byte() {
    case 0: .end
    case 1: .under(try outlineName())
    case 2: .before(try outlineName())
    case 3: .after(try outlineName())
    case let kind: throw .unknownKind(kind)
    }
  }

  mutating func editWork() throws(WireError) -> EditWork {
    var files: [EditWork.File] = []
    for _ in 0..<(try count(limit: Limit.editedFiles, of: 12)) {
      files.append(
        EditWork.File(
          count: try size(Limit.annotatedFile), password: try raw(limit: 1_024)))
    }
    return EditWork(
      files: files, editsCount: try size(Limit.shared),
      roomOffset: try size(Limit.editedBytes), room: try size(Limit.editedBytes),
      isCopy: try bool(), breaksSignatures: try bool(), moment: try integer(Int64.self))
  }

  mutating func editOutcome() throws(WireError) -> EditOutcome {
    EditOutcome(
      byteCount: try size(Limit.editedBytes), pageCount: try page(), cautions: try cases())
  }

  mutating func editRefusal() throws(WireError) -> EditRefusal {
    let refusal = EditRefusal(try oneCase(), file: try index())
    guard refusal.file <= Limit.editedFiles else { throw .invalid("refusal") }
    return refusal
  }
}
