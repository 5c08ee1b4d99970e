import DocumentModel
import Wire

/// Reads the signatures of a document and computes their digests, a portion of the file at each asking.
final class SignatureCheck {
  private let file: ObjectFile
  private let bytes: UnsafeRawBufferPointer
  private var report = SignatureReport()
  private var waiting: [Pending] = []
  /// Revisions that signatures cover, by where they end: several may end at the same place.
  private var known: [Int: LaterChanges] = [:]

  /// Bytes hashed at each asking: about a fiftieth of a second's work.
  private static let portion = 4 << 20

  /// A signature whose digest is being computed.
  private struct Pending {
    var index: Int
    var ranges: [Range<Int>]
    var expected: [UInt8]
    var digest: IncrementalDigest
  }

  /// The bytes must live as long as this does.
  init(_ file: ObjectFile, _ bytes: UnsafeRawBufferPointer) {
    self.file = file
    self.bytes = bytes
    let permissions = Self.permissions(of: file)
    report.hasUsageRights = permissions["UR3"] != nil || permissions["UR"] != nil
    let fields = SignatureFields(file)
    report.emptyFields = fields.emptyCount
    for signed in fields.signed { read(signed, in: file) }
    for lost in LostSignatures.all(in: file, besides: fields.signed) {
      guard report.signatures.count < Limit.signatures else { break }
      read(lost.signed, in: lost.file, isRemoved: true)
    }
  }

  private static func permissions(of file: ObjectFile) -> [String: PDFObject] {
    let root = file.root.flatMap { file.object($0).dictionary } ?? [:]
    return file.followed(root["Perms"]).dictionary ?? [:]
  }

  /// Goes on; returns the report once all of it is known.
  func advance() -> SignatureReport? {
    guard !waiting.isEmpty else { return report }
    var left = Self.portion
    while left > 0, !waiting[0].ranges.isEmpty {
      let range = waiting[0].ranges[0]
      let part = range.prefix(left)
      waiting[0].digest.add(UnsafeRawBufferPointer(rebasing: bytes[part]))
      left -= part.count
      waiting[0].ranges[0] = part.endIndex..<range.endIndex
      if waiting[0].ranges[0].isEmpty { waiting[0].ranges.removeFirst() }
    }
    if waiting[0].ranges.isEmpty {
      let done = waiting.removeFirst()
      report.signatures[done.index].digest =
        done.digest.finish() == done.expected ? .matches : .differs
    }
    return waiting.isEmpty ? report : nil
  }

  private func read(
    _ signed: SignatureFields.Signed, in file: ObjectFile, isRemoved: Bool = false
  ) {
    let certifying = Self.permissions(of: file)["DocMDP"]
    var signature = DocumentSignature()
    signature.isRemoved = isRemoved
    signature.field = signed.field
    func text(_ key: String) -> String {
      file.followed(signed.entries[key]).string.map(PDFText.decoded) ?? ""
    }
    signature.signer = text("Name")
    signature.reason = text("Reason")
    signature.moment = file.followed(signed.entries["M"]).string.flatMap(PDFDate.seconds)
    let filter = file.followed(signed.entries["SubFilter"]).name ?? ""
    let isCertifying =
      certifying != nil
      && (certifying?.reference.map { $0 == signed.place }
        ?? (certifying?.dictionary == signed.entries))
    if isCertifying {
      let level = SignatureFields.certification(signed.entries, file) ?? 2
      signature.kind = .certification(level: min(max(level, 1), 3))
    }
    if filter == "ETSI.RFC3161" { signature.kind = .timestamp }
    let index = report.signatures.count
    guard let ranges = SignedRanges(file.followed(signed.entries["ByteRange"]), file, bytes) else {
      // A file that was rewritten has other bytes at the signed places, or none.
      if SignedRanges.areWellFormed(of: signed, in: file, count: bytes.count) {
        signature.digest = .differs
        signature.changes.isComplete = false
      }
      report.signatures.append(signature)
      return
    }
    signature.changes = changes(since: ranges.end)
    if let data = try? SignedData(ranges.contents) {
      if let signer = data.signer, !signer.isEmpty { signature.signer = signer }
      signature.moment = data.moment ?? data.imprint?.moment ?? signature.moment
      if let (algorithm, expected) = Self.expectation(data, filter) {
        signature.algorithm = algorithm.rawValue
        waiting.append(
          Pending(
            index: index, ranges: ranges.ranges, expected: expected,
            digest: IncrementalDigest(algorithm)))
      }
    }
    report.signatures.append(signature)
  }

  /// The digest that the signed bytes should have; nil where it cannot be known without the signer's key.
  private static func expectation(
    _ data: SignedData, _ filter: String
  ) -> (DigestAlgorithm, [UInt8])? {
    switch filter {
    case "adbe.pkcs7.detached", "ETSI.CAdES.detached":
      guard let algorithm = data.algorithm, let digest = data.messageDigest, data.content == nil
      else { return nil }
      return (algorithm, digest)
    case "adbe.pkcs7.sha1":
      // The signed content is the document's SHA-1, so the digest of that content must hold too.
      guard let content = data.content, let algorithm = data.algorithm,
        data.messageDigest == algorithm.digest(of: content)
      else { return nil }
      return (.sha1, content)
    case "ETSI.RFC3161":
      guard let imprint = data.imprint, let kind = imprint.algorithm,
        let algorithm = data.algorithm,
        let content = data.content, data.messageDigest == algorithm.digest(of: content)
      else { return nil }
      return (kind, imprint.digest)
    default: return nil
    }
  }

  private func changes(since end: Int) -> LaterChanges {
    if let known = known[end] { return known }
    var changes = LaterChanges()
    // A last line end may have come later.
    let rest = bytes[end...]
    if rest.contains(where: { ![0x0A, 0x0D, 0x20, 0x00].contains($0) }) {
      if let old = LostSignatures.revision(of: file, endingAt: end) {
        changes = RevisionDifference(old, file).changes()
      } else {
        changes.isComplete = false
      }
      changes.byteCount = rest.count
    }
    known[end] = changes
    return changes
  }
}

/// The bytes of a file that a signature covers, and the signature between them (PDF 32000-1, 12.8.1).
struct SignedRanges {
  private(set) var ranges: [Range<Int>]
  /// Where the signed revision ends.
  private(set) var end: Int
  /// The signature's own bytes, with the zeros after them.
  private(set) var contents: [UInt8]

  private static let mostContents = 4 << 20
  private static let mostRanges = 64
  private static let mostBytes = 1 << 40
  /// Bytes: four numbers of twenty digits and blanks.
  private static let longestRange = 128

  /// Returns the ends of the byte ranges that stand anywhere in a file, also those that the file does not reach.
  static func ends(in bytes: UnsafeRawBufferPointer) -> Set<Int> {
    let key = Array("/ByteRange".utf8)
    var (ends, from): (Set<Int>, Int) = ([], 0)
    while ends.count < mostRanges, let place = bytes.firstIndex(of: key, in: from..<bytes.count) {
      from = place + key.count
      let words = String(decoding: bytes[from...].prefix(longestRange), as: UTF8.self)
        .prefix { $0 != "]" }.split { $0 == "[" || $0.isWhitespace }
      if let end = end(words.map { Int($0) }) { ends.insert(end) }
    }
    return ends
  }

  /// Returns where the byte range of a signature ends; nil if it has none.
  static func end(of signed: SignatureFields.Signed, in file: ObjectFile) -> Int? {
    end(numbers(of: signed, in: file))
  }

  /// Whether they surround something, or end after the file's end.
  fileprivate static func areWellFormed(
    of signed: SignatureFields.Signed, in file: ObjectFile, count: Int
  ) -> Bool {
    let numbers = numbers(of: signed, in: file)
    guard let end = end(numbers), let length = numbers[1], let start = numbers[2] else {
      return false
    }
    return end > count || numbers[0] == 0 && (1..<start).contains(length)
  }

  private static func numbers(
    of signed: SignatureFields.Signed, in file: ObjectFile
  ) -> [Int?] {
    (file.followed(signed.entries["ByteRange"]).array ?? []).map { file.followed($0).integer }
  }

  private static func end(_ numbers: [Int?]) -> Int? {
    guard numbers.count == 4, let start = numbers[2], let length = numbers[3],
      (0...mostBytes).contains(start), (0...mostBytes).contains(length), start + length > 0
    else { return nil }
    return start + length
  }

  /// Nil unless it covers the file from its beginning but for one string of hexadecimal digits.
  init?(_ value: PDFObject, _ file: ObjectFile, _ bytes: UnsafeRawBufferPointer) {
    let numbers = (value.array ?? []).prefix(5).compactMap { file.followed($0).integer }
    guard numbers.count == 4, value.array?.count == 4, numbers[0] == 0,
      numbers.allSatisfy({ (0...bytes.count).contains($0) }), numbers[1] <= numbers[2],
      numbers[2] + numbers[3] <= bytes.count
    else { return nil }
    ranges = [0..<numbers[1], numbers[2]..<numbers[2] + numbers[3]]
    end = numbers[2] + numbers[3]
    let gap = UnsafeRawBufferPointer(rebasing: bytes[numbers[1]..<numbers[2]])
    guard gap.count <= Self.mostContents, gap.first == 0x3C, gap.last == 0x3E else { return nil }
    var digits: [UInt8] = []
    for byte in gap.dropFirst().dropLast() {
      switch byte {
      case 0x30...0x39: digits.append(byte - 0x30)
      case 0x41...0x46: digits.append(byte - 0x37)
      case 0x61...0x66: digits.append(byte - 0x57)
      case 0x09, 0x0A, 0x0C, 0x0D, 0x20, 0x00: continue
      default: return nil
      }
    }
    if digits.count % 2 == 1 { digits.append(0) }
    contents = stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
  }
}
