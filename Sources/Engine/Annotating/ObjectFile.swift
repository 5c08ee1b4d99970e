internal import CQPDF
import Glibc

/// The objects of a PDF as libqpdf reads them, fetched by number and returned as values.
///
/// libqpdf's recovery stays enabled, since without it objects with a wrong length are lost; `isRebuilt` is true if it ran.
final class ObjectFile {
  /// Not owned; the creator keeps the bytes alive.
  let bytes: UnsafeRawBufferPointer
  let trailer: [String: PDFObject]
  /// Warnings of libqpdf so far.
  private(set) var warnings: [String] = []
  /// The candidate password that opened the file.
  let password: [UInt8]
  private(set) var handle: qpdf_data?
  private var counted: Int?
  /// Objects that libqpdf rejects for a number with too many digits, and those read in spite of that.
  private var overlong: Set<Int> = []
  private var overlongRead: [PDFObject.Reference: PDFObject] = [:]
  private var overlongNumbers: OverlongNumbers
  private var memory: ObjectMemory?
  /// An older version of the file that provides all objects not replaced since; nil if every object is read from this file.
  var older: OlderObjects?

  private static let mostWarnings = 1_000
  private static let mostOverlong = 64

  enum Failure: Error {
    /// libqpdf finds no document in the bytes.
    case unreadable
    case passwordWrong
    /// Encrypted for certificates or by another program's handler: no password opens it.
    case encryptionUnknown
  }

  /// Tries the passwords in turn. The bytes must outlive this object.
  init(_ bytes: UnsafeRawBufferPointer, passwords: [[UInt8]]) throws(Failure) {
    self.bytes = bytes
    overlongNumbers = OverlongNumbers(bytes)
    var outcome: (handle: qpdf_data, password: [UInt8])?
    var failure = Failure.unreadable
    let end = Self.end(of: bytes)
    for password in passwords {
      var handle = qpdf_init()
      guard let opened = handle else { throw .unreadable }
      qpdf_silence_errors(opened)
      qpdf_set_suppress_warnings(opened, 1)
      let text = (password + [0]).map { CChar(bitPattern: $0) }
      let code = qpdf_read_memory(
        opened, "document", bytes.baseAddress?.assumingMemoryBound(to: CChar.self),
        UInt64(end), text)
      if code & 2 == 0 {
        outcome = (opened, password)
        break
      }
      switch qpdf_get_error(opened).map({ qpdf_get_error_code(opened, $0) }) {
      case qpdf_e_password: failure = .passwordWrong
      case qpdf_e_unsupported: failure = .encryptionUnknown
      default: break
      }
      qpdf_cleanup(&handle)
    }
    guard let outcome else { throw failure }
    handle = outcome.handle
    password = outcome.password
    let found = Self.value(outcome.handle, qpdf_get_trailer(outcome.handle), isFollowed: true)
    trailer = found?.dictionary ?? [:]
    gatherWarnings()
  }

  deinit { qpdf_cleanup(&handle) }

  /// Returns the offset after the last `%%EOF`; zeros that follow it would count as damage. If objects follow, the end of a later
  /// revision is missing: that is damage.
  private static func end(of bytes: UnsafeRawBufferPointer) -> Int {
    let mark = Array("%%EOF".utf8)
    var place = bytes.count - mark.count
    let first = max(0, place - (1 << 20))
    while place >= first {
      if bytes[place] == 0x25, bytes[place...].starts(with: mark) {
        var end = place + mark.count
        while end < bytes.count, bytes[end] == 0x0A || bytes[end] == 0x0D { end += 1 }
        let hasObjects = bytes.firstIndex(of: Array(" obj".utf8), in: end..<bytes.count) != nil
        return hasObjects ? bytes.count : end
      }
      place -= 1
    }
    return bytes.count
  }

  /// Collects the warnings that libqpdf has issued since the last call.
  func gatherWarnings() {
    guard let handle else { return }
    while qpdf_more_warnings(handle) != 0 {
      guard let warning = qpdf_next_warning(handle) else { return }
      guard warnings.count < Self.mostWarnings,
        let text = qpdf_get_error_full_text(handle, warning)
      else { continue }
      let words = String(cString: text)
      warnings.append(words)
      if overlong.count < Self.mostOverlong, let number = OverlongNumbers.object(in: words) {
        overlong.insert(number)
      }
    }
  }

  /// Whether the cross-reference was wrong and libqpdf rebuilt it.
  var isRebuilt: Bool {
    warnings.contains { $0.contains("file is damaged") || $0.contains("reconstruct") }
  }

  var isEncrypted: Bool { handle.map { qpdf_is_encrypted($0) != 0 } ?? false }

  /// Whether users without the owner password may annotate (PDF 32000-1, table 22).
  var allowsAnnotations: Bool {
    handle.map { qpdf_allow_modify_annotation($0) != 0 } ?? false
  }

  /// Whether they may fill in forms, by the right to annotate or by that for forms alone.
  var allowsFilling: Bool {
    allowsAnnotations || handle.map { qpdf_allow_modify_form($0) != 0 } ?? false
  }

  var root: PDFObject.Reference? { trailer["Root"]?.reference }

  /// Caches objects from now on, up to so many bytes; for a file that does not change and is read repeatedly.
  func remember(atMost bytes: Int) { memory = ObjectMemory(atMost: bytes) }

  /// Returns the object with a number; null if there is none.
  func object(_ place: PDFObject.Reference) -> PDFObject {
    if let older, !older.replaced.contains(place) { return older.file.object(place) }
    if let known = memory?[place] { return known }
    let read = readObject(place)
    memory?[place] = read
    return read
  }

  private func readObject(_ place: PDFObject.Reference) -> PDFObject {
    guard let handle, place.number > 0, place.number < Int(Int32.max),
      (0...65_535).contains(place.generation)
    else { return .null }
    let found = qpdf_get_object_by_id(handle, Int32(place.number), Int32(place.generation))
    let value = Self.value(handle, found, isFollowed: true)
    // Fetching the error clears it; otherwise libqpdf prints it later.
    if qpdf_has_error(handle) != 0 { _ = qpdf_get_error(handle) }
    guard value == nil || value == .null, qpdf_more_warnings(handle) != 0 || !overlong.isEmpty
    else { return value ?? .null }
    gatherWarnings()
    return overlong.contains(place.number) ? overlongObject(place) : .null
  }

  /// Returns an object whose overlong numbers are clamped. Not for encrypted files, whose strings would stay encrypted.
  private func overlongObject(_ place: PDFObject.Reference) -> PDFObject {
    if let known = overlongRead[place] { return known }
    guard let handle, !isEncrypted, let text = overlongNumbers.text(of: place) else {
      return .null
    }
    let parsed = Self.value(handle, qpdf_oh_parse(handle, text), isFollowed: true)
    if qpdf_has_error(handle) != 0 { _ = qpdf_get_error(handle) }
    let object = parsed.map(OverlongNumbers.referring) ?? .null
    overlongRead[place] = object
    return object
  }

  /// Resolves a reference; any other value is returned as it is.
  func followed(_ value: PDFObject?) -> PDFObject {
    switch value {
    case .reference(let place): object(place)
    case .some(let value): value
    case nil: .null
    }
  }

  /// Returns the data of a stream, decoded or as stored (`isPacked`); nil if it cannot be read.
  func data(of place: PDFObject.Reference, isPacked: Bool = false) -> [UInt8]? {
    guard let handle else { return nil }
    let found = qpdf_get_object_by_id(handle, Int32(place.number), Int32(place.generation))
    defer { qpdf_oh_release(handle, found) }
    guard qpdf_oh_is_stream(handle, found) != 0 else { return nil }
    var (isFiltered, data, count): (QPDF_BOOL, UnsafeMutablePointer<UInt8>?, Int) = (0, nil, 0)
    let code = qpdf_oh_get_stream_data(
      handle, found, isPacked ? qpdf_dl_none : qpdf_dl_generalized, &isFiltered, &data, &count)
    defer { free(data) }
    guard code & 2 == 0 else { return nil }
    return Array(UnsafeBufferPointer(start: data, count: count))
  }

  /// Returns the contents of a page, all streams concatenated; nil if they cannot be read.
  func contents(ofPage place: PDFObject.Reference) -> [UInt8]? {
    guard let handle else { return nil }
    let found = qpdf_get_object_by_id(handle, Int32(place.number), Int32(place.generation))
    defer { qpdf_oh_release(handle, found) }
    var (data, count): (UnsafeMutablePointer<UInt8>?, Int) = (nil, 0)
    let code = qpdf_oh_get_page_content_data(handle, found, &data, &count)
    defer { free(data) }
    guard code & 2 == 0 else { return nil }
    return Array(UnsafeBufferPointer(start: data, count: count))
  }

  /// One more than the highest object number. The first call reads the whole file: libqpdf's API shows the number only when it adds an object.
  func countedSize() -> Int {
    if let counted { return counted }
    let count = countObjects()
    counted = count
    return count
  }

  private func countObjects() -> Int {
    guard let handle else { return 0 }
    let null = qpdf_oh_new_null(handle)
    let made = qpdf_make_indirect_object(handle, null)
    defer {
      qpdf_oh_release(handle, null)
      qpdf_oh_release(handle, made)
    }
    return Int(qpdf_oh_get_object_id(handle, made))
  }

  /// Returns the document rewritten with every object found, keeping its encryption; nil on failure.
  func rewritten() -> [UInt8]? {
    guard let handle, qpdf_init_write_memory(handle) & 2 == 0 else { return nil }
    qpdf_set_preserve_encryption(handle, 1)
    guard qpdf_write(handle) & 2 == 0, let data = qpdf_get_buffer(handle) else { return nil }
    return Array(UnsafeBufferPointer(start: data, count: qpdf_get_buffer_length(handle)))
  }

}
