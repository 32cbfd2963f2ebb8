-- squawk-ignore-file constraint-missing-not-valid, renaming-column
-- Orders, their steps and their attempts. The old names are those of 1.0.0.

ALTER TABLE "orders" RENAME COLUMN "at_work" TO "is_open";
ALTER TABLE "orders" RENAME COLUMN "came_from" TO "previous_status";
ALTER TABLE "orders" RENAME COLUMN "run" TO "epoch";
ALTER TABLE "orders" RENAME COLUMN "taken_run" TO "acquired_epoch";
ALTER TABLE "orders" RENAME COLUMN "takes" TO "acquisitions";
ALTER TABLE "orders" RENAME CONSTRAINT "due_while_at_work" TO "due_while_open";
ALTER TABLE "orders" RENAME CONSTRAINT "failed_at_while_in_debt" TO "failed_at_while_failed";
ALTER TABLE "order_attempt" RENAME CONSTRAINT "attempts_are_counted_from_one" TO "attempt_is_positive";
ALTER TABLE "order_attempt" RENAME CONSTRAINT "ended_at_once_ended" TO "ended_at_unless_running";
ALTER TABLE "order_attempt" RENAME CONSTRAINT "kind_of_attempt" TO "known_kind_of_attempt";
ALTER TRIGGER "order_step_birth" ON "order_step" RENAME TO "order_step_initial_status";
ALTER TRIGGER "orders_birth" ON "orders" RENAME TO "orders_initial_status";

-- The open order of a line is found by the index on resources.
ALTER VIEW "line_work" RENAME COLUMN "order_at_work" TO "open_order_id";
ALTER VIEW "line_work" RENAME TO "line_open_order";
ALTER VIEW "line_block" RENAME COLUMN "at_work" TO "is_open";
CREATE OR REPLACE VIEW "line_open_order" AS
  SELECT l.id AS line_id, l.broker_id, l.status, o.id AS open_order_id
  FROM line l
  LEFT JOIN orders o ON o.resource_id = l.id AND o.resource_type = 'line' AND o.is_open;

-- Statements of the programs call it.
DROP FUNCTION insist(boolean, text);
CREATE FUNCTION assert_that(condition boolean, message text) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  IF condition IS NOT TRUE THEN
    RAISE EXCEPTION '%', message USING ERRCODE = 'check_violation', CONSTRAINT = 'assertion';
  END IF;
  RETURN true;
END $$;

-- input_revision: how often a retry corrected the input. The calls of each input have idempotency keys of their own.
-- type_version: earlier orders are of version 1.
-- next_sweep_at: the sweep finds an order by it. A worker that acquires an order changes the due time only, so no index
-- is written (HOT).
ALTER TABLE "orders"
  ADD COLUMN "input_revision" INTEGER NOT NULL DEFAULT 0,
  ADD COLUMN "unavailable_since" TIMESTAMPTZ(3),
  ADD COLUMN "type_version" INTEGER NOT NULL DEFAULT 1,
  ADD COLUMN "settled_at" TIMESTAMPTZ(3),
  ADD COLUMN "job" TEXT,
  ADD COLUMN "key_id" UUID,
  ADD COLUMN "pause_id" UUID,
  ADD COLUMN "next_sweep_at" TIMESTAMPTZ(3),
  ADD CONSTRAINT "type_version_is_positive" CHECK (type_version > 0),
  ADD CONSTRAINT "only_open_orders_are_paused" CHECK (pause_id IS NULL OR due_at IS NOT NULL);

UPDATE "orders"
SET settled_at = CASE WHEN due_at IS NULL THEN updated_at END, next_sweep_at = due_at;

-- An open order has no settled_at, so its updates between two steps write no index (HOT). The engine sets settled_at
-- itself; the trigger is for any other statement.
CREATE FUNCTION set_settled_at() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.settled_at := CASE WHEN NEW.due_at IS NULL THEN NEW.updated_at END;
  RETURN NEW;
END $$;
CREATE TRIGGER orders_settled BEFORE INSERT OR UPDATE ON "orders" FOR EACH ROW
  WHEN (NEW.settled_at IS DISTINCT FROM CASE WHEN NEW.due_at IS NULL THEN NEW.updated_at END)
  EXECUTE FUNCTION set_settled_at();

-- The next look is never later than the due time, whatever a statement writes, so no due order is overlooked.
CREATE FUNCTION set_next_sweep() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.next_sweep_at := NEW.due_at;
  RETURN NEW;
END $$;
CREATE TRIGGER orders_next_sweep BEFORE INSERT OR UPDATE ON "orders" FOR EACH ROW
  WHEN ((NEW.next_sweep_at IS NULL) <> (NEW.due_at IS NULL) OR NEW.next_sweep_at > NEW.due_at)
  EXECUTE FUNCTION set_next_sweep();

-- A refused call changed nothing, so its step has nothing to undo. Earlier attempts are counted in `attempt` only, and
-- their steps are undone. An awaited call has a deadline. `found` is the state before a call that may have been made.
ALTER TABLE "order_step"
  ADD COLUMN "refused_attempts" INTEGER NOT NULL DEFAULT 0,
  ADD COLUMN "awaited_reference" TEXT,
  ADD COLUMN "awaited_until" TIMESTAMPTZ(3),
  ADD COLUMN "found" JSONB,
  ADD CONSTRAINT "refused_attempts_were_made" CHECK (refused_attempts BETWEEN -1 AND attempt),
  ADD CONSTRAINT "awaited_call_has_a_deadline" CHECK ((awaited_reference IS NULL) = (awaited_until IS NULL)),
  ADD CONSTRAINT "only_started_steps_await"
    CHECK (awaited_reference IS NULL OR status IN ('RUNNING', 'ROLLING_BACK')),
  ADD CONSTRAINT "found_before_a_call" CHECK (found IS NULL OR (jsonb_typeof(found) = 'object' AND attempt > 0));

-- Printed by buildGuardTriggers. A step that was refused while its order turned back is skipped. The trigger fires
-- after the row: before it, the row would be locked first, with an entry in the write-ahead log.
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
CREATE OR REPLACE TRIGGER order_step_move AFTER UPDATE OF status ON "order_step" FOR EACH ROW
  WHEN (OLD.status <> NEW.status AND NOT order_step_may_move(OLD.status, NEW.status))
  EXECUTE FUNCTION refuse_move('order-step');

-- The step and the error that stopped an order. Orders that do not fail pay one comparison of their status.
CREATE TABLE "order_failure" (
    "order_id" UUID NOT NULL,
    "step" TEXT NOT NULL,
    "error_code" TEXT NOT NULL,
    CONSTRAINT "order_failure_pkey" PRIMARY KEY ("order_id"),
    CONSTRAINT "order_failure_order_id_fkey" FOREIGN KEY ("order_id")
        REFERENCES "orders" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "order_failure_error_code_step_idx" ON "order_failure" ("error_code", "step");
CREATE INDEX "order_failure_step_idx" ON "order_failure" ("step");

INSERT INTO "order_failure" (order_id, step, error_code)
SELECT o.id, coalesce(o.type || '.' || failed.code, 'none'), coalesce(left(failed.error ->> 'code', 200), 'poison')
FROM "orders" o
LEFT JOIN LATERAL (
  SELECT s.code, s.error
  FROM "order_step" s
  WHERE s.order_id = o.id AND s.status IN ('FAILED', 'ROLLBACK_FAILED')
  ORDER BY s.status = 'ROLLBACK_FAILED' DESC, s.position DESC
  LIMIT 1
) AS failed ON true
WHERE o.status IN ('FAILED', 'ROLLBACK_FAILED', 'CANCEL_FAILED');

CREATE FUNCTION record_order_failure() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO order_failure (order_id, step, error_code)
  SELECT NEW.id, coalesce(NEW.type || '.' || failed.code, 'none'),
    coalesce(left(failed.error ->> 'code', 200), 'poison')
  FROM (VALUES (1)) AS always LEFT JOIN LATERAL (
    SELECT s.code, s.error FROM order_step s
    WHERE s.order_id = NEW.id AND s.status IN ('FAILED', 'ROLLBACK_FAILED')
    ORDER BY s.status = 'ROLLBACK_FAILED' DESC, s.position DESC LIMIT 1
  ) AS failed ON true
  ON CONFLICT (order_id) DO UPDATE SET step = excluded.step, error_code = excluded.error_code;
  RETURN NULL;
END $$;
CREATE FUNCTION delete_order_failure() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM order_failure WHERE order_id = NEW.id;
  RETURN NULL;
END $$;
-- failed_at is set in the three failed statuses. PostgreSQL would parse a list of statuses again in each statement.
CREATE TRIGGER orders_failure_recorded AFTER UPDATE OF status ON "orders" FOR EACH ROW
  WHEN (NEW.failed_at IS NOT NULL AND NEW.status <> OLD.status)
  EXECUTE FUNCTION record_order_failure();
CREATE TRIGGER orders_failure_deleted AFTER UPDATE OF status ON "orders" FOR EACH ROW
  WHEN (OLD.failed_at IS NOT NULL AND NEW.failed_at IS NULL)
  EXECUTE FUNCTION delete_order_failure();

-- The next migration renames outcomes, the one after it adds the new constraint.
ALTER TABLE "order_attempt" DROP CONSTRAINT "outcome_of_attempt";

-- An operator pauses an order type, a step or a system. A pause that has ended is final.
CREATE TABLE "pause" (
    "id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "target" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "key_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "ended_at" TIMESTAMPTZ(3),
    CONSTRAINT "pause_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "known_kind_of_pause" CHECK (kind IN ('order-type', 'step', 'system'))
);
CREATE INDEX "pause_created_at_id_idx" ON "pause" ("created_at", "id");
CREATE UNIQUE INDEX "one_open_pause_per_target" ON "pause" ("kind", "target") WHERE ended_at IS NULL;

CREATE FUNCTION reject_change_of_ended_pause() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'pause % has ended', OLD.id USING ERRCODE = 'check_violation', CONSTRAINT = 'ended_pause_is_final';
END $$;
CREATE TRIGGER "pause_ended_is_final" BEFORE UPDATE OR DELETE ON "pause" FOR EACH ROW
  WHEN (OLD.ended_at IS NOT NULL)
  EXECUTE FUNCTION reject_change_of_ended_pause();

-- An order that is acquired or settles no longer waits for a pause. Other orders pay one comparison with null.
CREATE FUNCTION end_pause_of_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.pause_id := NULL;
  RETURN NEW;
END $$;
CREATE TRIGGER "orders_pause_ended" BEFORE UPDATE ON "orders" FOR EACH ROW
  WHEN (OLD.pause_id IS NOT NULL AND NEW.pause_id IS NOT NULL
    AND (NEW.acquired_epoch <> OLD.acquired_epoch OR NEW.due_at IS NULL))
  EXECUTE FUNCTION end_pause_of_order();
