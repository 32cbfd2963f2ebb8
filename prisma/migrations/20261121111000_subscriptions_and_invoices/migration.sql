-- CreateTable
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

    CONSTRAINT "subscription_charge_pkey" PRIMARY KEY ("id")
);

-- CreateTable
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

    CONSTRAINT "invoice_pkey" PRIMARY KEY ("id")
);

-- CreateTable
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

    CONSTRAINT "invoice_line_pkey" PRIMARY KEY ("invoice_id","position")
);

-- CreateTable
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
    "due_at" TIMESTAMPTZ(3),
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

    CONSTRAINT "subscription_pkey" PRIMARY KEY ("id")
);

-- CreateTable
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

    CONSTRAINT "subscription_product_pkey" PRIMARY KEY ("id")
);

-- CreateTable
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

    CONSTRAINT "subscription_discount_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "subscription_pause" (
    "subscription_id" UUID NOT NULL,
    "broker_id" UUID NOT NULL,
    "paused_at" TIMESTAMPTZ(3) NOT NULL,
    "resumed_at" TIMESTAMPTZ(3),

    CONSTRAINT "subscription_pause_pkey" PRIMARY KEY ("subscription_id","paused_at")
);

-- CreateTable
CREATE TABLE "paused_line" (
    "subscription_id" UUID NOT NULL,
    "line_id" UUID NOT NULL,
    "broker_id" UUID NOT NULL,
    "block_order_id" UUID,
    "key_id" UUID,
    "attempt" INTEGER NOT NULL DEFAULT 0,
    "held_until" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "paused_line_pkey" PRIMARY KEY ("subscription_id","line_id")
);

-- CreateIndex
CREATE INDEX "invoice_broker_id_created_at_id_idx" ON "invoice"("broker_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "invoice_created_at_id_idx" ON "invoice"("created_at", "id");

-- CreateIndex
CREATE INDEX "invoice_subscription_id_created_at_id_idx" ON "invoice"("subscription_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "invoice_customer_id_created_at_id_idx" ON "invoice"("customer_id", "created_at", "id");

-- CreateIndex
CREATE UNIQUE INDEX "invoice_id_broker_id_key" ON "invoice"("id", "broker_id");

-- CreateIndex
CREATE INDEX "subscription_broker_id_created_at_id_idx" ON "subscription"("broker_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "subscription_created_at_id_idx" ON "subscription"("created_at", "id");

-- CreateIndex
CREATE INDEX "subscription_customer_id_idx" ON "subscription"("customer_id");

-- CreateIndex
CREATE UNIQUE INDEX "subscription_broker_id_external_code_key" ON "subscription"("broker_id", "external_code");

-- CreateIndex
CREATE UNIQUE INDEX "subscription_id_broker_id_key" ON "subscription"("id", "broker_id");

-- CreateIndex
CREATE INDEX "subscription_product_subscription_id_idx" ON "subscription_product"("subscription_id");

-- CreateIndex
CREATE INDEX "subscription_discount_subscription_product_id_idx" ON "subscription_discount"("subscription_product_id");

-- CreateIndex
CREATE INDEX "line_subscription_id_idx" ON "line"("subscription_id");

-- AddForeignKey
ALTER TABLE "subscription_charge" ADD CONSTRAINT "subscription_charge_subscription_id_broker_id_fkey" FOREIGN KEY ("subscription_id", "broker_id") REFERENCES "subscription"("id", "broker_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "subscription_charge" ADD CONSTRAINT "subscription_charge_invoice_id_broker_id_fkey" FOREIGN KEY ("invoice_id", "broker_id") REFERENCES "invoice"("id", "broker_id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "invoice" ADD CONSTRAINT "invoice_broker_id_fkey" FOREIGN KEY ("broker_id") REFERENCES "broker"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "invoice" ADD CONSTRAINT "invoice_subscription_id_broker_id_fkey" FOREIGN KEY ("subscription_id", "broker_id") REFERENCES "subscription"("id", "broker_id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "invoice" ADD CONSTRAINT "invoice_customer_id_broker_id_fkey" FOREIGN KEY ("customer_id", "broker_id") REFERENCES "holder"("id", "broker_id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "invoice_line" ADD CONSTRAINT "invoice_line_invoice_id_fkey" FOREIGN KEY ("invoice_id") REFERENCES "invoice"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "line" ADD CONSTRAINT "line_subscription_id_broker_id_fkey" FOREIGN KEY ("subscription_id", "broker_id") REFERENCES "subscription"("id", "broker_id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "subscription" ADD CONSTRAINT "subscription_broker_id_fkey" FOREIGN KEY ("broker_id") REFERENCES "broker"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "subscription" ADD CONSTRAINT "subscription_customer_id_broker_id_fkey" FOREIGN KEY ("customer_id", "broker_id") REFERENCES "holder"("id", "broker_id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "subscription_product" ADD CONSTRAINT "subscription_product_subscription_id_broker_id_fkey" FOREIGN KEY ("subscription_id", "broker_id") REFERENCES "subscription"("id", "broker_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "subscription_discount" ADD CONSTRAINT "subscription_discount_subscription_product_id_fkey" FOREIGN KEY ("subscription_product_id") REFERENCES "subscription_product"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "subscription_pause" ADD CONSTRAINT "subscription_pause_subscription_id_broker_id_fkey" FOREIGN KEY ("subscription_id", "broker_id") REFERENCES "subscription"("id", "broker_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "paused_line" ADD CONSTRAINT "paused_line_subscription_id_broker_id_fkey" FOREIGN KEY ("subscription_id", "broker_id") REFERENCES "subscription"("id", "broker_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "paused_line" ADD CONSTRAINT "paused_line_line_id_broker_id_fkey" FOREIGN KEY ("line_id", "broker_id") REFERENCES "line"("id", "broker_id") ON DELETE RESTRICT ON UPDATE NO ACTION;


-- From here on by hand: what Prisma's schema cannot say.

-- The next of the scheduled times that its status minds.
ALTER TABLE "subscription" DROP COLUMN "due_at";
ALTER TABLE "subscription" ADD COLUMN "due_at" TIMESTAMPTZ(3) GENERATED ALWAYS AS (
  CASE status
    WHEN 'DRAFT' THEN least(trial_ends_at, scheduled_cancel_at)
    WHEN 'ACTIVE' THEN least(scheduled_pause_at, scheduled_cancel_at, end_date)
    WHEN 'PAUSED' THEN least(scheduled_cancel_at, end_date)
  END) STORED;
CREATE INDEX "subscriptions_due" ON "subscription" ("due_at", "id") WHERE due_at IS NOT NULL;
-- One that has ended keeps a billing date until what was given to the end has been invoiced.
CREATE INDEX "subscriptions_to_invoice" ON "subscription" ("next_billing_date", "id") WHERE status <> 'PAUSED' AND next_billing_date IS NOT NULL;

ALTER TABLE "subscription" ADD CONSTRAINT "cycles_have_days" CHECK ((cycle = 0) = (cycle_from IS NULL) AND (cycle_from IS NULL) = (cycle_until IS NULL) AND cycle_until > cycle_from);
ALTER TABLE "subscription" ADD CONSTRAINT "custom_period_has_days" CHECK ((frequency = 'CUSTOM') = (custom_period_days IS NOT NULL) AND custom_period_days > 0);
ALTER TABLE "subscription" ADD CONSTRAINT "billing_day_of_a_month" CHECK (billing_day BETWEEN 1 AND 31);
ALTER TABLE "subscription" ADD CONSTRAINT "ended_at_its_end" CHECK ((ended_at IS NOT NULL) = (status IN ('CANCELLED', 'EXPIRED')));
ALTER TABLE "subscription_product" ADD CONSTRAINT "cycles_in_order" CHECK (from_cycle >= 1 AND until_cycle >= from_cycle);
CREATE UNIQUE INDEX "one_pause_at_a_time" ON "subscription_pause" ("subscription_id") WHERE resumed_at IS NULL;
ALTER TABLE "subscription_pause" ADD CONSTRAINT "pause_ends_after_its_beginning" CHECK (resumed_at >= paused_at);
-- A product is in a subscription once at a time; what is paid once, once in a cycle, which is how long its allowance lasts.
CREATE UNIQUE INDEX "one_of_each_product" ON "subscription_product"
  ("subscription_id", "product_id", (CASE content ->> 'recurrence' WHEN 'SPOT' THEN from_cycle ELSE 0 END)) WHERE removed_at IS NULL;
ALTER TABLE "subscription_discount" ADD CONSTRAINT "known_value_type" CHECK (value_type IN ('PERCENTAGE', 'AMOUNT'));
ALTER TABLE "subscription_discount" ADD CONSTRAINT "value_within_reason" CHECK (amount >= 0 AND (value_type <> 'PERCENTAGE' OR amount <= 100));
ALTER TABLE "subscription_discount" ADD CONSTRAINT "component_where_scoped_so" CHECK ((scope = 'COMPONENT') = (component_id IS NOT NULL));
ALTER TABLE "subscription_discount" ADD CONSTRAINT "consumed_within_duration" CHECK (consumed_cycles <= coalesce(duration_in_cycles, consumed_cycles));

-- One invoice for a cycle of a subscription, unless the one before it was voided.
CREATE UNIQUE INDEX "one_invoice_per_cycle" ON "invoice" ("subscription_id", "cycle") WHERE status <> 'VOID';
CREATE INDEX "invoices_by_due_date" ON "invoice" ("due_date", "id") WHERE status = 'OPEN';
CREATE INDEX "charges_to_invoice" ON "subscription_charge" ("subscription_id") WHERE invoice_id IS NULL;
ALTER TABLE "invoice" ADD CONSTRAINT "opened_with_a_due_date" CHECK (status IN ('DRAFT', 'VOID') OR (opened_at IS NOT NULL AND due_date IS NOT NULL));
ALTER TABLE "invoice" ADD CONSTRAINT "paid_at_when_paid" CHECK ((paid_at IS NOT NULL) = (status = 'PAID'));
ALTER TABLE "invoice" ADD CONSTRAINT "voided_at_when_void" CHECK ((voided_at IS NOT NULL) = (status = 'VOID'));
ALTER TABLE "invoice" ADD CONSTRAINT "period_of_days" CHECK (period_until > period_from);
ALTER TABLE "invoice" ADD CONSTRAINT "nobody_owes_less_than_nothing" CHECK (total_amount >= 0);
ALTER TABLE "invoice_line" ADD CONSTRAINT "known_kind" CHECK (kind IN ('PRODUCT', 'DISCOUNT', 'CHARGE'));

-- What an invoice comes to is what its lines add up to, at the end of every transaction that touches either.
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

-- How a line stands to the orders on it. Pauses read it here.
CREATE VIEW "line_work" AS
  SELECT l.id AS line_id, l.broker_id, l.status, o.id AS order_at_work
  FROM line l LEFT JOIN orders o ON o.line_id = l.id AND o.at_work;

-- Whether an order that blocked a line is what keeps it blocked: it came to its end, and nothing has blocked or unblocked the line since.
CREATE VIEW "line_block" AS
  SELECT o.id AS order_id, o.line_id, o.at_work, o.status = 'FAILED' AND o.superseded_by IS NULL AS awaits_operator,
    o.status = 'COMPLETED' AND NOT EXISTS (SELECT FROM orders later WHERE later.resource_id = o.resource_id AND later.id <> o.id
      AND later.type IN ('LINE_BLOCK', 'LINE_UNBLOCK') AND later.status = 'COMPLETED' AND later.created_at > o.created_at) AS keeps_blocked
  FROM orders o;

-- What a line has now: the products of its subscription that the cycle under way includes. Usage reads it here.
CREATE VIEW "line_product" AS
  SELECT l.id AS line_id, l.broker_id, s.id AS subscription_id, p.id AS subscription_product_id, p.product_id, p.content AS product,
    s.cycle, s.cycle_from, s.cycle_until, p.from_cycle, p.added_at
  FROM line l
  JOIN subscription s ON s.id = l.subscription_id AND s.status = 'ACTIVE'
  JOIN subscription_product p ON p.subscription_id = s.id AND p.from_cycle <= s.cycle AND coalesce(p.until_cycle > s.cycle, true)
  WHERE l.status <> 'TERMINATED';

CREATE OR REPLACE TRIGGER subscription_birth BEFORE INSERT ON "subscription" FOR EACH ROW
  WHEN (NEW.status <> ALL ('{"DRAFT"}'))
  EXECUTE FUNCTION refuse_move('subscription');
CREATE OR REPLACE TRIGGER subscription_move BEFORE UPDATE OF status ON "subscription" FOR EACH ROW
  WHEN (OLD.status <> NEW.status AND OLD.status || ' > ' || NEW.status <> ALL ('{"DRAFT > ACTIVE", "DRAFT > CANCELLED", "ACTIVE > PAUSED", "ACTIVE > CANCELLED", "ACTIVE > EXPIRED", "PAUSED > ACTIVE", "PAUSED > CANCELLED", "PAUSED > EXPIRED"}'))
  EXECUTE FUNCTION refuse_move('subscription');

CREATE OR REPLACE TRIGGER invoice_birth BEFORE INSERT ON "invoice" FOR EACH ROW
  WHEN (NEW.status <> ALL ('{"DRAFT", "OPEN"}'))
  EXECUTE FUNCTION refuse_move('invoice');
CREATE OR REPLACE TRIGGER invoice_move BEFORE UPDATE OF status ON "invoice" FOR EACH ROW
  WHEN (OLD.status <> NEW.status AND OLD.status || ' > ' || NEW.status <> ALL ('{"DRAFT > OPEN", "DRAFT > VOID", "OPEN > VOID", "OPEN > PAID", "OPEN > OVERDUE", "OVERDUE > VOID", "OVERDUE > PAID"}'))
  EXECUTE FUNCTION refuse_move('invoice');
