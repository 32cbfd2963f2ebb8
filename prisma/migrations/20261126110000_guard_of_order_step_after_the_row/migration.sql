-- By hand: printed by buildGuardTriggers. A trigger before the row locks the row first, with an entry in the write-ahead log. The condition is
-- checked for each row as before, and a move that it rejects still rejects the statement.
CREATE OR REPLACE TRIGGER order_step_move AFTER UPDATE OF status ON "order_step" FOR EACH ROW
  WHEN (OLD.status <> NEW.status AND NOT order_step_may_move(OLD.status, NEW.status))
  EXECUTE FUNCTION refuse_move('order-step');
