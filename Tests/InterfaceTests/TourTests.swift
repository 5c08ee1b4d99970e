import Canvas
import DocumentModel
import Testing

@testable import Interface
import Messages

/// Ten keys shown at the first start of Recto.
@Suite struct TourTests {
  private func touring(_ size: Size = Size(width: 80, height: 24)) -> Book {
    var book = Book(pages: 5, size: size)
    book.state.environment.installed.sample = "/book.pdf"
    #expect(book.state.run("tour") == [.lendGuide("/book.pdf")])
    _ = book.state.update(.guide("/book.pdf"))
    return book
  }

  @Test func theTenStepsNameExistingCommands() {
    #expect(Tour.steps.count == 10)
    for step in Tour.steps {
      #expect(!step.commands.isEmpty)
      for name in step.commands {
        #expect(CommandList.byName[name] != nil, "\(name)")
      }
      let named = step.words.split(separator: "{").dropFirst().map { $0.prefix { $0 != "}" } }
      for name in named { #expect(CommandList.byName[String(name)] != nil, "{\(name)}") }
    }
  }

  /// The outline takes all of a narrow window, and its step is about it.
  @Test func theTourIsCompactInSmallWindows() {
    var book = touring(Size(width: 40, height: 10))
    #expect(book.rows.filter { $0.contains("─") }.isEmpty, "no frame")
    #expect(book.rows[7].hasPrefix(" Tour 1/10 space goes forward"))
    _ = book.press("space")
    _ = book.state.run("outline")
    book.state.tour?.number = 2
    #expect(book.rows.contains { $0.hasPrefix(" Tour 3/10 ") })
  }

  @Test func pressingTheShownKeyAdvances() {
    var book = touring()
    #expect(book.rows.contains { $0.contains("Tour 1/10") })
    #expect(book.rows.contains { $0.contains("space goes forward") })
    _ = book.press("j")
    #expect(book.rows.contains { $0.contains("Tour 1/10") }, "another key does what it does")
    _ = book.press("space")
    #expect(book.rows.contains { $0.contains("Tour 2/10") })
    for _ in Tour.steps.dropFirst() { Tour.advanceTour(&book.state) }
    #expect(book.state.tour == nil)
    #expect(book.rows.last?.contains("That was the tour") == true)
  }

  @Test func unboundCommandsAreShownByName() {
    var book = touring()
    var problems: [String] = []
    book.state.keyInput.keymap = Keymap([], problems: &problems)
    #expect(Tour.words(book.state, of: Tour.steps[2]).contains { $0.text == ":find" && $0.isKey })
  }

  /// The key of a preview in the browser is not the one of the outline.
  @Test func keysOfAStepBelongToItsMode() {
    var problems: [String] = []
    var book = touring()
    book.state.keyInput.keymap = Keymap(
      [
        ("glance:J", "scroll-down"), ("j", "scroll-down"), ("outline:J", "entry-down"),
        ("glance:K", "scroll-up"), ("k", "scroll-up"), ("y", "carry"), ("select:y", "copy"),
        ("select:a a", "mark-again"), ("v", "select"), ("/", "find"),
      ], problems: &problems)
    let keys = { (step: Int) in
      Tour.words(book.state, of: Tour.steps[step]).filter(\.isKey).map(\.text)
    }
    #expect(keys(2) == ["j", "k", "/"])
    #expect(keys(7) == ["v", "a a", "y"])
  }

  @Test func leavingTheGuideEndsTheTour() {
    for leaves in [true, false] {
      var book = touring()
      _ = book.press("space")
      _ = leaves ? book.state.run("leave") : book.state.open(path: "/o.pdf", start: .remembered)
      _ = book.state.update(.input(.focus(true)))
      #expect(book.state.tour == nil)
      #expect(book.rows.last?.contains("has ended; :tour repeats it") == true)
    }
  }

  @Test func escapeEndsTheTourLast() {
    var book = touring()
    _ = book.press("?", "escape")
    #expect(book.state.tour != nil)
    _ = book.press("escape")
    #expect(book.state.tour == nil)
    #expect(book.rows.last?.contains("has ended") == true)
    _ = book.press("escape")
    #expect(!book.rows.contains { $0.contains("Tour") })
  }

  /// The whole text fits the smallest window, with the document still visible.
  @Test(arguments: 0..<10) func theTourFitsTheSmallestWindow(_ number: Int) {
    var book = touring(Size(width: 40, height: 10))
    book.state.tour?.number = number
    let rows = book.rows
    #expect(rows.contains { $0.contains("Tour \(number + 1)/10") })
    for word in Tour.words(book.state, of: Tour.steps[number]) {
      #expect(rows.contains { $0.contains(word.text) }, "\(word.text)")
    }
    #expect(book.top.contains("page 1"))
  }

  /// A mark on nothing is none.
  @Test func theAnnotationStepWaitsForASelection() {
    var book = touring(Size(width: 40, height: 10))
    book.state.tour?.number = 7
    _ = book.state.run("mark-again")
    let rows = book.rows
    #expect(rows.contains { $0.contains("Tour 8/10") })
    #expect(rows.joined().contains("Nothing is selected"))
    for word in Tour.words(book.state, of: Tour.steps[7]) {
      #expect(rows.contains { $0.contains(word.text) }, "\(word.text)")
    }
    _ = book.state.run("select")
    _ = book.state.run("select")
    _ = book.state.run("mark-again")
    #expect(book.rows.contains { $0.contains("Tour 9/10") })
  }

  @Test func theOfferIsDismissedByAnyKey() {
    var book = Book(pages: 3)
    Tour.offer(&book.state)
    #expect(book.state.notices.shown == nil, "there is nothing to be shown it on")
    book.state.environment.installed.sample = "/guide.pdf"
    Tour.offer(&book.state)
    #expect(book.rows.last?.contains(":tour") == true)
    _ = book.press("j")
    #expect(book.rows.last?.contains(":tour") == false)
    book.state.say("something is wrong", isError: true)
    Tour.offer(&book.state)
    #expect(book.rows.last?.contains("something is wrong") == true)
  }

  @Test func theTourNeedsTheGuide() {
    var book = Book(pages: 3)
    _ = book.state.run("tour")
    #expect(book.state.tour == nil)
    #expect(book.rows.last?.contains("not installed") == true)
  }
}
