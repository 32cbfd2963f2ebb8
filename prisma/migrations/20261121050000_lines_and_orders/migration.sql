
-- CreateTable
CREATE TABLE "api_key" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "broker_id" UUID,
    "scopes" TEXT[],
    "fingerprint" BYTEA NOT NULL,
    "shown_prefix" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),
    "last_used_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "api_key_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "broker" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "broker_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "event" (
    "seq" BIGSERIAL NOT NULL,
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "broker_id" UUID,
    "type" TEXT NOT NULL,
    "resource_type" TEXT NOT NULL,
    "resource_id" UUID NOT NULL,
    "from_status" TEXT,
    "to_status" TEXT,
    "order_id" UUID,
    "key_id" UUID,
    "details" JSONB NOT NULL DEFAULT '{}',
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "event_pkey" PRIMARY KEY ("seq")
);

-- CreateTable
CREATE TABLE "holder" (
    "id" UUID NOT NULL,
    "broker_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "federal_tax_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "holder_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "idempotency_record" (
    "owner_id" UUID NOT NULL,
    "key" TEXT NOT NULL,
    "fingerprint" BYTEA NOT NULL,
    "status" INTEGER NOT NULL,
    "headers" JSONB NOT NULL,
    "body" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "idempotency_record_pkey" PRIMARY KEY ("owner_id","key")
);

-- CreateTable
CREATE TABLE "lifecycle_move" (
    "lifecycle" TEXT NOT NULL,
    "from_status" TEXT NOT NULL,
    "to_status" TEXT NOT NULL,

    CONSTRAINT "lifecycle_move_pkey" PRIMARY KEY ("lifecycle","from_status","to_status")
);

-- CreateTable
CREATE TABLE "line" (
    "id" UUID NOT NULL,
    "broker_id" UUID NOT NULL,
    "status" TEXT NOT NULL,
    "msisdn" TEXT NOT NULL,
    "iccid" TEXT NOT NULL,
    "imsi" TEXT NOT NULL,
    "holder_id" UUID NOT NULL,
    "subscription_id" UUID,
    "external_code" TEXT,
    "metadata" JSONB NOT NULL DEFAULT '{}',
    "activated_at" TIMESTAMPTZ(3),
    "terminated_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "line_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "orders" (
    "id" UUID NOT NULL,
    "broker_id" UUID NOT NULL,
    "type" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "resource_type" TEXT NOT NULL,
    "resource_id" UUID NOT NULL,
    "line_id" UUID GENERATED ALWAYS AS (CASE WHEN resource_type = 'line' THEN resource_id END) STORED,
    "at_work" BOOLEAN NOT NULL GENERATED ALWAYS AS (status IN ('PENDING', 'IN_PROGRESS', 'ROLLING_BACK', 'CANCELLING')) STORED,
    "external_code" TEXT NOT NULL,
    "correlation_id" TEXT NOT NULL,
    "input" JSONB NOT NULL DEFAULT '{}',
    "metadata" JSONB NOT NULL DEFAULT '{}',
    "cancellation_reason" TEXT,
    "came_from" TEXT,
    "run" INTEGER NOT NULL DEFAULT 0,
    "taken_run" INTEGER NOT NULL DEFAULT -1,
    "due_at" TIMESTAMPTZ(3),
    "not_before" TIMESTAMPTZ(3),
    "takes" INTEGER NOT NULL DEFAULT 0,
    "failed_at" TIMESTAMPTZ(3),
    "superseded_by" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "orders_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "order_step" (
    "id" UUID NOT NULL,
    "order_id" UUID NOT NULL,
    "position" SMALLINT NOT NULL,
    "code" TEXT NOT NULL,
    "action_code" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "attempt" INTEGER NOT NULL DEFAULT 0,
    "attempt_limit" INTEGER NOT NULL,
    "undo_attempt" INTEGER NOT NULL DEFAULT 0,
    "undo_attempt_limit" INTEGER NOT NULL,
    "error" JSONB,
    "started_at" TIMESTAMPTZ(3),
    "failed_at" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "order_step_pkey" PRIMARY KEY ("order_id","position")
);

-- CreateIndex
CREATE UNIQUE INDEX "api_key_fingerprint_key" ON "api_key"("fingerprint");

-- CreateIndex
CREATE INDEX "api_key_created_at_id_idx" ON "api_key"("created_at", "id");

-- CreateIndex
CREATE UNIQUE INDEX "broker_name_key" ON "broker"("name");

-- CreateIndex
CREATE INDEX "event_resource_id_seq_idx" ON "event"("resource_id", "seq");

-- CreateIndex
CREATE UNIQUE INDEX "holder_broker_id_federal_tax_id_key" ON "holder"("broker_id", "federal_tax_id");

-- CreateIndex
CREATE UNIQUE INDEX "holder_id_broker_id_key" ON "holder"("id", "broker_id");

-- CreateIndex
CREATE INDEX "idempotency_record_created_at_idx" ON "idempotency_record"("created_at");

-- CreateIndex
CREATE INDEX "line_broker_id_created_at_id_idx" ON "line"("broker_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "line_created_at_id_idx" ON "line"("created_at", "id");

-- CreateIndex
CREATE INDEX "line_holder_id_idx" ON "line"("holder_id");

-- CreateIndex
CREATE UNIQUE INDEX "line_broker_id_external_code_key" ON "line"("broker_id", "external_code");

-- CreateIndex
CREATE UNIQUE INDEX "line_id_broker_id_key" ON "line"("id", "broker_id");

-- CreateIndex
CREATE INDEX "orders_broker_id_created_at_id_idx" ON "orders"("broker_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "orders_created_at_id_idx" ON "orders"("created_at", "id");

-- CreateIndex
CREATE INDEX "orders_resource_id_created_at_id_idx" ON "orders"("resource_id", "created_at", "id");

-- CreateIndex
CREATE UNIQUE INDEX "order_step_id_key" ON "order_step"("id");

-- AddForeignKey
ALTER TABLE "api_key" ADD CONSTRAINT "api_key_broker_id_fkey" FOREIGN KEY ("broker_id") REFERENCES "broker"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "holder" ADD CONSTRAINT "holder_broker_id_fkey" FOREIGN KEY ("broker_id") REFERENCES "broker"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "line" ADD CONSTRAINT "line_broker_id_fkey" FOREIGN KEY ("broker_id") REFERENCES "broker"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "line" ADD CONSTRAINT "line_holder_id_broker_id_fkey" FOREIGN KEY ("holder_id", "broker_id") REFERENCES "holder"("id", "broker_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "orders" ADD CONSTRAINT "orders_broker_id_fkey" FOREIGN KEY ("broker_id") REFERENCES "broker"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "order_step" ADD CONSTRAINT "order_step_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "orders"("id") ON DELETE RESTRICT ON UPDATE CASCADE;


-- From here on by hand: what Prisma's schema cannot say.

-- Of an order's two computed columns, line_id lets a foreign key hold the line and its broker together.
ALTER TABLE "orders" ADD CONSTRAINT "orders_line_id_broker_id_fkey" FOREIGN KEY ("line_id", "broker_id") REFERENCES "line"("id", "broker_id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- The other, at_work, says whether somebody is or soon will be working on the order. Between the take of an order and its end
-- neither its status nor, for half a lease, its due time changes: those updates touch no index (HOT).
CREATE UNIQUE INDEX "one_order_at_work_per_line" ON "orders" ("line_id") WHERE at_work;
CREATE INDEX "orders_due" ON "orders" ("due_at") WHERE due_at IS NOT NULL;
CREATE INDEX "orders_in_debt" ON "orders" ("resource_id") WHERE status IN ('FAILED', 'ROLLBACK_FAILED', 'CANCEL_FAILED');
-- An order at work is always due some time; one at rest never is. Nothing is forgotten, nothing is looked at for ever.
ALTER TABLE "orders" ADD CONSTRAINT "due_while_at_work" CHECK ((due_at IS NOT NULL) = at_work);
ALTER TABLE "orders" ADD CONSTRAINT "failed_at_while_in_debt" CHECK ((failed_at IS NOT NULL) = (status IN ('FAILED', 'ROLLBACK_FAILED', 'CANCEL_FAILED')));
ALTER TABLE "order_step" ADD CONSTRAINT "attempts_within_limit" CHECK (attempt <= attempt_limit AND undo_attempt <= undo_attempt_limit);

-- While a line lives, its number, SIM and IMSI are its own.
CREATE UNIQUE INDEX "one_live_line_per_msisdn" ON "line" ("msisdn") WHERE status <> 'TERMINATED';
CREATE UNIQUE INDEX "one_live_line_per_iccid" ON "line" ("iccid") WHERE status <> 'TERMINATED';
CREATE UNIQUE INDEX "one_live_line_per_imsi" ON "line" ("imsi") WHERE status <> 'TERMINATED';
ALTER TABLE "line" ADD CONSTRAINT "terminated_at_when_terminated" CHECK ((terminated_at IS NOT NULL) = (status = 'TERMINATED'));

-- Rows that are moved often keep room on their page for the next version.
ALTER TABLE "orders" SET (fillfactor = 60);
ALTER TABLE "order_step" SET (fillfactor = 60);
ALTER TABLE "line" SET (fillfactor = 80);

-- The guard of every lifecycle: a status changes only as `lifecycle_move` lists.
CREATE FUNCTION guard_lifecycle() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  came_from text := '';
BEGIN
  IF TG_OP = 'UPDATE' THEN came_from := OLD.status; END IF;
  IF NOT EXISTS (SELECT FROM lifecycle_move m WHERE m.lifecycle = TG_ARGV[0] AND m.from_status = came_from AND m.to_status = NEW.status) THEN
    RAISE EXCEPTION 'a % may not move from % to %', TG_ARGV[0], coalesce(nullif(came_from, ''), 'nothing'), NEW.status
      USING ERRCODE = 'check_violation', CONSTRAINT = 'lifecycle_move', TABLE = TG_TABLE_NAME;
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER line_birth BEFORE INSERT ON "line" FOR EACH ROW EXECUTE FUNCTION guard_lifecycle('line');
CREATE TRIGGER line_move BEFORE UPDATE OF status ON "line" FOR EACH ROW WHEN (OLD.status IS DISTINCT FROM NEW.status) EXECUTE FUNCTION guard_lifecycle('line');
CREATE TRIGGER order_birth BEFORE INSERT ON "orders" FOR EACH ROW EXECUTE FUNCTION guard_lifecycle('order');
CREATE TRIGGER order_move BEFORE UPDATE OF status ON "orders" FOR EACH ROW WHEN (OLD.status IS DISTINCT FROM NEW.status) EXECUTE FUNCTION guard_lifecycle('order');
CREATE TRIGGER order_step_birth BEFORE INSERT ON "order_step" FOR EACH ROW EXECUTE FUNCTION guard_lifecycle('order-step');
CREATE TRIGGER order_step_move BEFORE UPDATE OF status ON "order_step" FOR EACH ROW WHEN (OLD.status IS DISTINCT FROM NEW.status) EXECUTE FUNCTION guard_lifecycle('order-step');

-- Events are only ever added to.
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'rows of % are only ever added', TG_TABLE_NAME USING ERRCODE = 'check_violation', CONSTRAINT = 'only_ever_added';
END $$;
CREATE TRIGGER event_only_ever_added BEFORE UPDATE OR DELETE ON "event" FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- Lets one statement insist on something about what it did; where it does not hold, nothing of the statement stays.
CREATE FUNCTION insist(holds boolean, otherwise text) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  IF holds IS NOT TRUE THEN RAISE EXCEPTION '%', otherwise USING ERRCODE = 'check_violation', CONSTRAINT = 'insist'; END IF;
  RETURN true;
END $$;

INSERT INTO lifecycle_move (lifecycle, from_status, to_status) VALUES
  ('line', '', 'PROVISIONING'),
  ('line', 'PROVISIONING', 'STAND_BY'),
  ('line', 'PROVISIONING', 'PROVISIONING_ERROR'),
  ('line', 'PROVISIONING', 'TERMINATED'),
  ('line', 'PROVISIONING_ERROR', 'TERMINATING'),
  ('line', 'PROVISIONING_ERROR', 'PROVISIONING'),
  ('line', 'PROVISIONING_ERROR', 'TERMINATED'),
  ('line', 'STAND_BY', 'ACTIVATING'),
  ('line', 'STAND_BY', 'TERMINATING'),
  ('line', 'ACTIVATING', 'ACTIVE'),
  ('line', 'ACTIVATING', 'ACTIVATION_ERROR'),
  ('line', 'ACTIVATING', 'STAND_BY'),
  ('line', 'ACTIVATING', 'BLOCKED'),
  ('line', 'ACTIVATION_ERROR', 'ACTIVATING'),
  ('line', 'ACTIVATION_ERROR', 'TERMINATING'),
  ('line', 'ACTIVATION_ERROR', 'STAND_BY'),
  ('line', 'ACTIVATION_ERROR', 'BLOCKED'),
  ('line', 'ACTIVE', 'BLOCKING'),
  ('line', 'ACTIVE', 'TERMINATING'),
  ('line', 'BLOCKING', 'BLOCKED'),
  ('line', 'BLOCKING', 'BLOCKING_ERROR'),
  ('line', 'BLOCKING', 'ACTIVE'),
  ('line', 'BLOCKING_ERROR', 'BLOCKING'),
  ('line', 'BLOCKING_ERROR', 'TERMINATING'),
  ('line', 'BLOCKING_ERROR', 'ACTIVE'),
  ('line', 'BLOCKED', 'ACTIVATING'),
  ('line', 'BLOCKED', 'TERMINATING'),
  ('line', 'TERMINATING', 'TERMINATED'),
  ('line', 'TERMINATING', 'TERMINATION_ERROR'),
  ('line', 'TERMINATING', 'PROVISIONING_ERROR'),
  ('line', 'TERMINATING', 'STAND_BY'),
  ('line', 'TERMINATING', 'ACTIVATION_ERROR'),
  ('line', 'TERMINATING', 'ACTIVE'),
  ('line', 'TERMINATING', 'BLOCKING_ERROR'),
  ('line', 'TERMINATING', 'BLOCKED'),
  ('line', 'TERMINATION_ERROR', 'TERMINATING'),
  ('line', 'TERMINATION_ERROR', 'PROVISIONING_ERROR'),
  ('line', 'TERMINATION_ERROR', 'STAND_BY'),
  ('line', 'TERMINATION_ERROR', 'ACTIVATION_ERROR'),
  ('line', 'TERMINATION_ERROR', 'ACTIVE'),
  ('line', 'TERMINATION_ERROR', 'BLOCKING_ERROR'),
  ('line', 'TERMINATION_ERROR', 'BLOCKED'),
  ('order', '', 'PENDING'),
  ('order', 'PENDING', 'CANCELLED'),
  ('order', 'PENDING', 'IN_PROGRESS'),
  ('order', 'IN_PROGRESS', 'CANCELLING'),
  ('order', 'IN_PROGRESS', 'COMPLETED'),
  ('order', 'IN_PROGRESS', 'FAILED'),
  ('order', 'IN_PROGRESS', 'ROLLING_BACK'),
  ('order', 'FAILED', 'IN_PROGRESS'),
  ('order', 'FAILED', 'ROLLING_BACK'),
  ('order', 'FAILED', 'CANCELLED'),
  ('order', 'ROLLING_BACK', 'ROLLED_BACK'),
  ('order', 'ROLLING_BACK', 'ROLLBACK_FAILED'),
  ('order', 'ROLLBACK_FAILED', 'ROLLING_BACK'),
  ('order', 'ROLLBACK_FAILED', 'ROLLED_BACK'),
  ('order', 'CANCELLING', 'CANCELLED'),
  ('order', 'CANCELLING', 'CANCEL_FAILED'),
  ('order', 'CANCEL_FAILED', 'CANCELLING'),
  ('order', 'CANCEL_FAILED', 'CANCELLED'),
  ('order-step', '', 'PENDING'),
  ('order-step', 'PENDING', 'RUNNING'),
  ('order-step', 'PENDING', 'SUCCESS'),
  ('order-step', 'PENDING', 'SKIPPED'),
  ('order-step', 'PENDING', 'ROLLING_BACK'),
  ('order-step', 'RUNNING', 'SUCCESS'),
  ('order-step', 'RUNNING', 'PENDING'),
  ('order-step', 'RUNNING', 'FAILED'),
  ('order-step', 'RUNNING', 'ROLLING_BACK'),
  ('order-step', 'SUCCESS', 'ROLLING_BACK'),
  ('order-step', 'FAILED', 'PENDING'),
  ('order-step', 'FAILED', 'SKIPPED'),
  ('order-step', 'FAILED', 'ROLLING_BACK'),
  ('order-step', 'ROLLING_BACK', 'ROLLED_BACK'),
  ('order-step', 'ROLLING_BACK', 'ROLLBACK_FAILED'),
  ('order-step', 'ROLLBACK_FAILED', 'ROLLING_BACK'),
  ('order-step', 'ROLLBACK_FAILED', 'ROLLED_BACK')
ON CONFLICT DO NOTHING;
