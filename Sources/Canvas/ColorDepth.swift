/// The number of colours the terminal supports.
package enum ColorDepth: String, Sendable, Hashable {
  case none = "none"
  case eight = "8"
  case sixteen = "16"
  case indexed = "256"
  case direct = "16 million"
}
