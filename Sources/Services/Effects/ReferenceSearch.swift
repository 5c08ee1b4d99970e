import Dispatch
import DocumentModel
import Files
import Library
import Messages
import Text
import Wire

/// Reads a document's pages one by one at background priority and reports the references that its words make, and its headings, or reports those
/// that the index has of the unchanged file.
// Unchecked: all variables change on the composing queue only, and one page is in progress at a time.
final class ReferenceSearch: @unchecked Sendable {
  private let id: DocumentID
  private let generation: Int
  private let pageCount: Int
  private let runner: EffectRunner
  private var labels: [String] = []
  private var finder: ReferenceFinder?
  private var page = 0
  private var hasBegun = false
  /// The file whose references are stored; nil if it is not in the index, or they are there.
  private var file: FileSighting?

  /// Milliseconds between the first page and the search, which is for what comes after it.
  private static let pause = 400
  /// Longer documents are read when the user asks for their references.
  private static let mostPages = 1_000
  /// The number of pages after which progress is reported.
  private static let portion = 25

  init(_ id: DocumentID, _ generation: Int, _ pageCount: Int, _ runner: EffectRunner) {
    self.id = id
    self.generation = generation
    self.pageCount = pageCount
    self.runner = runner
  }

  func belongs(to generation: Int) -> Bool { self.generation == generation }

  /// Begins a moment later, unless the document is very long.
  func beginLater() {
    runner.composing.asyncAfter(deadline: .now() + .milliseconds(Self.pause)) {
      if !self.reportStored(), self.pageCount <= Self.mostPages { self.begin() }
    }
  }

  func beginNow() {
    runner.composing.async { if !self.reportStored() { self.begin() } }
  }

  /// Reports the references that the index has; false if it has none.
  private func reportStored() -> Bool {
    guard !hasBegun else { return true }
    guard LibraryIndex.isThere(), let sighting = sighting() else { return false }
    file = sighting
    guard let index = try? LibraryIndex(mends: false),
      let stored = try? index.references(of: sighting), stored.fits(pageCount: pageCount)
    else { return false }
    hasBegun = true
    report(stored)
    return true
  }

  /// The file if it is still the version that was opened.
  private func sighting() -> FileSighting? {
    guard let file = runner.opened[id]?.file, let stamp = FileStamp(following: file.path),
      file.stamps.contains(stamp)
    else { return nil }
    return FileSighting(seeing: file.path)
  }

  private func report(_ found: DocumentReferences) {
    runner.mailbox.post(.references(id, generation: generation, found))
  }

  private func begin() {
    guard !hasBegun else { return }
    hasBegun = true
    readLabels()
  }

  private func ask(_ request: Request, _ take: @escaping @Sendable (Reply?) -> Void) {
    runner.ask(request, of: id, generation, take)
  }

  private func readLabels() {
    let range = labels.count..<min(labels.count + Limit.pagesAtOnce, pageCount)
    guard !range.isEmpty else { return readOutline() }
    ask(.pages(range)) { [self] reply in
      guard case .pages(let infos)? = reply, !infos.isEmpty else {
        labels = [String](repeating: "", count: pageCount)
        return readOutline()
      }
      labels += infos.map(\.label)
      readLabels()
    }
  }

  private func readOutline() {
    ask(.outline) { [self] reply in
      var outline: [OutlineItem] = []
      if case .outline(let items)? = reply { outline = items }
      finder = ReferenceFinder(labels: labels, outline: outline)
      readPage()
    }
  }

  private func readPage() {
    guard page < pageCount else {
      let found = finder?.finish() ?? DocumentReferences()
      finder = nil
      if let file, file == sighting() {
        try? LibraryIndex(mends: false).keep(found, of: file)
      }
      return report(found)
    }
    ask(.text(page: page)) { [self] reply in
      // References of some pages only are not stored.
      if case .text(let text)? = reply { finder?.add(text, page: page) } else { file = nil }
      page += 1
      if page % Self.portion == 0 {
        runner.mailbox.post(.pagesRead(id, generation: generation, page))
      }
      readPage()
    }
  }
}
