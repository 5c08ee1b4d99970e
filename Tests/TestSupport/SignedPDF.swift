package import Foundation

/// A PDF with a signature made for a test: the digest in it is right, the signature of the key is made up.
package struct SignedPDF {
  /// The signed file.
  package let data: Data

  private static let room = 2_048

  /// `level`: of a signature that certifies; nil for one that does not.
  package init(
    signer: String = "Alice Example", level: Int? = nil, pages: Int = 1, extended: Bool = false
  ) throws {
    var pdf = PagedPDF()
    let (field, signature) = (pdf.writer.reserve(), pdf.writer.reserve())
    for number in 0..<pages {
      pdf.addPage(
        "Contract, page \(number + 1)", entries: number == 0 ? "/Annots[\(field) 0 R]" : "")
    }
    pdf.writer.set(
      field,
      "<</Type/Annot/Subtype/Widget/FT/Sig/T(Approval)/V \(signature) 0 R/Rect[0 0 0 0]/F 132"
        + "/P \(pdf.pages[0]) 0 R>>")
    let reference =
      level.map {
        "/Reference[<</Type/SigRef/TransformMethod/DocMDP/TransformParams"
          + "<</Type/TransformParams/V/1.2/P \($0)>>>>]"
      } ?? ""
    let range = "[0 0000000000 0000000000 0000000000]"
    pdf.writer.set(
      signature,
      "<</Type/Sig/Filter/Adobe.PPKLite/SubFilter/adbe.pkcs7.detached/Name(Somebody)"
        + "/Reason(Agreed)/M(D:20260102030405Z)\(reference)/ByteRange\(range)"
        + "/Contents<\(String(repeating: "0", count: Self.room * 2))>>>")
    pdf.catalogue = "/AcroForm<</Fields[\(field) 0 R]/SigFlags 3>>"
    var permissions = ""
    if level != nil { permissions += "/DocMDP \(signature) 0 R" }
    if extended { permissions += "/UR3<</Type/Sig>>" }
    if !permissions.isEmpty { pdf.catalogue += "/Perms<<\(permissions)>>" }
    data = try Self.signed(Array(pdf.file()), range: range, signer)
  }

  private static func signed(_ bytes: [UInt8], range: String, _ signer: String) throws -> Data {
    var bytes = bytes
    func place(of text: String) throws -> Int {
      let found = Data(bytes).range(of: Data(text.utf8))?.lowerBound
      return try found.map { $0 } ?? { throw CocoaError(.fileReadCorruptFile) }()
    }
    let start = try place(of: "/Contents<") + "/Contents".utf8.count
    let end = start + room * 2 + 2
    func padded(_ number: Int) -> String {
      let digits = String(number)
      return String(repeating: "0", count: 10 - digits.count) + digits
    }
    let reported = "[0 \(padded(start)) \(padded(end)) \(padded(bytes.count - end))]"
    let at = try place(of: range)
    bytes.replaceSubrange(at..<at + range.utf8.count, with: reported.utf8)
    let digest = try sha256(bytes[..<start] + bytes[end...])
    let cms = CMS.signature(digest: digest, signer: signer)
    let hex = cms.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    bytes.replaceSubrange(start + 1..<start + 1 + hex.utf8.count, with: hex.utf8)
    return Data(bytes)
  }

  private static func sha256(_ bytes: ArraySlice<UInt8>) throws -> [UInt8] {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try Data(bytes).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/sha256sum")
    process.arguments = [file.path]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let digits = Array(pipe.fileHandleForReading.readDataToEndOfFile().prefix(64))
    process.waitUntilExit()
    return stride(from: 0, to: digits.count - 1, by: 2).compactMap {
      UInt8(String(decoding: digits[$0...$0 + 1], as: UTF8.self), radix: 16)
    }
  }
}

/// ASN.1 in DER, as far as tests write it.
package enum DER {
  package static func element(_ tag: UInt8, _ parts: [UInt8]...) -> [UInt8] {
    let content = parts.flatMap { $0 }
    guard content.count >= 0x80 else { return [tag, UInt8(content.count)] + content }
    return [tag, 0x82, UInt8(content.count >> 8), UInt8(content.count & 0xFF)] + content
  }

  package static func sequence(_ parts: [UInt8]...) -> [UInt8] {
    element(0x30, parts.flatMap { $0 })
  }
}

/// A signature in CMS (RFC 5652).
package enum CMS {
  private static let sha256 = DER.sequence(
    DER.element(0x06, [0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x01]))
  private static let signedData: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x02]
  private static let content: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x01]
  private static let messageDigest: [UInt8] = [
    0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x09, 0x04,
  ]

  package static func signature(digest: [UInt8], signer: String) -> [UInt8] {
    func name(_ text: String) -> [UInt8] {
      DER.sequence(
        DER.element(
          0x31,
          DER.sequence(
            DER.element(0x06, [0x55, 0x04, 0x03]), DER.element(0x0C, Array(text.utf8)))))
    }
    func certificate(_ subject: String, serial: UInt8) -> [UInt8] {
      DER.sequence(
        DER.sequence(
          DER.element(0xA0, DER.element(0x02, [2])), DER.element(0x02, [serial]), sha256,
          name("Issuer"), DER.sequence(), name(subject)))
    }
    let signerInfo = DER.sequence(
      DER.element(0x02, [1]), DER.sequence(name("Issuer"), DER.element(0x02, [7])), sha256,
      DER.element(
        0xA0,
        DER.sequence(
          DER.element(0x06, messageDigest), DER.element(0x31, DER.element(0x04, digest)))),
      sha256, DER.element(0x04, [1, 2, 3]))
    return DER.sequence(
      DER.element(0x06, signedData),
      DER.element(
        0xA0,
        DER.sequence(
          DER.element(0x02, [1]), DER.element(0x31, sha256),
          DER.sequence(DER.element(0x06, content)),
          DER.element(0xA0, certificate("Root", serial: 3), certificate(signer, serial: 7)),
          DER.element(0x31, signerInfo))))
  }
}
