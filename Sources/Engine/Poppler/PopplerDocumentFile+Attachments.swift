internal import CPoppler
package import DocumentModel
package import Wire

/// Collects what poppler hands out in pieces, up to a limit.
private final class ByteCollector {
  var bytes: [UInt8] = []
  var isTooMuch = false
}

/// The limit in bytes: an array grows by doubling, and twice as much still fits into the worker's memory.
private let longestAttachment = 256 << 20

extension PopplerDocumentFile {
  package func attachments() -> [Attachment] {
    withAttachments { list in
      list.prefix(Limit.attachments).map { attachment in
        let size = attachment.pointee.size
        return Attachment(
          name: Self.text(attachment.pointee.name),
          summary: Self.text(attachment.pointee.description),
          size: size > 0 && size < UInt(Int32.max) ? Int(size) : nil)
      }
    }
  }

  private static func text(_ string: UnsafeMutablePointer<CChar>?) -> String {
    GLibText.copy(string)
  }

  private func withAttachments<Result>(
    _ body: ([UnsafeMutablePointer<PopplerAttachment>]) -> Result
  ) -> Result {
    // Opening the document in poppler-glib, too, takes as long as in its core.
    guard core.attachmentCount > 0 else { return body([]) }
    let list = (try? shown()).flatMap { poppler_document_get_attachments($0) }
    var found: [UnsafeMutablePointer<PopplerAttachment>] = []
    var next = list
    while let node = next {
      next = node.pointee.next
      if let data = node.pointee.data {
        found.append(data.assumingMemoryBound(to: PopplerAttachment.self))
      }
    }
    defer {
      for attachment in found { g_object_unref(UnsafeMutableRawPointer(attachment)) }
      g_list_free(list)
    }
    return body(found)
  }

  package func attachment(
    _ index: Int, from offset: Int
  ) throws(EngineFailure) -> (bytes: [UInt8], total: Int) {
    if lastAttachment?.index != index {
      lastAttachment = nil
      let collector = ByteCollector()
      let isWhole = withAttachments { list -> Bool in
        guard index >= 0, index < list.count else { return false }
        let context = Unmanaged.passUnretained(collector).toOpaque()
        return poppler_attachment_save_to_callback(
          list[index],
          { bytes, count, context, _ in
            guard let bytes, let context else { return 0 }
            let collector = Unmanaged<ByteCollector>.fromOpaque(context).takeUnretainedValue()
            guard collector.bytes.count + Int(count) <= longestAttachment else {
              collector.isTooMuch = true
              return 0
            }
            bytes.withMemoryRebound(to: UInt8.self, capacity: Int(count)) {
              collector.bytes.append(contentsOf: UnsafeBufferPointer(start: $0, count: Int(count)))
            }
            return 1
          }, context, nil) != 0
      }
      guard isWhole else { throw collector.isTooMuch ? .tooLarge : .notFound }
      lastAttachment = (index, collector.bytes)
    }
    guard let bytes = lastAttachment?.bytes, offset >= 0, offset <= bytes.count else {
      throw .notFound
    }
    return (Array(bytes[offset...].prefix(Limit.shared / 2)), bytes.count)
  }
}
