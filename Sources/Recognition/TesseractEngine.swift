internal import CTesseract
import DocumentModel
import Wire

/// A letter of a picture and the pixels it covers, from left to right or, in vertical lines, downwards.
struct RecognizedSymbol {
  var scalars: [UInt32]
  var start: Double
  var end: Double
  /// Across the line, from its top, or from the left in vertical lines.
  var top: Double
  var bottom: Double
  /// The confidence of its word, from 0 to 100.
  var confidence: Double
  var beginsWord: Bool
  /// The confidence of the letter, from 0 to 100.
  var letterConfidence = 100.0
}

/// A line of words in pixels of the picture they were recognised in.
struct RecognizedLine {
  var words: [[RecognizedSymbol]] = []
  /// The font size, by the heights of letters; in vertical lines, the width of the column.
  var size: Double
  /// The line through the feet of the letters; in vertical lines, the middle of the column, as x by y.
  var baseline: (at: Double, slope: Double)
  var isVertical = false
  /// The box of its ink.
  var box: DocumentModel.Box?

  var letterCount: Int { words.reduce(0) { $0 + $1.count } }

  /// The mean confidence in its letters, from 0 to 100.
  var confidence: Double {
    letterCount == 0 ? 0 : words.joined().reduce(0) { $0 + $1.confidence } / Double(letterCount)
  }

  /// Returns the baseline's y, or x in vertical lines, at a place along the line.
  func baseline(at place: Double) -> Double { baseline.at + baseline.slope * place }
}

/// All that was recognised in a picture.
struct RecognizedLines {
  var lines: [RecognizedLine] = []
  /// Boxes of images, in pixels.
  var images: [DocumentModel.Box] = []
  /// The number of lines that are turned, by their turn.
  var turned: [QuarterTurn: Int] = [:]

  /// How the page was turned, if most lines say so.
  var turn: QuarterTurn {
    turned.first { $0.key != .none && $0.value > lines.count / 2 }?.key ?? .none
  }

  /// The mean confidence in the letters, from 0 to 100; 0 without letters. What is dropped as noise counts, too.
  private(set) var confidence = 0.0
  /// The share of the letters that are in lines of little confidence, such as those in another script.
  private(set) var doubtfulShare = 0.0
  /// The boxes of all other lines.
  private(set) var certainBoxes: [DocumentModel.Box] = []
  var letterCount: Int { lines.reduce(0) { $0 + $1.letterCount } }

  /// Measures the confidence, then drops what Tesseract makes of scratches and drawings; of scattered words it makes much more.
  mutating func dropNoise(isScattered: Bool) {
    let letters = lines.reduce(0.0) { $0 + Double($1.letterCount) }
    let sum = lines.reduce(0) { $0 + $1.confidence * Double($1.letterCount) }
    confidence = letters > 0 ? sum / letters : 0
    let doubtful = lines.filter { $0.confidence < Self.leastOfScript }
    certainBoxes = lines.filter { $0.confidence >= Self.leastOfScript }.compactMap(\.box)
    doubtfulShare = letters > 0 ? Double(doubtful.reduce(0) { $0 + $1.letterCount }) / letters : 0
    let leastOfWord = isScattered ? Self.leastOfScattered : Self.leastOfWord
    for line in lines.indices {
      // Rare ideographs have little confidence within sentences.
      guard isScattered || !lines[line].hasIdeographs else { continue }
      lines[line].words.removeAll { ($0.first?.confidence ?? 0) < leastOfWord }
    }
    lines.removeAll { $0.words.isEmpty || $0.confidence < Self.leastOfLine }
  }

  /// Whether a word is certain enough that the page is not noise; rare ideographs have little confidence within sentences.
  var hasSureWord: Bool {
    lines.contains { line in
      line.hasIdeographs
        || line.words.contains { word in
          (word.first?.confidence ?? 0) >= Self.sure && word.contains(where: \.isLetter)
        }
    }
  }

  private static let sure = 80.0
  private static let leastOfScript = 70.0
  private static let leastOfWord = 15.0
  private static let leastOfLine = 35.0
  private static let leastOfScattered = 60.0
}

/// An instance of Tesseract with the models of some languages.
final class TesseractEngine {
  let languages: [String]
  private let handle: OpaquePointer

  /// The name of the model that detects scripts and turned pages.
  static let orientationModel = "osd"

  /// Loads models from a folder; throws `modelMissing` where one is missing or damaged.
  init(_ languages: [String], in folder: String) throws(EngineFailure) {
    guard !languages.isEmpty, let handle = TessBaseAPICreate() else { throw .modelMissing }
    self.languages = languages
    self.handle = handle
    let mode = languages == [Self.orientationModel] ? OEM_DEFAULT : OEM_LSTM_ONLY
    guard TessBaseAPIInit2(handle, folder, languages.joined(separator: "+"), mode) == 0,
      // Tesseract goes on without languages it cannot load.
      Self.loaded(handle).isSuperset(of: languages)
    else { throw .modelMissing }
  }

  deinit {
    TessBaseAPIDelete(handle)
  }

  private static func loaded(_ handle: OpaquePointer) -> Set<String> {
    guard let names = TessBaseAPIGetLoadedLanguagesAsVector(handle) else { return [] }
    defer { TessDeleteTextArray(names) }
    var loaded: Set<String> = []
    var at = 0
    while let name = names[at] {
      loaded.insert(String(cString: name))
      at += 1
    }
    return loaded
  }

  /// Returns how a page is turned and the name of its script; nil where it cannot tell.
  func orientation(of picture: GrayPicture, density: Int) -> (turn: QuarterTurn, script: String)? {
    TessBaseAPISetImage2(handle, picture.pixels)
    TessBaseAPISetSourceResolution(handle, Int32(density))
    defer { TessBaseAPIClear(handle) }
    var (degrees, sureness, scriptSureness): (Int32, Float, Float) = (0, 0, 0)
    var script: UnsafePointer<CChar>?
    guard
      TessBaseAPIDetectOrientationScript(handle, &degrees, &sureness, &script, &scriptSureness)
        != 0
    else { return nil }
    let turn = sureness > 1 ? QuarterTurn(rawValue: Int(degrees) / 90 % 4) ?? .none : .none
    // However unsure: its models are tried, and taken only if they fit better.
    return (turn, script.map { String(cString: $0) } ?? "")
  }

  /// Recognises the words of a picture, whose density is in pixels per inch; `latin` makes an engine for words beside ideographs.
  func lines(
    of picture: GrayPicture, density: Int, latin: () -> TesseractEngine?
  ) throws(EngineFailure) -> RecognizedLines {
    let found = try lines(of: picture, density: density, PSM_AUTO, latin)
    // A diagram is taken for one image as a whole, but may have words.
    return found.lines.isEmpty
      ? try lines(of: picture, density: density, PSM_SPARSE_TEXT, latin) : found
  }

  private func lines(
    of picture: GrayPicture, density: Int, _ mode: TessPageSegMode,
    _ latin: () -> TesseractEngine?
  ) throws(EngineFailure) -> RecognizedLines {
    var (found, ink) = try read(picture.pixels, density: density, mode)
    readPoorLines(of: &found, picture, density)
    found.dropNoise(isScattered: mode == PSM_SPARSE_TEXT)
    for index in found.lines.indices { readAgain(&found.lines[index], of: picture, density) }
    if let ink { found.settle(on: ink) }
    for index in found.lines.indices {
      for run in found.lines[index].doubtfulLatin.reversed() {
        latin()?.readAgain(run, of: &found.lines[index], picture, density)
      }
    }
    // Columns that are read downwards have ideographs; other letters lie on their side there.
    for line in found.lines where line.isVertical && !line.hasIdeographs {
      found.turned[.right, default: 0] += 1
    }
    found.splitAtGutters()
    for line in found.lines.indices { found.lines[line].restoreBullet() }
    QuotationMarks.unify(&found.lines)
    return found
  }

  /// Recognises the words of some pixels in a mode, and returns what is black in them.
  func read(
    _ pixels: UnsafeMutablePointer<Pix>, density: Int, _ mode: TessPageSegMode
  ) throws(EngineFailure) -> (found: RecognizedLines, ink: Ink?) {
    TessBaseAPISetPageSegMode(handle, mode)
    TessBaseAPISetImage2(handle, pixels)
    TessBaseAPISetSourceResolution(handle, Int32(density))
    defer { TessBaseAPIClear(handle) }
    guard TessBaseAPIRecognize(handle, nil) == 0 else { throw .damaged }
    guard let results = TessBaseAPIGetIterator(handle) else { return (RecognizedLines(), nil) }
    defer { TessResultIteratorDelete(results) }
    var found = RecognizedLines()
    let place = TessResultIteratorGetPageIterator(results)
    let ink = Ink(TessBaseAPIGetThresholdedImage(handle))
    repeat {
      let kind = TessPageIteratorBlockType(place)
      if Self.images.contains(kind.rawValue) {
        if let box = Self.box(place, RIL_BLOCK) { found.images.append(box) }
        continue
      }
      if TessPageIteratorIsAtBeginningOf(place, RIL_TEXTLINE) != 0 || found.lines.isEmpty,
        let line = Self.line(results, place, density)
      {
        found.lines.append(line.line)
        found.turned[line.turn, default: 0] += 1
      }
      guard let line = found.lines.last else { continue }
      let word = Self.word(results, isVertical: line.isVertical)
      if !word.isEmpty { found.lines[found.lines.count - 1].words.append(word) }
    } while TessPageIteratorNext(place, RIL_WORD) != 0
    return (found, ink)
  }

  private static let images: Set<UInt32> = Set(
    [PT_FLOWING_IMAGE, PT_HEADING_IMAGE, PT_PULLOUT_IMAGE].map(\.rawValue))

  private static func box(_ place: OpaquePointer?, _ level: TessPageIteratorLevel) -> DocumentModel
    .Box?
  {
    var (left, top, right, bottom): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
    guard TessPageIteratorBoundingBox(place, level, &left, &top, &right, &bottom) != 0 else {
      return nil
    }
    return DocumentModel.Box(x0: Float(left), y0: Float(top), x1: Float(right), y1: Float(bottom))
  }

  /// Reads the line that begins at the iterator's position.
  private static func line(
    _ results: OpaquePointer, _ place: OpaquePointer?, _ density: Int
  ) -> (line: RecognizedLine, turn: QuarterTurn)? {
    guard let box = box(place, RIL_TEXTLINE), let (found, turn) = line(results, place, density, box)
    else { return nil }
    var line = found
    line.box = box
    return (line, turn)
  }

  private static func line(
    _ results: OpaquePointer, _ place: OpaquePointer?, _ density: Int, _ box: DocumentModel.Box
  ) -> (RecognizedLine, QuarterTurn)? {
    var orientation = ORIENTATION_PAGE_UP
    var direction = WRITING_DIRECTION_LEFT_TO_RIGHT
    var order = TEXTLINE_ORDER_TOP_TO_BOTTOM
    var skew: Float = 0
    TessPageIteratorOrientation(place, &orientation, &direction, &order, &skew)
    let turn = QuarterTurn(rawValue: Int(orientation.rawValue)) ?? .none
    if direction == WRITING_DIRECTION_TOP_TO_BOTTOM {
      let line = RecognizedLine(
        size: Double(box.width), baseline: (box.middle.x, 0), isVertical: true)
      return (line, .none)
    }
    var (x0, y0, x1, y1): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
    guard TessPageIteratorBaseline(place, RIL_TEXTLINE, &x0, &y0, &x1, &y1) != 0, x1 > x0 else {
      return (RecognizedLine(size: Double(box.height), baseline: (Double(box.y1), 0)), turn)
    }
    let slope = Double(y1 - y0) / Double(x1 - x0)
    var size = Double(box.height)
    var (points, identifier): (Int32, Int32) = (0, 0)
    var flags = [Int32](repeating: 0, count: 6)
    // Its answer is the font's name, which this engine does not know.
    flags.withUnsafeMutableBufferPointer { flags in
      let at = flags.baseAddress
      _ = TessResultIteratorWordFontAttributes(
        results, at, at.map { $0 + 1 }, at.map { $0 + 2 }, at.map { $0 + 3 }, at.map { $0 + 4 },
        at.map { $0 + 5 }, &points, &identifier)
    }
    // From the top of `d` to the bottom of `p`.
    if points > 0 { size = Double(points) * Double(density) / 72 / Self.letterHeight }
    return (RecognizedLine(size: size, baseline: (Double(y0) - slope * Double(x0), slope)), turn)
  }

  /// In units of the font size, as in Times.
  private static let letterHeight = 0.9

  /// Reads the word at which the iterator stands, and leaves it there.
  private static func word(
    _ results: OpaquePointer, isVertical: Bool
  ) -> [RecognizedSymbol] {
    guard let letters = TessResultIteratorCopy(results) else { return [] }
    defer { TessResultIteratorDelete(letters) }
    let at = TessResultIteratorGetPageIterator(letters)
    let confidence = Double(TessResultIteratorConfidence(results, RIL_WORD))
    var symbols: [RecognizedSymbol] = []
    repeat {
      guard let text = TessResultIteratorGetUTF8Text(letters, RIL_SYMBOL) else { break }
      defer { TessDeleteText(text) }
      let scalars = String(cString: text).unicodeScalars.compactMap { CleanText.shown($0.value) }
      guard let box = box(at, RIL_SYMBOL), scalars.contains(where: { $0 > 0x20 }) else { continue }
      symbols.append(
        RecognizedSymbol(
          scalars: scalars.filter { $0 > 0x20 }, start: Double(isVertical ? box.y0 : box.x0),
          end: Double(isVertical ? box.y1 : box.x1), top: Double(isVertical ? box.x0 : box.y0),
          bottom: Double(isVertical ? box.x1 : box.y1), confidence: confidence,
          beginsWord: symbols.isEmpty,
          letterConfidence: Double(TessResultIteratorConfidence(letters, RIL_SYMBOL))))
    } while TessPageIteratorIsAtFinalElement(at, RIL_WORD, RIL_SYMBOL) == 0
      && TessPageIteratorNext(at, RIL_SYMBOL) != 0
    return symbols
  }
}
