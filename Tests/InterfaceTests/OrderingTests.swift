import Canvas
import DocumentModel
import Testing

@testable import Interface
import Messages

/// Rows ordered by facts read from documents, while these are read.
@Suite struct OrderingTests {
  private func shelf() -> Shelf {
    var shelf = Shelf(["/home/me": ["a.pdf", "b.pdf", "c.pdf", "d.pdf"]])
    shelf.documents = ["a.pdf": DocumentFacts(pages: 9)]
    return shelf
  }

  private func tell(_ shelf: inout Shelf, _ name: FilePath, pages: Int) -> [Effect] {
    shelf.state.update(
      .browser(
        .facts(
          tab: shelf.tab.id, generation: shelf.tab.generation, [:],
          [name: DocumentFacts(pages: pages)], areAll: false)))
  }

  private func due(_ shelf: inout Shelf) {
    shelf.answer(
      shelf.state.update(
        .reminded(.order(tab: shelf.tab.id, generation: shelf.tab.generation))))
  }

  private func isReminder(_ effect: Effect) -> Bool {
    if case .remind(.order, _) = effect { true } else { false }
  }

  @Test func rowsAreSortedAgainOnceTheSortKeysAreKnown() {
    var shelf = shelf()
    shelf.press("j")
    shelf.answer(shelf.state.sort(by: .pages))
    #expect(shelf.names == ["a.pdf", "b.pdf", "c.pdf", "d.pdf"])
    #expect(shelf.current == "b.pdf")
    // Of several that come one after the other the rows move once.
    #expect(tell(&shelf, "d.pdf", pages: 2).filter(isReminder).count == 1)
    #expect(tell(&shelf, "b.pdf", pages: 12).filter(isReminder).isEmpty)
    #expect(shelf.names == ["a.pdf", "b.pdf", "c.pdf", "d.pdf"], "not under the eyes")
    due(&shelf)
    #expect(shelf.names == ["d.pdf", "a.pdf", "b.pdf", "c.pdf"])
    #expect(shelf.current == "b.pdf", "the cursor stays on its row")
    #expect(tell(&shelf, "c.pdf", pages: 1).filter(isReminder).count == 1)
    due(&shelf)
    #expect(shelf.names == ["c.pdf", "d.pdf", "a.pdf", "b.pdf"])
    // Known facts move nothing, nor do facts that the order does not use.
    #expect(tell(&shelf, "c.pdf", pages: 1).filter(isReminder).isEmpty)
    shelf.answer(shelf.state.sort(by: .name))
    #expect(tell(&shelf, "c.pdf", pages: 3).filter(isReminder).isEmpty)
  }

  @Test func aTimerOfAnOlderListMovesNothing() {
    var shelf = shelf()
    shelf.answer(shelf.state.sort(by: .pages))
    _ = tell(&shelf, "d.pdf", pages: 2)
    let (tab, generation) = (shelf.tab.id, shelf.tab.generation)
    shelf.isSlow = true
    shelf.answer(shelf.state.browser.refresh())
    _ = shelf.state.update(.reminded(.order(tab: tab, generation: generation)))
    #expect(shelf.names == ["a.pdf", "b.pdf", "c.pdf", "d.pdf"])
  }

  @Test(arguments: [
    (Column.pages, FactScope.allContents), (.author, .allContents), (.progress, .allDocuments),
    (.size, .allFiles),
  ]) func factsAreRequestedAsTheOrderNeeds(_ column: Column, _ scope: FactScope) {
    var shelf = shelf()
    func asked(_ effects: [Effect]) -> [FactScope] {
      effects.compactMap {
        if case .browse(.facts(_, _, _, _, let scope)) = $0 { scope } else { nil }
      }
    }
    #expect(asked(shelf.state.sort(by: column)).contains(scope))
    // Facts of which the earlier order needed less are requested again, the others are not.
    #expect(!asked(shelf.state.reverseOrder()).contains(scope))
    if scope != .allContents {
      #expect(asked(shelf.state.sort(by: .title)).contains(.allContents))
    }
  }

  /// Documents that only the order by pages wanted read are left unread once the rows lie in another order.
  @Test func changingTheOrderStopsReadingForIt() {
    var shelf = shelf()
    let leaving = Effect.browse(.leaveUnread(tab: shelf.tab.id))
    #expect(!shelf.state.sort(by: .pages).contains(leaving))
    #expect(!shelf.state.sort(by: .title).contains(leaving))
    #expect(shelf.state.sort(by: .name).contains(leaving))
    #expect(!shelf.state.sort(by: .size).contains(leaving))
    let again = shelf.state.sort(by: .pages)
    #expect(
      again.contains {
        if case .browse(.facts(_, _, _, _, .allContents)) = $0 { true } else { false }
      })
  }
}
