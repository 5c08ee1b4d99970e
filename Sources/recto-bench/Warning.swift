import Glibc

/// Says something on standard error that does not end the measurement.
func warn(_ text: String) {
  let bytes = Array("recto-bench: \(text)\n".utf8)
  _ = write(STDERR_FILENO, bytes, bytes.count)
}
