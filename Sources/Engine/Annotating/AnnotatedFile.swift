import DocumentModel
import Wire

/// A PDF to be annotated: its objects, its encryption and the size of its cross-reference.
struct AnnotatedFile {
  let file: ObjectFile
  let cipher: Cipher?

  /// Opens the file. Throws `.damaged` if libqpdf had to rebuild its cross-reference, `.encryption` if Recto cannot encrypt like it.
  init(_ bytes: UnsafeRawBufferPointer, password: [UInt8]) throws(SaveBlocker) {
    file = try Self.open(bytes, password: password)
    guard !file.isRebuilt else { throw .damaged }
    cipher = file.isEncrypted || file.trailer["Encrypt"] != nil ? try Cipher(file) : nil
  }

  /// Returns a new reader. Each task needs its own, since a reader remembers which annotation names it has met.
  func reader() -> AnnotationReader { AnnotationReader(file) }

  /// Opens the bytes with each candidate password in turn. Throws `.damaged` or `.encryption`.
  static func open(
    _ bytes: UnsafeRawBufferPointer, password: [UInt8]
  ) throws(SaveBlocker) -> ObjectFile {
    do throws(ObjectFile.Failure) {
      return try ObjectFile(bytes, passwords: Passwords.candidates(password))
    } catch {
      throw error == .unreadable ? .damaged : .encryption
    }
  }

  /// Upper limit for a believable `/Size`; PDF 32000-1, annex C, allows 8,388,607 objects.
  private static let mostObjects = 16 << 20

  /// One more than the highest object number; counted if `/Size` is missing, implausible or reported wrong by libqpdf.
  var size: Int {
    let stated = file.followed(file.trailer["Size"]).integer ?? 0
    let isWrong = file.warnings.contains { $0.contains("reported number of objects") }
    guard (1...Self.mostObjects).contains(stated) else { return file.countedSize() }
    return isWrong ? max(stated, file.countedSize()) : stated
  }
}
