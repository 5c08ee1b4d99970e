/// The changes that an imported file makes to a document.
package struct ImportReport: Sendable {
  /// The file's name.
  package var name: String
  package var merge: AnnotationMerge
  package var losses: [ExchangeLoss: Int]

  package init(name: String, merge: AnnotationMerge, losses: [ExchangeLoss: Int]) {
    self.name = name
    self.merge = merge
    self.losses = losses
  }
}
