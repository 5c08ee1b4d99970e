/// A year as it is shown everywhere: `2014` where the document says so, `(2014)` where only its file's date is known.
package enum YearText {
  package static func text(_ year: Int, isOfFile: Bool) -> String {
    isOfFile ? "(\(year))" : String(year)
  }
}

extension DocumentHits {
  /// Empty where no year is known.
  package var yearText: String {
    year > 0 ? YearText.text(year, isOfFile: isYearOfFile) : ""
  }
}
