package import DocumentModel

extension IndexedPage {
  /// Packs the passages that begin on a page; `grams` lends its memory.
  package init(_ flat: FlatText, number: Int, label: String, _ grams: inout Grams) {
    grams.removeAll()
    flat.gather(&grams, of: 0..<flat.count)
    var words: [UInt8] = []
    words.reserveCapacity(grams.list.count * 5)
    for gram in grams.list {
      gram.write(to: &words)
      words.append(0x20)
    }
    self.init(
      number: number, label: label, passages: flat.packed(0..<flat.count, page: number),
      grams: words)
  }

  /// Returns the page without characters that could control a terminal; unchanged if it has none.
  ///
  /// A compromised worker may pack control characters, or other text where it claims ASCII. Positions in the text are preserved. The grams are
  /// recomputed from the cleaned text.
  package func checked() -> IndexedPage {
    var flat = FlatText()
    let isWhole = passages.withUnsafeBytes { flat.add(packed: $0, page: number) }
    if isWhole, flat.isClean { return self }
    flat.clean()
    var grams = Grams()
    return IndexedPage(flat, number: number, label: label, &grams)
  }
}

extension FlatText {
  fileprivate var isClean: Bool {
    passages.allSatisfy { passage in
      let text = bytes[passage.bytes]
      return CleanText.isClean(text) && (!passage.isASCII || text.allSatisfy { $0 < 0x80 })
    }
  }

  /// Replaces each harmful scalar by one blank.
  fileprivate mutating func clean() {
    var clean: [UInt8] = []
    for index in passages.indices {
      let start = clean.count
      clean += CleanText.inPlace(bytes[passages[index].bytes])
      passages[index].bytes = start..<clean.count
      passages[index].isASCII = clean[start...].allSatisfy { $0 < 0x80 }
    }
    bytes = clean
  }
}
