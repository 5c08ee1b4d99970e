extension CleanText {
  /// Returns the text of an annotation with line ends as U+000A, without other controls and blank lines around.
  package static func contents(_ text: String) -> String {
    var lines = lines(text)[...]
    while let first = lines.first, first.allSatisfy(\.isWhitespace) { lines.removeFirst() }
    while let last = lines.last, last.allSatisfy(\.isWhitespace) { lines.removeLast() }
    return lines.joined(separator: "\n")
  }

  /// Returns the value of a field, which may be blanks only.
  package static func value(_ text: String) -> String {
    let lines = lines(text)
    return lines.count == 1 ? lines[0] : contents(text)
  }

  private static func lines(_ text: String) -> [String] {
    text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map { line in
      String(
        String.UnicodeScalarView(
          line.unicodeScalars.map {
            $0.properties.generalCategory == .control ? " " : $0
          }))
    }
  }
}
