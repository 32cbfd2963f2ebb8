-- By hand: printed by guardTriggers. One table in each migration, so that none waits for one while it holds another.
CREATE OR REPLACE FUNCTION tax_receipt_may_move(was text, becomes text) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN CASE was
    WHEN 'DRAFT' THEN becomes IN ('ACTIVE', 'CANCELED')
    WHEN 'ACTIVE' THEN becomes IN ('CANCELED')
    ELSE false END;
END $$;
CREATE OR REPLACE TRIGGER tax_receipt_birth BEFORE INSERT ON "tax_receipt" FOR EACH ROW
  WHEN (NEW.status NOT IN ('DRAFT'))
  EXECUTE FUNCTION refuse_move('tax-receipt');
CREATE OR REPLACE TRIGGER tax_receipt_move BEFORE UPDATE OF status ON "tax_receipt" FOR EACH ROW
  WHEN (OLD.status <> NEW.status AND NOT tax_receipt_may_move(OLD.status, NEW.status))
  EXECUTE FUNCTION refuse_move('tax-receipt');
