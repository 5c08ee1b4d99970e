/// The sizes thumbnails are kept in (freedesktop Thumbnail Managing Standard 0.9, “Directory structure”).
package enum ThumbnailSize: String, Sendable, Hashable, CaseIterable {
  case normal
  case large
  case xLarge = "x-large"
  case xxLarge = "xx-large"

  /// Pixels of the square it fits into.
  package var side: Int {
    switch self {
    case .normal: 128
    case .large: 256
    case .xLarge: 512
    case .xxLarge: 1_024
    }
  }

  /// The folder of its files; its name for people too.
  package var name: String { rawValue }

  /// Larger sizes, the nearest first.
  package var larger: [ThumbnailSize] { Self.allCases.filter { $0.side > side } }

  /// Returns the smallest size with this many pixels a side, or the largest.
  package static func holding(_ side: Int) -> ThumbnailSize {
    allCases.first { $0.side >= side } ?? .xxLarge
  }
}
