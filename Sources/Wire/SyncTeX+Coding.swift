import DocumentModel

extension ByteWriter {
  mutating func write(_ question: SyncTeXQuestion) {
    switch question {
    case .place(let line, let source, let folder):
      write(UInt8(1))
      write(count: line)
      write(source)
      write(folder)
    case .source(let page, let point):
      write(UInt8(2))
      write(count: page)
      write(point.x)
      write(point.y)
    }
  }

  mutating func write(_ answer: SyncTeXAnswer) {
    switch answer {
    case .place(let place):
      write(UInt8(1))
      write(count: place.page)
      write(place.point.x)
      write(place.point.y)
      write(plain: [place.box])
    case .source(let source):
      write(UInt8(2))
      write(source.path)
      write(count: source.line)
      write(count: source.column)
    case .unknownSource: write(UInt8(3))
    case .nothing: write(UInt8(4))
    }
  }
}

extension ByteReader {
  mutating func syncTeXQuestion() throws(WireError) -> SyncTeXQuestion {
    switch try byte() {
    case 1:
      return .place(line: try index(), source: try string(), folder: try string())
    case 2: return .source(page: try index(), Point(x: try double(), y: try double()))
    default: throw .invalid("SyncTeX question")
    }
  }

  mutating func syncTeXAnswer() throws(WireError) -> SyncTeXAnswer {
    switch try byte() {
    case 1:
      let (page, point) = (try index(), Point(x: try double(), y: try double()))
      return .place(SyncTeXPlace(page: page, point: point, box: try box()))
    case 2:
      return .source(
        SyncTeXSource(path: try string(), line: try index(), column: try index()))
    case 3: return .unknownSource
    case 4: return .nothing
    default: throw .invalid("SyncTeX answer")
    }
  }
}
