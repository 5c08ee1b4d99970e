extension Float {
  /// Returns the nearest integer within non-negative bounds; the lower bound for NaN.
  ///
  /// `rounded()` would need libm, which a target without C does not link.
  func nearest(in bounds: ClosedRange<Int>) -> Int {
    guard self > Float(bounds.lowerBound) else { return bounds.lowerBound }
    return self < Float(bounds.upperBound) ? Int(self + 0.5) : bounds.upperBound
  }
}
