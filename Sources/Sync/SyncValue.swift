package import DocumentModel
import FoundationEssentials

/// Where a document is read.
package struct SyncedPlace: Sendable, Hashable, Codable {
  package var page: Int
  package var offset: Int
  /// The share of the document above it, from 0 to 1; nil if not known.
  package var share: Double?

  package init(_ place: Place, share: Double?) {
    page = place.page
    offset = place.offset
    self.share = share.map { ($0 * 10_000).rounded() / 10_000 }
  }

  package var place: Place { Place(page: page, offset: offset) }
}

/// A mark without its letter.
package struct SyncedMark: Sendable, Hashable, Codable {
  package var page: Int
  package var offset: Int
  package var snippet: String
  package var words: PlaceWords?

  package init(_ mark: Mark) {
    page = mark.place.page
    offset = mark.place.offset
    snippet = mark.snippet
    words = mark.words
  }

  package func mark(named name: String) -> Mark {
    Mark(name: name, place: Place(page: page, offset: offset), snippet: snippet, words: words)
  }
}

/// An annotation that is not in its document's file.
package struct SyncedAnnotation: Sendable, Hashable, Codable {
  package var annotation: Annotation
  /// Whether it has no place in the document.
  package var isDetached: Bool

  package init(_ annotation: Annotation, isDetached: Bool) {
    self.annotation = annotation
    self.isDetached = isDetached
  }
}

/// Converts values to JSON text and back; the same content gives the same text.
package enum SyncValue {
  private static let names = (inf: "inf", minus: "-inf", nan: "nan")

  /// Returns nil if the content cannot be written as JSON.
  package static func text(_ content: some Encodable) -> String? {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: names.inf, negativeInfinity: names.minus, nan: names.nan)
    return (try? encoder.encode(content)).map { String(decoding: $0, as: UTF8.self) }
  }

  package static func content<Content: Decodable>(
    _ text: String, as type: Content.Type
  ) -> Content? {
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: names.inf, negativeInfinity: names.minus, nan: names.nan)
    return try? decoder.decode(type, from: Data(text.utf8))
  }

  /// Returns a value from another machine with its strings cleaned; nil if it is none of its kind.
  static func cleaned(_ text: String, of key: SyncKey) -> String? {
    switch key.kind {
    case .position:
      guard let place = content(text, as: SyncedPlace.self), isPlace(place.page, place.offset),
        place.share.map({ (0...1).contains($0) }) ?? true
      else { return nil }
      return self.text(place)
    case .mark:
      guard var mark = content(text, as: SyncedMark.self), isPlace(mark.page, mark.offset),
        key.id.count == 1
      else { return nil }
      mark.snippet = CleanText.line(String(mark.snippet.prefix(longestSnippet)))
      return self.text(mark)
    case .tag:
      return text == "true" && TagName(key.id)?.text == key.id ? text : nil
    case .tagColor:
      guard let name = content(text, as: String.self), let color = TagColor(name) else {
        return nil
      }
      return self.text(color.text)
    case .favourite:
      guard let name = content(text, as: String.self), name.utf8.count <= SyncLimits.id else {
        return nil
      }
      return self.text(CleanText.line(name))
    case .favouriteOrder:
      guard let ids = content(text, as: [String].self), ids.count <= SyncLimits.favourites,
        ids.allSatisfy({ $0.utf8.count <= SyncLimits.id && CleanText.line($0) == $0 })
      else { return nil }
      return self.text(ids)
    case .annotation:
      guard var synced = content(text, as: SyncedAnnotation.self),
        synced.annotation.id.name == key.id, let clean = synced.annotation.cleaned
      else { return nil }
      synced.annotation = clean
      return self.text(synced)
    case .setting: return text
    }
  }

  private static let longestSnippet = 200

  private static func isPlace(_ page: Int, _ offset: Int) -> Bool {
    (0..<1 << 24).contains(page) && (0..<1 << 40).contains(offset)
  }
}
