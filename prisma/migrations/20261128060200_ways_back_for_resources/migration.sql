-- squawk-ignore-file require-concurrent-index-creation
-- A number or SIM that was never on a line can be removed, one by one or by its import, and moved to another pool.

ALTER TABLE "resource" ADD COLUMN "import_id" UUID;
CREATE INDEX "resource_of_import" ON "resource" ("import_id", "id") WHERE import_id IS NOT NULL;

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
  RETURN NULL;
END $$;

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
