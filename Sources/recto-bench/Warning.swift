import Glibc

/// Prints a message to standard error without ending the measurement.
func warn(_ text: String) {
  let bytes = Array("recto-bench: \(text)\n".utf8)
  _ = write(STDERR_FILENO, bytes, bytes.count)
}
