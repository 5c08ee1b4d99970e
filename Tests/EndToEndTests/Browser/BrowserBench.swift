import Foundation
import Glibc
import PseudoTerminal
import TestSupport

/// A home of a test's own with a folder of documents in it, and the browser on it.
final class BrowserBench {
  let bench: Workbench
  /// The folder that is browsed.
  let folder: String
  /// Programs that the browser finds in its environment.
  var variables: [String: String] = [:]

  /// Makes files of these names: `a.pdf` a document of three pages, `sub/` a folder, anything else a text.
  init(_ names: [String]) throws {
    bench = try Workbench(pages: 1)
    folder = bench.folder + "/shelf"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for name in names { try make(name) }
  }

  func path(_ name: String) -> String { folder + "/" + name }

  /// Makes a file; a document of so many pages where its name says that it is one.
  func make(_ name: String, pages: Int = 3, title: String = "Small Book") throws {
    let path = path(name)
    let parent =
      name.hasSuffix("/") ? path : URL(fileURLWithPath: path).deletingLastPathComponent().path
    try FileManager.default.createDirectory(atPath: parent, withIntermediateDirectories: true)
    guard !name.hasSuffix("/") else { return }
    let bytes =
      name.hasSuffix(".pdf")
      ? SmallDocument.bytes(pages: pages, lines: 3, title: title) : Data("text\n".utf8)
    try bytes.write(to: URL(fileURLWithPath: path))
  }

  func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: path(name)) }

  /// Names in the folder, or one in it, hidden ones left out.
  func names(in name: String = "") throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path(name)).filter { !$0.hasPrefix(".") }
      .sorted()
  }

  /// The user's settings file of a name, with these words in it.
  func set(_ name: String, to text: String) throws {
    let config = bench.folder + "/.config/recto"
    try FileManager.default.createDirectory(atPath: config, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: URL(fileURLWithPath: config + "/" + name))
  }

  /// A program for `$EDITOR` that does what these lines of the shell say; `$1` is the file.
  func setEditor(_ lines: String) throws {
    variables["EDITOR"] = try bench.script("editor", lines)
  }

  /// Starts the browser with its remembered state, or with these arguments.
  func start(_ words: [String] = []) throws -> TerminalSession {
    try TerminalSession(
      Workbench.recto, words, environment: bench.environment.merging(variables) { $1 },
      columns: 110,
      rows: 26)
  }

  /// Starts the browser in the folder and waits until a row is there; empty: until it is said that there is none.
  func browse(until name: String) throws -> TerminalSession {
    let session = try start([folder])
    try session.wait(for: "the list with \(name)") { screen in
      name.isEmpty ? screen.holds("is empty") : screen.has(row: name)
    }
    return session
  }
}

extension [String] {
  /// The text in the rows of the browser's list, without the signs before the names.
  var listed: [String] {
    // Above are the breadcrumbs, a rule and the headings, below the status line.
    let headings = firstIndex { $0.contains("Name ") || $0.contains("Title ▾") } ?? 0
    return dropFirst(headings + 1).dropLast().compactMap { line in
      guard let rule = line.firstIndex(of: "│") else { return nil }
      let row = line[line.index(after: rule)...]
      // A row has a sign for its type; sentences in an empty list have none.
      guard row.dropFirst(3).first != " " else { return nil }
      let name = row.dropFirst(5).prefix { $0 != "│" }
      let end = name.range(of: "  ")?.lowerBound ?? name.endIndex
      return name.isEmpty || name.first == " " ? nil : String(name[..<end])
    }
  }

  func has(row name: String) -> Bool { listed.contains { $0.hasPrefix(name) } }

  /// The name of the selected row.
  var cursor: String {
    guard let line = first(where: { $0.contains("▌") }), let sign = line.firstIndex(of: "▌") else {
      return ""
    }
    let name = line[sign...].dropFirst(5)
    return String(name[..<(name.range(of: "  ")?.lowerBound ?? name.endIndex)])
  }

  /// How many rows bear the sign of being chosen.
  var marks: Int { count { $0.contains("✓") } }

  func holds(_ words: String) -> Bool { contains { $0.contains(words) } }

  /// The line at the bottom: the current place, or the last message.
  var status: String { last ?? "" }

  /// Where a row of the list is on the screen, from 0: a cell of its name.
  func place(of name: String) -> (x: Int, y: Int)? {
    guard let y = firstIndex(where: { $0.contains(" \(name)") && $0.contains("│") }),
      let rule = self[y].firstIndex(of: "│")
    else { return nil }
    return (self[y].distance(from: self[y].startIndex, to: rule) + 6, y)
  }
}

extension TerminalSession {
  func wait(row name: String) throws { try wait(for: "the row \(name)") { $0.has(row: name) } }

  func wait(noRow name: String) throws {
    try wait(for: "the row \(name) to go") { !$0.has(row: name) }
  }

  /// Waits until the cursor is on a row whose name has this prefix.
  func wait(cursor name: String) throws {
    try wait(for: "the cursor on \(name)") { $0.cursor.hasPrefix(name) }
  }

  func wait(status words: String) throws {
    try wait(for: "“\(words)”") { $0.status.contains(words) }
  }

  func wait(screen words: String) throws { try wait(for: "“\(words)”") { $0.holds(words) } }

  /// Waits for something outside of the screen.
  func wait(until what: String, _ isSo: () -> Bool) throws { try wait(for: what) { _ in isSo() } }

  func quit() throws -> Int32 {
    type("q")
    return try waitForExit()
  }

  // MARK: the mouse, as SGR sequences (xterm's mode 1006), cells counted from 1

  func press(_ place: (x: Int, y: Int)) { type("\u{1b}[<0;\(place.x + 1);\(place.y + 1)M") }

  func release(_ place: (x: Int, y: Int)) { type("\u{1b}[<0;\(place.x + 1);\(place.y + 1)m") }

  func drag(_ place: (x: Int, y: Int)) { type("\u{1b}[<32;\(place.x + 1);\(place.y + 1)M") }

  func click(_ place: (x: Int, y: Int)) {
    press(place)
    release(place)
  }

  func wheel(down: Bool, _ place: (x: Int, y: Int)) {
    type("\u{1b}[<\(down ? 65 : 64);\(place.x + 1);\(place.y + 1)M")
  }

  func place(of row: String) throws -> (x: Int, y: Int) {
    guard let place = lines.place(of: row) else {
      throw Failure("no row \(row); the screen was:\n\(text)")
    }
    return place
  }
}
