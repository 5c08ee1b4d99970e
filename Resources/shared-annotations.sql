-- Annotations and tags, form 2 of a shared library: their tables and functions. `recto share init` runs this after shared-library.sql, and alone in
-- a library of form 1, in one transaction, as the role that owns the library.

-- Cards have the time of storing, too.
DROP FUNCTION recto.cards(bigint[]);
CREATE FUNCTION recto.cards(documents bigint[]) RETURNS TABLE (
  document bigint, collection text, hash text, slice int, state int, title text, author text, about text, created bigint, type text,
  page_count bigint, is_paged bool, row_count bigint, path text, size bigint, modified bigint, stored bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT d.id, c.name, d.hash, d.slice, d.state, d.title, d.author, d.about, d.created, d.type, d.page_count, d.is_paged, d.row_count,
    p.path, p.size, p.modified, extract(epoch FROM d.stored)::bigint
  FROM recto.document d JOIN recto.collection c ON c.id = d.collection
  JOIN LATERAL (SELECT * FROM recto.copy WHERE copy.document = d.id ORDER BY path LIMIT 1) p ON true
  WHERE d.id = ANY (documents) AND d.collection = ANY ((SELECT recto.mine())::int[])
$$;
REVOKE ALL ON FUNCTION recto.cards(bigint[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION recto.cards(bigint[]) TO recto_reader;

-- An edit, appended and never changed; what an annotation is, and which tags a document has, follows from the edits in the order of `seq`. `id` is
-- random, so that sending an edit twice adds it once. `kind`: 0 `change` has the annotation `item` before and after, 1 it is hidden, 2 it is shown
-- again, 3 `who` gives the document the tag `item`, 4 and takes it away. The document is known by its hash, so that its edits outlive a
-- document that leaves the collection and comes back.
CREATE TABLE recto.edit (
  who name NOT NULL, id text NOT NULL CHECK (id ~ '^[0-9a-f]{32}$'), seq bigint GENERATED ALWAYS AS IDENTITY,
  at timestamptz NOT NULL DEFAULT now(), collection int NOT NULL REFERENCES recto.collection ON DELETE CASCADE,
  document text NOT NULL, item text NOT NULL, kind int NOT NULL, change text NOT NULL, PRIMARY KEY (who, id));
CREATE INDEX edit_order ON recto.edit (collection, seq);

-- The member who made an annotation, and alone changes and deletes it.
CREATE TABLE recto.annotation (
  collection int NOT NULL REFERENCES recto.collection ON DELETE CASCADE, document text NOT NULL, id text NOT NULL, who name NOT NULL,
  PRIMARY KEY (collection, document, id));

-- Returns a collection of the role that logged in.
CREATE FUNCTION recto.demand_member(name text) RETURNS int
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE own int;
BEGIN
  SELECT c.id INTO own FROM recto.collection c WHERE c.name = demand_member.name AND c.id = ANY ((SELECT recto.mine())::int[]);
  IF own IS NULL THEN
    RAISE EXCEPTION 'you are not admitted to the collection %', name USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN own;
END $$;

-- Returns the documents of one's own collections whose hashes begin so. Bytes are compared, whatever the database's collation.
CREATE INDEX document_hash ON recto.document (hash text_pattern_ops);
CREATE FUNCTION recto.holding(beginning text) RETURNS TABLE (hash text, collection text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT d.hash, c.name FROM recto.document d JOIN recto.collection c ON c.id = d.collection
  WHERE length(beginning) >= 4 AND d.hash ~>=~ beginning AND d.hash ~<~ (beginning || chr(127))
    AND c.id = ANY ((SELECT recto.mine())::int[]) ORDER BY 2, 1
$$;

-- Appends edits of one collection as the role that logged in, and returns those that are refused, with the reason. Appending to a
-- collection waits for the appending before: numbers become visible in their order, so that asking for those after the last one seen skips none.
-- A row is locked for that, since anybody may hold an advisory lock. (The horizon of pg_current_snapshot would do that too, but every document being stored and every index being built would
-- hold it back.)
CREATE FUNCTION recto.push_edits(collection text, ids text[], documents text[], items text[], kinds bigint[], changes text[])
RETURNS TABLE (id text, reason text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE target int := recto.demand_member(push_edits.collection); maker name;
BEGIN
  IF cardinality(ids) > 1000 OR cardinality(ids) <> cardinality(documents) OR cardinality(ids) <> cardinality(items)
    OR cardinality(ids) <> cardinality(kinds) OR cardinality(ids) <> cardinality(changes) THEN
    RAISE EXCEPTION 'edits are sent by up to 1000, each with its document, item, kind and change';
  END IF;
  PERFORM FROM recto.collection c WHERE c.id = target FOR NO KEY UPDATE;
  FOR number IN 1 .. coalesce(cardinality(ids), 0) LOOP
    CONTINUE WHEN EXISTS (SELECT FROM recto.edit e WHERE e.who = session_user AND e.id = ids[number]);
    id := ids[number];
    IF octet_length(changes[number]) > (CASE WHEN kinds[number] = 0 THEN 1048576 ELSE 1024 END) OR octet_length(items[number]) > 1024 THEN
      reason := 'it is larger than 1 MB';
      RETURN NEXT;
      CONTINUE;
    END IF;
    IF NOT EXISTS (SELECT FROM recto.document d WHERE d.collection = target AND d.hash = documents[number]) THEN
      reason := 'the collection does not have the document';
      RETURN NEXT;
      CONTINUE;
    END IF;
    IF kinds[number] = 0 THEN
      INSERT INTO recto.annotation VALUES (target, documents[number], items[number], session_user) ON CONFLICT DO NOTHING;
      SELECT a.who INTO maker FROM recto.annotation a
      WHERE a.collection = target AND a.document = documents[number] AND a.id = items[number];
      IF maker <> session_user THEN
        reason := format('it is an annotation of %s', maker);
        RETURN NEXT;
        CONTINUE;
      END IF;
    ELSIF kinds[number] NOT IN (3, 4) THEN
      RAISE EXCEPTION 'members do not send edits of the kind %', kinds[number] USING ERRCODE = 'insufficient_privilege';
    END IF;
    INSERT INTO recto.edit (who, id, collection, document, item, kind, change)
    VALUES (session_user, ids[number], target, documents[number], items[number], kinds[number], changes[number]);
  END LOOP;
END $$;

-- Returns the edits of a collection that follow a number, in order.
CREATE FUNCTION recto.pull_edits(collection text, after bigint, most bigint)
RETURNS TABLE (seq bigint, who text, id text, document text, item text, kind int, change text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE target int := recto.demand_member(pull_edits.collection);
BEGIN
  RETURN QUERY SELECT e.seq, e.who::text, e.id, e.document, e.item, e.kind, e.change FROM recto.edit e
    WHERE e.collection = target AND e.seq > after ORDER BY e.seq LIMIT least(most, 1000);
END $$;

-- Hides an annotation of any member, or shows it again; for keepers. Its edits stay.
CREATE FUNCTION recto.hide(collection text, document text, annotation text, is_hidden bool) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE target int := recto.demand_member(hide.collection);
BEGIN
  PERFORM recto.demand_keeper();
  PERFORM FROM recto.annotation a WHERE a.collection = target AND a.document = hide.document AND a.id = hide.annotation;
  IF NOT FOUND THEN RAISE EXCEPTION 'there is no such annotation' USING ERRCODE = 'undefined_object'; END IF;
  PERFORM FROM recto.collection c WHERE c.id = target FOR NO KEY UPDATE;
  INSERT INTO recto.edit (who, id, collection, document, item, kind, change)
  VALUES (session_user, replace(gen_random_uuid()::text, '-', ''), target, hide.document, hide.annotation,
    CASE WHEN is_hidden THEN 1 ELSE 2 END, '');
END $$;

REVOKE ALL ON recto.edit, recto.annotation FROM PUBLIC;
REVOKE ALL ON FUNCTION recto.demand_member(text), recto.holding(text), recto.push_edits(text, text[], text[], text[], bigint[], text[]),
  recto.pull_edits(text, bigint, bigint), recto.hide(text, text, text, bool) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION recto.holding(text), recto.push_edits(text, text[], text[], text[], bigint[], text[]),
  recto.pull_edits(text, bigint, bigint) TO recto_reader;
GRANT EXECUTE ON FUNCTION recto.hide(text, text, text, bool) TO recto_keeper;

UPDATE recto.library SET form = 2;
