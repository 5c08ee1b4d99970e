import DocumentModel
import Glibc

/// The language models of Tesseract that are installed.
package struct LanguageModels: Sendable, Hashable {
  /// The folder of the models.
  package let folder: String
  /// Their names, such as `eng`, in alphabetical order.
  package let names: [String]

  /// Finds the folder: `TESSDATA_PREFIX`, else those of distributions; nil if none has a model.
  package static func installed() -> LanguageModels? {
    let named = getenv("TESSDATA_PREFIX").map { [String(cString: $0)] }
    return (named ?? folders).lazy.compactMap(LanguageModels.init(folder:)).first
  }

  private static let folders = [
    "/usr/share/tesseract-ocr/5/tessdata", "/usr/share/tesseract/tessdata", "/usr/share/tessdata",
    "/usr/local/share/tessdata", "/usr/share/tesseract-ocr/4.00/tessdata",
  ]
  private static let ending = ".traineddata"
  /// Models that recognise no words.
  private static let helpers: Set<String> = ["osd", "equ"]

  init?(folder: String) {
    guard let stream = opendir(folder) else { return nil }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      let language = String(name.dropLast(Self.ending.count))
      if name.hasSuffix(Self.ending), RecognitionRequest.isName(language),
        !Self.helpers.contains(language)
      {
        names.append(language)
      }
    }
    guard !names.isEmpty else { return nil }
    self.folder = folder
    self.names = names.sorted()
  }

  /// Whether a model's parts are within its file, by the table at its beginning: a 32-bit count, then 64-bit offsets, -1 for those it lacks.
  package func isWhole(_ name: String) -> Bool {
    let file = open(folder + "/" + name + Self.ending, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return false }
    defer { close(file) }
    var status = stat()
    var count: Int32 = 0
    guard fstat(file, &status) == 0, pread(file, &count, 4, 0) == 4,
      (1...Self.mostParts).contains(Int32(littleEndian: count))
    else { return false }
    var offsets = [Int64](repeating: 0, count: Int(Int32(littleEndian: count)))
    let size = offsets.count * 8
    guard pread(file, &offsets, size, 4) == size else { return false }
    return offsets.allSatisfy { offset in
      let offset = Int64(littleEndian: offset)
      return offset == -1 || offset >= Int64(4 + size) && offset < Int64(status.st_size)
    }
  }

  private static let mostParts: Int32 = 64

  /// Returns the models for a document: those of its language (a BCP 47 tag), else of the user's, else English or the first; at most two.
  package func languages(for document: String, user: String = "") -> [String] {
    let own = [document, user].compactMap(Self.name(ofTag:)).filter(names.contains)
    let english = names.contains(Self.english) ? [Self.english] : []
    let all = own + english + names.prefix(own.isEmpty && english.isEmpty ? 1 : 0)
    return Array(all.removingRepeats().prefix(2))
  }

  /// Returns the models of other languages in the Latin script, tried where the language of a page is not known.
  package func alternatives(to languages: [String]) -> [String] {
    let others = Self.latin.filter { names.contains($0) && !languages.contains($0) }
    return Array(others.prefix(RecognitionRequest.mostLanguages))
  }

  /// Models of languages in the Latin script, those of most documents first.
  private static let latin = [
    "eng", "deu", "fra", "spa", "ita", "por", "nld", "pol", "tur", "ces", "swe", "hun", "ron",
    "dan",
    "nor", "fin", "vie", "ind", "hrv", "slk", "slv", "lit", "lav", "est", "cat", "glg", "eus",
    "isl",
    "sqi", "afr", "lat",
  ]
  private static let english = "eng"

  /// Returns the name of a language's model, by the language and script of a tag.
  private static func name(ofTag tag: String) -> String? {
    let parts = tag.lowercased().split { $0 == "-" || $0 == "_" || $0 == "." }
    guard let language = parts.first else { return nil }
    if language == "zh" {
      let isTraditional = parts.contains { ["hant", "tw", "hk", "mo"].contains($0) }
      return isTraditional ? "chi_tra" : "chi_sim"
    }
    return language.count == 3 ? String(language) : codes[String(language)]
  }

  /// The models (ISO 639-2) of two-letter codes (ISO 639-1).
  private static let codes = [
    "af": "afr", "ar": "ara", "be": "bel", "bg": "bul", "bn": "ben", "ca": "cat", "cs": "ces",
    "cy": "cym", "da": "dan", "de": "deu", "el": "ell", "en": "eng", "eo": "epo", "es": "spa",
    "et": "est", "eu": "eus", "fa": "fas", "fi": "fin", "fr": "fra", "ga": "gle", "gl": "glg",
    "gu": "guj", "he": "heb", "hi": "hin", "hr": "hrv", "hu": "hun", "hy": "hye", "id": "ind",
    "is": "isl", "it": "ita", "ja": "jpn", "ka": "kat", "kn": "kan", "ko": "kor", "la": "lat",
    "lt": "lit", "lv": "lav", "mk": "mkd", "ml": "mal", "mr": "mar", "ms": "msa", "mt": "mlt",
    "nb": "nor", "nl": "nld", "nn": "nor", "no": "nor", "pa": "pan", "pl": "pol", "pt": "por",
    "ro": "ron", "ru": "rus", "sa": "san", "sk": "slk", "sl": "slv", "sq": "sqi", "sr": "srp",
    "sv": "swe", "sw": "swa", "ta": "tam", "te": "tel", "th": "tha", "tr": "tur", "uk": "ukr",
    "ur": "urd", "uz": "uzb", "vi": "vie", "yi": "yid",
  ]
}

extension Array where Element: Hashable {
  /// Returns each element once, at its first place.
  fileprivate func removingRepeats() -> [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
