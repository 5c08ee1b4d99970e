import DocumentModel

extension ByteWriter {
  mutating func write(_ drawing: PageDrawing) {
    write(count: drawing.page)
    write(count: drawing.width)
    write(count: drawing.height)
    write(UInt8(drawing.turn.rawValue))
    if let part = present(drawing.part) {
      for side in [part.x, part.y, part.width, part.height] { write(count: side) }
    }
    write(drawing.profile)
  }

  mutating func write(_ profile: ColorProfile) {
    switch profile {
    case .normal: write(UInt8(0))
    case .dark: write(UInt8(1))
    case .sepia: write(UInt8(2))
    case .highContrast: write(UInt8(3))
    case .gray: write(UInt8(4))
    case .colors(let colors):
      write(UInt8(5))
      write(colors.paper)
      write(colors.ink)
    }
  }

  mutating func write(_ facts: PictureFacts) {
    write(count: facts.width)
    write(count: facts.height)
    write(facts.isBlank)
    write(facts.isGray)
  }
}

extension ByteReader {
  mutating func drawing() throws(WireError) -> PageDrawing {
    let (page, width, height) = (try index(), try index(), try index())
    guard let turn = QuarterTurn(rawValue: Int(try byte())) else { throw .invalid("turn") }
    var part: PixelRect?
    if try bool() {
      part = PixelRect(
        x: try index(), y: try index(), width: try index(), height: try index())
    }
    return PageDrawing(
      page: page, width: width, height: height, turn: turn, part: part, profile: try profile())
  }

  mutating func profile() throws(WireError) -> ColorProfile {
    switch try byte() {
    case 0: return .normal
    case 1: return .dark
    case 2: return .sepia
    case 3: return .highContrast
    case 4: return .gray
    case 5:
      let colors = PaperColors(paper: try integer(UInt32.self), ink: try integer(UInt32.self))
      guard colors.paper <= 0xFFFFFF, colors.ink <= 0xFFFFFF else { throw .invalid("colour") }
      return .colors(colors)
    default: throw .invalid("profile")
    }
  }

  mutating func pictureFacts() throws(WireError) -> PictureFacts {
    let (width, height) = (try index(), try index())
    guard (1...Limit.pictureSide).contains(width), (1...Limit.pictureSide).contains(height),
      width * height <= Limit.picturePixels
    else { throw .invalid("picture") }
    return PictureFacts(
      width: width, height: height, isBlank: try bool(), isGray: try bool())
  }
}

extension PageDrawing {
  /// Whether the picture is permitted: a part is within its page, and the number of pixels is limited.
  package func isWithin(pixels: Int = Limit.picturePixels) -> Bool {
    let sides = 1...(part == nil ? Limit.pictureSide : Limit.zoomedSide)
    guard sides.contains(width), sides.contains(height), page >= 0 else { return false }
    let frame = frame
    guard frame.x >= 0, frame.y >= 0, (1...Limit.pictureSide).contains(frame.width),
      (1...Limit.pictureSide).contains(frame.height), frame.x <= width - frame.width,
      frame.y <= height - frame.height
    else { return false }
    return frame.width * frame.height <= min(pixels, Limit.picturePixels)
  }
}
