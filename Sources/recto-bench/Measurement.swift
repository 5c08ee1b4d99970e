/// A measured value and its goal.
struct Measurement {
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
  /// Half the interquartile range of the samples; nil for up to two samples.
  var spread: Double?

  init(name: String, value: Double, unit: String, goal: Goal = .none) {
    self.name = name
    self.value = value
    self.unit = unit
    self.goal = goal
  }

  /// Takes the median and spread of samples, divided by `divisor` to convert units.
  init(
    name: String, of samples: [Double], dividedBy divisor: Double = 1, unit: String,
    goal: Goal = .none
  ) {
    self.init(name: name, value: samples.median / divisor, unit: unit, goal: goal)
    if samples.count > 2 {
      spread = (samples.percentile(0.75) - samples.percentile(0.25)) / 2 / divisor
    }
  }

  /// Whether there is a value; a missing peer gives neither a value nor a ratio.
  var isMeasured: Bool { value.isFinite && (value != 0 || !Peer.owns(name)) }

  /// Returns nil if neither direction is worse.
  var isWorseWhenLarger: Bool? {
    switch goal {
    case .atMost, .below: true
    case .atLeast: false
    case .none: ["ms", "s", "MB"].contains(unit) ? true : unit == "/s" ? false : nil
    }
  }

  /// A difference below this is not noticeable.
  var least: Double { unit == "ms" ? 0.5 : unit == "MB" ? 1 : 0 }

  var isReached: Bool {
    switch goal {
    case .atMost(let limit): value <= limit
    case .below(let limit): value < limit
    case .atLeast(let limit): value >= limit
    case .none: true
    }
  }

  /// A row of the report, with fixed columns.
  var row: String {
    let goalText =
      switch goal {
      case .atMost(let limit): "at most " + Measurement.text(limit)
      case .below(let limit): "below " + Measurement.text(limit)
      case .atLeast(let limit): "at least " + Measurement.text(limit)
      case .none: ""
      }
    let mark = goalText.isEmpty ? "" : isReached ? "reached" : "MISSED"
    return Measurement.padded(name, 52)
      + Measurement.padded(
        Measurement.text(value) + (spread.map { " ± " + Measurement.text($0) } ?? "") + " " + unit,
        22)
      + Measurement.padded(goalText, 16) + mark
  }

  var json: String {
    "{\"name\": \"\(name)\", \"value\": \(value)"
      + (spread.map { ", \"spread\": \($0)" } ?? "")
      + ", \"unit\": \"\(unit)\", \"reached\": \(isReached)}"
  }

  static func text(_ value: Double) -> String {
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
  /// Returns the value below which a share of all values lie; 0 if there are none.
  func percentile(_ share: Double) -> Double {
    let ordered = sorted()
    guard !ordered.isEmpty else { return 0 }
    return ordered[Swift.min(count - 1, Int((Double(count - 1) * share).rounded()))]
  }

  var median: Double { percentile(0.5) }
}
