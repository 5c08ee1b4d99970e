/// The named destinations of a document (PDF 32000-1, 12.3.2.3) as explicit ones.
struct NamedPlaces {
  private let file: ObjectFile
  private var table: [[UInt8]: PDFObject] = [:]

  private static let most = 1_000_000
  private static let deepest = 64

  init(_ file: ObjectFile) {
    self.file = file
    let root = file.root.flatMap { file.object($0).dictionary } ?? [:]
    for (name, value) in file.followed(root["Dests"]).dictionary ?? [:] {
      table[name.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }] = value
    }
    var met: Set<PDFObject.Reference> = []
    if let tree = file.followed(root["Names"]).dictionary?["Dests"] { read(tree, 0, &met) }
  }

  private mutating func read(
    _ node: PDFObject, _ depth: Int, _ met: inout Set<PDFObject.Reference>
  ) {
    if let place = node.reference, !met.insert(place).inserted { return }
    guard depth < Self.deepest, let entries = file.followed(node).dictionary else { return }
    let names = file.followed(entries["Names"]).array ?? []
    for index in stride(from: 0, to: names.count - 1, by: 2) where table.count < Self.most {
      if let name = file.followed(names[index]).string { table[name] = names[index + 1] }
    }
    for kid in file.followed(entries["Kids"]).array ?? [] { read(kid, depth + 1, &met) }
  }

  /// A destination as an array that begins with its page; nil for what leads nowhere in this document.
  func explicit(_ value: PDFObject?) -> [PDFObject]? {
    var value = file.followed(value)
    if let name = value.name {
      value = file.followed(table[name.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }])
    } else if let name = value.string {
      value = file.followed(table[name])
    }
    if let entries = value.dictionary { value = file.followed(entries["D"]) }
    guard let items = value.array, items.first?.reference != nil else { return nil }
    return items
  }

  /// Returns the target of a link, an outline entry or an action in this document.
  func target(_ entries: [String: PDFObject]) -> [PDFObject]? {
    if let place = entries["Dest"] { return explicit(place) }
    guard let action = file.followed(entries["A"]).dictionary,
      file.followed(action["S"]).name == "GoTo"
    else { return nil }
    return explicit(action["D"])
  }
}
