import DocumentModel

/// A portion of a Markdown text, set.
struct MarkdownPortion {
  var text: PageText
  var links: [MarkdownLink]
  /// The line of the source it begins with, from 1.
  var line: Int
}

/// A link with its unresolved target.
struct MarkdownLink {
  var box: Box
  var address: LinkAddress
}

/// A heading, or another place that has a name.
struct MarkdownPlace {
  var name: String
  var destination: Destination
}
