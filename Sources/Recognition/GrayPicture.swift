internal import CTesseract
import DocumentModel
import Glibc
import Wire

/// A page's picture in shades of gray, and how its pixels lie on the picture that was given.
final class GrayPicture {
  let pixels: UnsafeMutablePointer<Pix>
  let width: Int
  let height: Int
  /// The size of the given picture in pixels.
  let given: (width: Int, height: Int)
  /// How far the given picture is turned clockwise from this one.
  let turn: QuarterTurn
  /// The angle by which this picture was rotated clockwise about its middle, in radians.
  let angle: Double

  private init(
    _ pixels: UnsafeMutablePointer<Pix>, given: (width: Int, height: Int), turn: QuarterTurn,
    angle: Double
  ) {
    self.pixels = pixels
    width = Int(pixGetWidth(pixels))
    height = Int(pixGetHeight(pixels))
    self.given = given
    self.turn = turn
    self.angle = angle
  }

  /// Reads a picture from a memory, where it lies as `PictureFacts` says; the descriptor stays the caller's.
  convenience init(_ descriptor: Int32, width: Int, height: Int) throws(EngineFailure) {
    let facts = PictureFacts(width: width, height: height)
    var status = stat()
    guard width > 0, height > 0, fstat(descriptor, &status) == 0,
      Int(status.st_size) >= facts.byteCount
    else { throw .unreadable }
    let mapped = mmap(
      nil, facts.byteCount, PROT_READ, MAP_PRIVATE | Int32(MAP_POPULATE), descriptor, 0)
    guard let mapped, mapped != MAP_FAILED else { throw .outOfMemory }
    defer { munmap(mapped, facts.byteCount) }
    guard let pixels = pixCreateNoInit(l_int32(width), l_int32(height), 8),
      let target = pixGetData(pixels)
    else { throw .outOfMemory }
    Self.copy(
      mapped.assumingMemoryBound(to: UInt32.self), to: target, width: width, height: height,
      words: Int(pixGetWpl(pixels)))
    self.init(pixels, given: (width, height), turn: .none, angle: 0)
  }

  deinit {
    var pixels: UnsafeMutablePointer<Pix>? = pixels
    pixDestroy(&pixels)
  }

  /// Copies pixels as shades of gray into rows of `words` words, whose first pixel is in the highest byte.
  private static func copy(
    _ source: UnsafePointer<UInt32>, to target: UnsafeMutablePointer<UInt32>, width: Int,
    height: Int, words: Int
  ) {
    for y in 0..<height {
      let (row, line) = (source + y * width, target + y * words)
      var x = 0
      while x < width {
        var word: UInt32 = 0
        for at in x..<x + 4 {
          let pixel = at < width ? row[at] : 0xFF_FFFF
          let light = (pixel >> 16 & 0xFF) * 77 + (pixel >> 8 & 0xFF) * 150 + (pixel & 0xFF) * 29
          word = word << 8 | light >> 8
        }
        line[x / 4] = word
        x += 4
      }
    }
  }

  /// Pixels per inch, for a page of a size in points.
  func density(of size: PageSize) -> Int {
    guard size.width > 0 else { return Self.usualDensity }
    let density = Double(given.width) / (size.width / 72)
    return density.isFinite ? Int(min(max(70, density), 2_400)) : Self.usualDensity
  }

  private static let usualDensity = 300

  /// Returns the picture with some boxes blank.
  func blank(_ boxes: [DocumentModel.Box]) -> GrayPicture {
    guard let copy = pixCopy(nil, pixels) else { return self }
    for box in boxes {
      var frame = boxCreate(
        l_int32(box.x0), l_int32(box.y0), l_int32(box.width), l_int32(box.height))
      pixSetInRect(copy, frame)
      boxDestroy(&frame)
    }
    return GrayPicture(copy, given: given, turn: turn, angle: angle)
  }

  /// A part of a picture, enlarged or reduced, and the place of its corner.
  final class Part {
    let pixels: UnsafeMutablePointer<Pix>
    let x: Double
    let y: Double

    fileprivate init(_ pixels: UnsafeMutablePointer<Pix>, _ x: Double, _ y: Double) {
      self.pixels = pixels
      self.x = x
      self.y = y
    }

    deinit {
      var pixels: UnsafeMutablePointer<Pix>? = pixels
      pixDestroy(&pixels)
    }
  }

  /// Returns the pixels in a box, in another scale; nil if there are none.
  func part(_ box: DocumentModel.Box, scale: Double) -> Part? {
    let (x, y) = (max(0, Int(box.x0)), max(0, Int(box.y0)))
    let (width, height) = (min(self.width, Int(box.x1)) - x, min(self.height, Int(box.y1)) - y)
    guard width > 2, height > 2 else { return nil }
    var frame = boxCreate(l_int32(x), l_int32(y), l_int32(width), l_int32(height))
    defer { boxDestroy(&frame) }
    guard let pixels = pixClipRectangle(self.pixels, frame, nil) else { return nil }
    guard scale != 1 else { return Part(pixels, Double(x), Double(y)) }
    defer {
      var pixels: UnsafeMutablePointer<Pix>? = pixels
      pixDestroy(&pixels)
    }
    return pixScale(pixels, l_float32(scale), l_float32(scale)).map {
      Part($0, Double(x), Double(y))
    }
  }

  /// Returns the picture with paper that is equally light everywhere, or itself where it is so already: one threshold divides all of
  /// a page into ink and paper.
  func evened() -> GrayPicture {
    var paper: UnsafeMutablePointer<Pix>?
    defer { pixDestroy(&paper) }
    var (dark, light): (l_uint32, l_uint32) = (0, 0)
    // With the values of pixBackgroundNormSimple.
    guard pixGetBackgroundGrayMap(pixels, nil, 10, 15, 60, 40, &paper) == 0,
      pixGetRankValue(paper, 1, 0.02, &dark) == 0, pixGetRankValue(paper, 1, 0.98, &light) == 0,
      Double(dark) < Self.mostEven * Double(light),
      let even = pixBackgroundNormSimple(pixels, nil, nil)
    else { return self }
    return GrayPicture(even, given: given, turn: turn, angle: angle)
  }

  /// Darker paper is ink to the threshold, as a part of the lightest; between letters of dense text it is not much lighter.
  private static let mostEven = 0.6

  /// Returns the picture with its rows level, or itself where they are or no skew can be measured.
  func straightened() -> GrayPicture {
    var (degrees, confidence): (l_float32, l_float32) = (0, 0)
    guard let binary = pixThresholdToBinary(pixels, 130) else { return self }
    defer {
      var binary: UnsafeMutablePointer<Pix>? = binary
      pixDestroy(&binary)
    }
    guard pixFindSkew(binary, &degrees, &confidence) == 0, Double(confidence) >= Self.leastSureness,
      abs(degrees) >= Self.leastDegrees
    else { return self }
    let angle = Double(degrees) * .pi / 180
    guard
      let level = pixRotate(
        pixels, l_float32(angle), l_int32(L_ROTATE_AREA_MAP), l_int32(L_BRING_IN_WHITE), 0, 0)
    else { return self }
    return GrayPicture(level, given: given, turn: turn, angle: angle)
  }

  /// A smaller skew changes nothing that is recognised.
  private static let leastDegrees: l_float32 = 0.1
  /// Leptonica's own: less says nothing (skew.c).
  private static let leastSureness = 3.0

  /// Returns the picture, which is turned clockwise, turned back and with its rows level.
  func upright(from turn: QuarterTurn) -> GrayPicture {
    guard turn != .none, let upright = pixRotateOrth(pixels, l_int32(4 - turn.rawValue)) else {
      return straightened()
    }
    return GrayPicture(upright, given: given, turn: turn, angle: 0).straightened()
  }

  /// Returns where a pixel of this picture lies on the given one, in pixels.
  func origin(of point: Point) -> Point {
    // Back by the angle, about the middle; then back by the quarter turns.
    let (mx, my) = (Double(width) / 2, Double(height) / 2)
    let (dx, dy) = (point.x - mx, point.y - my)
    let x = mx + dx * cos(angle) + dy * sin(angle)
    let y = my - dx * sin(angle) + dy * cos(angle)
    let (w, h) = (Double(given.width), Double(given.height))
    return switch turn {
    case .none: Point(x: x, y: y)
    case .right: Point(x: w - y, y: x)
    case .half: Point(x: w - x, y: h - y)
    case .left: Point(x: y, y: h - x)
    }
  }
}
