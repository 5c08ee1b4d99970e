import FoundationEssentials

/// A file of settings in JSON5, and where in it a mistake is.
struct SettingsFile {
  private let data: Data
  private let name: String

  /// `name` is what the user knows the file by.
  init(_ data: Data, name: String) {
    self.data = data
    self.name = name
  }

  /// A mistake, as a sentence with its line.
  struct Mistake: Error {
    var sentence: String
  }

  func decoded<Form: Decodable>(as form: Form.Type) throws(Mistake) -> Form {
    let decoder = JSONDecoder()
    decoder.allowsJSON5 = true
    do {
      return try decoder.decode(form, from: data)
    } catch {
      let syntax = JSON5Syntax.mistake(in: Array(data))
      let place = syntax.map { ", line \($0.line)" } ?? ""
      throw Mistake(
        sentence: "\(name)\(place): \(syntax?.reason ?? Self.reason(error)); it was left out")
    }
  }

  /// What to say of an entry that was left out.
  func sentence(_ key: String, _ reason: String) -> String {
    let place = line(of: key).map { ", line \($0)" } ?? ""
    return "\(name)\(place): “\(key)”: \(reason); it was left out"
  }

  /// The line, from 1, on which a key stands first.
  private func line(of key: String) -> Int? {
    let lines = String(decoding: data, as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false)
    let forms = ["\"\(key)\"", "'\(key)'", "\(key):"]
    return lines.firstIndex { line in
      let text = line.drop { $0 == " " || $0 == "\t" || $0 == "{" || $0 == "," }
      return forms.contains { text.hasPrefix($0) }
    }.map { $0 + 1 }
  }

  /// Why a text is not of its form.
  static func reason(_ error: any Error) -> String {
    guard let error = error as? DecodingError else { return "it is not of the form wanted" }
    switch error {
    case .dataCorrupted(let context):
      return context.codingPath.last.map { "“\($0.stringValue)”: there is no such word here" }
        ?? "this is no JSON5"
    case .keyNotFound(let key, _): return "“\(key.stringValue)” is missing"
    case .typeMismatch(_, let context), .valueNotFound(_, let context):
      let place = context.codingPath.last { $0.intValue == nil }
      return place.map { "“\($0.stringValue)” is not of its form" }
        ?? "it is not of the form wanted"
    @unknown default: return "it is not of the form wanted"
    }
  }
}
