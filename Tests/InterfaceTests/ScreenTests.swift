import Canvas
import DocumentModel
import Foundation
import Interface
import Messages
import TestSupport
import Testing

/// Whole screens, each as a text file in the folder Screens: after an intended change, run the tests with RECTO_RECORD_SCREENS=1 and
/// read the difference in git.
@Suite struct ScreenTests {
  @Test(arguments: Scene.all.map(\.title)) func screensMatchTheirRecordings(_ title: String) throws
  {
    let scene = try #require(Scene.all.first { $0.title == title })
    let shown = scene.state().view().rows().map(\.trimmingEnd).joined(separator: "\n") + "\n"
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appending(path: "Screens/\(title).txt")
    if ProcessInfo.processInfo.environment["RECTO_RECORD_SCREENS"] != nil {
      try shown.write(to: file, atomically: true, encoding: .utf8)
    }
    let recorded = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    #expect(
      shown == recorded,
      "\(title): − recorded, + shown\n\(Self.difference(from: recorded, to: shown))")
  }

  /// Each screen has one file, and each file a screen.
  @Test func everyRecordingHasAScreen() throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appending(path: "Screens")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(Set(files) == Set(Scene.all.map { $0.title + ".txt" }))
    #expect(files.count == Scene.all.count)
  }

  /// All lines of the screen shown, those that differ after the recorded ones.
  private static func difference(from recorded: String, to shown: String) -> String {
    let (old, new) = (recorded, shown)
    let before = old.split(separator: "\n", omittingEmptySubsequences: false)
    let after = new.split(separator: "\n", omittingEmptySubsequences: false)
    return (0..<max(before.count, after.count)).flatMap { row -> [String] in
      let (old, new) = (before[safe: row], after[safe: row])
      if old == new { return ["  \(new ?? "")"] }
      return [old.map { "− \($0)" }, new.map { "+ \($0)" }].compactMap(\.self)
    }.joined(separator: "\n")
  }
}

extension String {
  fileprivate var trimmingEnd: String { String(reversed().drop { $0 == " " }.reversed()) }
}

/// A screen and how it comes about.
struct Scene: Sendable {
  let title: String
  let state: @Sendable () -> State

  static let all = reading + panels + browsing + finding + annotating

  private static let outline = [
    OutlineItem(
      title: "First", target: .destination(Destination(page: 0, y: 0)),
      children: [OutlineItem(title: "Inner", target: .destination(Destination(page: 1, y: 0)))]),
    OutlineItem(title: "Second", target: .destination(Destination(page: 3, y: 100))),
  ]

  /// A book of five pages in a window, after some keys.
  private static func book(
    _ title: String, _ size: Size, lines: Int = 12, keys: String...,
    then change: @escaping @Sendable (inout Book) -> Void = { _ in }
  ) -> Scene {
    Scene(title: title) {
      var book = Book(pages: 5, lines: lines, size: size)
      _ = book.state.update(.outline(book.id, generation: 1, outline))
      for key in keys { _ = book.press(key) }
      change(&book)
      return book.state
    }
  }

  private static let reading = [
    book("Pages and the rule between them", Size(width: 44, height: 12), lines: 4),
    book("A window that is too small", Size(width: 39, height: 9)),
    book("Two views of one book", Size(width: 90, height: 12), keys: "ctrl+w v", "J"),
    book("A selection with its keys", Size(width: 80, height: 12), keys: "v", "e"),
    book("A key that does nothing", Size(width: 80, height: 10), keys: "Q"),
    book("A search while it is typed", Size(width: 80, height: 12), keys: "/", "l", "i", "n"),
    book("Keys that may follow", Size(width: 80, height: 24), keys: "a") { book in
      _ = book.state.update(.reminded(.pendingKeys(serial: book.state.keyInput.serial)))
    },
    book("The marks to go to", Size(width: 80, height: 12), keys: "m", "x", "J", "'"),
    book("A question", Size(width: 60, height: 14)) { book in
      book.state.questions.shown = Question(
        "Delete 3 files permanently? This cannot be undone.",
        [.init("y", "delete permanently", .nothing), .init("n", "keep", .nothing)])
    },
    Scene(title: "A password is needed") {
      var state = Book(pages: 1, size: Size(width: 70, height: 10)).state
      _ = state.open(path: "/safe.pdf", start: .remembered)
      if let id = state.documents.last?.id {
        _ = state.update(.opened(id, generation: 1, .failure(.passwordNeeded)))
      }
      return state
    },
    Scene(title: "A document that cannot be read") {
      var state = Book(pages: 1, size: Size(width: 70, height: 10)).state
      _ = state.open(path: "/bad.pdf", start: .remembered)
      if let id = state.documents.last?.id {
        _ = state.update(.opened(id, generation: 1, .failure(.other("/bad.pdf is damaged"))))
      }
      return state
    },
    Scene(title: "A text file") { Reading(lines: 40, size: Size(width: 60, height: 10)).state },
    Scene(title: "The first step of the tour") {
      var book = Book(pages: 5, size: Size(width: 80, height: 16))
      book.state.environment.installed.sample = "/book.pdf"
      _ = book.state.run("tour")
      _ = book.state.update(.guide("/book.pdf"))
      return book.state
    },
  ]

  private static let panels = [
    book("The outline beside the text", Size(width: 84, height: 10), keys: "o"),
    book("The outline over the text", Size(width: 60, height: 14), keys: "o"),
    book(
      "The commands while one is typed", Size(width: 60, height: 12), lines: 4, keys: ":", "q", "u"),
    book(
      "The argument of a command", Size(width: 70, height: 14), keys: ":", "t", "h", "e", "m", "e",
      "space"),
    book("The keys", Size(width: 90, height: 30), keys: "?"),
    book("About this document", Size(width: 70, height: 20), keys: "i"),
    book("The places one was at", Size(width: 70, height: 14), keys: "G", "g g", "g h"),
    book("The open documents", Size(width: 70, height: 12), keys: "g b"),
    book("No errors so far", Size(width: 70, height: 12)) { _ = $0.state.run("errors") },
  ]

  private static let home = [
    "/home/me": ["Papers/", "a.pdf", "b.pdf", "map.png", "notes.txt", "old.zip", "lost@"],
    "/home/me/Papers": ["attention.pdf", "paxos.pdf"], "/home/me/Empty": [],
  ]

  private static func browser(
    _ title: String, at place: String = "/home/me", _ size: Size = Size(width: 90, height: 14),
    keys: String..., then change: @escaping @Sendable (inout BrowserBench) -> Void = { _ in }
  ) -> Scene {
    Scene(title: title) {
      var browser = BrowserBench(home, at: place, size: size)
      browser.state.browser.sidebar.items = [
        .recents: [Sidebar.Item(place: .recents, title: "Recents")],
        .favourites: [Sidebar.Item(place: .folder("/home/me/Papers"), title: "Papers")],
        .tags: [Sidebar.Item(place: .tag("urgent"), title: "urgent", count: 3)],
        .places: [Sidebar.Item(place: .folder("/home/me"), title: "Home")],
      ]
      for key in keys { browser.press(key) }
      change(&browser)
      return browser.state
    }
  }

  private static let browsing = [
    browser("A folder"),
    browser("A narrow folder", Size(width: 50, height: 12)),
    browser("An empty folder", at: "/home/me/Empty"),
    browser("Selected files", keys: "j", "v", "v"),
    browser("A list that is filtered", keys: "/", "p", "d", "f"),
    browser("A file gets another name", keys: "j", "r"),
    browser("The tags of a file", keys: "j", "t"),
    browser("The actions for a file", Size(width: 90, height: 26), keys: "j", "."),
    browser("The columns of a list", Size(width: 90, height: 22), keys: "z c"),
    browser("The sidebar has the keys", keys: "tab", "j"),
    browser("Two tabs", keys: "ctrl+t", "l"),
    browser("About a file", Size(width: 90, height: 18), keys: "j", "I"),
  ]

  private static let finding = [
    Scene(title: "Results of a library search") {
      var findings = Findings()
      findings.find("write-ahead log")
      return findings.state
    },
    Scene(title: "A library search without results") {
      var findings = Findings()
      findings.find("xyzzy", [])
      return findings.state
    },
    Scene(title: "Results are narrowed") {
      var findings = Findings(size: Size(width: 90, height: 24))
      findings.find("write-ahead log")
      findings.press("tab", "tab")
      return findings.state
    },
  ]

  private static func annotated(
    _ title: String, _ size: Size = Size(width: 80, height: 14), keys: String...
  ) -> Scene {
    Scene(title: title) {
      var book = AnnotatedBook(size: size)
      book.load([
        AnnotatedBook.highlight("a", line: 1, note: "Is this so?"),
        AnnotatedBook.highlight("b", page: 1, line: 2, color: 0x6AA9FF),
      ])
      for key in keys { book.press(key) }
      return book.state
    }
  }

  private static let annotating = [
    annotated("Annotations in the margin"),
    annotated("The annotations beside the text", Size(width: 100, height: 14), keys: "A"),
    annotated("An annotation is read", keys: "] a", "enter"),
    annotated("A note is written", keys: "v", "a n", "W", "e", "l", "l", "ctrl+j", "s", "o"),
    annotated("The colours to choose from", Size(width: 80, height: 20), keys: "] a", "a c"),
    Scene(title: "Annotations of the previous version") {
      var book = AnnotatedBook(size: Size(width: 90, height: 12))
      let carried = CarriedAnnotations(
        fitting: [AnnotatedBook.highlight("a", line: 2, note: "mine")])
      book.tell(.news(book.book.id, generation: 1, .carried(carried)))
      return book.state
    },
  ]
}
