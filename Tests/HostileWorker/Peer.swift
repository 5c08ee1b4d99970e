internal import CEscape
internal import CLinux
import DocumentModel
import Glibc
import TestSupport
import Wire

/// The worker's end of the wire in bad hands.
struct Peer {
  private let socket: Int32 = 3
  private let memory: Int32 = 4
  private let pageCount = 3
  private var id: UInt64 = 0
  private let act: HostileAct
  private let isEvery: Bool
  /// Whether this is the first worker to be asked for something; asked once.
  private let isFirst: () -> Bool
  private var role: HostileAct?
  /// The memory that came with the last request; -1 where none did.
  private var picture: Int32 = -1
  /// Kept, so that it stays resident.
  private var ballast: [UInt8] = []

  init(act: HostileAct, isEvery: Bool, isFirst: @escaping () -> Bool) {
    self.act = act
    self.isEvery = isEvery
    self.isFirst = isFirst
  }

  mutating func run() {
    switch isEvery ? act : .honest {
    case .neverReady: while true { pause() }
    case .endsAtOnce: exit(0)
    case .speaksBeforeReady: answer(.opened(DocumentSummary(pageCount: pageCount)))
    default: break
    }
    answer(.ready(Greeting(missing: isEvery && act == .lacksLandlock ? [.landlock] : [])))
    if isEvery, act == .readyTwice { answer(.ready(Greeting())) }
    if isEvery, act == .diesOnceReady { exit(0) }
    while let request = receive() {
      if case .open = request {
        open(isEvery ? act : .honest)
      } else if case .annotationBase = request {
        answer(.baseHeld)
      } else {
        let mine = role ?? (isEvery || isFirst() ? act : .honest)
        role = mine
        reply(to: request, mine)
      }
    }
  }

  private mutating func open(_ act: HostileAct) {
    switch act {
    case .opensWithoutPages: answer(.opened(DocumentSummary(pageCount: 0)))
    case .failsToOpen: answer(.failed(.damaged))
    case .opensLarge:
      ballast = [UInt8](repeating: 1, count: 128 << 20)
      answer(.opened(DocumentSummary(pageCount: pageCount)))
    case .tellsWhatItHas:
      answer(.opened(DocumentSummary(pageCount: pageCount, title: WhatItHas.text)))
    default: answer(.opened(DocumentSummary(pageCount: pageCount)))
    }
  }

  /// False replies to the request; nil if the act is another.
  private func lie(_ act: HostileAct) -> Reply? {
    var portion = IndexedPortion()
    switch act {
    case .portionStands: return .indexed(portion)
    case .portionGoesBack:
      (portion.next, portion.complete) = (1, 2)
      return .indexed(portion)
    case .portionRepeats:
      portion.next = 1
      portion.pages = [IndexedPage(number: 1, label: "", passages: [], grams: [])]
      return .indexed(portion)
    case .sectionWithoutEnd: return .section(Array("trailer".utf8))
    case .editLongerThanRoom: return .edited(EditOutcome(byteCount: 1 << 31, pageCount: 1))
    case .editWithoutBytes: return .edited(EditOutcome(byteCount: 0, pageCount: 1))
    case .thumbnailTooLarge:
      let facts = PictureFacts(width: 400, height: 1)
      return .thumbnailMade(Thumbnail(facts, [UInt8](repeating: 1, count: facts.byteCount)))
    case .thumbnailCutShort:
      return .thumbnailMade(Thumbnail(PictureFacts(width: 9, height: 9), [1, 2, 3, 255]))
    case .annotationsOffThePage:
      let box = Box(x0: .nan, y0: 0, x1: 1, y1: 1)
      let wild = Annotation(id: AnnotationID("a"), page: 0, kind: .note, box: box)
      return .annotations(AnnotationPortion(annotations: [wild], next: pageCount))
    case .forgesIndex: return .indexed(ForgedIndex.portion)
    case .annotationsThatStand: return .annotations(AnnotationPortion(next: 0))
    default: return nil
    }
  }

  /// The honest answer to any request: the sizes of the pages.
  private var honest: Reply {
    .pages(
      (0..<pageCount).map { _ in PageInfo(label: "", size: PageSize(width: 100, height: 100)) })
  }

  private mutating func reply(to request: Request, _ act: HostileAct) {
    if let lie = lie(act) { return answer(lie) }
    switch act {
    case .wildLength: send(header(1 << 31))
    case .lengthTooLong: send(header(1_000) + honest.encoded())
    case .lengthTooShort: send(header(3) + honest.encoded())
    case .cutHeader: send([1, 2, 3, 4, 5])
    case .emptyFrame: send([])
    case .giantFrame: send(header(100_000) + [UInt8](repeating: 3, count: 100_000))
    case .wrongID: frame(honest.encoded(), id: id + 1)
    case .oldID: frame(honest.encoded(), id: 0)
    case .wrongKind: answer(.outline([]))
    case .wrongPicture: answer(.drawn(PictureFacts(width: 2, height: 2)))
    case .cutsPicture:
      _ = ftruncate(picture, 0)
      answerDrawing(request)
    case .exitsWithoutMemory: exit(WorkerExit.outOfMemory)
    case .writesOnPicture: writeOnAndOn(request)
    case .unknownKind: frame([200, 0, 0, 0, 0])
    case .unknownFailure: frame([14, 255])
    case .answersTwice: for _ in 0..<2 { answer(honest) }
    case .answersEndlessly: while true { answer(honest) }
    case .count31Bits: frame([3, 0, 0, 0, 0x80])
    case .annotationsWithoutEnd: frame([20, 0, 0, 0, 0x80])
    case .count63Bits: frame([3, 0, 0, 0, 0, 0, 0, 0, 0x80])
    case .notANumber: answer(.pages([PageInfo(label: "", size: PageSize(width: .nan, height: 1))]))
    case .infinite:
      answer(.pages([PageInfo(label: "", size: PageSize(width: 1, height: .infinity))]))
    case .morePagesThanAsked:
      let page = PageInfo(label: "", size: PageSize(width: 1, height: 1))
      answer(.pages([PageInfo](repeating: page, count: 50)))
    case .bytesLeftOver: frame(honest.encoded() + [0])
    case .outlineWithoutEnd: shared(outlineWithoutEnd)
    case .sharedTooLong: send(ReplyHeader(id: id, count: 1 << 31, isShared: true).encoded())
    case .sharedAndMore:
      send(ReplyHeader(id: id, count: 4, isShared: true).encoded() + [1, 2, 3, 4])
    case .sharedUnwritten:
      send(ReplyHeader(id: id, count: Limit.shared, isShared: true).encoded())
    case .sharedShorterThanSaid: shared(honest.encoded(), saying: 4_000)
    case .shrinksMemory:
      _ = ftruncate(memory, 0)
      shared(honest.encoded(), saying: Limit.shared)
    case .exits: exit(1)
    case .indexesOnePage:
      // Every later page ends it.
      guard case .index(let indexing) = request, indexing.first == 0 else { abort() }
      var portion = ForgedIndex.portion
      portion.card?.pageCount = 3
      portion.isEnd = false
      answer(.indexed(portion))
    case .aborts: abort()
    case .diesInTheMiddle:
      send(Array(header(1_000).prefix(7)))
      exit(0)
    case .hangsUp:
      close(socket)
      while true { pause() }
    case .hangs: while true { pause() }
    case .floodsError:
      let noise = [UInt8](repeating: 0x1B, count: 1 << 16)
      for _ in 0..<100 { _ = write(2, noise, noise.count) }
      answer(honest)
    case .sendsDescriptors: sendDescriptors()
    case .opensLarge: answer(honest)
    case .grows:
      if ballast.isEmpty { ballast = [UInt8](repeating: 1, count: 128 << 20) }
      answer(honest)
    case .growsShared:
      if ballast.isEmpty,
        let pages = mmap(
          nil, 128 << 20, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0)
      {
        memset(pages, 1, 128 << 20)
        ballast = [1]
      }
      answer(honest)
    case .worksBesideOthers:
      cescape_work_beside_others(20)
      answer(honest)
    default: answerDrawing(request)
    }
  }

  /// One item in another, further down than any stack goes.
  private var outlineWithoutEnd: [UInt8] {
    var writer = ByteWriter()
    writer.write(UInt8(5))
    for _ in 0..<1_000_000 {
      writer.write(count: 1)
      writer.write("")
      writer.write(false)
      writer.write(false)
    }
    return writer.bytes
  }

  /// Lends the end of a pipe with the answer, and goes on when the reader has closed it.
  private mutating func sendDescriptors() {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return }
    let bytes = header(honest.encoded().count) + honest.encoded()
    _ = clinux_send(socket, bytes, bytes.count, ends[1])
    close(ends[1])
    var byte: UInt8 = 0
    _ = read(ends[0], &byte, 1)
    close(ends[0])
  }

  /// Replies that the result is in the given memory; a thumbnail is one black pixel.
  private func answerDrawing(_ request: Request) {
    if case .makeThumbnail = request {
      let pixel = PictureFacts(width: 1, height: 1, isBlank: true, isGray: true)
      return answer(.thumbnailMade(Thumbnail(pixel, [0, 0, 0, 255])))
    }
    if let honest = honestAtDesk(request) { return answer(honest) }
    guard case .draw(let drawing) = request else { return answer(honest) }
    answer(.drawn(PictureFacts(width: drawing.frame.width, height: drawing.frame.height)))
  }

  /// The replies of an honest worker in a service, as far as it gives any.
  private func honestAtDesk(_ request: Request) -> Reply? {
    switch request {
    case .index, .indexOn:
      var portion = IndexedPortion()
      (portion.next, portion.isEnd) = (pageCount, true)
      return .indexed(portion)
    case .section, .repair: return .section(Array("%%EOF\n".utf8))
    case .readBase: return .baseRead
    case .verifySection: return .sectionVerified(isSeenTwice: true)
    case .edit: return .editRefused(EditRefusal(.damaged))
    case .verifyEdit: return .editVerified
    case .annotations: return .annotations(AnnotationPortion(next: pageCount))
    default: return nil
    }
  }

  /// Keeps the memory mapped, so that it can be written to while others read.
  private func writeOnAndOn(_ request: Request) {
    guard let count = request.pictureBytes,
      let mapped = mmap(nil, count, PROT_READ | PROT_WRITE, MAP_SHARED, picture, 0),
      mapped != MAP_FAILED
    else { return answer(honest) }
    memset(mapped, 7, count)
    answerDrawing(request)
    while true { memset(mapped, Int32.random(in: 8...255), count) }
  }

  // MARK: the wire

  private mutating func receive() -> Request? {
    var buffer = [UInt8](repeating: 0, count: Limit.frame)
    var descriptor: Int32 = -1
    let count = clinux_receive(socket, &buffer, buffer.count, &descriptor)
    guard count > 0, let frame = try? RequestFrame(decoding: Array(buffer[..<count])) else {
      return nil
    }
    id = frame.id
    if picture >= 0 { close(picture) }
    picture = descriptor
    return frame.request
  }

  private func header(_ count: Int) -> [UInt8] {
    ReplyHeader(id: id, count: count, isShared: false).encoded()
  }

  private func send(_ bytes: [UInt8]) {
    // The reader has hung up: nobody is left to annoy.
    if clinux_send(socket, bytes, bytes.count, -1) < 0, errno == EPIPE { exit(0) }
  }

  private func frame(_ payload: [UInt8], id other: UInt64? = nil) {
    send(
      ReplyHeader(id: other ?? id, count: payload.count, isShared: false).encoded() + payload)
  }

  private func answer(_ reply: Reply) { frame(reply.encoded()) }

  private func shared(_ payload: [UInt8], saying count: Int? = nil) {
    _ = pwrite(memory, payload, payload.count, 0)
    send(ReplyHeader(id: id, count: count ?? payload.count, isShared: true).encoded())
  }
}
