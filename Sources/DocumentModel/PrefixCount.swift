extension RandomAccessCollection {
  /// Returns the number of elements before the first that does not satisfy a condition, by binary search: those that satisfy it come first.
  @inlinable
  package func prefixCount(where isBefore: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isBefore(self[index(startIndex, offsetBy: middle)]) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low
  }
}
