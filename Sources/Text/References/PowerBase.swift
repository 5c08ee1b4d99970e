/// The words and signs after which a raised number is a power, not the mark of a note.
enum PowerBase {
  /// Whether a text ends with a variable, a unit or a function: `x`, `E = mc`, `5 cm`, `cosh`.
  static func ends(_ text: ArraySlice<UInt32>) -> Bool {
    let letters = text.suffix(5).reversed().prefix(while: Script.isLetter).reversed()
    guard let first = letters.first, first < 0x2E80 else { return false }
    let word = Array(letters)
    if functions.contains(word) { return true }
    let rest = text.dropLast(word.count)
    let before = rest.last { !Script.isBlank($0) }
    if word.count == 1 { return rest.last.map { !Script.isLetter($0) && $0 != 0x2E } ?? true }
    // `= mc`, `5 cm`
    return word.count == 2 && before.map { operators.contains($0) || Script.isDigit($0) } == true
  }

  private static let functions = ReferenceWord.words("sin cos tan cot sinh cosh tanh log ln exp")
  private static let operators: Set<UInt32> = Set("=+-−·×*/<>≤≥≈".unicodeScalars.map(\.value))
}
