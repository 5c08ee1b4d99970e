/// One thing measured, and what it should be.
struct Figure {
  enum Goal {
    case atMost(Double)
    case below(Double)
    case atLeast(Double)
    /// For comparison only.
    case none
  }

  var name: String
  var value: Double
  var unit: String
  var goal = Goal.none

  var isReached: Bool {
    switch goal {
    case .atMost(let limit): value <= limit
    case .below(let limit): value < limit
    case .atLeast(let limit): value >= limit
    case .none: true
    }
  }

  /// A row of the report, its columns at fixed places.
  var row: String {
    let goalText =
      switch goal {
      case .atMost(let limit): "at most " + Figure.text(limit)
      case .below(let limit): "below " + Figure.text(limit)
      case .atLeast(let limit): "at least " + Figure.text(limit)
      case .none: ""
      }
    let mark = goalText.isEmpty ? "" : isReached ? "reached" : "MISSED"
    return Figure.padded(name, 52) + Figure.padded(Figure.text(value) + " " + unit, 14)
      + Figure.padded(goalText, 16) + mark
  }

  var json: String {
    "{\"name\": \"\(name)\", \"value\": \(value), \"unit\": \"\(unit)\", \"reached\": \(isReached)}"
  }

  private static func text(_ value: Double) -> String {
    let hundredths = Int((abs(value) * 100).rounded())
    let whole = hundredths / 100
    let rest = hundredths % 100
    return (value < 0 ? "-" : "") + "\(whole)."
      + (rest < 10 ? "0\(rest)" : "\(rest)")
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(1, width - text.count))
  }
}

extension [Double] {
  /// The value below which a share of all lie; 0 for none.
  func percentile(_ share: Double) -> Double {
    let ordered = sorted()
    guard !ordered.isEmpty else { return 0 }
    return ordered[Swift.min(count - 1, Int((Double(count - 1) * share).rounded()))]
  }

  var median: Double { percentile(0.5) }
}
