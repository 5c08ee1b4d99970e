extension PopplerDocumentFile {
  package func fingerprint() -> String? {
    let running = fingerprinting ?? Fingerprinting()
    fingerprinting = running
    return running.advance(mapping.bytes)
  }
}
