-- CreateTable
CREATE TABLE "resource_type" (
    "id" UUID NOT NULL,
    "code" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "reusable" BOOLEAN NOT NULL,
    "reservation_ttl" INTEGER NOT NULL DEFAULT 1800,
    "quarantine_ttl" INTEGER NOT NULL DEFAULT 7776000,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "resource_type_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "pool" (
    "id" UUID NOT NULL,
    "type_id" UUID NOT NULL,
    "broker_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "metadata" JSONB NOT NULL DEFAULT '{}',
    "low_availability_threshold" INTEGER NOT NULL DEFAULT 0,
    "reservation_ttl" INTEGER,
    "quarantine_ttl" INTEGER,
    "is_low" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "pool_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "pool_count" (
    "seq" BIGSERIAL NOT NULL,
    "pool_id" UUID NOT NULL,
    "status" TEXT NOT NULL,
    "delta" INTEGER NOT NULL,

    CONSTRAINT "pool_count_pkey" PRIMARY KEY ("seq")
);

-- CreateTable
CREATE TABLE "resource" (
    "id" UUID NOT NULL,
    "pool_id" UUID NOT NULL,
    "type_id" UUID NOT NULL,
    "broker_id" UUID NOT NULL,
    "external_code" TEXT NOT NULL,
    "location" TEXT,
    "metadata" JSONB NOT NULL DEFAULT '{}',
    "attributes" JSONB NOT NULL DEFAULT '{}',
    "reservation_ttl" INTEGER,
    "quarantine_ttl" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "retired_at" TIMESTAMPTZ(3),

    CONSTRAINT "resource_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "resource_state" (
    "resource_id" UUID NOT NULL,
    "pool_id" UUID NOT NULL,
    "broker_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "status" TEXT NOT NULL,
    "group_id" UUID,
    "reservation_id" UUID,
    "reserved_at" TIMESTAMPTZ(3),
    "line_id" UUID,
    "quarantined_at" TIMESTAMPTZ(3),
    "quarantine_ends_at" TIMESTAMPTZ(3),
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "resource_state_pkey" PRIMARY KEY ("resource_id")
);

-- CreateTable
CREATE TABLE "reservation" (
    "id" UUID NOT NULL,
    "broker_id" UUID NOT NULL,
    "status" TEXT NOT NULL,
    "quantity" INTEGER NOT NULL,
    "resource_ids" UUID[],
    "reservation_ttl" INTEGER NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "metadata" JSONB NOT NULL DEFAULT '{}',
    "key_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "reservation_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "allocation" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "resource_id" UUID NOT NULL,
    "broker_id" UUID NOT NULL,
    "holder_id" UUID NOT NULL,
    "line_id" UUID,
    "held_from" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "held_to" TIMESTAMPTZ(3),

    CONSTRAINT "allocation_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "resource_type_code_key" ON "resource_type"("code");

-- CreateIndex
CREATE UNIQUE INDEX "pool_broker_id_name_key" ON "pool"("broker_id", "name");

-- CreateIndex
CREATE UNIQUE INDEX "pool_id_type_id_broker_id_key" ON "pool"("id", "type_id", "broker_id");

-- CreateIndex
CREATE INDEX "pool_count_pool_id_status_idx" ON "pool_count"("pool_id", "status");

-- CreateIndex
CREATE INDEX "resource_pool_id_created_at_id_idx" ON "resource"("pool_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "resource_created_at_id_idx" ON "resource"("created_at", "id");

-- CreateIndex
CREATE INDEX "resource_pool_id_external_code_id_idx" ON "resource"("pool_id", "external_code", "id");

-- CreateIndex
CREATE INDEX "resource_external_code_id_idx" ON "resource"("external_code", "id");

-- CreateIndex
CREATE UNIQUE INDEX "resource_id_broker_id_key" ON "resource"("id", "broker_id");

-- CreateIndex
CREATE INDEX "resource_state_updated_at_resource_id_idx" ON "resource_state"("updated_at", "resource_id");

-- CreateIndex
CREATE INDEX "resource_state_pool_id_updated_at_resource_id_idx" ON "resource_state"("pool_id", "updated_at", "resource_id");

-- CreateIndex
CREATE UNIQUE INDEX "reservation_id_broker_id_key" ON "reservation"("id", "broker_id");

-- CreateIndex
CREATE INDEX "allocation_resource_id_held_from_idx" ON "allocation"("resource_id", "held_from");

-- CreateIndex
CREATE INDEX "allocation_line_id_idx" ON "allocation"("line_id");

-- AddForeignKey
ALTER TABLE "pool" ADD CONSTRAINT "pool_type_id_fkey" FOREIGN KEY ("type_id") REFERENCES "resource_type"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "pool" ADD CONSTRAINT "pool_broker_id_fkey" FOREIGN KEY ("broker_id") REFERENCES "broker"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "resource" ADD CONSTRAINT "resource_pool_id_type_id_broker_id_fkey" FOREIGN KEY ("pool_id", "type_id", "broker_id") REFERENCES "pool"("id", "type_id", "broker_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "resource_state" ADD CONSTRAINT "resource_state_resource_id_fkey" FOREIGN KEY ("resource_id") REFERENCES "resource"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "resource_state" ADD CONSTRAINT "resource_state_reservation_id_broker_id_fkey" FOREIGN KEY ("reservation_id", "broker_id") REFERENCES "reservation"("id", "broker_id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "resource_state" ADD CONSTRAINT "resource_state_line_id_broker_id_fkey" FOREIGN KEY ("line_id", "broker_id") REFERENCES "line"("id", "broker_id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "allocation" ADD CONSTRAINT "allocation_resource_id_broker_id_fkey" FOREIGN KEY ("resource_id", "broker_id") REFERENCES "resource"("id", "broker_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "allocation" ADD CONSTRAINT "allocation_holder_id_broker_id_fkey" FOREIGN KEY ("holder_id", "broker_id") REFERENCES "holder"("id", "broker_id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "allocation" ADD CONSTRAINT "allocation_line_id_broker_id_fkey" FOREIGN KEY ("line_id", "broker_id") REFERENCES "line"("id", "broker_id") ON DELETE RESTRICT ON UPDATE NO ACTION;



-- From here on by hand: what Prisma's schema cannot say.

CREATE EXTENSION IF NOT EXISTS btree_gist;
CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- While a resource is in use its code is its own. One that was withdrawn gives it up: a number may come back by portability.
CREATE UNIQUE INDEX "one_resource_per_code" ON "resource" ("type_id", "external_code") WHERE retired_at IS NULL;
CREATE INDEX "resource_external_code_parts" ON "resource" USING gin ("external_code" gin_trgm_ops);
CREATE INDEX "resource_attributes" ON "resource" USING gin ("attributes" jsonb_path_ops);

-- By pool and status, oldest first: the order in which a pool hands out, and that of its lists. And the same by the last change.
CREATE INDEX "resource_by_status_and_birth" ON "resource_state" ("pool_id", "status", "created_at", "resource_id");
CREATE INDEX "resource_by_status_and_change" ON "resource_state" ("pool_id", "status", "updated_at", "resource_id");
CREATE INDEX "resource_of_reservation" ON "resource_state" ("reservation_id") WHERE reservation_id IS NOT NULL;
CREATE INDEX "resource_of_line" ON "resource_state" ("line_id") WHERE line_id IS NOT NULL;
CREATE INDEX "resource_of_group" ON "resource_state" ("group_id") WHERE group_id IS NOT NULL;
CREATE INDEX "quarantine_over" ON "resource_state" ("quarantine_ends_at") WHERE quarantine_ends_at IS NOT NULL;
CREATE INDEX "reservation_over" ON "reservation" ("expires_at") WHERE status = 'ACTIVE';

ALTER TABLE "resource_type" ADD CONSTRAINT "ttl_is_no_less_than_0" CHECK (reservation_ttl >= 0 AND quarantine_ttl >= 0);
ALTER TABLE "pool" ADD CONSTRAINT "ttl_is_no_less_than_0" CHECK (reservation_ttl >= 0 AND quarantine_ttl >= 0);
ALTER TABLE "pool" ADD CONSTRAINT "threshold_is_no_less_than_0" CHECK (low_availability_threshold >= 0);
ALTER TABLE "resource" ADD CONSTRAINT "ttl_is_no_less_than_0" CHECK (reservation_ttl >= 0 AND quarantine_ttl >= 0);
ALTER TABLE "reservation" ADD CONSTRAINT "ttl_is_no_less_than_0" CHECK (reservation_ttl >= 0);
ALTER TABLE "reservation" ADD CONSTRAINT "keeps_something_and_no_more_than_asked" CHECK (quantity > 0 AND cardinality(resource_ids) > 0);
ALTER TABLE "resource_state" ADD CONSTRAINT "reservation_while_reserved" CHECK (
  (status = 'reserved') = (reservation_id IS NOT NULL) AND (status = 'reserved') = (reserved_at IS NOT NULL));
ALTER TABLE "resource_state" ADD CONSTRAINT "quarantine_while_quarantined" CHECK (
  (status = 'quarantined') = (quarantined_at IS NOT NULL) AND (status = 'quarantined') = (quarantine_ends_at IS NOT NULL));
ALTER TABLE "resource_state" ADD CONSTRAINT "line_while_in_use" CHECK (line_id IS NULL OR status IN ('active', 'suspended'));

-- Who had a resource: one at a time.
ALTER TABLE "allocation" ADD CONSTRAINT "held_forwards" CHECK (held_to >= held_from);
ALTER TABLE "allocation" ADD CONSTRAINT "one_holder_at_a_time" EXCLUDE USING gist (resource_id WITH =, tstzrange(held_from, held_to) WITH &&);

ALTER TABLE "resource_state" SET (fillfactor = 70);

-- What a resource is does not change, so that its state may repeat it.
CREATE FUNCTION refuse_to_become_another() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a row of % stays with its pool, type and broker', TG_TABLE_NAME USING ERRCODE = 'check_violation', CONSTRAINT = 'stays_the_same';
END $$;
CREATE TRIGGER resource_stays_the_same BEFORE UPDATE OF id, pool_id, type_id, broker_id, created_at ON "resource" FOR EACH ROW
  WHEN ((OLD.id, OLD.pool_id, OLD.type_id, OLD.broker_id, OLD.created_at) IS DISTINCT FROM (NEW.id, NEW.pool_id, NEW.type_id, NEW.broker_id, NEW.created_at))
  EXECUTE FUNCTION refuse_to_become_another();
CREATE TRIGGER resource_state_stays_the_same BEFORE UPDATE OF resource_id, pool_id, broker_id, created_at ON "resource_state" FOR EACH ROW
  WHEN ((OLD.resource_id, OLD.pool_id, OLD.broker_id, OLD.created_at) IS DISTINCT FROM (NEW.resource_id, NEW.pool_id, NEW.broker_id, NEW.created_at))
  EXECUTE FUNCTION refuse_to_become_another();

-- A resource is born with its state, and with the event of its birth.
CREATE FUNCTION begin_resources() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO resource_state (resource_id, pool_id, broker_id, created_at, status, updated_at)
    SELECT id, pool_id, broker_id, created_at, 'available', created_at FROM born ORDER BY created_at, id;
  INSERT INTO event (broker_id, type, resource_type, resource_id, to_status)
    SELECT broker_id, 'resource.made-available', 'resource', id, 'available' FROM born ORDER BY created_at, id;
  RETURN NULL;
END $$;
CREATE TRIGGER resource_begins AFTER INSERT ON "resource" REFERENCING NEW TABLE AS born FOR EACH STATEMENT EXECUTE FUNCTION begin_resources();

-- One that is withdrawn gives its code up.
CREATE FUNCTION retire_resource() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE resource SET retired_at = now() WHERE id = NEW.resource_id;
  RETURN NULL;
END $$;
CREATE TRIGGER resource_retires AFTER UPDATE OF status ON "resource_state" FOR EACH ROW
  WHEN (NEW.status = 'decommissioned' AND OLD.status <> 'decommissioned') EXECUTE FUNCTION retire_resource();

-- Every statement that moves resources appends what it changed in the numbers of their pools.
CREATE FUNCTION count_resources_born() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO pool_count (pool_id, status, delta) SELECT pool_id, status, count(*) FROM born GROUP BY pool_id, status;
  RETURN NULL;
END $$;
CREATE FUNCTION count_resources_moved() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO pool_count (pool_id, status, delta)
    SELECT pool_id, status, sum(n) FROM (SELECT pool_id, status, -1 AS n FROM was UNION ALL SELECT pool_id, status, 1 FROM is_now) AS moved
    GROUP BY pool_id, status HAVING sum(n) <> 0;
  RETURN NULL;
END $$;
CREATE FUNCTION count_resources_gone() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO pool_count (pool_id, status, delta) SELECT pool_id, status, -count(*) FROM gone GROUP BY pool_id, status;
  RETURN NULL;
END $$;
CREATE TRIGGER resource_state_counts_births AFTER INSERT ON "resource_state" REFERENCING NEW TABLE AS born
  FOR EACH STATEMENT EXECUTE FUNCTION count_resources_born();
CREATE TRIGGER resource_state_counts_moves AFTER UPDATE ON "resource_state" REFERENCING OLD TABLE AS was NEW TABLE AS is_now
  FOR EACH STATEMENT EXECUTE FUNCTION count_resources_moved();
CREATE TRIGGER resource_state_counts_ends AFTER DELETE ON "resource_state" REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION count_resources_gone();

CREATE OR REPLACE TRIGGER resource_state_birth BEFORE INSERT ON "resource_state" FOR EACH ROW
  WHEN (NEW.status <> ALL ('{"available"}'))
  EXECUTE FUNCTION refuse_move('resource');
CREATE OR REPLACE TRIGGER resource_state_move BEFORE UPDATE OF status ON "resource_state" FOR EACH ROW
  WHEN (OLD.status <> NEW.status AND OLD.status || ' > ' || NEW.status <> ALL ('{"available > reserved", "available > suspended", "available > decommissioned", "reserved > available", "reserved > active", "reserved > suspended", "active > suspended", "active > decommissioned", "active > quarantined", "suspended > active", "suspended > decommissioned", "suspended > available", "suspended > quarantined", "quarantined > active", "quarantined > decommissioned", "quarantined > available"}'))
  EXECUTE FUNCTION refuse_move('resource');
CREATE OR REPLACE TRIGGER reservation_birth BEFORE INSERT ON "reservation" FOR EACH ROW
  WHEN (NEW.status <> ALL ('{"ACTIVE"}'))
  EXECUTE FUNCTION refuse_move('reservation');
CREATE OR REPLACE TRIGGER reservation_move BEFORE UPDATE OF status ON "reservation" FOR EACH ROW
  WHEN (OLD.status <> NEW.status AND OLD.status || ' > ' || NEW.status <> ALL ('{"ACTIVE > ACTIVE", "ACTIVE > RELEASED", "ACTIVE > CONSUMED", "ACTIVE > EXPIRED"}'))
  EXECUTE FUNCTION refuse_move('reservation');

INSERT INTO resource_type (id, code, name, reusable) VALUES
  ('018f0000-0000-7000-8000-000000000001', 'MSISDN', 'Mobile number', true),
  ('018f0000-0000-7000-8000-000000000002', 'SIM', 'SIM card', false);
