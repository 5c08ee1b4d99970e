/// Formats a year for display: `2014` if the document states it, `(2014)` if only the file's date is known.
package enum YearText {
  package static func text(_ year: Int, isOfFile: Bool) -> String {
    isOfFile ? "(\(year))" : String(year)
  }
}

extension DocumentHits {
  /// Empty if no year is known.
  package var yearText: String {
    year > 0 ? YearText.text(year, isOfFile: isYearOfFile) : ""
  }
}
