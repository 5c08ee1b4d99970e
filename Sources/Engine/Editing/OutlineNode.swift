/// An outline entry and its children.
struct OutlineNode {
  /// Its own keys, without those that tie it to others.
  var entries: [String: PDFObject]
  var reference: PDFObject.Reference?
  /// Whether its children are initially shown.
  var isOpen: Bool
  var children: [OutlineNode] = []
  /// Its destination: an array that starts with a page; nil for none, or one outside the document.
  var target: [PDFObject]?

  var title: String { entries["Title"]?.string.map(PDFText.decoded) ?? "" }
  var page: PDFObject.Reference? { target?.first?.reference }

  /// The height of its destination in the page's own points; nil if it has none.
  var height: Double? {
    guard let target, target.count > 1, let place = Self.heights[target[1].name ?? ""] else {
      return nil
    }
    return target.indices.contains(place) ? target[place].number : nil
  }

  /// The position of the height in each type of destination (PDF 32000-1, table 151).
  private static let heights = ["XYZ": 3, "FitH": 2, "FitBH": 2, "FitR": 5]

  /// Makes it lead to another place.
  mutating func lead(to target: [PDFObject]) {
    self.target = target
    entries["Dest"] = .array(target)
    for key in ["A", "SE"] { entries[key] = nil }
  }

  static let ties: Set<String> = ["Parent", "Prev", "Next", "First", "Last", "Count"]
}
