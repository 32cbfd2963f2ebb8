-- Records of another system are adopted: they were in service before Linework managed them.
CREATE TABLE "move_in" (
    "id" UUID NOT NULL,
    "broker_id" UUID NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'OPEN',
    "name" TEXT,
    "number_pool_id" UUID NOT NULL,
    "sim_pool_id" UUID NOT NULL,
    "calls_per_second" INTEGER NOT NULL,
    "mappings" JSONB NOT NULL DEFAULT '{}',
    "key_id" UUID NOT NULL,
    -- When the rows that stay out were marked, the first part of an adoption.
    "left_out_at" TIMESTAMPTZ(3),
    -- The worker that works on it, and until when nobody else does.
    "lease_id" UUID,
    "leased_until" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "move_in_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "calls_per_second_is_positive" CHECK (calls_per_second > 0),
    CONSTRAINT "move_in_broker_id_fkey" FOREIGN KEY ("broker_id")
        REFERENCES "broker" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE INDEX "move_in_broker_id_created_at_id_idx" ON "move_in" ("broker_id", "created_at", "id");
CREATE INDEX "move_in_created_at_id_idx" ON "move_in" ("created_at", "id");
CREATE INDEX "move_in_with_work" ON "move_in" ("updated_at")
  WHERE status IN ('CHECKING', 'COMPARING', 'ADOPTING', 'UNDOING');

CREATE TABLE "move_in_file" (
    "move_in_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    -- The upload that wrote it: a later one replaces it.
    "upload_id" UUID NOT NULL,
    "columns" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[],
    -- Null until the whole file has come.
    "digest" TEXT,
    "bytes" BIGINT NOT NULL DEFAULT 0,
    "rows" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "move_in_file_pkey" PRIMARY KEY ("move_in_id", "kind"),
    CONSTRAINT "move_in_file_move_in_id_fkey" FOREIGN KEY ("move_in_id")
        REFERENCES "move_in" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- A row as it came, and as it was read. The record that it becomes has its id from the start, so that an adoption that
-- is repeated writes the same record.
CREATE TABLE "move_in_row" (
    "move_in_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "row" INTEGER NOT NULL,
    "broker_id" UUID NOT NULL,
    "record_id" UUID NOT NULL,
    "legacy_id" TEXT,
    -- The legacy id of the row that it belongs to: of a line its holder, of a block its line.
    "parent" TEXT,
    "source" JSONB NOT NULL,
    "data" JSONB NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'read',
    "reason" TEXT,
    "compared_at" TIMESTAMPTZ(3),
    CONSTRAINT "move_in_row_pkey" PRIMARY KEY ("move_in_id", "kind", "row"),
    CONSTRAINT "known_state" CHECK (state IN ('read', 'left-out', 'adopted', 'undone')),
    CONSTRAINT "left_out_for_a_reason" CHECK ((state = 'left-out') = (reason IS NOT NULL)),
    CONSTRAINT "move_in_row_move_in_id_fkey" FOREIGN KEY ("move_in_id")
        REFERENCES "move_in" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "move_in_row_record_id_key" ON "move_in_row" ("record_id");
CREATE INDEX "move_in_row_legacy_id_idx" ON "move_in_row" ("move_in_id", "kind", "legacy_id");
CREATE INDEX "move_in_row_parent_idx" ON "move_in_row" ("move_in_id", "kind", "parent");
CREATE INDEX "move_in_row_to_adopt" ON "move_in_row" ("move_in_id", "kind", "row") WHERE state = 'read';
CREATE UNIQUE INDEX "one_adoption_per_legacy_id" ON "move_in_row" ("broker_id", "kind", "legacy_id")
  WHERE state = 'adopted';

-- The secrets of a SIM until it is adopted, sealed for the record that the row becomes.
CREATE TABLE "move_in_secret" (
    "record_id" UUID NOT NULL,
    "move_in_id" UUID NOT NULL,
    "data_key_id" UUID NOT NULL,
    "ciphertext" BYTEA NOT NULL,
    CONSTRAINT "move_in_secret_pkey" PRIMARY KEY ("record_id"),
    CONSTRAINT "move_in_secret_record_id_fkey" FOREIGN KEY ("record_id")
        REFERENCES "move_in_row" ("record_id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "move_in_secret_data_key_id_fkey" FOREIGN KEY ("data_key_id")
        REFERENCES "secret_data_key" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

CREATE TABLE "move_in_finding" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "move_in_id" UUID NOT NULL,
    "stage" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "row" INTEGER NOT NULL,
    "column" TEXT NOT NULL DEFAULT '',
    "code" TEXT NOT NULL,
    "legacy_id" TEXT,
    "detail" TEXT NOT NULL,
    -- What the register has, where a person may decide for it.
    "found" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "move_in_finding_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "known_stage" CHECK (stage IN ('upload', 'check', 'compare')),
    CONSTRAINT "move_in_finding_move_in_id_fkey" FOREIGN KEY ("move_in_id")
        REFERENCES "move_in" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "one_finding_of_a_kind"
  ON "move_in_finding" ("move_in_id", "kind", "row", "column", "code", "stage");
CREATE INDEX "move_in_finding_move_in_id_row_id_idx" ON "move_in_finding" ("move_in_id", "row", "id");
CREATE INDEX "move_in_finding_move_in_id_created_at_id_idx" ON "move_in_finding" ("move_in_id", "created_at", "id");
CREATE INDEX "move_in_finding_move_in_id_code_idx" ON "move_in_finding" ("move_in_id", "code");

CREATE TABLE "move_in_decision" (
    "move_in_id" UUID NOT NULL,
    "code" TEXT NOT NULL,
    "decision" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "key_id" UUID NOT NULL,
    "decided_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "move_in_decision_pkey" PRIMARY KEY ("move_in_id", "code"),
    CONSTRAINT "known_decision" CHECK (decision IN ('ours', 'network', 'leave-out')),
    CONSTRAINT "move_in_decision_move_in_id_fkey" FOREIGN KEY ("move_in_id")
        REFERENCES "move_in" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- A transaction that adopts names its move-in in `linework.move_in`. The name alone allows nothing: the move-in must be
-- in the status, and must have a row that becomes just this record and is not adopted yet. The guards know no other
-- exception.
CREATE FUNCTION has_row_of_move_in(record uuid, wanted_status text, wanted_state text)
RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (
    SELECT
    FROM move_in_row r
    JOIN move_in m ON m.id = r.move_in_id
    WHERE r.record_id = record
      AND r.state = wanted_state
      AND m.id = nullif(current_setting('linework.move_in', true), '')::uuid
      AND m.status = wanted_status
  )
$$;

CREATE OR REPLACE FUNCTION refuse_move() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF nullif(current_setting('linework.move_in', true), '') IS NOT NULL THEN
    IF TG_TABLE_NAME = 'line' AND TG_OP = 'INSERT' THEN
      IF NEW.status IN ('STAND_BY', 'ACTIVE', 'BLOCKED') AND has_row_of_move_in(NEW.id, 'ADOPTING', 'read') THEN
        RETURN NEW;
      END IF;
    ELSIF TG_TABLE_NAME = 'resource_state' AND TG_OP = 'UPDATE' THEN
      IF OLD.status = 'available' AND NEW.status = 'active' AND has_row_of_move_in(NEW.line_id, 'ADOPTING', 'read') THEN
        RETURN NEW;
      END IF;
    ELSIF TG_TABLE_NAME = 'subscription' AND TG_OP = 'INSERT' THEN
      IF NEW.status IN ('ACTIVE', 'PAUSED') AND has_row_of_move_in(NEW.id, 'ADOPTING', 'read') THEN
        RETURN NEW;
      END IF;
    ELSIF TG_TABLE_NAME = 'payment_method' AND TG_OP = 'INSERT' THEN
      IF NEW.status = 'ACTIVE' AND has_row_of_move_in(NEW.id, 'ADOPTING', 'read') THEN
        RETURN NEW;
      END IF;
    END IF;
  END IF;
  RAISE EXCEPTION 'a % may not move from % to %', TG_ARGV[0],
    CASE TG_OP WHEN 'UPDATE' THEN OLD.status ELSE 'nothing' END, NEW.status
    USING ERRCODE = 'check_violation', CONSTRAINT = 'lifecycle_move', TABLE = TG_TABLE_NAME;
END $$;

-- The undo of an adoption removes what is in use.
CREATE OR REPLACE FUNCTION refuse_removal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.status = 'active' AND has_row_of_move_in(OLD.resource_id, 'UNDOING', 'adopted') THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'resource % is %', OLD.resource_id, OLD.status
    USING ERRCODE = 'check_violation', CONSTRAINT = 'resource_in_use_stays';
END $$;

-- The first event of an adopted number or SIM says so.
CREATE OR REPLACE FUNCTION create_resource_states() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO resource_state (resource_id, pool_id, broker_id, created_at, status, updated_at)
    SELECT id, pool_id, broker_id, created_at, 'available', created_at FROM new_rows ORDER BY created_at, id;
  INSERT INTO event (broker_id, type, resource_type, resource_id, to_status, key_id, job, details)
    SELECT broker_id, 'resource.made_available', 'resource', id, 'available',
      nullif(current_setting('linework.key_id', true), '')::uuid,
      CASE WHEN nullif(current_setting('linework.move_in', true), '') IS NOT NULL THEN 'advance-move-ins' END,
      CASE
        WHEN nullif(current_setting('linework.move_in', true), '') IS NOT NULL
          THEN jsonb_build_object('adopted', true, 'moveInId', current_setting('linework.move_in', true))
        WHEN import_id IS NULL THEN '{}'
        ELSE jsonb_build_object('importId', import_id) END
    FROM new_rows ORDER BY created_at, id;
  INSERT INTO resource_import AS i (id, broker_id, pool_id, key_id, imported_count)
    SELECT import_id, broker_id, (array_agg(pool_id))[1], nullif(current_setting('linework.key_id', true), '')::uuid,
      count(*)
    FROM new_rows WHERE import_id IS NOT NULL GROUP BY import_id, broker_id
    ON CONFLICT (id, broker_id) DO UPDATE
      SET imported_count = i.imported_count + excluded.imported_count, updated_at = now();
  RETURN NULL;
END $$;

-- A file brings a hundred thousand rows at once, and the check follows before autovacuum has counted them. With the
-- rights of the owner, so that the role of the programs may do it.
CREATE FUNCTION analyze_move_in_rows() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
BEGIN
  ANALYZE move_in_row;
END
$$;

-- Printed by buildGuardTriggers.
CREATE OR REPLACE FUNCTION move_in_may_move(was text, becomes text) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN CASE was
    WHEN 'OPEN' THEN becomes IN ('CHECKING')
    WHEN 'CHECKING' THEN becomes IN ('CHECKED')
    WHEN 'CHECKED' THEN becomes IN ('CHECKING', 'COMPARING', 'ADOPTING', 'OPEN')
    WHEN 'COMPARING' THEN becomes IN ('CHECKED')
    WHEN 'ADOPTING' THEN becomes IN ('ADOPTED')
    WHEN 'ADOPTED' THEN becomes IN ('UNDOING')
    WHEN 'UNDOING' THEN becomes IN ('ADOPTED', 'UNDONE')
    ELSE false END;
END $$;
CREATE OR REPLACE TRIGGER move_in_initial_status BEFORE INSERT ON "move_in" FOR EACH ROW
  WHEN (NEW.status NOT IN ('OPEN'))
  EXECUTE FUNCTION refuse_move('move-in');
CREATE OR REPLACE TRIGGER move_in_move AFTER UPDATE OF status ON "move_in" FOR EACH ROW
  WHEN (OLD.status <> NEW.status AND NOT move_in_may_move(OLD.status, NEW.status))
  EXECUTE FUNCTION refuse_move('move-in');
