import DocumentModel
import Wire

/// A portion of a flowing text: what a page is to a document of pages.
struct FlowPortion {
  var text = PageText(blocks: [])
  var links: [FlowLink] = []
  /// Images by their places on the portion's grid.
  var images: [FlowImage] = []
  /// Words that people commented on or changed.
  var marks: [FlowMark] = []
  /// The line of the source it begins with, from 1; 0 if its format has no lines.
  var line = 0
}

extension PageText {
  /// The characters in UTF-8 without running heads.
  var plainText: [UInt8] {
    var shown = String.UnicodeScalarView()
    var start = 0
    func add(through end: Int) {
      shown.append(contentsOf: scalars[start..<max(start, end)].compactMap(Unicode.Scalar.init))
    }
    for head in (blocks ?? []).filter(\.kind.isRunningHead).map(\.range) {
      add(through: head.lowerBound)
      // A line end follows.
      start = min(scalars.count, head.upperBound + 1)
    }
    add(through: scalars.count)
    return Array(String(shown).utf8)
  }
}

/// A link with its unresolved target.
struct FlowLink {
  var box: Box
  var address: LinkAddress
}

/// A place that has a name.
struct FlowPlace {
  var name: String
  var destination: Destination
  /// The index of its first character in the text of the portion.
  var character = 0
  /// The first character from there on that is no blank, and its left edge in points; nil at the portion's end.
  var start: (character: Int, x: Float)?
}

extension [FlowPlace] {
  /// Moves the places after the last character of a portion to the beginning of the next one.
  mutating func move(from count: Int, on portion: Int, to destination: Destination) {
    for index in indices.reversed() {
      guard self[index].destination.page == portion, self[index].character >= count else { return }
      (self[index].destination, self[index].character) = (destination, 0)
    }
  }

  /// Finds where the text after each place of a portion begins.
  mutating func findStarts(on portion: Int, in text: PageText) {
    var (next, start) = (text.scalars.count, text.scalars.count)
    for index in indices.reversed() {
      guard self[index].destination.page == portion else { return }
      let place = Swift.min(self[index].character, text.scalars.count)
      // Between a place and the one after it no character is looked at twice.
      let end = place <= next ? next : text.scalars.count
      start =
        text.scalars[place..<end].firstIndex { $0 != 0x20 }
        ?? (place <= next ? start : text.scalars.count)
      next = place
      self[index].start = text.boxes[safe: start].map { (start, $0.x0) }
    }
  }
}

extension PageLabels {
  /// Returns the labels of portions from the places where labelled pages begin, in order; `label` is that of the text before them.
  static func ofPortions(
    _ count: Int, _ begun: [(label: String, place: FlowPlace)], from label: String = ""
  ) -> [PageLabels] {
    var label = label
    let onPortion = Dictionary(grouping: begun, by: \.place.destination.page)
    return (0..<count).map { index in
      var own = PageLabels(label)
      for (next, place) in onPortion[index] ?? [] {
        label = next
        if place.character == 0 {
          own.first = next
        } else if own.later.count < Limit.printedPages, let start = place.start {
          own.later.append(
            PrintedPage(
              next, start: start.character,
              at: Point(x: Double(start.x), y: place.destination.y ?? 0)))
        }
      }
      own.later.sort { $0.start < $1.start }
      return own
    }
  }
}

/// An image of the text, and where on the portion it is.
struct FlowImage {
  /// The name by which its document finds it.
  var name: String
  var box: Box
}

/// Words that a comment is about, or that were inserted or deleted.
struct FlowMark {
  enum Kind: Hashable {
    /// A comment, by its identifier.
    case comment(String)
    case insertion(author: String, date: String)
    case deletion(author: String, date: String)
  }

  var kind: Kind
  var box: Box
  /// Whether it is about no words; the box is that of the character beside it.
  var isPoint = false
}

extension FlowSetter {
  /// Adds a paragraph of words; blanks and line ends between them become one blank.
  mutating func setParagraph(_ words: String) {
    let words = words.split(whereSeparator: \.isWhitespace)
    guard !words.isEmpty else { return }
    begin(.paragraph)
    put(words.joined(separator: " "))
    end()
  }

  /// Adds a paragraph of Recto's own words.
  mutating func say(_ words: String) {
    isApart = true
    begin(.paragraph)
    put(words, .italic)
    end()
  }
}
