internal import CQPDF

/// Changes by libqpdf of a document in memory, which are written later.
extension ObjectFile {
  /// Puts an object in the place of another; streams are not made this way.
  func replace(_ place: PDFObject.Reference, _ value: PDFObject) {
    guard let handle else { return }
    let made = handleOf(value)
    qpdf_replace_object(handle, Int32(place.number), Int32(place.generation), made)
    qpdf_oh_release(handle, made)
  }

  /// A new object of its own.
  func make(_ value: PDFObject) -> PDFObject.Reference? {
    guard let handle else { return nil }
    let made = handleOf(value)
    let object = qpdf_make_indirect_object(handle, made)
    defer {
      qpdf_oh_release(handle, made)
      qpdf_oh_release(handle, object)
    }
    return reference(object)
  }

  /// Sets a key of the trailer; null takes it out.
  func set(trailer key: String, _ value: PDFObject) {
    guard let handle else { return }
    let trailer = qpdf_get_trailer(handle)
    let made = handleOf(value)
    Self.nameBytes(key).withUnsafeBufferPointer {
      qpdf_oh_replace_or_remove_key(handle, trailer, $0.baseAddress, made)
    }
    qpdf_oh_release(handle, made)
    qpdf_oh_release(handle, trailer)
  }

  /// Returns the pages as a flat list, each with its inherited attributes; nil on failure.
  func flatPages() -> [PDFObject.Reference]? {
    guard let handle, qpdf_push_inherited_attributes_to_page(handle) & 2 == 0 else { return nil }
    let count = qpdf_get_num_pages(handle)
    guard count > 0 else { return nil }
    return pages(0..<Int(count))
  }

  /// Reads the list of pages again after it was changed by `replace`.
  func lookAtPagesAgain() -> Bool {
    guard let handle else { return false }
    return qpdf_update_all_pages_cache(handle) & 2 == 0
  }

  private func pages(_ range: Range<Int>) -> [PDFObject.Reference]? {
    guard let handle else { return nil }
    var pages: [PDFObject.Reference] = []
    pages.reserveCapacity(range.count)
    for index in range {
      let page = qpdf_get_page_n(handle, index)
      defer { qpdf_oh_release(handle, page) }
      guard let place = reference(page) else { return nil }
      pages.append(place)
    }
    return pages
  }

  /// Appends a page of another file with everything it needs except other pages; nil on failure. The other file must live until this
  /// one is written.
  func append(_ page: PDFObject.Reference, of other: ObjectFile) -> PDFObject.Reference? {
    guard let handle, let source = other.handle else { return nil }
    let object = qpdf_get_object_by_id(source, Int32(page.number), Int32(page.generation))
    defer { qpdf_oh_release(source, object) }
    guard qpdf_oh_is_dictionary(source, object) != 0,
      qpdf_add_page(handle, source, object, 0) & 2 == 0
    else { return nil }
    let count = Int(qpdf_get_num_pages(handle))
    return pages(count - 1..<count)?.first
  }

  /// Copies any other object of another file.
  func copy(_ place: PDFObject.Reference, of other: ObjectFile) -> PDFObject.Reference? {
    guard let handle, let source = other.handle else { return nil }
    let object = qpdf_get_object_by_id(source, Int32(place.number), Int32(place.generation))
    defer { qpdf_oh_release(source, object) }
    let made = qpdf_oh_copy_foreign_object(handle, source, object)
    defer { qpdf_oh_release(handle, made) }
    return reference(made)
  }

  /// Whether the document permits assembling and changing without the owner's password (PDF 32000-1, table 22).
  var allowsAssembly: Bool { handle.map { qpdf_allow_modify_assembly($0) != 0 } ?? false }
  var allowsChanges: Bool { handle.map { qpdf_allow_modify_other($0) != 0 } ?? false }
  var allowsExtraction: Bool { handle.map { qpdf_allow_extract_all($0) != 0 } ?? false }

  private func reference(_ object: qpdf_oh) -> PDFObject.Reference? {
    guard let handle, qpdf_oh_is_indirect(handle, object) != 0 else { return nil }
    return PDFObject.Reference(
      number: Int(qpdf_oh_get_object_id(handle, object)),
      generation: Int(qpdf_oh_get_generation(handle, object)))
  }

  /// A name with its slash, as libqpdf wants it.
  private static func nameBytes(_ name: String) -> [CChar] {
    [0x2F] + name.unicodeScalars.map { CChar(truncatingIfNeeded: $0.value) } + [0]
  }

  /// Returns a handle, which the caller releases; a stream becomes its dictionary.
  private func handleOf(_ value: PDFObject) -> qpdf_oh {
    switch value {
    case .null: return qpdf_oh_new_null(handle)
    case .bool(let value): return qpdf_oh_new_bool(handle, value ? 1 : 0)
    case .integer(let value): return qpdf_oh_new_integer(handle, Int64(value))
    case .real(let text): return qpdf_oh_new_real_from_string(handle, text)
    case .name(let name):
      return Self.nameBytes(name).withUnsafeBufferPointer {
        qpdf_oh_new_name(handle, $0.baseAddress)
      }
    case .string(let bytes):
      return bytes.map { CChar(bitPattern: $0) }.withUnsafeBufferPointer {
        qpdf_oh_new_binary_string(handle, $0.baseAddress, bytes.count)
      }
    case .reference(let place):
      return qpdf_get_object_by_id(handle, Int32(place.number), Int32(place.generation))
    case .array(let items):
      let array = qpdf_oh_new_array(handle)
      for item in items {
        let made = handleOf(item)
        qpdf_oh_append_item(handle, array, made)
        qpdf_oh_release(handle, made)
      }
      return array
    case .dictionary(let entries), .stream(let entries):
      let dictionary = qpdf_oh_new_dictionary(handle)
      for (key, item) in entries {
        let made = handleOf(item)
        Self.nameBytes(key).withUnsafeBufferPointer {
          qpdf_oh_replace_key(handle, dictionary, $0.baseAddress, made)
        }
        qpdf_oh_release(handle, made)
      }
      return dictionary
    }
  }
}
