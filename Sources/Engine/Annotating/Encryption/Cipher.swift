import DocumentModel

/// The encryption of a document, as what is added to it must be encrypted (PDF 32000-1, 7.6; PDF 32000-2 for revision 6).
struct Cipher {
  /// How bytes are encrypted.
  enum Method {
    case none
    case rc4
    case aes128
    case aes256
  }

  let key: [UInt8]
  let strings: Method
  let streams: Method
  /// Opened with the owner's password: nothing is forbidden.
  let isOwner: Bool

  /// Throws where the document is encrypted in a way Recto cannot write.
  init(_ file: ObjectFile) throws(SaveBlocker) {
    guard case .dictionary(let entries) = file.followed(file.trailer["Encrypt"]),
      file.followed(entries["Filter"]).name == "Standard",
      let revision = file.followed(entries["R"]).integer,
      let version = file.followed(entries["V"]).integer
    else { throw .encryption }
    func method(_ name: String) -> Method? {
      guard version >= 4 else { return .rc4 }
      guard let filter = file.followed(entries[name]).name, filter != "Identity" else {
        return Method.none
      }
      let filters = file.followed(entries["CF"]).dictionary
      switch file.followed(file.followed(filters?[filter]).dictionary?["CFM"]).name {
      case "V2": return .rc4
      case "AESV2": return .aes128
      case "AESV3": return .aes256
      case "None": return Method.none
      default: return nil
      }
    }
    guard (1...5).contains(version), version != 3, let strings = method("StrF"),
      let streams = method("StmF"), let found = FileKey(file, entries, revision, version)
    else { throw .encryption }
    self.strings = strings
    self.streams = streams
    key = found.key
    isOwner = found.isOwner
  }

  /// For the strings of an object.
  func strings(of place: PDFObject.Reference) -> Enciphering { enciphering(strings, place) }

  /// For the data of a stream.
  func stream(_ place: PDFObject.Reference) -> Enciphering { enciphering(streams, place) }

  private func enciphering(_ method: Method, _ place: PDFObject.Reference) -> Enciphering {
    switch method {
    case .none: return { $0 }
    case .rc4:
      let key = objectKey(place, salt: [])
      return { RC4.applied($0, key: key) }
    case .aes128:
      let cipher = AES(key: objectKey(place, salt: Array("sAlT".utf8)))
      return { padded($0, cipher, place) }
    case .aes256:
      let cipher = AES(key: key)
      return { padded($0, cipher, place) }
    }
  }

  private func objectKey(_ place: PDFObject.Reference, salt: [UInt8]) -> [UInt8] {
    Array(
      DigestAlgorithm.md5.digest(of: key + Self.bytes(of: place) + salt).prefix(
        min(key.count + 5, 16)))
  }

  private static func bytes(of place: PDFObject.Reference) -> [UInt8] {
    (0..<3).map { UInt8(truncatingIfNeeded: place.number >> ($0 * 8)) }
      + (0..<2).map { UInt8(truncatingIfNeeded: place.generation >> ($0 * 8)) }
  }

  /// Pads to whole blocks with an initial block, and final bytes that give their number.
  ///
  /// The initial block derives from the key and the plaintext (as in RFC 5297): it is unpredictable, differs for different text, and is the
  /// same for the worker that verifies.
  private func padded(
    _ bytes: [UInt8], _ cipher: AES, _ place: PDFObject.Reference
  ) -> [UInt8] {
    let start = Array(
      DigestAlgorithm.sha256.digest(of: key + Self.bytes(of: place) + bytes).prefix(16))
    let rest = 16 - bytes.count % 16
    return start
      + cipher.encrypted(
        bytes + [UInt8](repeating: UInt8(rest), count: rest), start: start)
  }
}
