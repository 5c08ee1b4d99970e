import DocumentModel

/// Margin signs and stamp names.
extension AnnotationStrings {
  /// Returns the margin sign: the note sign for text annotations with a note, else the sign of the type.
  static func sign(of annotation: Annotation) -> Unicode.Scalar {
    let hasNote = annotation.kind.marksText && !annotation.contents.isEmpty
    return (hasNote ? .note : annotation.kind).facts.sign
  }

  /// All margin signs with explanations.
  package static let signs: [(sign: String, words: String)] =
    [
      ("▸", "the current annotation"),
      ("?", "an annotation of the previous version, not saved"),
      ("2", "number of annotations that begin on this line; + for more than nine"),
    ]
    + AnnotationKind.allCases.map { kind in
      let name = kind.facts.name
      return (
        String(Character(kind.facts.sign)),
        kind.marksText
          ? "\(name), without colours" : kind == .note ? "note, or highlight with a note" : name
      )
    }

  /// Returns the words of a stamp's name such as `NotApproved`; programs put `#` or `SB` before some names.
  static func stampWords(_ name: String) -> String {
    var words = ""
    var name = name.drop { $0 == "#" }
    if name.hasPrefix("SB"), name.dropFirst(2).first?.isUppercase == true {
      name = name.dropFirst(2)
    }
    for letter in name.prefix(60) {
      if letter.isUppercase, let last = words.last, last.isLowercase { words.append(" ") }
      words.append(letter)
    }
    return words
  }

  /// Returns a stamp's name for its text in any spelling; unknown text is its own name.
  package static func stampName(_ words: String) -> String {
    func letters(_ text: String) -> String { text.lowercased().filter { $0 != " " } }
    return stamps.first { letters($0) == letters(words) } ?? words
  }

  /// The name of a stamp with a picture: that of its file without the ending.
  package static func stampName(ofFile path: String) -> String {
    let name = CleanText.line(PathParts.name(of: path))
    return String(name.dropLast(4).prefix(60))
  }

  /// Says why a file is not accepted as a stamp.
  package static let noStampPicture =
    "a stamp is a PNG file of at most 1 MB and 4096 pixels a side"

  /// Stamps as other programs know them (PDF 32000-1, table 181).
  package static let stamps = [
    "Approved", "Draft", "Final", "Confidential", "NotApproved", "ForComment", "ForPublicRelease",
    "NotForPublicRelease", "Experimental", "Expired", "AsIs", "Departmental", "Sold", "TopSecret",
  ]
}
