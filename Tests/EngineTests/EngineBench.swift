import DocumentModel
import Engine
import Foundation
import Glibc
import TestSupport
import Testing
import Wire

/// Poppler in this process: one document after the other, as in a worker.
@Suite(.serialized) struct EngineTests {}

/// An engine with a document, whose answers go over the wire and back before they are looked at.
final class EngineBench {
  let engine: Engine
  private(set) var summary = DocumentSummary(pageCount: 1)

  /// As in a worker: else poppler's global parameters come and go with each document.
  private static let readablePaths = Warming.warm()

  init(
    _ file: Data, password: String = "", name: String = "", encoding: String = "",
    converters: ConverterSet = ConverterSet()
  ) throws {
    _ = Self.readablePaths
    engine = Engine(converters: converters)
    let request = Request.open(password: Array(password.utf8), name: name, encoding: encoding)
    summary = try Self.open(file, request, engine)
  }

  convenience init(_ document: PagedPDF) throws {
    try self.init(document.file())
  }

  private static func open(
    _ file: Data, _ request: Request, _ engine: Engine
  ) throws -> DocumentSummary {
    let memory = memoryFile(file)
    let reply = engine.answer(request, descriptor: memory)
    switch try Reply(decoding: reply.encoded(), pageCount: 0) {
    case .opened(let summary): return summary
    case .failed(let failure): throw failure
    default: throw EngineFailure.notFound
    }
  }

  /// A file of its own without a name.
  static func memoryFile(_ data: Data) -> Int32 {
    var name = Array("/tmp/recto-engine-XXXXXX\0".utf8CString)
    let file = mkstemp(&name)
    unlink(name)
    data.withUnsafeBytes { _ = write(file, $0.baseAddress, $0.count) }
    return file
  }

  func ask(_ request: Request) throws -> Reply {
    let reply = engine.answer(request, descriptor: -1)
    let read = try Reply(decoding: reply.encoded(), pageCount: summary.pageCount)
    if case .failed(let failure) = read { throw failure }
    return read
  }

  func outline() throws -> [OutlineItem] {
    guard case .outline(let items) = try ask(.outline) else { throw EngineFailure.notFound }
    return items
  }

  func links(page: Int = 0) throws -> [Link] {
    guard case .links(let links) = try ask(.links(page: page)) else {
      throw EngineFailure.notFound
    }
    return links
  }

  func pages() throws -> [PageInfo] {
    var infos: [PageInfo] = []
    while infos.count < summary.pageCount {
      guard case .pages(let more) = try ask(.pages(infos.count..<summary.pageCount)),
        !more.isEmpty
      else { throw EngineFailure.notFound }
      infos += more
    }
    return infos
  }

  func destination(named name: String) throws -> Destination? {
    guard case .destination(let place) = try ask(.destination(name: name)) else {
      throw EngineFailure.notFound
    }
    return place
  }

  func metadata() throws -> Metadata {
    guard case .metadata(let metadata) = try ask(.metadata) else { throw EngineFailure.notFound }
    return metadata
  }

  func text(page: Int = 0) throws -> PageText {
    guard case .text(let text) = try ask(.text(page: page)) else { throw EngineFailure.notFound }
    return text
  }
}

extension PageText {
  var string: String {
    String(String.UnicodeScalarView(scalars.compactMap(Unicode.Scalar.init)))
  }

  /// The box round all characters.
  var bounds: Box {
    let inked = zip(scalars, boxes).filter { $0.0 > 0x20 }.map(\.1)
    return inked.dropFirst().reduce(inked.first ?? .zero) { $0.union($1) }
  }
}
