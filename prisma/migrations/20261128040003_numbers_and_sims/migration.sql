-- squawk-ignore-file adding-not-nullable-field, constraint-missing-not-valid, require-concurrent-index-creation
-- Pools, resources and reservations. The old names are those of 1.0.0.

ALTER TABLE "resource_type" RENAME CONSTRAINT "ttl_is_no_less_than_0" TO "ttl_is_not_negative";
ALTER TABLE "pool" RENAME CONSTRAINT "threshold_is_no_less_than_0" TO "threshold_is_not_negative";
ALTER TABLE "pool" RENAME CONSTRAINT "ttl_is_no_less_than_0" TO "ttl_is_not_negative";
ALTER TABLE "resource" RENAME CONSTRAINT "ttl_is_no_less_than_0" TO "ttl_is_not_negative";
ALTER TABLE "reservation" RENAME CONSTRAINT "ttl_is_no_less_than_0" TO "ttl_is_not_negative";
ALTER TABLE "reservation" RENAME CONSTRAINT "keeps_something_and_no_more_than_asked" TO "reservation_is_not_empty";
ALTER TABLE "resource_state" RENAME CONSTRAINT "line_knows_what_suspends" TO "suspended_by_while_suspended_on_a_line";
ALTER TABLE "allocation" RENAME CONSTRAINT "held_forwards" TO "held_to_is_not_before_held_from";

ALTER INDEX "kept_no_longer" RENAME TO "resource_by_reserved_until";
ALTER INDEX "quarantine_over" RENAME TO "resource_by_quarantine_end";
ALTER INDEX "resource_by_status_and_birth" RENAME TO "resource_by_status_and_created_at";
ALTER INDEX "resource_by_status_and_change" RENAME TO "resource_by_status_and_updated_at";
ALTER INDEX "resource_code_parts" RENAME TO "resource_external_code_trigrams";

ALTER FUNCTION begin_resources() RENAME TO create_resource_states;
ALTER FUNCTION count_resources_born() RENAME TO count_inserted_resources;
ALTER FUNCTION count_resources_gone() RENAME TO count_deleted_resources;
ALTER FUNCTION count_resources_moved() RENAME TO count_updated_resources;
ALTER FUNCTION keep_no_longer() RENAME TO clear_reserved_until;
ALTER FUNCTION keep_until_the_reservation_ends() RENAME TO set_reserved_until;
ALTER FUNCTION move_the_end_of_what_is_kept() RENAME TO copy_reservation_expiry;
ALTER FUNCTION refuse_to_become_another() RENAME TO refuse_identity_change;

ALTER TRIGGER "reservation_birth" ON "reservation" RENAME TO "reservation_initial_status";
ALTER TRIGGER "reservation_end_moves" ON "reservation" RENAME TO "reservation_expiry_changes";
ALTER TRIGGER "resource_begins" ON "resource" RENAME TO "resource_creates_state";
ALTER TRIGGER "resource_stays_the_same" ON "resource" RENAME TO "resource_identity_is_immutable";
ALTER TRIGGER "resource_state_birth" ON "resource_state" RENAME TO "resource_state_initial_status";
ALTER TRIGGER "resource_state_counts_births" ON "resource_state" RENAME TO "resource_state_counts_inserts";
ALTER TRIGGER "resource_state_counts_ends" ON "resource_state" RENAME TO "resource_state_counts_deletes";
ALTER TRIGGER "resource_state_counts_moves" ON "resource_state" RENAME TO "resource_state_counts_updates";
ALTER TRIGGER "resource_state_is_kept" ON "resource_state" RENAME TO "resource_state_sets_reserved_until";
ALTER TRIGGER "resource_state_is_let_go" ON "resource_state" RENAME TO "resource_state_clears_reserved_until";
ALTER TRIGGER "resource_state_stays_the_same" ON "resource_state" RENAME TO "resource_state_identity_is_immutable";

-- A statement that adds resources names the key in `linework.key_id`, for its transaction.
CREATE OR REPLACE FUNCTION create_resource_states() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO resource_state (resource_id, pool_id, broker_id, created_at, status, updated_at)
    SELECT id, pool_id, broker_id, created_at, 'available', created_at FROM new_rows ORDER BY created_at, id;
  INSERT INTO event (broker_id, type, resource_type, resource_id, to_status, key_id)
    SELECT broker_id, 'resource.made_available', 'resource', id, 'available',
      nullif(current_setting('linework.key_id', true), '')::uuid
    FROM new_rows ORDER BY created_at, id;
  RETURN NULL;
END $$;
CREATE OR REPLACE FUNCTION count_inserted_resources() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO pool_count (pool_id, status, delta)
    SELECT pool_id, status, count(*) FROM new_rows GROUP BY pool_id, status;
  RETURN NULL;
END $$;
CREATE OR REPLACE FUNCTION count_deleted_resources() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO pool_count (pool_id, status, delta)
    SELECT pool_id, status, -count(*) FROM old_rows GROUP BY pool_id, status;
  RETURN NULL;
END $$;
CREATE OR REPLACE FUNCTION count_updated_resources() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO pool_count (pool_id, status, delta)
    SELECT pool_id, status, sum(n)
    FROM (SELECT pool_id, status, -1 AS n FROM old_rows UNION ALL SELECT pool_id, status, 1 FROM new_rows) AS changes
    GROUP BY pool_id, status HAVING sum(n) <> 0;
  RETURN NULL;
END $$;
CREATE OR REPLACE FUNCTION refuse_identity_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a row of % stays with its pool, type and broker', TG_TABLE_NAME
    USING ERRCODE = 'check_violation', CONSTRAINT = 'identity_is_immutable';
END $$;
CREATE OR REPLACE TRIGGER resource_creates_state AFTER INSERT ON "resource"
  REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION create_resource_states();
CREATE OR REPLACE TRIGGER resource_state_counts_inserts AFTER INSERT ON "resource_state"
  REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_inserted_resources();
CREATE OR REPLACE TRIGGER resource_state_counts_deletes AFTER DELETE ON "resource_state"
  REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_deleted_resources();
CREATE OR REPLACE TRIGGER resource_state_counts_updates AFTER UPDATE ON "resource_state"
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_updated_resources();

-- The IMSI of a SIM is written with the SIM, from its attributes, and never again. A withdrawn SIM keeps it. The index
-- is built before the column has values, so that values that SIMs of 1.0.0 share cannot break it.
ALTER TABLE "resource"
  ADD COLUMN "imsi" TEXT,
  ADD CONSTRAINT "imsi_has_14_or_15_digits" CHECK (imsi ~ '^[0-9]{14,15}$');
CREATE UNIQUE INDEX "one_sim_per_imsi" ON "resource" ("imsi") WHERE imsi IS NOT NULL;

CREATE FUNCTION set_imsi() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.imsi := NEW.attributes ->> 'imsi';
  RETURN NEW;
END $$;
-- The id of the type SIM is the same in every database.
CREATE TRIGGER resource_sets_imsi BEFORE INSERT ON "resource" FOR EACH ROW
  WHEN (NEW.type_id = '018f0000-0000-7000-8000-000000000002'
    AND jsonb_typeof(NEW.attributes -> 'imsi') = 'string'
    AND NEW.attributes ->> 'imsi' ~ '^[0-9]{14,15}$')
  EXECUTE FUNCTION set_imsi();

CREATE FUNCTION refuse_imsi_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the IMSI of resource % is written once', OLD.id
    USING ERRCODE = 'check_violation', CONSTRAINT = 'imsi_is_written_once';
END $$;
CREATE TRIGGER resource_imsi_is_written_once BEFORE UPDATE OF attributes, imsi ON "resource" FOR EACH ROW
  WHEN (OLD.type_id = '018f0000-0000-7000-8000-000000000002'
    AND ((OLD.attributes -> 'imsi') IS DISTINCT FROM (NEW.attributes -> 'imsi')
      OR OLD.imsi IS NOT NULL AND OLD.imsi IS DISTINCT FROM NEW.imsi))
  EXECUTE FUNCTION refuse_imsi_change();

-- Of the SIMs of 1.0.0 that share an IMSI one gets it: one on a line, else one that is not withdrawn, else the oldest.
-- The others keep it among their attributes, but no line is created with them. They are found by
--   SELECT id
--   FROM resource
--   WHERE type_id = '018f0000-0000-7000-8000-000000000002' AND attributes ? 'imsi' AND imsi IS NULL;
WITH first_with AS (
  SELECT DISTINCT ON (r.attributes ->> 'imsi') r.id, r.attributes ->> 'imsi' AS imsi
  FROM "resource" r
  JOIN "resource_state" s ON s.resource_id = r.id
  WHERE r.type_id = '018f0000-0000-7000-8000-000000000002'
    AND jsonb_typeof(r.attributes -> 'imsi') = 'string'
    AND r.attributes ->> 'imsi' ~ '^[0-9]{14,15}$'
  ORDER BY r.attributes ->> 'imsi', s.line_id IS NULL, r.retired_at IS NOT NULL, r.created_at, r.id
)
UPDATE "resource" r
SET imsi = f.imsi
FROM first_with f
WHERE r.id = f.id;

-- A code belongs to one broker. Codes of different lengths are different codes, whatever their digits are.
CREATE TABLE "number_range" (
    "id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "from_code" TEXT NOT NULL,
    "to_code" TEXT NOT NULL,
    "broker_id" UUID NOT NULL,
    "key_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "number_range_pkey" PRIMARY KEY ("id"),
    -- A number with its plus and country, an ICCID with its check digit, an IMSI: as resources have them.
    CONSTRAINT "codes_match_their_kind" CHECK (
      CASE kind
        WHEN 'MSISDN' THEN from_code ~ '^\+[1-9][0-9]{6,14}$' AND to_code ~ '^\+[1-9][0-9]{6,14}$'
        WHEN 'ICCID' THEN from_code ~ '^89[0-9]{17,18}$' AND to_code ~ '^89[0-9]{17,18}$'
        WHEN 'IMSI' THEN from_code ~ '^[0-9]{14,15}$' AND to_code ~ '^[0-9]{14,15}$'
        ELSE false
      END),
    CONSTRAINT "codes_have_equal_length_and_are_in_order"
        CHECK (length(from_code) = length(to_code) AND from_code::numeric <= to_code::numeric),
    CONSTRAINT "one_broker_per_code" EXCLUDE USING gist (
      kind WITH =,
      length(from_code) WITH =,
      numrange(from_code::numeric, to_code::numeric, '[]') WITH &&),
    CONSTRAINT "number_range_broker_id_fkey" FOREIGN KEY ("broker_id")
        REFERENCES "broker" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE INDEX "number_range_broker_id_kind_idx" ON "number_range" ("broker_id", "kind");
CREATE INDEX "number_range_created_at_id_idx" ON "number_range" ("created_at", "id");

-- Secrets of SIMs are sealed, and are no attributes. SIMs of 1.0.0 have them among their attributes until
-- `linework admin seal-secrets` has moved them.
ALTER TABLE "resource_type"
  ADD COLUMN "secret_attributes" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[],
  ADD COLUMN "secrets_guarded" BOOLEAN NOT NULL DEFAULT true,
  ADD COLUMN "secrets_sealed" BOOLEAN NOT NULL DEFAULT true;

UPDATE "resource_type" t
SET
  secret_attributes = ARRAY['k', 'ki', 'op', 'opc', 'pin', 'pin1', 'pin2', 'puk', 'puk1', 'puk2',
    'adm', 'adm1', 'kic', 'kid', 'kik'],
  secrets_guarded = NOT EXISTS (SELECT FROM "resource" r WHERE r.type_id = t.id),
  secrets_sealed = NOT EXISTS (SELECT FROM "resource" r WHERE r.type_id = t.id)
WHERE t.id = '018f0000-0000-7000-8000-000000000002';

CREATE TABLE "secret_data_key" (
    "id" UUID NOT NULL,
    "key_id" TEXT NOT NULL,
    "wrapped" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "secret_data_key_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "secret_data_key_key_id_id_idx" ON "secret_data_key" ("key_id", "id");

CREATE TABLE "resource_secret" (
    "resource_id" UUID NOT NULL,
    "data_key_id" UUID NOT NULL,
    "ciphertext" BYTEA NOT NULL,
    CONSTRAINT "resource_secret_pkey" PRIMARY KEY ("resource_id"),
    CONSTRAINT "resource_secret_resource_id_fkey" FOREIGN KEY ("resource_id")
        REFERENCES "resource" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "resource_secret_data_key_id_fkey" FOREIGN KEY ("data_key_id")
        REFERENCES "secret_data_key" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- The top-level members that are secret, in upper or lower case, or that hold a secret one inside. `names` are in lower
-- case.
CREATE FUNCTION secret_members(attributes jsonb, names text[]) RETURNS text[] LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(array_agg(m.key), '{}')
  FROM jsonb_each(attributes) AS m
  WHERE lower(m.key) = ANY(names)
    OR jsonb_typeof(m.value) IN ('object', 'array') AND EXISTS (
      SELECT FROM jsonb_path_query(m.value, 'strict $.** ? (@.type() == "object").keyvalue().key') AS inside
      WHERE lower(inside #>> '{}') = ANY(names)
    )
$$;

-- The message does not name the value: it would be a secret.
CREATE FUNCTION check_secret_attributes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT
    FROM new_rows r JOIN resource_type t ON t.id = r.type_id
    WHERE t.secrets_guarded AND cardinality(t.secret_attributes) > 0 AND r.attributes <> '{}'
      AND cardinality(secret_members(r.attributes, t.secret_attributes)) > 0
  ) THEN
    RAISE EXCEPTION 'attributes of a resource hold a secret'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'no_secret_among_attributes';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER resource_insert_has_no_secrets AFTER INSERT ON "resource"
  REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION check_secret_attributes();

CREATE FUNCTION check_changed_attributes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT
    FROM resource_type t
    WHERE t.id = NEW.type_id AND t.secrets_guarded
      AND NOT secret_members(NEW.attributes, t.secret_attributes) <@ secret_members(OLD.attributes, t.secret_attributes)
  ) THEN
    RAISE EXCEPTION 'attributes of a resource hold a secret'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'no_secret_among_attributes';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER resource_update_has_no_secrets BEFORE UPDATE OF attributes ON "resource" FOR EACH ROW
  WHEN (NEW.attributes IS DISTINCT FROM OLD.attributes)
  EXECUTE FUNCTION check_changed_attributes();

CREATE FUNCTION refuse_secret_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the secret of resource % is written once', OLD.resource_id
    USING ERRCODE = 'check_violation', CONSTRAINT = 'secret_is_written_once';
END $$;
CREATE TRIGGER resource_secret_is_written_once BEFORE UPDATE ON "resource_secret" FOR EACH ROW
  EXECUTE FUNCTION refuse_secret_change();

-- The pool of all resources of a reservation; null where they are of several, and for reservations of 1.0.0. It has no
-- foreign key: that would lock the pool with each reservation, and a deleted pool has no resources to reserve.
ALTER TABLE "reservation" ADD COLUMN "pool_id" UUID;
ALTER TABLE "reservation" ALTER COLUMN "resource_ids" SET NOT NULL;

-- Reservations of orders never expire and are in no list.
CREATE INDEX "reservations_of_broker" ON "reservation" ("broker_id", "created_at", "id")
  WHERE expires_at < 'infinity';
CREATE INDEX "reservations_by_created_at" ON "reservation" ("created_at", "id") WHERE expires_at < 'infinity';
CREATE INDEX "reservations_by_expiry" ON "reservation" ("broker_id", "expires_at", "id") WHERE expires_at < 'infinity';
CREATE INDEX "reservations_of_pool" ON "reservation" ("pool_id", "created_at", "id") WHERE expires_at < 'infinity';

-- How many numbers and SIMs a broker has allocated in the last days.
CREATE INDEX "allocation_broker_id_held_from_idx" ON "allocation" ("broker_id", "held_from");
