/// The signer and the digests that a CMS signature claims (RFC 5652). Nothing of it is verified here.
struct SignedData {
  /// The name of its digest, as `SHA-256`; nil for one that is not known.
  private(set) var algorithm: DigestAlgorithm?
  /// The digest in the signed attributes; nil if there are none.
  private(set) var messageDigest: [UInt8]?
  /// The signed content, if the signature contains it.
  private(set) var content: [UInt8]?
  /// The imprint of a timestamp (RFC 3161), its digest and its time.
  private(set) var imprint: (algorithm: DigestAlgorithm?, digest: [UInt8], moment: Int64?)?
  /// The common name of the signer's certificate.
  private(set) var signer: String?
  private(set) var moment: Int64?

  /// Object identifiers as they are encoded.
  private enum OID {
    static let signedData: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x02]
    static let timestamp: [UInt8] = [
      0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x09, 0x10, 0x01, 0x04,
    ]
    static let messageDigest: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x09, 0x04]
    static let signingTime: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x09, 0x05]
    static let commonName: [UInt8] = [0x55, 0x04, 0x03]
    static let organization: [UInt8] = [0x55, 0x04, 0x0A]
  }

  private static let mostCertificates = 64

  /// Throws where the bytes are no signature with one signer; what follows it, as the zeros of a placeholder, is left.
  init(_ bytes: [UInt8]) throws(DERReader.Failure) {
    var outer = DERReader(bytes[...])
    var info = try outer.next(0x30).reader
    guard try info.next(0x06).content.elementsEqual(OID.signedData) else { throw .malformed }
    var explicit = try info.next(0xA0).reader
    var data = try explicit.next(0x30).reader
    _ = try data.next(0x02)
    _ = try data.next(0x31)
    var encapsulated = try data.next(0x30).reader
    let type = try encapsulated.next(0x06).content
    if let wrapped = try encapsulated.optional(0xA0) {
      var reader = wrapped.reader
      let element = try reader.next()
      guard element.tag & 0x1F == 0x04 else { throw .malformed }
      content = element.octets
      if type.elementsEqual(OID.timestamp), let content { imprint = try Self.imprint(content) }
    }
    let certificates = try data.optional(0xA0)
    _ = try data.optional(0xA1)
    var signers = try data.next(0x31).reader
    try read(signer: try signers.next(0x30), certificates)
  }

  private mutating func read(
    signer element: DERReader.Element, _ certificates: DERReader.Element?
  ) throws(DERReader.Failure) {
    var info = element.reader
    _ = try info.next(0x02)
    let identifier = try info.next()
    algorithm = DigestAlgorithm(try Self.algorithm(try info.next(0x30)))
    if let attributes = try info.optional(0xA0) { try read(attributes: attributes) }
    if let certificates {
      signer = try Self.name(of: identifier, among: certificates)
    }
  }

  private mutating func read(
    attributes: DERReader.Element
  ) throws(DERReader.Failure) {
    var reader = attributes.reader
    while !reader.isAtEnd {
      var attribute = try reader.next(0x30).reader
      let kind = try attribute.next(0x06).content
      var values = try attribute.next(0x31).reader
      if kind.elementsEqual(OID.messageDigest) {
        messageDigest = try values.next().octets
      } else if kind.elementsEqual(OID.signingTime) {
        moment = try values.next().moment
      }
    }
  }

  private static func algorithm(
    _ element: DERReader.Element
  ) throws(DERReader.Failure) -> ArraySlice<UInt8> {
    var reader = element.reader
    return try reader.next(0x06).content
  }

  private static func imprint(
    _ bytes: [UInt8]
  ) throws(DERReader.Failure) -> (DigestAlgorithm?, [UInt8], Int64?) {
    var outer = DERReader(bytes[...])
    var info = try outer.next(0x30).reader
    _ = try info.next(0x02)
    _ = try info.next(0x06)
    var imprint = try info.next(0x30).reader
    let algorithm = DigestAlgorithm(try algorithm(try imprint.next(0x30)))
    let digest = Array(try imprint.next(0x04).content)
    _ = try info.next(0x02)
    return (algorithm, digest, try info.next(0x18).moment)
  }

  /// The common name, else the organization, of the certificate with an issuer and a serial number, or a key identifier.
  private static func name(
    of identifier: DERReader.Element, among certificates: DERReader.Element
  ) throws(DERReader.Failure) -> String? {
    var reader = certificates.reader
    var (count, found): (Int, [String]) = (0, [])
    while !reader.isAtEnd, count < mostCertificates {
      count += 1
      let certificate = try reader.next()
      guard certificate.tag == 0x30 else { continue }
      var signed = certificate.reader
      var body = try signed.next(0x30).reader
      _ = try body.optional(0xA0)
      let serial = try body.next(0x02).content
      _ = try body.next(0x30)
      let issuer = try body.next(0x30).content
      _ = try body.next(0x30)
      let subject = try body.next(0x30)
      if identifier.tag == 0x30 {
        var wanted = identifier.reader
        let wantedIssuer = try wanted.next(0x30).content
        let wantedSerial = try wanted.next(0x02).content
        guard wantedIssuer.elementsEqual(issuer), wantedSerial.elementsEqual(serial) else {
          continue
        }
        return try name(in: subject)
      }
      if let name = try name(in: subject) { found.append(name) }
    }
    // A signer given by a key's identifier is known only if there is a single certificate.
    return identifier.tag == 0x80 && count == 1 ? found.first : nil
  }

  private static func name(in subject: DERReader.Element) throws(DERReader.Failure) -> String? {
    var (common, organization): (String?, String?)
    var names = subject.reader
    while !names.isAtEnd {
      var set = try names.next(0x31).reader
      while !set.isAtEnd {
        var pair = try set.next(0x30).reader
        let kind = try pair.next(0x06).content
        let value = try pair.next()
        if kind.elementsEqual(OID.commonName) { common = value.text ?? common }
        if kind.elementsEqual(OID.organization) { organization = value.text ?? organization }
      }
    }
    return common ?? organization
  }
}
