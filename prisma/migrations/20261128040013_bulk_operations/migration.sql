-- squawk-ignore-file adding-foreign-key-constraint, ban-drop-not-null, constraint-missing-not-valid
-- squawk-ignore-file renaming-column, renaming-table, require-concurrent-index-creation
-- Bulk operations. The old names are those of 1.0.0.

ALTER TABLE "bulk_pace" RENAME COLUMN "paid_to" TO "used_until";
ALTER TABLE "bulk_pace" RENAME CONSTRAINT "one_pace" TO "bulk_rate_limit_has_one_row";
ALTER TABLE "bulk_pace" RENAME CONSTRAINT "bulk_pace_pkey" TO "bulk_rate_limit_pkey";
ALTER TABLE "bulk_pace" RENAME TO "bulk_rate_limit";
ALTER TRIGGER "bulk_operation_birth" ON "bulk_operation" RENAME TO "bulk_operation_initial_status";

-- A bulk operation ends as COMPLETED, COMPLETED_WITH_ERRORS or FAILED. It may await the approval of a second person,
-- who approves a rate: it runs no faster. A person approves, and no key.
ALTER TABLE "bulk_operation" DROP CONSTRAINT "finished_at_its_end";
ALTER TABLE "bulk_operation"
  ADD COLUMN "last_placed_at" TIMESTAMPTZ(6),
  ADD COLUMN "counts" JSONB,
  ADD COLUMN "reason" TEXT,
  ADD COLUMN "name" TEXT,
  ADD COLUMN "orders_per_minute" INTEGER,
  ADD COLUMN "rate_used_until" TIMESTAMPTZ(6),
  ADD COLUMN "approval_due_at" TIMESTAMPTZ(3),
  ADD COLUMN "approved_by" UUID,
  ADD COLUMN "approved_at" TIMESTAMPTZ(3),
  ADD COLUMN "approved_orders_per_minute" INTEGER,
  ADD COLUMN "selection_digest" TEXT,
  ADD CONSTRAINT "bulk_operation_approved_by_fkey" FOREIGN KEY ("approved_by")
    REFERENCES "operator" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
  ADD CONSTRAINT "finished_at_when_ended"
    CHECK ((finished_at IS NOT NULL) = (status NOT IN ('AWAITING_APPROVAL', 'RUNNING', 'PAUSED', 'CANCELLING'))),
  ADD CONSTRAINT "a_change_of_orders_has_a_reason"
    CHECK (reason IS NOT NULL OR operation NOT IN ('retry', 'rollback', 'cancel', 'close')),
  ADD CONSTRAINT "rate_of_bulk_operation" CHECK (orders_per_minute BETWEEN 1 AND 120000),
  ADD CONSTRAINT "another_person_approves" CHECK (approved_by <> key_id),
  ADD CONSTRAINT "approved_at_by_somebody" CHECK ((approved_by IS NULL) = (approved_at IS NULL)),
  ADD CONSTRAINT "only_what_needs_approval_is_approved" CHECK (approved_by IS NULL OR approval_due_at IS NOT NULL),
  ADD CONSTRAINT "unapproved_is_not_processed" CHECK (
    approval_due_at IS NULL OR approved_by IS NOT NULL OR status IN ('AWAITING_APPROVAL', 'CANCELLING', 'CANCELLED')),
  ADD CONSTRAINT "awaits_an_approval_that_is_due"
    CHECK (status <> 'AWAITING_APPROVAL' OR (approval_due_at IS NOT NULL AND approved_by IS NULL)),
  ADD CONSTRAINT "runs_no_faster_than_approved" CHECK (
    approved_by IS NULL
    OR approved_orders_per_minute IS NULL
    OR (orders_per_minute IS NOT NULL AND orders_per_minute <= approved_orders_per_minute)),
  ADD CONSTRAINT "rate_of_approval_is_approved" CHECK (approved_orders_per_minute IS NULL OR approved_by IS NOT NULL);

-- Bulk operations that are not finished are read four times a second.
CREATE INDEX "bulk_operations_unfinished" ON "bulk_operation" ("id") WHERE finished_at IS NULL;
-- A dry run is confirmed once. Orders of several brokers are a bulk operation for each broker.
CREATE UNIQUE INDEX "one_bulk_operation_per_dry_run" ON "bulk_operation" ("selection_digest", "broker_id")
  WHERE selection_digest IS NOT NULL;

-- The counts of the bulk operations of 1.0.0 that have ended, as their orders are now. Their status does not change.
UPDATE "bulk_operation" b
SET counts = (
  SELECT coalesce(jsonb_object_agg(outcome, items), '{}')
  FROM (
    SELECT outcome, count(*) AS items
    FROM (
      SELECT CASE
        WHEN i.problem IS NOT NULL THEN 'REFUSED'
        WHEN i.order_id IS NULL THEN 'CANCELLED'
        WHEN o.status IN ('COMPLETED', 'CANCELLED') THEN o.status
        ELSE 'FAILED' END AS outcome
      FROM "bulk_item" i
      LEFT JOIN LATERAL (SELECT status FROM "orders" WHERE id = i.order_id OFFSET 0) o ON true
      WHERE i.bulk_id = b.id
    ) AS item
    GROUP BY outcome
  ) AS counted
)
WHERE b.finished_at IS NOT NULL;

-- Printed by buildGuardTriggers.
CREATE OR REPLACE FUNCTION bulk_operation_may_move(was text, becomes text)
RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN CASE was
    WHEN 'AWAITING_APPROVAL' THEN becomes IN ('RUNNING', 'CANCELLING')
    WHEN 'RUNNING' THEN becomes IN ('PAUSED', 'CANCELLING', 'AWAITING_APPROVAL', 'COMPLETED',
      'COMPLETED_WITH_ERRORS', 'FAILED')
    WHEN 'PAUSED' THEN becomes IN ('RUNNING', 'CANCELLING', 'AWAITING_APPROVAL', 'COMPLETED',
      'COMPLETED_WITH_ERRORS', 'FAILED')
    WHEN 'CANCELLING' THEN becomes IN ('CANCELLED')
    ELSE false END;
END $$;
CREATE OR REPLACE TRIGGER bulk_operation_initial_status BEFORE INSERT ON "bulk_operation" FOR EACH ROW
  WHEN (NEW.status NOT IN ('RUNNING', 'AWAITING_APPROVAL'))
  EXECUTE FUNCTION refuse_move('bulk-operation');

-- An item is a line or an order. A bulk operation names an order once.
ALTER TABLE "bulk_item" ALTER COLUMN "line_id" DROP NOT NULL;
ALTER TABLE "bulk_item"
  ADD COLUMN "target_order_id" UUID,
  ADD COLUMN "target_status" TEXT,
  ADD CONSTRAINT "a_line_or_an_order" CHECK (num_nonnulls(line_id, target_order_id) = 1),
  ADD CONSTRAINT "changed_orders_have_a_target_status"
    CHECK ((target_status IS NOT NULL) = (target_order_id IS NOT NULL AND order_id IS NOT NULL)),
  ADD CONSTRAINT "only_its_target_is_changed"
    CHECK (target_order_id IS NULL OR order_id IS NULL OR order_id = target_order_id);
CREATE UNIQUE INDEX "one_item_per_order" ON "bulk_item" ("bulk_id", "target_order_id")
  WHERE target_order_id IS NOT NULL;

-- The orders of a dry run, until the bulk operation is confirmed.
CREATE TABLE "bulk_selection" (
    "key_id" UUID NOT NULL,
    "digest" TEXT NOT NULL,
    "operation" TEXT NOT NULL,
    "order_ids" UUID[],
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "bulk_selection_pkey" PRIMARY KEY ("key_id", "digest")
);
CREATE INDEX "bulk_selection_created_at_idx" ON "bulk_selection" ("created_at");
