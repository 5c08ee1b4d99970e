import DocumentModel
import Engine
import Foundation
import Glibc
import Pictures
import Wire

/// Pictures from strangers: labels of thumbnails in the reader, files of pictures in the worker.
extension Target {
  static let pictures =
    [
      Target(
        name: "png-labels", seeds: { [png, []] },
        words: ["tEXt", "IEND", "IHDR", "Thumb::URI\u{0}"]
      ) {
        let file = Scratch.memory($0)
        defer { close(file) }
        let label = PNGLabel(descriptor: file)
        return label.map { $0.width > 0 && $0.height > 0 } ?? true
          ? nil : "a picture without a size"
      }
    ]
    + [("png", png), ("jpg", jpeg), ("webp", webp), ("gif", gif), ("tif", tiff)].map {
      ending, seed in
      Target(
        name: ending + "-pictures", seeds: { [seed] },
        words: ["IDAT", "PLTE", "tRNS", "acTL", "\u{89}PNG"]
      ) { bytes in
        let request = ThumbnailRequest(name: "a." + ending, largest: 128)
        let reply = Engine().answer(.makeThumbnail(request), descriptor: Scratch.memory(bytes))
        guard case .thumbnailMade(let thumbnail) = reply else { return nil }
        let isRight =
          thumbnail.facts.width <= request.side && thumbnail.facts.height <= request.side
        return isRight && thumbnail.pixels.count == thumbnail.facts.byteCount
          ? nil : "a thumbnail of another size"
      }
    }

  /// Two by two pixels, with the texts a thumbnail has.
  private static let png: [UInt8] = {
    var bytes: [UInt8] = []
    let pixels = [UInt8](repeating: 90, count: 16)
    pixels.withUnsafeBytes { buffer in
      try? PNGFile.write(
        PictureFacts(width: 2, height: 2), buffer, dotsPerInch: 72,
        texts: [("Thumb::URI", "file:///a"), ("Thumb::MTime", "1700000000")]
      ) { part in
        collected.bytes += part
        return true
      }
    }
    bytes = collected.bytes
    return bytes
  }()

  private final class Collected { var bytes: [UInt8] = [] }
  nonisolated(unsafe) private static let collected = Collected()

  /// One pixel each.
  private static let gif = [UInt8](
    Array("GIF89a".utf8) + [1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255]
      + [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0, 0x3B])
  private static let tiff: [UInt8] = {
    let fields: [(tag: UInt8, value: UInt8)] = [
      (0, 1), (1, 1), (2, 8), (3, 1), (6, 1), (17, 8), (21, 1), (22, 1), (23, 1),
    ]
    let entries = fields.flatMap { [$0.tag, 1, 3, 0, 1, 0, 0, 0, $0.value, 0, 0, 0] as [UInt8] }
    return [0x49, 0x49, 0x2A, 0, 10, 0, 0, 0, 90, 0, UInt8(fields.count), 0] + entries + [
      0, 0, 0, 0,
    ]
  }()

  /// Two by two pixels each.
  private static let jpeg = bytes(
    """
    /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAMCAgICAgMCAgIDAwMDBAYEBAQEBAgGBgUGCQgKCgkICQkKDA8MCgsOCwkJDRENDg8QEBEQCgwSExIQEw8QEBD/
    2wBDAQMDAwQDBAgEBAgQCwkLEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBD/wAARCAACAAIDAREAAhEBAxEB/8QA
    FAABAAAAAAAAAAAAAAAAAAAACP/EABQQAQAAAAAAAAAAAAAAAAAAAAD/xAAVAQEBAAAAAAAAAAAAAAAAAAAHCf/EABQRAQAAAAAAAAAAAAAAAAAAAAD/2gAM
    AwEAAhEDEQA/ADoDFU3/2Q==
    """)
  private static let webp = bytes(
    """
    UklGRjwAAABXRUJQVlA4IDAAAADQAQCdASoCAAIAAgA0JaACdLoB+AADsAD+8MQL/yC5YXXI1/8gP+QH/ID/+PIAAAA=
    """)

  private static func bytes(_ base64: String) -> [UInt8] {
    Array(Data(base64Encoded: base64, options: .ignoreUnknownCharacters) ?? Data())
  }
}
