import Foundation

/// A section as a worker that a document has taken over would write it: an honest one with objects changed or added, its cross-reference
/// right for what is in it.
struct ForgedSection {
  /// Bodies of the objects, in their order.
  private(set) var objects: [(number: Int, body: String)] = []
  private let lead: String
  private var trailer: String
  private let start: Int

  struct Unknown: Error {}

  /// Of an honest section of a document that is not encrypted and has a table.
  init(_ section: Data, after base: Data) throws {
    let text = String(decoding: section, as: UTF8.self)
    start = base.count
    guard let table = text.range(of: "xref\n"), let end = text.range(of: "startxref\n"),
      let trailer = text.range(of: "trailer\n")
    else { throw Unknown() }
    lead = text.hasPrefix("\n") ? "\n" : ""
    self.trailer = String(text[trailer.lowerBound..<end.lowerBound])
    var rest = text[..<table.lowerBound].dropFirst(lead.count)
    while let head = rest.range(of: " 0 obj\n"), let foot = rest.range(of: "\nendobj\n"),
      let number = Int(rest[..<head.lowerBound])
    {
      objects.append((number, String(rest[head.upperBound..<foot.lowerBound])))
      rest = rest[foot.upperBound...]
    }
  }

  /// Replaces words in the first object that has them; those must be there.
  mutating func replace(_ words: String, by others: String) throws {
    guard let place = objects.firstIndex(where: { $0.body.contains(words) }) else {
      throw Unknown()
    }
    objects[place].body = objects[place].body.replacing(words, with: others, maxReplacements: 1)
  }

  /// Adds entries to the dictionary of the first object that has some words.
  mutating func add(_ entries: String, toTheOneWith words: String) throws {
    guard let place = objects.firstIndex(where: { $0.body.contains(words) }),
      let end = objects[place].body.range(of: ">>\nstream\n")
        ?? objects[place].body.range(of: ">>", options: .backwards)
    else { throw Unknown() }
    objects[place].body.insert(contentsOf: entries, at: end.lowerBound)
  }

  /// Rewrites an object of the base, or adds one.
  mutating func write(_ body: String, as number: Int) { objects.append((number, body)) }

  mutating func replaceInTrailer(_ words: String, by others: String) throws {
    guard trailer.contains(words) else { throw Unknown() }
    trailer = trailer.replacing(words, with: others)
  }

  /// The number of the catalogue.
  var root: Int {
    let words = trailer.split(whereSeparator: \.isWhitespace)
    let place = words.firstIndex { $0.hasSuffix("/Root") }
    return place.flatMap { Int(words[$0 + 1]) } ?? 0
  }

  /// A number that no object has.
  var free: Int { (objects.map(\.number).max() ?? 0) + 100 }

  var data: Data {
    var text = lead
    var places: [Int: Int] = [:]
    for (number, body) in objects {
      places[number] = start + text.utf8.count
      text += "\(number) 0 obj\n\(body)\nendobj\n"
    }
    let table = start + text.utf8.count
    text += "xref\n"
    var numbers = places.keys.sorted()[...]
    while let first = numbers.first {
      let run = numbers.enumerated().prefix { $0.element == first + $0.offset }.map(\.element)
      text += "\(first) \(run.count)\n"
      for number in run {
        let digits = String(places[number] ?? 0)
        text += String(repeating: "0", count: 10 - digits.count) + digits + " 00000 n \n"
      }
      numbers = numbers.dropFirst(run.count)
    }
    return Data((text + trailer + "startxref\n\(table)\n%%EOF\n").utf8)
  }
}
