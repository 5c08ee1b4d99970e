import Glibc
import DocumentModel
package import Workers

/// The language models that words are recognised with.
package struct RecognitionSetup: Sendable {
  package let models: LanguageModels
  package let languages: [String]
  /// Those tried where the language of a page is not known.
  private let alternatives: [String]
  let isNamed: Bool

  /// Why words cannot be recognised, and what to install.
  package struct Failure: Error {
    package let sentence: String
  }

  /// Takes languages as the user names them, such as `deu+eng`; if empty, those of the document (a BCP 47 tag) and of the user.
  package init(named: String, document: String) throws(Failure) {
    guard let models = LanguageModels.installed() else {
      throw Failure(sentence: RecognitionStrings.modelsMissing)
    }
    self.models = models
    isNamed = !named.isEmpty
    guard !named.isEmpty else {
      languages = models.languages(for: document, user: RecognitionStrings.userLanguage)
      alternatives = document.isEmpty ? models.alternatives(to: languages) : []
      try checkModels()
      return
    }
    alternatives = []
    languages = named.split(separator: "+").map(String.init)
    guard !languages.isEmpty, languages.count <= RecognitionRequest.mostLanguages,
      languages.allSatisfy(RecognitionRequest.isName)
    else {
      throw Failure(sentence: "languages are named like deu or deu+eng")
    }
    if let missing = languages.first(where: { !models.names.contains($0) }) {
      throw Failure(sentence: RecognitionStrings.missing(missing, in: models.names))
    }
    try checkModels()
  }

  private func checkModels() throws(Failure) {
    let damaged = languages.filter { !models.isWhole($0) }
    if !damaged.isEmpty { throw Failure(sentence: RecognitionStrings.unusable(damaged)) }
  }

  /// Makes the recognition of one document's pages; nil if `recto-ocr` is not installed.
  package func recognition(
    in pool: WorkerPool, _ extent: PageRecognition.Extent, workers: Int,
    isInBackground: Bool = false, pages: RecognizedCache?
  ) -> PageRecognition? {
    PageRecognition(
      pool, models: models, languages: languages, alternatives: alternatives, isNamed: isNamed,
      extent: extent, workers: workers, isInBackground: isInBackground, pages: pages)
  }

  /// The number of workers while somebody reads: one processor is left for the reader.
  package static var backgroundWorkers: Int {
    min(max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)) - 1), 4)
  }
}
