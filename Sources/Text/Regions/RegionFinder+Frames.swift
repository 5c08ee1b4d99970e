import DocumentModel

/// Drawings within frames and on coloured grounds that have running text in them, too.
extension RegionFinder {
  /// Returns the page's clusters; in place of a frame around running text the drawings within it.
  func clusters(of all: [Paint], _ size: PageSize) -> [PaintClusters.Cluster] {
    var opened = 0
    return paints.clusters.flatMap { cluster in
      guard opened < Self.mostOpened, cluster.inner >= Self.leastPaints,
        cluster.curves >= Self.leastPaints, isAroundText(cluster.box)
      else { return [cluster] }
      opened += 1
      let within = PaintClusters(all.filter { isWithin($0.box, cluster.box) }, size: size).clusters
      let drawings = within.filter(\.isDrawing)
      return drawings.isEmpty ? [cluster] : drawings
    }
  }

  private static let mostOpened = 20

  /// Whether lines of running text are in a box, which is no figure with a caption.
  private func isAroundText(_ box: Box) -> Bool {
    !captions.contains { $0.kind != .other && isBeside($0.box, box) }
      && pieces.count { $0.isProse && isBodySize($0) && box.contains($0.box.middle) } > 1
  }

  /// Whether a paint is in a frame, and neither its ground nor one of its sides.
  private func isWithin(_ paint: Box, _ frame: Box) -> Bool {
    frame.contains(paint.middle) && paint.width < Self.side * frame.width
      && paint.height < Self.side * frame.height
  }

  /// The share of a frame's width or height that its sides have at least.
  private static let side: Float = 0.8
}
