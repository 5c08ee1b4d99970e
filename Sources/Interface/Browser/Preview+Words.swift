import Messages

extension Preview {
  /// Describes the number of rows in a folder; mentions other files only if there are no documents.
  package static func words(count: Int, others: Int) -> String {
    if count == 0, others > 0 { return "no documents, \(Wording.count(others, "other file"))" }
    return Wording.count(count, "item")
  }
}
