import DocumentModel
import Interface
import Library
import Platform
import Services
import Text
import Wire

/// Reads a document paragraph by paragraph, controlled by one-letter commands.
final class PlainReading {
  typealias Failure = CommandDocument.Failure
  typealias Next = PlainCommand.Next

  let console: PlainConsole
  let document: CommandDocument
  let text: PlainText
  let path: String
  let password: [UInt8]
  let memory: PlainMemory
  /// The page index, from 0.
  var page = 0
  /// The index of the paragraph on its page.
  var index = 0
  var search: (words: String, places: DocumentPlaces)?
  var outline: [OutlineEntry]?
  var lines: SourceLines?
  /// The pages of the printed edition, if it is a book that has such.
  let printed: [PrintedStart]
  var notes: PlainNotes?

  static let commands: [(PlainCommand, @Sendable (PlainReading, String) throws -> Next)] = [
    (PlainCommand(name: "", help: "next paragraph"), { reading, _ in try reading.step(1) }),
    (PlainCommand(name: "b", help: "previous paragraph"), { r, _ in try r.step(-1) }),
    (PlainCommand(name: "r", help: "this paragraph again"), { r, _ in try r.tell() }),
    (PlainCommand(name: "c", help: "continue to the end of the page"), { r, _ in try r.goOn() }),
    (PlainCommand(name: "n", help: "next page"), { r, _ in try r.turn(1) }),
    (PlainCommand(name: "p", help: "previous page"), { r, _ in try r.turn(-1) }),
    (
      PlainCommand(name: "g", argument: "PAGE", help: "go to a page, or to a line of a text"),
      { try $0.go(to: $1) }
    ),
    (
      PlainCommand(
        name: "/", argument: "[WORDS]", help: "search for words; without words, next match"),
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
      PlainCommand(name: "m", argument: "[WORDS]", help: "add a note at this paragraph"),
      { try $0.makeNote($1) }
    ),
    (PlainCommand(name: "u", help: "remove the last note"), { r, _ in try r.undo() }),
    (
      PlainCommand(
        name: "l", argument: "[N]", help: "the links of this page; with a number, go there"),
      { try $0.goByLink($1) }
    ),
    (PlainCommand(name: "w", help: "where you are"), { r, _ in try r.tellPlace() }),
    (PlainCommand(name: "i", help: "about the document"), { r, _ in r.tellFacts() }),
    (PlainCommand(name: "h", help: "these commands"), { r, _ in r.help() }),
    (PlainCommand(name: "q", help: "quit; Recto remembers the place"), { _, _ in .leave }),
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
    printed =
      try document.hasPrintedPages() ? PrintedStart.all(try document.pages().map(\.labels)) : []
    memory = try PlainMemory(document, path: path, library: library)
    page = min(max(0, memory.place.page), max(0, document.summary.pageCount - 1))
    // If the page cannot be read, the error is reported when the page is shown.
    index = (try? text.index(of: memory.place.offset, on: page)) ?? 0
  }

  /// Reads commands until the user leaves or the input ends.
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
    case .place(let page, .point(let x, let y)):
      return try go(to: Destination(page: page, x: x, y: y))
    case .place(let page, let landing):
      guard page < document.summary.pageCount else { return try go(to: String(page + 1)) }
      if case .glyph(let offset) = landing { index = try text.index(of: offset, on: page) }
      self.page = page
      return try tell()
    case .named(let name):
      guard case .destination(let found?) = try document.ask(.destination(name: name)) else {
        throw Failure(sentence: "\(document.name) has no place “\(name)”")
      }
      return try go(to: found)
    }
  }
}
