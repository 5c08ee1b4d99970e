/// Page labels in Roman numbers.
enum Roman {
  /// Whether a text could be one.
  static func isNumeral(_ text: String) -> Bool {
    !text.isEmpty && text.count <= 12 && text.lowercased().allSatisfy("ivxlcdm".contains)
  }
}
