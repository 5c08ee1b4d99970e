/// The appearance of a listing as a gallery, and whether it is shown as one.
package struct GalleryStyle: Sendable, Hashable, Codable {
  package var isShown = false
  /// The index into `widths` of its thumbnails.
  package var step = Self.usualStep
  package var grouping: Grouping?

  package init() {}

  /// Cells across of its pictures: those `+` and `-` choose from.
  private static let widths = [8, 10, 12, 14, 18, 22, 28, 36, 48, 64]
  private static let usualStep = 4

  /// The width of its pictures in cells; a remembered step out of range is clamped.
  package var width: Int { Self.widths[min(max(0, step), Self.widths.count - 1)] }

  package mutating func resize(by steps: Int) {
    let now = min(max(0, step), Self.widths.count - 1)
    step = min(max(0, now + min(max(-100, steps), 100)), Self.widths.count - 1)
  }
}

/// The property that groups the documents of a gallery.
package enum Grouping: String, Sendable, Hashable, Codable, CaseIterable {
  case folder, tag, author, year

  /// Its name in sentences.
  package var words: String {
    switch self {
    case .folder, .tag, .author, .year: rawValue
    }
  }

  /// The facts of all rows that grouping needs; nil if names suffice.
  package var scope: FactScope? {
    switch self {
    case .folder: nil
    case .tag: .allDocuments
    case .author, .year: .allContents
    }
  }
}

extension ListOptions {
  package var isGallery: Bool { gallery?.isShown == true }

  /// The grouping in effect; nil if rows are not shown in groups.
  package var grouping: Grouping? { isGallery ? gallery?.grouping : nil }

  /// The same, as a list: a gallery without sections has its order.
  package var withoutPictures: ListOptions {
    guard grouping == nil else { return self }
    var options = self
    options.gallery = nil
    return options
  }
}
