import DocumentModel
import Text

extension LibraryHit.Kind {
  /// Makes the kind of a hit in a passage; `isDetached` if that is an annotation without a place.
  init(_ kind: FlatText.PassageKind, isDetached: Bool) {
    self =
      switch kind {
      case .note: isDetached ? .detached : .note
      case .heading: .heading
      case .scan: .scan
      case .text: .text
      }
  }
}
