import DocumentModel
import Files
import Pictures
import Services
import Thumbnails
import Wire
import Workers

/// Writes one file's thumbnail to a given path, as desktop thumbnailers do.
struct ThumbnailFile {
  private typealias Failure = CommandDocument.Failure

  private let source: String
  private let output: String
  /// Pixels of the longer side.
  private let side: Int

  /// Whether another file at the path is replaced.
  private var replaces = true

  /// The largest a desktop asks for.
  static let sides = 1...2_048

  init(_ parsed: Arguments) throws {
    guard let source = parsed.words.first, parsed.words.count == 1 else {
      throw Arguments.Mistake(sentence: "-o is for the thumbnail of one file")
    }
    guard let output = parsed.options["output"], output != "-" else {
      throw Arguments.Mistake(sentence: "-o needs a file name")
    }
    self.source = source
    self.output = output
    if let number = parsed.options["size"].flatMap({ Int($0) }) {
      guard Self.sides.contains(number) else {
        throw Arguments.Mistake(
          sentence:
            "--size needs a number of pixels from \(Self.sides.lowerBound) to \(Self.sides.upperBound)"
        )
      }
      side = number
    } else {
      side = try ThumbnailCommand.size(parsed).side
    }
  }

  /// `side`: pixels of the longer side, one of `sides`.
  init(of source: String, to output: String, side: Int, replaces: Bool) {
    self.source = source
    self.output = output
    self.side = side
    self.replaces = replaces
  }

  /// Draws and writes it, as a whole or not at all; the exit status.
  func write() throws -> Int32 {
    try write(Self.drawn(source, side: side))
    return 0
  }

  /// Draws a file's thumbnail; `side`: pixels of the longer side, one of `sides`.
  static func drawn(_ source: String, side: Int) throws -> Thumbnail {
    let pool = try CommandDocument.workers()
    defer { pool.shutdown() }
    var result = try drawn(source, side, by: pool.thumbnailService())
    if case .failure(.engine(let failure)) = result, let kit = WorkerKit(after: failure) {
      result = try drawn(source, side, by: pool.thumbnailService(kit: kit))
    }
    switch result {
    case .success(let thumbnail): return thumbnail
    case .failure(let error): throw Failure(sentence: Sentences.text(error, file: source))
    }
  }

  private static func drawn(
    _ source: String, _ side: Int, by service: ThumbnailService
  ) throws -> Result<Thumbnail, WorkerError> {
    switch DocumentFile.open(source, takesPipes: false) {
    case .failure(let error): throw Failure(sentence: Sentences.text(error, file: source))
    case .success(let descriptor):
      let answer = Answer<Result<Thumbnail, WorkerError>>()
      service.make(
        ThumbnailRequest(name: DocumentFile.name(source), largest: side), of: descriptor,
        isForeign: true
      ) { answer.give($0) }
      return answer.wait()
    }
  }

  private func write(_ thumbnail: Thumbnail) throws {
    var failure: FilesError?
    do {
      let file = try SafeWrite(output, replaces ? .replace(expecting: nil) : .new)
      try thumbnail.pixels.withUnsafeBytes { pixels in
        try PNGFile.write(thumbnail.facts, pixels) { bytes in
          do throws(FilesError) { try file.append(bytes) } catch { failure = error }
          return failure == nil
        }
      }
      if let failure { throw failure }
      _ = try file.finish()
    } catch let error as FilesError {
      throw Failure(
        sentence: Sentences.noFolder(of: output) ?? Sentences.text(failure ?? error, file: output))
    } catch {
      if let failure { throw Failure(sentence: Sentences.text(failure, file: output)) }
      throw Failure(sentence: "not enough memory to write the picture")
    }
  }
}
