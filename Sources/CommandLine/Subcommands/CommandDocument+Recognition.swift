import DocumentModel
import Glibc
import Services
import Wire
import Workers

extension OptionForm {
  /// Options of commands that recognise pages without text.
  static let recognition = OptionForm(
    flags: ["ocr"], valued: ["language": .text], dependent: ["language": ["ocr"]])

  static let recognitionHelp = [
    "--ocr                recognises the words of pages that have no text (needs recto-ocr)",
    "--language deu+eng   languages to recognise; default: the document's, the user's and English",
  ]
}

extension CommandDocument {
  /// Has the pages without text recognised if `--ocr` was given.
  func recognizePages(_ parsed: Arguments, workers: Int) throws(Failure) {
    guard parsed.options["ocr"] != nil, summary.hasPages else { return }
    document.recognize(
      with: try recognition(parsed.options["language"], .allPages, workers: workers))
  }

  /// Makes the recognition of this document's pages in the languages of `--language`, else in those of the document and the user.
  func recognition(
    _ named: String?, _ extent: PageRecognition.Extent, workers: Int
  ) throws(Failure) -> PageRecognition {
    guard pool.options.recognizer != nil else {
      throw Failure(sentence: RecognitionStrings.programMissing)
    }
    guard let models = LanguageModels.installed() else {
      throw Failure(sentence: RecognitionStrings.modelsMissing)
    }
    var languages: [String]
    if let named {
      languages = named.split(separator: "+").map(String.init)
      guard !languages.isEmpty, languages.count <= RecognitionRequest.mostLanguages else {
        throw Failure(sentence: "--language is like deu or deu+eng")
      }
      if let missing = languages.first(where: { !models.names.contains($0) }) {
        throw Failure(sentence: RecognitionStrings.missing(missing, in: models.names))
      }
    } else {
      var own = ""
      if case .metadata(let metadata)? = try? ask(.metadata) { own = metadata.language }
      languages = models.languages(for: own, user: RecognitionStrings.userLanguage)
    }
    let recognition = PageRecognition(
      pool, models: models, languages: languages, extent: extent, workers: workers)
    guard let recognition else { throw Failure(sentence: RecognitionStrings.programMissing) }
    return recognition
  }
}
