-- squawk-ignore-file constraint-missing-not-valid, require-concurrent-index-creation, require-concurrent-index-deletion
-- After the transactions that have written the columns: an index that is built in the same one is not used until every
-- older transaction has ended.

-- An attempt to undo a step may find its system unavailable. An attempt to execute one that finds it away has no row.
ALTER TABLE "order_attempt" ADD CONSTRAINT "known_outcome_of_attempt" CHECK (
  outcome IN ('running', 'done', 'transient', 'refused', 'dead-lettered', 'lost')
    OR (kind = 'undo' AND outcome = 'unavailable'));

-- A resource of any type has at most one open order.
DROP INDEX "one_order_at_work_per_line";
CREATE UNIQUE INDEX "one_open_order_per_resource" ON "orders" ("resource_id", "resource_type") WHERE is_open;

-- The sweep takes a limited number of due orders of each broker. Bulk operations wait while their broker has too many
-- open orders.
DROP INDEX "orders_due";
CREATE INDEX "orders_open_of_broker" ON "orders" ("broker_id", "next_sweep_at") WHERE is_open;

-- The condition names no column that changes when a worker acquires an order.
DROP INDEX "orders_in_debt";
CREATE INDEX "orders_failed" ON "orders" ("resource_id") WHERE failed_at IS NOT NULL;

CREATE INDEX "orders_settled" ON "orders" ("broker_id", "settled_at", "id") WHERE settled_at IS NOT NULL;
CREATE INDEX "orders_superseded" ON "orders" ("created_at", "id") WHERE superseded_by IS NOT NULL;
CREATE INDEX "orders_paused" ON "orders" ("pause_id") WHERE pause_id IS NOT NULL;
-- The ids are long and are only compared for equality.
CREATE INDEX "orders_by_correlation" ON "orders" USING hash ("correlation_id");
