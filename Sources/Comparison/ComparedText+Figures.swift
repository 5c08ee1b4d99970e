package import Text

extension ComparedText {
  /// Returns for each old figure the index of the new one with the same caption, else of the one at its place in order; nil if there is none.
  package static func partners(
    ofFigures old: [Flow.Paragraph], in new: [Flow.Paragraph]
  ) -> [Int?] {
    let keys = [old, new].map { figures in
      figures.map { WordSplitter.key(($0.region?.caption ?? "").unicodeScalars.map(\.value)[...]) }
    }
    let alignment = WordAlignment(
      keys[0], keys[1], in: [(old.indices, new.indices)])
    var partners: [Int?] = alignment.partners.map { $0 < 0 ? nil : Int($0) }
    // Between two pairs, equal numbers of figures belong together in order.
    var (o, n) = (0, 0)
    while o < old.count {
      let end = partners[o...].firstIndex { $0 != nil } ?? old.count
      let stop = end < old.count ? partners[end] ?? new.count : new.count
      if end - o == stop - n { for step in 0..<end - o { partners[o + step] = n + step } }
      (o, n) = (end + 1, stop + 1)
    }
    return partners
  }
}

extension TextComparison {
  /// Whether a caption has words that the other version lacks.
  package func isChanged(caption: String) -> Bool {
    let key = WordSplitter.key(caption.unicodeScalars.map(\.value)[...])
    func isChanged(_ text: ComparedText, _ states: [State]) -> Bool {
      text.paragraphs.contains {
        $0.stream == .captions && WordSplitter.key($0.flow.scalars[...]) == key
          && $0.words.contains { states[$0] == .changed }
      }
    }
    return isChanged(new, newStates) || isChanged(old, oldStates)
  }
}
