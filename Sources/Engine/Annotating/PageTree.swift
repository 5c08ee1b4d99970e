import DocumentModel
import Wire

/// A page of a document with the attributes needed for annotating.
struct PageNode {
  /// Nil if the page is a direct object in its parent (which the standard forbids).
  var reference: PDFObject.Reference?
  var entries: [String: PDFObject]
  var space: PageSpace

  init(reference: PDFObject.Reference?, entries: [String: PDFObject], _ inherited: Inherited) {
    self.reference = reference
    self.entries = entries
    space = inherited.space
  }

  /// Attributes that pages inherit from their ancestors (PDF 32000-1, 7.7.3.4).
  struct Inherited {
    /// Poppler's default page, US Letter.
    private static let letter = [0, 0, 612, 792.0]

    private var media = Self.letter
    private var crop: [Double]?
    private var rotation = 0

    init() {}

    /// Collects the attributes of a page from the root of the tree down to the page itself.
    init(above page: PDFObject.Reference, in file: ObjectFile) {
      var nodes: [[String: PDFObject]] = []
      var next: PDFObject? = .reference(page)
      while nodes.count < PageTree.deepest, let entries = next.flatMap(file.followed)?.dictionary {
        nodes.append(entries)
        next = entries["Parent"]
      }
      for entries in nodes.reversed() { add(entries, in: file) }
    }

    /// Applies a node's own values as poppler does: a box that is not four numbers is ignored.
    mutating func add(_ entries: [String: PDFObject], in file: ObjectFile) {
      media = Self.box(entries["MediaBox"], file) ?? media
      crop = Self.box(entries["CropBox"], file) ?? crop
      rotation = file.followed(entries["Rotate"]).integer ?? rotation
    }

    private static func box(_ value: PDFObject?, _ file: ObjectFile) -> [Double]? {
      guard let value, let items = file.followed(value).array, items.count == 4 else { return nil }
      let numbers = items.compactMap { file.followed($0).number }
      guard numbers.count == 4 else { return nil }
      let (x, y) = ([numbers[0], numbers[2]], [numbers[1], numbers[3]])
      return [min(x[0], x[1]), min(y[0], y[1]), max(x[0], x[1]), max(y[0], y[1])]
    }

    /// The crop box clipped to the media box; US Letter if that is empty.
    var space: PageSpace {
      let wanted = crop ?? media
      var x = [0, 2].map { min(max(wanted[$0], media[0]), media[2]) }
      var y = [1, 3].map { min(max(wanted[$0], media[1]), media[3]) }
      if x[0] >= x[1] || y[0] >= y[1] {
        (x, y) = ([Self.letter[0], Self.letter[2]], [Self.letter[1], Self.letter[3]])
      }
      return PageSpace(
        x0: bounded(x[0]), y0: bounded(y[0]), x1: bounded(x[1]), y1: bounded(y[1]),
        rotation: rotation % 360)
    }

    private func bounded(_ value: Double) -> Double {
      min(max(value, -Limit.pageSide), Limit.pageSide)
    }
  }
}

/// Finds pages by index without visiting all of them; libqpdf's own list takes a second for a long book.
struct PageTree {
  private let file: ObjectFile
  private let top: PDFObject.Reference?

  fileprivate static let deepest = 64

  init(_ file: ObjectFile) {
    self.file = file
    top = file.root.flatMap { file.object($0).dictionary?["Pages"]?.reference }
  }

  /// Visits the pages from an index on until `visit` returns false.
  func walk(from first: Int, visit: @escaping (_ index: Int, _ page: PageNode) -> Bool) {
    guard let top else { return }
    var walk = Walk(file: file, first: first, visit: visit)
    _ = walk.go(.reference(top), PageNode.Inherited(), depth: 0)
  }

  /// Visits pages by ascending indices in a single traversal.
  func visit(_ wanted: [Int], _ body: @escaping (_ index: Int, _ page: PageNode) -> Void) {
    guard let top, let first = wanted.first, let last = wanted.last else { return }
    let set = Set(wanted)
    var walk = Walk(file: file, first: first) { index, page in
      if set.contains(index) { body(index, page) }
      return index < last
    }
    walk.wanted = wanted
    _ = walk.go(.reference(top), PageNode.Inherited(), depth: 0)
  }

  private struct Walk {
    let file: ObjectFile
    let first: Int
    let visit: (Int, PageNode) -> Bool
    /// Index of the next page.
    var next = 0
    /// The path from the root, to detect cycles.
    var above: Set<PDFObject.Reference> = []
    /// The only indices to visit, ascending; nil visits all from `first` on.
    var wanted: [Int]?

    /// Returns false to stop the traversal.
    mutating func go(_ node: PDFObject, _ inherited: PageNode.Inherited, depth: Int) -> Bool {
      guard depth < PageTree.deepest, let entries = file.followed(node).dictionary else {
        return true
      }
      guard let kids = file.followed(entries["Kids"]).array,
        file.followed(entries["Type"]).name != "Page"
      else { return leaf(node.reference, entries, inherited) }
      if let place = node.reference, !above.insert(place).inserted { return true }
      defer { if let place = node.reference { above.remove(place) } }
      var own = inherited
      own.add(entries, in: file)
      // If `/Count` equals the number of kids, each kid is a page.
      let count = file.followed(entries["Count"]).integer ?? 0
      if count == kids.count, wanted != nil {
        let start = next
        for index in indices(in: start..<start + count) {
          next = index
          if !go(kids[index - start], own, depth: depth + 1) { return false }
        }
        next = start + count
        return true
      }
      if count == kids.count {
        let skipped = min(max(0, first - next), kids.count)
        next += skipped
        for kid in kids.dropFirst(skipped) where !go(kid, own, depth: depth + 1) { return false }
        return true
      }
      for kid in kids {
        if wanted != nil, let inside = pages(in: kid), indices(in: next..<next + inside).isEmpty {
          next += inside
        } else if next < first, let inside = pages(in: kid), next + inside <= first {
          next += inside
        } else if !go(kid, own, depth: depth + 1) {
          return false
        }
      }
      return true
    }

    /// Returns the wanted indices in a range.
    private func indices(in range: Range<Int>) -> ArraySlice<Int> {
      guard let wanted else { return [] }
      func place(_ index: Int) -> Int { wanted.prefixCount { $0 < index } }
      return wanted[place(range.lowerBound)..<place(range.upperBound)]
    }

    /// Returns the number of pages that a kid claims to have, nil if it claims none.
    private func pages(in kid: PDFObject) -> Int? {
      guard let entries = file.followed(kid).dictionary else { return 0 }
      guard entries["Kids"] != nil else { return 1 }
      return file.followed(entries["Count"]).integer.flatMap { $0 >= 0 ? $0 : nil }
    }

    private mutating func leaf(
      _ reference: PDFObject.Reference?, _ entries: [String: PDFObject],
      _ inherited: PageNode.Inherited
    ) -> Bool {
      defer { next += 1 }
      guard next >= first else { return true }
      var own = inherited
      own.add(entries, in: file)
      return visit(next, PageNode(reference: reference, entries: entries, own))
    }
  }
}
