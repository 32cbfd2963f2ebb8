-- squawk-ignore-file renaming-column

-- The names become those of the field. No other program may run meanwhile: one of the release before finds neither columns nor functions.

ALTER TABLE "payment" RENAME COLUMN "refunds_asked" TO "refunds_requested";
ALTER TABLE "payment" RENAME COLUMN "cancel_asked_at" TO "cancel_requested_at";

ALTER TABLE "invoice" RENAME CONSTRAINT "nobody_owes_less_than_nothing" TO "total_amount_is_not_negative";
ALTER TABLE "invoice" RENAME CONSTRAINT "period_of_days" TO "period_is_not_empty";
ALTER TABLE "payment" RENAME CONSTRAINT "ended_at_its_end" TO "ended_at_when_ended";
ALTER TABLE "payment" RENAME CONSTRAINT "something_is_paid" TO "amount_is_positive";
ALTER TABLE "refund" RENAME CONSTRAINT "refund_ended_at_its_end" TO "refund_ended_at_when_ended";
ALTER TABLE "refund" RENAME CONSTRAINT "something_is_refunded" TO "refund_amount_is_positive";

ALTER INDEX "payment_methods_running_out" RENAME TO "payment_methods_by_expiry";

ALTER FUNCTION insist_on_invoice_total() RENAME TO check_invoice_total;

ALTER TRIGGER "invoice_birth" ON "invoice" RENAME TO "invoice_initial_status";
ALTER TRIGGER "payment_birth" ON "payment" RENAME TO "payment_initial_status";
ALTER TRIGGER "payment_method_birth" ON "payment_method" RENAME TO "payment_method_initial_status";
ALTER TRIGGER "refund_birth" ON "refund" RENAME TO "refund_initial_status";

CREATE OR REPLACE FUNCTION count_refunds() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  requested numeric := CASE WHEN NEW.status = 'FAILED' THEN 0 ELSE NEW.amount END;
  completed numeric := CASE WHEN NEW.status = 'COMPLETED' THEN NEW.amount ELSE 0 END;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    requested := requested - CASE WHEN OLD.status = 'FAILED' THEN 0 ELSE OLD.amount END;
    completed := completed - CASE WHEN OLD.status = 'COMPLETED' THEN OLD.amount ELSE 0 END;
  END IF;
  UPDATE payment SET refunds_requested = refunds_requested + requested, refunded = refunded + completed, updated_at = now() WHERE id = NEW.payment_id;
  RETURN NULL;
END $$;
