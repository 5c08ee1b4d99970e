import DocumentModel
import Wire

/// A PDF that annotations are to be written into: what it allows, and how.
struct AnnotatedFile {
  let file: ObjectFile
  let cipher: Cipher?

  /// Opens it and sees whether it may be written.
  init(_ bytes: UnsafeRawBufferPointer, password: [UInt8]) throws(SaveBlocker) {
    file = try Self.open(bytes, password: password)
    guard !file.isRebuilt else { throw .damaged }
    cipher = file.isEncrypted || file.trailer["Encrypt"] != nil ? try Cipher(file) : nil
  }

  /// A new one for each piece of work: it remembers whose names it has met.
  func reader() -> AnnotationReader { AnnotationReader(file) }

  /// The password as it is, as Latin-1, and none.
  static func open(
    _ bytes: UnsafeRawBufferPointer, password: [UInt8]
  ) throws(SaveBlocker) -> ObjectFile {
    do throws(ObjectFile.Failure) {
      return try ObjectFile(bytes, passwords: Passwords.candidates(password))
    } catch {
      throw error == .unreadable ? .damaged : .encryption
    }
  }

  /// More objects than any file has: a number that is made up (PDF 32000-1, annex C, has 8,388,607).
  private static let mostObjects = 16 << 20

  /// One more than the highest object's number; counted where the file does not tell it right.
  var size: Int {
    let told = file.followed(file.trailer["Size"]).integer ?? 0
    let isWrong = file.warnings.contains { $0.contains("reported number of objects") }
    guard (1...Self.mostObjects).contains(told) else { return file.countedSize() }
    return isWrong ? max(told, file.countedSize()) : told
  }
}

/// The forms a password is tried in: files of revision 2 to 4 want Latin-1, later ones UTF-8.
enum Passwords {
  static func candidates(_ password: [UInt8]) -> [[UInt8]] {
    let bytes = Array(password.prefix(127)).filter { $0 != 0 }
    guard !bytes.isEmpty else { return [[]] }
    var forms = [bytes]
    if bytes.contains(where: { $0 >= 0x80 }) {
      let scalars = String(decoding: bytes, as: UTF8.self).unicodeScalars
      if scalars.allSatisfy({ $0.value <= 0xFF }) {
        forms.append(scalars.map { UInt8($0.value) })
      }
      forms.append(Array(String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) })).utf8))
    }
    return forms + [[]]
  }
}
