import DocumentModel
import Store

/// A tag of a file, and whether it is in the file's attribute or in the library only.
struct Tagging: Sendable, Hashable {
  var name: String
  var isInAttribute: Bool

  /// Returns a file's tags after its attribute was read: the attribute overrides the tags the library took from it before.
  ///
  /// If a new file replaced a tagged one, as programs do when saving, the library's tags replace the lost attribute.
  static func reconciled(
    _ known: [Tagging], with reading: TagAttribute.Reading, wasReplaced: Bool
  ) -> [Tagging] {
    switch reading {
    case .unknown: known
    case .absent where wasReplaced:
      known.map { Tagging(name: $0.name, isInAttribute: false) }
    case .absent: known.filter { !$0.isInAttribute }
    case .names(let names):
      names.map { Tagging(name: $0, isInAttribute: true) }
        + known.filter { !$0.isInAttribute && !names.contains($0.name) }
    }
  }
}

/// The tables of tags and tagged files.
struct TagRecords {
  let connection: Connection

  /// Returns the taggings of files by row id.
  func taggings(of files: [Int]) throws(StoreError) -> [Int: [Tagging]] {
    let rows = try connection.statement(
      """
      SELECT tagging.file, tag.name, tagging.in_attribute FROM tagging JOIN tag ON tag.id = tagging.tag
      WHERE tagging.file IN (SELECT value FROM json_each(?1)) ORDER BY tagging.place
      """
    ).run([.text(JSONText.of(files))]) { row in
      (row.integer(0), Tagging(name: row.text(1), isInAttribute: row.integer(2) != 0))
    }
    return Dictionary(grouping: rows, by: \.0).mapValues { $0.map(\.1) }
  }

  func set(_ taggings: [Tagging], of file: Int) throws(StoreError) {
    let id = Value.integer(Int64(file))
    try connection.statement("DELETE FROM tagging WHERE file = ?1").run([id])
    for (place, tagging) in taggings.enumerated() {
      try connection.statement(
        """
        INSERT OR IGNORE INTO tagging (file, tag, place, in_attribute) VALUES (?1, ?2, ?3, ?4)
        """
      ).run([
        id, .integer(Int64(try self.id(of: tagging.name))), .integer(Int64(place)),
        .integer(tagging.isInAttribute ? 1 : 0),
      ])
    }
  }

  private func id(of name: String) throws(StoreError) -> Int {
    let known = try connection.statement("SELECT id FROM tag WHERE name = ?1")
      .run([.text(name)]) { $0.integer(0) }.first
    if let known { return known }
    try connection.statement("INSERT INTO tag (name) VALUES (?1)").run([.text(name)])
    return connection.lastRow
  }

  private static func tag(_ name: String, _ color: String) -> Tag {
    Tag(name, color: TagColor(color) ?? TagColor(name: name))
  }

  /// Returns all tags, by name, that a document has or that have a colour.
  func counts() throws(StoreError) -> [TagCount] {
    try connection.statement(
      """
      SELECT tag.name, tag.color, count(tagging.file) FROM tag LEFT JOIN tagging ON tagging.tag = tag.id
      GROUP BY tag.id HAVING count(tagging.file) > 0 OR tag.color <> '' ORDER BY tag.name
      """
    ).run([]) { TagCount(Self.tag($0.text(0), $0.text(1)), count: $0.integer(2)) }
  }

  /// Returns the tags of files in the order of their paths.
  func tags(at paths: [String]) throws(StoreError) -> [[Tag]] {
    let rows = try connection.statement(
      """
      SELECT path.key, tag.name, tag.color FROM json_each(?1) path JOIN file ON file.path = path.value
      JOIN tagging ON tagging.file = file.id JOIN tag ON tag.id = tagging.tag
      ORDER BY path.key, tagging.place
      """
    ).run([.text(JSONText.of(paths))]) { ($0.integer(0), Self.tag($0.text(1), $0.text(2))) }
    var tags = [[Tag]](repeating: [], count: paths.count)
    for (index, tag) in rows { tags[index].append(tag) }
    return tags
  }

  /// Returns the files that have a tag, by path.
  func files(tagged name: String) throws(StoreError) -> [FileRecord] {
    let ids = try connection.statement(
      """
      SELECT tagging.file FROM tagging JOIN tag ON tag.id = tagging.tag
      JOIN file ON file.id = tagging.file WHERE tag.name = ?1 ORDER BY file.path
      """
    ).run([.text(name)]) { $0.integer(0) }
    let files = FileRecords(connection: connection)
    var records: [FileRecord] = []
    for id in ids { if let record = try files.record(id) { records.append(record) } }
    return records
  }

  func setColor(_ color: TagColor?, of name: String) throws(StoreError) {
    let id = try id(of: name)
    try connection.statement("UPDATE tag SET color = ?1 WHERE id = ?2")
      .run([.text(color?.text ?? ""), .integer(Int64(id))])
  }

  /// Copies a tag's colour to its new name unless that has one; the old name keeps its colour only while files still have it.
  func inheritColor(from old: String, to new: String?) throws(StoreError) {
    if let new {
      _ = try id(of: new)
      try connection.statement(
        """
        UPDATE tag SET color = (SELECT color FROM tag WHERE name = ?1) WHERE name = ?2 AND color = ''
          AND EXISTS (SELECT 1 FROM tag WHERE name = ?1)
        """
      ).run([.text(old), .text(new)])
    }
    try connection.statement(
      "DELETE FROM tag WHERE name = ?1 AND id NOT IN (SELECT tag FROM tagging)"
    ).run([.text(old)])
  }
}
