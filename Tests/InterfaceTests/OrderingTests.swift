import Canvas
import DocumentModel
import Testing

@testable import Interface
import Messages

/// Rows ordered by facts read from documents, while these are read.
@Suite struct OrderingTests {
  private func browser() -> BrowserBench {
    var browser = BrowserBench(["/home/me": ["a.pdf", "b.pdf", "c.pdf", "d.pdf"]])
    browser.documents = ["a.pdf": DocumentFacts(pages: 9)]
    return browser
  }

  private func tell(_ browser: inout BrowserBench, _ name: FilePath, pages: Int) -> [Effect] {
    browser.state.update(
      .browser(
        .facts(
          tab: browser.tab.id, generation: browser.tab.generation, [:],
          [name: DocumentFacts(pages: pages)], areAll: false)))
  }

  private func due(_ browser: inout BrowserBench) {
    browser.answer(
      browser.state.update(
        .reminded(.order(tab: browser.tab.id, generation: browser.tab.generation))))
  }

  private func isReminder(_ effect: Effect) -> Bool {
    if case .remind(.order, _) = effect { true } else { false }
  }

  @Test func rowsAreSortedAgainOnceTheSortKeysAreKnown() {
    var browser = browser()
    browser.press("j")
    browser.answer(
      browser.state.browser.sort(
        by: .pages, environment: browser.state.environment, &browser.state.notices))
    #expect(browser.names == ["a.pdf", "b.pdf", "c.pdf", "d.pdf"])
    #expect(browser.current == "b.pdf")
    // Of several that come one after the other the rows move once.
    #expect(tell(&browser, "d.pdf", pages: 2).filter(isReminder).count == 1)
    #expect(tell(&browser, "b.pdf", pages: 12).filter(isReminder).isEmpty)
    #expect(browser.names == ["a.pdf", "b.pdf", "c.pdf", "d.pdf"], "not under the eyes")
    due(&browser)
    #expect(browser.names == ["d.pdf", "a.pdf", "b.pdf", "c.pdf"])
    #expect(browser.current == "b.pdf", "the cursor stays on its row")
    #expect(tell(&browser, "c.pdf", pages: 1).filter(isReminder).count == 1)
    due(&browser)
    #expect(browser.names == ["c.pdf", "d.pdf", "a.pdf", "b.pdf"])
    // Known facts move nothing, nor do facts that the order does not use.
    #expect(tell(&browser, "c.pdf", pages: 1).filter(isReminder).isEmpty)
    browser.answer(
      browser.state.browser.sort(
        by: .name, environment: browser.state.environment, &browser.state.notices))
    #expect(tell(&browser, "c.pdf", pages: 3).filter(isReminder).isEmpty)
  }

  @Test func aTimerOfAnOlderListMovesNothing() {
    var browser = browser()
    browser.answer(
      browser.state.browser.sort(
        by: .pages, environment: browser.state.environment, &browser.state.notices))
    _ = tell(&browser, "d.pdf", pages: 2)
    let (tab, generation) = (browser.tab.id, browser.tab.generation)
    browser.isSlow = true
    browser.answer(browser.state.browser.refresh())
    _ = browser.state.update(.reminded(.order(tab: tab, generation: generation)))
    #expect(browser.names == ["a.pdf", "b.pdf", "c.pdf", "d.pdf"])
  }

  @Test(arguments: [
    (Column.pages, FactScope.allContents), (.author, .allContents), (.progress, .allDocuments),
    (.size, .allFiles),
  ]) func factsAreRequestedAsTheOrderNeeds(_ column: Column, _ scope: FactScope) {
    var browser = browser()
    func asked(_ effects: [Effect]) -> [FactScope] {
      effects.compactMap {
        if case .browse(.facts(_, _, _, _, let scope)) = $0 { scope } else { nil }
      }
    }
    #expect(
      asked(
        browser.state.browser.sort(
          by: column, environment: browser.state.environment, &browser.state.notices)
      ).contains(scope))
    // Facts of which the earlier order needed less are requested again, the others are not.
    #expect(
      !asked(browser.state.browser.reverseOrder(environment: browser.state.environment)).contains(
        scope))
    if scope != .allContents {
      #expect(
        asked(
          browser.state.browser.sort(
            by: .title, environment: browser.state.environment, &browser.state.notices)
        ).contains(.allContents))
    }
  }

  /// Documents that only the order by pages wanted read are left unread once the rows lie in another order.
  @Test func changingTheOrderStopsReadingForIt() {
    var browser = browser()
    let leaving = Effect.browse(.leaveUnread(tab: browser.tab.id))
    #expect(
      !browser.state.browser.sort(
        by: .pages, environment: browser.state.environment, &browser.state.notices
      ).contains(leaving))
    #expect(
      !browser.state.browser.sort(
        by: .title, environment: browser.state.environment, &browser.state.notices
      ).contains(leaving))
    #expect(
      browser.state.browser.sort(
        by: .name, environment: browser.state.environment, &browser.state.notices
      ).contains(leaving))
    #expect(
      !browser.state.browser.sort(
        by: .size, environment: browser.state.environment, &browser.state.notices
      ).contains(leaving))
    let again = browser.state.browser.sort(
      by: .pages, environment: browser.state.environment, &browser.state.notices)
    #expect(
      again.contains {
        if case .browse(.facts(_, _, _, _, .allContents)) = $0 { true } else { false }
      })
  }
}
