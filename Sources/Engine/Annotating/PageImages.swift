import DocumentModel
import Wire

/// Hashes of the images on a page, which identify a page without text (PDF 32000-1, 8.9.5).
struct PageImages {
  private let file: ObjectFile
  private(set) var sums: [UInt64] = []
  private var seen: Set<PDFObject.Reference> = []

  private static let most = 64
  /// Nesting limit of form XObjects.
  private static let deepest = 4
  private static let mostParents = 32
  /// Bytes of an image that are hashed; its full length is hashed too.
  private static let mostBytes = 1 << 20
  /// Larger images, in bytes and in pixels, are hashed as they are packed, and so are those packed several times.
  private static let largestUnpacked = (bytes: 4 << 20, pixels: 1 << 25)

  init(_ entries: [String: PDFObject], in file: ObjectFile) {
    self.file = file
    add(Self.resources(entries, file), depth: 0)
  }

  /// Returns the page's resources, which may be inherited (PDF 32000-1, 7.7.3.4).
  private static func resources(
    _ entries: [String: PDFObject], _ file: ObjectFile
  ) -> [String: PDFObject] {
    var node = entries
    for _ in 0..<mostParents {
      if let own = file.followed(node["Resources"]).dictionary { return own }
      guard let parent = file.followed(node["Parent"]).dictionary else { break }
      node = parent
    }
    return [:]
  }

  private mutating func add(_ resources: [String: PDFObject], depth: Int) {
    guard depth < Self.deepest else { return }
    let objects = file.followed(resources["XObject"]).dictionary ?? [:]
    for (_, object) in objects.sorted(by: { $0.key < $1.key }) where sums.count < Self.most {
      guard let place = object.reference, seen.insert(place).inserted,
        case .stream(let entries) = file.object(place)
      else { continue }
      switch file.followed(entries["Subtype"]).name {
      case "Image":
        if let sum = sum(of: place, entries) { sums.append(sum) }
      case "Form":
        add(file.followed(entries["Resources"]).dictionary ?? [:], depth: depth + 1)
      default: break
      }
    }
  }

  /// FNV-1a over the size in pixels and the data, which other programs may pack otherwise without loss.
  private func sum(of place: PDFObject.Reference, _ entries: [String: PDFObject]) -> UInt64? {
    let sizes = ["Width", "Height"].map { file.followed(entries[$0]).integer ?? 0 }
    let length = file.followed(entries["Length"]).integer ?? .max
    let pixels = sizes[0].multipliedReportingOverflow(by: sizes[1])
    let filter = file.followed(entries["Filter"])
    let isLarge =
      (filter.array?.count ?? 0) > 1 || length > Self.largestUnpacked.bytes || pixels.overflow
      || pixels.partialValue > Self.largestUnpacked.pixels
    guard let data = file.data(of: place, isPacked: isLarge) else { return nil }
    var sum = StableHash()
    for size in sizes + [data.count] { sum.add(UInt64(bitPattern: Int64(size))) }
    for byte in data.prefix(Self.mostBytes) { sum.add(UInt64(byte)) }
    return sum.value
  }
}

extension OpenAnnotations {
  /// Returns the hashes of a page's images; empty if there is no such page.
  func imageSums(page index: Int) -> [UInt64] {
    var sums: [UInt64] = []
    let reader = reader
    reader.tree.visit([index]) { _, page in
      sums = PageImages(page.entries, in: reader.file).sums
    }
    return sums
  }
}
