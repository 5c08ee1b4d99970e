import DocumentModel

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
  /// Points from the left.
  var x = 0.0
}

/// An image of the text, and where on the portion it is.
struct FlowImage {
  /// As its document finds it.
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
  /// It is about no words; the box is that of the character beside it.
  var isPoint = false
}

extension FlowSetter {
  /// Adds a paragraph of Recto's own words.
  mutating func say(_ words: String) {
    isApart = true
    begin(.paragraph)
    put(words, .italic)
    end()
  }
}
