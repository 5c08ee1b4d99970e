import DocumentModel

/// Which objects a section of ours writes, by its cross-reference: a worker that a document has taken over could have hidden others in it.
enum SectionForm {
  /// The numbers; throws where the section does not have the form ours have.
  static func numbers(
    of whole: UnsafeRawBufferPointer, behind baseCount: Int, in file: ObjectFile
  ) throws(AnnotationObstacle) -> [Int] {
    let end = try SectionEnd(whole)
    let start = end.start + end.offset
    guard start >= baseCount else { throw .unverified }
    switch end.kind {
    case .table: return try table(whole, start)
    case .stream:
      // What libqpdf gives as the trailer is the stream's dictionary.
      let index = (file.trailer["Index"]?.array ?? []).compactMap(\.integer)
      guard index.count % 2 == 0, !index.isEmpty else { throw .unverified }
      var numbers: [Int] = []
      for place in stride(from: 0, to: index.count, by: 2) {
        guard index[place] >= 0, (0...1_000_000).contains(index[place + 1]) else {
          throw .unverified
        }
        numbers += index[place]..<(index[place] + index[place + 1])
      }
      return numbers
    }
  }

  private static func table(
    _ whole: UnsafeRawBufferPointer, _ start: Int
  ) throws(AnnotationObstacle) -> [Int] {
    var numbers: [Int] = []
    var place = start + 5
    while place < whole.count, (0x30...0x39).contains(whole[place]) {
      let line = whole[place...].prefix(40).prefix { $0 != 0x0A }
      let words = line.split(separator: 0x20).map { Int(String(decoding: $0, as: UTF8.self)) }
      guard words.count == 2, let first = words[0], let count = words[1],
        (0...1_000_000).contains(count), first >= 0
      else { throw .unverified }
      numbers += first..<(first + count)
      place += line.count + 1 + 20 * count
    }
    guard place < whole.count, whole[place...].starts(with: Array("trailer\n".utf8)) else {
      throw .unverified
    }
    return numbers
  }
}
