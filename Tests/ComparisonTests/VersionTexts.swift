import DocumentModel

@testable import Comparison
@testable import Text

/// Makes compared texts of lines: a paragraph each, of body text unless a kind is given.
func compared(
  _ paragraphs: [(TextBlock.Kind, String)], pages: Int = 1, page: (Int) -> Int = { _ in 0 }
) -> ComparedText {
  var text = ComparedText(labels: [String](repeating: "", count: pages))
  for (index, (kind, words)) in paragraphs.enumerated() {
    text.add([paragraph(words, kind, page: page(index))])
  }
  text.finish()
  return text
}

func compared(_ paragraphs: String...) -> ComparedText {
  compared(paragraphs.map { (.paragraph, $0) })
}

/// A paragraph; `|` is a line end that joins as a blank, `~` one whose hyphen was removed, `=` one whose hyphen was kept.
func paragraph(
  _ words: String, _ kind: TextBlock.Kind = .paragraph, page: Int = 0
) -> Flow.Paragraph {
  var scalars: [UInt32] = []
  var origins: [Flow.Origin] = []
  var hyphens: [LineHyphen] = []
  var next: Int32 = 0
  for scalar in words.unicodeScalars {
    switch scalar {
    case "|":
      scalars.append(0x20)
      origins.append(Flow.Origin(page: Int32(page), index: -1))
      next += 1
    case "~", "=":
      let isKept = scalar == "="
      hyphens.append(
        LineHyphen(
          index: Int32(scalars.count), origin: next, isKept: isKept, isOpen: true))
      if isKept {
        scalars.append(0x2D)
        origins.append(Flow.Origin(page: Int32(page), index: next))
      }
      next += 2
    default:
      scalars.append(scalar.value)
      origins.append(Flow.Origin(page: Int32(page), index: next))
      next += 1
    }
  }
  return Flow.Paragraph(
    kind: kind, scalars: scalars, origins: origins, hyphens: hyphens, spans: [], page: page,
    box: .zero)
}

/// The changes between two texts in the form of git's word diff; moved words are in braces with equal signs.
func changes(_ old: ComparedText, _ new: ComparedText) -> [String] {
  let comparison = TextComparison(old: old, new: new)
  return comparison.passages().map { passage in
    passage.pieces.map { piece in
      let text = piece.mark == .deleted ? old : new
      let words = text.parts(piece.words).map(text.text).joined(separator: " ")
      return switch piece.mark {
      case .same: words
      case .deleted: "[-\(words)-]"
      case .inserted: "{+\(words)+}"
      case .moved: "{=\(words)=}"
      }
    }.joined(separator: " ")
  }
}
