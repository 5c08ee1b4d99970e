import Foundation
import Glibc

/// The pictures that a terminal with kitty's graphics protocol stores: uploads by shared memory, and their placements.
///
/// Written after the protocol's description, not after Recto: it reads objects and removes them as kitty does, knows only what it was
/// sent, and forgets all when the screen is cleared.
package struct KittyScreen {
  package struct Picture: Equatable {
    package var width: Int
    package var height: Int
    /// Red, green and blue, row by row.
    package var pixels: [UInt8]
  }

  /// A part of a picture on some cells, counted from 0.
  package struct Placement: Hashable {
    package var picture: Int
    package var x: Int
    package var y: Int
    package var columns: Int
    package var rows: Int
    /// The part's corner and size in pixels.
    package var part: [Int]
  }

  package static let cell = (width: 10, height: 20)

  package private(set) var pictures: [Int: Picture] = [:]
  /// Whether the mouse's place is reported in pixels.
  package private(set) var tellsPixels = false
  private var placed: [[Int]: Placement] = [:]
  private var rest: [UInt8] = []
  private var cursor = (x: 0, y: 0)
  /// Impossible requests of the program: a missing picture, memory that is too short.
  package private(set) var errors: [String] = []

  package init() {}

  package var placements: [Placement] { placed.values.sorted { ($0.y, $0.x) < ($1.y, $1.x) } }

  /// Takes the program's output and returns the terminal's answers, and the bytes that are not about pictures.
  package mutating func take(_ bytes: ArraySlice<UInt8>) -> (answers: String, rest: [UInt8]) {
    rest += bytes
    var answers = ""
    var others: [UInt8] = []
    var at = 0
    while at < rest.count {
      guard let escape = rest[at...].firstIndex(of: 0x1B) else {
        others += rest[at...]
        at = rest.count
        break
      }
      others += rest[at..<escape]
      at = escape
      guard escape + 1 < rest.count else { break }
      if rest[escape + 1] == UInt8(ascii: "_") {
        guard let end = Self.end(of: rest, from: escape) else { break }
        answers += command(String(decoding: rest[escape + 2..<end], as: UTF8.self))
        at = end + 2
      } else if rest[escape + 1] == UInt8(ascii: "[") {
        guard let last = rest[(escape + 2)...].firstIndex(where: { (0x40...0x7E).contains($0) })
        else { break }
        answers += control(String(decoding: rest[escape + 2...last], as: UTF8.self))
        others += rest[escape...last]
        at = last + 1
      } else {
        others += rest[escape...escape + 1]
        at = escape + 2
      }
    }
    rest.removeFirst(at)
    return (answers, others)
  }

  private static func end(of bytes: [UInt8], from start: Int) -> Int? {
    var at = start + 2
    while at + 1 < bytes.count {
      if bytes[at] == 0x1B, bytes[at + 1] == UInt8(ascii: "\\") { return at }
      at += 1
    }
    return nil
  }

  private mutating func control(_ text: String) -> String {
    if text == "c" { return "\u{1b}[?62;c" }
    if text == ">q" { return "\u{1b}P>|kitty(0.26.5)\u{1b}\\" }
    if text == "?2026$p" { return "\u{1b}[?2026;2$y" }
    if text == "?1016$p" { return "\u{1b}[?1016;\(tellsPixels ? 1 : 2)$y" }
    if text == "?1016h" { tellsPixels = true }
    if text == "?1016l" { tellsPixels = false }
    if text == "2J" || text.hasPrefix("?1049") {
      pictures = [:]
      placed = [:]
    }
    if text.hasSuffix("H") {
      let numbers = text.dropLast().split(separator: ";", omittingEmptySubsequences: false)
        .map { Int($0) ?? 1 }
      cursor = ((numbers.count > 1 ? numbers[1] : 1) - 1, (numbers.first ?? 1) - 1)
    }
    return ""
  }

  private mutating func command(_ text: String) -> String {
    guard text.hasPrefix("G") else { return "" }
    let parts = text.dropFirst().split(separator: ";", maxSplits: 1)
    var keys: [String: String] = [:]
    for pair in (parts.first ?? "").split(separator: ",") {
      let sides = pair.split(separator: "=", maxSplits: 1).map(String.init)
      if sides.count == 2 { keys[sides[0]] = sides[1] }
    }
    let payload = parts.count > 1 ? String(parts[1]) : ""
    func number(_ key: String) -> Int { Int(keys[key] ?? "") ?? 0 }
    let id = number("i")
    switch keys["a"] {
    case "q": return "\u{1b}_Gi=\(id);\(keys["t"] == "t" ? "EBADF" : "OK")\u{1b}\\"
    case "t":
      placed = placed.filter { $0.key[0] != id }
      if payload == "AAAA" {
        pictures[id] = Picture(width: 1, height: 1, pixels: [0, 0, 0])
        return ""
      }
      guard keys["t"] == "s", let picture = Self.read(payload, number("s"), number("v")) else {
        errors.append("upload \(text.prefix(80))")
        return ""
      }
      pictures[id] = picture
    case "p":
      guard pictures[id] != nil else {
        errors.append("ENOENT \(text.prefix(80))")
        return "\u{1b}_Gi=\(id);ENOENT\u{1b}\\"
      }
      placed[[id, number("p")]] = Placement(
        picture: id, x: cursor.x, y: cursor.y, columns: number("c"), rows: number("r"),
        part: ["x", "y", "w", "h"].map(number))
    case "d":
      placed = placed.filter { key, _ in
        key[0] != id || (keys["p"] != nil && key[1] != number("p"))
      }
      // As kitty 0.26 does: with one picture go all that are not placed.
      if keys["d"] == "I" {
        let kept = Set(placed.keys.map { $0[0] })
        pictures = pictures.filter { kept.contains($0.key) }
      }
    default: errors.append(String(text.prefix(80)))
    }
    return ""
  }

  /// The pixels of an object, which is then gone.
  private static func read(_ payload: String, _ width: Int, _ height: Int) -> Picture? {
    guard let data = Data(base64Encoded: payload) else { return nil }
    let name = String(decoding: data, as: UTF8.self)
    let object = shm_open(name, O_RDONLY, 0)
    guard object >= 0 else { return nil }
    defer {
      close(object)
      shm_unlink(name)
    }
    let count = width * height * 3
    var status = stat()
    guard fstat(object, &status) == 0, Int(status.st_size) >= count else { return nil }
    var pixels = [UInt8](repeating: 0, count: count)
    var done = 0
    while done < count {
      let more = pread(object, &pixels[done], count - done, off_t(done))
      guard more > 0 else { return nil }
      done += more
    }
    return Picture(width: width, height: height, pixels: pixels)
  }
}
