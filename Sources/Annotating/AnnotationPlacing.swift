package import DocumentModel
package import Text

/// Puts annotations onto another version of their document, by the words they lie on.
package struct AnnotationPlacing: Sendable {
  /// Their present places; parts on further pages follow as new annotations.
  package private(set) var placed: [Annotation] = []
  /// The annotations without a place.
  package private(set) var lost: [Annotation] = []
  /// The originals of those in `placed` whose own words have changed, and their ids in `placed`.
  private(set) var changed: [Annotation] = []
  private var changedIDs: Set<AnnotationID> = []

  /// The number of pages requested at once.
  private static let portion = 32

  package init(
    _ annotations: [Annotation], _ anchors: [AnnotationID: TextAnchor], pageCount: Int,
    _ worker: any AnnotationWorker, _ source: AnnotationSource, in known: AnchorText? = nil
  ) throws(SaveBlocker) {
    var requests: [(annotation: Annotation, request: AnchorSearch.Target)] = []
    var rest: [Annotation] = []
    for annotation in annotations {
      if let anchor = anchors[annotation.id] ?? annotation.anchor {
        requests.append((annotation, AnchorSearch.Target(anchor, page: annotation.page)))
      } else {
        rest.append(annotation)
      }
    }
    var moves: [AnnotationID: (page: Int, by: Point)] = [:]
    let still = try Self.still(
      requests.map(\.annotation), anchors, AnchorWindow(worker, source, pageCount: pageCount))
    for annotation in still { moves[annotation.id] = (annotation.page, Point(x: 0, y: 0)) }
    placed = still
    requests.removeAll { moves[$0.annotation.id] != nil }
    if !requests.isEmpty {
      var text = known ?? AnchorText()
      for first in stride(from: 0, to: known == nil ? pageCount : 0, by: Self.portion) {
        let range = first..<min(pageCount, first + Self.portion)
        for (page, read) in zip(range, try worker.text(of: range, source)) {
          text.add(read ?? PageText(), page: page)
        }
      }
      if known == nil { text.finish() }
      let places = AnchorSearch.places(of: requests.map(\.request), in: text)
      var pages = PlacedPages(worker, source)
      for ((annotation, request), place) in zip(requests, places) {
        guard let place, let parts = try pages.parts(annotation, request.anchor, at: place),
          let first = parts.first
        else {
          lost.append(annotation)
          continue
        }
        let by = Point(
          x: Double(first.box.x0 - annotation.box.x0), y: Double(first.box.y0 - annotation.box.y0))
        moves[annotation.id] = (first.page, by)
        placed += parts
        if !place.isExact {
          changed.append(annotation)
          changedIDs.formUnion(parts.map(\.id))
        }
      }
    }
    let threads = AnnotationThreads(rest)
    let gone = Set(lost.map(\.id))
    for var annotation in rest {
      let chain = threads.chain(from: annotation.id)
      if let move = chain.lazy.compactMap({ moves[$0] }).first {
        if chain.contains(where: changedIDs.contains) {
          changed.append(annotation)
          changedIDs.insert(annotation.id)
        }
        annotation.move(to: move.page, by: move.by)
        placed.append(annotation)
      } else if chain.contains(where: gone.contains) {
        lost.append(annotation)
      } else if annotation.quads.isEmpty, annotation.page < pageCount {
        // There were no words: the place is all that is known. An annotation on unknown words would move to wrong ones.
        placed.append(annotation)
      } else {
        lost.append(annotation)
      }
    }
  }
}

extension AnnotationPlacing {
  /// Placed annotations whose words are unchanged, and those whose own words have changed.
  var byWords: (same: [Annotation], changed: [Annotation]) {
    (placed.filter { !changedIDs.contains($0.id) }, placed.filter { changedIDs.contains($0.id) })
  }

  /// Returns annotations without a place on the words that replaced theirs.
  func closest(
    _ anchors: [AnnotationID: TextAnchor], _ worker: any AnnotationWorker,
    _ source: AnnotationSource, in text: AnchorText
  ) throws(SaveBlocker) -> [Annotation] {
    var pages = PlacedPages(worker, source)
    var closest: [Annotation] = []
    for annotation in lost where !annotation.quads.isEmpty {
      guard let anchor = anchors[annotation.id] ?? annotation.anchor,
        let place = AnchorSearch.closest(to: anchor, in: text),
        let parts = try pages.parts(annotation, anchor, at: place)
      else { continue }
      closest += parts
    }
    return closest
  }

  /// Keeps annotations without a place that had none before.
  mutating func keepLost() { lost = [] }

  /// Beyond this number of moved annotations the search ends: it is another version.
  private static let mostMoved = 24

  /// Returns annotations whose words are where they were, as when an older version returns; they stay unchanged even if their words are not
  /// contiguous in reading order.
  private static func still(
    _ annotations: [Annotation], _ anchors: [AnnotationID: TextAnchor], _ window: AnchorWindow
  ) throws(SaveBlocker) -> [Annotation] {
    var window = window
    var (still, moved): ([Annotation], Int) = ([], 0)
    for annotation in annotations.sorted(by: { $0.page < $1.page }) where moved < mostMoved {
      guard let anchor = anchors[annotation.id] ?? annotation.anchor,
        let now = try window.anchor(of: annotation), AnchorText.isStill(now, anchor)
      else {
        moved += 1
        continue
      }
      var kept = annotation
      kept.anchor = nil
      still.append(kept)
    }
    return still
  }
}

/// The texts of pages that annotations come to, read once each.
private struct PlacedPages {
  private let worker: any AnnotationWorker
  private let source: AnnotationSource
  private var known: [Int: PageText] = [:]

  init(_ worker: any AnnotationWorker, _ source: AnnotationSource) {
    self.worker = worker
    self.source = source
  }

  private mutating func page(_ number: Int) throws(SaveBlocker) -> PageText? {
    if let text = known[number] { return text }
    if known.count > 64 { known = [:] }
    let text = try worker.text(of: number..<number + 1, source).first.flatMap(\.self)
    known[number] = text
    return text
  }

  /// Returns an annotation at a place and its parts on further pages; nil if the place has no glyphs.
  mutating func parts(
    _ annotation: Annotation, _ anchor: TextAnchor, at place: AnchorPlace
  ) throws(SaveBlocker) -> [Annotation]? {
    guard !anchor.quote.isEmpty, !annotation.quads.isEmpty else {
      guard let piece = place.pieces.first, let text = try page(piece.page),
        let box = piece.box(in: text)
      else { return nil }
      var moved = annotation
      let offset = anchor.offset ?? Point(x: 0, y: 0)
      moved.move(
        to: piece.page,
        by: Point(
          x: Double(box.x0 - annotation.box.x0) + offset.x,
          y: Double(box.y0 - annotation.box.y0) + offset.y))
      return [moved]
    }
    var parts: [Annotation] = []
    for (index, piece) in place.pieces.enumerated() {
      guard let text = try page(piece.page), let quads = piece.quads(in: text),
        let first = quads.first
      else { continue }
      var part = annotation
      part.page = piece.page
      part.quads = quads
      part.box = quads.dropFirst().reduce(first.box) { $0.union($1.box) }
      part.anchor = nil
      if index > 0 {
        part.id = annotation.id.part(index)
        part.contents = ""
      }
      parts.append(part)
    }
    return parts.isEmpty ? nil : parts
  }
}
