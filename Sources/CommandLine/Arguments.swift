import Files
import Glibc
import Interface
import Platform
import Program
import Services

/// Parsed command line arguments.
struct Arguments {
  /// Options with their values; of a repeated option the last value counts.
  var options: [String: String] { Dictionary(given.map { ($0.name, $0.value) }) { $1 } }
  /// All options in the given order.
  private(set) var given: [(name: String, value: String)] = []
  var words: [String] = []

  /// The words as documents with their starting points; `-` is standard input.
  var documents: [DocumentArgument] { words.map { DocumentArgument($0) } }

  /// Returns the only document; throws if there is none or more.
  func document(or sentence: String) throws(Mistake) -> DocumentArgument {
    guard words.count == 1 else { throw Mistake(sentence: sentence) }
    return documents[0]
  }

  /// All values of an option that may be given more than once.
  func values(of name: String) -> [String] { given.filter { $0.name == name }.map(\.value) }

  /// A mistake, as a sentence.
  struct Mistake: Error {
    var sentence: String
  }

  /// Parses arguments; an option takes a value after `=` or as the next word where the form says so.
  init(_ arguments: [String], _ form: OptionForm) throws(Mistake) {
    try parse(arguments, form)
    let names = Set(given.map(\.name))
    for group in form.alternatives {
      let both = group.filter(names.contains)
      guard both.count < 2 else {
        let words = both.map(form.spelled).joined(separator: " and ")
        throw Mistake(sentence: "\(words) do not go together; give one")
      }
    }
    for (name, others) in form.dependent.sorted(by: { $0.key < $1.key })
    where names.contains(name) && names.isDisjoint(with: others) {
      let words = Self.choice(others.map(form.spelled))
      throw Mistake(sentence: "\(form.spelled(name)) goes with \(words)")
    }
  }

  /// Returns words as a choice: `a, b or c`.
  private static func choice(_ words: [String]) -> String {
    guard words.count > 1, let last = words.last else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " or " + last
  }

  private mutating func parse(_ arguments: [String], _ form: OptionForm) throws(Mistake) {
    var rest = arguments[...]
    while let word = rest.popFirst() {
      if word == "--" {
        words += rest
        return
      }
      if let letter = word.dropFirst().first, word.first == "-", let name = form.short[letter] {
        // Letters may be combined, with a value after the last: `-wm5`.
        let more = word.dropFirst(2)
        if form.valued[name] != nil {
          try take(name, more.isEmpty ? rest.popFirst() : String(more), "-\(letter)", form)
        } else {
          given.append((name, ""))
          if !more.isEmpty { rest.insert("-" + more, at: rest.startIndex) }
        }
        continue
      }
      guard word.hasPrefix("--") else {
        guard word == "-" || !word.hasPrefix("-") else {
          throw Mistake(sentence: "there is no option \(word); \(form.help) lists them")
        }
        words.append(word)
        continue
      }
      let parts = word.dropFirst(2).split(
        separator: "=", maxSplits: 1, omittingEmptySubsequences: false
      ).map(String.init)
      let name = parts.first ?? ""
      if form.flags.contains(name) {
        guard parts.count == 1 else { throw Mistake(sentence: "--\(name) takes no value") }
        given.append((name, ""))
      } else if form.valued[name] != nil {
        try take(name, parts.count > 1 ? parts[1] : rest.popFirst(), "--\(name)", form)
      } else {
        let near = Nearness.question(name, Array(form.flags) + form.valued.keys, prefix: "--")
        throw Mistake(
          sentence: near.isEmpty
            ? "there is no option --\(name); \(form.help) lists them"
            : "there is no option --\(name)\(near)")
      }
    }
  }

  private mutating func take(
    _ name: String, _ value: String?, _ word: String, _ form: OptionForm
  ) throws(Mistake) {
    guard let value else { throw Mistake(sentence: "\(word) needs a value") }
    guard !value.isEmpty || form.valued[name]?.isName != true else {
      throw Mistake(sentence: "\(word) needs a file name")
    }
    given.append((name, value))
  }

  /// The password given by file or by `RECTO_PASSWORD`; never on the command line.
  ///
  /// Bytes, not text: older encryptions know no UTF-8.
  func password() throws(Mistake) -> [UInt8] {
    if let file = options["password-file"] {
      guard let stream = fopen(file, "re") else {
        throw Mistake(sentence: Sentences.text(DocumentFile.SystemError(number: errno), file: file))
      }
      defer { fclose(stream) }
      var line = [CChar](repeating: 0, count: 4_096)
      guard fgets(&line, Int32(line.count), stream) != nil else { return [] }
      let end = line.firstIndex(of: 0) ?? line.count
      var bytes = line[..<end].map { UInt8(bitPattern: $0) }
      while bytes.last == 0x0A || bytes.last == 0x0D { bytes.removeLast() }
      // Some editors begin a file in UTF-8 with a byte order mark.
      return bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
    }
    guard let value = getenv("RECTO_PASSWORD") else { return [] }
    return Array(UnsafeRawBufferPointer(start: value, count: strlen(value)))
  }
}
