package import DocumentModel
package import Messages
import Text

/// The comparison of an open document with another version of it, which is open too.
package struct ShownComparison: Sendable {
  package var new: DocumentID
  package var old: DocumentID
  /// The comparison that was asked for last; nil until both versions are open.
  package var request: ComparisonRequest?
  /// How much of both was read, in percent.
  package var progress = 0
  /// Nil until the comparison is done.
  package private(set) var found: VersionChanges?
  /// An index into the changes.
  package var current: Int?
  /// The places at which the views were in step last.
  var stepped: PlacePair?
  private var newRanges: [Int: [LitRange]] = [:]
  private var oldRanges: [Int: [LitRange]] = [:]

  /// The finished comparison that is shown again if this one fails; an array, since a struct cannot contain itself.
  private var replaced: [ShownComparison] = []
  var previous: ShownComparison? { replaced.first }

  init(new: DocumentID, old: DocumentID, replacing shown: ShownComparison?) {
    (self.new, self.old) = (new, old)
    guard var last = shown?.found == nil ? shown?.previous : shown else { return }
    last.replaced = []
    replaced = [last]
  }

  package var changes: [DocumentChange] { found?.changes ?? [] }

  mutating func take(_ found: VersionChanges) {
    self.found = found
    replaced = []
    (newRanges, oldRanges) = ([:], [:])
    for (index, change) in found.changes.enumerated() {
      let (new, old): (LitRange.Change, LitRange.Change) =
        switch change.kind {
        case .inserted, .replaced: (.inserted, .deleted)
        case .deleted: (.gap, .deleted)
        case .moved: (.moved, .moved)
        }
      Self.add(change.spans, new, index, to: &newRanges)
      Self.add(change.oldSpans, old, index, to: &oldRanges)
    }
    for page in newRanges.keys { newRanges[page] = Self.sorted(newRanges[page] ?? []) }
    for page in oldRanges.keys { oldRanges[page] = Self.sorted(oldRanges[page] ?? []) }
  }

  private static func add(
    _ spans: [SearchHit.Span], _ change: LitRange.Change, _ index: Int,
    to ranges: inout [Int: [LitRange]]
  ) {
    for span in spans where span.start < span.end {
      ranges[Int(span.page), default: []].append(
        LitRange(range: Int(span.start)..<Int(span.end), light: .change(change, index)))
    }
  }

  /// Sorts ranges and drops those that overlap another one.
  private static func sorted(_ ranges: [LitRange]) -> [LitRange] {
    var kept: [LitRange] = []
    for range in ranges.sorted(by: { $0.range.lowerBound < $1.range.lowerBound })
    where kept.last.map({ $0.range.upperBound <= range.range.lowerBound }) ?? true {
      kept.append(range)
    }
    return kept
  }

  /// Returns the changed ranges of a page of either version, ascending.
  func lit(in document: DocumentID, on page: Int) -> [LitRange] {
    document == new ? newRanges[page] ?? [] : document == old ? oldRanges[page] ?? [] : []
  }

  /// The place of a change in one of the versions; nil if it is not there.
  func place(of change: Int, in document: DocumentID) -> Place? {
    guard let change = changes[safe: change] else { return nil }
    return document == old ? change.oldPlace : change.place
  }

  /// Returns the place in the other version that corresponds to one in this.
  func counterpart(of place: Place, in document: DocumentID) -> Place? {
    guard let pairs = found?.pairs, !pairs.isEmpty else { return nil }
    let isOld = document == old
    let before = pairs.prefixCount {
      let own = isOld ? $0.old : $0.new
      return (own.page, own.offset) <= (place.page, place.offset)
    }
    let pair = pairs[max(0, before - 1)]
    return isOld ? pair.new : pair.old
  }
}

extension LitRange {
  /// How changed words differ from the other version.
  package enum Change: Sendable, Hashable {
    case inserted, deleted, moved
    /// Words before or after it were deleted.
    case gap

    /// The colour of the mark, 0xRRGGBB, chosen for white paper.
    var color: UInt32 {
      switch self {
      case .inserted: 0xA6E3B4
      case .deleted: 0xFFB3B3
      case .moved: 0xB5D5F5
      case .gap: 0xE03131
      }
    }
  }
}

extension [LitRange] {
  /// Returns the ranges without the parts that others cover; both ascend.
  func subtracting(_ others: [LitRange]) -> [LitRange] {
    guard !others.isEmpty else { return self }
    return flatMap { range -> [LitRange] in
      var (start, parts): (Int, [LitRange]) = (range.range.lowerBound, [])
      for other in others where other.range.overlaps(range.range) {
        if start < other.range.lowerBound {
          parts.append(LitRange(range: start..<other.range.lowerBound, light: range.light))
        }
        start = Swift.max(start, other.range.upperBound)
      }
      if start < range.range.upperBound {
        parts.append(LitRange(range: start..<range.range.upperBound, light: range.light))
      }
      return parts
    }
  }
}
