import DocumentModel

extension ByteWriter {
  mutating func write(_ request: RecognitionRequest) {
    write(count: request.width)
    write(count: request.height)
    write(request.size.width)
    write(request.size.height)
    for names in [request.languages, request.alternatives] {
      for name in counted(names) { write(name) }
    }
    write(request.isNamed)
  }
}

extension ByteReader {
  mutating func recognitionRequest() throws(WireError) -> RecognitionRequest {
    var request = RecognitionRequest(
      width: try index(), height: try index(), size: try pageSize(), languages: [])
    let sides = 1...Limit.pictureSide
    guard sides.contains(request.width), sides.contains(request.height) else {
      throw .invalid("picture")
    }
    request.languages = try models()
    request.alternatives = try models()
    request.isNamed = try bool()
    return request
  }

  private mutating func models() throws(WireError) -> [String] {
    var names: [String] = []
    for _ in 0..<(try count(limit: RecognitionRequest.mostLanguages, of: 4)) {
      let name = try string()
      guard RecognitionRequest.isName(name) else { throw .invalid("language") }
      names.append(name)
    }
    return names
  }
}
