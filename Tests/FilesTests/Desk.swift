import Dispatch
import Foundation
import Synchronization
import Testing

@testable import Files

/// A clock that stands still until the test lets it go on.
final class StillClock: Sendable {
  private let bodies = Mutex<[Alarm.Body]>([])

  var alarm: Alarm {
    Alarm { [self] _, queue, body in
      bodies.withLock { $0.append { queue.sync(execute: body) } }
    }
  }

  /// Lets all that waits happen; what that begins waits in turn.
  func strike() {
    let due = bodies.withLock { bodies in
      defer { bodies = [] }
      return bodies
    }
    for body in due { body() }
  }

  func strike(_ times: Int) { for _ in 0..<times { strike() } }
}

/// A document on the desk of one program, with what it has told.
final class Desk: @unchecked Sendable {
  let queue = DispatchQueue(label: "desk")
  let clock = StillClock()
  let told = Gathered<DocumentEvent>()
  let document: EditableDocument<PlainTextFormat>

  init(
    _ path: String, beginning initial: String? = nil, disk: Disk = Disk(),
    recovery: String? = nil, watches: Bool = false, bound: Int = 1 << 20
  ) throws {
    let options = DocumentOptions(
      bound: bound, disk: disk, alarm: clock.alarm,
      recovery: recovery.map { RecoveryFolder($0) },
      watch: watches ? FolderWatch(queue: queue, delay: .milliseconds(5)) : nil)
    let (queue, told) = (queue, told)
    document = try queue.sync {
      try EditableDocument(
        path, as: PlainTextFormat(), orBeginning: initial.map { Array($0.utf8) },
        options: options, on: queue
      ) { told.add([$0]) }
    }
  }

  @discardableResult
  func on<Result>(_ body: (EditableDocument<PlainTextFormat>) throws -> Result) rethrows -> Result {
    try queue.sync { try body(document) }
  }

  var text: String { on { String(decoding: $0.contents, as: UTF8.self) } }
  var state: DocumentState { on { $0.state } }

  func write(_ text: String, _ name: String = "change") throws {
    try on { try $0.change(name) { $0 = Array(text.utf8) } }
  }

  func add(_ line: String) throws {
    try on { document in
      try document.change("line") { $0 = PlainTextFormat.appending([line], to: $0) }
    }
  }

  @discardableResult func save(again: Bool = false) throws -> Bool {
    try on { try $0.save(again: again) }
  }

  /// As after a word of the watcher's: looks, and finds the file still.
  func look() {
    on { $0.look() }
    clock.strike()
  }

  /// Waits, without sleeping longer than needed, for what the watcher tells.
  func wait(for event: DocumentEvent) async throws {
    let end = ContinuousClock.now + .seconds(10)
    while !told.all.contains(event) {
      try #require(ContinuousClock.now < end, "waited for \(event); told: \(told.all)")
      try await Task.sleep(for: .milliseconds(5))
      clock.strike()
    }
  }
}
