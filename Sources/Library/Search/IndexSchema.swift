import Store

/// The tables of `index.db`, which can be made anew from the documents at any time: another form of them is not led on, but begun again.
enum IndexSchema {
  /// Changes whenever the tables, the packing of passages or the grams do, the order a page's words are read in, or what else is
  /// gathered while documents are read.
  static let form = 5

  /// A page has a row where something begins on it; rows of a document follow one another from `first_row` on.
  ///
  /// `gram` is FTS5 without contents and without positions: for each word a list of rows. Its words are our own (`Grams`), since FTS5's own
  /// grams know no words of two characters, and fold no accents before SQLite 3.45; its tokenizer `ascii` leaves them as they are.
  /// `front` is the same of what stands in front: titles, authors, sections, file names; its rows are documents.
  static let tables = """
    CREATE TABLE document (
      id INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE,
      device INTEGER NOT NULL, inode INTEGER NOT NULL, size INTEGER NOT NULL, modified INTEGER NOT NULL,
      state INTEGER NOT NULL, reason TEXT NOT NULL DEFAULT '', reader TEXT NOT NULL DEFAULT '',
      title TEXT NOT NULL DEFAULT '', author TEXT NOT NULL DEFAULT '', about TEXT NOT NULL DEFAULT '',
      created INTEGER NOT NULL DEFAULT 0, type TEXT NOT NULL DEFAULT '',
      page_count INTEGER NOT NULL DEFAULT 0, is_paged INTEGER NOT NULL DEFAULT 1,
      first_row INTEGER NOT NULL DEFAULT 0, row_count INTEGER NOT NULL DEFAULT 0,
      text_size INTEGER NOT NULL DEFAULT 0, sections TEXT NOT NULL DEFAULT '[]', stored_at INTEGER NOT NULL);
    CREATE INDEX document_inode ON document (inode);
    CREATE TABLE page (
      id INTEGER PRIMARY KEY, number INTEGER NOT NULL, label TEXT NOT NULL, passages BLOB NOT NULL);
    CREATE VIRTUAL TABLE gram USING fts5(words, content='', detail=none, columnsize=0, tokenize=ascii);
    CREATE VIRTUAL TABLE front USING fts5(words, content='', detail=none, columnsize=0, tokenize=ascii);
    INSERT INTO gram(gram, rank) VALUES ('automerge', 8);
    PRAGMA user_version = \(form);
    """
}
