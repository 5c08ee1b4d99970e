internal import CSpeech
import Dispatch
import Glibc
import Synchronization

/// A connection to speech-dispatcher, which reads sentences aloud; there is one in a process, since the library has callbacks without context.
package final class SpeechDispatcher: Sendable {
  package enum Event: Sendable, Hashable {
    /// The voice has begun a sentence.
    case began(Int)
    /// A sentence was read to its end.
    case ended(Int)
    /// speech-dispatcher cannot be reached, or has ended.
    case failed(String)
  }

  private let report: @Sendable (Event) -> Void
  /// Calls of the library wait for replies.
  private let queue = DispatchQueue(label: "recto.speech", qos: .userInitiated)
  private let state = Mutex(State())

  private struct State {
    var connection: UnsafeMutablePointer<SPDConnection>?
    /// The numbers of sentences by the library's numbers of messages.
    var numbers: [Int: Int] = [:]
    /// The library's number of the message that is read.
    var speaking: Int?
    /// The message that was cancelled and has not ended: what is said before that would be cancelled, too.
    var cancelled: Int?
    /// Sentences to be said after that.
    var waiting: [(number: Int, text: String)] = []
    var language = ""
    var rate = 0
    var isWatched = false
  }

  /// Milliseconds that the end of a cancelled message is waited for.
  private static let patience = 500

  package init(_ report: @escaping @Sendable (Event) -> Void) {
    self.report = report
  }

  /// Reads sentences aloud, after those before.
  package func say(_ lines: [(number: Int, text: String)], language: String) {
    onQueue { [self] state in
      guard let connection = connect(&state) else { return }
      if language != state.language, !language.isEmpty {
        spd_set_language(connection, language)
        state.language = language
      }
      state.waiting += lines
      sayWaiting(&state)
      watch(&state)
    }
  }

  /// Asks now and then whether speech-dispatcher is still there, which the library does not report; disconnects when all is said.
  private func watch(_ state: inout State) {
    guard !state.isWatched, !state.numbers.isEmpty else { return }
    state.isWatched = true
    queue.asyncAfter(deadline: .now() + .seconds(2)) { [self] in
      self.state.withLock { state in
        state.isWatched = false
        guard let connection = state.connection else { return }
        guard !state.numbers.isEmpty else {
          // A server that was started for this connection ends some seconds after its last client.
          if state.waiting.isEmpty { lose(&state, isSaid: false) }
          return
        }
        if spd_get_client_id(connection) < 0 { return lose(&state) }
        watch(&state)
      }
    }
  }

  private func sayWaiting(_ state: inout State) {
    guard state.cancelled == nil, let connection = state.connection else { return }
    let lines = state.waiting
    state.waiting = []
    for line in lines {
      // Of the priorities, this one keeps sentences in their order; SPD_TEXT would end the one before.
      let message = spd_say(connection, SPD_MESSAGE, line.text)
      guard message >= 0 else { return lose(&state) }
      state.numbers[Int(message)] = line.number
    }
  }

  /// Ends the sentence that is read, and drops the rest.
  package func stop() {
    onQueue { [self] state in
      state.numbers = [:]
      state.waiting = []
      guard let connection = state.connection else { return }
      guard spd_cancel(connection) >= 0 else { return lose(&state, isSaid: false) }
      guard let message = state.speaking else { return }
      state.cancelled = message
      queue.asyncAfter(deadline: .now() + .milliseconds(Self.patience)) { [self] in
        ended(message)
      }
    }
  }

  /// Sets the speed from the next sentence on, from -100 to 100.
  package func setRate(_ rate: Int) {
    onQueue { state in
      state.rate = min(max(-100, rate), 100)
      if let connection = state.connection { spd_set_voice_rate(connection, Int32(state.rate)) }
    }
  }

  private func onQueue(_ body: @escaping @Sendable (inout State) -> Void) {
    queue.async { [self] in
      state.withLock { body(&$0) }
    }
  }

  /// Returns the connection, made if there is none; nil after a report of what is wrong.
  private func connect(_ state: inout State) -> UnsafeMutablePointer<SPDConnection>? {
    if let connection = state.connection { return connection }
    // The library writes a reason in any case.
    var reason: UnsafeMutablePointer<CChar>?
    defer { free(reason) }
    guard
      let connection = spd_open2("recto", "reading", nil, SPD_MODE_THREADED, nil, 1, &reason)
    else {
      report(
        .failed(
          "speech-dispatcher cannot be reached; install it, with a voice such as espeak-ng"))
      return nil
    }
    listener.withLock { $0 = self }
    connection.pointee.callback_begin = { message, _, _ in
      listener.withLock { $0 }?.began(Int(message))
    }
    connection.pointee.callback_end = { message, _, _ in
      listener.withLock { $0 }?.ended(Int(message))
    }
    connection.pointee.callback_cancel = { message, _, _ in
      listener.withLock { $0 }?.ended(Int(message))
    }
    for event in [SPD_BEGIN, SPD_END, SPD_CANCEL] { spd_set_notification_on(connection, event) }
    if state.rate != 0 { spd_set_voice_rate(connection, Int32(state.rate)) }
    state.connection = connection
    state.language = ""
    return connection
  }

  // The library's thread must not wait, and its call may still be on its way back.

  private func began(_ message: Int) {
    onQueue { [self] state in
      state.speaking = message
      if let number = state.numbers[message] { report(.began(number)) }
    }
  }

  /// Handles the end of a message, which another program may have cut short.
  private func ended(_ message: Int) {
    onQueue { [self] state in
      if state.speaking == message { state.speaking = nil }
      if state.cancelled == message {
        state.cancelled = nil
        sayWaiting(&state)
        watch(&state)
      } else if let number = state.numbers.removeValue(forKey: message) {
        report(.ended(number))
      }
    }
  }

  private func lose(_ state: inout State, isSaid: Bool = true) {
    if let connection = state.connection { spd_close(connection) }
    (state.connection, state.numbers, state.waiting) = (nil, [:], [])
    (state.speaking, state.cancelled) = (nil, nil)
    if isSaid { report(.failed("speech-dispatcher has ended; read aloud again to start it")) }
  }
}

/// The connection that the library's callbacks are for.
private let listener = Mutex<SpeechDispatcher?>(nil)
