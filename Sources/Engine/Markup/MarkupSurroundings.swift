/// How a file of markup is related to its book: its links, the names of its places, its images.
struct MarkupSurroundings {
  /// Returns the target of an address as it is written.
  var address: (String) -> LinkAddress = { LinkAddress($0) }
  /// Returns the name of the place with an identifier.
  var place: (String) -> String = { $0 }
  /// Returns whether a place is in a file before this one.
  var isBefore: (String) -> Bool = { _ in false }
  /// Returns an image's name in its document and its size in pixels; nil if there is no such image.
  var image: (String) -> (name: String, width: Int, height: Int)? = { _ in nil }
  /// Returns the same of a drawing in the file; nil where it cannot be drawn.
  var drawing: (MarkupNode) -> (name: String, width: Int, height: Int)? = { _ in nil }
}

extension MarkupSurroundings {
  /// A file on its own; `images` returns image files by their addresses.
  init(images: @escaping (String) -> [UInt8]?) {
    image = { address in
      images(address).flatMap { PictureFormat.size($0) }.map { (address, $0.width, $0.height) }
    }
  }
}
