import Glibc

/// A descriptor, closed with its owner.
final class SourceDescriptor {
  let number: Int32

  init(number: Int32) { self.number = number }

  deinit { if number >= 0 { close(number) } }
}
