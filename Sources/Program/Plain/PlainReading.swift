import DocumentModel
import Interface
import Library
import Platform
import Text
import Wire

/// One document read line by line: told paragraph by paragraph, by commands of a letter.
final class PlainReading {
  typealias Failure = CommandDocument.Failure
  typealias Next = PlainCommand.Next

  let console: PlainConsole
  let document: CommandDocument
  let text: PlainText
  let path: String
  let password: [UInt8]
  private let memory: PlainMemory
  /// Index from 0.
  private(set) var page = 0
  /// Of the paragraph on its page.
  private(set) var index = 0
  private var search: (words: String, places: DocumentPlaces)?
  private var outline: [OutlineEntry]?
  private var lines: SourceLines?
  private var notes: PlainNotes?

  /// Each with what it does.
  static let commands: [(PlainCommand, @Sendable (PlainReading, String) throws -> Next)] = [
    (PlainCommand(name: "", help: "the next paragraph"), { reading, _ in try reading.step(1) }),
    (PlainCommand(name: "b", help: "back to the paragraph before"), { r, _ in try r.step(-1) }),
    (PlainCommand(name: "r", help: "this paragraph again"), { r, _ in try r.tell() }),
    (PlainCommand(name: "c", help: "continue to the end of the page"), { r, _ in try r.goOn() }),
    (PlainCommand(name: "n", help: "the next page"), { r, _ in try r.turn(1) }),
    (PlainCommand(name: "p", help: "the page before"), { r, _ in try r.turn(-1) }),
    (
      PlainCommand(name: "g", argument: "PAGE", help: "go to a page, or to a line of a text"),
      { try $0.go(to: $1) }
    ),
    (
      PlainCommand(
        name: "/", argument: "[WORDS]", help: "look for words; alone, on to the next place"),
      { try $0.find($1) }
    ),
    (
      PlainCommand(name: "o", argument: "[N]", help: "the outline; with a number, go there"),
      { try $0.goByOutline($1) }
    ),
    (
      PlainCommand(name: "a", argument: "[N]", help: "the annotations; with a number, go there"),
      { try $0.goByAnnotation($1) }
    ),
    (
      PlainCommand(name: "m", argument: "[WORDS]", help: "make a note at this paragraph"),
      { try $0.makeNote($1) }
    ),
    (PlainCommand(name: "u", help: "take the last note back"), { r, _ in try r.undo() }),
    (
      PlainCommand(
        name: "l", argument: "[N]", help: "the links of this page; with a number, go there"),
      { try $0.goByLink($1) }
    ),
    (PlainCommand(name: "w", help: "where this is"), { r, _ in try r.tellPlace() }),
    (PlainCommand(name: "i", help: "about the document"), { r, _ in r.tellFacts() }),
    (PlainCommand(name: "h", help: "these commands"), { r, _ in r.help() }),
    (PlainCommand(name: "q", help: "leave; the place is kept"), { _, _ in .leave }),
  ]

  init(
    _ document: CommandDocument, path: String, password: [UInt8], console: PlainConsole,
    library: ReadingLibrary
  ) throws(Failure) {
    self.document = document
    self.console = console
    self.path = path
    self.password = password
    text = PlainText(document)
    memory = try PlainMemory(document, path: path, library: library)
    page = min(max(0, memory.place.page), max(0, document.summary.pageCount - 1))
    // A page that cannot be read is told when it is come to.
    index = (try? text.index(of: memory.place.offset, on: page)) ?? 0
  }

  /// Reads commands until one leaves.
  func run(_ start: StartingPoint) -> Next {
    tellFacts()
    if memory.isKnown, start == .remembered { console.say("You stopped here.") }
    attempt { try self.begin(start) }
    let names = Self.commands.map(\.0.name)
    while let line = console.ask("\(place)>") {
      guard let (name, argument) = PlainCommand.parse(line, among: names),
        let command = Self.commands.first(where: { $0.0.name == name })
      else {
        console.say("There is no command \(line); h lists them.")
        continue
      }
      guard attempt({ try command.1(self, argument) }) == .stay else { return .leave }
    }
    return .end
  }

  @discardableResult
  private func attempt(_ body: () throws -> Next) -> Next {
    do {
      return try body()
    } catch let failure as Failure {
      console.say(failure.sentence)
    } catch {
      console.say("\(error)")
    }
    return .stay
  }

  private func begin(_ start: StartingPoint) throws -> Next {
    switch start {
    case .remembered: return try tell()
    case .page(let name): return try go(to: name)
    case .named(let name):
      guard case .destination(let found?) = try document.ask(.destination(name: name)) else {
        throw Failure(sentence: "\(document.name) has no place “\(name)”")
      }
      return try go(to: found)
    }
  }

  // MARK: moving

  /// What the place is called, for the prompt.
  var place: String {
    document.summary.isPaged ? "\(page + 1)/\(document.summary.pageCount)" : "\(percent) %"
  }

  private var percent: Int { (page + 1) * 100 / max(1, document.summary.pageCount) }

  /// Tells the paragraph one stands on, and remembers it.
  func tell() throws(Failure) -> Next {
    let paragraphs = try text.paragraphs(on: page)
    guard let paragraph = paragraphs[safe: index] else {
      memory.keep(Place(page: page))
      console.say(
        document.summary.isPaged
          ? "Page \(page + 1) has no text where a paragraph begins; it may be a picture."
          : "There is no text.")
      return .stay
    }
    memory.keep(Place(page: page, offset: paragraph.offset))
    console.say(paragraph.spoken)
    return .stay
  }

  /// What the document calls the page comes first, as on the screen.
  private func tellPage() {
    guard document.summary.isPaged else { return }
    console.say(spokenPage + ".")
  }

  private var spokenPage: String {
    let (number, count) = (String(page + 1), document.summary.pageCount)
    let label = (try? sourceLines().name(page: page, y: nil)) ?? number
    return label == number
      ? "Page \(number) of \(count)" : "Page \(label), number \(number) of \(count)"
  }

  /// To the next paragraph or the one before, over pages without any.
  func step(_ step: Int) throws(Failure) -> Next {
    let count = try text.paragraphs(on: page).count
    if (0..<count).contains(index + step) {
      index += step
      return try tell()
    }
    var next = page + step
    while (0..<document.summary.pageCount).contains(next) {
      let count = try text.paragraphs(on: next).count
      if count > 0 {
        page = next
        index = step > 0 ? 0 : count - 1
        tellPage()
        return try tell()
      }
      next += step
    }
    console.say(step > 0 ? "This is the end." : "This is the beginning.")
    return .stay
  }

  func turn(_ step: Int) throws(Failure) -> Next {
    guard (0..<document.summary.pageCount).contains(page + step) else {
      console.say(step > 0 ? "This is the last page." : "This is the first page.")
      return .stay
    }
    return try move(to: page + step)
  }

  private func move(to page: Int, _ index: Int = 0) throws(Failure) -> Next {
    self.page = page
    self.index = index
    tellPage()
    return try tell()
  }

  /// The rest of the page.
  func goOn() throws(Failure) -> Next {
    let count = try text.paragraphs(on: page).count
    guard index + 1 < count else { return try step(1) }
    while index + 1 < count {
      index += 1
      _ = try tell()
    }
    return .stay
  }

  func go(to name: String) throws(Failure) -> Next {
    guard !name.isEmpty else { throw Failure(sentence: "g wants a page, as in g 12") }
    if document.summary.isPaged { return try move(to: try document.page(name)) }
    let infos = try document.pages()
    guard let number = Int(name), number > 0 else {
      throw Failure(sentence: "\(document.name) has no pages; g 12 goes to line 12")
    }
    let page = infos.lastIndex { $0.line > 0 && $0.line <= number } ?? 0
    let paragraphs = try text.paragraphs(on: page)
    let blocks = try text.text(of: page)
    let line = number - max(1, infos[safe: page]?.line ?? 1)
    let index = paragraphs.lastIndex { (blocks.block(at: $0.offset)?.line ?? 0) <= line } ?? 0
    return try move(to: page, index)
  }

  private func go(to destination: Destination) throws(Failure) -> Next {
    guard (0..<document.summary.pageCount).contains(destination.page) else {
      throw Failure(sentence: "that leads nowhere")
    }
    let index = try destination.y.map { y throws(Failure) in
      try text.index(at: y, on: destination.page)
    }
    return try move(to: destination.page, index ?? 0)
  }

  // MARK: searching

  /// To the next place of words behind the paragraph one stands on; without words, of those that were looked for last.
  func find(_ words: String) throws -> Next {
    let isNew = !words.isEmpty
    if isNew { search = (words, try places(of: words, from: page)) }
    guard var search else { throw Failure(sentence: "/ wants words to look for, as in /tree") }
    defer { self.search = search }
    let here = try text.paragraphs(on: page)[safe: index]
    var isHere = false
    var hasTurned = false
    while true {
      while let hit = try search.places.next() {
        guard here.map({ !Self.holds($0, hit) }) ?? true else {
          isHere = true
          continue
        }
        let isBefore = hit.page == page && Int(hit.spans[0].start) < here?.offset ?? 0
        guard !isBefore || hasTurned || !isNew else { continue }
        if hasTurned { console.say("From the beginning again.") }
        return try show(hit)
      }
      guard !hasTurned else { break }
      hasTurned = true
      search.places = try places(of: search.words, from: 0)
    }
    search.places = try places(of: search.words, from: 0)
    console.say(
      isHere ? "There is no other place of “\(search.words)”." : "“\(search.words)” is not found.")
    return .stay
  }

  private func places(of words: String, from page: Int) throws -> DocumentPlaces {
    let matcher: any PatternMatcher
    do throws(PatternError) {
      matcher = try SearchQuery(words).matcher()
    } catch {
      throw Failure(sentence: Sentences.text(error))
    }
    return try DocumentPlaces(
      document, matcher, keepsHeads: false, pages: page..<document.summary.pageCount)
  }

  private static func holds(_ paragraph: Flow.Paragraph, _ hit: SearchHit) -> Bool {
    paragraph.origins.contains(
      Flow.Origin(page: hit.spans[0].page, index: hit.spans[0].start))
  }

  private func show(_ hit: SearchHit) throws(Failure) -> Next {
    var target = hit.page
    var index = try text.index(of: Int(hit.spans[0].start), on: target)
    // What begins on the page before goes on here.
    if let own = try text.paragraphs(on: target)[safe: index], !Self.holds(own, hit), target > 0,
      let before = try text.paragraphs(on: target - 1).lastIndex(where: { Self.holds($0, hit) })
    {
      target -= 1
      index = before
    }
    return try move(to: target, index)
  }

  // MARK: lists

  func goByOutline(_ argument: String) throws(Failure) -> Next {
    let entries = try entries()
    guard !entries.isEmpty else { throw Failure(sentence: "\(document.name) has no outline") }
    let lines = try sourceLines()
    let rows = entries.map { entry in
      let level = entry.depth > 0 ? "level \(entry.depth + 1), " : ""
      let place = entry.destination.map {
        (document.summary.isPaged ? ", page " : ", line ")
          + lines.name(page: $0.page, y: $0.y)
      }
      return level + entry.item.title + (place ?? "")
    }
    guard let chosen = try choose(rows, argument) else { return .stay }
    guard let destination = entries[chosen].destination else {
      throw Failure(sentence: "that entry leads nowhere in this document")
    }
    return try go(to: destination)
  }

  private func entries() throws(Failure) -> [OutlineEntry] {
    if let outline { return outline }
    guard document.summary.hasOutline, case .outline(let items) = try document.ask(.outline) else {
      outline = []
      return []
    }
    let entries = OutlineEntry.flattened(items)
    outline = entries
    return entries
  }

  private func sourceLines() throws(Failure) -> SourceLines {
    if let lines { return lines }
    let made = try SourceLines(document)
    lines = made
    return made
  }

  /// The row of a number that was typed with the command, else of one that is asked for.
  private func choose(_ rows: [String], _ argument: String) throws(Failure) -> Int? {
    guard !argument.isEmpty else { return console.choose(rows) }
    guard let number = Int(argument), rows.indices.contains(number - 1) else {
      throw Failure(sentence: "there is no number \(argument): there are \(rows.count)")
    }
    return number - 1
  }

  func goByLink(_ argument: String) throws(Failure) -> Next {
    guard case .links(let links) = try document.ask(.links(page: page)), !links.isEmpty else {
      throw Failure(sentence: "there are no links on this page")
    }
    let words = try text.text(of: page)
    let lines = try sourceLines()
    let rows = links.map { link in
      let shown = words.words(in: link.box)
      return (shown.isEmpty ? "" : "\(shown), ") + LinksCommand.words(link.target, lines)
    }
    guard let chosen = try choose(rows, argument) else { return .stay }
    switch links[chosen].target {
    case .destination(let destination): return try go(to: destination)
    case .named(let name): return try begin(at: name)
    case .uri(let address):
      // It is told and not opened: what a document says is not done.
      console.say(address)
      return .stay
    case .file, .unsupported:
      throw Failure(sentence: "that leads out of this document: \(rows[chosen])")
    }
  }

  private func begin(at name: String) throws(Failure) -> Next {
    guard case .destination(let found?) = try document.ask(.destination(name: name)) else {
      throw Failure(sentence: "\(document.name) has no place “\(name)”")
    }
    return try go(to: found)
  }

  // MARK: annotations

  private func kept() throws(Failure) -> PlainNotes {
    if let notes { return notes }
    let made = try PlainNotes(document, path: path, password: password)
    notes = made
    return made
  }

  func goByAnnotation(_ argument: String) throws(Failure) -> Next {
    let entries = try kept().entries()
    guard !entries.isEmpty else { throw Failure(sentence: "\(document.name) has no annotations") }
    guard let chosen = try choose(entries.map(PlainNotes.words), argument) else { return .stay }
    let annotation = entries[chosen].annotation
    return try go(to: Destination(page: annotation.page, y: Double(annotation.start.y)))
  }

  func makeNote(_ argument: String) throws -> Next {
    let notes = try kept()
    let words = argument.isEmpty ? console.ask("Note:") ?? "" : argument
    guard words.contains(where: { !$0.isWhitespace }) else {
      console.say("No note was made.")
      return .stay
    }
    let box = try text.paragraphs(on: page)[safe: index]?.box
    try notes.add(words, page: page, at: box.map { Point(x: Double($0.x0), y: Double($0.y0)) })
    console.say("The note is kept.")
    return .stay
  }

  func undo() throws -> Next {
    console.say(
      try kept().undo() ? "The last note is taken back." : "There is nothing to take back.")
    return .stay
  }

  // MARK: telling

  func tellPlace() throws(Failure) -> Next {
    var parts = [document.summary.isPaged ? spokenPage : place]
    let paragraphs = try text.paragraphs(on: page)
    if !paragraphs.isEmpty { parts.append("paragraph \(index + 1) of \(paragraphs.count)") }
    let entries = try entries()
    let y = paragraphs[safe: index].map { Double($0.box.y1) } ?? 0
    if let section = SectionIndex(entries.map(\.destination)).entry(page: page, y: y) {
      parts.append("in \(entries[section].item.title)")
    }
    if document.summary.isPaged { parts.append("\(percent) percent") }
    console.say(parts.joined(separator: ", ") + ".")
    return .stay
  }

  @discardableResult
  func tellFacts() -> Next {
    let summary = document.summary
    let title = DocumentTitle.telling(summary.title)
    let name = PathParts.name(of: document.name)
    let facts = [
      title.isEmpty ? name : "\(title), \(name)", summary.author,
      summary.isPaged ? summary.pageCount == 1 ? "1 page" : "\(summary.pageCount) pages" : "text",
    ].filter { !$0.isEmpty }
    console.say(facts.joined(separator: ", ") + ". h tells the commands.")
    return .stay
  }

  func help() -> Next {
    for (command, _) in Self.commands { console.say(command.line) }
    return .stay
  }
}
