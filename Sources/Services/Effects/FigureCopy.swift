import DocumentModel
import Files
import Messages
import Pictures
import Workers

/// Copies a part of a page to the desktop's clipboard as PNG; without one it saves a file, never over another.
struct FigureCopy: Sendable {
  private let drawing: PageDrawing
  private let path: String
  private let mailbox: Mailbox
  private let lanes: DiskLanes

  init(_ drawing: PageDrawing, _ path: String, _ runner: EffectRunner) {
    self.drawing = drawing
    self.path = path
    mailbox = runner.mailbox
    lanes = runner.lanes
  }

  func run(_ document: WorkerDocument) {
    document.draw(drawing) { [self] result in
      lanes.add(at: path, isKept: true) { [self] _ in
        switch result {
        case .success(let picture): take(picture)
        case .failure(.cancelled): break
        case .failure(let error):
          tell(Sentences.text(error, file: "the figure"), isError: true)
        }
      }
    }
  }

  private func take(_ picture: PagePicture) {
    var bytes: [UInt8] = []
    do throws(PNGFile.Failure) {
      try picture.withBytes { (pixels) throws(PNGFile.Failure) in
        try PNGFile.write(picture.facts, pixels, dotsPerInch: PictureScale.figureDensity) {
          bytes += $0
          return true
        }
      }
    } catch {
      return tell("not enough memory to copy the figure", isError: true)
    }
    let size = "\(picture.facts.width) × \(picture.facts.height) pixels"
    if Clipboard.copy(bytes, as: "image/png") { return tell("Copied a picture of \(size)") }
    save(bytes)
  }

  private func save(_ bytes: [UInt8]) {
    do throws(FilesError) {
      let file = try SafeWrite(path, .new)
      try file.append(bytes)
      _ = try file.finish()
      tell("No clipboard for pictures here (wl-copy or xclip): saved \(path)")
    } catch {
      let reason =
        error.reason == .exists
        ? "No clipboard for pictures here (wl-copy or xclip), and \(path) already exists"
        : Sentences.text(error, file: path) + "; nothing was copied"
      tell(reason, isError: true)
    }
  }

  private func tell(_ sentence: String, isError: Bool = false) {
    mailbox.post(.notice(sentence, isError: isError))
  }
}
