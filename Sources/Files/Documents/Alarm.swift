package import Dispatch

/// Calls a function after a time; tests replace it and decide when.
package struct Alarm: Sendable {
  package typealias Body = @Sendable () -> Void

  /// Calls `body` on the queue after so many milliseconds.
  package let call: @Sendable (_ milliseconds: Int, _ queue: DispatchQueue, @escaping Body) -> Void

  package init(
    _ call:
      @escaping @Sendable (
        _ milliseconds: Int, _ queue: DispatchQueue, @escaping Body
      ) -> Void
  ) { self.call = call }

  package static let system = Alarm { milliseconds, queue, body in
    queue.asyncAfter(deadline: .now() + .milliseconds(milliseconds), execute: body)
  }
}
