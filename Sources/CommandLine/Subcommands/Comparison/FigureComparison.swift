import Comparison
import DocumentModel
import Interface
import Pictures
import Services
import Text
import Wire
import Workers

/// A figure that differs between two versions of a document.
struct FigureChange {
  /// Nil for a figure that only the other version has.
  var oldPage: Int?
  var newPage: Int?
  var caption: String
  /// Whether it may be the same: it cannot be drawn.
  var isUnknown = false
  /// Whether it has changed places with another figure.
  var isMoved = false

  private var kind: String {
    if isMoved { return "moved" }
    return isUnknown
      ? "unknown" : oldPage == nil ? "inserted" : newPage == nil ? "deleted" : "changed"
  }

  /// Returns what changed as a line.
  var words: String {
    (isUnknown ? "figure not compared, since it cannot be drawn" : "figure \(kind)")
      + (caption.isEmpty ? "" : ": \(Output.line(caption))")
  }

  func json(_ versions: VersionPair) -> [(String, JSON)] {
    func side(_ page: Int?, _ document: CommandDocument) -> JSON {
      guard let page, document.summary.hasPages else { return .null }
      return .object(JSON.page(page, label: document.pageLabel(page)))
    }
    return [
      ("kind", .string("figure")), ("change", .string(kind)),
      ("old", side(oldPage, versions.old)), ("new", side(newPage, versions.new)),
      ("caption", .text(caption)),
    ]
  }
}

/// Compares figures by their pixels: in pairs of the same caption, or in order.
struct FigureComparison {
  private let versions: VersionPair
  private let comparison: TextComparison

  /// A small picture of a figure of the old or new version; nil if it cannot be drawn.
  typealias Drawing = (Flow.Paragraph, _ isOld: Bool) -> PicturePrint?

  /// The most figures that are drawn of each version.
  private static let mostFigures = 1_000

  init(_ versions: VersionPair, _ comparison: TextComparison) {
    self.versions = versions
    self.comparison = comparison
  }

  func changes() -> [FigureChange] {
    let old = comparison.old.figures.filter { $0.region != nil }
    let new = comparison.new.figures.filter { $0.region != nil }
    for (document, figures) in [(versions.old, old), (versions.new, new)]
    where figures.count > Self.mostFigures {
      Output.complain(
        "\(document.name): only the first \(Self.mostFigures) of \(figures.count) figures are compared"
      )
    }
    return Self.changes(
      Array(old.prefix(Self.mostFigures)), Array(new.prefix(Self.mostFigures)),
      isReported: isReported
    ) { print(of: $0, $1 ? versions.old : versions.new) }
  }

  /// Compares figures; those of one version only are changes if they are to be reported.
  static func changes(
    _ old: [Flow.Paragraph], _ new: [Flow.Paragraph], isReported: (Flow.Paragraph) -> Bool,
    _ draw: Drawing
  ) -> [FigureChange] {
    let partners = ComparedText.partners(ofFigures: old, in: new)
    var changes: [FigureChange] = []
    var left = Set(new.indices)
    var gone: [(figure: Flow.Paragraph, print: PicturePrint?)] = []
    var pairs: [(old: Int, new: Int, print: PicturePrint?, other: PicturePrint?)] = []
    for (index, figure) in old.enumerated() {
      let print = draw(figure, true)
      guard let partner = partners[index] else {
        gone.append((figure, print))
        continue
      }
      left.remove(partner)
      let other = draw(new[partner], false)
      if !PicturePrint.areLike(print, other) { pairs.append((index, partner, print, other)) }
    }
    for pair in pairs {
      // Captions and order stay with the place when figures change places.
      let origin = pairs.first { PicturePrint.areLike($0.print, pair.other) }
      changes.append(
        FigureChange(
          oldPage: old[origin?.old ?? pair.old].page, newPage: new[pair.new].page,
          caption: new[pair.new].region?.caption ?? "",
          isUnknown: pair.print == nil || pair.other == nil, isMoved: origin != nil))
    }
    // Figures without a caption may be in another order; those a layout hides are not reported.
    for index in left.sorted() {
      let print = draw(new[index], false)
      if let same = gone.firstIndex(where: { PicturePrint.areLike($0.print, print) }) {
        gone.remove(at: same)
      } else if isReported(new[index]) {
        changes.append(
          FigureChange(
            oldPage: nil, newPage: new[index].page, caption: new[index].region?.caption ?? ""))
      }
    }
    changes += gone.filter { isReported($0.figure) }.map {
      FigureChange(
        oldPage: $0.figure.page, newPage: nil, caption: $0.figure.region?.caption ?? "")
    }
    return changes.sorted { ($0.newPage ?? $0.oldPage ?? 0) < ($1.newPage ?? $1.oldPage ?? 0) }
  }

  /// Whether a figure that only one version has is no mistake in finding figures: its caption is new or gone, too.
  private func isReported(_ figure: Flow.Paragraph) -> Bool {
    guard let caption = figure.region?.caption, !caption.isEmpty else { return false }
    return comparison.isChanged(caption: caption)
  }

  /// Returns a small picture of a figure; nil if it cannot be drawn.
  private func print(
    of figure: Flow.Paragraph, _ document: CommandDocument
  ) -> PicturePrint? {
    guard let region = figure.region, let size = try? document.size(of: figure.page, .none),
      let drawing = PageDrawing(
        page: figure.page, box: region.region.box.widened(by: DocumentFigure.margin), of: size,
        scale: .fit(width: PicturePrint.length, height: PicturePrint.length))
    else { return nil }
    let answer = Answer<Result<PagePicture, WorkerError>>()
    document.document.draw(drawing, deadline: .seconds(10)) { answer.give($0) }
    guard case .success(let picture) = answer.wait() else { return nil }
    return picture.withBytes { PicturePrint($0, picture.facts) }
  }
}
