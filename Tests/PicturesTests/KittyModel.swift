import Canvas
import DocumentModel
import Glibc

@testable import Pictures

/// A terminal of kitty's protocol, as far as pictures go: it reads when it has time, and answers later still.
struct KittyModel {
  struct Placement: Hashable {
    /// The colour of the picture's first pixel.
    var color: UInt32
    var place: Rect
  }

  private enum Sequence {
    case move(x: Int, y: Int)
    case clear
    case command([String: String], payload: [UInt8])
  }

  private var waiting: [Sequence] = []
  private var images: [UInt32: UInt32] = [:]
  private var placed: [UInt32: [String: Placement]] = [:]
  /// Columns and rows of pictures that cells of text show.
  private(set) var virtual: [UInt32: Size] = [:]
  private var cursor = (x: 0, y: 0)
  private(set) var answers: [PictureAnswer] = []
  /// The next so many uploads are refused.
  var refusals = 0
  /// Names of objects that were announced.
  private(set) var names: [String] = []

  var isIdle: Bool { waiting.isEmpty && answers.isEmpty }
  var placements: [Placement] { placed.values.flatMap(\.values) }
  var imageCount: Int { images.count }
  func color(of id: UInt32) -> UInt32? { images[id] }

  mutating func receive(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    for part in text.parts("\u{1b}").dropFirst() {
      if part == "[2J" {
        waiting.append(.clear)
      } else if part.hasPrefix("["), part.hasSuffix("H") {
        let numbers = part.dropFirst().dropLast().split(separator: ";").compactMap { Int($0) }
        waiting.append(.move(x: numbers[1] - 1, y: numbers[0] - 1))
      } else if part.hasPrefix("_G") {
        let command = EncoderTests.commands(Array(("\u{1b}" + part + "\u{1b}\\").utf8))[0]
        waiting.append(.command(command.keys, payload: command.payload))
      }
    }
  }

  /// Clears the screen, as ncurses does it.
  mutating func clear() { waiting.append(.clear) }

  /// Reads so many of the waiting sequences.
  mutating func read(_ count: Int) {
    for sequence in waiting.prefix(count) {
      switch sequence {
      case .move(let x, let y): cursor = (x, y)
      case .clear:
        images = [:]
        placed = [:]
      case .command(let keys, let payload): perform(keys, payload)
      }
    }
    waiting.removeFirst(min(count, waiting.count))
  }

  mutating func takeAnswers(_ count: Int) -> [PictureAnswer] {
    defer { answers.removeFirst(min(count, answers.count)) }
    return Array(answers.prefix(count))
  }

  private mutating func perform(_ keys: [String: String], _ payload: [UInt8]) {
    func number(_ key: String) -> Int { keys[key].flatMap { Int($0) } ?? 0 }
    let id = UInt32(number("i"))
    switch keys["a"] {
    case "t":
      placed[id] = nil
      images[id] = color(keys, payload)
      if images[id] != nil, refusals > 0, keys["t"] != nil {
        refusals -= 1
        images[id] = nil
      }
      answer(keys, id, isPlacement: false, isGood: images[id] != nil)
    case "p" where keys["U"] == "1":
      if images[id] != nil { virtual[id] = Size(width: number("c"), height: number("r")) }
      answer(keys, id, isPlacement: true, isGood: images[id] != nil)
    case "p":
      if let color = images[id] {
        placed[id, default: [:]][keys["p"] ?? ""] = Placement(
          color: color,
          place: Rect(x: cursor.x, y: cursor.y, width: number("c"), height: number("r")))
      }
      answer(keys, id, isPlacement: true, isGood: images[id] != nil)
    case "d":
      if let number = keys["p"] { placed[id]?[number] = nil } else { placed[id] = nil }
      if keys["d"] == "I" {
        images[id] = nil
        virtual[id] = nil
      }
    default: break
    }
  }

  private mutating func answer(
    _ keys: [String: String], _ id: UInt32, isPlacement: Bool, isGood: Bool
  ) {
    let quiet = Int(keys["q"] ?? "") ?? 0
    if quiet >= 2 || quiet == 1 && isGood { return }
    answers.append(PictureAnswer(id: id, isPlacement: isPlacement, isGood: isGood))
  }

  /// The first pixel of an upload; nil where it cannot be read any more or has another size.
  private mutating func color(_ keys: [String: String], _ payload: [UInt8]) -> UInt32? {
    let count = (Int(keys["s"] ?? "") ?? 0) * (Int(keys["v"] ?? "") ?? 0) * 3
    guard keys["t"] == "s" else {
      let bytes = EncoderTests.decoded(payload)
      let pixels = keys["o"] == "z" ? EncoderTests.unpacked(bytes, room: count) : bytes
      return pixels.count == count ? Self.color(pixels) : nil
    }
    let name = String(decoding: EncoderTests.decoded(payload), as: UTF8.self)
    names.append(name)
    let object = shm_open(name, O_RDONLY, 0)
    guard object >= 0 else { return nil }
    defer {
      close(object)
      shm_unlink(name)
    }
    var pixels = [UInt8](repeating: 0, count: count + 1)
    guard Glibc.read(object, &pixels, pixels.count) == count else { return nil }
    return Self.color(pixels)
  }

  private static func color(_ pixels: [UInt8]) -> UInt32 {
    pixels.prefix(3).reduce(0) { $0 << 8 | UInt32($1) }
  }
}
