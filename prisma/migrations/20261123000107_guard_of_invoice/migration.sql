-- By hand: printed by guardTriggers. One table in each migration, so that none waits for one while it holds another.
CREATE OR REPLACE FUNCTION invoice_may_move(was text, becomes text) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN CASE was
    WHEN 'DRAFT' THEN becomes IN ('OPEN', 'VOID')
    WHEN 'OPEN' THEN becomes IN ('PAID', 'VOID', 'OVERDUE')
    WHEN 'OVERDUE' THEN becomes IN ('PAID', 'VOID')
    ELSE false END;
END $$;
CREATE OR REPLACE TRIGGER invoice_birth BEFORE INSERT ON "invoice" FOR EACH ROW
  WHEN (NEW.status NOT IN ('DRAFT', 'OPEN'))
  EXECUTE FUNCTION refuse_move('invoice');
CREATE OR REPLACE TRIGGER invoice_move BEFORE UPDATE OF status ON "invoice" FOR EACH ROW
  WHEN (OLD.status <> NEW.status AND NOT invoice_may_move(OLD.status, NEW.status))
  EXECUTE FUNCTION refuse_move('invoice');
