package import DocumentModel
import FoundationEssentials
import Interface
package import Messages
import Services

/// An annotation in JSON; missing properties stay unchanged.
package struct AnnotationRecord: Decodable {
  /// Why a record is invalid.
  package struct Mistake: Error {
    package var reason: String
    /// From 1; nil for the record as a whole.
    package var line: Int?
    /// Whether only this record fails: it is valid, and cannot be created in this document.
    var isOfItself = false
  }

  private enum Key: String, CodingKey, CaseIterable {
    case id, page, type, color, fill, opacity, lineWidth, fontSize, icon, note, author, subject
    case created, modified, replyTo, box, quads, strokes, quote, anchor, removed
    case lineEnds, state, tags
    case hidden, locked, contentsLocked, isState, grouped, detached
  }

  private let given: Set<String>
  let id: AnnotationID?
  /// From 1.
  private(set) var page: Int?
  let type: String?
  private let color: String?
  private let fill: String?
  private let opacity: Double?
  private let lineWidth: Double?
  private let fontSize: Double?
  private let icon: String?
  private let note: String?
  private let author: String?
  private let subject: String?
  private let created: Int64?
  private let modified: Int64?
  let replyTo: AnnotationID?
  private let lineEnds: [String]?
  private let state: String?
  private let tags: [String]?
  private var box: [Double]?
  private var quads: [[Double]]?
  private var strokes: [[Double]]?
  /// The words it is on, which are searched if there are no quads.
  let quote: String?
  private let anchor: TextAnchor?
  let isRemoved: Bool
  /// Whether it had no place in its own version of the document.
  let isDetached: Bool
  private let flags: [String: Bool]

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    given = Set(container.allKeys.map(\.rawValue))
    func value<Value: Decodable>(_ key: Key) throws -> Value? {
      try container.decodeIfPresent(Value.self, forKey: key)
    }
    id = try value(.id)
    page = try value(.page)
    type = try value(.type)
    color = try value(.color)
    fill = try value(.fill)
    opacity = try value(.opacity)
    lineWidth = try value(.lineWidth)
    fontSize = try value(.fontSize)
    icon = try value(.icon)
    note = try value(.note)
    author = try value(.author)
    subject = try value(.subject)
    created = try value(.created)
    modified = try value(.modified)
    replyTo = try value(.replyTo)
    lineEnds = try value(.lineEnds)
    state = try value(.state)
    tags = try value(.tags)
    box = try value(.box)
    quads = try value(.quads)
    strokes = try value(.strokes)
    quote = try value(.quote)
    anchor = try value(.anchor)
    isRemoved = try value(.removed) ?? false
    isDetached = try value(.detached) ?? false
    var flags: [String: Bool] = [:]
    for key in [Key.hidden, .locked, .contentsLocked, .isState, .grouped] {
      flags[key.rawValue] = try value(key)
    }
    self.flags = flags
  }

  /// Reads a list of records, a single record, or one on each line.
  package static func all(_ bytes: [UInt8]) throws(Mistake) -> [AnnotationRecord] {
    guard let first = bytes.first(where: { $0 > 0x20 }) else { return [] }
    if first == 0x5B { return try decoded(bytes) }
    let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    let filled = lines.indices.filter { lines[$0].contains { $0 > 0x20 } }
    // The first line of a record on several lines is not complete.
    guard filled.count > 1, JSON5Syntax.mistake(in: Array(lines[filled[0]])) == nil else {
      return [try decoded(bytes)]
    }
    var records: [AnnotationRecord] = []
    for line in filled { records.append(try decoded(Array(lines[line]), from: line + 1)) }
    return records
  }

  /// `line` is that of the first byte.
  private static func decoded<Form: Decodable>(
    _ bytes: [UInt8], from line: Int = 1
  ) throws(Mistake) -> Form {
    guard String(validating: bytes, as: UTF8.self) != nil else {
      throw Mistake(reason: "not UTF-8")
    }
    let decoder = JSONDecoder()
    decoder.allowsJSON5 = true
    do {
      return try decoder.decode(Form.self, from: Data(bytes))
    } catch {
      if let syntax = JSON5Syntax.mistake(in: bytes) {
        throw Mistake(reason: syntax.reason, line: line + syntax.line - 1)
      }
      let path = SettingsFile.path(of: error)
      let place = JSON5Syntax.places(in: bytes).lines[path] ?? 1
      throw Mistake(reason: SettingsFile.reason(error), line: line + place - 1)
    }
  }

  /// Drops its place.
  mutating func forgetPlace() { (page, box, quads, strokes) = (nil, nil, nil, nil) }

  /// The words it is on with their context where it was recorded; nil if it has none.
  var words: TextAnchor? {
    guard let quote, !quote.isEmpty else { return nil }
    return anchor ?? TextAnchor(quote: quote, before: "", after: "")
  }

  var hasQuads: Bool { quads?.isEmpty == false }

  /// The annotation it replies to, if recorded.
  var answered: AnnotationID? { given.contains("replyTo") ? replyTo : nil }

  var kind: AnnotationKind? { type.flatMap(AnnotationKind.init) }

  /// Returns the annotation with the record's properties.
  package func applied(
    to annotation: Annotation, _ preferences: Preferences
  ) throws(Mistake) -> Annotation {
    var after = annotation
    if let page {
      guard page > 0 else { throw Mistake(reason: "there is no page \(page)") }
      after.page = page - 1
    }
    if let kind { after.kind = kind }
    if given.contains("color") { after.color = try color(color, after.kind, preferences) }
    if given.contains("fill") { after.fill = try color(fill, after.kind, preferences) }
    after.opacity = try number(opacity, annotation.opacity, 0...1, "opacity")
    after.lineWidth = try number(lineWidth, annotation.lineWidth, 0...1_000, "lineWidth")
    after.fontSize = try number(fontSize, annotation.fontSize, 0...1_000, "fontSize")
    // Blank lines round it are no change.
    if let note, CleanText.contents(note) != CleanText.contents(annotation.contents) {
      after.contents = CleanText.contents(note)
    }
    if let icon { after.icon = icon }
    if let author { after.author = author }
    if let subject { after.subject = subject }
    if given.contains("created") { after.created = created }
    if given.contains("modified") { after.modified = modified }
    if given.contains("replyTo") { after.replyTo = replyTo }
    if let lineEnds {
      let shapes = lineEnds.compactMap(LineEnding.init(rawValue:))
      guard shapes.count == 2, lineEnds.count == 2 else {
        throw Mistake(reason: "“lineEnds” needs two shapes, as in [\"none\", \"open-arrow\"]")
      }
      after.endings = LineEndings(shapes[0], shapes[1])
    }
    if let state {
      guard let known = ReviewState(rawValue: state) else {
        throw Mistake(reason: "there is no state “\(state)”")
      }
      after.state = known
    }
    if let tags { after.tags = tags.compactMap { TagName($0)?.text } }
    if let anchor, annotation.anchor == nil, annotation.quads.isEmpty { after.anchor = anchor }
    for (name, flag) in AnnotationJSON.flags {
      guard let isSet = flags[name] else { continue }
      if isSet { after.flags.insert(flag) } else { after.flags.remove(flag) }
    }
    try place(&after, annotation)
    return after
  }

  private func color(
    _ text: String?, _ kind: AnnotationKind, _ preferences: Preferences
  ) throws(Mistake) -> UInt32? {
    guard let text else { return nil }
    guard let color = preferences.color(named: text, for: kind) else {
      throw Mistake(reason: "“\(text)” is not a colour")
    }
    return color
  }

  /// Returns a number if it differs by more than writing it loses.
  private func number(
    _ value: Double?, _ old: Double, _ range: ClosedRange<Double>, _ name: String
  ) throws(Mistake) -> Double {
    guard let value else { return old }
    guard range.contains(value) else {
      throw Mistake(
        reason: "“\(name)” is not from \(Int(range.lowerBound)) to \(Int(range.upperBound))")
    }
    return abs(value - old) < Self.rounding ? old : value
  }

  // MARK: where it is

  /// Points that writing may change a number by.
  private static let rounding = 0.002
  /// Points that no page reaches (PDF 32000-1, annex C, has 14,400).
  private static let farthest = 100_000.0

  private func place(_ after: inout Annotation, _ old: Annotation) throws(Mistake) {
    if let quads {
      let new = try quads.map { numbers throws(Mistake) in
        let points = try Self.points(numbers, "quads")
        guard points.count == 4 else { throw Mistake(reason: "a quad has four corners") }
        return Quad(
          topLeft: points[0], topRight: points[1], bottomLeft: points[2], bottomRight: points[3])
      }
      if !Self.same(new.flatMap(\.corners), old.quads.flatMap(\.corners)) { after.quads = new }
    }
    if let strokes {
      let new = try strokes.map { numbers throws(Mistake) in
        try Self.points(numbers, "strokes")
      }
      let isSame =
        new.map(\.count) == old.strokes.map(\.count)
        && Self.same(new.flatMap(\.self), old.strokes.flatMap(\.self))
      if !isSame { after.strokes = new }
    }
    if let box {
      let corners = try Self.points(box, "box")
      guard corners.count == 2 else { throw Mistake(reason: "“box” is [x0, y0, x1, y1]") }
      let edges = [old.box.x0, old.box.y0, old.box.x1, old.box.y1].map(Double.init)
      if zip(box, edges).contains(where: { abs($0 - $1) > Self.rounding * 2 }) {
        after.box = Box(around: corners) ?? .zero
      }
    }
    // An annotation moved by its quads takes its box along.
    if after.kind.marksText, after.quads != old.quads, after.box == old.box {
      after.box = Box(around: after.quads.flatMap(\.corners)) ?? .zero
    }
  }

  private static func points(_ numbers: [Double], _ name: String) throws(Mistake) -> [Point] {
    guard numbers.count % 2 == 0, numbers.allSatisfy({ $0.isFinite && abs($0) < farthest }) else {
      throw Mistake(reason: "“\(name)” needs pairs of numbers, in points")
    }
    return stride(from: 0, to: numbers.count, by: 2).map {
      Point(x: numbers[$0], y: numbers[$0 + 1])
    }
  }

  private static func same(_ a: [Point], _ b: [Point]) -> Bool {
    a.count == b.count
      && zip(a, b).allSatisfy { abs($0.x - $1.x) < rounding && abs($0.y - $1.y) < rounding }
  }
}
