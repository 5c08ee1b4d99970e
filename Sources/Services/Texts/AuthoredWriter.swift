package import DocumentModel
import Text

/// Writes authored text as lines: items after their markers, quotations after `> `, cells separated by tabs.
package enum AuthoredWriter {
  package static func bytes(of text: PageText, keepsHeads: Bool = false) -> [UInt8] {
    var bytes: [UInt8] = []
    var isAfterHead = false
    for block in text.blocks ?? [] {
      // An image without meaning.
      if block.kind == .figure, text.scalars[block.range].allSatisfy({ $0 == 0x20 }) { continue }
      guard keepsHeads || !block.kind.isRunningHead else {
        isAfterHead = bytes.isEmpty
        continue
      }
      let bars = [UInt8]("> ".utf8)
      let quotes = (0..<block.quotes).flatMap { _ in bars }
      if block.isApart, !isAfterHead { bytes.append(0x0A) }
      isAfterHead = false
      bytes += quotes
      bytes += [UInt8](repeating: 0x20, count: block.indent)
      UTF8Bytes.append(TextBlock(block, of: text).scalars, to: &bytes)
      bytes.append(0x0A)
    }
    return bytes
  }
}
