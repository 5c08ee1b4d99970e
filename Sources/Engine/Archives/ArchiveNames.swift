import CArchive
import Glibc

/// The names of an archive's entries as UTF-8, from its beginning to `end`.
struct ArchiveNames {
  private let before: locale_t?

  /// A locale in which libarchive gives names as UTF-8; loaded while files can still be opened. Nil where it is not installed.
  private nonisolated(unsafe) static let utf8 = newlocale(LC_CTYPE_MASK, "C.UTF-8", nil)

  init() {
    before = Self.utf8.map { uselocale($0) }
  }

  /// Loads what names need.
  static func load() { _ = utf8 }

  func end() {
    if let before { uselocale(before) }
  }

  static func path(of entry: OpaquePointer) -> String? {
    guard let path = archive_entry_pathname_utf8(entry) ?? archive_entry_pathname(entry) else {
      return nil
    }
    return String(validatingCString: path)
      ?? String(UnsafeBufferPointer(start: path, count: strlen(path)).map(character))
  }

  /// The characters of the bytes from 0x80 in names that are not UTF-8: code page 437, as in APPNOTE.TXT of PKWARE, appendix D.
  private static let upperHalf = Array(
    "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{A0}"
  )

  private static func character(_ byte: CChar) -> Character {
    let byte = UInt8(bitPattern: byte)
    return byte < 0x80 ? Character(Unicode.Scalar(byte)) : upperHalf[Int(byte) - 0x80]
  }
}
