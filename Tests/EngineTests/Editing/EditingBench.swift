import DocumentModel
import Engine
import Foundation
import Testing
import Wire

/// Edits documents by way of the engine's requests.
struct EditingBench {
  var files: [Data]
  var password = ""
  var isCopy = false
  var breaksSignatures = false

  init(_ files: Data..., password: String = "") {
    self.files = files
    self.password = password
  }

  /// The document with its edits, verified as another worker would, and the reported outcome.
  func edited(_ edits: [DocumentEdit]) throws -> (file: Data, outcome: EditOutcome) {
    let list = Data(DocumentEdits.encoded(edits))
    let whole = files.reduce(Data(), +) + list
    let start = (whole.count + 65_535) & ~65_535
    let room = 2 * whole.count + (1 << 20)
    let work = EditWork(
      files: files.map { EditWork.File(count: $0.count, password: Array(password.utf8)) },
      editsCount: list.count, roomOffset: start, room: room, isCopy: isCopy,
      breaksSignatures: breaksSignatures, moment: 1_000_000_000)
    let memory = EngineBench.memoryFile(whole + Data(count: start + room - whole.count))
    let own = dup(memory)
    defer { close(own) }
    guard case .edited(let outcome) = try ask(.edit(work), memory) else {
      throw EditRefusal(.failed)
    }
    var bytes = [UInt8](repeating: 0, count: outcome.byteCount)
    #expect(pread(own, &bytes, bytes.count, off_t(start)) == bytes.count)
    let made = Data(bytes)
    try verify(made, edits)
    return (made, outcome)
  }

  func verify(_ made: Data, _ edits: [DocumentEdit]) throws {
    let list = Data(DocumentEdits.encoded(edits))
    let files = files + [made]
    let work = EditWork(
      files: files.map { EditWork.File(count: $0.count, password: Array(password.utf8)) },
      editsCount: list.count, isCopy: true, moment: 0)
    let memory = EngineBench.memoryFile(files.reduce(Data(), +) + list)
    #expect(try ask(.verifyEdit(work), memory) == .editVerified)
  }

  private func ask(_ request: Request, _ memory: Int32) throws -> Reply {
    let sent = try Request(decoding: request.encoded())
    #expect(sent == request)
    let reply = try Reply(
      decoding: Engine().answer(sent, descriptor: memory).encoded(), pageCount: 0)
    if case .editRefused(let refusal) = reply { throw refusal }
    return reply
  }
}

/// The properties of a document that the tests check.
struct EditedLook {
  let bench: EngineBench

  init(_ file: Data, password: String = "") throws {
    bench = try EngineBench(file, password: password)
  }

  var count: Int { bench.summary.pageCount }

  /// The words of each page, blanks as they are.
  func texts() throws -> [String] {
    try (0..<count).map { page in
      guard case .plainText(let bytes) = try bench.ask(.plainText(page: page)) else { return "" }
      return String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    }
  }

  func labels() throws -> [String] {
    guard case .pages(let infos) = try bench.ask(.pages(0..<count)) else { return [] }
    return infos.map(\.label)
  }

  /// Entries of the outline as `  title>page`, two blanks for each level.
  func outline() throws -> [String] {
    guard case .outline(let items) = try bench.ask(.outline) else { return [] }
    func lines(_ items: [OutlineItem], _ margin: String) -> [String] {
      items.flatMap { item -> [String] in
        var line = margin + item.title
        if case .destination(let place) = item.target { line += ">\(place.page)" }
        return [line] + lines(item.children, margin + "  ")
      }
    }
    return lines(items, "")
  }
}
