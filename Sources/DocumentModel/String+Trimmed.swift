extension String {
  /// Without blanks at its ends.
  package var trimmed: String {
    let inner = drop { $0 == " " }
    return String(inner.reversed().drop { $0 == " " }.reversed())
  }
}
