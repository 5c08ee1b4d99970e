import DocumentModel
import Files
import Platform
import Glibc
import Library
import Services

/// `recto tag`: the tags of files, read, changed, renamed.
enum TagCommand {
  static let details = [
    "FILE…                files or folders",
    "--list               their tags, a line per file (the default); without files like --all",
    "--add NAME           adds a tag; may be repeated, or name several separated by commas",
    "--remove NAME        removes a tag; likewise",
    "--all                all tags, with the number of documents; with --share those of the library's members",
    "--share NAME         the tags that members of the shared library NAME give the files; --add and --remove change yours",
    "--rename OLD NEW     renames a tag; if NEW exists they are merged",
    "--json               JSON output",
    "",
    "Tags are stored in the attribute user.xdg.tags, which Dolphin and others read, or else in Recto's library.",
    "Exit status: 0, 1 if there are no tags, 2 after an error.",
  ]

  static let form = OptionForm(
    command: "tag", flags: ["json", "list", "all", "rename"],
    valued: ["add": .text, "remove": .text, "share": .text])

  static func run(_ arguments: [String]) -> Int32 {
    CommandDocument.attempt {
      let parsed = try Arguments(arguments, form)
      let library = CommandLibrary()
      if parsed.options["rename"] != nil { return try rename(parsed, library) }
      let lists = parsed.options["list"] != nil && parsed.words.isEmpty
      if lists || parsed.options["all"] != nil { return try listAll(parsed, library) }
      guard !parsed.words.isEmpty else {
        throw Arguments.Mistake(sentence: "name files, or use --all")
      }
      let add = try names(parsed.values(of: "add"))
      let remove = parsed.values(of: "remove").flatMap { $0.split(separator: ",") }.map {
        TagName(String($0))?.text ?? String($0)
      }
      let paths = parsed.words.map(DocumentFile.absolute)
      if let name = parsed.options["share"] {
        return try share(name, paths, add: add, remove: remove, parsed)
      }
      let files = zip(parsed.words, paths).map { (name: $0, path: $1) }
      guard add.isEmpty && remove.isEmpty else {
        return change(files, add: add, remove: remove, parsed, library)
      }
      return list(files, parsed, library)
    }
  }

  /// The names that were given, each one that a tag can have.
  private static func names(_ given: [String]) throws(Arguments.Mistake) -> [TagName] {
    var names: [TagName] = []
    for text in given.flatMap({ $0.split(separator: ",", omittingEmptySubsequences: false) }) {
      guard let name = TagName(String(text)) else {
        throw Arguments.Mistake(
          sentence: "“\(text)” is not a valid tag: a tag needs letters, on one line, without commas"
        )
      }
      names.append(name)
    }
    return names
  }

  private static func list(
    _ files: [(name: String, path: String)], _ parsed: Arguments, _ library: CommandLibrary
  ) -> Int32 {
    let there = files.filter { SystemPath.isThere($0.path) }
    for file in files where !SystemPath.isThere(file.path) {
      Output.complain("\(file.name): there is no such file")
    }
    let tags = library.ask { done, library in
      library.tags(of: there.map(\.path), completion: done)
    }
    write(zip(there, tags).map { ($0.name, $1) }, parsed)
    guard there.count == files.count else { return 2 }
    return tags.allSatisfy(\.isEmpty) ? 1 : 0
  }

  /// Lists and changes the tags that members of a shared library give files.
  private static func share(
    _ name: String, _ paths: [String], add: [TagName], remove: [String], _ parsed: Arguments
  ) throws(CommandDocument.Failure) -> Int32 {
    var rows: [(name: String, tags: [SharedTag])] = []
    var areOwn = true
    for (word, path) in zip(parsed.words, paths) {
      let result = try MemberEdits(name, of: path).tags(add: add, remove: remove)
      rows.append((word, result.tags))
      areOwn = areOwn && result.areOwn
    }
    let isChange = !add.isEmpty || !remove.isEmpty
    if parsed.options["json"] != nil {
      let list = rows.map { name, tags in
        JSON.object([
          ("path", .string(name)),
          (
            "tags",
            .array(
              tags.map { tag in
                .object([
                  ("name", .string(tag.name)), ("members", .array(tag.members.map { .string($0) })),
                ])
              })
          ),
        ])
      }
      Output.write(JSON.array(list).text + "\n")
    } else if !isChange || parsed.options["list"] != nil {
      for (name, tags) in rows {
        for tag in tags {
          let words = Output.line("\(tag.name) (\(tag.members.joined(separator: ", ")))")
          Output.write((rows.count == 1 ? "" : Output.name(name) + ": ") + words + "\n")
        }
      }
    }
    guard areOwn else { return 2 }
    return isChange || rows.contains { !$0.tags.isEmpty } ? 0 : 1
  }

  private static func change(
    _ files: [(name: String, path: String)], add: [TagName], remove: [String],
    _ parsed: Arguments, _ library: CommandLibrary
  ) -> Int32 {
    let changes = library.ask { done, library in
      library.changeTags(of: files.map(\.path), add: add, remove: remove, completion: done)
    }
    var status: Int32 = 0
    for (file, change) in zip(files, changes) {
      switch change.outcome {
      case .inAttribute, .inLibrary(ENOTSUP): continue
      case .inLibrary(let number):
        Output.complain("\(file.name): \(reason(number)); its tags are kept in Recto's library")
      case .failed(let number):
        Output.complain("\(file.name): \(reason(number)); its tags stay unchanged")
        status = 2
      }
    }
    if parsed.options["list"] != nil || parsed.options["json"] != nil {
      write(zip(files, changes).map { ($0.name, $1.tags) }, parsed)
    }
    return status
  }

  private static func reason(_ number: Int32) -> String {
    switch number {
    case ENOENT: "there is no such file"
    case EACCES, EPERM: "permission denied"
    case EBUSY: "another Recto is changing tags"
    default: String(cString: strerror(number))
    }
  }

  private static func write(_ rows: [(name: String, tags: [Tag])], _ parsed: Arguments) {
    if parsed.options["json"] != nil {
      let list = rows.map { name, tags in
        JSON.object([("path", .string(name)), ("tags", .array(tags.map(Self.json)))])
      }
      Output.write(JSON.array(list).text + "\n")
      return
    }
    for (name, tags) in rows where !tags.isEmpty {
      // The name of a single file is known to the user.
      let words = Output.line(tags.map(\.name).joined(separator: ", "))
      Output.write((parsed.words.count == 1 ? "" : Output.name(name) + ": ") + words + "\n")
    }
  }

  private static func json(_ tag: Tag) -> JSON {
    .object([("name", .string(tag.name)), ("color", .text(tag.color?.text ?? ""))])
  }

  private static func listAll(
    _ parsed: Arguments, _ library: CommandLibrary
  ) throws -> Int32 {
    guard parsed.words.isEmpty,
      parsed.given.allSatisfy({ ["all", "list", "json", "share"].contains($0.name) })
    else { throw Arguments.Mistake(sentence: "--all takes only --json and --share") }
    if let name = parsed.options["share"] {
      let counts = try MemberEdits.tags(of: name)
      return writeCounts(counts.sorted { $0.key < $1.key }.map { ($0.key, "", $0.value) }, parsed)
    }
    // Other programs may have taken tags away: reading the files' attributes updates the library.
    let known = library.ask { done, library in library.allTags(completion: done) }
    for tag in known {
      let documents = library.ask { done, library in
        library.documents(tagged: tag.tag.name, completion: done)
      }
      _ = library.ask { done, library in library.tags(of: documents.map(\.path), completion: done) }
    }
    let tags = library.ask { done, library in library.allTags(completion: done) }
    return writeCounts(tags.map { ($0.tag.name, $0.tag.color?.text ?? "", $0.count) }, parsed)
  }

  /// Prints tags with the numbers of their documents; returns the exit status.
  private static func writeCounts(
    _ tags: [(name: String, color: String, count: Int)], _ parsed: Arguments
  ) -> Int32 {
    if parsed.options["json"] != nil {
      let list = tags.map { tag in
        JSON.object([
          ("name", .string(tag.name)), ("color", .text(tag.color)),
          ("count", .count(tag.count)),
        ])
      }
      Output.write(JSON.array(list).text + "\n")
    } else {
      for tag in tags {
        let count = String(tag.count)
        let margin = String(repeating: " ", count: max(0, 5 - count.count))
        Output.write("\(margin)\(count)  \(Output.line(tag.name))\n")
      }
    }
    return tags.isEmpty ? 1 : 0
  }

  private static func rename(
    _ parsed: Arguments, _ library: CommandLibrary
  ) throws(Arguments.Mistake) -> Int32 {
    guard parsed.words.count == 2, parsed.given.count == 1 else {
      throw Arguments.Mistake(sentence: "--rename needs the old name of a tag and the new one")
    }
    let old = TagName(parsed.words[0])?.text ?? parsed.words[0]
    let new = try names([parsed.words[1]])
    guard let name = new.first, new.count == 1 else {
      throw Arguments.Mistake(sentence: "“\(parsed.words[1])” is not a valid tag: it has a comma")
    }
    let result = library.ask { done, library in
      library.renameTag(old, to: name, completion: done)
    }
    for file in result.unreached {
      Output.complain("\(file.path): \(reason(file.reason)); it still has the tag “\(old)”")
    }
    if result.changed == 0, result.unreached.isEmpty {
      Output.complain("no document has the tag “\(old)”")
      return 1
    }
    return result.unreached.isEmpty ? 0 : 2
  }
}
