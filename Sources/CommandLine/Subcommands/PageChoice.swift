import DocumentModel

/// The pages that output is limited to; in a book with pages of a printed edition, the characters on them.
struct PageChoice {
  /// Page indices from 0, or those of portions, in the order named.
  let pages: [Int]
  private let known: Set<Int>
  /// The chosen characters by portion; nil where whole pages are chosen.
  private var characters: [Int: [Range<Int>]]?
  private var labels: [PageLabels] = []

  init(_ pages: [Int]) { (self.pages, known) = (pages, Set(pages)) }

  /// Chooses printed pages by their indices among all of a book.
  init(_ chosen: [Int], of printed: [PrintedStart], _ labels: [PageLabels]) {
    self.labels = labels
    var ranges: [Int: [Range<Int>]] = [:]
    var pages: [Int] = []
    for index in chosen {
      let (start, end) = (printed[index], printed[safe: index + 1])
      for page in start.page...(end?.page ?? labels.count - 1) {
        let first = page == start.page ? start.character : 0
        let last = end.flatMap { $0.page == page ? $0.character : nil } ?? .max
        guard first < last else { continue }
        if ranges[page] == nil { pages.append(page) }
        ranges[page, default: []].append(first..<last)
      }
    }
    (self.pages, known) = (pages, Set(pages))
    characters = ranges.mapValues { $0.sorted { $0.lowerBound < $1.lowerBound } }
  }

  /// Whether only parts of the pages are chosen.
  var isPartial: Bool { characters != nil }

  func contains(_ character: Int, on page: Int) -> Bool {
    characters?[page, default: []].contains { $0.contains(character) } ?? known.contains(page)
  }

  /// Whether a place of one of the pages is chosen.
  func contains(_ place: Point, on page: Int) -> Bool {
    guard characters != nil else { return known.contains(page) }
    let start = labels[safe: page]?.start(x: place.x, y: place.y) ?? 0
    return contains(start, on: page)
  }

  /// Returns the chosen part of a page's text.
  func part(of text: PageText, page: Int) -> PageText {
    characters.map { text.part($0[page] ?? []) } ?? text
  }
}

/// The place at which a page of a book's printed edition begins.
struct PrintedStart {
  var label: String
  /// The portion, from 0.
  var page: Int
  var character: Int

  /// Returns all of a book in order.
  static func all(_ labels: [PageLabels]) -> [PrintedStart] {
    var starts: [PrintedStart] = []
    for (page, own) in labels.enumerated() {
      if !own.first.isEmpty, own.first != starts.last?.label {
        starts.append(PrintedStart(label: own.first, page: page, character: 0))
      }
      starts += own.later.map { PrintedStart(label: $0.label, page: page, character: $0.start) }
    }
    return starts
  }
}

extension PageText {
  /// Returns the text with those parts of its blocks alone that are within some ranges.
  fileprivate func part(_ ranges: [Range<Int>]) -> PageText {
    var part = self
    part.blocks = blocks?.flatMap { block in
      ranges.compactMap { range in
        var cut = block
        cut.range = block.range.clamped(to: range)
        if cut.range.lowerBound > block.range.lowerBound { (cut.marker, cut.isApart) = (0, false) }
        return cut.range.isEmpty ? nil : cut
      }
    }
    return part
  }
}
