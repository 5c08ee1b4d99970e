/// An entry of an outline with what is under it.
struct OutlineNode {
  /// Its own keys, without those that tie it to others.
  var entries: [String: PDFObject]
  var reference: PDFObject.Reference?
  /// Whether what is under it is shown at first.
  var isOpen: Bool
  var children: [OutlineNode] = []
  /// Where it leads: an array that begins with a page; nil for one that leads nowhere, or out of the document.
  var target: [PDFObject]?

  var title: String { entries["Title"]?.string.map(PDFText.decoded) ?? "" }
  var page: PDFObject.Reference? { target?.first?.reference }

  /// The height it leads to on its page, in the page's own points; nil where it does not say.
  var height: Double? {
    guard let target, target.count > 1, let place = Self.heights[target[1].name ?? ""] else {
      return nil
    }
    return target.indices.contains(place) ? target[place].number : nil
  }

  /// Where ways to show a page have it (PDF 32000-1, table 151).
  private static let heights = ["XYZ": 3, "FitH": 2, "FitBH": 2, "FitR": 5]

  /// Has it lead to another place.
  mutating func lead(to target: [PDFObject]) {
    self.target = target
    entries["Dest"] = .array(target)
    for key in ["A", "SE"] { entries[key] = nil }
  }

  static let ties: Set<String> = ["Parent", "Prev", "Next", "First", "Last", "Count"]
}
