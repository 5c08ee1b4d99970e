extension Gram {
  /// Returns the numbers of words written by `write(to:)`; words of another form are left out.
  package static func numbers(ofWords bytes: [UInt8]) -> [UInt32] {
    var numbers: [UInt32] = []
    numbers.reserveCapacity(bytes.count / 5)
    for word in String(decoding: bytes, as: UTF8.self).unicodeScalars.split(separator: " ") {
      let parts = word.map { $0.value &- 0x80 }
      guard parts.count == 2, parts[1] <= 0x7FF else { continue }
      let number = parts[0] &<< 11 | parts[1]
      if number < count { numbers.append(number) }
    }
    return numbers
  }
}
