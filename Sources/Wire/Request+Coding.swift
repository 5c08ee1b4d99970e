import DocumentModel

extension Request {
  /// The request as bytes: one byte for the kind, then its values.
  package func encoded() -> [UInt8] {
    var writer = ByteWriter()
    switch self {
    case .open(let password, let name, let encoding, let asPlainText):
      writer.write(UInt8(1))
      writer.write(raw: Array(password.prefix(1_024)))
      writer.write(name)
      writer.write(encoding)
      writer.write(asPlainText)
    case .pages(let range):
      writer.write(UInt8(2))
      writer.write(count: range.lowerBound)
      writer.write(count: range.upperBound)
    case .metadata: writer.write(UInt8(3))
    case .outline: writer.write(UInt8(4))
    case .text(let page):
      writer.write(UInt8(5))
      writer.write(count: page)
    case .unknownSigns(let range):
      writer.write(UInt8(48))
      writer.write(count: range.lowerBound)
      writer.write(count: range.upperBound)
    case .links(let page):
      writer.write(UInt8(6))
      writer.write(count: page)
    case .destination(let name):
      writer.write(UInt8(7))
      writer.write(name)
    case .bookPlaces(let page, let ranges):
      writer.write(UInt8(41))
      writer.write(count: page)
      for range in writer.counted(ranges) {
        writer.write(count: range.lowerBound)
        writer.write(count: range.upperBound)
      }
    case .textPlace(let selector):
      writer.write(UInt8(42))
      writer.write(selector)
    case .fonts(let range):
      writer.write(UInt8(8))
      writer.write(count: range.lowerBound)
      writer.write(count: range.upperBound)
    case .attachments: writer.write(UInt8(9))
    case .attachment(let index, let offset):
      writer.write(UInt8(10))
      writer.write(count: index)
      writer.write(count: offset)
    case .fingerprint: writer.write(UInt8(11))
    case .signatures: writer.write(UInt8(40))
    case .draw(let drawing):
      writer.write(UInt8(12))
      writer.write(drawing)
    case .makeThumbnail(let details):
      writer.write(UInt8(17))
      writer.write(details)
    case .index(let details):
      writer.write(UInt8(18))
      writer.write(details)
    case .indexOn: writer.write(UInt8(19))
    case .readArchive(let name, let namesOnly):
      writer.write(UInt8(33))
      writer.write(name)
      writer.write(namesOnly)
    case .readArchiveOn: writer.write(UInt8(34))
    case .contentType(let name):
      writer.write(UInt8(30))
      writer.write(name)
    case .plainText(let page):
      writer.write(UInt8(13))
      writer.write(count: page)
    case .rotation(let page):
      writer.write(UInt8(14))
      writer.write(count: page)
    case .annotationCount(let range):
      writer.write(UInt8(15))
      writer.write(count: range.lowerBound)
      writer.write(count: range.upperBound)
    case .annotations(let range):
      writer.write(UInt8(20))
      writer.write(count: range.lowerBound)
      writer.write(count: range.upperBound)
    case .fields(let range):
      writer.write(UInt8(27))
      writer.write(count: range.lowerBound)
      writer.write(count: range.upperBound)
    case .annotationVerdict: writer.write(UInt8(21))
    case .importAnnotations: writer.write(UInt8(45))
    case .exportAnnotations: writer.write(UInt8(46))
    case .imageSums(let page):
      writer.write(UInt8(32))
      writer.write(count: page)
    case .section(let work):
      writer.write(UInt8(22))
      writer.write(work)
    case .verifySection(let work):
      writer.write(UInt8(23))
      writer.write(work)
    case .readBase(let work):
      writer.write(UInt8(29))
      writer.write(work)
    case .repair: writer.write(UInt8(24))
    case .annotationBase(let password, let count):
      writer.write(UInt8(28))
      writer.write(raw: Array(password.prefix(1_024)))
      writer.write(Int64(count))
    case .edit(let work):
      writer.write(UInt8(25))
      writer.write(work)
    case .verifyEdit(let work):
      writer.write(UInt8(26))
      writer.write(work)
    case .recognize(let details):
      writer.write(UInt8(43))
      writer.write(details)
    case .syncTeX(let question):
      writer.write(UInt8(44))
      writer.write(question)
    }
    return writer.bytes
  }

  package init(decoding bytes: [UInt8]) throws(WireError) {
    var reader = ByteReader(bytes)
    let kind = try reader.byte()
    switch kind {
    case 1:
      self = .open(
        password: try reader.raw(limit: 1_024), name: try reader.string(),
        encoding: try reader.string(), asPlainText: try reader.bool())
    case 2: self = .pages(try reader.range())
    case 3: self = .metadata
    case 4: self = .outline
    case 5: self = .text(page: try reader.index())
    case 6: self = .links(page: try reader.index())
    case 7: self = .destination(name: try reader.string())
    case 8: self = .fonts(try reader.range())
    case 9: self = .attachments
    case 10: self = .attachment(index: try reader.index(), offset: try reader.index())
    case 11: self = .fingerprint
    case 12: self = .draw(try reader.drawing())
    case 13: self = .plainText(page: try reader.index())
    case 14: self = .rotation(page: try reader.index())
    case 15: self = .annotationCount(try reader.range())
    case 17: self = .makeThumbnail(try reader.thumbnailRequest())
    case 18: self = .index(try reader.indexingRequest())
    case 19: self = .indexOn
    case 20: self = .annotations(try reader.range())
    case 21: self = .annotationVerdict
    case 22: self = .section(try reader.annotationWork())
    case 23: self = .verifySection(try reader.annotationWork())
    case 24: self = .repair
    case 25: self = .edit(try reader.editWork())
    case 26: self = .verifyEdit(try reader.editWork())
    case 27: self = .fields(try reader.range())
    case 28:
      self = .annotationBase(
        password: try reader.raw(limit: 1_024), count: try reader.size(Limit.annotatedFile))
    case 29: self = .readBase(try reader.annotationWork())
    case 32: self = .imageSums(page: try reader.index())
    case 30: self = .contentType(name: try reader.string())
    case 33: self = .readArchive(name: try reader.string(), namesOnly: try reader.bool())
    case 34: self = .readArchiveOn
    case 44: self = .syncTeX(try reader.syncTeXQuestion())
    case 40: self = .signatures
    case 41:
      let page = try reader.index()
      let count = try reader.count(limit: Limit.bookPlaces, of: 8)
      var ranges: [Range<Int>] = []
      for _ in 0..<count { ranges.append(try reader.range()) }
      self = .bookPlaces(page: page, ranges)
    case 42: self = .textPlace(try reader.bookSelector())
    case 45: self = .importAnnotations
    case 46: self = .exportAnnotations
    case 48: self = .unknownSigns(try reader.range())
    case 43: self = .recognize(try reader.recognitionRequest())
    default: throw .unknownKind(kind)
    }
    try reader.end()
  }
}

extension ByteReader {
  mutating func index() throws(WireError) -> Int { Int(try integer(UInt32.self)) }

  mutating func range() throws(WireError) -> Range<Int> {
    let lower = try index()
    let upper = try index()
    guard lower <= upper else { throw .invalid("range") }
    return lower..<upper
  }
}
