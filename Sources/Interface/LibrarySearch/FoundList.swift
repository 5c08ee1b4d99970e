import Canvas
package import DocumentModel

/// What a search in the library has told so far, as lines to go about in.
package struct FoundList: Sendable {
  package enum Line: Sendable, Hashable {
    /// Index into `documents`.
    case document(Int)
    /// And of one of its hits.
    case hit(Int, Int)
    /// There are more hits in that document.
    case more(Int)

    package var document: Int {
      switch self {
      case .document(let index), .hit(let index, _), .more(let index): index
      }
    }
  }

  /// Of the search that found it; 0: nothing was looked for.
  package private(set) var number: Int
  package private(set) var request: LibraryRequest?
  package private(set) var documents: [DocumentHits] = []
  package private(set) var lines: [Line] = []
  /// Index into `lines` of one that can be stood on.
  package private(set) var cursor = 0
  package var top = 0
  /// Documents all of whose hits are listed, and such as are asked for all of them.
  private(set) var whole: Set<FilePath> = []
  private(set) var awaited: Set<FilePath> = []
  /// All counts, and whether it is over; its documents are empty.
  package private(set) var told = LibraryFindings()
  /// Cells of the widest name of a place, and of the widest section; 0: there are none.
  private(set) var placeWidth = 0
  private(set) var sectionWidth = 0

  package init(number: Int = 0, request: LibraryRequest? = nil) {
    self.number = number
    self.request = request
  }

  /// Puts more of what was found behind what was told before.
  package mutating func take(_ findings: LibraryFindings) {
    let first = documents.count
    documents += findings.documents
    told = findings
    told.documents = []
    guard documents.count > first else { return }
    let wasEmpty = lines.isEmpty
    for index in first..<documents.count {
      lines += lines(of: index)
      measure(documents[index].hits)
    }
    if wasEmpty { select(firstStop(from: 0) ?? 0) }
  }

  /// Takes in all hits of a document.
  package mutating func take(_ hits: [LibraryHit], of path: String) {
    let key = FilePath(path)
    awaited.remove(key)
    guard let index = documents.firstIndex(where: { FilePath($0.path) == key }), !hits.isEmpty
    else {
      return
    }
    let stood = lines[safe: cursor]
    documents[index].hits = hits
    documents[index].count = max(documents[index].count, hits.count)
    whole.insert(key)
    measure(hits)
    lines = documents.indices.flatMap { lines(of: $0) }
    // What is stood on behind it stays; in its own document the line does, so that one goes on where more begins.
    if let stood, stood.document > index, let line = lines.firstIndex(of: stood) {
      top = max(0, top + line - cursor)
      cursor = line
    }
    select(min(cursor, lines.count - 1))
  }

  /// A document is being asked for all of its hits.
  mutating func expect(_ path: String) { awaited.insert(FilePath(path)) }

  private func lines(of index: Int) -> [Line] {
    let document = documents[index]
    let hits = document.hits.indices.map { Line.hit(index, $0) }
    let hasMore =
      document.count > document.hits.count && !hits.isEmpty
      && !whole.contains(FilePath(document.path))
    return [.document(index)] + hits + (hasMore ? [.more(index)] : [])
  }

  private mutating func measure(_ hits: [LibraryHit]) {
    for hit in hits {
      placeWidth = max(placeWidth, hit.placeWidth)
      if !hit.section.isEmpty {
        sectionWidth = max(sectionWidth, 12, CellWidth.of(hit.sectionWords))
      }
    }
  }

  // MARK: going about

  /// Nobody has gone anywhere in it yet.
  var isAtBeginning: Bool { cursor == firstStop(from: 0) ?? 0 }

  package var line: Line? { lines[safe: cursor] }

  /// The document the cursor is in.
  package var document: DocumentHits? { line.flatMap { documents[safe: $0.document] } }

  /// The hit under the cursor.
  package var hit: LibraryHit? {
    guard case .hit(let document, let index)? = line else { return nil }
    return documents[safe: document]?.hits[safe: index]
  }

  /// A document's own line is stood on only where no hits of it are told.
  package func isStop(_ index: Int) -> Bool {
    guard let line = lines[safe: index] else { return false }
    if case .document(let document) = line { return documents[document].hits.isEmpty }
    return true
  }

  private func firstStop(from index: Int, by step: Int = 1) -> Int? {
    var index = index
    while lines.indices.contains(index) {
      if isStop(index) { return index }
      index += step
    }
    return nil
  }

  /// Puts the cursor on a line, or on the next below that can be stood on.
  package mutating func select(_ index: Int) {
    let index = min(max(0, index), max(0, lines.count - 1))
    cursor = firstStop(from: index) ?? firstStop(from: index, by: -1) ?? 0
  }

  /// Moves the cursor by so many lines that can be stood on.
  package mutating func move(_ step: Int) {
    let direction = step < 0 ? -1 : 1
    for _ in 0..<min(abs(step), lines.count) {
      guard let next = firstStop(from: cursor + direction, by: direction) else { return }
      cursor = next
    }
  }

  /// Goes to the first hit of a document so many on; back, first to the first of the one it is in.
  package mutating func moveDocument(_ step: Int) {
    guard let line else { return }
    var target = line.document + step
    if step < 0, let first = firstLine(of: line.document), cursor != first { target += 1 }
    target = min(max(0, target), documents.count - 1)
    if let first = firstLine(of: target) { cursor = first }
  }

  /// The first line of a document that can be stood on.
  func firstLine(of document: Int) -> Int? {
    lines.firstIndex(of: .document(document)).flatMap { firstStop(from: $0) }
  }

  /// Keeps the cursor in sight of a list so many lines high, with its document's line where it stands on its first hit.
  package mutating func reveal(height: Int) {
    guard height > 0 else { return }
    let isFirst = cursor > 0 && !isStop(cursor - 1)
    let upper = isFirst && height > 1 ? cursor - 1 : cursor
    if upper < top { top = upper }
    if cursor >= top + height { top = cursor - height + 1 }
    top = min(max(0, top), max(0, lines.count - height))
  }
}
