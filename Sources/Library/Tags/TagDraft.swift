import DocumentModel
import Glibc

/// The change of one file's tags, on its way to the file's attribute and to the library.
struct TagDraft: Sendable {
  let path: String
  let fileIdentity: FileIdentity?
  /// Those after the change.
  private(set) var taggings: [Tagging]
  private let before: [Tagging]
  private let wished: [String]
  private let reading: TagAttribute.Reading
  /// Why the attribute could not be written; 0 where it could.
  private var failure: Int32 = 0
  private var isGone: Bool

  /// `known` is what the library has of the file, nil where there is no library.
  init(_ seen: SeenFile, _ known: [Tagging]?, _ edit: ([String]) -> [String]) {
    path = seen.path
    fileIdentity = seen.facts?.fileIdentity
    reading = seen.tags
    isGone = seen.facts == nil
    let alone = Tagging.reconciled([], with: seen.tags, wasReplaced: false)
    before = known ?? alone
    taggings = before
    wished = edit(before.map(\.name))
  }

  var isChanged: Bool { taggings != before }

  /// Writes all tags into the attribute, if the file can have it; else the library keeps those that are new.
  ///
  /// What another program's attribute has and this one may not change stays: then nothing is changed.
  mutating func writeAttribute() {
    let inAttribute = before.filter(\.isInAttribute).map(\.name)
    guard wished != before.map(\.name) || wished != inAttribute else { return }
    if isGone {
      // A file that cannot be reached keeps what its attribute has; what only the library knows can be changed.
      guard inAttribute.isEmpty, !before.isEmpty else {
        failure = ENOENT
        return
      }
    } else {
      failure = reading == .unknown ? ENOTSUP : TagAttribute.write(wished, to: path)
      if failure == 0 {
        taggings = wished.map { Tagging(name: $0, isInAttribute: true) }
        return
      }
    }
    guard inAttribute.allSatisfy(wished.contains) else { return }
    taggings = wished.map { Tagging(name: $0, isInAttribute: inAttribute.contains($0)) }
  }

  /// What came of it; `isKept` says whether the library has it.
  func change(isKept: Bool) -> TagChange {
    let names = taggings.map(\.name)
    let outcome: TagChange.Outcome
    if names != wished {
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
