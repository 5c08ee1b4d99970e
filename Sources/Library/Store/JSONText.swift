import FoundationEssentials

/// Encodes values as JSON text for a column or parameter (json_each).
enum JSONText {
  static func of<Content: Encodable>(_ content: Content) -> String {
    (try? JSONEncoder().encode(content)).map { String(decoding: $0, as: UTF8.self) } ?? "[]"
  }

  static func content<Content: Decodable>(_ text: String, as type: Content.Type) -> Content? {
    try? JSONDecoder().decode(type, from: Data(text.utf8))
  }
}
