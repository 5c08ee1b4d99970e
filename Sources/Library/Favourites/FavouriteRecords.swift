import DocumentModel
import Store

/// The table of favourites in their order.
struct FavouriteRecords {
  let connection: Connection

  func list() throws(StoreError) -> [Favourite] {
    let rows = try connection.statement(
      "SELECT id, name, file, is_folder FROM favourite ORDER BY place, id"
    ).run([]) { ($0.integer(0), $0.text(1), $0.integer(2), $0.integer(3) != 0) }
    let files = FileRecords(connection: connection)
    var favourites: [Favourite] = []
    for (id, name, file, isFolder) in rows {
      guard let record = try files.record(file) else { continue }
      favourites.append(
        Favourite(id: id, name: name, trace: record.trace, isFolder: isFolder))
    }
    return favourites
  }

  /// Adds a file at an index of the list; one already in the list is moved and renamed.
  func add(
    _ file: Int, name: String, isFolder: Bool, at place: Int?
  ) throws(StoreError) {
    try connection.statement(
      """
      INSERT INTO favourite (file, name, is_folder, place)
      VALUES (?1, ?2, ?3, (SELECT coalesce(max(place), 0) + 1 FROM favourite))
      ON CONFLICT (file) DO UPDATE SET name = ?2, is_folder = ?3
      """
    ).run([.integer(Int64(file)), .text(name), .integer(isFolder ? 1 : 0)])
    guard let place else { return }
    let id = try connection.statement("SELECT id FROM favourite WHERE file = ?1")
      .run([.integer(Int64(file))]) { $0.integer(0) }.first
    if let id { try move(id, to: place) }
  }

  func rename(_ id: Int, to name: String) throws(StoreError) {
    try connection.statement("UPDATE favourite SET name = ?1 WHERE id = ?2")
      .run([.text(name), .integer(Int64(id))])
  }

  func remove(_ id: Int) throws(StoreError) {
    try connection.statement("DELETE FROM favourite WHERE id = ?1").run([.integer(Int64(id))])
  }

  /// Moves a favourite to an index of the list without it.
  func move(_ id: Int, to place: Int) throws(StoreError) {
    var ids = try connection.statement("SELECT id FROM favourite ORDER BY place, id")
      .run([]) { $0.integer(0) }
    guard let old = ids.firstIndex(of: id) else { return }
    ids.remove(at: old)
    ids.insert(id, at: min(max(0, place), ids.count))
    try order(ids)
  }

  func order(_ ids: [Int]) throws(StoreError) {
    for (place, id) in ids.enumerated() {
      try connection.statement("UPDATE favourite SET place = ?1 WHERE id = ?2")
        .run([.integer(Int64(place)), .integer(Int64(id))])
    }
  }
}
