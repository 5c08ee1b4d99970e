/// The label of each page of a document (PDF 32000-1, 12.4.2).
struct PageLabelTree {
  /// The label of one page.
  struct Label: Hashable {
    /// `D`, `r`, `R`, `a`, `A`; nil for one without a number.
    var style: String?
    var prefix: [UInt8] = []
    var number = 1

    func isFollowed(by next: Label) -> Bool {
      style == next.style && prefix == next.prefix && next.number == number + 1
    }
  }

  /// Nil where the document calls its pages nothing: they are counted from 1.
  private(set) var labels: [Label]?

  private static let most = 1_000_000
  private static let deepest = 64

  init(_ file: ObjectFile, count: Int) {
    let root = file.root.flatMap { file.object($0).dictionary } ?? [:]
    guard let tree = root["PageLabels"] else { return }
    var ranges: [Int: Label] = [:]
    var met: Set<PDFObject.Reference> = []
    Self.read(tree, file, 0, &met, &ranges)
    var labels: [Label] = []
    labels.reserveCapacity(count)
    var current = Label(style: "D", number: 0)
    for page in 0..<count {
      if let begun = ranges[page] {
        current = begun
      } else {
        current.number += 1
      }
      labels.append(current)
    }
    self.labels = labels
  }

  /// Returns a page's label; by default its number.
  func label(_ index: Int) -> Label {
    labels.flatMap { $0.indices.contains(index) ? $0[index] : nil }
      ?? Label(style: "D", number: index + 1)
  }

  private static func read(
    _ node: PDFObject, _ file: ObjectFile, _ depth: Int, _ met: inout Set<PDFObject.Reference>,
    _ ranges: inout [Int: Label]
  ) {
    if let place = node.reference, !met.insert(place).inserted { return }
    guard depth < deepest, let entries = file.followed(node).dictionary else { return }
    let items = file.followed(entries["Nums"]).array ?? []
    for index in stride(from: 0, to: items.count - 1, by: 2) where ranges.count < most {
      guard let page = file.followed(items[index]).integer,
        let label = file.followed(items[index + 1]).dictionary
      else { continue }
      ranges[page] = Label(
        style: file.followed(label["S"]).name, prefix: file.followed(label["P"]).string ?? [],
        number: min(max(1, file.followed(label["St"]).integer ?? 1), 1 << 30))
    }
    for kid in file.followed(entries["Kids"]).array ?? [] {
      read(kid, file, depth + 1, &met, &ranges)
    }
  }

  /// A number tree of a single node.
  static func tree(_ labels: [Label]) -> PDFObject {
    var items: [PDFObject] = []
    for (page, label) in labels.enumerated() {
      if page > 0, labels[page - 1].isFollowed(by: label) { continue }
      var entries: [String: PDFObject] = [:]
      if let style = label.style { entries["S"] = .name(style) }
      if !label.prefix.isEmpty { entries["P"] = .string(label.prefix) }
      if label.number != 1 { entries["St"] = .integer(label.number) }
      items += [.integer(page), .dictionary(entries)]
    }
    return .dictionary(["Nums": .array(items)])
  }
}
