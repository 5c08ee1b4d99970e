import DocumentModel

/// Some pixels of a picture.
struct PixelMask {
  let width: Int
  private(set) var marks: [Bool]

  init(width: Int, height: Int) {
    self.width = width
    marks = [Bool](repeating: false, count: width * height)
  }

  /// Takes a rectangle in, which lies within the picture.
  mutating func insert(_ area: PixelRect) {
    for y in area.y..<area.y + area.height {
      let start = y * width + area.x
      for index in start..<start + area.width { marks[index] = true }
    }
  }
}
