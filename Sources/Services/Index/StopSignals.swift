import Dispatch
import Glibc

/// Turns SIGINT, SIGTERM and SIGHUP into a call that stops the work, instead of ending the process in the middle of it.
package final class StopSignals {
  private let source: any DispatchSourceRead
  private static let numbers = [SIGINT, SIGTERM, SIGHUP]

  package init(_ stop: @escaping @Sendable () -> Void) {
    let signals = Signals(Self.numbers)
    source = DispatchSource.makeReadSource(
      fileDescriptor: signals.descriptor, queue: .global(qos: .userInitiated))
    source.setEventHandler { if !signals.take().isEmpty { stop() } }
    source.setCancelHandler { close(signals.descriptor) }
    source.resume()
  }

  package func end() {
    for number in Self.numbers { signal(number, SIG_DFL) }
    source.cancel()
  }
}
