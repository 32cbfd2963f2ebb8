-- squawk-ignore-file constraint-missing-not-valid, renaming-column, require-concurrent-index-creation
-- Invoices, payments, refunds, and the calls that partners have not answered. The old names are those of 1.0.0.

ALTER TABLE "payment" RENAME COLUMN "cancel_asked_at" TO "cancel_requested_at";
ALTER TABLE "invoice" RENAME CONSTRAINT "nobody_owes_less_than_nothing" TO "total_amount_is_not_negative";
ALTER TABLE "invoice" RENAME CONSTRAINT "period_of_days" TO "period_is_not_empty";
ALTER TABLE "payment" RENAME CONSTRAINT "ended_at_its_end" TO "ended_at_when_ended";
ALTER TABLE "payment" RENAME CONSTRAINT "something_is_paid" TO "amount_is_positive";
ALTER INDEX "payment_methods_running_out" RENAME TO "payment_methods_by_expiry";
ALTER FUNCTION insist_on_invoice_total() RENAME TO check_invoice_total;
ALTER TRIGGER "invoice_birth" ON "invoice" RENAME TO "invoice_initial_status";
ALTER TRIGGER "payment_birth" ON "payment" RENAME TO "payment_initial_status";
ALTER TRIGGER "payment_method_birth" ON "payment_method" RENAME TO "payment_method_initial_status";

-- A refund names its payment together with the broker.
CREATE UNIQUE INDEX "payment_id_broker_id_key" ON "payment" ("id", "broker_id");
ALTER TABLE "payment"
  ADD COLUMN "refunds_requested" DECIMAL(14,2) NOT NULL DEFAULT 0,
  ADD COLUMN "refunded" DECIMAL(14,2) NOT NULL DEFAULT 0,
  ADD CONSTRAINT "no_more_refunded_than_paid"
    CHECK (refunded >= 0 AND refunded <= refunds_requested AND refunds_requested <= amount),
  ADD CONSTRAINT "only_what_was_paid_is_refunded"
    CHECK (refunds_requested = 0 OR status IN ('CONFIRMED', 'REFUNDED', 'CHARGED_BACK'));

CREATE TABLE "refund" (
    "id" UUID NOT NULL,
    "broker_id" UUID NOT NULL,
    "payment_id" UUID NOT NULL,
    "status" TEXT NOT NULL,
    "amount" DECIMAL(14,2) NOT NULL,
    "currency" TEXT NOT NULL DEFAULT 'BRL',
    "reason" TEXT,
    "due_at" TIMESTAMPTZ(3),
    "attempt" INTEGER NOT NULL DEFAULT 0,
    "ended_at" TIMESTAMPTZ(3),
    "metadata" JSONB NOT NULL DEFAULT '{}',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "refund_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "refund_amount_is_positive" CHECK (amount > 0),
    CONSTRAINT "refund_due_while_pending" CHECK ((due_at IS NOT NULL) = (status = 'PENDING')),
    CONSTRAINT "refund_ended_at_when_ended" CHECK ((ended_at IS NOT NULL) = (status IN ('COMPLETED', 'FAILED'))),
    CONSTRAINT "refund_broker_id_fkey" FOREIGN KEY ("broker_id")
        REFERENCES "broker" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "refund_payment_id_broker_id_fkey" FOREIGN KEY ("payment_id", "broker_id")
        REFERENCES "payment" ("id", "broker_id") ON DELETE RESTRICT ON UPDATE NO ACTION
);
CREATE INDEX "refund_broker_id_created_at_id_idx" ON "refund" ("broker_id", "created_at", "id");
CREATE INDEX "refund_created_at_id_idx" ON "refund" ("created_at", "id");
CREATE INDEX "refund_payment_id_idx" ON "refund" ("payment_id");
CREATE INDEX "refunds_due" ON "refund" ("due_at", "id") WHERE due_at IS NOT NULL;

-- The payment counts its refunds, whoever writes them; its constraint rejects more than was paid. A FAILED refund does
-- not count.
CREATE FUNCTION count_refunds() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  requested numeric := CASE WHEN NEW.status = 'FAILED' THEN 0 ELSE NEW.amount END;
  completed numeric := CASE WHEN NEW.status = 'COMPLETED' THEN NEW.amount ELSE 0 END;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    requested := requested - CASE WHEN OLD.status = 'FAILED' THEN 0 ELSE OLD.amount END;
    completed := completed - CASE WHEN OLD.status = 'COMPLETED' THEN OLD.amount ELSE 0 END;
  END IF;
  UPDATE payment
  SET refunds_requested = refunds_requested + requested, refunded = refunded + completed, updated_at = now()
  WHERE id = NEW.payment_id;
  RETURN NULL;
END $$;
CREATE TRIGGER refund_is_counted AFTER INSERT OR UPDATE OF status ON "refund" FOR EACH ROW
  EXECUTE FUNCTION count_refunds();

CREATE FUNCTION refuse_change_of_refund() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the amount and the payment of a refund are written once'
    USING ERRCODE = 'check_violation', CONSTRAINT = 'refund_is_written_once';
END $$;
CREATE TRIGGER refund_is_written_once BEFORE UPDATE OF amount, payment_id ON "refund" FOR EACH ROW
  WHEN (OLD.amount <> NEW.amount OR OLD.payment_id <> NEW.payment_id)
  EXECUTE FUNCTION refuse_change_of_refund();

-- Printed by buildGuardTriggers.
CREATE FUNCTION refund_may_move(was text, becomes text) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN CASE was
    WHEN 'PENDING' THEN becomes IN ('COMPLETED', 'FAILED')
    ELSE false END;
END $$;
CREATE TRIGGER refund_initial_status BEFORE INSERT ON "refund" FOR EACH ROW
  WHEN (NEW.status NOT IN ('PENDING'))
  EXECUTE FUNCTION refuse_move('refund');
CREATE TRIGGER refund_move BEFORE UPDATE OF status ON "refund" FOR EACH ROW
  WHEN (OLD.status <> NEW.status AND NOT refund_may_move(OLD.status, NEW.status))
  EXECUTE FUNCTION refuse_move('refund');

CREATE TABLE "unanswered_call" (
    "id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "record_id" UUID NOT NULL,
    "broker_id" UUID NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "failures" INTEGER NOT NULL DEFAULT 1,
    "code" TEXT NOT NULL,
    "stopped_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),
    "decision" TEXT,
    "reason" TEXT,
    "key_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "unanswered_call_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "known_kind_of_unanswered_call"
        CHECK (kind IN ('payment', 'refund', 'payment-method', 'tax-receipt', 'port-in', 'port-out')),
    CONSTRAINT "a_decision_has_a_reason" CHECK (decision IS NULL OR reason IS NOT NULL AND ended_at IS NOT NULL),
    CONSTRAINT "unanswered_call_broker_id_fkey" FOREIGN KEY ("broker_id")
        REFERENCES "broker" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE INDEX "unanswered_call_created_at_id_idx" ON "unanswered_call" ("created_at", "id");
CREATE INDEX "unanswered_call_updated_at_id_idx" ON "unanswered_call" ("updated_at", "id");
CREATE UNIQUE INDEX "one_open_unanswered_call_per_record" ON "unanswered_call" ("kind", "record_id")
  WHERE ended_at IS NULL;
