extension Float {
  /// The nearest whole number within bounds that are not negative; the lower bound for what is no number.
  ///
  /// `rounded()` would need libm, which a target without C does not link.
  func nearest(in bounds: ClosedRange<Int>) -> Int {
    guard self > Float(bounds.lowerBound) else { return bounds.lowerBound }
    return self < Float(bounds.upperBound) ? Int(self + 0.5) : bounds.upperBound
  }
}
