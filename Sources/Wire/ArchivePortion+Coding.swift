import DocumentModel

extension ByteWriter {
  mutating func write(_ portion: ArchivePortion) {
    for piece in counted(portion.pieces) {
      switch piece {
      case .folder(let names):
        write(UInt8(1))
        write(names: names)
      case .file(let names, let modified):
        write(UInt8(2))
        write(names: names)
        write(optional: modified)
      case .bytes(let bytes):
        write(UInt8(3))
        write(raw: bytes)
      case .leftOut: write(UInt8(4))
      }
    }
    write(Int64(portion.position))
    write(portion.isEnd)
    write(portion.isDamaged)
  }

  private mutating func write(names: [String]) {
    for name in counted(names) { write(name) }
  }
}

extension ByteReader {
  /// Reads a portion; throws if a name could lead out of the folder the archive is extracted to.
  mutating func archivePortion() throws(WireError) -> ArchivePortion {
    var portion = ArchivePortion()
    for _ in 0..<(try count(limit: Limit.archivePieces)) {
      switch try byte() {
      case 1: portion.pieces.append(.folder(try archiveNames()))
      case 2:
        portion.pieces.append(.file(try archiveNames(), modified: try date()))
      case 3: portion.pieces.append(.bytes(try raw(limit: Limit.shared)))
      case 4: portion.pieces.append(.leftOut)
      default: throw .invalid("piece of an archive")
      }
    }
    portion.position = max(0, Int(try integer(Int64.self)))
    portion.isEnd = try bool()
    portion.isDamaged = try bool()
    return portion
  }

  private mutating func archiveNames() throws(WireError) -> [String] {
    var names: [String] = []
    for _ in 0..<(try count(limit: ArchivePortion.mostNames, of: 4)) { names.append(try string()) }
    guard ArchivePortion.areNames(names) else { throw .invalid("name in an archive") }
    return names
  }
}
