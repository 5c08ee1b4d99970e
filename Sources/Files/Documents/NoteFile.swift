package import DocumentModel
import Glibc
import Platform

/// A text file with changes that are written at once, and that other programs may write too.
///
/// Changes that are not in the file yet have a copy in the recovery folder. Other programs' changes are read before each of ours and
/// merged by lines; if both changed the same lines it is a conflict, and `settle` decides. A version that was not read is never
/// overwritten.
// Unchecked: its owner touches it on its queue only.
package final class NoteFile: @unchecked Sendable {
  /// The result of an attempt to write the changes.
  package enum Outcome: Sendable, Equatable {
    /// The file has all changes, and perhaps those of another program.
    case written(isMerged: Bool)
    /// Another program is writing the file: to be tried again in a moment.
    case busy
    /// Another program changed the same lines.
    case conflict
    /// The file no longer exists.
    case gone
  }

  /// The path of the file, with links resolved.
  package private(set) var path: String
  /// The file's text with our changes.
  package private(set) var text: [UInt8]
  package private(set) var isGone = false

  /// The file's text that the changes were made to.
  private var base: [UInt8]
  /// The version of the file that has `base`; nil: there is no file yet.
  private var stamp: FileStamp?
  /// The text of another program that changed the same lines, with its version.
  private var theirs: (text: [UInt8], stamp: FileStamp)?
  /// Whether another program's changes were merged with ours that are not written yet.
  private var isMerged = false
  private var copy: RecoveryCopy
  private let disk: Disk

  /// Larger files are not read or written, in bytes.
  package static let bound = 16 << 20
  /// A file changed within so many nanoseconds may still be written by the other program.
  private let stillness: Int64

  /// Opens a file; throws `.tooLarge`, and `.notFound` unless there is the text of a new file, which is created when it is written.
  package init(
    _ path: String, orBeginning beginning: [UInt8]? = nil, recovery: RecoveryFolder,
    disk: Disk = Disk(), stillness: Int64 = 200_000_000
  ) throws(FilesError) {
    self.path = try SafeWrite.behindLinks(path)
    self.disk = disk
    self.stillness = stillness
    copy = RecoveryCopy(in: recovery)
    do throws(FilesError) {
      let file = try WholeFile(self.path, atMost: Self.bound, disk)
      base = file.bytes
      stamp = file.stamp
    } catch {
      guard error.reason == .notFound, let beginning else { throw error }
      base = beginning
    }
    text = base
  }

  package var hasChanges: Bool { text != base }

  package var isInConflict: Bool { theirs != nil }

  // MARK: changes

  /// Appends lines with the file's line ends; throws `.notItsFormat` if the text is not UTF-8, and `.tooLarge`.
  package func append(_ lines: [String]) throws(FilesError) {
    _ = try read()
    guard !text.contains(0), String(validating: text, as: UTF8.self) != nil else {
      throw FilesError(.notItsFormat, path)
    }
    try change(to: Self.appending(lines, to: text))
  }

  static func appending(_ lines: [String], to text: [UInt8]) -> [UInt8] {
    let end: [UInt8] =
      text.firstIndex(of: 0x0A).map { $0 > 0 && text[$0 - 1] == 0x0D } == true
      ? [0x0D, 0x0A] : [0x0A]
    var text = text
    if let last = text.last, last != 0x0A { text += end }
    for line in lines { text += Array(line.utf8) + end }
    return text
  }

  /// Takes a change of the text back, and it alone if the text has changed since; throws `.changedMeanwhile` if that is at the same
  /// lines.
  package func revert(_ changed: [UInt8], to before: [UInt8]) throws(FilesError) {
    _ = try read()
    let result = text == changed ? before : Self.merged(base: changed, before, text)
    guard let result else { throw FilesError(.changedMeanwhile, path) }
    try change(to: result)
  }

  /// The result of adopting a text made elsewhere.
  package enum Taking: Sendable, Equatable { case taken, merged, conflict }

  /// Adopts a text made elsewhere from an earlier one; nil: there was none. Throws `.tooLarge` with nothing changed.
  @discardableResult
  package func take(_ made: [UInt8], madeFrom earlier: [UInt8]?) throws(FilesError) -> Taking {
    look()
    if earlier == text || made == text || (earlier == nil && stamp == nil) {
      try change(to: made)
      return .taken
    }
    if let merged = earlier.flatMap({ Self.merged(base: $0, made, text) }) {
      try change(to: merged)
      return .merged
    }
    try change(to: made)
    guard let stamp else { return .taken }
    theirs = (base, stamp)
    return .conflict
  }

  private func change(to changed: [UInt8]) throws(FilesError) {
    guard changed.count <= Self.bound else { throw FilesError(.tooLarge, path) }
    text = changed
    keepCopy()
  }

  private static func merged(base: [UInt8], _ ours: [UInt8], _ theirs: [UInt8]) -> [UInt8]? {
    // Lines are known by their ends: in UTF-16 and UTF-32 those are parts of characters.
    guard ![base, ours, theirs].contains(where: { $0.contains(0) }) else { return nil }
    return LineMerge.merged(base: base, ours: ours, theirs: theirs)
  }

  // MARK: the file

  /// Writes the changes. `again` creates a file that is gone. Throws disk errors; the changes are kept.
  package func write(again: Bool = false) throws(FilesError) -> Outcome {
    guard try read() else { return .busy }
    if theirs != nil { return .conflict }
    if isGone, !again { return .gone }
    if hasChanges || stamp == nil || isGone {
      do throws(FilesError) {
        let known = isGone ? nil : stamp
        let mode: SafeWrite.Mode = known.map { .replace(expecting: $0) } ?? .new
        stamp = try SafeWrite.write(text, to: path, mode, disk: disk).stamp
        base = text
        isGone = false
      } catch {
        keepCopy()
        switch error.reason {
        case .changedMeanwhile, .exists, .busy: return .busy
        default: throw error
        }
      }
    }
    defer { isMerged = false }
    copy.drop()
    return .written(isMerged: isMerged)
  }

  /// Reads what another program wrote since, if it has finished.
  package func look() { _ = try? read() }

  /// Reads what another program wrote since; false while it may still be writing.
  private func read() throws(FilesError) -> Bool {
    let now = FileStamp(following: path)
    guard let now else {
      isGone = stamp != nil
      return true
    }
    isGone = false
    if now == (theirs?.stamp ?? stamp) { return true }
    if isFresh(now) { return false }
    let file = try WholeFile(path, atMost: Self.bound, disk)
    theirs = nil
    if file.bytes == base || file.bytes == text {
      know(file)
    } else if !hasChanges {
      text = file.bytes
      know(file)
    } else if let merged = Self.merged(base: base, text, file.bytes) {
      text = merged
      isMerged = true
      know(file)
    } else {
      theirs = (file.bytes, file.stamp)
    }
    return true
  }

  private func know(_ file: WholeFile) {
    base = file.bytes
    stamp = file.stamp
    keepCopy()
  }

  private func isFresh(_ stamp: FileStamp) -> Bool {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    let age =
      (Int64(now.tv_sec) - stamp.seconds) * 1_000_000_000 + Int64(now.tv_nsec)
      - stamp.nanoseconds
    // A time in the future says nothing.
    return (0..<stillness).contains(age)
  }

  /// The file has this path now.
  package func follow(to path: String) {
    guard let path = try? SafeWrite.behindLinks(path) else { return }
    self.path = path
    keepCopy()
  }

  /// Ends a conflict. `.keepBoth` writes our text to a new file beside it, `name (suffix).md` or `name (suffix) 2.md`, and returns its
  /// path; if that fails the conflict stays.
  package func settle(_ settlement: Settlement, suffix: String) throws(FilesError) -> String? {
    look()
    guard let (draft, version) = theirs else {
      // The other program has taken its change back.
      if settlement == .theirs { text = base }
      return nil
    }
    let beside = settlement == .keepBoth ? try writeBeside(suffix) : nil
    theirs = nil
    base = draft
    stamp = version
    if settlement != .ours { text = draft }
    keepCopy()
    return beside
  }

  private func writeBeside(_ suffix: String) throws(FilesError) -> String {
    let folder = PathParts.folder(of: path)
    let (stem, ending) = PathParts.split(PathParts.name(of: path))
    for number in 1...1_000 {
      let mark = " (\(suffix))" + (number == 1 ? "" : " \(number)") + ending
      let copy = PathParts.joined(folder, FreeName.fitting(stem, mark))
      do throws(FilesError) {
        return try SafeWrite.write(text, to: copy, .new, disk: disk).path
      } catch  where error.reason == .exists {}
    }
    throw FilesError(.exists, path)
  }

  // MARK: recovery

  /// Keeps changes that are not in the file in the recovery folder.
  private func keepCopy() {
    guard hasChanges || isGone || theirs != nil else { return copy.drop() }
    // If even that fails the text is still here, and the next change or attempt to write tries again.
    try? copy.keep(path, base: stamp == nil ? nil : base, contents: text)
  }

  /// Ends the use of the file; unwritten changes stay in the recovery folder, or are forgotten.
  package func close(forgettingChanges: Bool) {
    if forgettingChanges { copy.drop() } else { copy.leave() }
  }
}
