package import DocumentModel

/// The data a worker that holds a base needs to build or verify an update. The bytes come in sealed memory: the update, the edits.
package struct AnnotationWork: Sendable, Hashable {
  /// The length of the update to verify; 0 to build one.
  package var sectionCount: Int
  /// The length of the edits as `AnnotationPatches` writes them.
  package var editsCount: Int
  /// Whether it is for another file, which this one's certification does not bind.
  package var isCopy: Bool
  /// Poppler, which shows the document, verifies, too; not if it cannot finish the base itself.
  package var looksTwice: Bool

  package init(
    sectionCount: Int = 0, editsCount: Int, isCopy: Bool = false, looksTwice: Bool = true
  ) {
    self.sectionCount = sectionCount
    self.editsCount = editsCount
    self.isCopy = isCopy
    self.looksTwice = looksTwice
  }

  package var byteCount: Int { sectionCount + editsCount }
}

/// Annotations of some pages.
package struct AnnotationPortion: Sendable, Hashable {
  /// By page, in the order of the file.
  package var annotations: [Annotation]
  /// The first page not included: ask from there for the rest.
  package var next: Int
  /// The number of omitted annotations, on pages that have too many.
  package var leftOut: Int

  package init(annotations: [Annotation] = [], next: Int = 0, leftOut: Int = 0) {
    self.annotations = annotations
    self.next = next
    self.leftOut = leftOut
  }
}

/// Whether a document permits annotations, apart from its file's permissions, which no worker sees.
package struct AnnotationAccess: Sendable, Hashable {
  package var obstacle: SaveBlocker?
  /// Why its form cannot be filled in.
  package var formObstacle: SaveBlocker?
  package var cautions: Set<AnnotationCaution>

  package init(
    obstacle: SaveBlocker? = nil, formObstacle: SaveBlocker? = nil,
    cautions: Set<AnnotationCaution> = []
  ) {
    self.obstacle = obstacle
    self.formObstacle = formObstacle
    self.cautions = cautions
  }
}
