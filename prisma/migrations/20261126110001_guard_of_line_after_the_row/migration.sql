-- By hand: printed by buildGuardTriggers, as for the steps.
CREATE OR REPLACE TRIGGER line_move AFTER UPDATE OF status ON "line" FOR EACH ROW
  WHEN (OLD.status <> NEW.status AND NOT line_may_move(OLD.status, NEW.status))
  EXECUTE FUNCTION refuse_move('line');
