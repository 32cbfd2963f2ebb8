-- By hand: whether an event was sent again to an endpoint. Those that were sent because they happened have a unique index.

-- Where this is broken off it leaves an index that nobody uses: said again, it is refused until that one is dropped.
-- squawk-ignore prefer-robust-stmts
CREATE INDEX CONCURRENTLY "webhook_deliveries_asked_for" ON "webhook_delivery" ("endpoint_id", "position") WHERE cause IN ('manual', 'replay');
