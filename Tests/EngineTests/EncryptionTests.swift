import DocumentModel
import Foundation
import TestSupport
import Testing
import Wire

extension EngineTests {
  @Suite struct EncryptionTests {
    /// A document of one page, `Secret`, encrypted with RC4 of 40 bits (PDF 32000-1, 7.6.3, revision 2), made once by hand.
    struct Sealed: Sendable {
      var permissions: Int
      var owner: String
      var user: String
      var content: String

      var file: Data {
        var writer = PDFWriter()
        let tree = writer.reserve()
        let font = writer.add("<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>")
        let bytes = content.hexadecimal
        let stream = writer.add(
          bytes: Array("<</Length \(bytes.count)>>stream\n".utf8) + bytes
            + Array("\nendstream".utf8))
        let page = writer.add(
          "<</Type/Page/Parent \(tree) 0 R/MediaBox[0 0 612 792]/Contents \(stream) 0 R"
            + "/Resources<</Font<</F \(font) 0 R>>>>>>")
        writer.set(tree, "<</Type/Pages/Kids[\(page) 0 R]/Count 1>>")
        let root = writer.add("<</Type/Catalog/Pages \(tree) 0 R>>")
        let lock = writer.add(
          "<</Filter/Standard/V 1/R 2/P \(permissions)/O<\(owner)>/U<\(user)>>>")
        let id = String(repeating: "0", count: 32)
        return writer.file(root: root, trailer: "/Encrypt \(lock) 0 R/ID[<\(id)><\(id)>]")
      }
    }

    /// Opens without a password, and allows everything.
    static let open = Sealed(
      permissions: -4, owner: "c92422687facee686e373f10b5c7d04738053152f7e2ee30e11c69ec442576ab",
      user: "ca1391d96ee32edafe6cd2ca685744b197741bdfafec10c060c7d7212dab2ee4",
      content: "7c4f7f34080acebfe440094a5b4ac48cb22b236e13b040d49414846aff22e1645ca75f0e")
    /// Opens without a password, and allows neither printing nor copying.
    static let restricted = Sealed(
      permissions: -64, owner: "c92422687facee686e373f10b5c7d04738053152f7e2ee30e11c69ec442576ab",
      user: "fee34b37e80dd5bd419e3dbed867ddff4914924d510bd2a05252bf723fb20117",
      content: "9af5bb506e6b282a445b5e2eab4c367b4febe7b0b25866adee0e587b2f099affe94092a3")
    /// Opens with `sesam` or `owner`.
    static let locked = Sealed(
      permissions: -4, owner: "92fe1f575cf1db67547904cc0b59d10140d4cbe52fa4feb078c0a82ca0591378",
      user: "571cdaa83a82ed7678dc13e95740872750c633b27667609c3b407576a722e830",
      content: "268f8a261916e6eaf9fc6a6925f672c96d5bd7a88bdb32db879c8e9df4ab3644aaa9b65d")
    /// Opens with `märz`, of which its maker used the Latin-1 bytes.
    static let accented = Sealed(
      permissions: -4, owner: "8c7f1e4c19662a774442fb072e3d9f19e9d130ec09a4d0061e78fe920f7ab62f",
      user: "6957ecaa9a0260f5f54ace5bbcdc657c62292b874ae106a640e6873567d95178",
      content: "d3e86469bc95278b47a63f06b4270bc2b94a7a97efddc09b86bab5e24df4b529f26087ac")

    @Test func documentsWithAnEmptyPasswordAreEncrypted() throws {
      for document in [Self.open, Self.restricted] {
        let bench = try EngineBench(document.file)
        #expect(try bench.text().string == "Secret")
        #expect(try bench.metadata().isEncrypted)
      }
      #expect(try EngineBench(Self.open.file).metadata().permissions.contains(.print))
      #expect(
        try EngineBench(Self.restricted.file).metadata().permissions.isDisjoint(with: [
          .print, .copy,
        ]))
    }

    /// No password opens such a file, so none is requested.
    @Test(arguments: ["", "sesam"]) func unknownEncryptionIsReported(_ password: String) throws {
      var bytes = Array(Self.locked.file)
      let (name, other) = (Array("/Standard".utf8), Array("/MySecure".utf8))
      let place = try #require(
        bytes.indices.dropLast(name.count).first { bytes[$0...].starts(with: name) })
      bytes.replaceSubrange(place..<place + name.count, with: other)
      #expect(throws: EngineFailure.encryptionUnknown) {
        _ = try EngineBench(Data(bytes), password: password)
      }
    }

    @Test func passwordsAreRequestedAndTried() throws {
      #expect(throws: EngineFailure.passwordNeeded) { _ = try EngineBench(Self.locked.file) }
      #expect(throws: EngineFailure.passwordWrong) {
        _ = try EngineBench(Self.locked.file, password: "Sesam")
      }
      for password in ["sesam", "owner"] {
        let bench = try EngineBench(Self.locked.file, password: password)
        #expect(try bench.text().string == "Secret")
        #expect(try bench.metadata().isEncrypted)
      }
      #expect(try EngineBench(Self.accented.file, password: "märz").text().string == "Secret")
    }

    /// Over 127 bytes poppler would abort on files of revision 6.
    @Test func overlongPasswordsAreWrong() throws {
      #expect(throws: EngineFailure.passwordWrong) {
        _ = try EngineBench(Self.locked.file, password: String(repeating: "x", count: 1_000))
      }
    }

    @Test func anUnneededPasswordIsHarmless() throws {
      var document = PagedPDF()
      document.addPage("Plain")
      let bench = try EngineBench(document.file(), password: "anything")
      #expect(try bench.text().string == "Plain")
      #expect(try !bench.metadata().isEncrypted)
    }
  }
}

extension String {
  /// The bytes it gives in hexadecimal digits.
  fileprivate var hexadecimal: [UInt8] {
    let digits = Array(utf8)
    return stride(from: 0, to: digits.count, by: 2).compactMap {
      UInt8(String(decoding: digits[$0..<$0 + 2], as: UTF8.self), radix: 16)
    }
  }
}
