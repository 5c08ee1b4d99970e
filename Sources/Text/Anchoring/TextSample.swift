package import DocumentModel

/// Samples the first pages of a document, by which its next version is distinguished from another document at the same path.
///
/// A few hundred bytes: it is kept for each document that was read, unlike a `VersionSketch`, which says where annotations belong.
package struct TextSample: Sendable, Hashable, Codable {
  /// The lowest hashes of runs of letters; empty if there are too few words.
  private var runs: [UInt32]
  /// The number of pages and the sizes of the first ones in points, which tell documents without words apart.
  private var shape: [Int]

  /// The number of pages sampled; a later version may have others before them.
  package static let pages = 4
  package static let comparedPages = 8

  private static let most = 64
  /// A later version has at least this share of the runs; documents that are unrelated share hardly any.
  private static let enough = 0.2

  /// Takes the first pages of a document in order.
  package init(_ pages: [PageText], pageCount: Int) {
    let pages = pages.prefix(Self.pages)
    let text = AnchorText(Array(pages))
    runs =
      VersionSketch.isLongEnough(text) ? Self.runs(of: text).sorted().prefix(Self.most) + [] : []
    shape = Self.shape(pages, pageCount)
  }

  /// Whether pages may be the first ones of a later version.
  package func isOlderVersion(of pages: [PageText], pageCount: Int) -> Bool {
    guard !runs.isEmpty else {
      // Scanners and comics append pages.
      let now = Self.shape(pages.prefix(Self.pages), pageCount)
      return pageCount >= shape[0] && now.dropFirst().starts(with: shape.dropFirst())
    }
    let found = Self.runs(of: AnchorText(pages))
    return Double(runs.count(where: found.contains)) >= Self.enough * Double(runs.count)
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
