-- By hand: a broker lists its reservations. Reservations of orders never end by the clock and are in no list.

-- An interrupted run leaves an invalid index: drop it before the next run, which is refused otherwise.
-- squawk-ignore prefer-robust-stmts
CREATE INDEX CONCURRENTLY "reservations_of_broker" ON "reservation" ("broker_id", "created_at", "id") WHERE expires_at < 'infinity';
