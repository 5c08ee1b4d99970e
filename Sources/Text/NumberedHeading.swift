/// A heading in the size of the text, as the IEEE sets them.
enum NumberedHeading {
  /// `II. RELATED WORK` in capitals, or `REFERENCES`.
  case section
  /// `B. Earlier methods`, which is one in italics only.
  case subsection

  /// Reads a paragraph's signs without blanks; nil if they are neither.
  init?(_ text: [UInt32]) {
    let label = text.prefix { (0x41...0x5A).contains($0) }
    guard label.count < text.count, !label.isEmpty, text[label.count] == 0x2E else {
      guard Self.isInCapitals(text[...]), Self.isUnnumbered(text) else { return nil }
      self = .section
      return
    }
    let title = text[(label.count + 1)...]
    // `V. I. Arnold`
    guard title.count > 3, let first = title.first, Script.isUpperCase(first),
      title[title.startIndex + 1] != 0x2E, let last = text.last, last != 0x2C, last != 0x3B
    else { return nil }
    if PartNumber.isRoman(label), Self.isInCapitals(title) {
      self = .section
    } else if label.count == 1, !Script.isTerminal(last) {
      self = .subsection
    } else {
      return nil
    }
  }

  /// Whether nearly all letters are capitals: a title may have a variable.
  static func isInCapitals(_ text: ArraySlice<UInt32>) -> Bool {
    let capitals = text.count(where: Script.isUpperCase)
    return capitals > 3 && text.count(where: Script.isLowerCase) * 8 <= capitals
  }

  private static func isUnnumbered(_ text: [UInt32]) -> Bool {
    ReferenceWord.opensBibliography(text) || names.contains(text.map(Script.lower))
  }

  private static let names = ReferenceWord.words(
    "acknowledgment acknowledgments acknowledgement acknowledgements appendix appendices")
}
