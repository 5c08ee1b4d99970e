import DocumentModel
import FoundationEssentials
import Messages

/// The lines on the socket: a request, a reply or an event is an object of JSON on a line of its own.
package enum RemoteLine {
  /// Bytes of a request's line.
  package static let mostBytes = 1 << 16

  /// Why a line is not a request, and the ID to say so to.
  struct Mistake: Error {
    var id = "null"
    var sentence: String
  }

  /// Reads a request.
  static func request(_ line: [UInt8], from connection: Int) throws(Mistake) -> RemoteRequest {
    // The decoder does not look, and goes wrong over other bytes.
    guard String(validating: line, as: UTF8.self) != nil else {
      throw Mistake(sentence: "the line is not UTF-8")
    }
    let form: Form
    do {
      form = try JSONDecoder().decode(Form.self, from: Data(line))
    } catch {
      let name = try? JSONDecoder().decode(Name.self, from: Data(line))
      throw Mistake(
        id: name?.id?.text ?? "null", sentence: sentence(error, isObject: name != nil))
    }
    let id = form.id?.text ?? "null"
    do throws(Mistake) {
      return RemoteRequest(
        try form.action(), from: RemoteRequest.Origin(connection: connection, id: id))
    } catch {
      throw Mistake(id: id, sentence: error.sentence)
    }
  }

  private static func sentence(_ error: any Error, isObject: Bool) -> String {
    switch error {
    case DecodingError.typeMismatch(_, let context) where !context.codingPath.isEmpty,
      DecodingError.valueNotFound(_, let context) where !context.codingPath.isEmpty:
      let name = context.codingPath.map(\.stringValue).joined(separator: ".")
      return "“\(CleanText.line(name))” has a value of the wrong type"
    case DecodingError.keyNotFound(let key, let context):
      let name = context.codingPath.map(\.stringValue).joined(separator: ".")
      return "“\(CleanText.line(name))” has no “\(key.stringValue)”"
    case _ where isObject: return "a number in the request is not whole, or too large"
    default: return "the line is not a request: write one object of JSON on each line"
    }
  }

  /// Writes a reply, with the end of its line.
  static func bytes(_ reply: RemoteReply, id: String) -> [UInt8] {
    switch reply {
    case .result(let value), .subscribed(_, let value):
      Array("{\"id\":\(id),\"result\":\(value.text)}\n".utf8)
    case .failure(let sentence):
      Array("{\"id\":\(id),\"error\":\(JSON.string(CleanText.line(sentence)).text)}\n".utf8)
    }
  }

  /// Writes an event, with the end of its line.
  static func event(_ fact: RemoteFact, _ value: JSON) -> [UInt8] {
    Array("{\"event\":\"\(fact.rawValue)\",\"value\":\(value.text)}\n".utf8)
  }
}

extension RemoteLine {
  /// The ID alone, of a request that has mistakes.
  private struct Name: Decodable {
    var id: Form.ID?
  }

  /// A request as it is written.
  private struct Form: Decodable {
    /// A number or a text, which comes back with the reply.
    struct ID: Decodable {
      /// As JSON.
      let text: String

      init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let number = try? container.decode(Int64.self) {
          text = String(number)
        } else {
          text = JSON.string(String(try container.decode(String.self).prefix(128))).text
        }
      }
    }

    var id: ID?
    var command: String?
    var argument: String?
    var count: Int?
    var open: String?
    var at: String?
    var until: String?
    var get: [String]?
    var subscribe: [String]?
    var forward: Forward?

    struct Forward: Decodable {
      var line: Int
      var source: String
      var document: String
    }

    func action() throws(Mistake) -> RemoteRequest.Action {
      let given = [
        command != nil, open != nil, get != nil, subscribe != nil, forward != nil,
      ].filter(\.self)
      guard given.count == 1 else {
        throw Mistake(sentence: "a request has one of: command, open, get, subscribe, forward")
      }
      if let forward {
        guard (1...mostCount).contains(forward.line) else {
          throw Mistake(sentence: "a line is a number from 1")
        }
        return .forward(
          line: forward.line, source: forward.source, document: forward.document)
      }
      if let open {
        guard until == nil || until == "closed" else {
          throw Mistake(sentence: "“until” can be “closed” only")
        }
        let place = at.map { CleanText.line(String($0.drop { $0 == "#" })) }
        guard place?.isEmpty != true else {
          throw Mistake(sentence: "“at” is a place: page=3, page=iv, page=3&char=1024 or a name")
        }
        return .open(open, at: place, untilClosed: until != nil)
      }
      if let get { return .get(try Self.facts(get)) }
      if let subscribe {
        let facts = try Self.facts(subscribe)
        guard let other = facts.first(where: { !$0.isEvent }) else { return .subscribe(facts) }
        throw Mistake(sentence: "\(other.rawValue) never changes; get it instead")
      }
      guard count.map({ (1...mostCount).contains($0) }) != false else {
        throw Mistake(sentence: "a count is a number from 1 to \(mostCount)")
      }
      return .run(command ?? "", argument: argument.map { CleanText.line($0) }, count: count)
    }

    private static func facts(_ names: [String]) throws(Mistake) -> [RemoteFact] {
      var facts: [RemoteFact] = []
      for name in names {
        guard let fact = RemoteFact(rawValue: name) else {
          throw Mistake(
            sentence: "there is no “\(CleanText.line(name))” to ask for: \(RemoteFact.names)")
        }
        if !facts.contains(fact) { facts.append(fact) }
      }
      return facts
    }
  }

  /// The largest count that can be typed, too.
  private static let mostCount = 1_000_000
}
