import DocumentModel

extension ByteWriter {
  mutating func write(_ selector: BookSelector) {
    switch selector {
    case .fragment(let text):
      write(false)
      write(text)
    case .text(let file, let text, let end):
      write(true)
      write(file)
      write(text)
      if let end = present(end) { write(end) }
    }
  }

  private mutating func write(_ selector: TextSelector) {
    let (kind, text): (UInt8, String) =
      switch selector.element {
      case .body: (0, "")
      case .css(let text): (1, text)
      case .xpath(let text): (2, text)
      }
    write(kind)
    write(text)
    if let characters = present(selector.characters) {
      write(count: characters.lowerBound)
      write(count: characters.upperBound)
    }
  }
}

extension ByteReader {
  mutating func bookSelector() throws(WireError) -> BookSelector {
    guard try bool() else { return .fragment(try string()) }
    let (file, start) = (try string(), try textSelector())
    return .text(file: file, start, end: try bool() ? try textSelector() : nil)
  }

  private mutating func textSelector() throws(WireError) -> TextSelector {
    let (kind, text) = (try byte(), try string())
    let elements: [TextSelector.Element] = [.body, .css(text), .xpath(text)]
    guard elements.indices.contains(Int(kind)) else { throw .unknownKind(kind) }
    return TextSelector(elements[Int(kind)], try bool() ? try range() : nil)
  }
}
