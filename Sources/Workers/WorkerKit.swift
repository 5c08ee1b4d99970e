package import Wire

/// The libraries a worker loads before it shuts its sandbox, after which it can load nothing.
package enum WorkerKit: Sendable, Hashable {
  /// Fonts and poppler's own: what most documents need.
  case pages
  /// Encoding converters, including the named one; if the name is empty, only those used for detection.
  case converters(String)
  /// Libraries of rare formats, some of which start threads: DjVu, SVG, HEIC, AVIF and JPEG XL.
  case rareFormats
  /// The desktop's rules for types of files.
  case contentTypes
  /// Tesseract, in a program of its own, and the folder of its models.
  case recognition(models: String)

  /// The arguments after its program's name.
  var arguments: [String] {
    switch self {
    case .pages: []
    case .rareFormats: ["--rare-formats"]
    case .contentTypes: ["--content-types"]
    case .converters(let encoding): ["--converters", encoding]
    case .recognition(let models): [models]
    }
  }

  /// Chooses the libraries that a document needs by the failure to open it without them; nil for other failures.
  package init?(after failure: EngineFailure) {
    switch failure {
    case .converterNeeded: self = .converters("")
    case .librariesNeeded: self = .rareFormats
    default: return nil
    }
  }
}
