import DocumentModel
import Glibc

/// A pending change of one file's tags, to be written to its attribute and to the library.
struct TagDraft: Sendable {
  let path: String
  let fileIdentity: FileIdentity?
  /// The tags after the change.
  private(set) var taggings: [Tagging]
  private let before: [Tagging]
  private let requested: [String]
  private let reading: TagAttribute.Reading
  /// The errno if the attribute could not be written, else 0.
  private var failure: Int32 = 0
  private var isGone: Bool

  /// `known` are the library's tags of the file, nil if there is no library.
  init(_ seen: SeenFile, _ known: [Tagging]?, _ edit: ([String]) -> [String]) {
    path = seen.path
    fileIdentity = seen.facts?.fileIdentity
    reading = seen.tags
    isGone = seen.facts == nil
    let alone = Tagging.reconciled([], with: seen.tags, wasReplaced: false)
    before = known ?? alone
    taggings = before
    requested = edit(before.map(\.name))
  }

  var isChanged: Bool { taggings != before }

  /// Writes all tags to the attribute if the file supports it; else the library keeps the new ones.
  ///
  /// Nothing is changed if that would require removing tags from an attribute that cannot be written.
  mutating func writeAttribute() {
    let inAttribute = before.filter(\.isInAttribute).map(\.name)
    guard requested != before.map(\.name) || requested != inAttribute else { return }
    if isGone {
      // An unreachable file keeps the tags in its attribute; tags only in the library can be changed.
      guard inAttribute.isEmpty, !before.isEmpty else {
        failure = ENOENT
        return
      }
    } else {
      failure = reading == .unknown ? ENOTSUP : TagAttribute.write(requested, to: path)
      if failure == 0 {
        taggings = requested.map { Tagging(name: $0, isInAttribute: true) }
        return
      }
    }
    guard inAttribute.allSatisfy(requested.contains) else { return }
    taggings = requested.map { Tagging(name: $0, isInAttribute: inAttribute.contains($0)) }
  }

  /// Returns the result; `isKept`: the library has stored the change.
  func change(isKept: Bool) -> TagChange {
    let names = taggings.map(\.name)
    let outcome: TagChange.Outcome
    if names != requested {
      outcome = .failed(failure)
    } else if failure == 0 {
      outcome = .inAttribute
    } else {
      outcome = isKept ? .inLibrary(failure) : .failed(failure)
    }
    return TagChange(
      path: path, tags: names.map { Tag($0, color: TagColor(name: $0)) }, outcome: outcome)
  }
}
