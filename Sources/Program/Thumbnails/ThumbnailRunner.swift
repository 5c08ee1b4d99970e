import Dispatch
import Files
import Glibc
import Interface
import Pictures
import Thumbnails
import Workers

/// Has the thumbnails made that the browser wants: their pixels go to the desk of pictures, and the state is told that they are there.
// Unchecked: all that changes is touched on the queue only.
final class ThumbnailRunner: @unchecked Sendable {
  private let desk: PictureDesk
  private let mailbox: Mailbox
  private let lanes: DiskLanes
  private let pool: WorkerPool
  private let preferences: Preferences
  private let queue = DispatchQueue(label: "recto.thumbnail-wishes", qos: .userInitiated)
  private var maker: ThumbnailMaker?
  private var gallery: ThumbnailStudio?
  private var previews: ThumbnailStudio?
  /// What is previewed, and how often that has changed.
  private var previewed = ""
  private var previewSerial = 0

  /// A cursor that moves on within this time wanted nothing.
  private static let rest = DispatchTimeInterval.milliseconds(30)
  /// Workers that draw thumbnails; the reader's and the preview's go on beside them.
  private static let workers = max(1, min(4, sysconf(Int32(_SC_NPROCESSORS_ONLN)) - 1))
  /// Bytes of previews in memory.
  private static let previewMemory = 24 << 20

  init(_ machinery: Machinery, _ desk: PictureDesk) {
    self.desk = desk
    mailbox = machinery.mailbox
    lanes = machinery.lanes
    pool = machinery.pool
    preferences = machinery.preferences
  }

  func want(_ order: ThumbnailOrder) {
    queue.async { [self] in
      // Whoever never saw a gallery needs no studio for it.
      if gallery == nil, order.visible.isEmpty { return }
      let studio = gallery ?? studio(.tile, ThumbnailStudio.Options(budget: budget))
      gallery = studio
      if order.side > 0 { studio.use(.holding(order.side)) }
      studio.want(visible: order.visible, near: order.near)
    }
  }

  func look(at paths: [String]) {
    queue.async { [self] in gallery?.look(at: paths) }
  }

  /// The picture of what the cursor rests on.
  func preview(_ path: String, side: Int) {
    queue.async { [self] in
      previewSerial += 1
      let serial = previewSerial
      queue.asyncAfter(deadline: .now() + Self.rest) { [self] in
        guard serial == previewSerial else { return }
        let studio =
          previews
          ?? studio(
            .preview,
            ThumbnailStudio.Options(mostUnderWay: 1, memory: Self.previewMemory, budget: budget))
        previews = studio
        studio.use(.holding(side))
        if RowKey(path) == RowKey(previewed) {
          studio.look(at: [path])
        } else {
          studio.want(visible: [path])
        }
        previewed = path
      }
    }
  }

  /// In bytes.
  private var budget: Int64 { ThumbnailSettings(preferences).budget }

  private func studio(_ use: ThumbnailUse, _ options: ThumbnailStudio.Options) -> ThumbnailStudio {
    let maker =
      maker
      ?? ThumbnailMaker(
        cache: ThumbnailSettings(preferences).cache, pool: pool, workers: Self.workers)
    self.maker = maker
    return ThumbnailStudio(maker: maker, lanes: lanes, options: options) { [desk, mailbox] in
      Self.tell($0, use, desk, mailbox)
    }
  }

  /// The desk has the picture before anybody wishes for it.
  private static func tell(
    _ portrait: ThumbnailStudio.Portrait, _ use: ThumbnailUse, _ desk: PictureDesk,
    _ mailbox: Mailbox
  ) {
    var facts: ThumbnailFacts?
    if case .success(let bitmap) = portrait.content {
      var hasher = Hasher()
      hasher.combine(portrait.stamp)
      hasher.combine(bitmap.size.width)
      hasher.combine(bitmap.size.height)
      let version = hasher.finalize()
      facts = ThumbnailFacts(
        width: bitmap.size.width, height: bitmap.size.height, version: version)
      desk.put(bitmap, for: .thumbnail(RowKey(portrait.path), version: version))
    }
    mailbox.post(.browser(.thumbnail(path: portrait.path, facts, use)))
  }
}
