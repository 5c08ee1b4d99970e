import DocumentModel
import Testing

/// Outlines as the screen shows them while the file is being written.
@Suite struct OutlineEditingTests {
  private static let book = [
    OutlineItem(title: "A", children: [OutlineItem(title: "A1"), OutlineItem(title: "A2")]),
    OutlineItem(title: "B"), OutlineItem(title: "C"),
  ]

  private static func text(_ items: [OutlineItem]) -> String {
    items.map { $0.title + ($0.children.isEmpty ? "" : "(\(text($0.children)))") }
      .joined(separator: " ")
  }

  @Test(arguments: [
    (DocumentEdit.addEntry(title: "N", page: 2, .end), "A(A1 A2) B C N"),
    (.addEntry(title: "N", page: 2, .after(.number(1))), "A(A1 N A2) B C"),
    (.addEntry(title: "N", page: 2, .under(.number(3))), "A(A1 A2) B(N) C"),
    (.renameEntry(.number(2), to: "N"), "A(A1 N) B C"),
    (.removeEntry(.number(0)), "B C"), (.removeEntry(.number(2)), "A(A1) B C"),
    (.moveEntry(.number(0), .after(.number(3))), "B A(A1 A2) C"),
    (.moveEntry(.number(4), .before(.number(0))), "C A(A1 A2) B"),
    (.moveEntry(.number(1), .after(.number(0))), "A(A2) A1 B C"),
    (.moveEntry(.number(3), .under(.number(0))), "A(A1 A2 B) C"),
    (.moveEntry(.number(2), .before(.number(1))), "A(A2 A1) B C"),
  ]) func editsMoveEntriesToTheirTarget(_ edit: DocumentEdit, _ text: String) throws {
    #expect(Self.text(try #require(Self.book.edited(edit))) == text)
  }

  @Test func impossibleOutlineEditsAreRefused() {
    #expect(Self.book.edited(.moveEntry(.number(0), .under(.number(1)))) == nil)
    #expect(Self.book.edited(.removeEntry(.number(9))) == nil)
    #expect(Self.book.edited(.renameEntry(.number(-1), to: "N")) == nil)
    #expect(Self.book.path(ofEntry: 2) == [0, 1] && Self.book.path(ofEntry: 5) == nil)
  }
}
