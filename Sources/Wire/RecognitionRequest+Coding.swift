import DocumentModel

extension ByteWriter {
  mutating func write(_ request: RecognitionRequest) {
    write(count: request.width)
    write(count: request.height)
    write(request.size.width)
    write(request.size.height)
    write(count: request.languages.count)
    for language in request.languages { write(language) }
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
    for _ in 0..<(try count(limit: RecognitionRequest.mostLanguages, of: 4)) {
      let language = try string()
      guard RecognitionRequest.isName(language) else { throw .invalid("language") }
      request.languages.append(language)
    }
    return request
  }
}
