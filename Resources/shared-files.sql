-- The files of documents, form 5 of a shared library. `recto share init` runs this after the scripts before, and alone in a library of form 4, in one
-- transaction, as the role that owns the library.

-- A document's bytes, in pieces of 1 MB, for readers without the collection's folder. They are stored on request only, and go with the document. `tx` is the
-- transaction that adds the pieces.
CREATE TABLE recto.file (
  document bigint PRIMARY KEY REFERENCES recto.document ON DELETE CASCADE, size bigint NOT NULL CHECK (size >= 0), tx xid8 NOT NULL);
CREATE TABLE recto.piece (
  document bigint NOT NULL REFERENCES recto.file ON DELETE CASCADE, n int NOT NULL, bytes bytea NOT NULL, PRIMARY KEY (document, n));
ALTER TABLE recto.piece ALTER bytes SET STORAGE EXTERNAL;

-- Its row is locked while a file is stored, so that files are stored one after the other; anybody may hold an advisory lock.
CREATE TABLE recto.storing (is_one bool PRIMARY KEY DEFAULT true CHECK (is_one));
INSERT INTO recto.storing DEFAULT VALUES;

-- When it is stored, the pieces of a file have its size: a part would be in the place of the file for good.
CREATE FUNCTION recto.demand_whole_file() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF (SELECT coalesce(sum(octet_length(p.bytes)), 0) FROM recto.piece p WHERE p.document = NEW.document) <> NEW.size THEN
    RAISE EXCEPTION 'the pieces are not the whole file' USING ERRCODE = 'RC002';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER whole AFTER INSERT ON recto.file DEFERRABLE INITIALLY DEFERRED
FOR EACH ROW EXECUTE FUNCTION recto.demand_whole_file();

-- Returns documents of a collection whose files are not stored, each with a path.
CREATE FUNCTION recto.without_file(collection text, after bigint, most bigint) RETURNS TABLE (document bigint, hash text, path text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT d.id, d.hash, p.path FROM recto.document d
  JOIN LATERAL (SELECT * FROM recto.copy WHERE copy.document = d.id ORDER BY path LIMIT 1) p ON true
  WHERE d.collection = recto.own(without_file.collection) AND d.id > after AND NOT EXISTS (SELECT FROM recto.file f WHERE f.document = d.id)
  ORDER BY 1 LIMIT least(most, 1000)
$$;

-- Begins to store a file, in the transaction that adds its pieces; false if it is stored, all files would have more than
-- `budget` bytes, or another file is being stored: nobody waits for an upload.
CREATE FUNCTION recto.begin_file(document bigint, size bigint, budget bigint) RETURNS bool
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_variable
BEGIN
  PERFORM FROM recto.document d WHERE d.id = document AND d.collection = ANY ((SELECT recto.writable())::int[]) FOR KEY SHARE;
  IF NOT FOUND THEN RAISE EXCEPTION 'you may not add to this document' USING ERRCODE = 'insufficient_privilege'; END IF;
  PERFORM FROM recto.storing FOR UPDATE SKIP LOCKED;
  IF NOT FOUND THEN RETURN false; END IF;
  IF (SELECT coalesce(sum(f.size), 0) + begin_file.size FROM recto.file f) > budget THEN RETURN false; END IF;
  INSERT INTO recto.file VALUES (document, size, pg_current_xact_id()) ON CONFLICT DO NOTHING;
  RETURN FOUND;
END $$;

-- Adds the next piece of a file that this transaction stores.
CREATE FUNCTION recto.add_piece(document bigint, bytes bytea) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_variable
DECLARE own recto.file; count int;
BEGIN
  SELECT * INTO own FROM recto.file f WHERE f.document = document AND f.tx = pg_current_xact_id();
  SELECT count(*) INTO count FROM recto.piece p WHERE p.document = document;
  IF own.document IS NULL OR octet_length(bytes) NOT BETWEEN 1 AND 1048576 OR count * 1048576::bigint >= own.size THEN
    RAISE EXCEPTION 'pieces belong to a file of this transaction' USING ERRCODE = 'RC002';
  END IF;
  INSERT INTO recto.piece VALUES (document, count, bytes);
END $$;

-- Returns the size of a document's file, for those who may read the document, and one of its pieces.
CREATE FUNCTION recto.piece_of(collection text, hash text, n bigint) RETURNS TABLE (size bigint, bytes bytea)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT f.size, p.bytes FROM recto.document d JOIN recto.collection c ON c.id = d.collection JOIN recto.file f ON f.document = d.id
  LEFT JOIN recto.piece p ON p.document = d.id AND p.n = piece_of.n
  WHERE c.name = piece_of.collection AND d.hash = piece_of.hash AND c.id = ANY ((SELECT recto.mine())::int[])
$$;

REVOKE ALL ON recto.file, recto.piece, recto.storing FROM PUBLIC;
REVOKE ALL ON FUNCTION recto.demand_whole_file(), recto.without_file(text, bigint, bigint), recto.begin_file(bigint, bigint, bigint), recto.add_piece(bigint, bytea),
  recto.piece_of(text, text, bigint) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION recto.piece_of(text, text, bigint) TO recto_reader;
GRANT EXECUTE ON FUNCTION recto.without_file(text, bigint, bigint), recto.begin_file(bigint, bigint, bigint), recto.add_piece(bigint, bytea)
  TO recto_worker;

UPDATE recto.library SET form = 5;
