-- squawk-ignore-file require-concurrent-index-creation, constraint-missing-not-valid
-- Some makers of SIMs print ICCIDs whose last digit is no check digit (ITU-T E.118 leaves it to them).
ALTER TABLE "pool"
  ADD COLUMN "check_digit" TEXT NOT NULL DEFAULT 'luhn',
  ADD CONSTRAINT "known_check_digit" CHECK (check_digit IN ('luhn', 'none'));

-- A number or SIM that was never on a line can be removed, one by one or by its import, and moved to another pool.

ALTER TABLE "resource" ADD COLUMN "import_id" UUID;
CREATE INDEX "resource_of_import" ON "resource" ("import_id", "id") WHERE import_id IS NOT NULL;

-- The imports of a pool, with what they added and what was removed since. An import may have several requests.
CREATE TABLE "resource_import" (
    "id" UUID NOT NULL,
    "broker_id" UUID NOT NULL,
    "pool_id" UUID NOT NULL,
    "key_id" UUID,
    "imported_count" INTEGER NOT NULL,
    "removed_count" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "resource_import_pkey" PRIMARY KEY ("id", "broker_id"),
    CONSTRAINT "resource_import_pool_id_fkey" FOREIGN KEY ("pool_id")
        REFERENCES "pool" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "removed_were_imported" CHECK (removed_count BETWEEN 0 AND imported_count)
);
CREATE INDEX "resource_import_pool_id_created_at_id_idx" ON "resource_import" ("pool_id", "created_at", "id");

-- The event names the import, so that it can be found after the answer is lost.
CREATE OR REPLACE FUNCTION create_resource_states() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO resource_state (resource_id, pool_id, broker_id, created_at, status, updated_at)
    SELECT id, pool_id, broker_id, created_at, 'available', created_at FROM new_rows ORDER BY created_at, id;
  INSERT INTO event (broker_id, type, resource_type, resource_id, to_status, key_id, details)
    SELECT broker_id, 'resource.made_available', 'resource', id, 'available',
      nullif(current_setting('linework.key_id', true), '')::uuid,
      CASE WHEN import_id IS NULL THEN '{}' ELSE jsonb_build_object('importId', import_id) END
    FROM new_rows ORDER BY created_at, id;
  INSERT INTO resource_import AS i (id, broker_id, pool_id, key_id, imported_count)
    SELECT import_id, broker_id, (array_agg(pool_id))[1], nullif(current_setting('linework.key_id', true), '')::uuid,
      count(*)
    FROM new_rows WHERE import_id IS NOT NULL GROUP BY import_id, broker_id
    ON CONFLICT (id, broker_id) DO UPDATE
      SET imported_count = i.imported_count + excluded.imported_count, updated_at = now();
  RETURN NULL;
END $$;

CREATE FUNCTION count_removed_of_imports() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE resource_import i SET removed_count = i.removed_count + r.n, updated_at = now()
    FROM (
      SELECT import_id, broker_id, count(*)::int AS n
      FROM old_rows WHERE import_id IS NOT NULL GROUP BY import_id, broker_id
    ) AS r
    WHERE i.id = r.import_id AND i.broker_id = r.broker_id;
  RETURN NULL;
END $$;
CREATE TRIGGER resource_counts_removed_of_imports AFTER DELETE ON "resource"
  REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_removed_of_imports();

-- The foreign key of the pool keeps the type and the broker of a resource that moves to another pool.
DROP TRIGGER "resource_identity_is_immutable" ON "resource";
CREATE TRIGGER resource_identity_is_immutable
  BEFORE UPDATE OF id, type_id, broker_id, created_at, import_id ON "resource" FOR EACH ROW
  WHEN ((OLD.id, OLD.type_id, OLD.broker_id, OLD.created_at, OLD.import_id)
    IS DISTINCT FROM (NEW.id, NEW.type_id, NEW.broker_id, NEW.created_at, NEW.import_id))
  EXECUTE FUNCTION refuse_identity_change();
DROP TRIGGER "resource_state_identity_is_immutable" ON "resource_state";
CREATE TRIGGER resource_state_identity_is_immutable
  BEFORE UPDATE OF resource_id, broker_id, created_at ON "resource_state" FOR EACH ROW
  WHEN ((OLD.resource_id, OLD.broker_id, OLD.created_at)
    IS DISTINCT FROM (NEW.resource_id, NEW.broker_id, NEW.created_at))
  EXECUTE FUNCTION refuse_identity_change();

CREATE FUNCTION copy_pool_to_state() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE resource_state SET pool_id = NEW.pool_id, updated_at = now() WHERE resource_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER resource_pool_changes AFTER UPDATE OF pool_id ON "resource" FOR EACH ROW
  WHEN (OLD.pool_id <> NEW.pool_id)
  EXECUTE FUNCTION copy_pool_to_state();

-- A reservation names the pool of its resources.
CREATE FUNCTION check_pool_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.status = 'reserved' OR NEW.pool_id <> (SELECT pool_id FROM resource WHERE id = NEW.resource_id) THEN
    RAISE EXCEPTION 'resource % stays in its pool', OLD.resource_id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'pool_is_that_of_the_resource';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER resource_state_pool_changes BEFORE UPDATE OF pool_id ON "resource_state" FOR EACH ROW
  WHEN (OLD.pool_id <> NEW.pool_id)
  EXECUTE FUNCTION check_pool_change();

-- The foreign key of the allocation keeps every resource that a holder had.
CREATE FUNCTION refuse_removal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'resource % is %', OLD.resource_id, OLD.status
    USING ERRCODE = 'check_violation', CONSTRAINT = 'resource_in_use_stays';
END $$;
CREATE TRIGGER resource_state_in_use_stays BEFORE DELETE ON "resource_state" FOR EACH ROW
  WHEN (OLD.status IN ('reserved', 'active'))
  EXECUTE FUNCTION refuse_removal();
