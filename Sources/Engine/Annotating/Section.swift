import DocumentModel
import Glibc

/// The bytes of one incremental update (PDF 32000-1, 7.5.6): objects, their cross-reference and a trailer.
struct Section {
  private let end: SectionEnd
  private let trailer: [String: PDFObject]
  private let cipher: Cipher?
  private let baseCount: Int
  private(set) var bytes: [UInt8] = []
  /// The data of its streams before encryption.
  private(set) var streams: [PDFObject.Reference: [UInt8]] = [:]
  /// Second half of `/ID`, identifies this version of the file; the only random part of a section.
  private let identity = RandomBytes.some(16)
  /// Its positions in `bytes`; none if the file has no `/ID`.
  private var identityPlaces: [Range<Int>] = []
  /// Whether both halves are new, because the result is another document.
  private let isCopy: Bool
  /// Offsets of the objects, counted from `%PDF-`.
  private var places: [PDFObject.Reference: Int] = [:]
  private(set) var size: Int
  /// The objects in this section.
  var written: Set<PDFObject.Reference> { Set(places.keys) }

  /// Largest file in bytes: offsets have ten digits in a cross-reference table, four bytes in our cross-reference streams.
  static let largestFile = 1 << 32

  /// `isCopy` if the result is another document: one that is not encrypted has an `/ID` of its own then, since keys are made with the first half.
  init(
    after base: UnsafeRawBufferPointer, trailer: [String: PDFObject], size: Int, cipher: Cipher?,
    isCopy: Bool = false
  ) throws(SaveBlocker) {
    end = try SectionEnd(base)
    self.trailer = trailer
    self.cipher = cipher
    self.isCopy = isCopy && cipher == nil
    self.size = size
    baseCount = base.count
    if !end.hasLineEnd { bytes.append(0x0A) }
  }

  /// Returns the number for a new object.
  mutating func newNumber() -> PDFObject.Reference {
    defer { size += 1 }
    return PDFObject.Reference(number: size, generation: 0)
  }

  mutating func add(_ object: PDFObject, as place: PDFObject.Reference) {
    begin(place)
    object.write(to: &bytes, enciphering: cipher?.strings(of: place))
    finish()
  }

  mutating func add(
    stream entries: [String: PDFObject], _ data: [UInt8], as place: PDFObject.Reference
  ) {
    streams[place] = data
    let data = cipher?.stream(place)(data) ?? data
    var entries = entries
    entries["Length"] = .integer(data.count)
    begin(place)
    PDFObject.dictionary(entries).write(to: &bytes, enciphering: cipher?.strings(of: place))
    bytes += Array("\nstream\n".utf8)
    bytes += data
    bytes += Array("\nendstream".utf8)
    finish()
  }

  private mutating func begin(_ place: PDFObject.Reference) {
    places[place] = here
    bytes += Array("\(place.number) \(place.generation) obj\n".utf8)
  }

  private mutating func finish() { bytes += Array("\nendobj\n".utf8) }

  private var here: Int { baseCount + bytes.count - end.offset }

  /// Ends the section with a cross-reference of the same kind as the file's last one. Throws `.tooLarge`.
  mutating func close() throws(SaveBlocker) {
    guard here < Self.largestFile - (1 << 24) else { throw .tooLarge }
    let start = here
    switch end.kind {
    case .table: addTable()
    case .stream: addStream()
    }
    bytes += Array("startxref\n\(start)\n%%EOF\n".utf8)
  }

  /// The objects by number, grouped into runs of consecutive numbers.
  private var runs: [[(place: PDFObject.Reference, offset: Int)]] {
    var runs: [[(place: PDFObject.Reference, offset: Int)]] = []
    for (place, offset) in places.sorted(by: { $0.key < $1.key }) {
      if let last = runs.last?.last, last.place.number + 1 == place.number {
        runs[runs.count - 1].append((place, offset))
      } else {
        runs.append([(place, offset)])
      }
    }
    return runs
  }

  private var newTrailer: [String: PDFObject] {
    var entries = trailer
    // These keys belong to the old cross-reference only.
    for key in ["XRefStm", "Type", "W", "Index", "Filter", "DecodeParms", "Length", "DL"] {
      entries[key] = nil
    }
    entries["Prev"] = .integer(end.start)
    entries["Size"] = .integer(size)
    if var identity = trailer["ID"]?.array, identity.count == 2 {
      identity[1] = .string(self.identity)
      if isCopy { identity[0] = identity[1] }
      entries["ID"] = .array(identity)
    }
    return entries
  }

  /// Strings in a trailer are not encrypted.
  private mutating func addTrailer(_ entries: [String: PDFObject]) {
    let start = bytes.count
    PDFObject.dictionary(entries).write(to: &bytes, enciphering: nil)
    var digits: [UInt8] = []
    PDFObject.string(identity).write(to: &digits, enciphering: nil)
    let places = start..<max(start, bytes.count - digits.count)
    identityPlaces =
      places.filter { bytes[$0...].starts(with: digits) }.map { $0..<($0 + digits.count) }
  }

  /// Returns true if the bytes equal this section in all but the random identity, which must be hexadecimal digits.
  func isSame(as other: UnsafeRawBufferPointer) -> Bool {
    guard other.count == bytes.count else { return false }
    var parts: [Range<Int>] = []
    var start = 0
    for place in identityPlaces {
      // The brackets round the digits are compared as well.
      let digits = (place.lowerBound + 1)..<(place.upperBound - 1)
      guard other[digits].allSatisfy(Self.isDigit) else { return false }
      parts.append(start..<digits.lowerBound)
      start = digits.upperBound
    }
    parts.append(start..<bytes.count)
    return bytes.withUnsafeBytes { own in
      parts.allSatisfy { part in
        guard let one = UnsafeRawBufferPointer(rebasing: own[part]).baseAddress,
          let two = UnsafeRawBufferPointer(rebasing: other[part]).baseAddress
        else {
          return part.isEmpty
        }
        return memcmp(one, two, part.count) == 0
      }
    }
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x46).contains(byte)
  }

  /// Writes a cross-reference table with entries of 20 bytes.
  private mutating func addTable() {
    bytes += Array("xref\n".utf8)
    for run in runs {
      bytes += Array("\(run[0].place.number) \(run.count)\n".utf8)
      for entry in run {
        bytes += Self.digits(entry.offset, 10) + [0x20]
        bytes += Self.digits(entry.place.generation, 5) + Array(" n \n".utf8)
      }
    }
    bytes += Array("trailer\n".utf8)
    addTrailer(newTrailer)
    bytes.append(0x0A)
  }

  /// Writes a cross-reference stream. It has an entry for itself and is not encrypted.
  private mutating func addStream() {
    let own = newNumber()
    places[own] = here
    var (index, data): ([PDFObject], [UInt8]) = ([], [])
    for run in runs {
      index += [.integer(run[0].place.number), .integer(run.count)]
      for entry in run {
        data.append(1)
        data += [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: entry.offset >> $0) }
        data += [8, 0].map { UInt8(truncatingIfNeeded: entry.place.generation >> $0) }
      }
    }
    var entries = newTrailer
    entries["Type"] = .name("XRef")
    entries["W"] = .array([.integer(1), .integer(4), .integer(2)])
    entries["Index"] = .array(index)
    entries["Length"] = .integer(data.count)
    bytes += Array("\(own.number) 0 obj\n".utf8)
    addTrailer(entries)
    bytes += Array("\nstream\n".utf8)
    bytes += data
    bytes += Array("\nendstream\nendobj\n".utf8)
  }

  private static func digits(_ value: Int, _ count: Int) -> [UInt8] {
    let text = Array(String(value).utf8)
    return [UInt8](repeating: 0x30, count: max(0, count - text.count)) + text
  }
}
