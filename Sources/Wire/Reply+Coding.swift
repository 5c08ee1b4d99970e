import DocumentModel

extension Reply {
  /// The reply as bytes: one byte for the kind, then its values.
  package func encoded() -> [UInt8] {
    var writer = ByteWriter()
    switch self {
    case .ready(let greeting):
      writer.write(UInt8(1))
      writer.write(raw: greeting.missing.map(\.rawValue))
      writer.write(greeting.hasNamespaces)
      writer.write(greeting.libraries)
    case .opened(let summary):
      writer.write(UInt8(2))
      writer.write(summary)
    case .pages(let infos):
      writer.write(UInt8(3))
      for info in writer.counted(infos) {
        writer.write(info.labels)
        writer.write(info.size.width)
        writer.write(info.size.height)
        writer.write(Int64(info.line))
      }
    case .metadata(let metadata):
      writer.write(UInt8(4))
      writer.write(metadata)
    case .outline(let items):
      writer.write(UInt8(5))
      writer.write(outline: items)
    case .text(let text):
      writer.write(UInt8(6))
      writer.write(text)
    case .unknownSigns(let counts):
      writer.write(UInt8(48))
      for count in writer.counted(counts) { writer.write(optional: count.map(Int64.init)) }
    case .links(let links):
      writer.write(UInt8(7))
      for link in writer.counted(links) {
        writer.write(plain: [link.box.x0, link.box.y0, link.box.x1, link.box.y1])
        writer.write(link.target)
      }
    case .destination(let destination):
      writer.write(UInt8(8))
      if let destination = writer.present(destination) { writer.write(destination) }
    case .bookPlaces(let places):
      writer.write(UInt8(41))
      for place in writer.counted(places) {
        writer.write(place.file)
        writer.write(place.fragment)
      }
    case .textPlace(let place):
      writer.write(UInt8(42))
      if let place = writer.present(place) {
        writer.write(count: place.page)
        writer.write(count: place.characters.lowerBound)
        writer.write(count: place.characters.upperBound)
      }
    case .fonts(let fonts):
      writer.write(UInt8(9))
      for font in writer.counted(fonts) {
        writer.write(font.name)
        writer.write(font.kind)
        writer.write(font.isEmbedded)
        writer.write(font.isSubset)
        writer.write(font.substitute)
      }
    case .attachments(let attachments):
      writer.write(UInt8(10))
      for attachment in writer.counted(attachments) {
        writer.write(attachment.name)
        writer.write(attachment.summary)
        writer.write(optional: attachment.size.map(Int64.init))
      }
    case .attachment(let bytes, let total):
      writer.write(UInt8(11))
      writer.write(count: total)
      writer.write(raw: bytes)
    case .fingerprint(let digest):
      writer.write(UInt8(12))
      writer.write(digest ?? "")
    case .drawn(let facts):
      writer.write(UInt8(13))
      writer.write(facts)
    case .contentType(let type):
      writer.write(UInt8(31))
      writer.write(type)
    case .syncTeX(let answer):
      writer.write(UInt8(44))
      writer.write(answer)
    case .archive(let portion):
      writer.write(UInt8(33))
      writer.write(portion)
    case .thumbnailMade(let thumbnail):
      writer.write(UInt8(18))
      writer.write(thumbnail)
    case .indexed(let portion):
      writer.write(UInt8(19))
      writer.write(portion)
    case .plainText(let bytes):
      writer.write(UInt8(15))
      writer.write(raw: bytes)
    case .rotation(let degrees):
      writer.write(UInt8(16))
      writer.write(count: degrees)
    case .annotationCount(let count):
      writer.write(UInt8(17))
      writer.write(count: count)
    case .signatures(let report):
      writer.write(UInt8(40))
      if let report = writer.present(report) { writer.write(report) }
    case .annotations(let portion):
      writer.write(UInt8(20))
      writer.write(portion)
    case .fields(let portion):
      writer.write(UInt8(28))
      writer.write(portion)
    case .annotationVerdict(let verdict):
      writer.write(UInt8(21))
      writer.write(verdict)
    case .imported(let imported):
      writer.write(UInt8(45))
      writer.write(imported)
    case .exported(let file):
      writer.write(UInt8(46))
      writer.write(file)
    case .exchangeRefused(let refusal):
      writer.write(UInt8(47))
      writer.write(case: refusal)
    case .imageSums(let sums):
      writer.write(UInt8(32))
      for sum in writer.counted(sums) { writer.write(sum) }
    case .section(let bytes):
      writer.write(UInt8(22))
      writer.write(raw: bytes)
    case .sectionVerified(let isSeenTwice):
      writer.write(UInt8(23))
      writer.write(isSeenTwice)
    case .baseHeld: writer.write(UInt8(29))
    case .baseRead: writer.write(UInt8(30))
    case .edited(let outcome):
      writer.write(UInt8(25))
      writer.write(outcome)
    case .editVerified: writer.write(UInt8(26))
    case .editRefused(let refusal):
      writer.write(UInt8(27))
      writer.write(refusal)
    case .annotationRefused(let obstacle):
      writer.write(UInt8(24))
      writer.write(case: obstacle)
    case .failed(let failure):
      writer.write(UInt8(14))
      writer.write(UInt8(EngineFailure.codes.firstIndex(of: failure) ?? 0))
    }
    return writer.bytes
  }

  /// Checks everything before it is used; `pageCount` limits page indices, if known.
  package init(decoding bytes: [UInt8], pageCount: Int) throws(WireError) {
    var reader = ByteReader(bytes)
    let kind = try reader.byte()
    switch kind {
    case 1:
      let missing = try reader.raw(limit: 16).compactMap(SandboxFeature.init(rawValue:))
      self = .ready(
        Greeting(
          missing: missing, hasNamespaces: try reader.bool(), libraries: try reader.string()))
    case 2: self = .opened(try reader.summary())
    case 3:
      let count = try reader.count(limit: Limit.pagesAtOnce, of: 28)
      var infos: [PageInfo] = []
      for _ in 0..<count { infos.append(try reader.pageInfo()) }
      self = .pages(infos)
    case 4: self = .metadata(try reader.metadata())
    case 5:
      var budget = Limit.outlineItems
      self = .outline(try reader.outline(depth: 0, budget: &budget, pageCount: pageCount))
    case 6: self = .text(try reader.pageText())
    case 7:
      let count = try reader.count(limit: Limit.links, of: 17)
      var links: [Link] = []
      for _ in 0..<count {
        let box = try reader.box()
        links.append(Link(box: box, target: try reader.target(pageCount: pageCount)))
      }
      self = .links(links)
    case 8:
      self = .destination(
        try reader.bool() ? try reader.destination(pageCount: pageCount) : nil)
    case 9:
      let count = try reader.count(limit: Limit.fonts, of: 14)
      var fonts: [FontInfo] = []
      for _ in 0..<count { fonts.append(try reader.font()) }
      self = .fonts(fonts)
    case 10:
      let count = try reader.count(limit: Limit.attachments, of: 9)
      var attachments: [Attachment] = []
      for _ in 0..<count {
        let name = try reader.string()
        let summary = try reader.string()
        let size = try reader.optionalInteger()
        attachments.append(
          Attachment(name: name, summary: summary, size: size.map { Int(clamping: max(0, $0)) }))
      }
      self = .attachments(attachments)
    case 11:
      let total = try reader.index()
      let bytes = try reader.raw(limit: Limit.shared)
      guard bytes.count <= total else { throw .invalid("attachment") }
      self = .attachment(bytes: bytes, total: total)
    case 12:
      let digest = try reader.digits()
      guard digest.utf8.count == 64 || digest.isEmpty else { throw .invalid("fingerprint") }
      self = .fingerprint(digest.isEmpty ? nil : digest)
    case 13: self = .drawn(try reader.pictureFacts())
    case 14:
      let code = Int(try reader.byte())
      guard code < EngineFailure.codes.count else { throw .invalid("failure") }
      self = .failed(EngineFailure.codes[code])
    case 15:
      let bytes = try reader.raw(limit: Limit.characters * 4)
      guard CleanText.isClean(bytes) else { throw .invalid("text") }
      self = .plainText(bytes)
    case 16:
      let degrees = try reader.index()
      guard degrees < 360, degrees % 90 == 0 else { throw .invalid("rotation") }
      self = .rotation(degrees)
    case 17: self = .annotationCount(try reader.index())
    case 18: self = .thumbnailMade(try reader.thumbnail())
    case 19: self = .indexed(try reader.indexedPortion())
    case 20:
      let portion = try reader.annotationPortion()
      guard portion.annotations.allSatisfy({ $0.page < pageCount }) else { throw .invalid("page") }
      self = .annotations(portion)
    case 21: self = .annotationVerdict(try reader.annotationVerdict())
    case 22:
      let bytes = try reader.raw(limit: Limit.shared)
      guard bytes.suffix(6).elementsEqual("%%EOF\n".utf8) else { throw .invalid("section") }
      self = .section(bytes)
    case 23: self = .sectionVerified(isSeenTwice: try reader.bool())
    case 24: self = .annotationRefused(try reader.oneCase())
    case 25: self = .edited(try reader.editOutcome())
    case 26: self = .editVerified
    case 27: self = .editRefused(try reader.editRefusal())
    case 28:
      let portion = try reader.formPortion()
      guard portion.fields.allSatisfy({ $0.widgets.allSatisfy { $0.page < pageCount } }) else {
        throw .invalid("page")
      }
      self = .fields(portion)
    case 32:
      let count = try reader.count(limit: Limit.images, of: 8)
      var sums: [UInt64] = []
      for _ in 0..<count { sums.append(try reader.integer(UInt64.self)) }
      self = .imageSums(sums)
    case 45:
      let imported = try reader.imported()
      guard imported.annotations.allSatisfy({ $0.page < pageCount }) else { throw .invalid("page") }
      self = .imported(imported)
    case 46: self = .exported(try reader.exchangedFile())
    case 47: self = .exchangeRefused(try reader.oneCase())
    case 29: self = .baseHeld
    case 30: self = .baseRead
    case 31: self = .contentType(try reader.contentType())
    case 44: self = .syncTeX(try reader.syncTeXAnswer())
    case 33: self = .archive(try reader.archivePortion())
    case 41:
      let count = try reader.count(limit: Limit.bookPlaces, of: 8)
      var places: [BookPlace] = []
      for _ in 0..<count {
        places.append(BookPlace(file: try reader.string(), fragment: try reader.string()))
      }
      self = .bookPlaces(places)
    case 42: self = .textPlace(try reader.bool() ? try reader.textPlace(pageCount) : nil)
    case 48:
      let count = try reader.count(limit: Limit.pagesAtOnce, of: 1)
      var counts: [Int?] = []
      for _ in 0..<count {
        counts.append(try reader.optionalInteger().map { Int(clamping: max(0, $0)) })
      }
      self = .unknownSigns(counts)
    case 40: self = .signatures(try reader.bool() ? try reader.signatureReport() : nil)
    default: throw .unknownKind(kind)
    }
    try reader.end()
  }
}

extension EngineFailure {
  /// The failures by their number on the wire.
  static let codes: [EngineFailure] = [
    .notADocument, .damaged, .empty, .noPages, .passwordNeeded, .passwordWrong,
    .pageOutOfRange, .tooLarge, .notFound, .unreadable, .converterNeeded, .encodingUnknown,
    .pictureSize,
    .outOfMemory, .encryptionUnknown, .librariesNeeded, .libraryMissing,
    .modelMissing, .notRecognized, .protectedBook, .unknownImage, .noPackage,
  ]
}

extension ByteReader {
  fileprivate mutating func textPlace(_ pageCount: Int) throws(WireError) -> TextPlace {
    let page = try index()
    guard page < pageCount else { throw .invalid("page") }
    return TextPlace(page: page, characters: try range())
  }

  /// Two names with a slash between, of few signs (RFC 6838, 4.2).
  mutating func contentType() throws(WireError) -> String {
    let text = try string()
    let parts = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    func isName(_ byte: UInt8) -> Bool {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
      default: "!#$&-^_.+".utf8.contains(byte)
      }
    }
    guard parts.count == 2,
      parts.allSatisfy({ (1...127).contains($0.count) && $0.allSatisfy(isName) })
    else { throw .invalid("content type") }
    return text
  }
}
