import DocumentModel

extension ByteWriter {
  mutating func write(_ request: IndexingRequest) {
    write(raw: Array(request.password.prefix(1_024)))
    write(request.name)
    write(count: request.first)
    write(count: request.singlePages)
    for page in counted(request.passedOver) { write(count: page) }
    write(request.asPlainText)
  }

  mutating func write(_ portion: IndexedPortion) {
    if let card = present(portion.card) {
      for text in [card.title, card.author, card.subject, card.keywords, card.doi] { write(text) }
      write(optional: card.created)
      write(count: card.pageCount)
      write(card.hasPages)
    }
    for page in counted(portion.pages) {
      write(count: page.number)
      write(page.label)
      write(raw: page.passages)
      write(raw: page.grams)
    }
    for section in counted(portion.sections) {
      write(section.title)
      write(count: section.page)
      write(section.y)
      if let character = present(section.character) { write(count: character) }
    }
    write(count: portion.next)
    write(count: portion.complete)
    for page in counted(portion.unread) { write(count: page) }
    for page in counted(portion.scans) { write(count: page) }
    write(portion.isEnd)
    write(portion.isAnnotated)
  }
}

extension ByteReader {
  mutating func indexingRequest() throws(WireError) -> IndexingRequest {
    var request = IndexingRequest(
      password: try raw(limit: 1_024), name: try string(), first: try index(),
      singlePages: try index())
    for _ in 0..<(try count(limit: 1_024, of: 4)) { request.passedOver.append(try index()) }
    request.asPlainText = try bool()
    return request
  }

  /// Passages are checked when they are looked through; grams are words of two characters, or nothing is found by them.
  mutating func indexedPortion() throws(WireError) -> IndexedPortion {
    var portion = IndexedPortion()
    if try bool() {
      var card = DocumentCard()
      card.title = try string()
      card.author = try string()
      card.subject = try string()
      card.keywords = try string()
      card.doi = try string()
      card.created = try date()
      card.pageCount = try index()
      card.hasPages = try bool()
      guard card.pageCount <= Limit.pageCount else { throw .tooLarge }
      portion.card = card
    }
    var last = -1
    for _ in 0..<(try count(limit: Limit.pageCount, of: 16)) {
      let number = try index()
      guard number > last, number < Limit.pageCount else { throw .invalid("page") }
      last = number
      portion.pages.append(
        IndexedPage(
          number: number, label: try string(), passages: try raw(limit: Limit.shared),
          grams: try raw(limit: Limit.shared)))
    }
    for _ in 0..<(try count(limit: Limit.outlineItems, of: 16)) {
      portion.sections.append(
        DocumentSection(
          title: try string(), page: try index(), y: try double(),
          character: try bool() ? try index() : nil))
    }
    portion.next = try index()
    portion.complete = try index()
    for _ in 0..<(try count(limit: Limit.pageCount, of: 4)) { portion.unread.append(try index()) }
    for _ in 0..<(try count(limit: Limit.pageCount, of: 4)) { portion.scans.append(try index()) }
    portion.isEnd = try bool()
    portion.isAnnotated = try bool()
    return portion
  }
}
