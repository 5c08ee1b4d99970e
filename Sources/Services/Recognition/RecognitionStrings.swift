package import DocumentModel
import Glibc
import Wire
package import Workers

/// Texts about the recognition of words in pictures (OCR), for the screen and the command line.
package enum RecognitionStrings {
  package static let programMissing =
    "recto-ocr is missing; install the package recto-ocr"
  package static let modelsMissing =
    "no language model for OCR is installed; install one, such as tesseract-ocr-eng"

  /// Reports a model that is not installed.
  package static func missing(_ language: String, in names: [String]) -> String {
    "no OCR model for \(language) is installed (installed: \(names.joined(separator: ", "))); the package \(package(of: language)) may have it"
  }

  /// Reports models of which one is missing or damaged.
  package static func unusable(_ languages: [String]) -> String {
    let packages = languages.map(package(of:)).joined(separator: ", ")
    return languages.count == 1
      ? "the OCR model for \(languages[0]) is missing or damaged; install \(packages) again"
      : "an OCR model for \(languages.joined(separator: ", ")) is missing or damaged; install \(packages) again"
  }

  private static func package(of language: String) -> String {
    "tesseract-ocr-" + language.split(separator: "_").joined(separator: "-")
  }

  /// Reports that a page was recognised in fewer pixels than it has, so that small letters may be missing; nil if it was not.
  package static func reduced(_ page: Int, _ size: PageSize, isPicture: Bool) -> String? {
    guard let drawing = RecognitionRequest.drawing(of: page, size: size),
      // An image's points are its pixels.
      Double(drawing.width) < size.width * (isPicture ? 0.75 : leastDensity / 72)
    else { return nil }
    return
      "page \(page + 1) was reduced to \(drawing.width) × \(drawing.height) pixels for OCR; small letters may be missing"
  }

  /// The density in pixels per inch.
  private static let leastDensity = 150.0

  /// Says why a page could not be recognised.
  package static func text(_ error: WorkerError, page: Int) -> String {
    switch error {
    case .modelsUnusable(let languages): sentence(unusable(languages))
    case .recognizerEnded:
      "recto-ocr ended while it recognised page \(page + 1); it was killed, or a language model is damaged"
    case .engine(.notRecognized):
      "The words of page \(page + 1) could not be recognised; it may be noise, or a language model is damaged"
    default: "The words of page \(page + 1) could not be recognised"
    }
  }

  private static func sentence(_ words: String) -> String {
    words.prefix(1).uppercased() + words.dropFirst()
  }

  /// The user's language, as a locale's name such as `de_DE.UTF-8`; empty if none is set.
  package static var userLanguage: String {
    let variables = ["LC_ALL", "LC_MESSAGES", "LANG"]
    let name =
      variables.lazy.compactMap { (variable: String) -> String? in
        getenv(variable).map { String(cString: $0) }
      }.first { !$0.isEmpty } ?? ""
    let language = name.prefix { $0 != "." }
    return language == "C" || language == "POSIX" ? "" : name
  }
}
