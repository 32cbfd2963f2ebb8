-- By hand: what waits for an earlier delivery of its record.

-- Where this is broken off it leaves an index that nobody uses: said again, it is refused until that one is dropped.
-- squawk-ignore prefer-robust-stmts
CREATE INDEX CONCURRENTLY "webhook_deliveries_behind" ON "webhook_delivery" ("endpoint_id", "resource_id", "position") WHERE has_predecessor AND due_at IS NOT NULL;
