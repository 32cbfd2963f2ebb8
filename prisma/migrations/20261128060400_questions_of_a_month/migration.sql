-- squawk-ignore-file require-concurrent-index-creation
-- An invoice of 0.00 is paid at once. One that was a mistake can be voided; one that somebody has paid cannot.
CREATE OR REPLACE FUNCTION invoice_may_move(was text, becomes text) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN CASE was
    WHEN 'DRAFT' THEN becomes IN ('OPEN', 'VOID')
    WHEN 'OPEN' THEN becomes IN ('PAID', 'VOID', 'OVERDUE')
    WHEN 'PAID' THEN becomes IN ('VOID')
    WHEN 'OVERDUE' THEN becomes IN ('PAID', 'VOID')
    ELSE false END;
END $$;

CREATE FUNCTION reject_void_of_paid_invoice() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'invoice % is paid and cannot be voided', OLD.id USING ERRCODE = 'check_violation';
END $$;
CREATE TRIGGER paid_invoice_is_not_voided BEFORE UPDATE OF status ON "invoice" FOR EACH ROW
  WHEN (OLD.status = 'PAID' AND NEW.status = 'VOID' AND OLD.total_amount > 0)
  EXECUTE FUNCTION reject_void_of_paid_invoice();

-- Invoices in the order in which they are due. A draft has no due date.
CREATE INDEX "invoices_of_broker_by_due_date" ON "invoice" ("broker_id", "due_date", "id") WHERE due_date IS NOT NULL;
-- Lines by the first digits of their number.
CREATE INDEX "line_msisdn_prefix" ON "line" ("msisdn" text_pattern_ops);
