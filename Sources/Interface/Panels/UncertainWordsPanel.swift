import DocumentModel
import Text

extension PanelSource {
  package static let uncertainWords = PanelSource(
    title: "Uncertain words", rows: { Panel.matching(uncertainWordRows($0), $1) },
    emptyText: { state, isFiltered in
      isFiltered
        ? nil : "No uncertain words on the pages that were read; :ocr all recognises all pages"
    }, namesPages: true)

  /// Rows of the words of recognised pages in memory that Tesseract was not sure of, with the words around each.
  private static func uncertainWordRows(_ state: State) -> [Panel.Row] {
    guard let document = state.document else { return [] }
    let pages = document.pages.filter { $0.value.text.isRecognized }.sorted { $0.key < $1.key }
    return pages.flatMap { page, content in
      content.text.uncertainWords.prefix(Self.mostWords).map { range in
        Panel.Row(
          text: content.text.line(around: range),
          detail: document.shortPlaceName(Place(page: page, offset: range.lowerBound)),
          action: .jump(page: page, .offset(range.lowerBound)))
      }
    }
  }

  /// The most words of one page; a page of noise has more than anyone reads.
  private static let mostWords = 200
}

extension PageText {
  /// The ranges of words with an uncertain letter.
  fileprivate var uncertainWords: [Range<Int>] {
    var words: [Range<Int>] = []
    for (index, run) in runs.enumerated() where styles[safe: run.style]?.isUncertain == true {
      let end = index + 1 < runs.count ? runs[index + 1].start : scalars.count
      var start = run.start
      for at in run.start...max(run.start, end)
      where at == end || at < scalars.count && scalars[at] <= 0x20 {
        if at > start { words.append(start..<at) }
        start = at + 1
      }
    }
    return words
  }

  /// Returns a word with its line, the word first.
  fileprivate func line(around range: Range<Int>) -> String {
    let start = scalars[..<range.lowerBound].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    let end = scalars[range.upperBound...].firstIndex(of: 0x0A) ?? scalars.count
    func text(_ range: Range<Int>) -> String {
      String(String.UnicodeScalarView(scalars[range].compactMap(Unicode.Scalar.init)))
    }
    return text(range) + "  " + text(start..<end)
  }
}
