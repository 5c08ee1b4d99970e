internal import CTesseract
import DocumentModel
import Glibc
import Text
package import Wire

/// Recognises the words in pictures of pages, by Tesseract.
package final class Recognizer {
  private let models: String
  private var engine: TesseractEngine?
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
    let picture = try GrayPicture(descriptor, width: request.width, height: request.height)
    guard picture.width > 2, picture.height > 2 else { return PageText(size: request.size) }
    let asked = better?.asked == request.languages ? better?.used : nil
    let wanted = asked ?? request.languages
    let first = try recognized(picture, wanted, request.size)
    guard first.confidence < Self.poor, let guess = orientation(of: picture, request.size) else {
      return first.text
    }
    let languages = Self.languages(wanted, for: guess.script)
    guard guess.turn != .none || languages != wanted,
      let other = try? recognized(picture.turned(back: guess.turn), languages, request.size),
      other.confidence > first.confidence
    else { return first.text }
    if languages != wanted { better = (request.languages, languages) }
    return other.text
  }

  /// The words of a page, and the mean confidence in their letters, from 0 to 100.
  private struct Result {
    var text: PageText
    var confidence: Double
  }

  private func recognized(
    _ picture: GrayPicture, _ languages: [String], _ size: PageSize
  ) throws(EngineFailure) -> Result {
    let straight = picture.straightened()
    let lines = try engine(for: languages).lines(of: straight, density: straight.density(of: size))
    let glyphs = PageGlyphs(lines, of: straight, size: size)
    var text = PageText(glyphs, limit: Limit.characters)
    text.isRecognized = true
    return Result(text: text, confidence: lines.confidence)
  }

  private func engine(for languages: [String]) throws(EngineFailure) -> TesseractEngine {
    if let engine, engine.languages == languages { return engine }
    // The last one's memory is given back before the next one's is asked for.
    engine = nil
    let made = try TesseractEngine(languages, in: models)
    engine = made
    return made
  }

  /// Below this mean confidence a page may lie on its side, or be of another script.
  private static let poor = 60.0

  /// Returns how a page is turned and the name of its script; nil without the model for it, or where it cannot tell.
  private func orientation(
    of picture: GrayPicture, _ size: PageSize
  ) -> (turn: PageTurn, script: String)? {
    guard let detector = try? TesseractEngine([TesseractEngine.orientationModel], in: models) else {
      return nil
    }
    return detector.orientation(of: picture, density: picture.density(of: size))
  }

  /// Returns the languages with those of a script in front.
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
