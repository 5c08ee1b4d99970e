/// A tag of documents: a name and optionally a colour.
package struct Tag: Sendable, Hashable {
  package var name: String
  package var color: TagColor?

  package init(_ name: String, color: TagColor? = nil) {
    self.name = name
    self.color = color
  }
}

/// A tag and the number of documents that have it.
package struct TagCount: Sendable, Hashable {
  package var tag: Tag
  package var count: Int

  package init(_ tag: Tag, count: Int) {
    self.tag = tag
    self.count = count
  }
}

/// A valid tag name: one non-empty line without commas, since commas separate the names in `user.xdg.tags`.
package struct TagName: Sendable, Hashable {
  package let text: String

  /// Trims blanks; returns nil if the rest is no valid name.
  package init?(_ text: String) {
    let scalars = text.unicodeScalars
    let isBlank = { (scalar: Unicode.Scalar) in scalar.properties.isWhitespace }
    let trimmed = scalars.drop(while: isBlank)
    guard let last = trimmed.lastIndex(where: { !isBlank($0) }) else { return nil }
    let name = trimmed[...last]
    let isForbidden = { (scalar: Unicode.Scalar) in
      scalar == "," || scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value)
        || scalar.value == 0x2028 || scalar.value == 0x2029
    }
    guard !name.contains(where: isForbidden), name.count <= 255 else { return nil }
    self.text = String(name)
  }

  /// Parses the attribute `user.xdg.tags`: comma-separated names without duplicates. Names that are no UTF-8 are converted as by `PathBytes`.
  package static func names(inAttribute bytes: [UInt8]) -> [String] {
    var names: [String] = []
    for part in bytes.split(separator: 0x2C) {
      let scalars = PathBytes.text(Array(part)).unicodeScalars.drop(while: { $0 == " " })
      guard let last = scalars.lastIndex(where: { $0 != " " && $0.value != 0 }) else { continue }
      let name = String(scalars[...last])
      if !names.contains(name) { names.append(name) }
    }
    return names
  }

  /// Returns the attribute's value for a list of names.
  package static func attribute(of names: [String]) -> [UInt8] {
    Array(names.map(PathBytes.bytes).joined(separator: [0x2C]))
  }
}
