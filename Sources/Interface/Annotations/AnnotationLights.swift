package import DocumentModel

/// What annotations make of the characters of a page: which stand out how, and beside which of them a sign stands.
package struct AnnotationLights: Sendable, Hashable {
  /// How characters stand out.
  package struct Look: Sendable, Hashable {
    /// 0xRRGGBB of a highlight.
    var ground: UInt32?
    /// 0xRRGGBB of lines through or below the letters.
    var line: UInt32?
    var lines: Lines = []
    /// It is of the previous version, and not kept.
    var isCarried = false
    /// The last of those that lie there: the one that is seen.
    var annotation: Int

    struct Lines: OptionSet, Sendable, Hashable {
      let rawValue: UInt8
      static let below = Lines(rawValue: 1)
      static let through = Lines(rawValue: 2)
      static let waves = Lines(rawValue: 4)
    }
  }

  struct Run: Sendable, Hashable {
    /// Indices into the page's scalars.
    var range: Range<Int>
    var look: Look
  }

  /// A sign beside the line of a character.
  struct Sign: Sendable, Hashable {
    var origin: Int
    var annotation: Int
  }

  /// The page's annotations that are shown; looks and signs name them by their index.
  package private(set) var annotations: [Annotation] = []
  /// Ascending, without overlaps.
  private(set) var runs: [Run] = []
  /// By the character.
  private(set) var signs: [Sign] = []

  /// Annotations and quads of a page that are looked at.
  static let most = 4_000

  /// Those of the previous version that are not kept.
  private(set) var carried: Set<AnnotationID> = []

  package init() {}

  init(_ all: [Annotation], in content: PageContent, carried: Set<AnnotationID> = []) {
    self.carried = carried
    let shown = all.filter { !$0.flags.contains(.hidden) && !$0.flags.contains(.isState) }
      .prefix(Self.most)
    guard !shown.isEmpty else { return }
    annotations = Array(shown)
    let glyphs = GlyphRows(content.text)
    var looks = [Look?](repeating: nil, count: content.text.scalars.count)
    var room = Self.most
    for (index, annotation) in annotations.enumerated() {
      var first: Int?
      if annotation.kind.isMarkup, room > 0 {
        let quads = annotation.quads.prefix(room)
        room -= quads.count
        let lit = glyphs.lit(by: quads, in: content.text)
        let isCarried = carried.contains(annotation.id)
        for origin in lit { Self.add(annotation, index, to: &looks[origin], isCarried) }
        first = lit.first
      }
      let needsSign =
        carried.contains(annotation.id) || !annotation.kind.isMarkup || !annotation.contents.isEmpty
      if needsSign, annotation.replyTo == nil,
        let origin = first ?? glyphs.nearest(to: annotation.box)
      {
        signs.append(Sign(origin: origin, annotation: index))
      }
    }
    collect(looks)
    signs.sort { ($0.origin, $0.annotation) < ($1.origin, $1.annotation) }
  }

  private static func add(
    _ annotation: Annotation, _ index: Int, to look: inout Look?, _ isCarried: Bool
  ) {
    var made = look ?? Look(annotation: index)
    made.annotation = index
    made.isCarried = isCarried
    let color = annotation.color ?? 0x80_8080
    switch annotation.kind {
    case .highlight: made.ground = annotation.color ?? AnnotationColor.usual[0].color
    case .underline:
      made.line = color
      made.lines.insert(.below)
    case .strikeOut:
      made.line = color
      made.lines.insert(.through)
    default:
      made.line = color
      made.lines.insert(.waves)
    }
    look = made
  }

  private mutating func collect(_ looks: [Look?]) {
    var start = 0
    while start < looks.count {
      guard let look = looks[start] else {
        start += 1
        continue
      }
      var end = start + 1
      while end < looks.count, looks[end] == look { end += 1 }
      runs.append(Run(range: start..<end, look: look))
      start = end
    }
  }

  /// How a character stands out; nil where it does not.
  func look(at origin: Int) -> Look? {
    var (low, high) = (0, runs.count)
    while low < high {
      let middle = (low + high) / 2
      if runs[middle].range.lowerBound <= origin { low = middle + 1 } else { high = middle }
    }
    guard low > 0, runs[low - 1].range.contains(origin) else { return nil }
    return runs[low - 1].look
  }

  /// The annotation that is seen at a character.
  package func annotation(at origin: Int) -> Annotation? {
    look(at: origin).map { annotations[$0.annotation] }
  }
}
