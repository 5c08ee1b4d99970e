import DocumentModel

/// Finds the figures, tables and displayed formulas of a page by the boxes of what it paints and the lines around them.
struct RegionFinder {
  let pieces: [RowPiece]
  let scalars: [UInt32]
  let paints: PaintClusters
  /// Of the page, in points.
  let height: Float
  /// The size of most of the page's text.
  let body: Float
  /// The most white between lines of one text, in units of the font size.
  let leading: Float
  var captions: [Caption] = []
  var isCaption: [Bool]
  /// Whether a piece belongs to a region already.
  var isTaken: [Bool]
  var regions: [PageRegion] = []

  struct Caption {
    var kind: CaptionWord
    var box: Box
  }

  /// Returns the regions from top to bottom.
  static func regions(
    _ pieces: [RowPiece], _ scalars: [UInt32], _ paints: [Paint], size: PageSize
  ) -> [PageRegion] {
    guard !pieces.isEmpty || !paints.isEmpty, pieces.count <= mostPieces else { return [] }
    if pieces.isEmpty, let scan = scan(paints, size) { return [PageRegion(.figure, scan)] }
    var finder = RegionFinder(
      pieces, scalars, PaintClusters(paints, size: size), Float(size.height))
    if paints.count >= leastPaints, let drawing = finder.drawing(size) {
      return [PageRegion(.figure, drawing)]
    }
    finder.findCaptions()
    finder.findTables()
    finder.findFigures(paints, size)
    finder.findFormulas()
    finder.findCells(paints)
    return finder.regions.sorted { ($0.box.y0, $0.box.x0) < ($1.box.y0, $1.box.x0) }
  }

  /// Letters of body text in a figure without a caption; more are a text.
  private static let mostLabels = 120
  /// Labels are smaller than most text by this factor.
  private static let labelSize: Float = 0.93
  /// Letters of a line that is text and no label.
  private static let leastText = 20
  private static let mostPieces = 5_000
  static let mostRegions = 1_000
  /// Points between a caption and its figure or table.
  static let captionReach: Float = 40
  /// Points; a smaller cluster is an ornament.
  private static let leastSide: Float = 16

  private init(
    _ pieces: [RowPiece], _ scalars: [UInt32], _ paints: PaintClusters, _ height: Float
  ) {
    self.height = height
    self.pieces = pieces
    self.scalars = scalars
    self.paints = paints
    isCaption = Array(repeating: false, count: pieces.count)
    isTaken = isCaption
    var counts: [Int: Int] = [:]
    for piece in pieces {
      counts[(piece.size * 4).nearest(in: 0...4_000), default: 0] +=
        piece.count >= 20 ? piece.count : 1
    }
    body = counts.max { ($0.value, $1.key) < ($1.value, $0.key) }.map { Float($0.key) / 4 } ?? 10
    leading = Self.leading(pieces, body)
  }

  /// Returns the box of the images of a page without text; nil if they are small, as a logo on an empty page is.
  private static func scan(_ paints: [Paint], _ size: PageSize) -> Box? {
    let images = paints.filter { $0.kind == .image }.map(\.box)
    guard let first = images.first else { return nil }
    let box = images.reduce(first) { $0.union($1) }
    return Double(box.width * box.height) >= leastScan * size.width * size.height ? box : nil
  }

  /// The share of a page that the images of a scan cover.
  private static let leastScan = 0.25

  private mutating func findFigures(_ all: [Paint], _ size: PageSize) {
    var areas = clusters(of: all, size).filter { cluster in
      cluster.paints > cluster.rules
        && (cluster.box.width >= Self.leastSide || cluster.box.height >= Self.leastSide)
        && max(cluster.box.width, cluster.box.height) >= 2 * Self.leastSide
        && min(cluster.box.width, cluster.box.height) >= 4 && !isGround(cluster)
    }
    grow(&areas)
    gather(&areas)
    complete(&areas)
    for area in areas where regions.count < Self.mostRegions {
      let near = captions.filter { isBeside($0.box, area.box) }
      let inside = pieces.indices.filter { area.box.contains(pieces[$0].box.middle) }
      let prose = inside.count {
        pieces[$0].count >= RowPiece.longText && pieces[$0].words >= 5 && isBodySize(pieces[$0])
      }
      // Listings, also those whose caption calls them figures.
      if area.isFrame, isCode(inside.filter({ !isLineNumber(pieces[$0]) && !isRemark(pieces[$0]) }))
      {
        continue
      }
      // Boxes around text, highlights and underlines.
      if near.isEmpty || near.allSatisfy({ $0.kind == .other }), prose >= 1 { continue }
      // Receipts, forms and slides have boxes around text of the usual size.
      let texts = inside.filter { pieces[$0].words > 0 && isBodySize(pieces[$0]) }
      let isText = texts.reduce(0) { $0 + pieces[$1].count } > Self.mostLabels
      if near.isEmpty, isText, !isGrid(area, inside), !isDiagram(area, texts),
        !PlotAxis.isIn(inside, of: pieces, scalars, body: body)
      {
        continue
      }
      // Definitions, remarks and titles in a frame; a title beside text is part of a drawing or an example.
      if near.isEmpty, area.isFrame,
        inside.contains(where: {
          pieces[$0].words >= 2 && pieces[$0].count >= Self.leastText
            && pieces[$0].size > Self.labelSize * body
            && (isBodySize(pieces[$0]) || !hasTextBeside(area.box))
        })
      {
        continue
      }
      if near.isEmpty, !area.hasImage, area.paints - area.rules < 3, area.uprights < 2 { continue }
      // Logos above and below the text.
      if near.isEmpty, area.box.y1 < 0.1 * height || area.box.y0 > 0.93 * height { continue }
      if near.isEmpty, min(area.box.width, area.box.height) < 1.5 * Self.leastSide { continue }
      if near.contains(where: { $0.kind == .other }) && !near.contains(where: { $0.kind != .other })
      {
        continue
      }
      let cells = inside.count { !isCaption[$0] }
      let isTable =
        near.isEmpty
        ? isGrid(area, inside)
        : near.allSatisfy { $0.kind == .table } && cells >= 4 && !area.hasImage
      add(isTable ? .table : .figure, isTable ? area.box.widened(by: Self.tableMargin) : area.box)
    }
  }

  /// Whether a cluster is the coloured ground of words in a line, or frames around some of them in one line or more.
  private func isGround(_ area: PaintClusters.Cluster) -> Bool {
    guard !area.hasImage, area.highest < Self.groundHeight * body, !area.isTiled else {
      return false
    }
    let isFree = area.strokes == 0 && area.box.height < Self.groundHeight * body
    return pieces.contains { piece in
      piece.direction == .across && piece.box.middle.y > Double(area.box.y0)
        && piece.box.middle.y < Double(area.box.y1)
        && overlap(piece.box, area.box) > 0.5 * area.box.width
        && (isFree || piece.box.width > area.box.width + body)
    }
  }

  /// In units of the size of most text.
  private static let groundHeight: Float = 1.8

  /// Whether a cluster is a table drawn with lines in both directions.
  private func isGrid(_ area: PaintClusters.Cluster, _ inside: [Int]) -> Bool {
    isTinted(area, inside)
      || area.rules >= 3 && area.uprights >= 2 && !area.isDrawing
        && inside.count { !isCaption[$0] } >= 6
        && inside.count { pieces[$0].isMonospace } * 2 < inside.count
        && !PlotAxis.isIn(inside, of: pieces, scalars, body: body)
  }

  /// Whether a cluster is a table whose cells have a ground instead of lines: words in them, in rows and columns.
  private func isTinted(_ area: PaintClusters.Cluster, _ inside: [Int]) -> Bool {
    guard area.isTiled else { return false }
    let filled = area.cells.filter { cell in
      inside.contains { cell.contains(pieces[$0].box.middle) }
    }
    let rows = Set(filled.map { ($0.y0 / 3).nearest(in: 0...10_000) })
    let columns = Set(filled.map { ($0.x0 / 3).nearest(in: 0...10_000) })
    return rows.count >= 2 && columns.count >= 2 && filled.count * 2 > area.cells.count
      && inside.count { pieces[$0].isMonospace } * 2 < inside.count
  }

  /// Whether texts of the usual size are the labels of a diagram: they are short, and it has as many curves, slanted lines and arrow heads.
  private func isDiagram(_ area: PaintClusters.Cluster, _ texts: [Int]) -> Bool {
    area.isDiagram && texts.count <= area.curves
      && texts.reduce(0) { $0 + pieces[$1].count } <= texts.count * Self.leastText
  }

  private func isCode(_ inside: [Int]) -> Bool {
    let letters = inside.reduce((all: 0, monospace: 0)) {
      ($0.all + pieces[$1].count, $0.monospace + pieces[$1].monospace)
    }
    return letters.monospace * 5 > letters.all * 4
  }

  private func isLineNumber(_ piece: RowPiece) -> Bool {
    piece.count <= 4 && scalars[piece.range].allSatisfy { Script.isDigit($0) || Script.isBlank($0) }
  }

  /// Whether there are words at the height of an area, outside of it.
  private func hasTextBeside(_ area: Box) -> Bool {
    pieces.contains {
      $0.words > 0 && $0.box.y0 < area.y1 && $0.box.y1 > area.y0 && !area.contains($0.box.middle)
    }
  }

  /// Whether a piece is in parentheses and no code: `(continues on next page)`.
  private func isRemark(_ piece: RowPiece) -> Bool {
    piece.monospace == 0 && scalars[piece.range].first == 0x28 && scalars[piece.range].last == 0x29
  }

  func isBodySize(_ piece: RowPiece) -> Bool { abs(piece.size - body) < 0.06 * body }

  /// Joins labels near a cluster with it, until none is left, and clusters that then overlap.
  private func grow(_ areas: inout [PaintClusters.Cluster]) {
    guard !areas.isEmpty else { return }
    let columns = narrowColumns()
    var free = pieces.indices.filter {
      !isCaption[$0] && !isTaken[$0] && isLabel(pieces[$0], beside: columns)
    }
    for _ in 0..<6 {
      var left: [Int] = []
      for at in free {
        let box = pieces[at].box
        if let area = areas.firstIndex(where: {
          isNear(box, $0.box) && !isCut(off: box, from: $0.box)
            && !isRunningHead(pieces[at], beside: $0.box)
        }) {
          areas[area].box = areas[area].box.union(box)
        } else {
          left.append(at)
        }
      }
      let before = areas.count
      merge(&areas) { a, b in a.x0 < b.x1 && b.x0 < a.x1 && a.y0 < b.y1 && b.y0 < a.y1 }
      guard left.count < free.count || areas.count < before else { break }
      free = left
    }
  }

  private func merge(_ areas: inout [PaintClusters.Cluster], _ isOne: (Box, Box) -> Bool) {
    guard areas.count <= 400 else { return }
    var at = 0
    while at < areas.count {
      if let other = areas.indices.first(where: { $0 > at && isOne(areas[at].box, areas[$0].box) })
      {
        areas[at].add(areas[other])
        areas.remove(at: other)
        at = 0
      } else {
        at += 1
      }
    }
  }

  func isBeside(_ caption: Box, _ area: Box, within reach: Float = captionReach) -> Bool {
    let gap = gap(caption, area)
    return gap < reach && gap > -0.5 * caption.height - 4
      && overlap(caption, area) > 0.3 * min(caption.width, area.width)
  }

  /// Returns the vertical gap between two boxes in points; negative if they overlap.
  func gap(_ caption: Box, _ area: Box) -> Float {
    max(caption.y0 - area.y1, area.y0 - caption.y1)
  }

  func overlap(_ a: Box, _ b: Box) -> Float { min(a.x1, b.x1) - max(a.x0, b.x0) }
}
