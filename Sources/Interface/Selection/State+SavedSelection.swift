import Canvas
import DocumentModel

/// A selection over a new version of its document: it stays where the pages it touches say what they said.
package struct SavedSelection: Sendable {
  package var document: DocumentID
  /// What they said, in the order it is read.
  var texts: [Int: [UInt32]]
  /// Those that are still to be compared.
  package var awaited: Set<Int>
  /// Typed meanwhile: it is known what they are for when the pages are there.
  var keys: [Key] = []
}

/// Keys that are kept while pages are compared.
private let mostKeys = 200

extension State {
  /// What the pages the selection touches say, as far as they are at hand; nil where the ends are not.
  func selectedTexts(_ index: Int) -> [Int: [UInt32]]? {
    let document = documents[index]
    guard let selection, selection.document == document.id else { return nil }
    var texts = keptSelection?.document == document.id ? keptSelection?.texts ?? [:] : [:]
    let ends = selection.unit == .nothing ? selection.caret...selection.caret : selection.bounds
    for (page, content) in document.pages
    where (ends.lowerBound.page...ends.upperBound.page).contains(page) {
      texts[page] = PageFlow(content).scalars
    }
    let isKnown = texts[ends.lowerBound.page] != nil && texts[ends.upperBound.page] != nil
    return isKnown ? texts : nil
  }

  /// Has the pages of a new version read that the selection touches; comes behind `reload`.
  mutating func keepSelection(_ index: Int, _ texts: [Int: [UInt32]]) -> [Effect] {
    guard let last = texts.keys.max(), last < documents[index].pageCount else {
      loseSelection(index)
      return []
    }
    let id = documents[index].id
    if selection?.unit == .nothing, let caret = selection?.caret { selection?.anchor = caret }
    keptSelection = SavedSelection(
      document: id, texts: texts, awaited: Set(texts.keys), keys: keptSelection?.keys ?? [])
    // What they lie on is read from the new version too.
    var pages = Set(texts.keys)
    for range in [pendingMark?.range, pendingCopy?.range].compactMap(\.self) {
      pages.formUnion(range.lowerBound.page...range.upperBound.page)
    }
    pendingMark?.pages = [:]
    pendingCopy?.pages = [:]
    return loadContent(of: id, pages: pages.sorted(), isVisible: false)
  }

  /// Compares a page that came with what it said.
  mutating func compareSelection(_ page: Int, _ index: Int) {
    guard let kept = keptSelection, kept.document == documents[index].id,
      kept.awaited.contains(page), let content = documents[index].pages[page]
    else { return }
    if PageFlow(content).scalars == kept.texts[page] {
      keptSelection?.awaited.remove(page)
    } else {
      loseSelection(index)
    }
  }

  /// It would lie on other words.
  mutating func loseSelection(_ index: Int) {
    let what = selection?.unit == .nothing ? "the page of the caret" : "what was selected"
    (selection, keptSelection, pendingMark, pendingCopy) = (nil, nil, nil, nil)
    say("\(documents[index].fileName) changed on disk: reloaded; \(what) is another text now")
  }

  /// A page it touches cannot be read.
  mutating func giveUpSelection(for page: Int, _ index: Int) {
    guard let kept = keptSelection, kept.document == documents[index].id,
      kept.awaited.contains(page)
    else { return }
    (selection, keptSelection, pendingMark, pendingCopy) = (nil, nil, nil, nil)
  }

  /// Whether a key waits until it is known whether the selection stays.
  mutating func holds(_ key: Key) -> Bool {
    guard let kept = keptSelection, selection?.document == document?.id, keyMode == .selecting,
      kept.keys.count < mostKeys, key.code != .escape, key != Key("c", .control)
    else { return false }
    keptSelection?.keys.append(key)
    return true
  }

  /// Takes the keys that waited, when all is compared.
  mutating func takeHeldKeys() -> [Effect] {
    guard selection != nil else {
      keptSelection = nil
      return []
    }
    guard let kept = keptSelection, kept.awaited.isEmpty else { return [] }
    keptSelection = nil
    var effects: [Effect] = []
    for key in kept.keys { effects += update(.input(.key(key))) }
    return effects
  }
}
