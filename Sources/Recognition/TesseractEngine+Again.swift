internal import CTesseract
import DocumentModel

extension TesseractEngine {
  /// Recognises the lines of a page that are poor, if they are few, each alone: a short one is often read wrong between others.
  func readPoorLines(of found: inout RecognizedLines, _ picture: GrayPicture, _ density: Int) {
    let poor = found.lines.indices.filter {
      !found.lines[$0].isVertical && found.lines[$0].confidence < Self.leastConfidence
    }
    guard poor.count * Self.linesOfPoor <= found.lines.count else { return }
    for index in poor {
      var line = found.lines[index]
      guard let box = line.box,
        let words = words(in: box, of: picture, density, PSM_SINGLE_LINE, scale: 1, sides: 0.6)
      else { continue }
      line.words = words
      if line.confidence >= Self.leastConfidence { found.lines[index] = line }
    }
  }

  private static let leastConfidence = 70.0
  /// At most one line in so many may be poor; a page with more is in another script or has no text.
  private static let linesOfPoor = 8

  /// Recognises a line with ideographs and a doubtful letter at two other sizes; where these agree, it has their letters.
  func readAgain(_ line: inout RecognizedLine, of picture: GrayPicture, _ density: Int) {
    guard line.isDoubtful, let box = line.box,
      let small = words(in: box, of: picture, density, PSM_RAW_LINE, scale: 0.5),
      small.scalars != line.words.scalars,
      let large = words(in: box, of: picture, density, PSM_RAW_LINE, scale: 1),
      large.scalars == small.scalars
    else { return }
    line.words = large
  }

  /// Recognises some letters of a line, and takes what was found if it is more certain.
  func readAgain(
    _ run: Range<Int>, of line: inout RecognizedLine, _ picture: GrayPicture, _ density: Int
  ) {
    var symbols = Array(line.words.joined())
    guard var box = line.box else { return }
    let end = symbols[run.upperBound - 1].end
    let before = run.lowerBound > 0 ? symbols[run.lowerBound - 1].end : -.infinity
    let after = run.upperBound < symbols.count ? symbols[run.upperBound].start : .infinity
    // Half of the gaps at its ends.
    let widest = line.size / 4
    box.x0 = Float(
      symbols[run.lowerBound].start
        - min(widest, max(0, symbols[run.lowerBound].start - before) / 2))
    box.x1 = Float(end + min(widest, max(0, after - end) / 2))
    guard
      let found = words(
        in: box, of: picture, density, PSM_SINGLE_LINE, scale: 1, sides: 0)?.joined(),
      let least = found.map(\.letterConfidence).min(),
      let known = symbols[run].map(\.letterConfidence).min(), least >= known + Self.leastGain,
      found.allSatisfy(\.isLatin)
    else { return }
    symbols.replaceSubrange(run, with: found)
    symbols[run.lowerBound].beginsWord = true
    if run.lowerBound + found.count < symbols.count {
      symbols[run.lowerBound + found.count].beginsWord = true
    }
    line.words = symbols.reduce(into: []) { words, symbol in
      if symbol.beginsWord { words.append([]) }
      words[words.count - 1].append(symbol)
    }
  }

  private static let leastGain = 2.0

  /// Returns the words in a box of a picture, at their places in it; nil where there are none. `sides` are blank pixels beside
  /// the box, in units of its height.
  private func words(
    in box: DocumentModel.Box, of picture: GrayPicture, _ density: Int, _ mode: TessPageSegMode,
    scale: Double, sides: Float = 0.3
  ) -> [[RecognizedSymbol]]? {
    var around = box
    (around.x0, around.x1) = (box.x0 - sides * box.height, box.x1 + sides * box.height)
    (around.y0, around.y1) = (box.y0 - 0.1 * box.height, box.y1 + 0.1 * box.height)
    guard let part = picture.part(around, scale: scale),
      let found = try? read(
        part.pixels, density: Int(Double(density) * scale), mode
      ).found
    else { return nil }
    let words = found.lines.flatMap(\.words).map { word in
      word.map { symbol in
        var symbol = symbol
        (symbol.start, symbol.end) = (
          part.x + symbol.start / scale, part.x + symbol.end / scale
        )
        (symbol.top, symbol.bottom) = (
          part.y + symbol.top / scale, part.y + symbol.bottom / scale
        )
        return symbol
      }
    }
    return words.isEmpty ? nil : words
  }
}

extension RecognizedLine {
  /// Whether a letter beside ideographs is probably wrong.
  fileprivate var isDoubtful: Bool {
    !isVertical && hasIdeographs
      && words.joined().contains { $0.letterConfidence < Self.certain }
  }

  /// The runs of other letters beside ideographs of which one is probably wrong: models of ideographs know them less well.
  var doubtfulLatin: [Range<Int>] {
    guard !isVertical, hasIdeographs else { return [] }
    let symbols = Array(words.joined())
    var runs: [Range<Int>] = []
    var start = 0
    for end in 1...symbols.count
    where end == symbols.count || symbols[end].isLatin != symbols[start].isLatin {
      if symbols[start].isLatin, end - start > 1,
        symbols[start..<end].contains(where: { $0.letterConfidence < Self.certainLatin }),
        symbols[start..<end].contains(where: \.isLetter)
      {
        runs.append(start..<end)
      }
      start = end
    }
    return runs
  }

  private static let certain = 93.0
  private static let certainLatin = 96.0
}

extension RecognizedSymbol {
  fileprivate var isLatin: Bool { scalars.allSatisfy { $0 < 0x2000 } }

  /// Whether it is a letter or a digit.
  var isLetter: Bool {
    scalars.contains {
      Unicode.Scalar($0).map(Character.init)?.isLetter == true || (0x30...0x39).contains($0)
    }
  }
}

extension [[RecognizedSymbol]] {
  fileprivate var scalars: [[UInt32]] { joined().map(\.scalars) }
}
