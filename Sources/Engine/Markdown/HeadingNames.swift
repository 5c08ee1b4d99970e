/// The names headings are linked to by, as GitHub makes them: small letters, hyphens for blanks, signs left out, a number for the
/// second of the same name.
struct HeadingNames {
  private var taken: [String: Int] = [:]

  mutating func name(of title: String) -> String {
    let plain = Self.slug(title)
    var name = plain
    if let count = taken[plain] {
      var next = count
      repeat {
        name = "\(plain)-\(next)"
        next += 1
      } while taken[name] != nil
      taken[plain] = next
    }
    taken[name, default: 0] += 1
    return name
  }

  static func slug(_ title: String) -> String {
    var name = String.UnicodeScalarView()
    for scalar in title.lowercased().unicodeScalars {
      let properties = scalar.properties
      if scalar == " " {
        name.append("-")
      } else if scalar == "-" || scalar == "_" || properties.isAlphabetic
        || properties.numericType == .decimal || properties.generalCategory == .nonspacingMark
      {
        name.append(scalar)
      }
    }
    return String(name)
  }
}
