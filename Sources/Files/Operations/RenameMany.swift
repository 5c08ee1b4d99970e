import DocumentModel
import Platform

/// An old and a new name in one folder.
package struct RenamePair: Sendable, Hashable {
  package var from: String
  package var to: String
}

/// Many names changed at once, as lines in an editor.
package enum RenameMany {
  /// Why lines are no new names; lines count from 1.
  package enum Mistake: Error, Sendable, Hashable {
    case wrongNumberOfLines(expected: Int, given: Int)
    case empty(line: Int)
    case slash(line: Int)
    /// `.`, `..`, a NUL byte, or an unknown escape after a backslash.
    case notAName(line: Int)
    case tooLong(line: Int)
    case double(line: Int, firstLine: Int)
    /// Another file of the folder has the name and is not renamed itself.
    case taken(line: Int)
  }

  // MARK: Names as lines

  /// Names as an editor can show them: a backslash is `\\`, a line's end `\n`, other control characters and bytes that are no
  /// UTF-8 are `\xHH`.
  package static func lines(for names: [String]) -> [String] {
    names.map { name in
      var line = ""
      for scalar in name.unicodeScalars {
        let bytes = SystemPath.bytes(String(scalar))
        switch scalar {
        case "\\": line += "\\\\"
        case "\n": line += "\\n"
        default:
          let isHidden =
            scalar.value < 0x20 || scalar.value == 0x7F || bytes.count == 1 && bytes[0] >= 0x80
          if isHidden {
            line += "\\x" + (bytes[0] < 16 ? "0" : "") + String(bytes[0], radix: 16)
          } else {
            line.unicodeScalars.append(scalar)
          }
        }
      }
      return line
    }
  }

  /// Returns the name a line stands for; nil for an unknown escape after a backslash.
  private static func name(of line: String) -> String? {
    var bytes: [UInt8] = []
    var rest = Array(SystemPath.bytes(line))[...]
    while let byte = rest.popFirst() {
      guard byte == 0x5C else {
        bytes.append(byte)
        continue
      }
      switch rest.popFirst() {
      case 0x5C: bytes.append(0x5C)
      case 0x6E: bytes.append(0x0A)
      case 0x78:
        guard let value = PathBytes.hexadecimal(rest.prefix(2)) else { return nil }
        bytes.append(value)
        rest = rest.dropFirst(2)
      default: return nil
      }
    }
    return bytes.withUnsafeBytes { SystemPath.text($0) }
  }

  // MARK: Lines as a plan

  /// The names that change; the first mistake is thrown.
  ///
  /// `others` are all names of the folder, those that are renamed among them or not.
  package static func plan(
    _ names: [String], lines: [String], others: [String]
  ) throws(Mistake) -> [RenamePair] {
    guard names.count == lines.count else {
      throw .wrongNumberOfLines(expected: names.count, given: lines.count)
    }
    var taken = Set(others.map { Array($0.utf8) })
    for name in names { taken.remove(Array(name.utf8)) }
    var seen: [[UInt8]: Int] = [:]
    var pairs: [RenamePair] = []
    for (index, line) in lines.enumerated() {
      let new = try checked(line, index + 1)
      let key = Array(new.utf8)
      if let first = seen[key] { throw .double(line: index + 1, firstLine: first) }
      seen[key] = index + 1
      if taken.contains(key) { throw .taken(line: index + 1) }
      if !PathParts.same(names[index], new) {
        pairs.append(RenamePair(from: names[index], to: new))
      }
    }
    return pairs
  }

  private static func checked(_ line: String, _ number: Int) throws(Mistake) -> String {
    guard !line.isEmpty else { throw .empty(line: number) }
    guard let name = name(of: line) else { throw .notAName(line: number) }
    if name.utf8.contains(0x2F) { throw .slash(line: number) }
    if SystemPath.bytes(name).count > 255 { throw .tooLong(line: number) }
    guard PathParts.isName(name) else { throw .notAName(line: number) }
    return name
  }

  // MARK: The plan carried out

  /// A finished step on the disk, to be undone if the rest fails.
  private enum Step {
    case rename(String, String)
    case exchange(String, String)
  }

  /// Renames all or none; swaps and rings among the names are as good as any. Nothing is ever replaced.
  static func carryOut(
    _ pairs: [RenamePair], in folder: String, _ disk: Disk
  ) throws(FilesError) {
    var steps: [Step] = []
    do throws(FilesError) {
      try carryOut(pairs, in: folder, disk, &steps)
    } catch {
      for step in steps.reversed() {
        switch step {
        case .rename(let from, let to): try? Disk().rename(to, to: from)
        case .exchange(let one, let other): try? Disk().exchange(one, other)
        }
      }
      throw error
    }
  }

  private static func carryOut(
    _ pairs: [RenamePair], in folder: String, _ disk: Disk, _ steps: inout [Step]
  ) throws(FilesError) {
    /// New names by the old ones, those still to be done.
    var waiting: [[UInt8]: RenamePair] = [:]
    for pair in pairs { waiting[Array(pair.from.utf8)] = pair }
    /// Old names by new names: giving up a name unblocks the file that waits for it.
    var waiters: [[UInt8]: RenamePair] = [:]
    for pair in pairs { waiters[Array(pair.to.utf8)] = pair }
    for start in pairs {
      // From the end of each chain to its beginning.
      var next: RenamePair? = waiting[Array(start.to.utf8)] == nil ? start : nil
      while let pair = next, waiting.removeValue(forKey: Array(pair.from.utf8)) != nil {
        let (from, to) = (PathParts.joined(folder, pair.from), PathParts.joined(folder, pair.to))
        try disk.rename(from, to: to)
        steps.append(.rename(from, to))
        next = waiters[Array(pair.from.utf8)]
      }
    }
    // The rest are cycles.
    for start in pairs where waiting[Array(start.from.utf8)] != nil {
      try turn(start, &waiting, in: folder, disk, &steps)
    }
  }

  /// Resolves one cycle: the file at `place` moves to its name, and the one that was there moves to `place`.
  private static func turn(
    _ start: RenamePair, _ waiting: inout [[UInt8]: RenamePair], in folder: String, _ disk: Disk,
    _ steps: inout [Step]
  ) throws(FilesError) {
    var pair = start
    waiting[Array(start.from.utf8)] = nil
    let place = PathParts.joined(folder, start.from)
    while !PathParts.same(pair.to, start.from) {
      let target = PathParts.joined(folder, pair.to)
      try swap(place, target, disk, &steps)
      guard let next = waiting.removeValue(forKey: Array(pair.to.utf8)) else { return }
      pair = next
    }
  }

  private static func swap(
    _ one: String, _ other: String, _ disk: Disk, _ steps: inout [Step]
  ) throws(FilesError) {
    do throws(FilesError) {
      try disk.exchange(one, other)
      steps.append(.exchange(one, other))
    } catch  where Disk.cannot.contains(error.reason) {
      // Under a visible name: if the process is killed now, no file seems missing.
      let spare = try FreeName.find(
        for: PathParts.name(of: one), in: PathParts.folder(of: one), isFolder: true, style: .number)
      for (from, to) in [(one, spare), (other, one), (spare, other)] {
        try disk.rename(from, to: to)
        steps.append(.rename(from, to))
      }
    }
  }
}
