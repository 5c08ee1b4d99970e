/// Whether the text that is read belongs to a licence within a document, whose numbers of sections are its own.
struct AppendedLicence: Sendable {
  private(set) var isOpen = false

  private static let words = ReferenceWord.words(
    "license licence lizenz licencia licença licenza лицензия")
  /// A longer heading is a sentence about licences.
  private static let mostWords = 8
  /// Words of a licence's name.
  private static let leastNamed = 3

  /// Takes note of a heading; `isListed` if the document's outline has it, and so it ends a licence before it.
  mutating func read(_ heading: [UInt32], isListed: Bool) {
    let found = heading.split { !Script.isLetter($0) }.map { $0.map(Script.lower) }
    // `3.2 Licence` is a section about it, `F.2 GNU General Public License` is one.
    let (number, start) = SectionTitle.number(heading)
    let isNumbered = number?.scalars.contains(where: Script.isDigit) == true
    let isNamed = heading[start...].split { !Script.isLetter($0) }.count >= Self.leastNamed
    if found.count <= Self.mostWords, found.contains(where: Self.words.contains),
      !isNumbered || isNamed
    {
      isOpen = true
    } else if isListed {
      isOpen = false
    }
  }
}
