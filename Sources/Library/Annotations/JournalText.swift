import FoundationEssentials
import Sync

/// Encodes journal values as JSON, including non-finite numbers.
enum JournalText {
  private static let names = (inf: "inf", minus: "-inf", nan: "nan")

  static func of<Content: Encodable>(_ content: Content) throws -> String {
    let encoder = JSONEncoder()
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: names.inf, negativeInfinity: names.minus, nan: names.nan)
    return String(decoding: try encoder.encode(content), as: UTF8.self)
  }

  static func content<Content: Decodable>(_ text: String, as type: Content.Type) -> Content? {
    SyncValue.content(text, as: type)
  }
}
