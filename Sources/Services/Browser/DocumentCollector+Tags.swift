import Dispatch
import DocumentModel
import Files
import Glibc
import Library
import Messages
import Synchronization

/// Adding, removing, renaming and colouring tags.
extension DocumentCollector {
  /// Adds tags to files and takes others away; `done` says that lists must be read again.
  func tag(
    _ paths: [String], _ add: [String], _ remove: [String], done: @escaping @Sendable () -> Void
  ) {
    let names = add.compactMap { TagName($0) }
    if let bad = add.first(where: { TagName($0) == nil }) {
      mailbox.post(
        .notice("“\(bad)” is not a valid tag: a tag is one line without commas", isError: true))
      return
    }
    reach(paths, isKept: true) { [self] reached in change(reached, names, remove, done) }
  }

  private func change(
    _ paths: [String], _ add: [TagName], _ remove: [String], _ done: @escaping @Sendable () -> Void
  ) {
    library.changeTags(of: paths, add: add, remove: remove) { [mailbox] changes in
      let failed = changes.compactMap { change -> (String, Int32)? in
        if case .failed(let reason) = change.outcome { return (change.path, reason) }
        return nil
      }
      if let (path, reason) = failed.first {
        let more = failed.count > 1 ? " (and \(failed.count - 1) more)" : ""
        mailbox.post(
          .notice(
            "\(PathParts.name(of: path)) could not be tagged: \(String(cString: strerror(reason)))\(more)",
            isError: true))
      }
      done()
    }
  }

  /// The tags a document bears, by name.
  func tags(of path: String, answer: @escaping @Sendable ([String]) -> Void) {
    reach([path]) { [library] paths in
      library.tags(of: paths) { tags in answer((tags.first ?? []).map(\.name)) }
    }
  }

  func renameTag(_ old: String, _ new: String, done: @escaping @Sendable () -> Void) {
    guard let name = TagName(new) else {
      mailbox.post(
        .notice("“\(new)” is not a valid tag: a tag is one line without commas", isError: true))
      return
    }
    replaceTag(old, with: name, done) { "“\(old)” is “\(name.text)” on \($0)" }
  }

  /// Gives a tag a colour, or takes it away.
  func colorTag(_ name: String, _ color: TagColor?, done: @escaping @Sendable () -> Void) {
    library.setColor(color, ofTag: name)
    done()
  }

  /// Takes a tag away from all documents.
  func deleteTag(_ name: String, done: @escaping @Sendable () -> Void) {
    replaceTag(name, with: nil, done) { "“\(name)” removed from \($0)" }
  }

  /// Changes the documents of each disk as it answers; the result is reported when all have, or soon.
  private func replaceTag(
    _ old: String, with new: TagName?, _ done: @escaping @Sendable () -> Void,
    _ words: @escaping @Sendable (_ documents: String) -> String
  ) {
    library.documents(tagged: old) { [self] traces in
      let replacement = TagReplacement(old, count: traces.count) { [mailbox] in
        mailbox.post(.notice(words($0) + $1, isError: !$1.isEmpty))
        done()
      }
      guard !traces.isEmpty else {
        // No document has it, the library still does: its colour.
        return library.replaceTag(old, with: new, of: []) { replacement.add($0, of: 0) }
      }
      let byPath = Dictionary(traces.map { (FilePath($0.path), $0) }) { first, _ in first }
      reach(traces.map(\.path), isKept: true) { [library] reached in
        let documents = reached.compactMap { byPath[FilePath($0)] }
        library.replaceTag(old, with: new, of: documents) {
          replacement.add($0, of: reached.count)
        }
      }
      queue.asyncAfter(deadline: .now() + Self.longestReplacing) { replacement.hurry() }
    }
  }

  /// Users who wait longer for a disk believe nothing happens.
  private static let longestReplacing = DispatchTimeInterval.seconds(2)
}

/// The results of replacing a tag, disk by disk; reported when complete, or first when time is up.
private final class TagReplacement: Sendable {
  private struct State {
    var result = TagRenaming()
    /// Documents without a result.
    var left: Int
  }

  private let old: String
  private let state: Mutex<State>
  private let report: @Sendable (_ documents: String, _ rest: String) -> Void

  /// `report` receives the number of changed documents and the message about the others.
  init(
    _ old: String, count: Int,
    report: @escaping @Sendable (_ documents: String, _ rest: String) -> Void
  ) {
    self.old = old
    state = Mutex(State(left: count))
    self.report = report
  }

  /// Adds the result for some documents.
  func add(_ result: TagRenaming, of count: Int) {
    let now = state.withLock { state in
      state.result.add(result)
      state.left -= count
      return state
    }
    if now.left <= 0 { tell(now) }
  }

  /// Reports the results so far when time is up, unless complete.
  func hurry() {
    let now = state.withLock { $0 }
    if now.left > 0 { tell(now) }
  }

  private func tell(_ now: State) {
    let (count, unreached) = (now.result.changed, now.result.unreached.count)
    var rest = unreached > 0 ? "; \(unreached) could not be reached and keep “\(old)”" : ""
    if now.left > 0 { rest += "; \(now.left) on a disk that does not answer, as soon as it does" }
    report("\(count) document\(count == 1 ? "" : "s")", rest)
  }
}
