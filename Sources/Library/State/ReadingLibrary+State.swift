import Dispatch
import Store

/// The table of named texts.
struct StateRecords {
  let connection: Connection

  func content(_ name: String) throws(StoreError) -> String? {
    try connection.statement("SELECT content FROM state WHERE name = ?1").run([.text(name)]) {
      $0.text(0)
    }.first
  }

  /// Stores a text under a name; nil deletes it.
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
  /// Loads the text stored under a name, such as a screen's JSON; nil if there is none.
  package func state(
    named name: String, completion: @escaping @Sendable (String?) -> Void
  ) {
    queue.async {
      let content = self.withStore { store throws(StoreError) in try store.states.content(name) }
      completion(content ?? nil)
    }
  }

  /// Stores a text under a name; once written, it survives any end of the process.
  ///
  /// Each call is a write, so callers wait until changes have settled.
  package func setState(named name: String, to content: String?) {
    queue.async {
      _ = self.withStore { store throws(StoreError) in
        try store.states.set(content, named: name)
      }
    }
  }

  /// Changes the text stored under a name atomically.
  package func changeState(named name: String, _ change: @escaping @Sendable (String?) -> String?) {
    queue.async {
      _ = self.withStore { store throws(StoreError) in
        try store.states.set(change(try store.states.content(name)), named: name)
      }
    }
  }
}
