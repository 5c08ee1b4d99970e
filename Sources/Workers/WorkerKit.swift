/// The libraries a worker loads before it shuts its sandbox, after which it can load nothing.
package enum WorkerKit: Sendable, Hashable {
  /// Fonts and poppler's own: what most documents need.
  case pages
  /// Converters of encodings, the one of that name too (empty: those that are guessed among).
  case converters(String)
  /// The desktop's rules for types of files.
  case contentTypes

  /// The arguments after its program's name.
  var arguments: [String] {
    switch self {
    case .pages: []
    case .contentTypes: ["--content-types"]
    case .converters(let encoding): ["--converters", encoding]
    }
  }
}
