internal import CQPDF
import Glibc

/// Conversion of libqpdf's objects to `PDFObject`.
extension ObjectFile {
  /// Limit on nested objects; libqpdf's own is 500.
  private static let deepest = 100

  static func bytes(_ text: UnsafePointer<CChar>?, _ count: Int) -> [UInt8] {
    guard let text else { return [] }
    return UnsafeRawBufferPointer(start: text, count: count).map { $0 }
  }

  /// Converts a handle to a value and releases it; nil if it is nested too deeply. With `isFollowed` an indirect object is resolved, otherwise it becomes a
  /// reference.
  static func value(
    _ file: qpdf_data, _ handle: qpdf_oh, isFollowed: Bool = false, depth: Int = 0
  ) -> PDFObject? {
    defer { qpdf_oh_release(file, handle) }
    guard depth < deepest else { return nil }
    if !isFollowed, qpdf_oh_is_indirect(file, handle) != 0 {
      return .reference(
        PDFObject.Reference(
          number: Int(qpdf_oh_get_object_id(file, handle)),
          generation: Int(qpdf_oh_get_generation(file, handle))))
    }
    switch qpdf_oh_get_type_code(file, handle) {
    case ot_boolean: return .bool(qpdf_oh_get_bool_value(file, handle) != 0)
    case ot_integer: return .integer(Int(qpdf_oh_get_int_value(file, handle)))
    case ot_real:
      return .real(qpdf_oh_get_real_value(file, handle).map { String(cString: $0) } ?? "0")
    case ot_name: return .name(name(qpdf_oh_get_name(file, handle)))
    case ot_string:
      var count = 0
      let text = qpdf_oh_get_binary_string_value(file, handle, &count)
      return .string(bytes(text, count))
    case ot_array: return array(file, handle, depth)
    case ot_dictionary: return dictionary(file, handle, depth).map { .dictionary($0) }
    case ot_stream:
      let entries = qpdf_oh_get_dict(file, handle)
      defer { qpdf_oh_release(file, entries) }
      return dictionary(file, entries, depth).map { .stream($0) }
    default: return .null
    }
  }

  private static func array(_ file: qpdf_data, _ handle: qpdf_oh, _ depth: Int) -> PDFObject? {
    let count = qpdf_oh_get_array_n_items(file, handle)
    var items: [PDFObject] = []
    items.reserveCapacity(Int(max(0, count)))
    for index in 0..<max(0, count) {
      guard
        let item = value(file, qpdf_oh_get_array_item(file, handle, index), depth: depth + 1)
      else { return nil }
      items.append(item)
    }
    return .array(items)
  }

  /// Collects the keys first, since libqpdf has only one dictionary iterator per document.
  private static func dictionary(
    _ file: qpdf_data, _ handle: qpdf_oh, _ depth: Int
  ) -> [String: PDFObject]? {
    var keys: [[CChar]] = []
    qpdf_oh_begin_dict_key_iter(file, handle)
    while qpdf_oh_dict_more_keys(file) != 0, let key = qpdf_oh_dict_next_key(file) {
      keys.append(Array(UnsafeBufferPointer(start: key, count: strlen(key) + 1)))
    }
    var entries: [String: PDFObject] = [:]
    for key in keys {
      guard let item = value(file, qpdf_oh_get_key(file, handle, key), depth: depth + 1) else {
        return nil
      }
      entries[key.withUnsafeBufferPointer { name($0.baseAddress) }] = item
    }
    return entries
  }

  /// Returns a name without its slash, one character per byte, since names need not be UTF-8.
  private static func name(_ text: UnsafePointer<CChar>?) -> String {
    guard let text else { return "" }
    let bytes = bytes(text, strlen(text)).dropFirst()
    guard bytes.contains(where: { $0 >= 0x80 }) else {
      return String(decoding: bytes, as: UTF8.self)
    }
    return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
  }
}
