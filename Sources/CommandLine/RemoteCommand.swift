import DocumentModel
import Files
import Interface
import Messages
import Program
import Remote
import Services

/// `recto --remote` and its kin: has a running Recto do something, or asks it.
enum RemoteCommand {
  /// Options of which one is given; each with what its value is.
  static let valued: [String: OptionForm.Value] = [
    "remote": .oneOf(CommandList.all.map(\.name)),
    "remote-expr": .oneOf(RemoteFact.allCases.map(\.rawValue)),
    "remote-events": .oneOf(RemoteFact.allCases.filter(\.isEvent).map(\.rawValue)),
    "remote-wait": .file, "synctex-forward": .text,
  ]

  /// Returns the exit status; nil if the command line does not speak to a running Recto.
  static func run(_ parsed: Arguments) throws(Arguments.Mistake) -> Int32? {
    guard let option = valued.keys.first(where: { parsed.options[$0] != nil }),
      let value = parsed.options[option]
    else { return nil }
    let server = parsed.options["server"]
    switch option {
    case "synctex-forward": return try SyncTeXForward(value, parsed).run(server)
    case "remote":
      return try status(of: request(value, parsed.words), in: chosen(server)) { members in
        guard let notice = members["notice"]?.text else { return }
        Output.write(Output.line(notice) + "\n")
      }
    case "remote-wait":
      try takesNoMore(parsed, option)
      let path = DocumentFile.absolute(value)
      return try status(
        of: [("open", .string(path)), ("until", .string("closed"))],
        in: chosen(server, holding: path), isPatient: true)
    case "remote-events": return try events(facts(value, parsed), in: chosen(server))
    default: return try expression(facts(value, parsed), in: chosen(server))
    }
  }

  /// Returns the exit status after a running Recto has shown the line.
  static func show(
    _ forward: [(String, JSON)], in running: RunningRecto
  ) -> Int32 { status(of: [("forward", .object(forward))], in: running.client) }

  private static func takesNoMore(
    _ parsed: Arguments, _ option: String
  ) throws(Arguments.Mistake) {
    guard let word = parsed.words.first else { return }
    throw Arguments.Mistake(sentence: "--\(option) takes one value; “\(word)” is too much")
  }

  private static func facts(
    _ first: String, _ parsed: Arguments
  ) -> [String] { [first] + parsed.words }

  private static func chosen(
    _ server: String?, holding path: String? = nil
  ) throws(Arguments.Mistake) -> RemoteClient {
    switch RunningRecto.choose(server, holding: path) {
    case .one(let running): return running.client
    case .none(let sentence): throw Arguments.Mistake(sentence: sentence)
    }
  }

  /// Returns the request that runs a command; a number is the count of a command that takes no argument.
  static func request(
    _ name: String, _ words: [String]
  ) throws(Arguments.Mistake) -> [(String, JSON)] {
    let text = words.joined(separator: " ")
    guard let command = CommandList.byName[name] else {
      throw Arguments.Mistake(
        sentence: "there is no command “\(name)”"
          + Nearness.question(name, CommandList.all.map(\.name)))
    }
    guard !words.isEmpty else { return [("command", .string(name))] }
    guard let argument = command.argument else {
      guard let count = Int(text), count > 0 else {
        throw Arguments.Mistake(
          sentence: Int(text) == nil
            ? "\(name) takes no argument; a number from 1 would be its count"
            : "\(name) takes a count from 1, such as 12, and no other argument")
      }
      return [("command", .string(name)), ("count", .count(count))]
    }
    guard argument.isPath else {
      return [("command", .string(name)), ("argument", .string(text))]
    }
    // The running one may be in another folder.
    let path = DocumentFile.absolute(Paths.typed(text))
    guard name == "open", !StartScreen.isFolder(path) else {
      return [("command", .string(name)), ("argument", .string(path))]
    }
    let file = DocumentArgument(path).path
    guard file != path else { return [("open", .string(path))] }
    return [("open", .string(file)), ("at", .string(String(path.dropFirst(file.count))))]
  }

  /// Sends a request and returns the exit status; `show` gets the members of the result.
  private static func status(
    of members: [(String, JSON)], in client: RemoteClient, isPatient: Bool = false,
    show: ([String: JSONValue]) -> Void = { _ in }
  ) -> Int32 {
    switch client.ask([("id", .count(1))] + members, milliseconds: isPatient ? nil : 10_000) {
    case .result(let result, _):
      if case .object(let members) = result { show(members) }
      return 0
    case .failure(let sentence): return complain(sentence)
    // Recto was quit, which closed the document.
    case .closed where isPatient: return 0
    case .closed: return complain("Recto ended before it replied")
    case .late: return complain("Recto does not reply; it may be suspended (fg resumes it)")
    }
  }

  private static func complain(_ sentence: String) -> Int32 {
    Output.complain(sentence)
    return 2
  }

  /// Prints facts as JSON: one as its value, several as an object.
  private static func expression(_ facts: [String], in client: RemoteClient) -> Int32 {
    var status: Int32 = 0
    status = Self.status(
      of: [("get", .array(facts.map { .string($0) }))], in: client
    ) { members in
      guard facts.count == 1, let value = members[facts[0]] else {
        Output.write(JSON(.object(members)).text + "\n")
        return
      }
      Output.write(JSON(value).text + "\n")
    }
    return status
  }

  /// Prints each event on a line, until Recto ends.
  private static func events(_ facts: [String], in client: RemoteClient) -> Int32 {
    var answer = client.ask([
      ("id", .count(1)), ("subscribe", .array(facts.map { .string($0) })),
    ])
    while true {
      switch answer {
      case .result(let result, let line):
        // The first is the reply, with the present values.
        if result == .null {
          guard Output.write(line + "\n") else { return 0 }
        } else if case .object(let members) = result {
          for (name, value) in members.sorted(by: { $0.key < $1.key }) {
            let event = JSON.object([("event", .string(name)), ("value", JSON(value))])
            guard Output.write(event.text + "\n") else { return 0 }
          }
        }
      case .failure(let sentence): return complain(sentence)
      case .late: return complain("Recto does not reply; it may be suspended (fg resumes it)")
      case .closed: return 0
      }
      answer = client.answer()
    }
  }
}
