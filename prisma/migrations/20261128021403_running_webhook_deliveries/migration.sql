-- By hand: the calls that run, to count those of an endpoint.

-- Where this is broken off it leaves an index that nobody uses: said again, it is refused until that one is dropped.
-- squawk-ignore prefer-robust-stmts
CREATE INDEX CONCURRENTLY "webhook_deliveries_running" ON "webhook_delivery" ("endpoint_id", "due_at") WHERE status = 'delivering';
