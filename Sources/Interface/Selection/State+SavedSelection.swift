import Canvas
package import DocumentModel
import Messages
import Text

/// A selection in a reloaded document, kept if the text of its pages is unchanged.
package struct SavedSelection: Sendable {
  package var document: DocumentID
  /// The text of the pages before the reload, in reading order.
  var texts: [Int: [UInt32]]
  /// The pages still to be compared.
  package var awaited: Set<Int>
  /// Keys pressed meanwhile; handled when the pages have been compared.
  var keys: [Key] = []
}

/// The most keys that are held while pages are compared.
private let mostKeys = 200

extension State {
  /// Returns the text of the pages the selection touches, as far as it is loaded; nil if the page of an end is not.
  func selectedTexts(_ index: Int) -> [Int: [UInt32]]? {
    let document = documents[index]
    guard let selection, selection.document == document.id else { return nil }
    var texts = awaited.selection?.document == document.id ? awaited.selection?.texts ?? [:] : [:]
    let ends = selection.unit == .nothing ? selection.caret...selection.caret : selection.bounds
    for (page, content) in document.pages
    where (ends.lowerBound.page...ends.upperBound.page).contains(page) {
      texts[page] = PageFlow(content).scalars
    }
    let isKnown = texts[ends.lowerBound.page] != nil && texts[ends.upperBound.page] != nil
    return isKnown ? texts : nil
  }

  /// Loads the selection's pages of the new generation; called after `reload`.
  mutating func keepSelection(_ index: Int, _ texts: [Int: [UInt32]]) -> [Effect] {
    guard let last = texts.keys.max(), last < documents[index].pageCount else {
      loseSelection(index)
      return []
    }
    let id = documents[index].id
    if selection?.unit == .nothing, let caret = selection?.caret { selection?.anchor = caret }
    awaited.selection = SavedSelection(
      document: id, texts: texts, awaited: Set(texts.keys), keys: awaited.selection?.keys ?? [])
    // The pages of a pending mark and of a pending copy are loaded from the new generation too.
    var pages = Set(texts.keys)
    for range in [annotating.pendingMark?.range, awaited.copy?.range].compactMap(\.self) {
      pages.formUnion(range.lowerBound.page...range.upperBound.page)
    }
    annotating.pendingMark?.pages = [:]
    awaited.copy?.pages = [:]
    return documents.loadContent(of: id, pages: pages.sorted(), isVisible: false)
  }

  /// Compares a loaded page with its text before the reload.
  mutating func compareSelection(_ page: Int, _ index: Int) {
    guard let kept = awaited.selection, kept.document == documents[index].id,
      kept.awaited.contains(page), let content = documents[index].pages[page]
    else { return }
    if PageFlow(content).scalars == kept.texts[page] {
      awaited.selection?.awaited.remove(page)
    } else {
      loseSelection(index)
    }
  }

  /// Drops the selection, since it would now cover different words.
  mutating func loseSelection(_ index: Int) {
    let what = selection?.unit == .nothing ? "the page of the caret" : "the selection"
    (selection, awaited.selection, annotating.pendingMark, awaited.copy) = (nil, nil, nil, nil)
    say("\(documents[index].fileName) changed on disk: reloaded; \(what) has other text now")
  }

  /// Drops the selection if one of its pages cannot be read.
  mutating func giveUpSelection(for page: Int, _ index: Int) {
    guard let kept = awaited.selection, kept.document == documents[index].id,
      kept.awaited.contains(page)
    else { return }
    (selection, awaited.selection, annotating.pendingMark, awaited.copy) = (nil, nil, nil, nil)
  }

  /// Holds a key until it is known whether the selection is kept; returns whether it was held.
  mutating func holds(_ key: Key) -> Bool {
    guard let kept = awaited.selection, selection?.document == document?.id, keyMode == .selecting,
      kept.keys.count < mostKeys, key.code != .escape, key != Key("c", .control)
    else { return false }
    awaited.selection?.keys.append(key)
    return true
  }

  /// Handles the held keys once all pages have been compared.
  mutating func takeHeldKeys() -> [Effect] {
    guard selection != nil else {
      awaited.selection = nil
      return []
    }
    guard let kept = awaited.selection, kept.awaited.isEmpty else { return [] }
    awaited.selection = nil
    var effects: [Effect] = []
    for key in kept.keys { effects += update(.input(.key(key))) }
    return effects
  }
}
