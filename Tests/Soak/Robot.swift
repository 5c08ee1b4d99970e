import Foundation
import Glibc
import PseudoTerminal
import TestSupport

/// Presses keys, session after session, each from a fresh home and by numbers of its own.
struct Robot {
  let seed: UInt64
  let collection: [String]
  let folder: String

  /// Keys of a session.
  static let sessionKeys = 500

  struct Result {
    var keys = 0
    var slowest = Duration.zero
    var largest = 0
    var fault: String?
  }

  func session(_ number: Int) -> Result {
    var keyboard = Keyboard(seed: seed &+ UInt64(number) &* 0x2545_F491_4F6C_DD1D)
    var result = Result()
    var round: Round?
    do {
      // Other documents in each session, as many as make a shelf.
      var some = collection
      keyboard.with { some.shuffle(using: &$0) }
      // A folder of its own: processes still writing to the last one do not meet it.
      let soakFolder = try SoakFolder(
        folder + "/home-\(number)", collection: Array(some.prefix(40)))
      if number % 4 == 3 {
        try keepNotes(soakFolder, &keyboard, &round, &result)
      } else {
        while result.keys < Self.sessionKeys { try wander(soakFolder, &keyboard, &round, &result) }
      }
    } catch let fault as Round.Fault {
      result.fault = fault.words
    } catch {
      result.fault = "\(error)"
    }
    if result.fault != nil, let round {
      result.fault? +=
        "\nthe last keys: \(round.typed.suffix(60))\nthe screen:\n\(round.session.text)"
    }
    return result
  }

  /// Any keys, until the reader has ended of itself or there were enough.
  private func wander(
    _ soakFolder: SoakFolder, _ keyboard: inout Keyboard, _ kept: inout Round?,
    _ result: inout Result
  ) throws {
    let start =
      keyboard.pick(soakFolder.paths.filter { !$0.hasSuffix("/more") }) ?? soakFolder.documents
    let round = try Round(
      soakFolder, [keyboard.chance(2) ? soakFolder.documents : start],
      hasPictures: keyboard.chance(2))
    kept = round
    let left = Self.sessionKeys - result.keys
    while round.keys < left, !round.isOver {
      try round.press(keyboard.next())
      if keyboard.chance(40) { round.resize(&keyboard) }
      if keyboard.chance(60) { round.killWorker(&keyboard) }
      if keyboard.chance(60) {
        round.note("a file changes")
        keyboard.with { soakFolder.disturb(&$0) }
      }
      if keyboard.chance(150) { round.stop() }
      if keyboard.chance(25) { try round.look() }
      if keyboard.chance(120) { try round.lookForStaleCells() }
    }
    // One that ended before the first key, as where its folder was thrown away, counts too, or there would be no end.
    result.keys += max(1, round.keys)
    result.slowest = max(result.slowest, round.slowest)
    result.largest = max(result.largest, round.largest)
    if !round.isOver { round.signal(keyboard.pick([SIGTERM, SIGHUP]) ?? SIGTERM) }
    try round.end()
  }

  // MARK: notes are kept

  private static let moves = [
    "j", "k", "d", "u", "J", "K", "gg", "G", "p", "gl", " ", "b", "h", "l", "]]", "[[", "o\u{1b}",
    "?\u{1b}",
    "i\u{1b}", "/page\r", "n", "N", "c", "+", "=", "T\u{1b}", "\u{17}s", "\u{17}v", "\u{17}w",
    "\u{17}q", "\t",
  ]

  /// Notes are written between motions, kills, stops and new sizes; at the end all of them must be there.
  private func keepNotes(
    _ soakFolder: SoakFolder, _ keyboard: inout Keyboard, _ kept: inout Round?,
    _ result: inout Result
  ) throws {
    var written: [String] = []
    while result.keys < Self.sessionKeys {
      let round = try Round(soakFolder, [soakFolder.ledger], hasPictures: keyboard.chance(3))
      kept = round
      for _ in 0..<keyboard.number(2...5) where !round.isOver {
        for _ in 0..<keyboard.number(1...6) { try round.press(keyboard.pick(Self.moves) ?? "j") }
        if keyboard.chance(3) { round.killWorker(&keyboard) }
        if keyboard.chance(4) { round.stop() }
        if let note = try write(round, written.count, &keyboard) { written.append(note) }
        if keyboard.chance(3) { round.killWorker(&keyboard) }
        if keyboard.chance(4) { round.resize(&keyboard) }
        try round.look()
      }
      result.keys += round.keys
      result.slowest = max(result.slowest, round.slowest)
      result.largest = max(result.largest, round.largest)
      if keyboard.chance(3) { round.signal(SIGTERM) } else { try leave(round) }
      try round.end()
      let reported = try BoundedRun(
        Programs.path("recto"), ["annotations", soakFolder.ledger, "--json"],
        environment: soakFolder.environment)
      for note in written where !reported.text.contains("\"\(note)\"") {
        throw Round.Fault(
          words: "the note “\(note)” is lost; \(reported.text.suffix(2_000))\(reported.errors)")
      }
    }
  }

  private func leave(_ round: Round) throws {
    for _ in 0..<6 where !round.isOver {
      try round.press("\u{1b}")
      try round.press("ZZ")
    }
  }

  /// Writes a note at the caret of a page's text; nil if the place does not allow one.
  private func write(
    _ round: Round, _ number: Int, _ keyboard: inout Keyboard
  ) throws -> String? {
    round.session.resize(columns: 90, rows: 28)
    for _ in 0..<3 { try round.press("\u{1b}") }
    try round.press("gg")
    try round.press("v")
    try round.press("an")
    let note = "kept \(number) \(keyboard.number(1_000...9_999))"
    try round.press(note)
    round.rest()
    guard !round.isOver, round.session.lines.contains(where: { $0.contains(note) }) else {
      for _ in 0..<3 { try round.press("\u{1b}") }
      return nil
    }
    try round.press("\r")
    return note
  }
}
