import Text

/// A word with the mark of a note that may be glued to it.
struct MarkedWord {
  let spelling: [UInt32]
  /// Its spelling without the mark.
  let bare: [UInt32]
  /// False if the mark may be the decimals of a number.
  private let isSure: Bool

  /// `numbers` are those of notes. Digits after digits are a mark only if they are raised.
  init(_ scalars: ArraySlice<UInt32>, _ numbers: Set<[UInt32]>) {
    spelling = WordSplitter.spelling(scalars)
    // Signs may follow the mark.
    let signs = spelling.reversed().prefix { !Script.isLetter($0) && !Script.isDigit($0) }.count
    let word = spelling.dropLast(signs)
    let raised = scalars.dropLast(signs).reversed()
      .prefix { WordSplitter.raisedDigit($0) != nil }.count
    let digits = word.reversed().prefix(while: Script.isDigit).count
    let count = raised > 0 ? min(raised, digits) : digits
    if count < word.count, numbers.contains(Array(word.suffix(count))) {
      bare = Array(word.dropLast(count) + spelling.suffix(signs))
      isSure = raised > 0 || !bare.contains(where: Script.isDigit)
      return
    }
    let raisedFirst = scalars.prefix { WordSplitter.raisedDigit($0) != nil }.count
    if raisedFirst > 0, raisedFirst < spelling.count,
      numbers.contains(Array(spelling.prefix(raisedFirst)))
        || Script.isLetter(spelling[raisedFirst])
    {
      bare = Array(spelling.dropFirst(raisedFirst))
      isSure = true
      return
    }
    let leading = spelling.prefix(while: Script.isDigit)
    let rest = spelling[leading.count...]
    isSure = true
    bare =
      rest.prefix(2).contains(where: Script.isLetter) && numbers.contains(Array(leading))
      ? Array(rest) : spelling
  }

  /// Whether two words differ in marks only.
  func isLike(_ other: MarkedWord) -> Bool {
    spelling == other.bare || other.spelling == bare
      || isSure && other.isSure && bare == other.bare
  }
}
