import DocumentModel
import Interface

/// The colours of annotations as the user's settings name them.
enum AnnotationColorSettings {
  struct Reason: Error {
    var text: String
  }

  /// Reads a list of colours. Letters that a command already uses are reported when the keymap is built.
  static func colors(
    _ value: JSONValue
  ) -> Result<[AnnotationColor], Reason> {
    guard case .list(let list) = value else {
      return .failure(
        Reason(text: "expected a list: [{ name: \"yellow\", letter: \"y\", color: \"#ffd400\" }]"))
    }
    var colors: [AnnotationColor] = []
    for (index, entry) in list.enumerated() {
      let which = "colour \(index + 1)"
      guard case .object(let fields) = entry, let name = fields["name"]?.text, !name.isEmpty else {
        return .failure(Reason(text: "\(which) has no name"))
      }
      guard let letter = fields["letter"]?.text, letter.count == 1, let first = letter.first,
        first.isLetter || first.isNumber
      else { return .failure(Reason(text: "“\(name)” needs one letter")) }
      guard let text = fields["color"]?.text, let rgb = Tint.color(text) else {
        return .failure(Reason(text: "“\(name)” needs a colour such as \"#ffd400\""))
      }
      if colors.contains(where: { $0.key == String(first) || $0.name == name }) {
        return .failure(Reason(text: "“\(name)” or its letter appears twice"))
      }
      colors.append(
        AnnotationColor(
          name, key: letter, color: rgb, meaning: fields["meaning"]?.text ?? ""))
    }
    return .success(colors)
  }
}
