extension CleanText {
  /// Returns the text of an annotation with line ends as U+000A, without other controls and blank lines around.
  package static func contents(_ text: String) -> String {
    var lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map {
      line in
      String(
        String.UnicodeScalarView(
          line.unicodeScalars.map {
            $0.properties.generalCategory == .control ? " " : $0
          }))
    }[...]
    while let first = lines.first, first.allSatisfy(\.isWhitespace) { lines.removeFirst() }
    while let last = lines.last, last.allSatisfy(\.isWhitespace) { lines.removeLast() }
    return lines.joined(separator: "\n")
  }
}
