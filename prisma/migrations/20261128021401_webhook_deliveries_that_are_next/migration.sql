-- By hand: what a worker may send. A look reads as many rows as it sends.

-- Where this is broken off it leaves an index that nobody uses: said again, it is refused until that one is dropped.
-- squawk-ignore prefer-robust-stmts
CREATE INDEX CONCURRENTLY "webhook_deliveries_next" ON "webhook_delivery" ("endpoint_id", "due_at", "position") WHERE due_at IS NOT NULL AND NOT has_predecessor AND cause <> 'test';
