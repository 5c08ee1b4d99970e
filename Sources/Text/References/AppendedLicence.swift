/// Whether the text that is read belongs to a licence within a document, whose numbers of sections are its own.
struct AppendedLicence: Sendable {
  private(set) var isOpen = false

  private static let words = ReferenceWord.words(
    "license licence lizenz licencia licença licenza лицензия")
  /// A longer heading is a sentence about licences.
  private static let mostWords = 8

  /// Takes note of a heading; `isListed` if the document's outline has it, and so it ends a licence before it.
  mutating func read(_ heading: [UInt32], isListed: Bool) {
    let found = heading.split { !Script.isLetter($0) }.map { $0.map(Script.lower) }
    // `3.2 Licence` is a section about it.
    let isNumbered = SectionTitle.number(heading).0?.scalars.contains(where: Script.isDigit) == true
    if found.count <= Self.mostWords, found.contains(where: Self.words.contains), !isNumbered {
      isOpen = true
    } else if isListed {
      isOpen = false
    }
  }
}
