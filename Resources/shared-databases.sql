-- Several databases of one shared library, form 3. `recto share init` runs this after the scripts before, and alone in a library of form 2, in one
-- transaction, as the role that owns the library.
--
-- The first database lists the others and keeps the annotations. Collections and memberships are the same in all, and each has its own slices, documents
-- and jobs.

-- `part` tells a database from the others of its library; null in the first.
ALTER TABLE recto.library ADD part uuid;

-- In the first database: the others. `connection` has a host, a port and a name; readers admit nothing else.
CREATE TABLE recto.shard (
  n int GENERATED ALWAYS AS IDENTITY (START 2) PRIMARY KEY, part uuid NOT NULL UNIQUE, connection text NOT NULL,
  since timestamptz NOT NULL DEFAULT now());

-- In the first database, once there are others: which one stores a document, so that equal bytes are stored once and annotations find their collection.
CREATE TABLE recto.home (
  collection int NOT NULL REFERENCES recto.collection ON DELETE CASCADE, hash text NOT NULL, n int NOT NULL, PRIMARY KEY (collection, hash));
CREATE INDEX home_hash ON recto.home (hash text_pattern_ops);

DROP FUNCTION recto.greeting();
CREATE FUNCTION recto.greeting() RETURNS TABLE (form int, id text, part text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT form, id::text, part::text FROM recto.library
$$;

CREATE FUNCTION recto.shards() RETURNS TABLE (n int, part text, connection text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT n, part::text, connection FROM recto.shard
  WHERE recto.mine() <> '{}' OR EXISTS (SELECT FROM recto.keeper WHERE who = session_user) ORDER BY n
$$;

-- The collections that the caller may read, which must be the same in all databases.
CREATE FUNCTION recto.rights() RETURNS text
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT md5(coalesce(string_agg(c.name, chr(10) ORDER BY c.name COLLATE "C"), '')) FROM recto.collection c
  WHERE c.id = ANY ((SELECT recto.mine())::int[])
$$;

-- Makes this empty database a part of another library, and returns what tells it from the others.
CREATE FUNCTION recto.become_part(whole text) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE own recto.library;
BEGIN
  PERFORM recto.demand_keeper();
  SELECT * INTO own FROM recto.library FOR UPDATE;
  IF own.id <> whole::uuid OR own.part IS NULL THEN
    IF own.id = whole::uuid OR own.part IS NOT NULL OR EXISTS (SELECT FROM recto.collection) THEN
      RAISE EXCEPTION 'the database has a library of its own' USING ERRCODE = 'object_in_use';
    END IF;
    UPDATE recto.library SET id = whole::uuid, part = gen_random_uuid() RETURNING * INTO own;
  END IF;
  RETURN own.part::text;
END $$;

-- Lists another database of this library, or lists it at another place.
CREATE FUNCTION recto.add_shard(part text, connection text) RETURNS int
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_variable
DECLARE number int;
BEGIN
  PERFORM recto.demand_keeper();
  IF length(connection) > 1000 THEN RAISE EXCEPTION 'the address is too long'; END IF;
  PERFORM FROM recto.library l WHERE l.part IS NULL;
  IF NOT FOUND THEN RAISE EXCEPTION 'the first database of a library lists the others'; END IF;
  INSERT INTO recto.shard AS s (part, connection) VALUES (part::uuid, connection)
  ON CONFLICT ON CONSTRAINT shard_part_key DO UPDATE SET connection = excluded.connection RETURNING s.n INTO number;
  RETURN number;
END $$;

-- Returns the database that stores a document, or that shall: the one that asks, unless another was there before.
CREATE FUNCTION recto.home_of(collection text, hash text, n bigint) RETURNS int
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_variable
DECLARE own int := recto.own(collection); number int;
BEGIN
  IF length(hash) > 256 OR n <> 1 AND NOT EXISTS (SELECT FROM recto.shard s WHERE s.n = n) THEN
    RAISE EXCEPTION 'no document or database of this library' USING ERRCODE = 'check_violation';
  END IF;
  PERFORM FROM recto.document d WHERE d.collection = own AND d.hash = hash;
  IF FOUND THEN RETURN 1; END IF;
  INSERT INTO recto.home VALUES (own, hash, n) ON CONFLICT DO NOTHING;
  SELECT h.n INTO number FROM recto.home h WHERE h.collection = own AND h.hash = hash;
  RETURN number;
END $$;

-- Whether a collection has a document, in this database or another one.
CREATE FUNCTION recto.has(collection int, hash text) RETURNS bool
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT EXISTS (SELECT FROM recto.document d WHERE d.collection = has.collection AND d.hash = has.hash)
    OR EXISTS (SELECT FROM recto.home h WHERE h.collection = has.collection AND h.hash = has.hash)
$$;

CREATE OR REPLACE FUNCTION recto.holding(beginning text) RETURNS TABLE (hash text, collection text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT d.hash, c.name FROM recto.document d JOIN recto.collection c ON c.id = d.collection
  WHERE length(beginning) >= 4 AND d.hash ~>=~ beginning AND d.hash ~<~ (beginning || chr(127))
    AND c.id = ANY ((SELECT recto.mine())::int[])
  UNION
  SELECT h.hash, c.name FROM recto.home h JOIN recto.collection c ON c.id = h.collection
  WHERE length(beginning) >= 4 AND h.hash ~>=~ beginning AND h.hash ~<~ (beginning || chr(127))
    AND c.id = ANY ((SELECT recto.mine())::int[]) ORDER BY 2, 1
$$;

-- Edits are appended for documents of all databases. Only this condition of the function changes.
DO $$
DECLARE
  definition text := pg_get_functiondef('recto.push_edits(text, text[], text[], text[], bigint[], text[])'::regprocedure);
  condition text := 'EXISTS (SELECT FROM recto.document d WHERE d.collection = target AND d.hash = documents[number])';
BEGIN
  IF position(condition IN definition) = 0 THEN RAISE EXCEPTION 'recto.push_edits has another form than expected'; END IF;
  EXECUTE replace(definition, condition, 'recto.has(target, documents[number])');
END $$;

-- Blame: `losses` are attempts that cost their sandboxed worker, as the machine that read reports; the third gives a file up. The other attempts that did
-- not end are those of machines that were switched off or killed, which says little of the file: ten of them give it up.
ALTER TABLE recto.job ADD losses int NOT NULL DEFAULT 0;

CREATE OR REPLACE FUNCTION recto.offer(collection text, paths text[], sizes bigint[], modified bigint[], reader text) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  INSERT INTO recto.job (collection, path, size, modified, reader)
  SELECT recto.own(offer.collection), f.path, f.size, f.modified, offer.reader FROM unnest(paths, sizes, modified) AS f (path, size, modified)
  ON CONFLICT (collection, path) DO UPDATE
  SET size = excluded.size, modified = excluded.modified, reader = excluded.reader, state = 0, attempts = 0, losses = 0, lease = NULL, reason = ''
$$;

-- The forms before gave all leases the name of the collection, so that a machine could take back those of others.
DROP FUNCTION recto.lease(text[], text, bigint);
CREATE FUNCTION recto.lease(collections text[], machine text, most bigint) RETURNS TABLE (
  id bigint, lease text, collection text, path text, size bigint, modified bigint, losses int)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE mine int[]; token text := gen_random_uuid()::text; chosen bigint[];
BEGIN
  SELECT array_agg(recto.own(c)) INTO mine FROM unnest(lease.collections) AS each (c);
  UPDATE recto.job SET state = 2, lease = NULL, reason = 'the machines that read it ended without an answer, ' || attempts - losses || ' times'
  WHERE state = 1 AND leased_until < now() AND attempts - losses >= 10 AND collection = ANY (mine);
  SELECT array_agg(id) INTO chosen FROM (
    SELECT id FROM recto.job
    WHERE collection = ANY (mine) AND attempts = 0 AND (state = 0 OR state = 1 AND leased_until < now())
    ORDER BY attempts, id LIMIT least(lease.most, 64) FOR UPDATE SKIP LOCKED) AS fresh;
  IF chosen IS NULL THEN
    SELECT array_agg(id) INTO chosen FROM (
      SELECT id FROM recto.job
      WHERE collection = ANY (mine) AND attempts > 0 AND (state = 0 OR state = 1 AND leased_until < now())
      ORDER BY attempts, id LIMIT 1 FOR UPDATE SKIP LOCKED) AS begun;
  END IF;
  RETURN QUERY
    UPDATE recto.job j SET state = 1, lease = token, leased_until = now() + interval '120 s', begun = NULL, machine = lease.machine
    FROM recto.collection c WHERE j.id = ANY (chosen) AND c.id = j.collection
    RETURNING j.id, j.lease, c.name, j.path, j.size, j.modified, j.losses;
END $$;

-- psql takes the word for the beginning of a block when it restores a copy of the database.
DROP FUNCTION recto.begin(bigint, text);
CREATE FUNCTION recto.begin_reading(job bigint, lease text) RETURNS bool LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  UPDATE recto.job j SET attempts = attempts + 1, begun = now(), leased_until = now() + interval '120 s'
  WHERE j.id = job AND j.lease = begin_reading.lease AND state = 1 AND collection = ANY ((SELECT recto.writable())::int[]);
  RETURN FOUND;
END $$;

CREATE OR REPLACE FUNCTION recto.fail(job bigint, lease text, reason text) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  UPDATE recto.job j SET state = CASE WHEN losses >= 2 THEN 2 ELSE 0 END, losses = losses + 1, lease = NULL, begun = NULL, reason = fail.reason
  WHERE j.id = job AND j.lease = fail.lease AND state = 1 AND collection = ANY ((SELECT recto.writable())::int[])
$$;

REVOKE ALL ON recto.shard, recto.home FROM PUBLIC;
REVOKE ALL ON FUNCTION recto.greeting(), recto.shards(), recto.rights(), recto.become_part(text), recto.add_shard(text, text), recto.home_of(text, text, bigint),
  recto.has(int, text), recto.lease(text[], text, bigint), recto.begin_reading(bigint, text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION recto.greeting(), recto.shards(), recto.rights() TO recto_reader;
GRANT EXECUTE ON FUNCTION recto.home_of(text, text, bigint), recto.lease(text[], text, bigint), recto.begin_reading(bigint, text)
  TO recto_worker;
GRANT EXECUTE ON FUNCTION recto.become_part(text), recto.add_shard(text, text) TO recto_keeper;

UPDATE recto.library SET form = 3;
