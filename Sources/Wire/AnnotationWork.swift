package import DocumentModel

/// What a worker that holds a base needs to write annotations behind it or to verify what another one wrote. The bytes come in a memory that
/// nobody can write to any more: the section, the edits.
package struct AnnotationWork: Sendable, Hashable {
  /// Of the section that is to be verified; 0 where one is to be made.
  package var sectionCount: Int
  /// Of the edits, as `AnnotationPatches` writes them.
  package var editsCount: Int
  /// It is for another file: what certifies this one need not hold there.
  package var isCopy: Bool
  /// Poppler, which shows the document, looks at what is verified too; not where it does not come to an end with the base itself.
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
  /// The first page that is not among them: ask on from there, up to the end of what is wanted.
  package var next: Int
  /// So many more were on pages that have too many.
  package var leftOut: Int

  package init(annotations: [Annotation] = [], next: Int = 0, leftOut: Int = 0) {
    self.annotations = annotations
    self.next = next
    self.leftOut = leftOut
  }
}

/// How a document stands towards annotations; nothing of the file's surroundings, which no worker sees.
package struct AnnotationAccess: Sendable, Hashable {
  package var obstacle: SaveBlocker?
  /// What stands against filling in its form.
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
