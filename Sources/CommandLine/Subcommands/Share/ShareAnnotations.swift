import DocumentModel
import Files
import Services

/// `recto share annotations`, `hide` and `show`: lists members' annotations of a document, and hides some from all.
enum ShareAnnotations {
  static func run(_ action: String, _ words: [String]) throws -> Int32 {
    guard words.count > 1, (words.count > 2) == (action != "annotations") else {
      let ids = action == "annotations" ? "" : ", and IDs of annotations"
      throw Arguments.Mistake(
        sentence: "recto share \(action) needs a library's name and a document\(ids)")
    }
    let edits = try MemberEdits(words[0], of: DocumentFile.absolute(words[1]))
    guard action == "annotations" else {
      try edits.hide(Array(words.dropFirst(2)), isHidden: action == "hide")
      return Output.status(0)
    }
    let (shown, hidden) = try edits.annotations()
    for (annotations, remark) in [(shown, ""), (hidden, "hidden, ")] {
      for one in annotations {
        let text = one.contents.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let facts = "\(remark)\(one.author), page \(one.page + 1), \(one.kind.rawValue)"
        Output.write(
          Output.line("\(one.id.name)  \(facts)\(text.isEmpty ? "" : ": ")\(text)") + "\n")
      }
    }
    return Output.status(shown.isEmpty && hidden.isEmpty ? 1 : 0)
  }
}
