import Canvas
package import DocumentModel
package import Messages

/// The results of a library search, as a list of lines with a cursor.
package struct FoundList: Sendable {
  package enum Line: Sendable, Hashable {
    /// An index into `documents`.
    case document(Int)
    /// Indices of a document and of one of its hits.
    case hit(Int, Int)
    /// Offers to list the document's other hits.
    case more(Int)

    package var document: Int {
      switch self {
      case .document(let index), .hit(let index, _), .more(let index): index
      }
    }

    /// Returns the same line of a document that has another index.
    func moved(to index: Int) -> Line {
      switch self {
      case .document: .document(index)
      case .hit(_, let hit): .hit(index, hit)
      case .more: .more(index)
      }
    }
  }

  /// The number of the search; 0 if there was none.
  package private(set) var number: Int
  package private(set) var request: LibraryRequest?
  package private(set) var documents: [DocumentHits] = []
  package private(set) var lines: [Line] = []
  /// An index into `lines`, of a line for which `isStop` holds.
  package private(set) var cursor = 0
  package var top = 0
  /// Whether one of its documents was opened, to which the user may return.
  var wasOpened = false
  /// The places of all documents that were found.
  private var places: Set<DocumentPlace> = []
  /// Shared documents that are not listed since a file with the same bytes is, and their numbers of hits.
  private var doubles: [DocumentPlace: Int] = [:]
  /// The collections of those by the listed file, such as `lab:papers`.
  private var collections: [DocumentPlace: String] = [:]
  /// Documents whose hits are all listed, and documents for which all hits have been requested.
  private(set) var whole: Set<DocumentPlace> = []
  private(set) var awaited: Set<DocumentPlace> = []
  /// The last answers of this machine and of shared libraries, by name, without documents.
  private var answers: [String: LibraryFindings] = [:]
  /// The total counts and the search's state; its `documents` are empty.
  package private(set) var totals = LibraryFindings()
  /// The widths of the widest place name and the widest section in cells; 0 if there is none.
  private(set) var placeWidth = 0
  private(set) var sectionWidth = 0

  package init(number: Int = 0, request: LibraryRequest? = nil) {
    self.number = number
    self.request = request
  }

  /// Adds results: at the end, or with answers of shared libraries after others that match as well.
  ///
  /// The cursor stays on its line, unless `followsFirst`: then it stays on the first hit as long as it was not moved.
  package mutating func take(_ findings: LibraryFindings, followsFirst: Bool = true) {
    var new: [DocumentHits] = []
    var replaced: [DocumentPlace: DocumentPlace] = [:]
    for document in findings.documents where !places.contains(document.place) {
      let copy = DocumentPlace(document.copy)
      if document.isShared, !document.copy.isEmpty, places.contains(copy) {
        hide(document, for: copy)
        continue
      }
      new.append(document)
      guard !document.isShared else { continue }
      for double in documents where double.copy == document.path {
        hide(double, for: document.place)
        replaced[double.place] = document.place
      }
    }
    count(findings)
    guard !new.isEmpty else { return }
    // Alone, this machine's results come in the order in which they are found.
    if findings.library.isEmpty, answers.count == 1 {
      append(new)
    } else {
      merge(new, for: replaced, followsFirst: followsFirst)
    }
  }

  private mutating func append(_ new: [DocumentHits]) {
    let first = documents.count
    documents += new
    let wasEmpty = lines.isEmpty
    for index in first..<documents.count {
      lines += lines(of: index)
      measure(documents[index].hits)
    }
    if wasEmpty { select(firstStop(from: 0) ?? 0) }
  }

  /// Inserts documents by rank; those that are keys of `replaced` go.
  private mutating func merge(
    _ new: [DocumentHits], for replaced: [DocumentPlace: DocumentPlace], followsFirst: Bool
  ) {
    let isAtStart = followsFirst && isAtBeginning
    // Lines name documents by their index, which changes.
    let stood = line.map { line in
      let place = documents[line.document].place
      return (place: replaced[place] ?? place, line: line)
    }
    let before = cursor
    documents.removeAll { replaced[$0.place] != nil }
    for document in new {
      let index = documents.firstIndex { $0.rank > document.rank } ?? documents.count
      documents.insert(document, at: index)
      measure(document.hits)
    }
    lines = documents.indices.flatMap { lines(of: $0) }
    guard !isAtStart, let stood,
      let index = documents.firstIndex(where: { $0.place == stood.place }),
      let line = lines.firstIndex(of: stood.line.moved(to: index))
    else { return select(firstStop(from: 0) ?? 0) }
    // The visible lines keep their places.
    if top > 0 { top += line - before }
    cursor = line
  }

  /// Lists a file of this machine instead of a shared document with the same bytes.
  private mutating func hide(_ document: DocumentHits, for copy: DocumentPlace) {
    doubles[document.place] = document.count
    if case .shared(let place, _) = document.place {
      collections[copy] = "\(place.library):\(place.collection)"
    }
  }

  /// Returns the collection that has the bytes of a listed file, such as `lab:papers`.
  package func collection(of place: DocumentPlace) -> String? { collections[place] }

  private mutating func count(_ findings: LibraryFindings) {
    for document in findings.documents { places.insert(document.place) }
    answers[findings.library] = findings
    answers[findings.library]?.documents = []
    let all = answers.values
    totals = answers[""] ?? LibraryFindings()
    totals.documentCount = all.reduce(-doubles.count) { $0 + $1.documentCount }
    totals.hitCount = all.reduce(-doubles.values.reduce(0, +)) { $0 + $1.hitCount }
    totals.looked = all.reduce(0) { $0 + $1.looked }
    totals.candidates = all.reduce(0) { $0 + $1.candidates }
    totals.milliseconds = all.map(\.milliseconds).max() ?? 0
    totals.isCapped = all.contains(where: \.isCapped)
    totals.isComplete = all.allSatisfy { $0.isComplete && $0.trouble == nil }
    totals.isDone = answers[""]?.isDone == true && pending.isEmpty
  }

  /// The shared libraries that have not finished their answers, by name.
  package var pending: [String] {
    answers.values.filter { !$0.library.isEmpty && !$0.isDone }.map(\.library).sorted()
  }

  /// The parts of shared libraries that were not searched, as sentences.
  package var troubles: [String] {
    answers.values.sorted { $0.library < $1.library }.compactMap(\.trouble)
  }

  /// Whether this machine was searched.
  package var isSearchedHere: Bool { answers[""]?.isDone == true }

  /// Replaces a document's hits by all of its hits.
  package mutating func take(_ hits: [LibraryHit], of place: DocumentPlace) {
    awaited.remove(place)
    guard let index = documents.firstIndex(where: { $0.place == place }), !hits.isEmpty else {
      return
    }
    let stood = lines[safe: cursor]
    documents[index].hits = hits
    documents[index].count = max(documents[index].count, hits.count)
    whole.insert(place)
    measure(hits)
    lines = documents.indices.flatMap { lines(of: $0) }
    // The cursor stays on its line if that belongs to a later document; in the same document it
    // keeps its index, so that it is on the first new hit.
    if let stood, stood.document > index, let line = lines.firstIndex(of: stood) {
      top = max(0, top + line - cursor)
      cursor = line
    }
    select(min(cursor, lines.count - 1))
  }

  /// Notes that all hits of a document have been requested.
  mutating func expect(_ place: DocumentPlace) { awaited.insert(place) }

  private func lines(of index: Int) -> [Line] {
    let document = documents[index]
    let hits = document.hits.indices.map { Line.hit(index, $0) }
    let hasMore =
      document.count > document.hits.count && !hits.isEmpty
      && !whole.contains(document.place)
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

  // MARK: moving the cursor

  /// Whether the cursor has not been moved.
  var isAtBeginning: Bool { cursor == firstStop(from: 0) ?? 0 }

  package var line: Line? { lines[safe: cursor] }

  /// The document of the line under the cursor.
  package var document: DocumentHits? { line.flatMap { documents[safe: $0.document] } }

  /// The hit under the cursor.
  package var hit: LibraryHit? {
    guard case .hit(let document, let index)? = line else { return nil }
    return documents[safe: document]?.hits[safe: index]
  }

  /// Whether the cursor can be on a line; a document's own line is skipped if it has hits.
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

  /// Moves the cursor to a line, or to the next line it can be on.
  package mutating func select(_ index: Int) {
    let index = min(max(0, index), max(0, lines.count - 1))
    cursor = firstStop(from: index) ?? firstStop(from: index, by: -1) ?? 0
  }

  /// Moves the cursor by `step` lines, counting only lines it can be on.
  package mutating func move(_ step: Int) {
    let direction = step < 0 ? -1 : 1
    for _ in 0..<min(abs(step), lines.count) {
      guard let next = firstStop(from: cursor + direction, by: direction) else { return }
      cursor = next
    }
  }

  /// Moves the cursor to the first hit of the document `step` documents away; backwards, first to the first hit of the current document.
  package mutating func moveDocument(_ step: Int) {
    guard let line else { return }
    var target = line.document + step
    if step < 0, let first = firstLine(of: line.document), cursor != first { target += 1 }
    target = min(max(0, target), documents.count - 1)
    if let first = firstLine(of: target) { cursor = first }
  }

  /// Returns the first line of a document that the cursor can be on.
  func firstLine(of document: Int) -> Int? {
    lines.firstIndex(of: .document(document)).flatMap { firstStop(from: $0) }
  }

  /// Scrolls a list of `height` lines so that the cursor is visible, with its document's line if it is on the first hit.
  package mutating func reveal(height: Int) {
    guard height > 0 else { return }
    let isFirst = cursor > 0 && !isStop(cursor - 1)
    let upper = isFirst && height > 1 ? cursor - 1 : cursor
    if upper < top { top = upper }
    if cursor >= top + height { top = cursor - height + 1 }
    top = min(max(0, top), max(0, lines.count - height))
  }
}
