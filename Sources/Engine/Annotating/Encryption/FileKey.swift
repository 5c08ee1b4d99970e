/// The key a document is encrypted with, from its password (PDF 32000-1, algorithms 2 to 7; PDF 32000-2, algorithms 2.A and 2.B).
struct FileKey {
  let key: [UInt8]
  /// Whether the password is the owner's.
  let isOwner: Bool

  private static let padding: [UInt8] = [
    0x28, 0xBF, 0x4E, 0x5E, 0x4E, 0x75, 0x8A, 0x41, 0x64, 0x00, 0x4E, 0x56, 0xFF, 0xFA, 0x01, 0x08,
    0x2E, 0x2E, 0x00, 0xB6, 0xD0, 0x68, 0x3E, 0x80, 0x2F, 0x0C, 0xA9, 0xFE, 0x64, 0x53, 0x69, 0x7A,
  ]

  /// Nil if the password that opened the file gives no key.
  init?(_ file: ObjectFile, _ entries: [String: PDFObject], _ revision: Int, _ version: Int) {
    func bytes(_ name: String) -> [UInt8] { file.followed(entries[name]).string ?? [] }
    let (owner, user) = (bytes("O"), bytes("U"))
    if revision >= 5 {
      guard
        let found = Self.modern(
          file.password, owner, user, bytes("OE"), bytes("UE"), isHard: revision >= 6)
      else { return nil }
      self = found
      return
    }
    guard owner.count >= 32, user.count >= 32, revision >= 2 else { return nil }
    let bits = file.followed(entries["Length"]).integer ?? 40
    // In version 4 the crypt filters give the length, which is always 128 bits.
    let count = version == 1 ? 5 : version == 4 ? 16 : min(max(bits / 8, 5), 16)
    let identity = file.followed(file.followed(file.trailer["ID"]).array?.first).string ?? []
    let permissions = file.followed(entries["P"]).integer ?? 0
    let isMetadataPlain = file.followed(entries["EncryptMetadata"]).bool == false
    let tail =
      (0..<4).map { UInt8(truncatingIfNeeded: permissions >> ($0 * 8)) } + identity
      + (revision >= 4 && isMetadataPlain ? [0xFF, 0xFF, 0xFF, 0xFF] : [])
    func candidate(_ password: [UInt8]) -> [UInt8] {
      var sum = DigestAlgorithm.md5.digest(of: Self.padded(password) + owner.prefix(32) + tail)
      if revision >= 3 {
        for _ in 0..<50 { sum = DigestAlgorithm.md5.digest(of: Array(sum.prefix(count))) }
      }
      return Array(sum.prefix(count))
    }
    func fits(_ key: [UInt8]) -> Bool {
      if revision == 2 { return RC4.applied(Self.padding, key: key) == Array(user.prefix(32)) }
      var sum = RC4.applied(DigestAlgorithm.md5.digest(of: Self.padding + identity), key: key)
      for round in 1...19 { sum = RC4.applied(sum, key: key.map { $0 ^ UInt8(round) }) }
      return sum == Array(user.prefix(16))
    }
    let plain = candidate(file.password)
    if fits(plain) {
      key = plain
      isOwner =
        Self.user(file.password, owner, revision, count).map { fits(candidate($0)) } ?? false
      return
    }
    guard let hidden = Self.user(file.password, owner, revision, count) else { return nil }
    let found = candidate(hidden)
    guard fits(found) else { return nil }
    key = found
    isOwner = true
  }

  private init(key: [UInt8], isOwner: Bool) {
    self.key = key
    self.isOwner = isOwner
  }

  private static func padded(_ password: [UInt8]) -> [UInt8] {
    Array((password + padding).prefix(32))
  }

  /// Returns the user's password, decrypted with the owner's (algorithm 7).
  private static func user(
    _ password: [UInt8], _ owner: [UInt8], _ revision: Int, _ count: Int
  ) -> [UInt8]? {
    var sum = DigestAlgorithm.md5.digest(of: padded(password))
    if revision >= 3 { for _ in 0..<50 { sum = DigestAlgorithm.md5.digest(of: sum) } }
    let key = Array(sum.prefix(count))
    var bytes = Array(owner.prefix(32))
    for round in (revision == 2 ? 0...0 : 0...19).reversed() {
      bytes = RC4.applied(bytes, key: key.map { $0 ^ UInt8(round) })
    }
    return bytes
  }

  private static func modern(
    _ password: [UInt8], _ owner: [UInt8], _ user: [UInt8], _ ownerKey: [UInt8],
    _ userKey: [UInt8], isHard: Bool
  ) -> FileKey? {
    guard owner.count >= 48, user.count >= 48, ownerKey.count >= 32, userKey.count >= 32 else {
      return nil
    }
    let password = Array(password.prefix(127))
    let whole = Array(user.prefix(48))
    func sum(_ salt: ArraySlice<UInt8>, _ extra: [UInt8]) -> [UInt8] {
      hash(password, salt: Array(salt), extra: extra, isHard: isHard)
    }
    func key(_ sum: [UInt8], _ locked: [UInt8]) -> [UInt8] {
      AES(key: sum).decrypted(Array(locked.prefix(32)), start: [UInt8](repeating: 0, count: 16))
    }
    if sum(owner[32..<40], whole) == Array(owner.prefix(32)) {
      return FileKey(key: key(sum(owner[40..<48], whole), ownerKey), isOwner: true)
    }
    guard sum(user[32..<40], []) == Array(user.prefix(32)) else { return nil }
    return FileKey(key: key(sum(user[40..<48], []), userKey), isOwner: false)
  }

  /// Returns the hash of algorithm 2.B; plain SHA-256 unless `isHard`, as in revision 5.
  static func hash(_ password: [UInt8], salt: [UInt8], extra: [UInt8], isHard: Bool) -> [UInt8] {
    var sum = DigestAlgorithm.sha256.digest(of: password + salt + extra)
    guard isHard else { return sum }
    var round = 0
    while true {
      let once = password + sum + extra
      let many = Array(repeatElement(once, count: 64).joined())
      let mixed = AES(key: Array(sum.prefix(16))).encrypted(many, start: Array(sum[16..<32]))
      let rest = mixed.prefix(16).reduce(0) { ($0 + Int($1)) % 3 }
      sum = [DigestAlgorithm.sha256, .sha384, .sha512][rest].digest(of: mixed)
      round += 1
      if round >= 64, Int(mixed.last ?? 0) <= round - 32 { break }
    }
    return Array(sum.prefix(32))
  }
}
