-- Lines are compared with the register of the network.
CREATE TABLE "reconciliation" (
    "id" BOOLEAN NOT NULL DEFAULT true,
    "next_call_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "calls" BIGINT NOT NULL DEFAULT 0,
    "calls_per_second" DOUBLE PRECISION,
    "round_seconds" INTEGER NOT NULL DEFAULT 86400,
    "listed_to" UUID,
    "listed_at" TIMESTAMPTZ(3),
    "listed_lines" INTEGER NOT NULL DEFAULT 0,
    "lines" INTEGER NOT NULL DEFAULT 0,
    "last_run_at" TIMESTAMPTZ(3),
    "last_check_at" TIMESTAMPTZ(3),
    "last_round_at" TIMESTAMPTZ(3),
    "waiting_since" TIMESTAMPTZ(3),
    CONSTRAINT "reconciliation_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "one_row" CHECK (id)
);
INSERT INTO "reconciliation" DEFAULT VALUES;

-- A table of its own: an order on a line writes no index of it. A result is written only under its claim.
CREATE TABLE "line_check" (
    "line_id" UUID NOT NULL,
    "broker_id" UUID NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "checked_at" TIMESTAMPTZ(3),
    "claim_id" UUID,
    -- The kinds of differences that a first look found, with its time.
    "suspected" JSONB,
    CONSTRAINT "line_check_pkey" PRIMARY KEY ("line_id"),
    CONSTRAINT "line_check_line_id_fkey" FOREIGN KEY ("line_id")
        REFERENCES "line" ("id") ON DELETE CASCADE ON UPDATE NO ACTION
);
CREATE INDEX "line_check_due_at_idx" ON "line_check" ("due_at");
CREATE INDEX "line_check_broker_id_due_at_idx" ON "line_check" ("broker_id", "due_at");

CREATE TABLE "drift" (
    "id" UUID NOT NULL,
    "broker_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'OPEN',
    "line_id" UUID,
    "resource_id" UUID,
    "expected" JSONB NOT NULL,
    "found" JSONB NOT NULL,
    "is_ours" BOOLEAN NOT NULL,
    "first_seen_at" TIMESTAMPTZ(3) NOT NULL,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL,
    "order_id" UUID,
    "reason" TEXT,
    "accepted_by" UUID,
    "closed_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "drift_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "known_kind" CHECK (kind IN
      ('missing', 'wrong-service-state', 'wrong-number', 'wrong-sim', 'extra', 'unreadable')),
    CONSTRAINT "extra_without_line" CHECK ((kind = 'extra') = (line_id IS NULL)),
    CONSTRAINT "extra_of_resource" CHECK ((kind = 'extra') = (resource_id IS NOT NULL)),
    CONSTRAINT "accepted_for_a_reason" CHECK (status <> 'ACCEPTED' OR reason IS NOT NULL),
    CONSTRAINT "repaired_by_an_order" CHECK (status <> 'REPAIRED' OR order_id IS NOT NULL),
    CONSTRAINT "drift_broker_id_fkey" FOREIGN KEY ("broker_id")
        REFERENCES "broker" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "drift_line_id_broker_id_fkey" FOREIGN KEY ("line_id", "broker_id")
        REFERENCES "line" ("id", "broker_id") ON DELETE CASCADE ON UPDATE NO ACTION
);
-- Whatever two workers do, a line has one drift of a kind.
CREATE UNIQUE INDEX "one_drift_per_line_and_kind" ON "drift" ("line_id", "kind")
  WHERE status IN ('OPEN', 'ACCEPTED') AND line_id IS NOT NULL;
CREATE UNIQUE INDEX "one_drift_per_resource" ON "drift" ("resource_id")
  WHERE status IN ('OPEN', 'ACCEPTED') AND resource_id IS NOT NULL;
CREATE INDEX "drift_broker_id_created_at_id_idx" ON "drift" ("broker_id", "created_at", "id");
CREATE INDEX "drift_created_at_id_idx" ON "drift" ("created_at", "id");
CREATE INDEX "drift_line_id_idx" ON "drift" ("line_id");
CREATE INDEX "drift_open" ON "drift" ("broker_id", "kind", "line_id") WHERE status = 'OPEN';

-- Printed by buildGuardTriggers.
CREATE OR REPLACE FUNCTION drift_may_move(was text, becomes text) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN CASE was
    WHEN 'OPEN' THEN becomes IN ('ACCEPTED', 'REPAIRED', 'GONE')
    WHEN 'ACCEPTED' THEN becomes IN ('REPAIRED', 'GONE')
    ELSE false END;
END $$;
CREATE OR REPLACE TRIGGER drift_initial_status BEFORE INSERT ON "drift" FOR EACH ROW
  WHEN (NEW.status NOT IN ('OPEN'))
  EXECUTE FUNCTION refuse_move('drift');
CREATE OR REPLACE TRIGGER drift_move AFTER UPDATE OF status ON "drift" FOR EACH ROW
  WHEN (OLD.status <> NEW.status AND NOT drift_may_move(OLD.status, NEW.status))
  EXECUTE FUNCTION refuse_move('drift');
