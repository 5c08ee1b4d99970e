import DocumentModel
import Text

/// Divides the box of some text among its letters.
enum DjVuLetters {
  /// The direction text runs in.
  enum Course {
    case across, down, up
  }

  /// Marks have no width, and all others the same. Right-to-left text begins at the right.
  static func share(
    _ box: Box, among scalars: some Collection<UInt32>, _ course: Course = .across
  ) -> [DjVuText.Letter] {
    var marks = scalars.map(isMark)
    if !marks.contains(false) { marks = marks.map { _ in false } }
    let count = Float(max(1, marks.count { !$0 }))
    let first = scalars.first { Script.isRightToLeft($0) || isLetter($0) }
    let isBack = first.map { Script.isRightToLeft($0) } ?? false
    var place: Float = 0
    return zip(scalars, marks).map { scalar, isMark in
      let start = place
      if !isMark { place += 1 }
      let (from, to) = (start / count, place / count)
      var part = box
      switch course {
      case .down: (part.y0, part.y1) = (box.y0 + box.height * from, box.y0 + box.height * to)
      case .up: (part.y0, part.y1) = (box.y1 - box.height * to, box.y1 - box.height * from)
      case .across where isBack:
        (part.x0, part.x1) = (box.x1 - box.width * to, box.x1 - box.width * from)
      case .across: (part.x0, part.x1) = (box.x0 + box.width * from, box.x0 + box.width * to)
      }
      return DjVuText.Letter(scalar: scalar, box: part)
    }
  }

  private static func isLetter(_ scalar: UInt32) -> Bool {
    Unicode.Scalar(scalar)?.properties.isAlphabetic ?? false
  }

  private static func isMark(_ scalar: UInt32) -> Bool {
    guard scalar >= 0x300, let scalar = Unicode.Scalar(scalar) else { return false }
    let category = scalar.properties.generalCategory
    return category == .nonspacingMark || category == .enclosingMark
  }
}
