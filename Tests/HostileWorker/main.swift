import CLinux
import DocumentModel
import Glibc
import Wire

// A worker that opens any document as one of ten pages, answers about all pages but the first as it should, and about
// the first as `BEHAVIOUR` says. It notes its process id in a file of the folder `PIDS`.

let socket: Int32 = 3
let behaviour = getenv("BEHAVIOUR").map { String(cString: $0) } ?? ""

if let folder = getenv("PIDS").map({ String(cString: $0) }) {
  close(open("\(folder)/\(getpid())", O_CREAT | O_WRONLY, 0o600))
}

func send(_ bytes: [UInt8], descriptor: Int32 = -1) {
  _ = clinux_send(socket, bytes, bytes.count, descriptor)
}

func send(_ reply: Reply, id: UInt64) {
  let payload = reply.encoded()
  send(ReplyHeader(id: id, count: payload.count, isShared: false).encoded() + payload)
}

/// A payload under a header that may say something else of it.
func send(_ payload: [UInt8], id: UInt64, count: Int? = nil, isShared: Bool = false) {
  send(
    ReplyHeader(id: id, count: count ?? payload.count, isShared: isShared).encoded() + payload)
}

func text(_ scalar: UInt32 = 0x61, x: Float = 1) -> Reply {
  .text(
    PageText(
      scalars: [scalar], boxes: [Box(x0: x, y0: 0, x1: x + 1, y1: 1)],
      runs: [StyleRun(start: 0, style: 0)], styles: [TextStyle()]))
}

func little(_ value: UInt32) -> [UInt8] { withUnsafeBytes(of: value.littleEndian, Array.init) }

func misbehave(_ id: UInt64) {
  switch behaviour {
  case "wild length": send(ReplyHeader(id: id, count: 0xFFFF_FFF0, isShared: false).encoded())
  case "wild shared length": send([], id: id, count: Limit.shared + 1, isShared: true)
  case "shared rubbish": send([], id: id, count: Limit.shared, isShared: true)
  case "shared and not": send([1, 2, 3], id: id, isShared: true)
  case "too short": send([6, 0, 0], id: id, count: 100)
  case "half a header": send([1, 2, 3])
  case "nothing": send([])
  case "another question's": send(text(), id: id &+ 1)
  case "another kind": send(.outline([]), id: id)
  case "unknown kind": send([200, 1, 2, 3], id: id)
  case "bytes left over": send(text().encoded() + [0], id: id)
  case "2³¹ styles":
    send([6] + [UInt8](repeating: 0, count: 16) + little(0x8000_0000), id: id)
  case "2³² characters":
    send([6] + [UInt8](repeating: 0, count: 24) + little(0xFFFF_FFFF), id: id)
  case "a box beyond all pages": send(text(x: 1e30), id: id)
  case "NaN": send(text(x: .nan), id: id)
  case "infinity": send(text(x: .infinity), id: id)
  case "an escape": send(text(0x1B), id: id)
  case "a C1 control": send(text(0x9B), id: id)
  case "a bidi override": send(text(0x202E), id: id)
  case "a surrogate": send(text(0xD800), id: id)
  case "endless": while true { send(text(), id: id &+ 7) }
  case "a descriptor as a gift":
    send(ReplyHeader(id: id, count: 1, isShared: false).encoded() + [200], descriptor: 0)
  case "silence": while true { pause() }
  case "death": exit(1)
  case "a crash": kill(getpid(), SIGSEGV)
  case "spinning": while true {}
  default: send(text(), id: id)
  }
}

if behaviour == "no beginning" { while true { pause() } }
if behaviour == "an end at once" { exit(0) }
if behaviour == "rubbish first" { send([9, 9, 9]) }
send(.ready(Greeting()), id: 0)
var buffer = [UInt8](repeating: 0, count: Limit.frame)
while true {
  var descriptor: Int32 = -1
  let count = clinux_receive(socket, &buffer, buffer.count, &descriptor)
  if descriptor >= 0 { close(descriptor) }
  guard count > 0, let frame = try? RequestFrame(decoding: Array(buffer[..<count])) else { exit(0) }
  switch frame.request {
  case .open: send(.opened(DocumentSummary(pageCount: 10)), id: frame.id)
  case .text(page: 0): misbehave(frame.id)
  case .render:
    send(
      .picture(
        PagePicture(width: 2, height: 1, stride: 8, pixels: [UInt8](repeating: 0, count: 8))),
      id: frame.id)
  default: send(text(), id: frame.id)
  }
}
