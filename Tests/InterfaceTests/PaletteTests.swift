import Canvas
import DocumentModel
import Testing

@testable import Interface
import Messages

@Suite struct PaletteTests {
  private func typed(_ text: String, into book: inout Book) {
    _ = book.press(":")
    for letter in text { _ = book.press(letter == " " ? "space" : String(letter)) }
  }

  private func first(_ text: String) -> String? {
    var book = Book(pages: 5)
    typed(text, into: &book)
    return book.state.panel?.rows.first?.text
  }

  @Test(arguments: [
    ("theme", "Set the theme of this document or, in the browser, of all"),
    ("quit", "Quit; Recto remembers the place"),
    ("split", "Split the view, side by side"), ("outline", "Outline"),
    ("fipa", "First page, or page N of the file with a count (line N in text)"),
    ("marks", "Marks"),
  ])
  func namesRankAboveOtherWords(_ typed: String, _ title: String) {
    #expect(first(typed) == title)
  }

  @Test(arguments: ["zzz", "first-pagex", "xqz"]) func unknownTextRunsNothing(_ text: String) {
    var book = Book(pages: 5)
    _ = book.press("J")
    typed(text, into: &book)
    #expect(book.state.panel?.rows == [])
    _ = book.press("enter")
    #expect(book.state.panes[0].page == 1)
  }

  @Test func aMissingPageDoesNotScroll() {
    var book = Book(pages: 5)
    _ = book.press("J")
    typed("99", into: &book)
    _ = book.press("enter")
    #expect(book.state.panes[0].page == 1)
    #expect(book.rows.last?.contains("has no page “99”; it has 5") == true)
  }

  /// Pages iii, iv, 1, 2, 1.
  private func labelledBook() -> Book {
    var book = Book(pages: 5)
    for (page, label) in ["iii", "iv", "1", "2", "1"].enumerated() {
      book.state.documents[0].infos[page].labels = PageLabels(label)
    }
    return book
  }

  @Test func aCountNamesAPageAndReportsItsLabel() {
    var book = labelledBook()
    _ = book.press("2", "G")
    #expect(book.state.panes[0].page == 1)
    #expect(
      book.rows.last?.contains("This is page 2 of the file, labelled iv; label:2 is page 4") == true
    )
  }

  @Test(arguments: [("2", 1), ("#2", 1), ("label:2", 3), ("iv", 1)])
  func aPageIsNamedByItsNumberOrItsLabel(_ name: String, _ page: Int) {
    var book = labelledBook()
    typed(name, into: &book)
    _ = book.press("enter")
    #expect(book.state.panes[0].page == page)
  }

  @Test func bothMeaningsOfANumberAreOffered() {
    var book = labelledBook()
    typed("2", into: &book)
    #expect(book.state.panel?.rows.prefix(2).map(\.text) == ["Page 2, labelled iv", "Page 2"])
    #expect(book.state.panel?.rows.prefix(2).map(\.detail) == ["2/5", "4/5"])
  }

  @Test func aJumpToALabelWaitsForTheLabels() {
    var book = Book(pages: 5)
    book.state.documents[0].infos = []
    typed("ii", into: &book)
    _ = book.press("enter")
    #expect(book.state.panes[0].page == 0)
    let infos = (0..<5).map {
      PageInfo(label: ["i", "ii", "", "", ""][$0], size: PageSize(width: 600, height: 800))
    }
    _ = book.state.update(.pages(book.id, generation: 1, first: 0, infos))
    #expect(book.state.panes[0].page == 1)
    _ = book.press("ctrl+o")
    #expect(book.state.panes[0].page == 0)
  }

  /// The words people search for, by the command they mean.
  @Test(arguments: [
    ("dark", "next-theme"), ("night", "next-theme"), ("bookmark", "set-mark"),
    ("comment", "note-here"), ("dual", "two-up"), ("full", "present"), ("fullscreen", "present"),
    ("figure", "zoom-box"), ("toc", "outline"), ("thumbnails", "page-grid"),
    ("slideshow", "present"), ("metadata", "information"), ("strikethrough", "strike-out"),
    ("recolor", "colors"), ("index", "outline"), ("print", "open-with"), ("zoom", "fit-height"),
    ("top", "first-page"), ("buffers", "documents"), ("jumplist", "history"),
    ("vsplit", "split-beside"),
    ("colorscheme", "theme"), ("visual", "select"), ("highlighter", "highlight"),
    ("signatures", "information"),
    ("attachments", "information"), ("du", "folder-sizes"), ("yank", "copy-path"),
    ("external", "open-with"),
    ("terminal", "shell"), ("similar", "related"), ("full screen", "present"),
    ("occurrences", "hits"), ("mount", "to-sidebar"), ("cloud", "sync"),
    ("trim", "fit-text"), ("reviews", "annotations"),
    ("password", "open"), ("password", "information"), ("settings", "settings"),
    ("config", "settings"), ("preferences", "settings"), ("options", "settings"),
    ("brightness", "colors"), ("brightness", "next-theme"), ("contrast", "colors"),
    ("go to page", "first-page"), ("goto", "first-page"), ("star", "toggle-favourite"),
    ("starred", "favourites"),
    // zathura
    ("bmark", "set-mark"), ("blist", "marks"), ("exec", "run-command"),
    // Okular and Preview
    ("bookmarks", "marks"), ("inspector", "information"), ("loupe", "zoom-box"),
    ("contact sheet", "page-grid"), ("printer", "open-with"), ("margins", "fit-text"),
    // less, vim
    ("chop", "toggle-mode"), ("nowrap", "toggle-mode"), ("ls", "documents"),
    ("bdelete", "close-document"), ("vs", "split-beside"), ("write", "export"),
    // ranger, yazi
    ("bulkrename", "rename"), ("taskview", "tasks"), ("spot", "information-of-file"),
    ("ripgrep", "search-everywhere"), ("fzf", "jump"), ("umount", "unmount"),
  ])
  func aCommandIsFoundBySynonyms(_ word: String, _ name: String) {
    var book = Book(pages: 5)
    typed(word, into: &book)
    #expect(book.state.panel?.rows.contains { $0.also == name } == true)
  }

  /// Enter takes the typed path, as it does where no command has its words.
  @Test func aTypedPathRanksBeforeCommandsWithItsWords() {
    var book = Book(pages: 5)
    typed("go to page", into: &book)
    #expect(book.state.panel?.rows.first?.action == .run("go", with: "to page"))
    #expect(book.press("enter") == [.openTyped("to page")])
  }

  @Test func synonymsRankBelowNamesAndTitles() throws {
    let marks = try #require(CommandList.byName["marks"])
    let set = try #require(CommandList.byName["set-mark"])
    #expect(try #require(marks.nearness(to: "marks")) > #require(set.nearness(to: "bookmark")))
    #expect(try #require(set.nearness(to: "bookmark")) > 1_000)
    // Together with a word of its title.
    #expect(CommandList.byName["two-up"]?.nearness(to: "dual pages") == 1_500)
  }

  /// Other words are lower case and say something that name and title do not.
  @Test func synonymsDifferFromNameAndTitle() {
    for command in CommandList.all where !command.synonyms.isEmpty {
      #expect(command.synonyms == command.synonyms.lowercased(), "\(command.name)")
      let own = Set((command.name + " " + command.title).lowercased().split { !$0.isLetter })
      for word in command.synonyms.split(separator: " ") {
        #expect(!own.contains(word), "\(command.name): \(word)")
      }
    }
  }
}
