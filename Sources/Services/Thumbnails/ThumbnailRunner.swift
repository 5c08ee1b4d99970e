import Dispatch
import DocumentModel
import Files
import Messages
import Pictures
import Synchronization
import Thumbnails
import Workers

/// Requests the browser's thumbnails: stores the images in the `PageImageLoader` and posts a message for each.
// Unchecked: all mutable state is accessed on the queue only.
final class ThumbnailRunner: @unchecked Sendable {
  private let service: PageImageLoader
  private let mailbox: Mailbox
  private let lanes: DiskLanes
  private let pool: WorkerPool
  private let settings: ThumbnailSettings
  private let memory: PictureBudget
  private let queue = DispatchQueue(label: "recto.thumbnail-requests", qos: .userInitiated)
  private var maker: ThumbnailMaker?
  private var gallery: ThumbnailRenderer?
  private var previews: ThumbnailRenderer?
  /// Raised by each request for a preview.
  private var previewSerial = 0
  /// Read on the studios' queues when thumbnails arrive.
  private let fits = Mutex<[ThumbnailUse: ThumbnailFit]>([:])

  /// The delay before a preview; a cursor that moves on earlier requests nothing.
  private static let rest = DispatchTimeInterval.milliseconds(30)

  init(
    _ service: PageImageLoader, pool: WorkerPool, lanes: DiskLanes, mailbox: Mailbox,
    settings: ThumbnailSettings, memory: PictureBudget
  ) {
    self.service = service
    self.pool = pool
    self.lanes = lanes
    self.mailbox = mailbox
    self.settings = settings
    self.memory = memory
  }

  func want(_ order: ThumbnailOrder) {
    queue.async { [self] in
      // The studio is created when the gallery is first shown.
      if gallery == nil, order.visible.isEmpty { return }
      let studio =
        gallery
        ?? studio(
          .tile, ThumbnailRenderer.Options(memory: memory.thumbnails, budget: settings.budget))
      gallery = studio
      if order.fit.side > 0 { fit(.tile, order.fit, studio) }
      studio.want(visible: order.visible, near: order.near)
    }
  }

  func look(at paths: [String]) {
    queue.async { [self] in gallery?.look(at: paths) }
  }

  /// Requests the preview of the file under the cursor.
  func preview(_ path: String, _ wanted: ThumbnailFit) {
    queue.async { [self] in
      previewSerial += 1
      let serial = previewSerial
      queue.asyncAfter(deadline: .now() + Self.rest) { [self] in
        guard serial == previewSerial else { return }
        let studio =
          previews
          ?? studio(
            .preview,
            ThumbnailRenderer.Options(
              mostUnderWay: 1, memory: memory.previews, budget: settings.budget))
        previews = studio
        fit(.preview, wanted, studio)
        // The same file is reported again: a gallery may have been shown meanwhile.
        studio.want(visible: [])
        studio.want(visible: [path])
      }
    }
  }

  /// Changes the size of a studio's thumbnails; returns whether it differs from before. The caller must then request them again.
  @discardableResult
  private func fit(_ use: ThumbnailUse, _ wanted: ThumbnailFit, _ studio: ThumbnailRenderer) -> Bool
  {
    let isOther = fits.withLock { fits in
      defer { fits[use] = wanted }
      return fits[use] != wanted
    }
    if isOther {
      studio.use(.holding(wanted.side))
      studio.want(visible: [])
    }
    return isOther
  }

  private func studio(_ use: ThumbnailUse, _ options: ThumbnailRenderer.Options)
    -> ThumbnailRenderer
  {
    let maker = maker ?? settings.backgroundMaker(pool)
    self.maker = maker
    return ThumbnailRenderer(maker: maker, lanes: lanes, options: options) { [weak self] in
      self?.tell($0, use)
    }
  }

  /// Stores the image in the loader before it is requested, scaled to its exact size in pixels, since terminals scale
  /// badly.
  private func tell(_ portrait: ThumbnailRenderer.Portrait, _ use: ThumbnailUse) {
    var facts: ThumbnailFacts?
    if case .success(let whole) = portrait.content {
      let fit = fits.withLock { $0[use] } ?? ThumbnailFit()
      let isSmall = ThumbnailFit.isSmall(whole.size.width, whole.size.height)
      let cells = fit.cells(whole.size.width, whole.size.height, isSmall: isSmall)
      let size = whole.reducedSize(
        PixelSize(width: cells.columns * fit.cell.width, height: cells.rows * fit.cell.height))
      let version = Self.version(of: portrait.stamp, whole.size, size)
      let source = ImageRequest.Source.thumbnail(FilePath(portrait.path), version: version)
      facts = ThumbnailFacts(
        width: size.width, height: size.height, version: version, isSmall: isSmall)
      // An image that is visible again is still in the loader.
      if !service.has(source) { service.put(whole.reduced(to: size), for: source) }
    }
    let answer: ThumbnailAnswer
    if let facts {
      answer = .picture(facts)
    } else {
      answer = .none(Self.lack(portrait.content))
    }
    mailbox.post(.browser(.thumbnail(path: portrait.path, answer, use)))
  }

  private static func lack(
    _ content: Result<Bitmap, ThumbnailMaker.Failure>
  ) -> ThumbnailLack {
    guard case .failure(let failure) = content else { return .broken }
    switch failure {
    case .encrypted: return .locked
    case .unknownKind, .hopeless, .knownHopeless: return .broken
    case .unreadable: return .unreadable
    case .givenUp: return .late
    }
  }

  /// The image's version: equal for the same pixels of the same file.
  private static func version(
    of stamp: Files.FileStamp?, _ whole: PixelSize, _ size: PixelSize
  ) -> Int {
    var hasher = Hasher()
    hasher.combine(stamp)
    hasher.combine(whole)
    hasher.combine(size)
    return hasher.finalize()
  }
}
