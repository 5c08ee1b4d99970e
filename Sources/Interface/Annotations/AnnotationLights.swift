package import DocumentModel
import Text

/// The effect of annotations on the characters of a page: their highlights and margin signs.
package struct AnnotationLights: Sendable, Hashable {
  /// How a character is highlighted.
  package struct Look: Sendable, Hashable {
    /// 0xRRGGBB of a highlight.
    var ground: UInt32?
    /// 0xRRGGBB of lines through or below the letters.
    var line: UInt32?
    var lines: Lines = []
    /// Whether it belongs to the previous version and is not kept yet.
    var isCarried = false
    /// The topmost annotation there, which is visible.
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

  /// The page's visible annotations; highlights and signs refer to them by index.
  package private(set) var annotations: [Annotation] = []
  /// Ascending, without overlaps.
  private(set) var runs: [Run] = []
  /// By the character.
  private(set) var signs: [Sign] = []

  /// The maximum number of annotations and quads of a page that are examined.
  static let most = GlyphRows.mostQuads

  /// Annotations of the previous version that are not kept yet.
  private(set) var carried: Set<AnnotationID> = []

  package init() {}

  init(_ all: [Annotation], in content: PageContent, carried: Set<AnnotationID> = []) {
    self.carried = carried
    let shown = all.filter { !$0.flags.contains(.hidden) && !$0.flags.contains(.isState) }
      .prefix(Self.most)
    guard !shown.isEmpty else { return }
    annotations = Array(shown)
    let glyphs = GlyphRows(content.text)
    var styles = [Look?](repeating: nil, count: content.text.scalars.count)
    var room = Self.most
    for (index, annotation) in annotations.enumerated() {
      var first: Int?
      if annotation.kind.marksText, room > 0 {
        let quads = annotation.quads.prefix(room)
        room -= quads.count
        let lit = glyphs.lit(by: quads, in: content.text)
        let isCarried = carried.contains(annotation.id)
        for origin in lit { Self.add(annotation, index, to: &styles[origin], isCarried) }
        first = lit.first
      }
      let needsSign =
        carried.contains(annotation.id) || !annotation.kind.marksText
        || !annotation.contents.isEmpty
      if needsSign, annotation.replyTo == nil,
        let origin = first ?? glyphs.nearest(to: annotation.tip)
      {
        signs.append(Sign(origin: origin, annotation: index))
      }
    }
    collect(styles)
    signs.sort { ($0.origin, $0.annotation) < ($1.origin, $1.annotation) }
  }

  private static func add(
    _ annotation: Annotation, _ index: Int, to look: inout Look?, _ isCarried: Bool
  ) {
    var made = look ?? Look(annotation: index)
    made.annotation = index
    made.isCarried = isCarried
    let color = annotation.drawnColor
    switch annotation.kind {
    case .highlight: made.ground = color
    case .underline:
      made.line = color
      made.lines.insert(.below)
    case .strikeOut:
      made.line = color
      made.lines.insert(.through)
    case .squiggly:
      made.line = color
      made.lines.insert(.waves)
    case .note, .freeText, .box, .circle, .line, .polygon, .polyLine, .ink, .stamp, .caret,
      .attachment, .redaction, .other:
      return
    }
    look = made
  }

  private mutating func collect(_ styles: [Look?]) {
    var start = 0
    while start < styles.count {
      guard let look = styles[start] else {
        start += 1
        continue
      }
      var end = start + 1
      while end < styles.count, styles[end] == look { end += 1 }
      runs.append(Run(range: start..<end, look: look))
      start = end
    }
  }

  /// Returns the highlight of a character; nil if it has none.
  func look(at origin: Int) -> Look? {
    let begun = runs.prefixCount { $0.range.lowerBound <= origin }
    guard begun > 0, runs[begun - 1].range.contains(origin) else { return nil }
    return runs[begun - 1].look
  }

  /// The annotation that is seen at a character.
  package func annotation(at origin: Int) -> Annotation? {
    look(at: origin).map { annotations[$0.annotation] }
  }
}
