package import DocumentModel

/// The first pages of a document.
package struct FirstPages: Sendable {
  /// In order.
  package var texts: [PageText] = []
  /// Digests of the images on each of them; empty if not known.
  package var images: [[UInt64]] = []
  package var pageCount: Int

  package init(pageCount: Int) { self.pageCount = pageCount }

  /// Whether the text is too short to recognise the document by.
  package var lacksWords: Bool {
    !VersionSketch.isLongEnough(AnchorText(Array(texts.prefix(TextSample.pages))))
  }
}

/// Samples the first pages of a document, by which its next version is distinguished from another document at the same path.
///
/// A few hundred bytes: it is kept for each document that was read, unlike a `VersionSketch`, which says where annotations belong.
package struct TextSample: Sendable, Hashable, Codable {
  /// The lowest hashes of runs of letters; empty if there are too few words.
  private var runs: [UInt32]
  /// The number of pages and the sizes of the first ones in points, which tell documents without words apart if nothing else does.
  private var shape: [Int]
  /// The lowest digests of the images on the first pages of a document without words; nil in samples of older Recto versions.
  private var images: [UInt64]?

  /// The number of pages sampled; a later version may have others before them.
  package static let pages = 4
  package static let comparedPages = 8

  private static let most = 64
  /// A later version has at least this share of the runs; documents that are unrelated share hardly any.
  private static let enough = 0.2
  /// The least share of a sample's images that a later version has: unrelated scans may share a logo.
  private static let enoughImages = 0.5

  /// Samples `pages` first pages, or fewer of a short document; their images are sampled if they lack words.
  package init(_ first: FirstPages) {
    let pages = first.texts.prefix(Self.pages)
    let text = AnchorText(Array(pages))
    runs =
      VersionSketch.isLongEnough(text) ? Self.runs(of: text).sorted().prefix(Self.most) + [] : []
    shape = Self.shape(pages, first.pageCount)
    images =
      runs.isEmpty
      ? Set(first.images.prefix(Self.pages).joined()).sorted().prefix(Self.most) + [] : nil
  }

  /// Whether the document has words by which it was sampled.
  package var hasWords: Bool { !runs.isEmpty }

  /// Whether pages may be the first ones of a later version.
  package func isOlderVersion(of first: FirstPages) -> Bool {
    guard !hasWords else {
      let found = Self.runs(of: AnchorText(first.texts))
      return Double(runs.count(where: found.contains)) >= Self.enough * Double(runs.count)
    }
    let found = Set(first.images.joined())
    if let images, !images.isEmpty, !found.isEmpty {
      return Double(images.count(where: found.contains)) >= Self.enoughImages * Double(images.count)
    }
    // Scanners append pages.
    let now = Self.shape(first.texts.prefix(Self.pages), first.pageCount)
    return first.pageCount >= shape[0] && now.dropFirst().starts(with: shape.dropFirst())
  }

  private static func runs(of text: AnchorText) -> Set<UInt32> {
    var runs: Set<UInt32> = []
    VersionSketch.each(in: text.letters, 1) { runs.insert($0) }
    return runs
  }

  private static func shape(_ pages: ArraySlice<PageText>, _ pageCount: Int) -> [Int] {
    [pageCount] + pages.flatMap { [Int($0.size.width.rounded()), Int($0.size.height.rounded())] }
  }
}
