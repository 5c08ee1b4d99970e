import DocumentModel
import Interface
import Library
import Platform
import Services
import Text
import Wire

extension PlainReading {
  func goByOutline(_ argument: String) throws(Failure) -> Next {
    let entries = try entries()
    guard !entries.isEmpty else { throw Failure(sentence: "\(document.name) has no outline") }
    let lines = try sourceLines()
    let rows = entries.map { entry in
      let level = entry.depth > 0 ? "level \(entry.depth + 1), " : ""
      let place = entry.destination.map { place in
        lines.line(page: place.page, y: place.y).map { ", line \($0)" }
          ?? ", " + lines.pageWords(place)
      }
      return level + entry.item.title + (place ?? "")
    }
    guard let chosen = try choose(rows, argument) else { return .stay }
    guard let destination = entries[chosen].destination else {
      throw Failure(sentence: "that entry has no target in this document")
    }
    return try go(to: destination)
  }

  func entries() throws(Failure) -> [OutlineEntry] {
    if let outline { return outline }
    guard document.summary.hasOutline, case .outline(let items) = try document.ask(.outline) else {
      outline = []
      return []
    }
    let entries = OutlineEntry.flattened(items)
    outline = entries
    return entries
  }

  func sourceLines() throws(Failure) -> SourceLines {
    if let lines { return lines }
    let made = try SourceLines(document)
    lines = made
    return made
  }

  /// Returns the row given by the argument, or else chosen by the user.
  func choose(_ rows: [String], _ argument: String) throws(Failure) -> Int? {
    guard !argument.isEmpty else { return console.choose(rows) }
    guard let number = Int(argument), number > 0, number <= rows.count else {
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
      // Addresses from documents are printed and never opened.
      console.say(address)
      return .stay
    case .file, .unsupported:
      throw Failure(sentence: "that link leaves this document: \(rows[chosen])")
    }
  }

  func begin(at name: String) throws(Failure) -> Next {
    guard case .destination(let found?) = try document.ask(.destination(name: name)) else {
      throw Failure(sentence: "\(document.name) has no place “\(name)”")
    }
    return try go(to: found)
  }

  func kept() throws(Failure) -> PlainNotes {
    if let notes { return notes }
    let made = try PlainNotes(document, path: path, password: password)
    notes = made
    return made
  }

  func goByAnnotation(_ argument: String) throws(Failure) -> Next {
    let entries = try kept().entries()
    guard !entries.isEmpty else { throw Failure(sentence: "\(document.name) has no annotations") }
    guard let chosen = try choose(entries.map(PlainNotes.words), argument) else { return .stay }
    guard !entries[chosen].isDetached else {
      throw Failure(sentence: "that has no place in this version of \(document.name)")
    }
    let annotation = entries[chosen].annotation
    return try go(to: Destination(page: annotation.page, y: Double(annotation.start.y)))
  }

  func makeNote(_ argument: String) throws -> Next {
    let notes = try kept()
    let words = argument.isEmpty ? console.ask("Note:") ?? "" : argument
    guard words.contains(where: { !$0.isWhitespace }) else {
      console.say("No note added.")
      return .stay
    }
    let box = try text.paragraphs(on: page)[safe: index]?.box
    try notes.add(words, page: page, at: box.map { Point(x: Double($0.x0), y: Double($0.y0)) })
    console.say("Note saved.")
    return .stay
  }

  func undo() throws -> Next {
    console.say(
      try kept().undo() ? "Last note removed." : "Nothing to undo.")
    return .stay
  }
}
