/// The numbers of chapters as words: `Chapter Three`, `Chapitre premier`.
enum SpelledNumber {
  /// Reads the word at an index; `end` is the index after it. Nil if it is no number from 1 to 20.
  static func read(_ text: [UInt32], at start: Int) -> (number: PartNumber, end: Int)? {
    let word = text[start...].prefix(longest + 1).prefix { Script.isLetter($0) }
    guard let value = values[word.map(Script.lower)] else { return nil }
    return (PartNumber(value), word.endIndex)
  }

  private static let longest = 10

  private static let values: [[UInt32]: Int] = {
    var values: [[UInt32]: Int] = [:]
    for list in lists {
      for (index, words) in list.split(separator: " ").enumerated() {
        for word in words.split(separator: "/") {
          values[word.unicodeScalars.map(\.value)] = index + 1
        }
      }
    }
    return values
  }()

  /// From 1 on, in English, German, French, Spanish, Portuguese and Italian.
  private static let lists = [
    "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty",
    "eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf",
    "premier/un deux trois quatre cinq six sept huit neuf dix onze douze",
    "primero/uno dos tres cuatro cinco seis siete ocho nueve diez once doce",
    "primeiro/um dois três quatro cinco seis sete oito nove dez onze doze",
    "primo/uno due tre quattro cinque sei sette otto nove dieci undici dodici",
  ]
}
