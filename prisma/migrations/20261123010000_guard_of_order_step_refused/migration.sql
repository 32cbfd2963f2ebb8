-- By hand: printed by guardTriggers. A step that was refused while its order turned back is skipped.
CREATE OR REPLACE FUNCTION order_step_may_move(was text, becomes text) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN CASE was
    WHEN 'PENDING' THEN becomes IN ('RUNNING', 'SUCCESS', 'SKIPPED', 'ROLLING_BACK')
    WHEN 'RUNNING' THEN becomes IN ('SUCCESS', 'PENDING', 'FAILED', 'SKIPPED', 'ROLLING_BACK')
    WHEN 'SUCCESS' THEN becomes IN ('ROLLING_BACK')
    WHEN 'FAILED' THEN becomes IN ('PENDING', 'SKIPPED', 'ROLLING_BACK')
    WHEN 'ROLLING_BACK' THEN becomes IN ('ROLLED_BACK', 'ROLLBACK_FAILED')
    WHEN 'ROLLBACK_FAILED' THEN becomes IN ('ROLLING_BACK', 'ROLLED_BACK')
    ELSE false END;
END $$;
CREATE OR REPLACE TRIGGER order_step_birth BEFORE INSERT ON "order_step" FOR EACH ROW
  WHEN (NEW.status NOT IN ('PENDING'))
  EXECUTE FUNCTION refuse_move('order-step');
CREATE OR REPLACE TRIGGER order_step_move BEFORE UPDATE OF status ON "order_step" FOR EACH ROW
  WHEN (OLD.status <> NEW.status AND NOT order_step_may_move(OLD.status, NEW.status))
  EXECUTE FUNCTION refuse_move('order-step');
