import Dispatch
import Store

/// The table of texts under names.
struct StateRecords {
  let connection: Connection

  func content(_ name: String) throws(StoreError) -> String? {
    try connection.statement("SELECT content FROM state WHERE name = ?1").run([.text(name)]) {
      $0.text(0)
    }.first
  }

  /// No text takes the name away.
  func set(_ content: String?, named name: String) throws(StoreError) {
    guard let content else {
      return try connection.statement("DELETE FROM state WHERE name = ?1").run([.text(name)])
    }
    try connection.statement(
      "INSERT INTO state VALUES (?1, ?2) ON CONFLICT (name) DO UPDATE SET content = ?2"
    ).run([.text(name), .text(content)])
  }
}

extension ReadingLibrary {
  /// A text that was kept under a name, as a screen's JSON; nil where there is none.
  package func state(
    named name: String, completion: @escaping @Sendable (String?) -> Void
  ) {
    queue.async {
      let content = self.withStore { store throws(StoreError) in try store.states.content(name) }
      completion(content ?? nil)
    }
  }

  /// Keeps a text under a name; once the queue has come to it, it outlives this program, however that ends.
  ///
  /// Callers wait until things have come to rest: each call is a write.
  package func setState(named name: String, to content: String?) {
    queue.async {
      _ = self.withStore { store throws(StoreError) in
        try store.states.set(content, named: name)
      }
    }
  }

  /// Makes of a text that was kept under a name another, with nothing between.
  package func changeState(named name: String, _ change: @escaping @Sendable (String?) -> String?) {
    queue.async {
      _ = self.withStore { store throws(StoreError) in
        try store.states.set(change(try store.states.content(name)), named: name)
      }
    }
  }
}
