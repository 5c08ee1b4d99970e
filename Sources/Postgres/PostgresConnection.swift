internal import CPostgres
import Dispatch
import Glibc

/// A connection to a database, used from one thread at a time. Calls block up to their deadline, so never on the screen's thread.
package final class PostgresConnection {
  private var handle: OpaquePointer
  /// Asked while waiting; false ends the wait and cancels the statement.
  package var mayGoOn: () -> Bool = { true }
  /// The bytes that the current statement's answer has brought so far.
  private var received = 0
  /// Whether the connection cannot be used any more: a statement was left unfinished.
  package private(set) var isBroken = false

  /// The limits of an answer; a server that exceeds them is not waited for.
  package struct Limits: Sendable {
    package var time: Duration
    /// The largest answer in bytes.
    package var bytes: Int

    package init(time: Duration = .seconds(10), bytes: Int = 64 << 20) {
      self.time = time
      self.bytes = bytes
    }
  }

  /// Connects; `mayGoOn` is asked several times a second.
  package init(
    to address: PostgresAddress, within time: Duration = .seconds(3),
    while mayGoOn: @escaping () -> Bool = { true }
  ) throws(PostgresError) {
    self.mayGoOn = mayGoOn
    let attempts = address.attempts
    handle = try Self.start(attempts[0])
    for (index, options) in attempts.enumerated() {
      if index > 0 {
        let hung = handle
        handle = try Self.start(options)
        cpostgres_PQfinish(hung)
      }
      do throws(PostgresError) {
        try connect(options, until: .now + time / attempts.count)
        break
      } catch {
        guard error.kind == .late else { throw error }
        guard index + 1 < attempts.count else {
          throw PostgresError(.unreachable, "no answer within \(time.components.seconds) s")
        }
      }
    }
    cpostgres_PQsetnonblocking(handle, 1)
    // Notices would be written on the screen.
    _ = cpostgres_PQsetNoticeProcessor(handle, { _, _ in }, nil)
  }

  deinit { cpostgres_PQfinish(handle) }

  private static func start(_ options: [(String, String)]) throws(PostgresError) -> OpaquePointer {
    let started = withStrings(options.map(\.0)) { names in
      withStrings(options.map(\.1)) { values in
        cpostgres_PQconnectStartParams(names, values, 1)
      }
    }
    guard let started else { throw PostgresError(.unreachable, "out of memory") }
    return started
  }

  private func connect(
    _ options: [(String, String)], until end: ContinuousClock.Instant
  ) throws(PostgresError) {
    var state = PGRES_POLLING_WRITING
    while state != PGRES_POLLING_OK {
      guard state != PGRES_POLLING_FAILED, cpostgres_PQstatus(handle) != CONNECTION_BAD else {
        throw connectionError(options)
      }
      try wait(for: state == PGRES_POLLING_READING ? POLLIN : POLLOUT, until: end)
      state = cpostgres_PQconnectPoll(handle)
    }
  }

  /// The role that logged in.
  package var user: String { cpostgres_PQuser(handle).map { String(cString: $0) } ?? "" }

  /// Runs one statement and passes each row of its answer to a reader.
  package func run(
    _ text: String, _ values: [PostgresValue] = [], _ limits: Limits = Limits(),
    row: (borrowing PostgresRow) throws(PostgresError) -> Void = { _ in }
  ) throws(PostgresError) {
    let encoded = values.map(\.encoded)
    let sent = Self.withBuffers(encoded) { pointers in
      // Unnamed statements: poolers such as pgbouncer keep no others between two transactions.
      cpostgres_PQsendQueryParams(
        handle, text, Int32(values.count), values.map(\.type), pointers,
        encoded.map { Int32($0?.count ?? 0) }, values.map { _ in 1 }, 1)
    }
    guard sent == 1, cpostgres_PQsetSingleRowMode(handle) == 1 else { throw lost() }
    try receive(limits, row)
  }

  /// Runs a script of several statements without parameters.
  package func execute(_ script: String, _ limits: Limits = Limits()) throws(PostgresError) {
    guard cpostgres_PQsendQuery(handle, script) == 1 else { throw lost() }
    try receive(limits) { _ in }
  }

  /// Runs a statement and returns what a reader makes of each row.
  package func rows<Row>(
    _ text: String, _ values: [PostgresValue] = [], _ limits: Limits = Limits(),
    _ row: (borrowing PostgresRow) throws(PostgresError) -> Row
  ) throws(PostgresError) -> [Row] {
    var rows: [Row] = []
    try run(text, values, limits) { answer throws(PostgresError) in rows.append(try row(answer)) }
    return rows
  }

  /// Runs a body in one transaction that is undone when it throws.
  package func transaction<Result>(
    _ body: () throws(PostgresError) -> Result, commits: (Result) -> Bool = { _ in true }
  ) throws(PostgresError) -> Result {
    try execute("BEGIN")
    do throws(PostgresError) {
      let result = try body()
      try execute(commits(result) ? "COMMIT" : "ROLLBACK")
      return result
    } catch {
      if !isBroken { try? execute("ROLLBACK") }
      throw error
    }
  }

  // MARK: waiting

  private func receive(
    _ limits: Limits, _ row: (borrowing PostgresRow) throws(PostgresError) -> Void
  ) throws(PostgresError) {
    var end = ContinuousClock.now + limits.time
    received = 0
    var failure: PostgresError?
    do throws(PostgresError) {
      try flush(until: end)
      while let result = try next(limits, until: end) {
        defer { cpostgres_PQclear(result) }
        switch cpostgres_PQresultStatus(result) {
        case PGRES_SINGLE_TUPLE, PGRES_TUPLES_OK:
          guard failure == nil else { continue }
          let start = ContinuousClock.now
          for number in 0..<max(0, cpostgres_PQntuples(result)) {
            try row(PostgresRow(result, row: number))
          }
          // The server is not late when its rows take long here.
          end += .now - start
        case PGRES_COMMAND_OK, PGRES_EMPTY_QUERY: break
        case PGRES_FATAL_ERROR: failure = failure ?? error(of: result)
        default: throw PostgresError(.malformed, "the server answers another question")
        }
      }
    } catch {
      // The rest of the answer is not waited for, so the connection has no use.
      abandon()
      throw error
    }
    if let failure {
      if cpostgres_PQstatus(handle) == CONNECTION_BAD || failure.isOfStandby { isBroken = true }
      throw failure
    }
  }

  private func flush(until end: ContinuousClock.Instant) throws(PostgresError) {
    while true {
      switch cpostgres_PQflush(handle) {
      case 0: return
      case 1:
        try wait(for: POLLIN | POLLOUT, until: end)
        // A server that answers before it has read everything must not block both.
        try consume(.max)
      default: throw lost()
      }
    }
  }

  private func next(
    _ limits: Limits, until end: ContinuousClock.Instant
  ) throws(PostgresError) -> OpaquePointer? {
    while cpostgres_PQisBusy(handle) == 1 {
      try wait(for: POLLIN, until: end)
      try consume(limits.bytes)
    }
    // A server that sends without end is always ready.
    guard ContinuousClock.now < end else { throw PostgresError(.late) }
    return cpostgres_PQgetResult(handle)
  }

  /// Reads what has arrived, unless the answer has become too large.
  private func consume(_ most: Int) throws(PostgresError) {
    let waiting = waitingBytes
    guard cpostgres_PQconsumeInput(handle) == 1 else { throw lost() }
    // More may have arrived meanwhile; libpq has room for at least this many bytes.
    received += max(waiting - waitingBytes, min(waiting, Self.leastRead))
    guard received <= most else {
      throw PostgresError(.malformed, "the answer is larger than \(most >> 20) MB")
    }
  }

  /// The least bytes that libpq reads at a time, if there are as many.
  private static let leastRead = 8_192

  private var waitingBytes: Int {
    var count: Int32 = 0
    _ = ioctl(cpostgres_PQsocket(handle), UInt(FIONREAD), &count)
    return Int(max(0, count))
  }

  /// Waits until the socket is ready.
  private func wait(
    for events: Int32, until end: ContinuousClock.Instant
  ) throws(PostgresError) {
    while true {
      guard mayGoOn() else { throw PostgresError(.cancelled) }
      let left = end - .now
      guard left > .zero else { throw PostgresError(.late) }
      var descriptor = pollfd(
        fd: cpostgres_PQsocket(handle), events: Int16(events), revents: 0)
      let pause = min(50, max(1, Int32(left / .milliseconds(1))))
      if poll(&descriptor, 1, pause) > 0 { return }
    }
  }

  /// Ends the statement on the server, on a thread of its own since libpq waits for the answer.
  private func abandon() {
    isBroken = true
    guard let cancel = cpostgres_PQgetCancel(handle) else { return }
    let request = CancelRequest(pointer: cancel)
    DispatchQueue.global(qos: .utility).async { request.send() }
  }

  // MARK: errors

  private var message: String {
    cpostgres_PQerrorMessage(handle).map { String(cString: $0) } ?? ""
  }

  private func lost() -> PostgresError {
    isBroken = true
    return PostgresError(.unreachable, message)
  }

  private func connectionError(_ options: [(String, String)]) -> PostgresError {
    let message = message
    if cpostgres_PQconnectionNeedsPassword(handle) == 1 {
      return PostgresError(.passwordMissing, message)
    }
    if message.contains("certificate") { return PostgresError(.certificate, message) }
    if message.contains("FATAL:") {
      if Self.isStarting(options) { return PostgresError(.unreachable, message) }
      return PostgresError(
        cpostgres_PQconnectionUsedPassword(handle) == 1 && message.contains("password")
          ? .passwordRefused : .refused, message)
    }
    return PostgresError(.unreachable, message)
  }

  /// Whether the server answers though it admits nobody yet, since it starts, recovers or ends: libpq tells that, but not the SQLSTATE of a refusal.
  private static func isStarting(_ options: [(String, String)]) -> Bool {
    let options = options + [("connect_timeout", "2")]
    return withStrings(options.map(\.0)) { names in
      withStrings(options.map(\.1)) { values in
        cpostgres_PQpingParams(names, values, 1) == PQPING_REJECT
      }
    }
  }

  private func error(of result: OpaquePointer) -> PostgresError {
    let state =
      cpostgres_PQresultErrorField(result, cpostgres_sqlstate)
      .map { String(cString: $0) } ?? ""
    let message = cpostgres_PQresultErrorMessage(result).map { String(cString: $0) } ?? ""
    // An error without a state is libpq's own: the connection is lost or the answer breaks the protocol.
    guard !state.isEmpty else {
      isBroken = true
      return PostgresError(
        message.contains("protocol") || message.contains("message") || message.contains("memory")
          ? .malformed : .unreachable, message)
    }
    return PostgresError(.statement, message, state: state)
  }

  // MARK: C strings

  /// Lends an array of C strings that ends with NULL.
  private static func withStrings<Result>(
    _ texts: [String], _ body: ([UnsafePointer<CChar>?]) -> Result
  ) -> Result {
    let copies = texts.map { strdup($0) }
    defer { for copy in copies { free(copy) } }
    return body(copies.map { UnsafePointer($0) } + [nil])
  }

  /// Lends the bytes of values in one piece of memory.
  private static func withBuffers<Result>(
    _ values: [[UInt8]?], _ body: ([UnsafePointer<CChar>?]) -> Result
  ) -> Result {
    var joined: [UInt8] = []
    joined.reserveCapacity(values.reduce(1) { $0 + ($1?.count ?? 0) })
    for value in values { joined += value ?? [] }
    // An empty value needs an address, too: NULL is another value.
    joined.append(0)
    return joined.withUnsafeBytes { bytes in
      var start = bytes.bindMemory(to: CChar.self).baseAddress
      return body(
        values.map { value in
          guard let value else { return nil }
          defer { start = start.map { $0 + value.count } }
          return start
        })
    }
  }
}

/// A request to end a statement, passed to the thread that sends it.
// Unchecked: used by that thread only.
private struct CancelRequest: @unchecked Sendable {
  let pointer: OpaquePointer

  func send() {
    var error = [CChar](repeating: 0, count: 256)
    _ = cpostgres_PQcancel(pointer, &error, Int32(error.count))
    cpostgres_PQfreeCancel(pointer)
  }
}
