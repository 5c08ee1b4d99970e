internal import CNettle

/// AES with a key of 16 or 32 bytes in cipher block chaining (FIPS 197, SP 800-38A).
struct AES {
  private let key: [UInt8]

  init(key: [UInt8]) {
    precondition(key.count == Int(AES128_KEY_SIZE) || key.count == Int(AES256_KEY_SIZE))
    self.key = key
  }

  private typealias Chaining = (
    UnsafePointer<UInt8>?, Int, UnsafeMutablePointer<UInt8>?, Int, UnsafeMutablePointer<UInt8>?,
    UnsafePointer<UInt8>?
  ) -> Void

  /// Encrypts the whole blocks of 16 bytes; `start` is the initialisation vector.
  func encrypted(_ bytes: [UInt8], start: [UInt8]) -> [UInt8] {
    apply(cnettle_aes_cbc_encrypt, to: bytes, start)
  }

  /// Decrypts the whole blocks of 16 bytes; `start` is the initialisation vector.
  func decrypted(_ bytes: [UInt8], start: [UInt8]) -> [UInt8] {
    apply(cnettle_aes_cbc_decrypt, to: bytes, start)
  }

  private func apply(_ chaining: Chaining, to bytes: [UInt8], _ start: [UInt8]) -> [UInt8] {
    precondition(start.count == Int(AES_BLOCK_SIZE))
    let count = bytes.count / Int(AES_BLOCK_SIZE) * Int(AES_BLOCK_SIZE)
    var result = [UInt8](repeating: 0, count: count)
    var vector = start
    chaining(key, key.count, &vector, count, &result, bytes)
    return result
  }
}
