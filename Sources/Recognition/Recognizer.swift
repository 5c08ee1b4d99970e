internal import CTesseract
import DocumentModel
import Glibc
import Text
package import Wire

/// Recognises the words in pictures of pages, by Tesseract.
package final class Recognizer {
  private let models: String
  private var engine: TesseractEngine?
  /// For words beside ideographs; nil without its model.
  private lazy var latin = try? TesseractEngine([Self.latin], in: models)
  /// Languages that were recognised better than those asked for, on the last page that was poor.
  private var better: (asked: [String], used: [String])?

  /// Takes the path of the folder with the language models.
  package init(models: String) {
    self.models = models
  }

  /// The library and its version.
  package static var library: String {
    "tesseract " + (TessVersion().map { String(cString: $0) } ?? "?")
  }

  /// Returns the answer to a request; `descriptor` is that of the picture's memory, and is closed.
  package func answer(_ request: Request, descriptor: Int32) -> Reply {
    defer { if descriptor >= 0 { close(descriptor) } }
    guard case .recognize(let details) = request else { return .failed(.notFound) }
    do throws(EngineFailure) {
      return .text(try text(details, descriptor))
    } catch {
      return .failed(error)
    }
  }

  private func text(
    _ request: RecognitionRequest, _ descriptor: Int32
  ) throws(EngineFailure) -> PageText {
    let given = try GrayPicture(
      descriptor, width: request.width, height: request.height
    ).evened()
    guard given.width > 2, given.height > 2 else { return PageText(size: request.size) }
    let picture = given.straightened()
    let known = better?.asked == request.languages ? better?.used : nil
    let languages = known ?? request.languages
    let begin = ContinuousClock.now
    var best = try recognized(picture, languages, request.size)
    let isSlow = ContinuousClock.now - begin > Self.mostTime
    // Tesseract reads lines that are turned, but its places of letters are those of level ones.
    if best.turn != .none {
      let turned = try recognized(given.upright(from: best.turn), languages, request.size)
      // Tesseract takes lines that are upside down for upright ones.
      guard !turned.isGood, !isSlow,
        let other = try? recognized(
          given.upright(from: best.turn.opposite), languages, request.size),
        other.confidence > turned.confidence
      else { return turned.text }
      return other.text
    }
    guard !best.isGood else { return best.text }
    if languages != request.languages, !isSlow {
      use(
        &best, try? recognized(picture, request.languages, request.size), request.languages, request
      )
      guard !best.isGood else { return best.text }
    }
    let guess = orientation(of: given, request.size)
    var fitting = languages
    if !request.isNamed {
      fitting = Self.languages(languages, for: guess?.script ?? "")
      if fitting == languages, best.isPartlyDoubtful {
        // Half of a page in another script is not seen beside the rest.
        let rest = orientation(of: picture.blank(best.certainBoxes), request.size)
        fitting = Self.languages(languages, for: rest?.script ?? "")
      }
    }
    let turn = guess?.turn ?? .none
    let upright = turn == .none ? picture : given.upright(from: turn)
    if turn != .none {
      use(&best, try? recognized(upright, languages, request.size), languages, request)
    }
    // The script of a turned page is often guessed wrong.
    if fitting != languages, !best.isGood {
      use(&best, try? recognized(upright, fitting, request.size), fitting, request)
    } else if turn == .none, known == nil, !isSlow {
      for other in request.alternatives.prefix(Self.mostTried) {
        use(&best, try? recognized(picture, [other], request.size), [other], request)
      }
      // Other pages of the document are in the same language.
      if better?.asked != request.languages { better = (request.languages, request.languages) }
    }
    return best.text
  }

  /// Takes another result if it is clearly better, and its languages for the pages that follow.
  private func use(
    _ best: inout Result, _ other: Result?, _ languages: [String], _ request: RecognitionRequest
  ) {
    // A diagram has too few words to show their language.
    guard let other else { return }
    let areFew = languages != request.languages && other.letterCount < Self.fewLetters
    guard other.confidence > best.confidence + (areFew ? Self.gainOfFew : Self.leastGain) else {
      return
    }
    best = other
    if !areFew { better = (request.languages, languages) }
  }

  /// The words of a page, and the mean confidence in their letters, from 0 to 100.
  private struct Result {
    var text: PageText
    var confidence: Double
    var letterCount: Int
    /// The share of the letters in lines that may be in another script.
    var doubtfulShare: Double
    /// The boxes of other lines.
    var certainBoxes: [DocumentModel.Box]
    /// How the page was turned, as its lines say.
    var turn: QuarterTurn

    var isPartlyDoubtful: Bool {
      doubtfulShare >= Recognizer.mostDoubtful && doubtfulShare < 1 - Recognizer.mostDoubtful
    }

    /// Whether no other language is likely to fit better.
    var isGood: Bool { confidence >= Recognizer.good && doubtfulShare < Recognizer.mostDoubtful }
  }

  private func recognized(
    _ picture: GrayPicture, _ languages: [String], _ size: PageSize
  ) throws(EngineFailure) -> Result {
    let engine = try engine(for: languages)
    let lines = try engine.lines(of: picture, density: picture.density(of: size)) { latin }
    var text = PageText(size: size)
    // Noise and pictures without letters give words, too, but none that is certain.
    if lines.hasSureWord {
      text = PageText(PageGlyphs(lines, of: picture, size: size), limit: Limit.characters)
    }
    text.source = .recognition
    return Result(
      text: text, confidence: lines.confidence, letterCount: lines.letterCount,
      doubtfulShare: lines.doubtfulShare, certainBoxes: lines.certainBoxes, turn: lines.turn)
  }

  private func engine(for languages: [String]) throws(EngineFailure) -> TesseractEngine {
    if let engine, engine.languages == languages { return engine }
    // The last one's memory is given back before the next one's is asked for.
    engine = nil
    let made = try TesseractEngine(languages, in: models)
    engine = made
    return made
  }

  /// Words beside ideographs are names and English in most documents.
  private static let latin = "eng"
  /// Below this mean confidence another language may fit better.
  private static let good = 91.0
  private static let mostDoubtful = 0.1
  private static let leastGain = 1.0
  /// A page with fewer letters needs a much larger gain for another language.
  private static let fewLetters = 100
  private static let gainOfFew = 15.0
  /// Each costs as much as the page did.
  private static let mostTried = 3
  /// A page that takes longer has no time for more.
  private static let mostTime = Duration.seconds(10)

  /// Returns how a page is turned and the name of its script; nil without the model for it, or where it cannot tell.
  private func orientation(
    of picture: GrayPicture, _ size: PageSize
  ) -> (turn: QuarterTurn, script: String)? {
    guard let detector = try? TesseractEngine([TesseractEngine.orientationModel], in: models) else {
      return nil
    }
    return detector.orientation(of: picture, density: picture.density(of: size))
  }

  /// Returns the models of a script that none of the languages is of, else the languages.
  private static func languages(_ languages: [String], for script: String) -> [String] {
    guard let own = scripts[script], !languages.contains(where: own.contains) else {
      return languages
    }
    return own
  }

  /// Models by the names of scripts that Tesseract detects; Latin has too many.
  private static let scripts = [
    "Japanese": ["jpn"], "Han": ["chi_sim"], "Hangul": ["kor"], "Korean": ["kor"],
    "Cyrillic": ["rus"], "Greek": ["ell"], "Arabic": ["ara"], "Hebrew": ["heb"],
    "Devanagari": ["hin"], "Thai": ["tha"], "Armenian": ["hye"], "Georgian": ["kat"],
    "Bengali": ["ben"], "Tamil": ["tam"], "Fraktur": ["frk"],
  ]
}
