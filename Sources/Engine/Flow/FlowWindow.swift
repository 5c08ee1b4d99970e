/// The portions of a text that are kept while it is set; of the others only the places are.
struct FlowWindow {
  private let first: Int
  /// The requested portion, which is kept even beyond the byte limit.
  private let wanted: Int
  /// Bytes of text to keep.
  private let most: Int
  /// Whether nothing is set after the last portion to keep.
  private let stops: Bool
  private var bytes = 0
  private var end = Int.max

  /// Portions before the wanted one that are kept, too.
  private static let reach = 4

  /// Keeps all portions.
  init() { (first, wanted, most, stops) = (0, 0, .max, false) }

  /// Keeps a portion and those around it, up to a number of bytes.
  init(around wanted: Int, most: Int, stops: Bool) {
    first = max(0, wanted - Self.reach)
    (self.wanted, self.most, self.stops) = (wanted, most, stops)
  }

  /// The portions that are kept.
  var kept: Range<Int> { first..<end }

  /// Whether a portion that is complete is to be kept.
  mutating func keeps(_ portion: Int, of byteCount: Int) -> Bool {
    guard kept.contains(portion) else { return false }
    bytes += byteCount
    if bytes >= most, portion >= wanted { end = portion + 1 }
    return true
  }

  /// Whether no text is needed from a portion on.
  func isPassed(by portion: Int) -> Bool { stops && portion >= end }
}
