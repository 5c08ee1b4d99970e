import Foundation
import TestSupport
import Testing
import Wire

extension EngineTests {
  @Suite struct PageImagesTests {
    private func sums(_ stream: String, _ entries: String = "") throws -> [UInt64] {
      var writer = PDFWriter()
      let tree = writer.reserve()
      let image = writer.add(
        stream: stream,
        "/Subtype/Image/Width 2/Height 2/ColorSpace/DeviceGray/BitsPerComponent 8\(entries)")
      let page = writer.add(
        "<</Type/Page/Parent \(tree) 0 R/MediaBox[0 0 9 9]/Resources<</XObject<</I \(image) 0 R>>>>>>"
      )
      writer.set(tree, "<</Type/Pages/Kids[\(page) 0 R]/Count 1>>")
      let root = writer.add("<</Type/Catalog/Pages \(tree) 0 R>>")
      let bench = try EngineBench(writer.file(root: root))
      guard case .imageSums(let sums) = try bench.ask(.imageSums(page: 0)) else { return [] }
      return sums
    }

    /// Other programs may compress the images of a scan again.
    @Test func imageFingerprintsIgnoreCompression() throws {
      let plain = try sums("ABCD")
      #expect(plain.count == 1)
      #expect(try sums("41424344>", "/Filter/ASCIIHexDecode") == plain)
      #expect(try sums("ABCE") != plain)
    }
  }
}
