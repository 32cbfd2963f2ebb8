-- The database of release 1.0.0, in one migration. A database of 1.0.0 has it already: `npm run migrate` records it as
-- applied (decision 120). Names are those of 1.0.0; the migrations after this one rename many of them.

CREATE EXTENSION IF NOT EXISTS btree_gist;
CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- An index for parts of texts holds a whole value beside them.
CREATE EXTENSION IF NOT EXISTS btree_gin;

CREATE TABLE "broker" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "broker_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "broker_name_key" ON "broker" ("name");

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
    "lasts_until" TIMESTAMPTZ(3),
    CONSTRAINT "api_key_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "api_key_broker_id_fkey" FOREIGN KEY ("broker_id")
        REFERENCES "broker" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "api_key_fingerprint_key" ON "api_key" ("fingerprint");
CREATE INDEX "api_key_created_at_id_idx" ON "api_key" ("created_at", "id");

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
CREATE INDEX "event_resource_id_seq_idx" ON "event" ("resource_id", "seq");

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
CREATE INDEX "idempotency_record_created_at_idx" ON "idempotency_record" ("created_at");

CREATE TABLE "holder" (
    "id" UUID NOT NULL,
    "broker_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "federal_tax_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "address" JSONB,
    "anonymised_at" TIMESTAMPTZ(3),
    "email" TEXT,
    "external_code" TEXT,
    "metadata" JSONB NOT NULL DEFAULT '{}',
    "phone" TEXT,
    CONSTRAINT "holder_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "nameless_once_anonymised" CHECK (anonymised_at IS NULL
  OR (federal_tax_id IS NULL AND email IS NULL AND phone IS NULL AND address IS NULL AND external_code IS NULL)),
    CONSTRAINT "known_until_anonymised" CHECK (anonymised_at IS NOT NULL OR federal_tax_id IS NOT NULL),
    CONSTRAINT "holder_broker_id_fkey" FOREIGN KEY ("broker_id")
        REFERENCES "broker" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "holder_broker_id_federal_tax_id_key" ON "holder" ("broker_id", "federal_tax_id");
CREATE UNIQUE INDEX "holder_id_broker_id_key" ON "holder" ("id", "broker_id");
CREATE INDEX "holder_broker_id_created_at_id_idx" ON "holder" ("broker_id", "created_at", "id");
CREATE INDEX "holder_created_at_id_idx" ON "holder" ("created_at", "id");
CREATE UNIQUE INDEX "holder_broker_id_external_code_key" ON "holder" ("broker_id", "external_code");
-- Lists of holders search for a part of either.
CREATE INDEX "holder_name_parts" ON "holder" USING gin ("name" gin_trgm_ops);
CREATE INDEX "holder_external_code_parts" ON "holder" USING gin ("external_code" gin_trgm_ops);

CREATE TABLE "offer" (
    "id" UUID NOT NULL,
    "broker_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT,
    "external_code" TEXT,
    "metadata" JSONB NOT NULL DEFAULT '{}',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "offer_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "offer_broker_id_fkey" FOREIGN KEY ("broker_id")
        REFERENCES "broker" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE INDEX "offer_broker_id_created_at_id_idx" ON "offer" ("broker_id", "created_at", "id");
CREATE INDEX "offer_created_at_id_idx" ON "offer" ("created_at", "id");
CREATE UNIQUE INDEX "offer_broker_id_external_code_key" ON "offer" ("broker_id", "external_code");
CREATE UNIQUE INDEX "offer_id_broker_id_key" ON "offer" ("id", "broker_id");

CREATE TABLE "offer_version" (
    "id" UUID NOT NULL,
    "offer_id" UUID NOT NULL,
    "broker_id" UUID NOT NULL,
    "version" INTEGER NOT NULL,
    "valid_from" TIMESTAMPTZ(3) NOT NULL,
    "valid_until" TIMESTAMPTZ(3),
    "content" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "offer_version_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "valid_for_a_while" CHECK (valid_until > valid_from),
    CONSTRAINT "offer_version_offer_id_broker_id_fkey" FOREIGN KEY ("offer_id", "broker_id")
        REFERENCES "offer" ("id", "broker_id") ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "offer_version_offer_id_version_key" ON "offer_version" ("offer_id", "version");

CREATE TABLE "subscription" (
    "id" UUID NOT NULL,
    "broker_id" UUID NOT NULL,
    "customer_id" UUID NOT NULL,
    "status" TEXT NOT NULL,
    "offer_id" UUID NOT NULL,
    "offer_version_id" UUID NOT NULL,
    "frequency" TEXT NOT NULL,
    "billing_type" TEXT NOT NULL,
    "custom_period_days" INTEGER,
    "billing_day" INTEGER,
    "changes_behavior" TEXT NOT NULL,
    "invoice_approval_required" BOOLEAN NOT NULL DEFAULT false,
    "prorate_first_invoice" BOOLEAN NOT NULL DEFAULT false,
    "trial_cycles" INTEGER,
    "trial_end_behavior" TEXT,
    "trial_ends_at" TIMESTAMPTZ(3),
    "activated_at" TIMESTAMPTZ(3),
    "scheduled_pause_at" TIMESTAMPTZ(3),
    "scheduled_cancel_at" TIMESTAMPTZ(3),
    "end_date" TIMESTAMPTZ(3),
    "last_paused_at" TIMESTAMPTZ(3),
    "last_resumed_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),
    "anchor_day" DATE,
    "cycle" INTEGER NOT NULL DEFAULT 0,
    "cycle_from" DATE,
    "cycle_until" DATE,
    "next_billing_date" DATE,
    "attempt" INTEGER NOT NULL DEFAULT 0,
    "held_until" TIMESTAMPTZ(3),
    "external_code" TEXT,
    "metadata" JSONB NOT NULL DEFAULT '{}',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "due_at" TIMESTAMPTZ(3) GENERATED ALWAYS AS (
  CASE status
    WHEN 'DRAFT' THEN least(trial_ends_at, scheduled_cancel_at)
    WHEN 'ACTIVE' THEN least(scheduled_pause_at, scheduled_cancel_at, end_date)
    WHEN 'PAUSED' THEN least(scheduled_cancel_at, end_date)
  END) STORED,
    CONSTRAINT "subscription_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "cycles_have_days"
        CHECK ((cycle = 0) = (cycle_from IS NULL) AND (cycle_from IS NULL) = (cycle_until IS NULL)
            AND cycle_until > cycle_from),
    CONSTRAINT "custom_period_has_days"
        CHECK ((frequency = 'CUSTOM') = (custom_period_days IS NOT NULL) AND custom_period_days > 0),
    CONSTRAINT "billing_day_of_a_month" CHECK (billing_day BETWEEN 1 AND 31),
    CONSTRAINT "ended_at_its_end" CHECK ((ended_at IS NOT NULL) = (status IN ('CANCELLED', 'EXPIRED'))),
    CONSTRAINT "subscription_broker_id_fkey" FOREIGN KEY ("broker_id")
        REFERENCES "broker" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "subscription_customer_id_broker_id_fkey" FOREIGN KEY ("customer_id", "broker_id")
        REFERENCES "holder" ("id", "broker_id") ON DELETE RESTRICT ON UPDATE NO ACTION
);
CREATE INDEX "subscription_broker_id_created_at_id_idx" ON "subscription" ("broker_id", "created_at", "id");
CREATE INDEX "subscription_created_at_id_idx" ON "subscription" ("created_at", "id");
CREATE INDEX "subscription_customer_id_idx" ON "subscription" ("customer_id");
CREATE UNIQUE INDEX "subscription_broker_id_external_code_key" ON "subscription" ("broker_id", "external_code");
CREATE UNIQUE INDEX "subscription_id_broker_id_key" ON "subscription" ("id", "broker_id");
CREATE INDEX "subscriptions_due" ON "subscription" ("due_at", "id") WHERE due_at IS NOT NULL;
-- An ended subscription keeps a billing date until its last period has been invoiced.
CREATE INDEX "subscriptions_to_invoice" ON "subscription" ("next_billing_date", "id")
  WHERE status <> 'PAUSED' AND next_billing_date IS NOT NULL;

CREATE TABLE "subscription_product" (
    "id" UUID NOT NULL,
    "subscription_id" UUID NOT NULL,
    "broker_id" UUID NOT NULL,
    "product_id" UUID NOT NULL,
    "offer_version_id" UUID NOT NULL,
    "billing_type" TEXT NOT NULL,
    "content" JSONB NOT NULL,
    "from_cycle" INTEGER NOT NULL,
    "until_cycle" INTEGER,
    "charged_for_cycle" INTEGER,
    "added_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "removed_at" TIMESTAMPTZ(3),
    CONSTRAINT "subscription_product_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "cycles_in_order" CHECK (from_cycle >= 1 AND until_cycle >= from_cycle),
    CONSTRAINT "subscription_product_subscription_id_broker_id_fkey" FOREIGN KEY ("subscription_id", "broker_id")
        REFERENCES "subscription" ("id", "broker_id") ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE INDEX "subscription_product_subscription_id_idx" ON "subscription_product" ("subscription_id");
CREATE UNIQUE INDEX "one_of_each_product" ON "subscription_product"
  ("subscription_id", "product_id", (CASE content ->> 'recurrence' WHEN 'SPOT' THEN from_cycle ELSE 0 END))
  WHERE removed_at IS NULL OR content ->> 'recurrence' = 'SPOT'
    AND (charged_for_cycle IS NOT NULL OR until_cycle > from_cycle);

CREATE TABLE "subscription_discount" (
    "id" UUID NOT NULL,
    "subscription_product_id" UUID NOT NULL,
    "discount_id" UUID NOT NULL,
    "offer_version_discount_id" UUID,
    "name" TEXT NOT NULL,
    "scope" TEXT NOT NULL,
    "component_id" UUID,
    "value_type" TEXT NOT NULL,
    "amount" DECIMAL(14,4) NOT NULL,
    "currency" TEXT NOT NULL DEFAULT 'BRL',
    "from_cycle" INTEGER NOT NULL,
    "duration_in_cycles" INTEGER,
    "elapsed_cycles" INTEGER NOT NULL DEFAULT 0,
    "consumed_cycles" INTEGER NOT NULL DEFAULT 0,
    "redeemed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "subscription_discount_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "known_value_type" CHECK (value_type IN ('PERCENTAGE', 'AMOUNT')),
    CONSTRAINT "value_within_reason" CHECK (amount >= 0 AND (value_type <> 'PERCENTAGE' OR amount <= 100)),
    CONSTRAINT "component_where_scoped_so" CHECK ((scope = 'COMPONENT') = (component_id IS NOT NULL)),
    CONSTRAINT "consumed_within_duration" CHECK (consumed_cycles <= coalesce(duration_in_cycles, consumed_cycles)),
    CONSTRAINT "subscription_discount_subscription_product_id_fkey" FOREIGN KEY ("subscription_product_id")
        REFERENCES "subscription_product" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE INDEX "subscription_discount_subscription_product_id_idx" ON "subscription_discount" ("subscription_product_id");

CREATE TABLE "subscription_pause" (
    "subscription_id" UUID NOT NULL,
    "broker_id" UUID NOT NULL,
    "paused_at" TIMESTAMPTZ(3) NOT NULL,
    "resumed_at" TIMESTAMPTZ(3),
    CONSTRAINT "subscription_pause_pkey" PRIMARY KEY ("subscription_id","paused_at"),
    CONSTRAINT "pause_ends_after_its_beginning" CHECK (resumed_at >= paused_at),
    CONSTRAINT "subscription_pause_subscription_id_broker_id_fkey" FOREIGN KEY ("subscription_id", "broker_id")
        REFERENCES "subscription" ("id", "broker_id") ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "one_pause_at_a_time" ON "subscription_pause" ("subscription_id") WHERE resumed_at IS NULL;

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
    CONSTRAINT "line_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "terminated_at_when_terminated" CHECK ((terminated_at IS NOT NULL) = (status = 'TERMINATED')),
    CONSTRAINT "line_broker_id_fkey" FOREIGN KEY ("broker_id")
        REFERENCES "broker" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "line_holder_id_broker_id_fkey" FOREIGN KEY ("holder_id", "broker_id")
        REFERENCES "holder" ("id", "broker_id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "line_subscription_id_broker_id_fkey" FOREIGN KEY ("subscription_id", "broker_id")
        REFERENCES "subscription" ("id", "broker_id") ON DELETE RESTRICT ON UPDATE NO ACTION
) WITH (fillfactor = 80);
CREATE INDEX "line_broker_id_created_at_id_idx" ON "line" ("broker_id", "created_at", "id");
CREATE INDEX "line_created_at_id_idx" ON "line" ("created_at", "id");
CREATE INDEX "line_holder_id_idx" ON "line" ("holder_id");
CREATE UNIQUE INDEX "line_broker_id_external_code_key" ON "line" ("broker_id", "external_code");
CREATE UNIQUE INDEX "line_id_broker_id_key" ON "line" ("id", "broker_id");
-- No two lines that are not TERMINATED share a number, a SIM or an IMSI.
CREATE UNIQUE INDEX "one_live_line_per_msisdn" ON "line" ("msisdn") WHERE status <> 'TERMINATED';
CREATE UNIQUE INDEX "one_live_line_per_iccid" ON "line" ("iccid") WHERE status <> 'TERMINATED';
CREATE UNIQUE INDEX "one_live_line_per_imsi" ON "line" ("imsi") WHERE status <> 'TERMINATED';
CREATE INDEX "line_subscription_id_idx" ON "line" ("subscription_id");

CREATE TABLE "paused_line" (
    "subscription_id" UUID NOT NULL,
    "line_id" UUID NOT NULL,
    "broker_id" UUID NOT NULL,
    "block_order_id" UUID,
    "key_id" UUID,
    "attempt" INTEGER NOT NULL DEFAULT 0,
    "held_until" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "pause_over" BOOLEAN NOT NULL DEFAULT false,
    CONSTRAINT "paused_line_pkey" PRIMARY KEY ("subscription_id","line_id"),
    CONSTRAINT "paused_line_subscription_id_broker_id_fkey" FOREIGN KEY ("subscription_id", "broker_id")
        REFERENCES "subscription" ("id", "broker_id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "paused_line_line_id_broker_id_fkey" FOREIGN KEY ("line_id", "broker_id")
        REFERENCES "line" ("id", "broker_id") ON DELETE RESTRICT ON UPDATE NO ACTION
);
-- Most lines of pauses are blocked for months and need no work.
CREATE INDEX "lines_to_block" ON "paused_line" ("created_at", "line_id") WHERE block_order_id IS NULL;
CREATE INDEX "lines_to_unblock" ON "paused_line" ("created_at", "line_id") WHERE pause_over;

CREATE TABLE "orders" (
    "id" UUID NOT NULL,
    "broker_id" UUID NOT NULL,
    "type" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "resource_type" TEXT NOT NULL,
    "resource_id" UUID NOT NULL,
    "line_id" UUID GENERATED ALWAYS AS (CASE WHEN resource_type = 'line' THEN resource_id END) STORED,
    "at_work" BOOLEAN NOT NULL GENERATED ALWAYS AS (
        status IN ('PENDING', 'IN_PROGRESS', 'ROLLING_BACK', 'CANCELLING')) STORED,
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
    CONSTRAINT "orders_pkey" PRIMARY KEY ("id"),
    -- An open order always has a due time, a settled one never.
    CONSTRAINT "due_while_at_work" CHECK ((due_at IS NOT NULL) = at_work),
    CONSTRAINT "failed_at_while_in_debt"
        CHECK ((failed_at IS NOT NULL) = (status IN ('FAILED', 'ROLLBACK_FAILED', 'CANCEL_FAILED'))),
    CONSTRAINT "orders_broker_id_fkey" FOREIGN KEY ("broker_id")
        REFERENCES "broker" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    -- The computed line_id lets a foreign key compare the broker too.
    CONSTRAINT "orders_line_id_broker_id_fkey" FOREIGN KEY ("line_id", "broker_id")
        REFERENCES "line" ("id", "broker_id") ON DELETE RESTRICT ON UPDATE NO ACTION
) WITH (fillfactor = 60);
CREATE INDEX "orders_broker_id_created_at_id_idx" ON "orders" ("broker_id", "created_at", "id");
CREATE INDEX "orders_created_at_id_idx" ON "orders" ("created_at", "id");
CREATE INDEX "orders_resource_id_created_at_id_idx" ON "orders" ("resource_id", "created_at", "id");
-- The computed at_work tells an open order. Between its acquisition and its end neither its status nor, for half a
-- lease, its due time changes, so those updates write no index (HOT).
CREATE UNIQUE INDEX "one_order_at_work_per_line" ON "orders" ("line_id") WHERE at_work;
CREATE INDEX "orders_due" ON "orders" ("due_at") WHERE due_at IS NOT NULL;
CREATE INDEX "orders_in_debt" ON "orders" ("resource_id")
  WHERE status IN ('FAILED', 'ROLLBACK_FAILED', 'CANCEL_FAILED');

CREATE TABLE "order_step" (
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
    CONSTRAINT "order_step_pkey" PRIMARY KEY ("order_id","position"),
    CONSTRAINT "attempts_within_limit" CHECK (attempt <= attempt_limit AND undo_attempt <= undo_attempt_limit),
    CONSTRAINT "order_step_order_id_fkey" FOREIGN KEY ("order_id")
        REFERENCES "orders" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
) WITH (fillfactor = 60);

CREATE TABLE "order_attempt" (
    "order_id" UUID NOT NULL,
    "position" SMALLINT NOT NULL,
    "kind" TEXT NOT NULL,
    "attempt" INTEGER NOT NULL,
    "outcome" TEXT NOT NULL,
    "workers_lost" INTEGER NOT NULL DEFAULT 0,
    "error" JSONB,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),
    CONSTRAINT "order_attempt_pkey" PRIMARY KEY ("order_id","position","kind","attempt"),
    CONSTRAINT "attempts_are_counted_from_one" CHECK (attempt > 0),
    CONSTRAINT "kind_of_attempt" CHECK (kind IN ('execute', 'undo')),
    CONSTRAINT "outcome_of_attempt" CHECK (outcome IN ('running', 'done', 'passing', 'refused', 'parked', 'lost')),
    CONSTRAINT "ended_at_once_ended" CHECK ((ended_at IS NULL) = (outcome = 'running')),
    CONSTRAINT "order_attempt_order_id_position_fkey" FOREIGN KEY ("order_id", "position")
        REFERENCES "order_step" ("order_id", "position") ON DELETE RESTRICT ON UPDATE CASCADE
);

CREATE TABLE "bulk_operation" (
    "id" UUID NOT NULL,
    "broker_id" UUID NOT NULL,
    "operation" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "total" INTEGER NOT NULL,
    "settled_to" INTEGER NOT NULL DEFAULT 0,
    "key_id" UUID NOT NULL,
    "correlation_id" TEXT NOT NULL,
    "metadata" JSONB NOT NULL DEFAULT '{}',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "finished_at" TIMESTAMPTZ(3),
    CONSTRAINT "bulk_operation_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "settled_within_total" CHECK (settled_to BETWEEN 0 AND total),
    CONSTRAINT "finished_at_its_end" CHECK ((finished_at IS NOT NULL) = (status IN ('COMPLETED', 'CANCELLED'))),
    CONSTRAINT "bulk_operation_broker_id_fkey" FOREIGN KEY ("broker_id")
        REFERENCES "broker" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE INDEX "bulk_operation_broker_id_created_at_id_idx" ON "bulk_operation" ("broker_id", "created_at", "id");
CREATE INDEX "bulk_operation_created_at_id_idx" ON "bulk_operation" ("created_at", "id");
-- Bulk operations that are not finished: few or none most of the time.
CREATE INDEX "bulk_operations_open" ON "bulk_operation" ("id") WHERE status IN ('RUNNING', 'CANCELLING');

CREATE TABLE "bulk_item" (
    "bulk_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "line_id" UUID NOT NULL,
    "order_id" UUID,
    "problem" JSONB,
    CONSTRAINT "bulk_item_pkey" PRIMARY KEY ("bulk_id","position"),
    CONSTRAINT "placed_or_refused" CHECK (order_id IS NULL OR problem IS NULL),
    CONSTRAINT "bulk_item_bulk_id_fkey" FOREIGN KEY ("bulk_id")
        REFERENCES "bulk_operation" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "bulk_item_order_id_fkey" FOREIGN KEY ("order_id")
        REFERENCES "orders" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "bulk_item_bulk_id_line_id_key" ON "bulk_item" ("bulk_id", "line_id");
CREATE INDEX "bulk_items_waiting" ON "bulk_item" ("bulk_id", "position") WHERE order_id IS NULL AND problem IS NULL;

CREATE TABLE "bulk_pace" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "paid_to" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "bulk_pace_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "one_pace" CHECK (id = 1)
);

CREATE TABLE "resource_type" (
    "id" UUID NOT NULL,
    "code" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "reusable" BOOLEAN NOT NULL,
    "reservation_ttl" INTEGER NOT NULL DEFAULT 1800,
    "quarantine_ttl" INTEGER NOT NULL DEFAULT 7776000,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "resource_type_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "ttl_is_no_less_than_0" CHECK (reservation_ttl >= 0 AND quarantine_ttl >= 0)
);
CREATE UNIQUE INDEX "resource_type_code_key" ON "resource_type" ("code");

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
    CONSTRAINT "pool_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "ttl_is_no_less_than_0" CHECK (reservation_ttl >= 0 AND quarantine_ttl >= 0),
    CONSTRAINT "threshold_is_no_less_than_0" CHECK (low_availability_threshold >= 0),
    CONSTRAINT "pool_type_id_fkey" FOREIGN KEY ("type_id")
        REFERENCES "resource_type" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "pool_broker_id_fkey" FOREIGN KEY ("broker_id")
        REFERENCES "broker" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "pool_broker_id_name_key" ON "pool" ("broker_id", "name");
CREATE UNIQUE INDEX "pool_id_type_id_broker_id_key" ON "pool" ("id", "type_id", "broker_id");

CREATE TABLE "pool_count" (
    "seq" BIGSERIAL NOT NULL,
    "pool_id" UUID NOT NULL,
    "status" TEXT NOT NULL,
    "delta" INTEGER NOT NULL,
    CONSTRAINT "pool_count_pkey" PRIMARY KEY ("seq")
);
CREATE INDEX "pool_count_pool_id_status_idx" ON "pool_count" ("pool_id", "status");

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
    CONSTRAINT "resource_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "ttl_is_no_less_than_0" CHECK (reservation_ttl >= 0 AND quarantine_ttl >= 0),
    CONSTRAINT "resource_pool_id_type_id_broker_id_fkey" FOREIGN KEY ("pool_id", "type_id", "broker_id")
        REFERENCES "pool" ("id", "type_id", "broker_id") ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE INDEX "resource_pool_id_created_at_id_idx" ON "resource" ("pool_id", "created_at", "id");
CREATE INDEX "resource_created_at_id_idx" ON "resource" ("created_at", "id");
CREATE INDEX "resource_pool_id_external_code_id_idx" ON "resource" ("pool_id", "external_code", "id");
CREATE INDEX "resource_external_code_id_idx" ON "resource" ("external_code", "id");
CREATE UNIQUE INDEX "resource_id_broker_id_key" ON "resource" ("id", "broker_id");
-- A withdrawn resource gives up its code: a number may come back by portability.
CREATE UNIQUE INDEX "one_resource_per_code" ON "resource" ("type_id", "external_code") WHERE retired_at IS NULL;
CREATE INDEX "resource_attributes" ON "resource" USING gin ("attributes" jsonb_path_ops);
-- A broker searches for a part of a code among its own. The index serves a search without a broker too.
CREATE INDEX "resource_code_parts" ON "resource" USING gin ("broker_id", "external_code" gin_trgm_ops);

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
    CONSTRAINT "reservation_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "ttl_is_no_less_than_0" CHECK (reservation_ttl >= 0),
    CONSTRAINT "keeps_something_and_no_more_than_asked" CHECK (quantity > 0 AND cardinality(resource_ids) > 0)
);
CREATE UNIQUE INDEX "reservation_id_broker_id_key" ON "reservation" ("id", "broker_id");

-- Vacuumed often: an allocation reads past every entry that was taken from the front of the pool since the last vacuum.
-- With the default, a fifth of the table, reserving 50,000 of 100,000 numbers slowed the next from 2,000 to 1,300 a
-- second.
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
    "suspended_by" TEXT,
    "reserved_until" TIMESTAMPTZ(3),
    CONSTRAINT "resource_state_pkey" PRIMARY KEY ("resource_id"),
    CONSTRAINT "reservation_while_reserved" CHECK (
      (status = 'reserved') = (reservation_id IS NOT NULL) AND (status = 'reserved') = (reserved_at IS NOT NULL)),
    CONSTRAINT "quarantine_while_quarantined" CHECK (
      (status = 'quarantined') = (quarantined_at IS NOT NULL)
      AND (status = 'quarantined') = (quarantine_ends_at IS NOT NULL)),
    CONSTRAINT "line_while_in_use" CHECK (line_id IS NULL OR status IN ('active', 'suspended')),
    CONSTRAINT "suspended_by_block_hold_or_both" CHECK (suspended_by IN ('block', 'hold', 'both')),
    CONSTRAINT "line_knows_what_suspends" CHECK (
      (suspended_by IS NOT NULL) = (status = 'suspended' AND line_id IS NOT NULL)),
    CONSTRAINT "reserved_until_while_reserved" CHECK ((status = 'reserved') = (reserved_until IS NOT NULL)),
    CONSTRAINT "resource_state_resource_id_fkey" FOREIGN KEY ("resource_id")
        REFERENCES "resource" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "resource_state_reservation_id_broker_id_fkey" FOREIGN KEY ("reservation_id", "broker_id")
        REFERENCES "reservation" ("id", "broker_id") ON DELETE RESTRICT ON UPDATE NO ACTION,
    CONSTRAINT "resource_state_line_id_broker_id_fkey" FOREIGN KEY ("line_id", "broker_id")
        REFERENCES "line" ("id", "broker_id") ON DELETE RESTRICT ON UPDATE NO ACTION
) WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 5000);
CREATE INDEX "resource_state_updated_at_resource_id_idx" ON "resource_state" ("updated_at", "resource_id");
CREATE INDEX "resource_state_pool_id_updated_at_resource_id_idx"
  ON "resource_state" ("pool_id", "updated_at", "resource_id");
-- Oldest first: the order in which a pool allocates, and that of its lists. The second is by the last change.
CREATE INDEX "resource_by_status_and_birth" ON "resource_state" ("pool_id", "status", "created_at", "resource_id");
CREATE INDEX "resource_by_status_and_change" ON "resource_state" ("pool_id", "status", "updated_at", "resource_id");
CREATE INDEX "resource_of_reservation" ON "resource_state" ("reservation_id") WHERE reservation_id IS NOT NULL;
CREATE INDEX "resource_of_line" ON "resource_state" ("line_id") WHERE line_id IS NOT NULL;
CREATE INDEX "resource_of_group" ON "resource_state" ("group_id") WHERE group_id IS NOT NULL;
CREATE INDEX "quarantine_over" ON "resource_state" ("quarantine_ends_at") WHERE quarantine_ends_at IS NOT NULL;
-- The sweep reads it.
CREATE INDEX "kept_no_longer" ON "resource_state" ("reserved_until") WHERE reserved_until IS NOT NULL;

CREATE TABLE "allocation" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "resource_id" UUID NOT NULL,
    "broker_id" UUID NOT NULL,
    "holder_id" UUID NOT NULL,
    "line_id" UUID,
    "held_from" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "held_to" TIMESTAMPTZ(3),
    CONSTRAINT "allocation_pkey" PRIMARY KEY ("id"),
    -- A resource has one holder at a time.
    CONSTRAINT "held_forwards" CHECK (held_to >= held_from),
    CONSTRAINT "one_holder_at_a_time" EXCLUDE USING gist (resource_id WITH =, tstzrange(held_from, held_to) WITH &&),
    CONSTRAINT "allocation_resource_id_broker_id_fkey" FOREIGN KEY ("resource_id", "broker_id")
        REFERENCES "resource" ("id", "broker_id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "allocation_holder_id_broker_id_fkey" FOREIGN KEY ("holder_id", "broker_id")
        REFERENCES "holder" ("id", "broker_id") ON DELETE RESTRICT ON UPDATE NO ACTION,
    CONSTRAINT "allocation_line_id_broker_id_fkey" FOREIGN KEY ("line_id", "broker_id")
        REFERENCES "line" ("id", "broker_id") ON DELETE RESTRICT ON UPDATE NO ACTION
);
CREATE INDEX "allocation_resource_id_held_from_idx" ON "allocation" ("resource_id", "held_from");
CREATE INDEX "allocation_line_id_idx" ON "allocation" ("line_id");

CREATE TABLE "invoice" (
    "id" UUID NOT NULL,
    "broker_id" UUID NOT NULL,
    "subscription_id" UUID NOT NULL,
    "customer_id" UUID NOT NULL,
    "status" TEXT NOT NULL,
    "cycle" INTEGER NOT NULL,
    "period_from" DATE NOT NULL,
    "period_until" DATE NOT NULL,
    "currency" TEXT NOT NULL DEFAULT 'BRL',
    "total_amount" DECIMAL(14,2) NOT NULL,
    "due_date" DATE,
    "opened_at" TIMESTAMPTZ(3),
    "paid_at" TIMESTAMPTZ(3),
    "overdue_at" TIMESTAMPTZ(3),
    "voided_at" TIMESTAMPTZ(3),
    "metadata" JSONB NOT NULL DEFAULT '{}',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "invoice_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "opened_with_a_due_date"
        CHECK (status IN ('DRAFT', 'VOID') OR (opened_at IS NOT NULL AND due_date IS NOT NULL)),
    CONSTRAINT "paid_at_when_paid" CHECK ((paid_at IS NOT NULL) = (status = 'PAID')),
    CONSTRAINT "voided_at_when_void" CHECK ((voided_at IS NOT NULL) = (status = 'VOID')),
    CONSTRAINT "period_of_days" CHECK (period_until > period_from),
    CONSTRAINT "nobody_owes_less_than_nothing" CHECK (total_amount >= 0),
    CONSTRAINT "invoice_broker_id_fkey" FOREIGN KEY ("broker_id")
        REFERENCES "broker" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "invoice_subscription_id_broker_id_fkey" FOREIGN KEY ("subscription_id", "broker_id")
        REFERENCES "subscription" ("id", "broker_id") ON DELETE RESTRICT ON UPDATE NO ACTION,
    CONSTRAINT "invoice_customer_id_broker_id_fkey" FOREIGN KEY ("customer_id", "broker_id")
        REFERENCES "holder" ("id", "broker_id") ON DELETE RESTRICT ON UPDATE NO ACTION
);
CREATE INDEX "invoice_broker_id_created_at_id_idx" ON "invoice" ("broker_id", "created_at", "id");
CREATE INDEX "invoice_created_at_id_idx" ON "invoice" ("created_at", "id");
CREATE INDEX "invoice_subscription_id_created_at_id_idx" ON "invoice" ("subscription_id", "created_at", "id");
CREATE INDEX "invoice_customer_id_created_at_id_idx" ON "invoice" ("customer_id", "created_at", "id");
CREATE UNIQUE INDEX "invoice_id_broker_id_key" ON "invoice" ("id", "broker_id");
-- One invoice for a cycle of a subscription, unless the one before it was voided.
CREATE UNIQUE INDEX "one_invoice_per_cycle" ON "invoice" ("subscription_id", "cycle") WHERE status <> 'VOID';
CREATE INDEX "invoices_by_due_date" ON "invoice" ("due_date", "id") WHERE status = 'OPEN';

CREATE TABLE "invoice_line" (
    "invoice_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "description" TEXT NOT NULL,
    "subscription_product_id" UUID NOT NULL,
    "product_id" UUID NOT NULL,
    "discount_id" UUID,
    "component_id" UUID,
    "amount" DECIMAL(14,2) NOT NULL,
    "period_from" DATE NOT NULL,
    "period_until" DATE NOT NULL,
    CONSTRAINT "invoice_line_pkey" PRIMARY KEY ("invoice_id","position"),
    CONSTRAINT "known_kind" CHECK (kind IN ('PRODUCT', 'DISCOUNT', 'CHARGE')),
    CONSTRAINT "invoice_line_invoice_id_fkey" FOREIGN KEY ("invoice_id")
        REFERENCES "invoice" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

CREATE TABLE "subscription_charge" (
    "id" UUID NOT NULL,
    "subscription_id" UUID NOT NULL,
    "broker_id" UUID NOT NULL,
    "subscription_product_id" UUID NOT NULL,
    "product_id" UUID NOT NULL,
    "description" TEXT NOT NULL,
    "amount" DECIMAL(14,2) NOT NULL,
    "period_from" DATE NOT NULL,
    "period_until" DATE NOT NULL,
    "invoice_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "subscription_charge_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "subscription_charge_subscription_id_broker_id_fkey" FOREIGN KEY ("subscription_id", "broker_id")
        REFERENCES "subscription" ("id", "broker_id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "subscription_charge_invoice_id_broker_id_fkey" FOREIGN KEY ("invoice_id", "broker_id")
        REFERENCES "invoice" ("id", "broker_id") ON DELETE RESTRICT ON UPDATE NO ACTION
);
CREATE INDEX "charges_to_invoice" ON "subscription_charge" ("subscription_id") WHERE invoice_id IS NULL;

CREATE TABLE "payment_method" (
    "id" UUID NOT NULL,
    "broker_id" UUID NOT NULL,
    "customer_id" UUID NOT NULL,
    "type" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "token" TEXT NOT NULL,
    "is_default" BOOLEAN NOT NULL DEFAULT false,
    "becomes_default" BOOLEAN NOT NULL DEFAULT false,
    "brand" TEXT,
    "last_four" TEXT,
    "expires_on" DATE,
    "reason" TEXT,
    "metadata" JSONB NOT NULL DEFAULT '{}',
    "due_at" TIMESTAMPTZ(3),
    "attempt" INTEGER NOT NULL DEFAULT 0,
    "activated_at" TIMESTAMPTZ(3),
    "removed_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "payment_method_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "known_type" CHECK (type IN ('CARD', 'PIX_AUTHORIZATION')),
    -- Rejects a card number: 12 or more digits and nothing else.
    CONSTRAINT "token_is_no_card_number" CHECK (token !~ '^[0-9 -]{12,}$'),
    CONSTRAINT "default_is_active" CHECK (NOT is_default OR status = 'ACTIVE'),
    CONSTRAINT "payment_method_broker_id_fkey" FOREIGN KEY ("broker_id")
        REFERENCES "broker" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "payment_method_customer_id_broker_id_fkey" FOREIGN KEY ("customer_id", "broker_id")
        REFERENCES "holder" ("id", "broker_id") ON DELETE RESTRICT ON UPDATE NO ACTION
);
CREATE INDEX "payment_method_broker_id_created_at_id_idx" ON "payment_method" ("broker_id", "created_at", "id");
CREATE INDEX "payment_method_created_at_id_idx" ON "payment_method" ("created_at", "id");
CREATE INDEX "payment_method_customer_id_idx" ON "payment_method" ("customer_id");
CREATE UNIQUE INDEX "payment_method_id_broker_id_key" ON "payment_method" ("id", "broker_id");
CREATE UNIQUE INDEX "one_default_per_holder" ON "payment_method" ("customer_id") WHERE is_default;
CREATE INDEX "payment_methods_due" ON "payment_method" ("due_at", "id") WHERE due_at IS NOT NULL;
CREATE INDEX "payment_methods_running_out" ON "payment_method" ("expires_on", "id")
  WHERE status = 'ACTIVE' AND expires_on IS NOT NULL;
CREATE UNIQUE INDEX "one_method_per_token" ON "payment_method" ("broker_id", "token")
  WHERE status NOT IN ('REMOVED', 'REFUSED', 'EXPIRED');

CREATE TABLE "payment" (
    "id" UUID NOT NULL,
    "broker_id" UUID NOT NULL,
    "customer_id" UUID NOT NULL,
    "invoice_id" UUID NOT NULL,
    "payment_method_id" UUID NOT NULL,
    "method" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "amount" DECIMAL(14,2) NOT NULL,
    "currency" TEXT NOT NULL DEFAULT 'BRL',
    "reason" TEXT,
    "cancel_asked_at" TIMESTAMPTZ(3),
    "due_at" TIMESTAMPTZ(3),
    "attempt" INTEGER NOT NULL DEFAULT 0,
    "authorized_at" TIMESTAMPTZ(3),
    "confirmed_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),
    "metadata" JSONB NOT NULL DEFAULT '{}',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "payment_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "something_is_paid" CHECK (amount > 0),
    CONSTRAINT "ended_at_its_end"
        CHECK ((ended_at IS NOT NULL) = (status IN ('REFUNDED', 'CHARGED_BACK', 'FAILED', 'CANCELED'))),
    CONSTRAINT "payment_broker_id_fkey" FOREIGN KEY ("broker_id")
        REFERENCES "broker" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "payment_customer_id_broker_id_fkey" FOREIGN KEY ("customer_id", "broker_id")
        REFERENCES "holder" ("id", "broker_id") ON DELETE RESTRICT ON UPDATE NO ACTION,
    CONSTRAINT "payment_invoice_id_broker_id_fkey" FOREIGN KEY ("invoice_id", "broker_id")
        REFERENCES "invoice" ("id", "broker_id") ON DELETE RESTRICT ON UPDATE NO ACTION,
    CONSTRAINT "payment_payment_method_id_broker_id_fkey" FOREIGN KEY ("payment_method_id", "broker_id")
        REFERENCES "payment_method" ("id", "broker_id") ON DELETE RESTRICT ON UPDATE NO ACTION
);
CREATE INDEX "payment_broker_id_created_at_id_idx" ON "payment" ("broker_id", "created_at", "id");
CREATE INDEX "payment_created_at_id_idx" ON "payment" ("created_at", "id");
CREATE INDEX "payment_invoice_id_idx" ON "payment" ("invoice_id");
CREATE INDEX "payment_payment_method_id_idx" ON "payment" ("payment_method_id");
CREATE INDEX "payment_customer_id_idx" ON "payment" ("customer_id");
-- An invoice has one payment that is open or confirmed.
CREATE UNIQUE INDEX "one_payment_per_invoice" ON "payment" ("invoice_id")
  WHERE status IN ('PENDING', 'AUTHORIZED', 'CONFIRMED');
CREATE INDEX "payments_due" ON "payment" ("due_at", "id") WHERE due_at IS NOT NULL;

CREATE TABLE "usage_account" (
    "id" UUID NOT NULL,
    "broker_id" UUID NOT NULL,
    "line_id" UUID NOT NULL,
    "product_id" UUID NOT NULL,
    "subscription_product_id" UUID NOT NULL,
    "cycle" INTEGER NOT NULL,
    "product" JSONB NOT NULL,
    "metadata" JSONB NOT NULL DEFAULT '{}',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
        -- When a line had the product, from an instant on or to another; unbounded while it has it.
    "held" tstzmultirange NOT NULL DEFAULT '{}',
    CONSTRAINT "usage_account_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "usage_account_line_id_broker_id_fkey" FOREIGN KEY ("line_id", "broker_id")
        REFERENCES "line" ("id", "broker_id") ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "usage_account_line_id_product_id_key" ON "usage_account" ("line_id", "product_id");

CREATE TABLE "usage_credit" (
    "id" UUID NOT NULL,
    "account_id" UUID NOT NULL,
    "component_id" UUID NOT NULL,
    "type" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "subscription_id" UUID,
    "cycle" INTEGER,
    "granted" BIGINT NOT NULL,
    "used" BIGINT NOT NULL DEFAULT 0,
    "starts_at" TIMESTAMPTZ(3) NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "metadata" JSONB NOT NULL DEFAULT '{}',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "usage_credit_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "never_negative" CHECK (used >= 0 AND used <= granted),
    CONSTRAINT "known_kind" CHECK (kind IN ('RECURRING', 'SPOT') AND (kind = 'RECURRING') = (cycle IS NOT NULL)
  AND (cycle IS NULL) = (subscription_id IS NULL)),
    CONSTRAINT "due_after_start" CHECK (due_at > starts_at),
    CONSTRAINT "usage_credit_account_id_fkey" FOREIGN KEY ("account_id")
        REFERENCES "usage_account" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE INDEX "usage_credit_account_id_type_due_at_idx" ON "usage_credit" ("account_id", "type", "due_at");
-- The credit of a cycle is granted once, however often it is requested.
CREATE UNIQUE INDEX "one_credit_per_cycle" ON "usage_credit" ("account_id", "component_id", "subscription_id", "cycle")
  WHERE kind = 'RECURRING';

CREATE TABLE "usage_record" (
    "broker_id" UUID NOT NULL,
    "record_id" TEXT NOT NULL,
    "line_id" UUID NOT NULL,
    "type" TEXT NOT NULL,
    "product_id" UUID,
    "amount" BIGINT NOT NULL,
    "counted" BIGINT NOT NULL,
    "used_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "usage_record_pkey" PRIMARY KEY ("broker_id","record_id"),
    CONSTRAINT "something_was_used" CHECK (amount > 0 AND counted BETWEEN 0 AND amount)
);
CREATE INDEX "usage_record_created_at_idx" ON "usage_record" ("created_at");

CREATE TABLE "usage_day" (
    "account_id" UUID NOT NULL,
    "component_id" UUID NOT NULL,
    "day" DATE NOT NULL,
    "type" TEXT NOT NULL,
    "amount" BIGINT NOT NULL,
    "overage" BIGINT NOT NULL DEFAULT 0,
    CONSTRAINT "usage_day_pkey" PRIMARY KEY ("account_id","component_id","day"),
    CONSTRAINT "overage_is_part_of_it" CHECK (overage BETWEEN 0 AND amount),
    CONSTRAINT "usage_day_account_id_fkey" FOREIGN KEY ("account_id")
        REFERENCES "usage_account" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

CREATE TABLE "supplier" (
    "id" UUID NOT NULL,
    "broker_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "trade_name" TEXT,
    "federal_tax_id" TEXT NOT NULL,
    "state_tax_id" TEXT NOT NULL,
    "regime" TEXT NOT NULL,
    "address" JSONB NOT NULL,
    "collector_code" TEXT,
    "series" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "supplier_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "known_regime" CHECK (regime IN ('SIMPLE', 'SIMPLE_EXCEEDED', 'NORMAL')),
    CONSTRAINT "series_of_three_digits" CHECK (series BETWEEN 1 AND 999),
    CONSTRAINT "supplier_broker_id_fkey" FOREIGN KEY ("broker_id")
        REFERENCES "broker" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "supplier_broker_id_federal_tax_id_key" ON "supplier" ("broker_id", "federal_tax_id");
CREATE UNIQUE INDEX "supplier_federal_tax_id_series_key" ON "supplier" ("federal_tax_id", "series");
CREATE UNIQUE INDEX "supplier_id_broker_id_key" ON "supplier" ("id", "broker_id");

CREATE TABLE "serial_number" (
    "id" UUID NOT NULL,
    "supplier_id" UUID NOT NULL,
    "document_model" TEXT NOT NULL,
    "uf" TEXT NOT NULL,
    "environment" TEXT NOT NULL,
    "last_number" INTEGER NOT NULL DEFAULT 0,
    CONSTRAINT "serial_number_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "known_environment" CHECK (environment IN ('TRIAL', 'PRODUCTION')),
    CONSTRAINT "numbers_of_nine_digits" CHECK (last_number BETWEEN 0 AND 999999999),
    CONSTRAINT "serial_number_supplier_id_fkey" FOREIGN KEY ("supplier_id")
        REFERENCES "supplier" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "serial_number_supplier_id_document_model_uf_environment_key"
  ON "serial_number" ("supplier_id", "document_model", "uf", "environment");

CREATE TABLE "freed_number" (
    "serial_number_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    CONSTRAINT "freed_number_pkey" PRIMARY KEY ("serial_number_id","number"),
    CONSTRAINT "freed_number_serial_number_id_fkey" FOREIGN KEY ("serial_number_id")
        REFERENCES "serial_number" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

CREATE TABLE "tax_receipt" (
    "id" UUID NOT NULL,
    "broker_id" UUID NOT NULL,
    "customer_id" UUID NOT NULL,
    "supplier_id" UUID NOT NULL,
    "invoice_id" UUID NOT NULL,
    "status" TEXT NOT NULL,
    "document_model" TEXT NOT NULL,
    "uf" TEXT NOT NULL,
    "serial_number_id" UUID,
    "number" INTEGER,
    "total_amount" DECIMAL(14,2) NOT NULL,
    "content" JSONB NOT NULL,
    "code" TEXT,
    "access_key" TEXT,
    "issuing_at" TIMESTAMPTZ(3),
    "protocol" TEXT,
    "authorisation" JSONB,
    "signed_xml" TEXT,
    "issued_at" TIMESTAMPTZ(3),
    "canceled_at" TIMESTAMPTZ(3),
    "cancel_protocol" TEXT,
    "canceling_at" TIMESTAMPTZ(3),
    "cancel_xml" TEXT,
    "refusal" JSONB,
    "due_at" TIMESTAMPTZ(3),
    "attempt" INTEGER NOT NULL DEFAULT 0,
    "asked_by" UUID,
    "asked_under" BYTEA,
    "metadata" JSONB NOT NULL DEFAULT '{}',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "tax_receipt_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "known_model" CHECK (document_model IN ('22', '62', 'DEBIT_RECEIPT')),
    CONSTRAINT "issued_with_a_number"
        CHECK (status <> 'ACTIVE' OR (number IS NOT NULL AND serial_number_id IS NOT NULL AND issued_at IS NOT NULL)),
    CONSTRAINT "canceled_at_when_canceled" CHECK ((canceled_at IS NOT NULL) = (status = 'CANCELED')),
    CONSTRAINT "authorised_with_a_key"
        CHECK (document_model <> '62' OR status <> 'ACTIVE' OR (access_key IS NOT NULL AND protocol IS NOT NULL)),
    CONSTRAINT "number_of_a_serial" CHECK ((number IS NULL) = (serial_number_id IS NULL)),
    CONSTRAINT "awaited_with_a_number"
        CHECK (due_at IS NULL
            OR (number IS NOT NULL AND signed_xml IS NOT NULL
                AND (status = 'DRAFT' OR (status = 'ACTIVE' AND cancel_xml IS NOT NULL)))),
    CONSTRAINT "canceling_with_an_event" CHECK ((canceling_at IS NULL) = (cancel_xml IS NULL)),
    CONSTRAINT "tax_receipt_broker_id_fkey" FOREIGN KEY ("broker_id")
        REFERENCES "broker" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "tax_receipt_customer_id_broker_id_fkey" FOREIGN KEY ("customer_id", "broker_id")
        REFERENCES "holder" ("id", "broker_id") ON DELETE RESTRICT ON UPDATE NO ACTION,
    CONSTRAINT "tax_receipt_supplier_id_broker_id_fkey" FOREIGN KEY ("supplier_id", "broker_id")
        REFERENCES "supplier" ("id", "broker_id") ON DELETE RESTRICT ON UPDATE NO ACTION,
    CONSTRAINT "tax_receipt_invoice_id_broker_id_fkey" FOREIGN KEY ("invoice_id", "broker_id")
        REFERENCES "invoice" ("id", "broker_id") ON DELETE RESTRICT ON UPDATE NO ACTION,
    CONSTRAINT "tax_receipt_serial_number_id_fkey" FOREIGN KEY ("serial_number_id")
        REFERENCES "serial_number" ("id") ON DELETE SET NULL ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "tax_receipt_access_key_key" ON "tax_receipt" ("access_key");
CREATE INDEX "tax_receipt_broker_id_created_at_id_idx" ON "tax_receipt" ("broker_id", "created_at", "id");
CREATE INDEX "tax_receipt_created_at_id_idx" ON "tax_receipt" ("created_at", "id");
CREATE INDEX "tax_receipt_broker_id_issued_at_idx" ON "tax_receipt" ("broker_id", "issued_at");
CREATE INDEX "tax_receipt_customer_id_created_at_id_idx" ON "tax_receipt" ("customer_id", "created_at", "id");
CREATE INDEX "tax_receipt_invoice_id_idx" ON "tax_receipt" ("invoice_id");
CREATE UNIQUE INDEX "tax_receipt_serial_number_id_number_key" ON "tax_receipt" ("serial_number_id", "number");
-- An invoice has one receipt of a model at a time.
CREATE UNIQUE INDEX "one_receipt_per_invoice" ON "tax_receipt" ("invoice_id", "document_model")
  WHERE status <> 'CANCELED';
CREATE INDEX "tax_receipts_due" ON "tax_receipt" ("due_at", "id") WHERE due_at IS NOT NULL;

CREATE TABLE "port_in" (
    "id" UUID NOT NULL,
    "broker_id" UUID NOT NULL,
    "customer_id" UUID NOT NULL,
    "status" TEXT NOT NULL,
    "msisdn" TEXT NOT NULL,
    "donor" TEXT NOT NULL,
    "federal_tax_id" TEXT,
    "ticket" TEXT,
    "window_from" TIMESTAMPTZ(3) NOT NULL,
    "window_until" TIMESTAMPTZ(3) NOT NULL,
    "reason_code" TEXT,
    "reason_detail" TEXT,
    "pool_id" UUID NOT NULL,
    "line_id" UUID,
    "sim" JSONB,
    "order_id" UUID,
    "revision" INTEGER NOT NULL DEFAULT 0,
    "due_at" TIMESTAMPTZ(3),
    "attempt" INTEGER NOT NULL DEFAULT 0,
    "told_revision" INTEGER,
    "asked_at" TIMESTAMPTZ(3),
    "accepted_at" TIMESTAMPTZ(3),
    "correlation_id" TEXT NOT NULL,
    "key_id" UUID NOT NULL,
    "metadata" JSONB NOT NULL DEFAULT '{}',
    "activated_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "port_in_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "window_of_some_length" CHECK (window_until > window_from),
    CONSTRAINT "reason_of_a_conflict" CHECK (status <> 'CONFLICT' OR reason_code IS NOT NULL),
    CONSTRAINT "port_in_due_while_under_way" CHECK (
        CASE
          WHEN status IN ('REQUESTED', 'PENDING', 'CANCELLING') THEN due_at IS NOT NULL
          WHEN status = 'CONFLICT' THEN true
          ELSE due_at IS NULL END),
    CONSTRAINT "port_in_broker_id_fkey" FOREIGN KEY ("broker_id")
        REFERENCES "broker" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "port_in_customer_id_broker_id_fkey" FOREIGN KEY ("customer_id", "broker_id")
        REFERENCES "holder" ("id", "broker_id") ON DELETE RESTRICT ON UPDATE NO ACTION
);
CREATE INDEX "port_in_broker_id_created_at_id_idx" ON "port_in" ("broker_id", "created_at", "id");
CREATE INDEX "port_in_created_at_id_idx" ON "port_in" ("created_at", "id");
CREATE INDEX "port_in_msisdn_created_at_idx" ON "port_in" ("msisdn", "created_at");
CREATE INDEX "port_in_customer_id_idx" ON "port_in" ("customer_id");
CREATE INDEX "port_in_ticket_idx" ON "port_in" ("ticket");
-- A number has one open port-in.
CREATE UNIQUE INDEX "one_port_in_under_way" ON "port_in" ("msisdn")
  WHERE status IN ('REQUESTED', 'PENDING', 'CONFLICT', 'CANCELLING');
CREATE INDEX "port_ins_due" ON "port_in" ("due_at", "id") WHERE due_at IS NOT NULL;
-- A SIM is named by one open port-in. It is claimed only at the window, so nothing else prevents a second one.
CREATE UNIQUE INDEX "one_port_in_per_sim" ON "port_in" (((sim #>> '{from,resourceId}')::uuid))
  WHERE status IN ('REQUESTED', 'PENDING', 'CONFLICT', 'CANCELLING');

CREATE TABLE "port_out" (
    "id" UUID NOT NULL,
    "broker_id" UUID NOT NULL,
    "line_id" UUID NOT NULL,
    "status" TEXT NOT NULL,
    "msisdn" TEXT NOT NULL,
    "recipient" TEXT NOT NULL,
    "ticket" TEXT NOT NULL,
    "window_from" TIMESTAMPTZ(3) NOT NULL,
    "reason_detail" TEXT,
    "order_id" UUID,
    "due_at" TIMESTAMPTZ(3),
    "attempt" INTEGER NOT NULL DEFAULT 0,
    "correlation_id" TEXT NOT NULL,
    "key_id" UUID NOT NULL,
    "metadata" JSONB NOT NULL DEFAULT '{}',
    "ended_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "port_out_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "port_out_due_while_under_way" CHECK ((status IN ('PENDING', 'IN_PROGRESS')) = (due_at IS NOT NULL)),
    CONSTRAINT "port_out_broker_id_fkey" FOREIGN KEY ("broker_id")
        REFERENCES "broker" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "port_out_line_id_broker_id_fkey" FOREIGN KEY ("line_id", "broker_id")
        REFERENCES "line" ("id", "broker_id") ON DELETE RESTRICT ON UPDATE NO ACTION
);
CREATE INDEX "port_out_broker_id_created_at_id_idx" ON "port_out" ("broker_id", "created_at", "id");
CREATE INDEX "port_out_created_at_id_idx" ON "port_out" ("created_at", "id");
CREATE INDEX "port_out_line_id_idx" ON "port_out" ("line_id");
CREATE INDEX "port_out_msisdn_created_at_idx" ON "port_out" ("msisdn", "created_at");
CREATE UNIQUE INDEX "port_out_broker_id_ticket_key" ON "port_out" ("broker_id", "ticket");
CREATE UNIQUE INDEX "one_port_out_under_way" ON "port_out" ("line_id") WHERE status IN ('PENDING', 'IN_PROGRESS');
CREATE INDEX "port_outs_due" ON "port_out" ("due_at", "id") WHERE due_at IS NOT NULL;

-- Events are append-only.
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'rows of % are only ever added', TG_TABLE_NAME
    USING ERRCODE = 'check_violation', CONSTRAINT = 'only_ever_added';
END $$;
CREATE TRIGGER event_only_ever_added BEFORE UPDATE OR DELETE ON "event" FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- Lets a statement assert its own effect: if the condition is false, the whole statement is rolled back.
CREATE FUNCTION insist(holds boolean, otherwise text) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  IF holds IS NOT TRUE THEN
    RAISE EXCEPTION '%', otherwise USING ERRCODE = 'check_violation', CONSTRAINT = 'insist';
  END IF;
  RETURN true;
END $$;

-- The conditions of the triggers know the listed moves. The function is called only for a move that is not listed.
CREATE FUNCTION refuse_move() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a % may not move from % to %', TG_ARGV[0],
    CASE TG_OP WHEN 'UPDATE' THEN OLD.status ELSE 'nothing' END, NEW.status
    USING ERRCODE = 'check_violation', CONSTRAINT = 'lifecycle_move', TABLE = TG_TABLE_NAME;
END $$;

-- Pool, type and broker of a resource do not change, so its state repeats them.
CREATE FUNCTION refuse_to_become_another() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a row of % stays with its pool, type and broker', TG_TABLE_NAME
    USING ERRCODE = 'check_violation', CONSTRAINT = 'stays_the_same';
END $$;
CREATE TRIGGER resource_stays_the_same BEFORE UPDATE OF id, pool_id, type_id, broker_id, created_at ON "resource"
  FOR EACH ROW
  WHEN ((OLD.id, OLD.pool_id, OLD.type_id, OLD.broker_id, OLD.created_at)
    IS DISTINCT FROM (NEW.id, NEW.pool_id, NEW.type_id, NEW.broker_id, NEW.created_at))
  EXECUTE FUNCTION refuse_to_become_another();
CREATE TRIGGER resource_state_stays_the_same BEFORE UPDATE OF resource_id, pool_id, broker_id, created_at
  ON "resource_state" FOR EACH ROW
  WHEN ((OLD.resource_id, OLD.pool_id, OLD.broker_id, OLD.created_at)
    IS DISTINCT FROM (NEW.resource_id, NEW.pool_id, NEW.broker_id, NEW.created_at))
  EXECUTE FUNCTION refuse_to_become_another();

-- A resource is created with its state and its first event.
CREATE FUNCTION begin_resources() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO resource_state (resource_id, pool_id, broker_id, created_at, status, updated_at)
    SELECT id, pool_id, broker_id, created_at, 'available', created_at FROM born ORDER BY created_at, id;
  INSERT INTO event (broker_id, type, resource_type, resource_id, to_status)
    SELECT broker_id, 'resource.made-available', 'resource', id, 'available' FROM born ORDER BY created_at, id;
  RETURN NULL;
END $$;
CREATE TRIGGER resource_begins AFTER INSERT ON "resource" REFERENCING NEW TABLE AS born FOR EACH STATEMENT
  EXECUTE FUNCTION begin_resources();

-- A withdrawn resource gives up its code.
CREATE FUNCTION retire_resource() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE resource SET retired_at = now() WHERE id = NEW.resource_id;
  RETURN NULL;
END $$;
CREATE TRIGGER resource_retires AFTER UPDATE OF status ON "resource_state" FOR EACH ROW
  WHEN (NEW.status = 'decommissioned' AND OLD.status <> 'decommissioned') EXECUTE FUNCTION retire_resource();

-- Every statement that moves resources appends the change of the counts of their pools.
CREATE FUNCTION count_resources_born() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO pool_count (pool_id, status, delta) SELECT pool_id, status, count(*) FROM born GROUP BY pool_id, status;
  RETURN NULL;
END $$;

CREATE FUNCTION count_resources_moved() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO pool_count (pool_id, status, delta)
    SELECT pool_id, status, sum(n)
    FROM (SELECT pool_id, status, -1 AS n FROM was UNION ALL SELECT pool_id, status, 1 FROM is_now) AS moved
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
CREATE TRIGGER resource_state_counts_moves AFTER UPDATE ON "resource_state"
  REFERENCING OLD TABLE AS was NEW TABLE AS is_now
  FOR EACH STATEMENT EXECUTE FUNCTION count_resources_moved();
CREATE TRIGGER resource_state_counts_ends AFTER DELETE ON "resource_state" REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION count_resources_gone();

INSERT INTO resource_type (id, code, name, reusable) VALUES
  ('018f0000-0000-7000-8000-000000000001', 'MSISDN', 'Mobile number', true),
  ('018f0000-0000-7000-8000-000000000002', 'SIM', 'SIM card', false);

INSERT INTO "bulk_pace" DEFAULT VALUES;

-- A published version is never changed: subscriptions refer to it for years.
CREATE FUNCTION refuse_change_of_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a version of an offer is never changed'
    USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'offer_version_is_immutable';
END $$;
CREATE TRIGGER offer_version_is_immutable BEFORE UPDATE OR DELETE ON "offer_version" FOR EACH ROW
  EXECUTE FUNCTION refuse_change_of_version();

-- The total of an invoice is the sum of its lines at the end of every transaction that changes either.
CREATE FUNCTION insist_on_invoice_total() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  touched uuid := CASE TG_TABLE_NAME WHEN 'invoice' THEN (to_jsonb(NEW) ->> 'id')::uuid
    ELSE coalesce(to_jsonb(NEW) ->> 'invoice_id', to_jsonb(OLD) ->> 'invoice_id')::uuid END;
BEGIN
  IF EXISTS (SELECT FROM invoice i WHERE i.id = touched
    AND i.total_amount <> (SELECT coalesce(sum(l.amount), 0) FROM invoice_line l WHERE l.invoice_id = i.id)) THEN
    RAISE EXCEPTION 'the lines of invoice % do not add up to its total', touched
      USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'lines_add_up_to_the_total';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER lines_add_up_to_the_total AFTER INSERT OR UPDATE OF total_amount ON "invoice"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION insist_on_invoice_total();
CREATE CONSTRAINT TRIGGER lines_add_up_to_the_total AFTER INSERT OR UPDATE OR DELETE ON "invoice_line"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION insist_on_invoice_total();

-- A line and its open order. Pauses read it.
CREATE VIEW "line_work" AS
  SELECT l.id AS line_id, l.broker_id, l.status, o.id AS order_at_work
  FROM line l LEFT JOIN orders o ON o.line_id = l.id AND o.at_work;

-- Whether an order keeps its line blocked: it is COMPLETED, and no later order has blocked or unblocked the line.
CREATE VIEW "line_block" AS
  SELECT o.id AS order_id, o.line_id, o.at_work, o.status = 'FAILED' AND o.superseded_by IS NULL AS awaits_operator,
    o.status = 'COMPLETED' AND NOT EXISTS (
      SELECT
      FROM orders later
      WHERE later.resource_id = o.resource_id
        AND later.id <> o.id
        AND later.type IN ('LINE_BLOCK', 'LINE_UNBLOCK')
        AND later.status = 'COMPLETED'
        AND later.created_at > o.created_at) AS keeps_blocked
  FROM orders o;

-- The products of a line in the current cycle, and since when. Usage reads it.
CREATE VIEW "line_product" AS
  SELECT l.id AS line_id, l.broker_id, s.id AS subscription_id, p.id AS subscription_product_id, p.product_id,
    p.content AS product,
    s.cycle, s.cycle_from, s.cycle_until, p.from_cycle, p.added_at, p.removed_at,
    -- A product that begins on a day counts from the first instant of the day.
    greatest((greatest(l.created_at, s.activated_at, p.added_at) AT TIME ZONE 'America/Sao_Paulo')::date,
      CASE WHEN p.from_cycle = s.cycle THEN s.cycle_from END)::timestamp AT TIME ZONE 'America/Sao_Paulo' AS since
  FROM line l
  JOIN subscription s ON s.id = l.subscription_id AND s.status = 'ACTIVE'
  JOIN subscription_product p ON p.subscription_id = s.id AND p.from_cycle <= s.cycle
    AND coalesce(p.until_cycle > s.cycle, true)
  WHERE l.status <> 'TERMINATED';

-- A resource repeats the end of its reservation, so that it is released without reading the reservation. The triggers
-- keep it. They find rows by index, whatever the planner thought of the table when it was small: a session keeps that
-- plan, and one statement may reserve thousands.
CREATE FUNCTION keep_until_the_reservation_ends() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
BEGIN
  NEW.reserved_until := (SELECT expires_at FROM reservation WHERE id = NEW.reservation_id);
  RETURN NEW;
END $$;
CREATE TRIGGER resource_state_is_kept BEFORE UPDATE OF reservation_id ON "resource_state" FOR EACH ROW
  WHEN (NEW.reservation_id IS NOT NULL AND OLD.reservation_id IS DISTINCT FROM NEW.reservation_id)
    EXECUTE FUNCTION keep_until_the_reservation_ends();

CREATE FUNCTION keep_no_longer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.reserved_until := NULL;
  RETURN NEW;
END $$;
CREATE TRIGGER resource_state_is_let_go BEFORE UPDATE OF reservation_id ON "resource_state" FOR EACH ROW
  WHEN (NEW.reservation_id IS NULL AND OLD.reservation_id IS NOT NULL) EXECUTE FUNCTION keep_no_longer();

CREATE FUNCTION move_the_end_of_what_is_kept() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
BEGIN
  UPDATE resource_state SET reserved_until = NEW.expires_at WHERE reservation_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER reservation_end_moves AFTER UPDATE OF expires_at ON "reservation" FOR EACH ROW
  WHEN (OLD.expires_at IS DISTINCT FROM NEW.expires_at) EXECUTE FUNCTION move_the_end_of_what_is_kept();

CREATE FUNCTION line_may_move(was text, becomes text) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN CASE was
    WHEN 'PROVISIONING' THEN becomes IN ('STAND_BY', 'ACTIVE', 'PROVISIONING_ERROR', 'TERMINATED')
    WHEN 'PROVISIONING_ERROR' THEN becomes IN ('TERMINATING', 'PROVISIONING', 'TERMINATED')
    WHEN 'STAND_BY' THEN becomes IN ('ACTIVATING', 'TERMINATING')
    WHEN 'ACTIVATING' THEN becomes IN ('ACTIVE', 'ACTIVATION_ERROR', 'STAND_BY', 'BLOCKED')
    WHEN 'ACTIVATION_ERROR' THEN becomes IN ('ACTIVATING', 'TERMINATING', 'STAND_BY', 'BLOCKED')
    WHEN 'ACTIVE' THEN becomes IN ('BLOCKING', 'TERMINATING')
    WHEN 'BLOCKING' THEN becomes IN ('BLOCKED', 'BLOCKING_ERROR', 'ACTIVE')
    WHEN 'BLOCKING_ERROR' THEN becomes IN ('BLOCKING', 'TERMINATING', 'ACTIVE')
    WHEN 'BLOCKED' THEN becomes IN ('ACTIVATING', 'TERMINATING')
    WHEN 'TERMINATING' THEN becomes IN ('TERMINATED', 'TERMINATION_ERROR', 'PROVISIONING_ERROR', 'STAND_BY',
        'ACTIVATION_ERROR', 'ACTIVE', 'BLOCKING_ERROR', 'BLOCKED')
    WHEN 'TERMINATION_ERROR' THEN becomes IN ('TERMINATING', 'PROVISIONING_ERROR', 'STAND_BY', 'ACTIVATION_ERROR',
        'ACTIVE', 'BLOCKING_ERROR', 'BLOCKED')
    ELSE false END;
END $$;
CREATE TRIGGER line_birth BEFORE INSERT ON "line" FOR EACH ROW
  WHEN (NEW.status NOT IN ('PROVISIONING'))
  EXECUTE FUNCTION refuse_move('line');
CREATE TRIGGER line_move BEFORE UPDATE OF status ON "line" FOR EACH ROW
  WHEN (OLD.status <> NEW.status AND NOT line_may_move(OLD.status, NEW.status))
  EXECUTE FUNCTION refuse_move('line');

CREATE FUNCTION orders_may_move(was text, becomes text) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN CASE was
    WHEN 'PENDING' THEN becomes IN ('CANCELLED', 'IN_PROGRESS')
    WHEN 'IN_PROGRESS' THEN becomes IN ('CANCELLING', 'COMPLETED', 'FAILED', 'ROLLING_BACK')
    WHEN 'FAILED' THEN becomes IN ('IN_PROGRESS', 'ROLLING_BACK', 'CANCELLED')
    WHEN 'ROLLING_BACK' THEN becomes IN ('ROLLED_BACK', 'ROLLBACK_FAILED')
    WHEN 'ROLLBACK_FAILED' THEN becomes IN ('ROLLING_BACK', 'ROLLED_BACK')
    WHEN 'CANCELLING' THEN becomes IN ('CANCELLED', 'CANCEL_FAILED')
    WHEN 'CANCEL_FAILED' THEN becomes IN ('CANCELLING', 'CANCELLED')
    ELSE false END;
END $$;
CREATE TRIGGER orders_birth BEFORE INSERT ON "orders" FOR EACH ROW
  WHEN (NEW.status NOT IN ('PENDING'))
  EXECUTE FUNCTION refuse_move('order');
CREATE TRIGGER orders_move BEFORE UPDATE OF status ON "orders" FOR EACH ROW
  WHEN (OLD.status <> NEW.status AND NOT orders_may_move(OLD.status, NEW.status))
  EXECUTE FUNCTION refuse_move('order');

CREATE FUNCTION order_step_may_move(was text, becomes text) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN CASE was
    WHEN 'PENDING' THEN becomes IN ('RUNNING', 'SUCCESS', 'SKIPPED', 'ROLLING_BACK')
    WHEN 'RUNNING' THEN becomes IN ('SUCCESS', 'PENDING', 'FAILED', 'ROLLING_BACK')
    WHEN 'SUCCESS' THEN becomes IN ('ROLLING_BACK')
    WHEN 'FAILED' THEN becomes IN ('PENDING', 'SKIPPED', 'ROLLING_BACK')
    WHEN 'ROLLING_BACK' THEN becomes IN ('ROLLED_BACK', 'ROLLBACK_FAILED')
    WHEN 'ROLLBACK_FAILED' THEN becomes IN ('ROLLING_BACK', 'ROLLED_BACK')
    ELSE false END;
END $$;
CREATE TRIGGER order_step_birth BEFORE INSERT ON "order_step" FOR EACH ROW
  WHEN (NEW.status NOT IN ('PENDING'))
  EXECUTE FUNCTION refuse_move('order-step');
CREATE TRIGGER order_step_move BEFORE UPDATE OF status ON "order_step" FOR EACH ROW
  WHEN (OLD.status <> NEW.status AND NOT order_step_may_move(OLD.status, NEW.status))
  EXECUTE FUNCTION refuse_move('order-step');

CREATE FUNCTION resource_state_may_move(was text, becomes text) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN CASE was
    WHEN 'available' THEN becomes IN ('reserved', 'suspended', 'decommissioned')
    WHEN 'reserved' THEN becomes IN ('available', 'active', 'suspended')
    WHEN 'active' THEN becomes IN ('suspended', 'decommissioned', 'quarantined')
    WHEN 'suspended' THEN becomes IN ('active', 'decommissioned', 'available', 'quarantined')
    WHEN 'quarantined' THEN becomes IN ('active', 'decommissioned', 'available')
    ELSE false END;
END $$;
CREATE TRIGGER resource_state_birth BEFORE INSERT ON "resource_state" FOR EACH ROW
  WHEN (NEW.status NOT IN ('available'))
  EXECUTE FUNCTION refuse_move('resource');
CREATE TRIGGER resource_state_move BEFORE UPDATE OF status ON "resource_state" FOR EACH ROW
  WHEN (OLD.status <> NEW.status AND NOT resource_state_may_move(OLD.status, NEW.status))
  EXECUTE FUNCTION refuse_move('resource');

CREATE FUNCTION reservation_may_move(was text, becomes text) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN CASE was
    WHEN 'ACTIVE' THEN becomes IN ('ACTIVE', 'RELEASED', 'CONSUMED', 'EXPIRED')
    ELSE false END;
END $$;
CREATE TRIGGER reservation_birth BEFORE INSERT ON "reservation" FOR EACH ROW
  WHEN (NEW.status NOT IN ('ACTIVE'))
  EXECUTE FUNCTION refuse_move('reservation');
CREATE TRIGGER reservation_move BEFORE UPDATE OF status ON "reservation" FOR EACH ROW
  WHEN (OLD.status <> NEW.status AND NOT reservation_may_move(OLD.status, NEW.status))
  EXECUTE FUNCTION refuse_move('reservation');

CREATE FUNCTION bulk_operation_may_move(was text, becomes text) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN CASE was
    WHEN 'RUNNING' THEN becomes IN ('CANCELLING', 'COMPLETED')
    WHEN 'CANCELLING' THEN becomes IN ('CANCELLED')
    ELSE false END;
END $$;
CREATE TRIGGER bulk_operation_birth BEFORE INSERT ON "bulk_operation" FOR EACH ROW
  WHEN (NEW.status NOT IN ('RUNNING'))
  EXECUTE FUNCTION refuse_move('bulk-operation');
CREATE TRIGGER bulk_operation_move BEFORE UPDATE OF status ON "bulk_operation" FOR EACH ROW
  WHEN (OLD.status <> NEW.status AND NOT bulk_operation_may_move(OLD.status, NEW.status))
  EXECUTE FUNCTION refuse_move('bulk-operation');

CREATE FUNCTION subscription_may_move(was text, becomes text) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN CASE was
    WHEN 'DRAFT' THEN becomes IN ('ACTIVE', 'CANCELLED')
    WHEN 'ACTIVE' THEN becomes IN ('PAUSED', 'CANCELLED', 'EXPIRED')
    WHEN 'PAUSED' THEN becomes IN ('ACTIVE', 'CANCELLED', 'EXPIRED')
    ELSE false END;
END $$;
CREATE TRIGGER subscription_birth BEFORE INSERT ON "subscription" FOR EACH ROW
  WHEN (NEW.status NOT IN ('DRAFT'))
  EXECUTE FUNCTION refuse_move('subscription');
CREATE TRIGGER subscription_move BEFORE UPDATE OF status ON "subscription" FOR EACH ROW
  WHEN (OLD.status <> NEW.status AND NOT subscription_may_move(OLD.status, NEW.status))
  EXECUTE FUNCTION refuse_move('subscription');

CREATE FUNCTION invoice_may_move(was text, becomes text) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN CASE was
    WHEN 'DRAFT' THEN becomes IN ('OPEN', 'VOID')
    WHEN 'OPEN' THEN becomes IN ('PAID', 'VOID', 'OVERDUE')
    WHEN 'OVERDUE' THEN becomes IN ('PAID', 'VOID')
    ELSE false END;
END $$;
CREATE TRIGGER invoice_birth BEFORE INSERT ON "invoice" FOR EACH ROW
  WHEN (NEW.status NOT IN ('DRAFT', 'OPEN'))
  EXECUTE FUNCTION refuse_move('invoice');
CREATE TRIGGER invoice_move BEFORE UPDATE OF status ON "invoice" FOR EACH ROW
  WHEN (OLD.status <> NEW.status AND NOT invoice_may_move(OLD.status, NEW.status))
  EXECUTE FUNCTION refuse_move('invoice');

CREATE FUNCTION payment_method_may_move(was text, becomes text) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN CASE was
    WHEN 'PENDING' THEN becomes IN ('ACTIVE', 'REMOVED', 'REFUSED')
    WHEN 'ACTIVE' THEN becomes IN ('SUSPENDED', 'REMOVED', 'EXPIRED')
    WHEN 'SUSPENDED' THEN becomes IN ('ACTIVE', 'REMOVED')
    ELSE false END;
END $$;
CREATE TRIGGER payment_method_birth BEFORE INSERT ON "payment_method" FOR EACH ROW
  WHEN (NEW.status NOT IN ('PENDING'))
  EXECUTE FUNCTION refuse_move('payment-method');
CREATE TRIGGER payment_method_move BEFORE UPDATE OF status ON "payment_method" FOR EACH ROW
  WHEN (OLD.status <> NEW.status AND NOT payment_method_may_move(OLD.status, NEW.status))
  EXECUTE FUNCTION refuse_move('payment-method');

CREATE FUNCTION payment_may_move(was text, becomes text) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN CASE was
    WHEN 'PENDING' THEN becomes IN ('CANCELED', 'AUTHORIZED', 'CONFIRMED', 'FAILED')
    WHEN 'AUTHORIZED' THEN becomes IN ('CANCELED', 'CONFIRMED', 'FAILED')
    WHEN 'CONFIRMED' THEN becomes IN ('REFUNDED', 'CHARGED_BACK')
    ELSE false END;
END $$;
CREATE TRIGGER payment_birth BEFORE INSERT ON "payment" FOR EACH ROW
  WHEN (NEW.status NOT IN ('PENDING'))
  EXECUTE FUNCTION refuse_move('payment');
CREATE TRIGGER payment_move BEFORE UPDATE OF status ON "payment" FOR EACH ROW
  WHEN (OLD.status <> NEW.status AND NOT payment_may_move(OLD.status, NEW.status))
  EXECUTE FUNCTION refuse_move('payment');

CREATE FUNCTION tax_receipt_may_move(was text, becomes text) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN CASE was
    WHEN 'DRAFT' THEN becomes IN ('ACTIVE', 'CANCELED')
    WHEN 'ACTIVE' THEN becomes IN ('CANCELED')
    ELSE false END;
END $$;
CREATE TRIGGER tax_receipt_birth BEFORE INSERT ON "tax_receipt" FOR EACH ROW
  WHEN (NEW.status NOT IN ('DRAFT'))
  EXECUTE FUNCTION refuse_move('tax-receipt');
CREATE TRIGGER tax_receipt_move BEFORE UPDATE OF status ON "tax_receipt" FOR EACH ROW
  WHEN (OLD.status <> NEW.status AND NOT tax_receipt_may_move(OLD.status, NEW.status))
  EXECUTE FUNCTION refuse_move('tax-receipt');

CREATE FUNCTION port_in_may_move(was text, becomes text) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN CASE was
    WHEN 'REQUESTED' THEN becomes IN ('CANCELLING', 'PENDING', 'CONFLICT', 'ERROR')
    WHEN 'PENDING' THEN becomes IN ('CANCELLING', 'CONFLICT', 'ACTIVE', 'ERROR')
    WHEN 'CONFLICT' THEN becomes IN ('PENDING', 'CANCELLING', 'ERROR')
    WHEN 'CANCELLING' THEN becomes IN ('CANCELLED', 'PENDING', 'ERROR')
    ELSE false END;
END $$;
CREATE TRIGGER port_in_birth BEFORE INSERT ON "port_in" FOR EACH ROW
  WHEN (NEW.status NOT IN ('REQUESTED'))
  EXECUTE FUNCTION refuse_move('port-in');
CREATE TRIGGER port_in_move BEFORE UPDATE OF status ON "port_in" FOR EACH ROW
  WHEN (OLD.status <> NEW.status AND NOT port_in_may_move(OLD.status, NEW.status))
  EXECUTE FUNCTION refuse_move('port-in');

CREATE FUNCTION port_out_may_move(was text, becomes text) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN CASE was
    WHEN 'PENDING' THEN becomes IN ('IN_PROGRESS', 'ERROR')
    WHEN 'IN_PROGRESS' THEN becomes IN ('COMPLETED', 'ERROR')
    ELSE false END;
END $$;
CREATE TRIGGER port_out_birth BEFORE INSERT ON "port_out" FOR EACH ROW
  WHEN (NEW.status NOT IN ('PENDING'))
  EXECUTE FUNCTION refuse_move('port-out');
CREATE TRIGGER port_out_move BEFORE UPDATE OF status ON "port_out" FOR EACH ROW
  WHEN (OLD.status <> NEW.status AND NOT port_out_may_move(OLD.status, NEW.status))
  EXECUTE FUNCTION refuse_move('port-out');
