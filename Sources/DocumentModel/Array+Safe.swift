extension Array {
  /// The element, or nil past the ends.
  package subscript(safe index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}
