import Dispatch
import Glibc

/// Has Ctrl-C and a polite end stop what is under way instead of ending the program in the middle of it.
final class StopSignals {
  private var sources: [any DispatchSourceSignal] = []
  private static let numbers = [SIGINT, SIGTERM, SIGHUP]

  init(_ stop: @escaping @Sendable () -> Void) {
    for number in Self.numbers {
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler(handler: stop)
      source.resume()
      sources.append(source)
    }
  }

  func end() {
    for source in sources { source.cancel() }
    for number in Self.numbers { signal(number, SIG_DFL) }
  }
}
