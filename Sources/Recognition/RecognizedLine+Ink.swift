import DocumentModel
import Text

extension RecognizedLine {
  /// Puts the letters of a line with ideographs on the ink they cover: Tesseract's places of them are off by as much as a letter.
  ///
  /// `ink` are the columns with ink in pixels, from left to right, as ranges that blank columns separate. The line stays as it is
  /// where these cannot be shared out among the letters.
  mutating func settle(on ink: [Range<Int>]) {
    let symbols = Array(words.joined())
    let letters = symbols.indices.map { index in
      var letter = Letter(symbols[index])
      // Tesseract doubles letters, also around a letter that it makes up.
      if letter.isSquare, symbols[index].letterConfidence < Letter.certain,
        symbols[max(0, index - 2)..<index].contains(where: { $0.scalars == symbols[index].scalars })
      {
        letter.costOfNone = min(letter.costOfNone, Letter.leastOfNone)
      }
      return letter
    }
    let pieces = ink.flatMap { Self.pieces(of: $0, size) }
    // Noise may be one line of very many pieces.
    guard letters.count > 1, letters.count * pieces.count < Self.mostSteps,
      let places = Self.places(of: letters, on: pieces, size)
    else { return }
    var letter = 0
    for word in words.indices {
      words[word] = words[word].compactMap { symbol in
        letter += 1
        guard let (start, end) = places[letter - 1] else { return nil }
        var symbol = symbol
        (symbol.start, symbol.end) = (start, end)
        return symbol
      }
      if !words[word].isEmpty { words[word][0].beginsWord = true }
    }
    words.removeAll(where: \.isEmpty)
  }

  private static let mostSteps = 1_000_000

  /// The distance between neighbouring ideographs, the size of their squares; nil if there are too few to measure it.
  var pitch: Double? {
    let symbols = Array(words.joined())
    var steps = zip(symbols, symbols.dropFirst()).compactMap { symbol, next in
      LetterGap.isSquare(symbol.scalars[0]) && LetterGap.isSquare(next.scalars[0])
        ? (next.start + next.end - symbol.start - symbol.end) / 2 : nil
    }
    guard steps.count >= Self.leastSteps else { return nil }
    steps.sort()
    return steps[steps.count / 2]
  }

  private static let leastSteps = 6

  /// Returns the baseline by the feet of most ideographs: Tesseract's is off by a fifth of their size where marks hang lower.
  fileprivate func baseline(on ink: Ink) -> (at: Double, slope: Double)? {
    guard let box else { return nil }
    let feet = words.joined().filter { LetterGap.isSquare($0.scalars[0]) }.compactMap {
      ink.bottom(of: Int($0.start)..<max(Int($0.start), Int($0.end)), in: box)
    }.sorted()
    return feet[safe: feet.count / 2].map { (Double($0) - Self.foot * size, 0) }
  }

  /// How far ideographs reach below the baseline, in units of the size.
  private static let foot = 0.06

  /// The font size by the heights of tall letters; nil if there are too few. Tesseract's is that of whole points, and a tenth too large.
  var heightOfLetters: Double? {
    var heights = words.joined().compactMap { symbol in
      Self.tall.contains(symbol.scalars[0])
        ? baseline(at: (symbol.start + symbol.end) / 2) - symbol.top : nil
    }
    guard heights.count >= Self.leastTall else { return nil }
    heights.sort()
    // Boxes of ink are a pixel higher than letters with soft edges.
    let height = (heights[heights.count / 2] - 1) / Self.tallness
    // Where it is far from Tesseract's, the baseline is not that of the letters.
    return (0.6 * size...1.3 * size).contains(height) ? height : nil
  }

  private static let tall = Set("bdhklABDEFGHIKLMNPRTUVWXYZ".unicodeScalars.map(\.value))
  private static let leastTall = 4
  /// In units of the font size: between Times and Helvetica.
  private static let tallness = 0.695

  private struct Letter {
    /// In pixels, where Tesseract saw its middle.
    var middle: Double
    /// The usual width of its ink, and how much it varies, in units of the size.
    var width: Double
    var slack: Double
    /// The cost of taking it for one that Tesseract made up: it doubles ideographs, and is less certain of these.
    var costOfNone: Double
    let isSquare: Bool
    static let leastOfNone = 3.0
    static let certain = 99.2

    init(_ symbol: RecognizedSymbol) {
      middle = (symbol.start + symbol.end) / 2
      (width, slack) = Self.width(of: symbol.scalars[0])
      isSquare = LetterGap.isSquare(symbol.scalars[0])
      costOfNone =
        isSquare
        ? min(max(Self.leastOfNone, 8 - 1.67 * (99.5 - symbol.letterConfidence)), 8) : .infinity
    }

    private static func width(of scalar: UInt32) -> (Double, Double) {
      switch scalar {
      case 0x3001, 0x3002, 0xFF0C, 0xFF0E, 0x30FB, 0xFF1A, 0xFF1B: (0.22, 0.15)
      case 0x3008...0x3011, 0x3014...0x301B, 0xFF08, 0xFF09: (0.3, 0.15)
      case 0x4E00...0x9FFF, 0x3400...0x4DBF: (0.9, 0.15)
      case 0x3040...0x30FF: (0.74, 0.2)
      case 0x21, 0x27, 0x28, 0x29, 0x2C, 0x2E, 0x3A, 0x3B, 0x49, 0x5B, 0x5D, 0x60, 0x66,
        0x69...0x6A,
        0x6C, 0x72, 0x74, 0x7C:
        (0.2, 0.15)
      case 0x4D, 0x57, 0x6D, 0x77, 0x40, 0x25: (0.75, 0.15)
      case 0..<0x2E80: (0.48, 0.15)
      default: (0.8, 0.25)
      }
    }

    /// Returns how badly it fits a range of pixels.
    func cost(_ start: Double, _ end: Double, _ size: Double) -> Double {
      let off = ((end - start) / size - width) / slack
      let distance = ((start + end) / 2 - middle) / size
      return min(off * off, 25) + min(distance * distance, 4)
    }
  }

  /// Cuts columns that are wider than one letter, which letters that touch share.
  private static func pieces(of ink: Range<Int>, _ size: Double) -> [Range<Int>] {
    let count = Int((Double(ink.count) / (widest * size)).rounded(.up))
    guard count > 1 else { return [ink] }
    return (0..<count).map {
      ink.lowerBound + ink.count * $0 / count..<ink.lowerBound + ink.count * ($0 + 1) / count
    }
  }

  /// In units of the size.
  private static let widest = 1.15

  /// Returns the start and end of each letter where all pieces are shared out at the least cost, nil for a letter without ink.
  ///
  /// A letter has one piece or more; two letters that touch share a piece.
  private static func places(
    of letters: [Letter], on pieces: [Range<Int>], _ size: Double
  ) -> [(Double, Double)?]? {
    struct Step {
      var cost = Double.infinity
      /// The letters and pieces that the last step has taken.
      var letters = 0
      var pieces = 0
    }
    let columns = pieces.count + 1
    var steps = [Step](repeating: Step(), count: (letters.count + 1) * columns)
    func take(_ count: Int, _ end: Int, from letter: Int, _ start: Int, cost: Double) {
      let at = (letter + count) * columns + end
      let sum = steps[letter * columns + start].cost + cost
      if sum < steps[at].cost {
        steps[at] = Step(cost: sum, letters: count, pieces: end - start)
      }
    }
    steps[0].cost = 0
    for letter in letters.indices {
      for start in 0...pieces.count where steps[letter * columns + start].cost.isFinite {
        take(1, start, from: letter, start, cost: letters[letter].costOfNone)
        guard start < pieces.count else { continue }
        let from = Double(pieces[start].lowerBound)
        for end in start + 1...pieces.count {
          let to = Double(pieces[end - 1].upperBound)
          if end > start + 1, to - from > widest * size { break }
          take(1, end, from: letter, start, cost: letters[letter].cost(from, to, size))
        }
        guard letter + 1 < letters.count else { continue }
        let (first, second) = halves(pieces[start], letters[letter], letters[letter + 1])
        take(
          2, start + 1, from: letter, start,
          cost: (letters[letter].isSquare && letters[letter + 1].isSquare
            ? costOfSharing : costOfTouching) + letters[letter].cost(first.0, first.1, size)
            + letters[letter + 1].cost(second.0, second.1, size))
      }
    }
    var places: [(Double, Double)?] = []
    var (letter, piece) = (letters.count, pieces.count)
    while letter > 0 {
      let step = steps[letter * columns + piece]
      guard step.letters > 0 else { return nil }
      (letter, piece) = (letter - step.letters, piece - step.pieces)
      if step.letters == 2 {
        let (first, second) = halves(pieces[piece], letters[letter], letters[letter + 1])
        places += [second, first]
      } else if step.pieces == 0 {
        places.append(nil)
      } else {
        let last = pieces[piece + step.pieces - 1].upperBound
        places.append((Double(pieces[piece].lowerBound), Double(last)))
      }
    }
    return places.reversed()
  }

  private static let costOfTouching = 1.0
  /// The cost of two letters in one square.
  private static let costOfSharing = 3.0

  private static func halves(
    _ piece: Range<Int>, _ first: Letter, _ second: Letter
  ) -> ((Double, Double), (Double, Double)) {
    let (start, end) = (Double(piece.lowerBound), Double(piece.upperBound))
    let middle = start + (end - start) * first.width / (first.width + second.width)
    return ((start, middle), (middle, end))
  }
}

extension RecognizedLines {
  /// Measures lines by the ink of their letters, and puts ideographs where it is.
  mutating func settle(on ink: Ink) {
    for index in lines.indices where !lines[index].isVertical && !lines[index].hasIdeographs {
      lines[index].size = lines[index].heightOfLetters ?? lines[index].size
    }
    let indices = lines.indices.filter { !lines[$0].isVertical && lines[$0].hasIdeographs }
    // Tesseract's places, which are right on the whole, are used first.
    let pitches = indices.compactMap { lines[$0].pitch }.sorted()
    guard let usual = pitches[safe: pitches.count / 2] else { return }
    let heights = indices.compactMap { index in
      lines[index].pitch.flatMap {
        Self.isSame($0, usual) ? lines[index].box.map { Double($0.height) } : nil
      }
    }.sorted()
    let usualHeight = heights[safe: heights.count / 2] ?? usual
    for index in indices {
      guard let box = lines[index].box else { continue }
      let height = Double(box.height)
      // Lines as high as most are of their size: few ideographs between other letters are measured badly.
      func size(_ pitch: Double?) -> Double {
        if let pitch, Self.isSame(pitch, usual) || !Self.isSame(height, usualHeight) {
          return pitch
        }
        return Self.isSame(height, usualHeight) || height < 1.15 * usual ? usual : height
      }
      let pitch = size(lines[index].pitch)
      lines[index].size = pitch
      lines[index].settle(on: ink.columns(of: box))
      lines[index].size = size(lines[index].pitch)
      lines[index].baseline = lines[index].baseline(on: ink) ?? lines[index].baseline
    }
  }
  private static func isSame(_ size: Double, _ usual: Double) -> Bool {
    abs(size - usual) < 0.12 * usual
  }
}
